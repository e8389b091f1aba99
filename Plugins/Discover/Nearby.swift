import AtriumSDK

/// What there is to do near a place.
enum Nearby {
    private static let at = Field<String>.text(
        "at", help: "The center: latitude,longitude in degrees, or the place or name of an activity."
    ).required
    private static let within = Field<Double>.decimal(
        "within", in: 0...20_038, help: "The maximum distance in kilometers."
    ).defaulting(to: .decimal(10))
    /// What is given of an activity, as activities gives it.
    private static let given: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The activity's id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The activity's uid.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name.", isRequired: true),
        FieldDeclaration("category", .text, help: "The category."),
        FieldDeclaration("place", .text, help: "The place, in words."),
        FieldDeclaration("coordinates", .text, help: "Latitude and longitude in degrees."),
        FieldDeclaration("rating", .integer(), help: "The rating, from 1 to 5 (best)."),
        FieldDeclaration("lastDone", .date, help: "The last day on which it was done."),
        FieldDeclaration(
            "distance", .decimal(), help: "The distance in kilometers.", isRequired: true),
    ]

    static let query = Command(
        "near", .query, summary: "List activities near a place, nearest first.",
        discussion: """
            Distances are great-circle distances on a sphere with the Earth's mean radius, 6371.0088 km (haversine); they \
            are at most 0.56 % off.
            """,
        fields: [at.declaration, within.declaration, ListQuery.limit.declaration],
        result: .list(given, columns: ["id", "distance", "name", "category", "place", "rating"])
    ) { input, context in
        let values: DataObject = [
            "at": .text(try input.required(at)), "within": .decimal(try input.required(within)),
            "limit": .integer(input[ListQuery.limit] ?? 100),
        ]
        guard let found = try Asked.items("near", of: Asked.activities, values, context) else {
            return Asked.list([], warnings: [Asked.isOff(Asked.activities, "no activities can be listed")])
        }
        return Asked.list(
            found.items.map { item in
                .object(given.reduce(into: DataObject()) { $0[$1.name] = item[$1.name] ?? .null })
            }, warnings: found.warnings)
    }
}
