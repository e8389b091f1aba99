import AtriumSDK
import GRDB

/// The commands that find people who are one, and say that they are not.
enum DuplicateCommands {
    static let all = [duplicates, MergeCommand.merge, dismiss]

    static let record = Collection.recordField(of: PersonStore.collection, named: "person")
    static let other = Field<Int64>
        .record("other", of: PersonStore.collection, help: "The other person, likewise.").required.positional

    // MARK: duplicates

    private static let dismissed = Field<Bool>
        .boolean("dismissed", help: "Whether to list the pairs that were dismissed instead.")
        .defaulting(to: .bool(false))
    private static let minScore = Field<Double>
        .decimal("minScore", in: 0.5...1, help: "The least score of the pairs to list.")
        .defaulting(to: .decimal(0.5))

    /// More than of other lists: each page looks at all people anew.
    private static let limit = Field<Int64>
        .integer("limit", in: 1...10_000, help: "How many pairs to give, 1 to 10,000.").defaulting(
            to: .integer(100))

    private static let pairFields: [FieldDeclaration] = [
        FieldDeclaration(
            "score", .decimal(0...1), help: "How likely it is that both are one person, 0 to 1.",
            isRequired: true),
        FieldDeclaration("reasons", .list(.text), help: "Why, the strongest first.", isRequired: true),
        FieldDeclaration("first", .integer(), help: "The id of the person added first.", isRequired: true),
        FieldDeclaration("firstUid", .text, help: "That person's uid.", isRequired: true),
        FieldDeclaration("firstName", .text, help: "That person's name.", isRequired: true),
        FieldDeclaration("second", .integer(), help: "The id of the other person.", isRequired: true),
        FieldDeclaration("secondUid", .text, help: "The other person's uid.", isRequired: true),
        FieldDeclaration("secondName", .text, help: "The other person's name.", isRequired: true),
    ]

    private static let duplicates = Command(
        "duplicates", .query, summary: "List pairs of people who are likely one person, the likeliest first.",
        discussion: """
            A pair is likely by a shared e-mail address or phone number, by equal or nearly equal names (Jaro-Winkler), \
            by the same birthday; different names or birthdays speak against it. Join a pair with \
            \(command: "connections merge"), or say that they are two with \(command: "connections dismiss").
            """,
        fields: [
            minScore.declaration, dismissed.declaration, limit.declaration, ListQuery.cursor.declaration,
        ],
        result: .page(
            pairFields, columns: ["score", "first", "firstName", "second", "secondName", "reasons"])
    ) { input, context in
        let search = DuplicateSearch(db: context.db)
        let least = Int(((input[minScore] ?? 0) * 1000).rounded())
        let pairs =
            input[dismissed] == true
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

    // MARK: dismiss

    private static let undo = Field<Bool>
        .boolean("undo", help: "Whether to forget that the pair was dismissed.").defaulting(to: .bool(false))

    private static let dismiss = Command(
        "dismiss", .recordAction, past: "kept apart",
        summary: "Say that two people are not one: the pair is listed no more.",
        discussion: """
            It stays so after an import, and for whoever one of them is merged into. \
            \(command: "connections duplicates", .flag("dismissed")) lists the pairs.
            """,
        fields: [record.declaration, other.declaration, undo.declaration],
        result: .object([
            FieldDeclaration("id", .integer(), help: "The person's id.", isRequired: true),
            FieldDeclaration("uid", .text, help: "The person's uid.", isRequired: true),
            FieldDeclaration("other", .integer(), help: "The other person's id.", isRequired: true),
            FieldDeclaration("otherUid", .text, help: "The other person's uid.", isRequired: true),
            FieldDeclaration(
                "dismissed", .boolean, help: "Whether the pair is dismissed now.", isRequired: true),
        ])
    ) { input, context in
        let (id, otherID) = (try input.required(record), try input.required(other))
        guard id != otherID else {
            throw AtriumError(
                .badData, "both are the same person", remedy: "name another one", field: "other")
        }
        let store = PersonStore(db: context.db, tags: context.tags)
        guard let uid = try store.uid(id), let otherUID = try store.uid(otherID) else {
            throw AtriumError(
                .notFound, "there is no such person", remedy: "see \(command: "connections list")",
                field: "other")
        }
        let dismissals = DismissalStore(db: context.db)
        let isUndo = input[undo] == true
        if isUndo { try dismissals.remove(uid, otherUID) } else { try dismissals.add(uid, otherUID) }
        return .object([
            "id": .integer(id), "uid": .text(uid), "other": .integer(otherID), "otherUid": .text(otherUID),
            "dismissed": .bool(!isUndo),
        ])
    }
}
