/// A name that fits several records, of which one is to be chosen.
///
/// Beside an error with another code they are the records that stand in the way.
///
/// It is chosen by giving the record's id in ``field``: in place of ``words``, or beside what stands there where they are
/// not among it. Of all the choices of one error each is to be made.
public struct RecordChoice: Sendable, Hashable {
    /// A record that the name fits.
    public struct Candidate: Sendable, Hashable {
        /// The record's id.
        public let id: Int64
        /// What it is called; nil where it has no name.
        public let name: String?

        /// Makes a candidate.
        public init(id: Int64, name: String?) {
            self.id = id
            self.name = name
        }
    }

    /// How many records are named at most.
    public static let longest = 20

    /// The field of the command that takes the id, by its declared name.
    public private(set) var field: String
    /// The name that was given.
    public let words: String
    /// The first records that it fits; one alone where it is clear, and only other names are not.
    public let candidates: [Candidate]
    /// Whether it fits more than these.
    public let hasMore: Bool

    /// Makes a choice among the first ``longest`` of some records.
    public init(field: String, words: String, among candidates: [Candidate]) {
        self.field = field
        self.words = words
        self.candidates = Array(candidates.prefix(Self.longest))
        hasMore = candidates.count > Self.longest
    }

    /// The same where a field goes by another name.
    public func renaming(_ name: String, to other: String) -> RecordChoice {
        var choice = self
        if field == name { choice.field = other }
        return choice
    }

    /// The same where the field is a part of another one.
    public func inside(_ name: String) -> RecordChoice {
        var choice = self
        choice.field = "\(name).\(field)"
        return choice
    }
}

extension RecordChoice {
    /// What stands in ``value``.
    public static let fields = [
        FieldDeclaration(
            "field", .text,
            help: "The field that takes the id: in place of the words, or beside what it has.",
            isRequired: true),
        FieldDeclaration("words", .text, help: "The name that was given.", isRequired: true),
        FieldDeclaration(
            "records",
            .list(
                .object([
                    FieldDeclaration("id", .integer(), help: "The record's id.", isRequired: true),
                    FieldDeclaration("name", .text, help: "What it is called."),
                ])),
            help: "The records that it fits; one alone where only other names of the text are not clear.",
            isRequired: true),
        FieldDeclaration("more", .boolean, help: "Whether it fits more than these.", isRequired: true),
    ]

    /// The choice as data, for callers that make it themselves.
    public var value: DataValue {
        .object([
            "field": .text(field), "words": .text(words),
            "records": .list(
                candidates.map { .object(["id": .integer($0.id), "name": .text(orNull: $0.name)]) }),
            "more": .bool(hasMore),
        ])
    }
}
