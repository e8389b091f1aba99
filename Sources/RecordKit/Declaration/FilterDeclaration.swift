public import AtriumSDK
import GRDB

/// A list filter, which is an input field for the `list` command.
public struct FilterDeclaration: Sendable, Hashable, Codable {
    /// The condition that a listed record must meet.
    public enum Condition: Sendable, Hashable, Codable {
        /// The record's value equals the given value, ignoring case.
        ///
        /// For lists, tags and people, one element must equal the given value.
        case equals
        /// The record has all given tags.
        case hasAll
        /// The record has a value if the input is true, or has no value if the input is false.
        case isThere
        /// The record's choice is the given word, or this default word if the input has none.
        ///
        /// The word `all` matches every record.
        case usually(String)
        /// The record's text contains the given text, ignoring case.
        case contains
        /// The record's number is at least the given number.
        case atLeast
        /// The record's day is the given day or later.
        case from
        /// The record's day is the given day or earlier.
        case until
        /// The record's Boolean value is false; for example, this condition hides archived records.
        ///
        /// If the filter's field is true, the list contains all records. A second field, ``onlyName``, lists
        /// only the records whose value is true.
        case hidesTrue
        /// At least one of these columns contains the given text, ignoring case.
        case containsInAny([String])
        /// The record meets an SQL condition over the alias `r`; applied only if the filter's field is true.
        case only(String)
        /// The record does not meet an SQL condition over the alias `r`.
        ///
        /// For example, this condition hides archived records. If the filter's field is true, the list
        /// contains all records. A second field, ``onlyName``, lists only the records that meet the
        /// condition.
        case unless(String)
        /// The record meets an SQL condition over the alias `r`; a whole number from 1 replaces `?`.
        case number(String)
        /// The record meets an SQL condition over the alias `r`; a day replaces `?`.
        case day(String)
        /// The record meets an SQL condition over the alias `r`; an id from the collection replaces `?`.
        case record(CollectionID, String)
        /// The record meets the given word's SQL condition.
        ///
        /// In the condition, `:today` is the user's current day, and `:now` is the current instant.
        case oneOf([Choice])
        /// The column contains an instant on the given day or later, in the user's time zone.
        case fromDay(String)
        /// The column contains an instant on the given day or earlier, in the user's time zone.
        case untilDay(String)
    }

    /// A word that a filter accepts, with an SQL condition.
    public struct Choice: Sendable, Hashable, Codable {
        /// The word that users enter.
        public var word: String
        /// The SQL condition over the alias `r`.
        public var sql: String

        /// Declares a word with its condition.
        public init(_ word: String, _ sql: String) {
            precondition(!sql.contains("?"), "\(word): the SQL of a choice may use only :today and :now")
            self.word = word
            self.sql = sql
        }
    }

    /// The condition that listed records must meet.
    public var condition: Condition
    /// The field's name.
    public var name: String
    /// The field's help text.
    public var help: String
    /// The default word for the condition ``Condition/oneOf(_:)``.
    public var usually: String?

    /// Declares a filter.
    public init(_ condition: Condition, _ name: String, _ help: String, usually: String? = nil) {
        self.usually = usually
        self.condition = condition
        self.name = name
        self.help = help
    }

    /// The name for the field that lists only hidden records: `onlyArchived`.
    private var onlyName: String { "only" + name.prefix(1).uppercased() + name.dropFirst() }

    /// Returns the filter's input fields for the `list` command.
    func fields(of value: ValueDeclaration?) -> [FieldDeclaration] {
        switch condition {
        case .hidesTrue, .unless: break
        default: return [field(of: value)]
        }
        return [
            field(of: value),
            FieldDeclaration(
                onlyName, .boolean, help: "List only \(name) records.", defaultValue: .bool(false)),
        ]
    }

    /// Returns the input field with the filter's own name.
    private func field(of value: ValueDeclaration?) -> FieldDeclaration {
        let type: FieldType =
            switch condition {
            case .equals, .atLeast: value?.elementType ?? .text
            case .hasAll: .list(.text)
            case .isThere: .boolean
            case .usually: .choice((value?.elementType?.choices ?? []) + [Self.all])
            case .contains, .containsInAny: .text
            case .from, .until, .day, .fromDay, .untilDay: .date
            case .record(let collection, _): .reference(collection)
            case .number: .integer(from: 1)
            case .hidesTrue, .only, .unless: .boolean
            case .oneOf(let choices): .choice(choices.map(\.word))
            }
        let usual: DataValue? =
            switch condition {
            case .hidesTrue, .only, .unless: .bool(false)
            case .usually(let word): .text(word)
            default: usually.map(DataValue.text)
            }
        return FieldDeclaration(name, type, help: help, defaultValue: usual)
    }

    /// The word that matches every choice.
    static let all = "all"

    /// Returns the query condition for an input, or nil if the filter is inactive.
    func condition(
        of value: ValueDeclaration?, in record: RecordDeclaration, _ input: Arguments,
        _ context: CommandContext
    ) -> ListQuery.Condition? {
        let collection = record.collection
        let column = record.shownSQL(of: value, context.links)
        let given = input.values[name] ?? .null
        switch condition {
        case .hidesTrue:
            if input.values[onlyName] == .bool(true) { return .init("\(column) = 1") }
            return given == .bool(true) ? nil : .init("\(column) = 0")
        case .unless(let sql):
            if input.values[onlyName] == .bool(true) { return .init(sql) }
            return given == .bool(true) ? nil : .init("NOT (\(sql))")
        case .only(let sql): return given == .bool(true) ? .init(sql) : nil
        default: break
        }
        switch (condition, value?.place, given) {
        case (.usually, _, .text(Self.all)): return nil
        case (.isThere, _, .bool(let isThere)):
            return .init("\(column) IS \(isThere ? "NOT " : "")NULL")
        case (.hasAll, _, .list(let tags)) where !tags.isEmpty:
            let condition = context.tags.condition(idColumn: "r.id", in: collection)
            return .init(
                tags.map { _ in condition }.joined(separator: " AND "),
                StatementArguments(tags.map(\.databaseValue)))
        case (_, _, .null), (_, _, .list), (_, _, .object): return nil
        case (.equals, .people(let people)?, .integer(let person)):
            return .init(
                context.links.condition(
                    idColumn: "r.id", in: collection, linkedTo: people.collection, kind: people.kind),
                [person])
        case (.equals, .tags?, .text(let tag)):
            return .init(context.tags.condition(idColumn: "r.id", in: collection), [tag])
        case (.equals, _, .text(let text)):
            return .init(
                "\(TextMatch.folded(column)) = \(TextMatch.folded("?"))", [Words.line(text) ?? text])
        case (.contains, _, .text(let text)): return .contains(text, in: [column])
        case (.record(_, let sql), _, .integer(let number)), (.number(let sql), _, .integer(let number)):
            return .init(sql, [number])
        case (.day(let sql), _, .text(let day)): return .init(sql, [day])
        case (.containsInAny(let columns), _, .text(let text)): return .contains(text, in: columns)
        case (.fromDay, _, .text(let text)), (.untilDay, _, .text(let text)), (.oneOf, _, .text(let text)):
            return conditionByClock(text, context)
        default:
            // A time on the given day still counts as that day.
            let column = if case .moment? = value?.place { "substr(\(column), 1, 10)" } else { column }
            let sign =
                switch condition {
                case .until: "<="
                case .equals, .usually: "="
                default: ">="
                }
            return .init("\(column) \(sign) ?", [given.databaseValue])
        }
    }

    /// Returns the query condition for a day or a word, which depends on the current time.
    private func conditionByClock(_ text: String, _ context: CommandContext) -> ListQuery.Condition? {
        switch condition {
        case .fromDay(let column):
            return LocalDate(iso: text).map { .init("\(column) >= ?", [context.beginning(of: $0)]) }
        case .untilDay(let column):
            return LocalDate(iso: text).map {
                .init("\(column) < ?", [context.beginning(of: $0.adding(days: 1))])
            }
        case .oneOf(let choices):
            // Neither text contains user input.
            let sql = choices.first { $0.word == text }?.sql.replacing(":today", with: "'\(context.today)'")
            return sql.map { .init($0.replacing(":now", with: "'\(context.nowText)'")) }
        default: return nil
        }
    }
}

extension CommandContext {
    /// Returns the instant when a day begins in the user's time zone, in the stored form.
    fileprivate func beginning(of day: LocalDate) -> String {
        Timestamp.text(day.start(in: settings.timeZone))
    }
}

extension ValueDeclaration {
    /// The value's type; for a list, the element type.
    fileprivate var elementType: FieldType? {
        guard case .list(let element)? = fields.first?.type else { return fields.first?.type }
        return element
    }
}

extension FieldType {
    /// The words that a choice type allows, or nil for other types.
    fileprivate var choices: [String]? {
        guard case .choice(let words) = self else { return nil }
        return words
    }
}

extension DataValue {
    /// The scalar as an SQLite value; null for lists and objects.
    var databaseValue: DatabaseValue {
        switch self {
        case .null, .object, .list: .null
        case .bool(let flag): flag.databaseValue
        case .integer(let number): number.databaseValue
        case .decimal(let number): number.databaseValue
        case .text(let text): text.databaseValue
        }
    }
}
