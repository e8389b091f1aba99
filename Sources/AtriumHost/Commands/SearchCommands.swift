import AtriumSDK

extension HostCommand {
    private static let text = Field<[String]>
        .texts("text", help: "The words to find, each from its beginning.").required.positional
    private static let module = Field<String>.text("module", help: "Only records of this module.")
    private static let limit = Field<Int64>
        .integer("limit", in: 1...1000, help: "How many records to give.").defaulting(to: .integer(20))

    static let searchCommands: [HostCommand] = [
        HostCommand(
            "search", reach: .records, kind: .query, summary: "Find records of all modules by words in them.",
            discussion: """
                Case and diacritics do not matter; words are found by their beginning. Where little is found, words that \
                are spelled alike are tried.
                """,
            fields: [text.declaration, module.declaration, limit.declaration],
            result: .list(
                [
                    FieldDeclaration("collection", .text, help: "The record's collection.", isRequired: true),
                    FieldDeclaration("id", .integer(), help: "The record's id.", isRequired: true),
                    FieldDeclaration("uid", .text, help: "The record's uid.", isRequired: true),
                    FieldDeclaration("title", .text, help: "The record's title.", isRequired: true),
                    FieldDeclaration(
                        "context", .text, help: "Where the words were found, in part.", isRequired: true),
                    FieldDeclaration(
                        "approximate", .boolean,
                        help: "Whether words that are only spelled alike were found.",
                        isRequired: true),
                ], columns: ["collection", "id", "title", "context"])
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
