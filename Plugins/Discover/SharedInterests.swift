import AtriumSDK

/// People who share interests, and the activities that have to do with these.
enum SharedInterests {
    private static let interest = Field<String>.text(
        "interest", help: "An interest, whoever has it; those that you have if none is given."
    ).positional
    /// How many activities are given for an interest.
    private static let mostActivities: Int64 = 50

    static let query = Command(
        "interests", .query, summary: "List who shares an interest, and what there is to do about it.",
        discussion: """
            Activities belong to an interest by their category, a tag, or their words. Without an interest, those of yours \
            count, which are a setting.
            """,
        fields: [interest.declaration, ListQuery.limit.declaration],
        result: .list(
            [
                FieldDeclaration("interest", .text, help: "The interest.", isRequired: true),
                FieldDeclaration(
                    "kind", .choice(["person", "activity"]), help: "What is found.", isRequired: true),
                FieldDeclaration("id", .integer(), help: "Its id.", isRequired: true),
                FieldDeclaration("uid", .text, help: "Its uid.", isRequired: true),
                FieldDeclaration("name", .text, help: "What it is called.", isRequired: true),
            ], columns: ["interest", "kind", "id", "name"])
    ) { input, context in
        let wanted = input[interest].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        var values: DataObject = ["limit": .integer(input[ListQuery.limit] ?? 100)]
        if let wanted { values["interests"] = .list([.text(wanted)]) }
        var warnings: [DataValue] = []
        var people: [(interest: String, person: DataObject)] = []
        if let found = try Asked.items("shared-interests", of: Asked.people, values, context) {
            warnings += found.warnings
            people = found.items.flatMap { person in
                (person["shared"]?.listValue?.compactMap(\.textValue) ?? []).map { ($0, person) }
            }
        } else {
            warnings.append(Asked.isOff(Asked.people, "no people are known"))
        }
        var interests = wanted.map { [$0] } ?? context.settings.interests
        for (interest, _) in people
        where !interests.contains(where: { $0.lowercased() == interest.lowercased() }) {
            interests.append(interest)
        }
        var isOff = false
        let items = try interests.flatMap { interest -> [DataValue] in
            let those = people.filter { $0.interest.lowercased() == interest.lowercased() }
            let found = try activities(about: interest, context)
            isOff = isOff || found == nil
            return those.compactMap { item($0.person, "person", interest) }
                + (found ?? []).compactMap { item($0, "activity", interest) }
        }
        if isOff { warnings.append(Asked.isOff(Asked.activities, "nothing to do is known")) }
        return Asked.list(items, warnings: warnings)
    }

    private static func item(_ record: DataObject, _ kind: String, _ interest: String) -> DataValue? {
        guard let id = record["id"], let uid = record["uid"] else { return nil }
        return .object([
            "interest": .text(interest), "kind": .text(kind), "id": id, "uid": uid,
            "name": .text(record["name"]?.textValue ?? ""),
        ])
    }

    /// The activities whose category, tag or words an interest is, each once; nil while the module is off.
    private static func activities(about interest: String, _ context: CommandContext) throws -> [DataObject]?
    {
        var activities: [DataObject] = []
        for field in ["category", "tag", "text"] {
            let values: DataObject = [field: .text(interest), "limit": .integer(mostActivities)]
            guard let found = try Asked.items("list", of: Asked.activities, values, context) else {
                return nil
            }
            activities += found.items.filter { item in !activities.contains { $0["id"] == item["id"] } }
        }
        return activities
    }
}
