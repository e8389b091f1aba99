public import AtriumSDK

/// The declared input of what becomes of single conflicts, for all surfaces.
public enum ImportDecisions {
    private static let item = Field<Int64>.integer(
        "item", in: 1...Int64.max, help: "The entry's number in its file, as shown by a dry run."
    ).required
    private static let file = FieldDeclaration(
        "file", .text, help: "The file's path, as in the report. Defaults to the first file.")
    private static let decision = FieldDeclaration(
        "decision", .choice(ConflictDecision.allCases.map(\.rawValue)),
        help: "Keep the record, replace it with the file's version, or merge both field by field.",
        isRequired: true)
    private static let take = FieldDeclaration(
        "take", .list(.text), help: "For a merge: the fields to take from the file.")
    private static let keep = FieldDeclaration(
        "keep", .list(.text), help: "For a merge: the fields to keep as they are here.")

    private static let both = FieldDeclaration(
        "both", .list(.text),
        help: "For a merge: the lists to combine from the record and the file.")

    /// The field.
    public static let field = FieldDeclaration(
        "decisions", .list(.object([item.declaration, file, decision, take, keep, both])),
        help: """
            Decide one conflict, overriding the decision for all: item=3;decision=merge;take=birthday. For the fields that \
            you do not name, a merge uses the file's value if only the file changed it.
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
            let sides: [(ConflictSide, [String])] = [
                (.file, object["take"]?.texts ?? []), (.here, object["keep"]?.texts ?? []),
                (.both, object["both"]?.texts ?? []),
            ]
            let names = sides.flatMap(\.1)
            if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
                throw wrong("item \(number): the field \(twice) is named twice", "name it once")
            }
            if decision != .merge, !names.isEmpty {
                throw wrong(
                    "item \(number) names fields, but its decision is not merge",
                    "leave the fields out, or change the decision to merge")
            }
            guard answers[place] == nil else {
                throw wrong("item \(number) has two decisions", "give one decision")
            }
            var fields: [String: ConflictSide] = [:]
            for (side, names) in sides { for name in names { fields[name] = side } }
            answers[place] = ConflictAnswer(decision, fields: fields)
        }
        return answers
    }

    private static func wrong(_ message: String, _ remedy: Guidance) -> AtriumError {
        AtriumError(.badData, message, remedy: remedy, field: field.name)
    }
}
