import AtriumSDK
import GRDB
import RecordKit

/// The query for the activities that have to do with interests: by the same ``Topics`` as suggestions.
enum ActivitiesAbout {
    private static let interests = Field<[String]>.texts("interests", help: "The interests.").formatted(
        .words
    )
    .option("interest").required
    private static let limit = Field<Int64>.integer(
        "limit", in: 1...1000, help: "The maximum number of activities for each interest, 1 to 1000."
    ).defaulting(to: .integer(50))

    static let query = Command(
        "about", .query, summary: "List the activities related to an interest.",
        discussion: """
            Compares the interest with the category, the tags, and words of the name or notes; ignores case and a plural s.
            """,
        fields: [interests.declaration, limit.declaration],
        result: .list(
            [
                FieldDeclaration("interest", .text, help: "The interest as you gave it.", isRequired: true),
                FieldDeclaration("id", .integer(), help: "The activity's id.", isRequired: true),
                FieldDeclaration("uid", .text, help: "The activity's uid.", isRequired: true),
                FieldDeclaration("name", .text, help: "The activity's name.", isRequired: true),
            ], columns: ["interest", "id", "name"])
    ) { input, context in
        let most = Int(input[limit] ?? 50)
        return .object([
            "items": .list(
                try input.required(interests).flatMap { interest in
                    try activities(about: interest, context).prefix(most).map { stored in
                        .object([
                            "interest": .text(interest), "id": .integer(stored.id), "uid": .text(stored.uid),
                            "name": stored.values["name"],
                        ])
                    }
                })
        ])
    }

    /// The activities with an interest among their topics, by rising id.
    private static func activities(about interest: String, _ context: CommandContext) throws
        -> [StoredRecord]
    {
        let words = Topics.words(interest)
        guard let word = words.first else { return [] }
        // What cannot have it is left out before it is read whole. SQLite folds ASCII only.
        let isPlain = word.utf8.allSatisfy { $0 < 0x80 }
        // A tag is asked for as a whole: as it was given, and as its words may stand in it.
        let tags =
            [interest]
            + ["", "s"].flatMap { end in
                [" ", "-"].map { words.joined(separator: $0) + end }
            }
        let tagged = context.tags.condition(idColumn: "r.id", in: .activities)
        let ids = try Int64.fetchAll(
            context.db,
            sql: """
                SELECT r.id FROM activities_activity r
                WHERE \(isPlain ? "" : "TRUE OR")
                    instr(lower(r.name || ' ' || ifnull(r.notes, '') || ' ' || ifnull(r.category, '')), ?) > 0
                    OR \(tags.map { _ in tagged }.joined(separator: " OR "))
                ORDER BY r.id
                """, arguments: StatementArguments([word] + tags))
        let table = activityKind.table(context)
        return try ids.map(table.record).filter { Topics(Activity($0.values)).has(interest) }
    }
}
