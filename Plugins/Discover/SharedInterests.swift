import AtriumSDK

/// People who share interests, and the activities that have to do with these.
enum SharedInterests {
    private static let interest = Field<String>.text(
        "interest", help: "An interest. Defaults to your own interests."
    ).positional
    /// How many activities are given for an interest.
    private static let mostActivities: Int64 = 50

    static let query = Command(
        "interests", .query, summary: "List people who share an interest, and activities for it.",
        discussion: """
            An activity matches an interest by its category, a tag or its text. Your own interests are a setting.
            """,
        fields: [interest.declaration, ListQuery.limit.declaration],
        result: .list(
            [
                FieldDeclaration("interest", .text, help: "The interest.", isRequired: true),
                FieldDeclaration(
                    "kind", .choice(["person", "activity"]), help: "The kind of record.", isRequired: true),
                FieldDeclaration("id", .integer(), help: "The id of the record.", isRequired: true),
                FieldDeclaration("uid", .text, help: "The uid of the record.", isRequired: true),
                FieldDeclaration("name", .text, help: "The name of the record.", isRequired: true),
            ], columns: ["interest", "kind", "id", "name"])
    ) { input, context in
        let wanted = input[interest].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        let limit = input[ListQuery.limit] ?? 100
        var values: DataObject = ["limit": .integer(limit)]
        if let wanted { values["interests"] = .list([.text(wanted)]) }
        var warnings: [DataValue] = []
        var people: [(interest: String, person: DataObject)] = []
        if let found = try Asked.items("shared-interests", of: Asked.people, values, context) {
            warnings += found.warnings
            people = found.items.flatMap { person in
                (person["shared"]?.listValue?.compactMap(\.textValue) ?? []).map { ($0, person) }
            }
        } else {
            warnings.append(Asked.isOff(Asked.people, "no people can be listed"))
        }
        var interests = wanted.map { [$0] } ?? context.settings.interests
        for (interest, _) in people
        where !interests.contains(where: { $0.lowercased() == interest.lowercased() }) {
            interests.append(interest)
        }
        var activities: [DataObject] = []
        if !interests.isEmpty {
            let asked: DataObject = [
                "interests": .list(interests.map(DataValue.text)),
                "limit": .integer(min(limit, mostActivities)),
            ]
            if let found = try Asked.items("about", of: Asked.activities, asked, context) {
                activities = found.items
                warnings += found.warnings
            } else {
                warnings.append(Asked.isOff(Asked.activities, "no activities can be listed"))
            }
        }
        let items = interests.flatMap { interest -> [DataValue] in
            people.filter { $0.interest.lowercased() == interest.lowercased() }
                .compactMap { item($0.person, "person", interest) }
                + activities.filter { $0["interest"] == .text(interest) }
                .compactMap { item($0, "activity", interest) }
        }
        return Asked.list(Array(items.prefix(Int(limit))), warnings: warnings)
    }

    private static func item(_ record: DataObject, _ kind: String, _ interest: String) -> DataValue? {
        guard let id = record["id"], let uid = record["uid"] else { return nil }
        return .object([
            "interest": .text(interest), "kind": .text(kind), "id": id, "uid": uid,
            "name": .text(record["name"]?.textValue ?? ""),
        ])
    }
}
