/// A name that matches several records, from which the user must choose one.
///
/// In an error with a code other than `ambiguous`, the candidates are the existing records that prevent the
/// command.
///
/// To choose a record, the caller repeats the command with the record's id in ``field``. The id replaces
/// ``matchedText`` in the field's value; if the value does not contain the text, the id is added to the
/// value. If an error has several choices, the caller must make every choice.
public struct RecordChoice: Sendable, Hashable {
    /// A record that the name matches.
    public struct Candidate: Sendable, Hashable {
        /// The record's id.
        public let id: Int64
        /// The record's name, or nil if the record has no name.
        public let name: String?

        /// Creates a candidate.
        public init(id: Int64, name: String?) {
            self.id = id
            self.name = name
        }
    }

    /// The largest number of candidates.
    public static let longest = 20

    /// The declared name of the command field that accepts the chosen id.
    public private(set) var field: String
    /// The text that the candidates match, such as the name that the user entered.
    public let matchedText: String
    /// The first records that the name matches.
    ///
    /// The array contains a single record if this name is unambiguous and only other names are ambiguous.
    public let candidates: [Candidate]
    /// True if the name matches more records than ``candidates`` contains.
    public let hasMore: Bool

    /// Creates a choice with the first matching records, at most ``longest``.
    public init(field: String, matchedText: String, among candidates: [Candidate]) {
        self.field = field
        self.matchedText = matchedText
        self.candidates = Array(candidates.prefix(Self.longest))
        hasMore = candidates.count > Self.longest
    }

    /// Returns the choice for a command in which the field has another name.
    public func renaming(_ name: String, to other: String) -> RecordChoice {
        var choice = self
        if field == name { choice.field = other }
        return choice
    }

    /// Returns the choice for a command in which the field is part of another field.
    public func inside(_ name: String) -> RecordChoice {
        var choice = self
        choice.field = "\(name).\(field)"
        return choice
    }
}

extension RecordChoice {
    /// The fields of ``value``.
    public static let fields = [
        FieldDeclaration(
            "field", .text,
            help: "The field for the id, which replaces the words or is added to the field's value.",
            isRequired: true),
        FieldDeclaration("words", .text, help: "The name that you entered.", isRequired: true),
        FieldDeclaration(
            "records",
            .list(
                .object([
                    FieldDeclaration("id", .integer(), help: "The record's id.", isRequired: true),
                    FieldDeclaration("name", .text, help: "The record's name."),
                ])),
            help: "The records that the name matches; just one if only other names are ambiguous.",
            isRequired: true),
        FieldDeclaration("more", .boolean, help: "True if the name matches more records.", isRequired: true),
    ]

    /// The choice as data, for programs that choose without a person.
    public var value: DataValue {
        .object([
            "field": .text(field), "words": .text(matchedText),
            "records": .list(
                candidates.map { .object(["id": .integer($0.id), "name": .text(orNull: $0.name)]) }),
            "more": .bool(hasMore),
        ])
    }
}
