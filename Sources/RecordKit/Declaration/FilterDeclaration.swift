public import AtriumSDK
import GRDB

/// A way to narrow a list: a field of the command `list`.
public struct FilterDeclaration: Sendable, Hashable, Codable {
    /// What a record must have to be given.
    public enum Condition: Sendable, Hashable, Codable {
        /// The value that is given; texts in any case of their letters, lists, tags and people among others.
        case equals
        /// All of the tags that are given.
        case hasAll
        /// That there is a value, or that there is none.
        case isThere
        /// The choice that is given, or this one if none is; `all` for records of any.
        case usually(String)
        /// A text that contains the given one, in any case of letters.
        case contains
        /// The number that is given, or a greater one.
        case atLeast
        /// A day from the given one on.
        case from
        /// A day up to the given one, with it.
        case until
        /// False, unless the field is given: what is put away. A second field, ``onlyName``, asks for nothing else.
        case hidesTrue
        /// A text that contains the given one, in any of some columns.
        case containsInAny([String])
        /// What SQL over the alias `r` says, if the field is true.
        case only(String)
        /// What SQL over the alias `r` does not say, unless the field is true: what is put away. It has a second field, too.
        case unless(String)
        /// What SQL over the alias `r` says of a whole number from 1, which stands in the place of `?`.
        case number(String)
        /// What SQL over the alias `r` says of a day, which stands in the place of `?`.
        case day(String)
        /// What SQL over the alias `r` says of a record of a collection, whose id stands in the place of `?`.
        case record(CollectionID, String)
        /// What the SQL of a word says; `:today` in it is the day that it is for the user, `:now` the instant.
        case oneOf([Choice])
        /// An instant in a column, on the given day of the user or later.
        case fromDay(String)
        /// An instant in a column, on the given day of the user or earlier.
        case untilDay(String)
    }

    /// A word that a filter takes, and what it asks for.
    public struct Choice: Sendable, Hashable, Codable {
        /// The word.
        public var word: String
        /// SQL over the alias `r`.
        public var sql: String

        /// Declares a word.
        public init(_ word: String, _ sql: String) {
            precondition(!sql.contains("?"), "\(word): :today and :now are what SQL of a word can ask for")
            self.word = word
            self.sql = sql
        }
    }

    /// The condition.
    public var condition: Condition
    /// The field's name.
    public var name: String
    /// The field's help.
    public var help: String
    /// The word that holds if none is given, of ``Condition/oneOf(_:)``.
    public var usually: String?

    /// Declares a filter.
    public init(_ condition: Condition, _ name: String, _ help: String, usually: String? = nil) {
        self.usually = usually
        self.condition = condition
        self.name = name
        self.help = help
    }

    /// The name of the field that asks for what is put away and for nothing else: `onlyArchived`.
    private var onlyName: String { "only" + name.prefix(1).uppercased() + name.dropFirst() }

    /// The fields of `list`.
    func fields(of value: ValueDeclaration?) -> [FieldDeclaration] {
        switch condition {
        case .hidesTrue, .unless: break
        default: return [field(of: value)]
        }
        return [
            field(of: value),
            FieldDeclaration(
                onlyName, .boolean, help: "Whether to give only what is \(name).", defaultValue: .bool(false)),
        ]
    }

    /// The field of its name.
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

    /// The word for records of any choice.
    static let all = "all"

    /// The condition that an input asks for; nil if it is not in force.
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
            // A time on the day is not after it.
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

    /// What follows from a day or a word, and from the time that it is.
    private func conditionByClock(_ text: String, _ context: CommandContext) -> ListQuery.Condition? {
        switch condition {
        case .fromDay(let column):
            return LocalDate(iso: text).map { .init("\(column) >= ?", [context.beginning(of: $0)]) }
        case .untilDay(let column):
            return LocalDate(iso: text).map {
                .init("\(column) < ?", [context.beginning(of: $0.adding(days: 1))])
            }
        case .oneOf(let choices):
            // Both are texts of our own making.
            let sql = choices.first { $0.word == text }?.sql.replacing(":today", with: "'\(context.today)'")
            return sql.map { .init($0.replacing(":now", with: "'\(context.nowText)'")) }
        default: return nil
        }
    }
}

extension CommandContext {
    /// The instant at which a day begins for the user, as it is kept.
    fileprivate func beginning(of day: LocalDate) -> String { Instant.text(day.start(in: settings.timeZone)) }
}

extension ValueDeclaration {
    /// The type of the value, or of one of its list.
    fileprivate var elementType: FieldType? {
        guard case .list(let element)? = fields.first?.type else { return fields.first?.type }
        return element
    }
}

extension FieldType {
    /// The words of a choice.
    fileprivate var choices: [String]? {
        guard case .choice(let words) = self else { return nil }
        return words
    }
}

extension DataValue {
    /// A scalar as SQLite has it; null for others.
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
