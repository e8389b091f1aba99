public import AtriumSDK

/// The declared input of what becomes of single conflicts, for all surfaces.
public enum ImportDecisions {
    private static let item = Field<Int64>.integer(
        "item", in: 1...Int64.max, help: "The item's number in its file, as a dry run names it."
    ).required
    private static let file = FieldDeclaration(
        "file", .text, help: "The file's path, as the report has it; left out: the first file.")
    private static let decision = FieldDeclaration(
        "decision", .choice(ConflictDecision.allCases.map(\.rawValue)),
        help: "Keep the record, replace it by what the file says, or merge both field by field.",
        isRequired: true)
    private static let take = FieldDeclaration(
        "take", .list(.text), help: "Of a merge: fields that the record has from the file.")
    private static let keep = FieldDeclaration(
        "keep", .list(.text), help: "Of a merge: fields that stay as they are here.")

    private static let both = FieldDeclaration(
        "both", .list(.text),
        help: "Of a merge: lists of which the record has what stands here and in the file.")

    /// The field.
    public static let field = FieldDeclaration(
        "decisions", .list(.object([item.declaration, file, decision, take, keep, both])),
        help: """
            What becomes of a single conflict, whatever is said of all: item=3;decision=merge;take=birthday. Of fields that a \
            merge is told nothing of, it takes what only the file changed.
            """, option: "decide")

    /// What was said, by where the items stand.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where one item is decided twice, a field is both taken and kept, or fields
    ///   are named of what is no merge.
    public static func answers(_ value: DataValue?) throws -> [ItemPlace: ConflictAnswer] {
        var answers: [ItemPlace: ConflictAnswer] = [:]
        for object in (value?.listValue ?? []).compactMap(\.objectValue) {
            guard
                let number = object["item"]?.integerValue ?? object["item"]?.textValue.flatMap({ Int64($0) }),
                let decision = object["decision"]?.textValue.flatMap(ConflictDecision.init(rawValue:))
            else { continue }
            let place = ItemPlace(path: object["file"]?.textValue ?? "", item: Int(clamping: number))
            let said: [(ConflictSide, [String])] = [
                (.file, object["take"]?.texts ?? []), (.here, object["keep"]?.texts ?? []),
                (.both, object["both"]?.texts ?? []),
            ]
            let names = said.flatMap(\.1)
            if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
                throw wrong("\(twice) of item \(number) is named twice", "name it once")
            }
            if decision != .merge, !names.isEmpty {
                throw wrong(
                    "item \(number) names fields, and is not to be merged",
                    "leave them out, or decide on merge")
            }
            guard answers[place] == nil else {
                throw wrong("item \(number) is decided twice", "decide it once")
            }
            var fields: [String: ConflictSide] = [:]
            for (side, names) in said { for name in names { fields[name] = side } }
            answers[place] = ConflictAnswer(decision, fields: fields)
        }
        return answers
    }

    private static func wrong(_ message: String, _ remedy: Guidance) -> AtriumError {
        AtriumError(.badData, message, remedy: remedy, field: field.name)
    }
}
