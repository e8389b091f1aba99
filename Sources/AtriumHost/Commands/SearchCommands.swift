import AtriumSDK

extension HostCommand {
    private static let text = Field<[String]>
        .texts("text", help: "The words to find. Each matches the beginning of a word.").required.positional
    private static let module = Field<String>.text("module", help: "Only records of this module.")
    private static let limit = Field<Int64>
        .integer("limit", in: 1...1000, help: "The maximum number of records.").defaulting(to: .integer(20))

    static let searchCommands: [HostCommand] = [
        HostCommand(
            "search", scope: .records, kind: .query, summary: "Search the records of all modules.",
            discussion: """
                The search ignores case and accents, and each word matches the beginning of a word. If it finds few \
                records, it tries words with a similar spelling too.
                """,
            fields: [text.declaration, module.declaration, limit.declaration],
            result: .list(
                [
                    FieldDeclaration("collection", .text, help: "The record's collection.", isRequired: true),
                    FieldDeclaration("id", .integer(), help: "The record's id.", isRequired: true),
                    FieldDeclaration("uid", .text, help: "The record's uid.", isRequired: true),
                    FieldDeclaration("title", .text, help: "The record's title.", isRequired: true),
                    FieldDeclaration(
                        "context", .text, help: "An excerpt of the record around the words.",
                        isRequired: true),
                    FieldDeclaration(
                        "approximate", .boolean,
                        help: "True if only words with a similar spelling matched.",
                        isRequired: true),
                    FieldDeclaration(
                        "state", .text,
                        help: "The record's state, such as cancelled or tentative, if it is unusual."
                    ).asState,
                ], columns: ["collection", "id", "title", "state", "context"])
        ) { input, session in
            let items = try session.vault.read { db in
                let modules =
                    try input[module].map { [try session.enabledModule($0, db)] }
                    ?? session.enabledModules(db)
                return try SearchIndex.search(
                    db, text: input.required(text).joined(separator: " "),
                    collections: modules.flatMap(\.collections),
                    numbers: session.vault.state(db).collections,
                    limit: Int(input[limit] ?? 20)
                ).map(\.value)
            }
            return .object(["items": .list(items)])
        }
    ]
}
