import AtriumSDK

/// What there is to do near a place.
enum Nearby {
    private static let at = Field<String>.text(
        "at", help: "Where: latitude,longitude in degrees, or the place or name of an activity."
    ).required
    private static let within = Field<Double>.decimal(
        "within", in: 0...20_038, help: "How far away at most, in kilometres along a great circle."
    ).defaulting(to: .decimal(10))
    /// What is given of an activity, as activities gives it.
    private static let given: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The activity's id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The activity's uid.", isRequired: true),
        FieldDeclaration("name", .text, help: "What it is called.", isRequired: true),
        FieldDeclaration("category", .text, help: "Its kind."),
        FieldDeclaration("place", .text, help: "Where it is, in words."),
        FieldDeclaration("coordinates", .text, help: "Latitude and longitude in degrees."),
        FieldDeclaration("rating", .integer(), help: "How good it is, from 1 to 5, the best."),
        FieldDeclaration("lastDone", .date, help: "The last day on which it was done."),
        FieldDeclaration(
            "distance", .decimal(), help: "How far away it is, in kilometres.", isRequired: true),
    ]

    static let query = Command(
        "near", .query, summary: "List activities near a place, the nearest first.",
        discussion: """
            Distances are along a great circle of a sphere with the Earth's mean radius, 6371.0088 km (haversine): at most \
            0.56 % off.
            """,
        fields: [at.declaration, within.declaration, ListQuery.limit.declaration],
        result: .list(given, columns: ["id", "distance", "name", "category", "place", "rating"])
    ) { input, context in
        let values: DataObject = [
            "at": .text(try input.required(at)), "within": .decimal(try input.required(within)),
            "limit": .integer(input[ListQuery.limit] ?? 100),
        ]
        guard let found = try Asked.items("near", of: Asked.activities, values, context) else {
            return Asked.list([], warnings: [Asked.isOff(Asked.activities, "nothing to do is known")])
        }
        return Asked.list(
            found.items.map { item in
                .object(given.reduce(into: DataObject()) { $0[$1.name] = item[$1.name] ?? .null })
            }, warnings: found.warnings)
    }
}
