import AtriumSDK
import RecordKit

/// The commands that find people who are one, and say that they are not.
enum DuplicateCommands {
    static let all = [duplicates, MergeCommand.merge, dismissals.dismiss]

    /// The pairs that the user marked as not duplicates.
    static let dismissals = DismissedPairs(
        of: PersonStore.collection, "person", "people", records: "connections_person",
        in: "connections_dismissal")

    private static let minScore = Field<Double>
        .decimal("minScore", in: 0.5...1, help: "The lowest score to list.")
        .defaulting(to: .decimal(0.5))

    /// More than of other lists: each page looks at all people anew.
    private static let limit = Field<Int64>
        .integer("limit", in: 1...10_000, help: "The maximum number of pairs, 1 to 10,000.").defaulting(
            to: .integer(100))

    private static let pairFields: [FieldDeclaration] = [
        FieldDeclaration(
            "score", .decimal(0...1), help: "The likelihood that both are the same person, 0 to 1.",
            isRequired: true),
        FieldDeclaration("reasons", .list(.text), help: "The reasons, strongest first.", isRequired: true),
        FieldDeclaration("first", .integer(), help: "The id of the person added first.", isRequired: true),
        FieldDeclaration("firstUid", .text, help: "The first person's uid.", isRequired: true),
        FieldDeclaration("firstName", .text, help: "The first person's name.", isRequired: true),
        FieldDeclaration("second", .integer(), help: "The id of the other person.", isRequired: true),
        FieldDeclaration("secondUid", .text, help: "The other person's uid.", isRequired: true),
        FieldDeclaration("secondName", .text, help: "The other person's name.", isRequired: true),
    ]

    private static let duplicates = Command(
        "duplicates", .query, summary: "List pairs of likely duplicates, the most likely first.",
        discussion: """
            A shared e-mail address or phone number, an equal or similar name (Jaro-Winkler) and the same birthday make a \
            pair likely; different names or birthdays make it less likely. Merge a pair with \
            \(command: "connections merge"), or mark it as two different people with \(command: "connections dismiss").
            """,
        fields: [
            minScore.declaration, DismissedPairs.dismissed.declaration, limit.declaration,
            ListQuery.cursor.declaration,
        ],
        result: .page(
            pairFields, columns: ["score", "first", "firstName", "second", "secondName", "reasons"])
    ) { input, context in
        let search = DuplicateSearch(db: context.db)
        let least = Int(((input[minScore] ?? 0) * 1000).rounded())
        let pairs =
            input[DismissedPairs.dismissed] == true
            ? try search.dismissedPairs() : try search.likelyPairs().filter { $0.thousandths >= least }
        var start = 0
        if let cursor = input[ListQuery.cursor] {
            let position = try DuplicateSearch.Pair(cursor: cursor)
            start = pairs.firstIndex { position < $0 } ?? pairs.count
        }
        let page = pairs[start...].prefix(Int(input[limit] ?? 100))
        let people = try search.people(page)
        let items = page.map { pair -> DataValue in
            let (first, second) = (people[pair.first], people[pair.second])
            return .object([
                "score": .decimal(Double(pair.thousandths) / 1000),
                "reasons": .list(pair.reasons.words.map(DataValue.text)),
                "first": .integer(pair.first), "firstUid": .text(first?.uid ?? ""),
                "firstName": .text(first?.name ?? ""), "second": .integer(pair.second),
                "secondUid": .text(second?.uid ?? ""), "secondName": .text(second?.name ?? ""),
            ])
        }
        let next = page.endIndex < pairs.endIndex ? page.last?.cursor : nil
        return .object([
            "items": .list(items), "total": .integer(Int64(pairs.count)), "next": .text(orNull: next),
        ])
    }
}
