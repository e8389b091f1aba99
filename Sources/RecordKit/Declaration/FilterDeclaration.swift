public import AtriumSDK
import GRDB

/// A way to narrow a list: a field of the command `list`.
public struct FilterDeclaration: Sendable, Hashable, Codable {
    /// What a record must have to be given.
    public enum Condition: Sendable, Hashable, Codable {
        /// The value that is given; texts in any case of their letters, lists, tags and people among others.
        case equals
        /// A text that contains the given one, in any case of letters.
        case contains
        /// The number that is given, or a greater one.
        case atLeast
        /// A day from the given one on.
        case from
        /// A day up to the given one, with it.
        case until
        /// False, unless the field is given: what is put away.
        case hidesTrue
        /// A text that contains the given one, in any of some columns.
        case containsInAny([String])
        /// What SQL over the alias `r` says, if the field is true.
        case only(String)
        /// What SQL over the alias `r` does not say, unless the field is true: what is put away.
        case unless(String)
        /// What SQL over the alias `r` says of a whole number from 1, which stands in the place of `?`.
        case number(String)
        /// What SQL over the alias `r` says of a day, which stands in the place of `?`.
        case day(String)
        /// What SQL over the alias `r` says of a record of a collection, whose id stands in the place of `?`.
        case record(CollectionID, String)
        /// What the SQL of a word says; a `?` in it is the day that it is for the user.
        case oneOf([Choice])
    }

    /// A word that a filter takes, and what it asks for.
    public struct Choice: Sendable, Hashable, Codable {
        /// The word.
        public var word: String
        /// SQL over the alias `r`.
        public var sql: String

        /// Declares a word.
        public init(_ word: String, _ sql: String) {
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

    /// The field of `list`.
    func field(of value: ValueDeclaration?) -> FieldDeclaration {
        let type: FieldType =
            switch condition {
            case .equals, .atLeast: value?.elementType ?? .text
            case .contains, .containsInAny: .text
            case .from, .until, .day: .date
            case .record(let collection, _): .reference(collection)
            case .number: .integer(from: 1)
            case .hidesTrue, .only, .unless: .boolean
            case .oneOf(let choices): .choice(choices.map(\.word))
            }
        return FieldDeclaration(
            name, type, help: help,
            defaultValue: type == .boolean && condition != .equals
                ? .bool(false) : usually.map(DataValue.text))
    }

    /// The condition that an input asks for; nil if it is not in force.
    func condition(
        of value: ValueDeclaration?, in collection: CollectionID, _ input: Arguments,
        _ context: CommandContext
    ) -> ListQuery.Condition? {
        let column = "r.\(value?.columns.first ?? "id")"
        let given = input.values[name] ?? .null
        switch condition {
        case .hidesTrue: return given == .bool(true) ? nil : .init("\(column) = 0")
        case .unless(let sql): return given == .bool(true) ? nil : .init("NOT (\(sql))")
        case .only(let sql): return given == .bool(true) ? .init(sql) : nil
        default: break
        }
        switch (condition, value?.place, given) {
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
        case (.oneOf(let choices), _, .text(let word)):
            guard let sql = choices.first(where: { $0.word == word })?.sql else { return nil }
            return .init(sql, sql.contains("?") ? [context.today.description] : [])
        default:
            // A time on the day is not after it.
            let column = if case .moment? = value?.place { "substr(\(column), 1, 10)" } else { column }
            let sign = condition == .until ? "<=" : condition == .equals ? "=" : ">="
            return .init("\(column) \(sign) ?", [given.databaseValue])
        }
    }
}

extension ValueDeclaration {
    /// The type of the value, or of one of its list.
    fileprivate var elementType: FieldType? {
        guard case .list(let element)? = fields.first?.type else { return fields.first?.type }
        return element
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
