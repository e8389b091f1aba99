import AtriumSDK

/// Whom to get in touch with again: a pure function of what is known of people.
///
/// Somebody for whom there is a day by which to be in touch is late from the day after it, by as many of their cadences as have
/// passed since; somebody without one from ``patience`` days after the last interaction on, by as many of these.
struct Reconnecting {
    /// Somebody, as connections gives them.
    struct Person: Sendable, Hashable {
        let id: Int64
        let uid: String
        let name: String
        let interests: [String]
        /// The day of the last interaction; nil: none is known.
        let last: LocalDate?
        /// How often to be in touch, in days; nil where that is open.
        let cadence: Int?
        /// The day by which to be in touch again.
        let due: LocalDate?
        /// How well they keep in touch, 0 to 100.
        let health: Int?

        /// Reads an item of `connections follow-up` or `connections out-of-touch`; what it does not give is not known.
        init?(_ item: DataObject) {
            guard let id = item["id"]?.integerValue, let uid = item["uid"]?.textValue else { return nil }
            func day(_ name: String) -> LocalDate? { item[name]?.textValue.flatMap(LocalDate.init(iso:)) }
            self.id = id
            self.uid = uid
            name = item["name"]?.textValue ?? ""
            interests = item["interests"]?.listValue?.compactMap(\.textValue) ?? []
            last = day("lastInteraction")
            cadence = (item["cadenceDays"]?.integerValue).flatMap { $0 > 0 ? Int(clamping: $0) : nil }
            due = day("due")
            health = item["health"]?.integerValue.map { Int(clamping: $0) }
        }
    }

    /// The day that it is for the user.
    let today: LocalDate
    /// After how many days without an interaction somebody is thought of who has no cadence.
    let patience: Int

    /// How late it is for somebody, as a multiple of how long one should wait, at least 1; nil: it is not.
    func lateness(of person: Person) -> Double? {
        if let due = person.due {
            let days = today.daysSince1970 - due.daysSince1970
            return days > 0 ? 1 + Double(days) / Double(person.cadence ?? patience) : nil
        }
        guard let days = daysSince(person), days >= patience else { return nil }
        return Double(days) / Double(patience)
    }

    /// How many days ago the last interaction was; nil where none is known, or it is to come.
    func daysSince(_ person: Person) -> Int? {
        guard let last = person.last, last <= today else { return nil }
        return today.daysSince1970 - last.daysSince1970
    }

    /// Those for whom it is time, the latest first.
    func late(_ people: [Person]) -> [Person] {
        people.compactMap { person in lateness(of: person).map { (person, $0) } }
            .sorted { ($1.1, $0.0.health ?? 101, $0.0.id) < ($0.1, $1.0.health ?? 101, $1.0.id) }
            .map(\.0)
    }

    /// Why somebody is named.
    func reasons(_ person: Person) -> [String] {
        var reasons: [String] = []
        if let days = daysSince(person) {
            reasons.append("last in touch \(days) \(days == 1 ? "day" : "days") ago")
        } else {
            reasons.append("no interaction yet")
        }
        if let cadence = person.cadence {
            reasons.append(
                cadence == 1
                    ? "you want to be in touch every day" : "you want to be in touch every \(cadence) days")
        }
        return reasons
    }
}

extension Reconnecting {
    private static let after = Field<Int64>.integer(
        "after", in: 1...36_600,
        help: "For people without a cadence: the days since the last interaction before they are listed."
    ).defaulting(to: .integer(180))
    private static let limit = Field<Int64>.integer(
        "limit", in: 1...1000, help: "The maximum number of people, from 1 to 1000."
    ).defaulting(to: .integer(10))

    static let query = Command(
        "reconnect", .query, summary: "List people to get in touch with again, most overdue first.",
        discussion: """
            People are ordered by the time since the last interaction, relative to how often you want to be in touch: two \
            weeks with a weekly cadence come before a year with a yearly one.
            """,
        fields: [after.declaration, limit.declaration],
        result: .list(
            [
                FieldDeclaration("id", .integer(), help: "The person's id.", isRequired: true),
                FieldDeclaration("uid", .text, help: "The person's uid.", isRequired: true),
                FieldDeclaration("name", .text, help: "The name.", isRequired: true),
                FieldDeclaration("interests", .list(.text), help: "The interests.", isRequired: true),
                FieldDeclaration("lastInteraction", .date, help: "The day of the last interaction."),
                FieldDeclaration("daysSince", .integer(), help: "The days since then."),
                FieldDeclaration(
                    "cadenceDays", .integer(), help: "Your cadence: the days between interactions."),
                FieldDeclaration("due", .date, help: "The day by which you want to be in touch again."),
                FieldDeclaration("health", .integer(), help: "The health of the contact, from 0 to 100."),
                FieldDeclaration("reasons", .list(.text), help: "The reasons.", isRequired: true),
            ], columns: ["id", "name", "lastInteraction", "health", "reasons"])
    ) { input, context in
        let (patience, most) = (input[after] ?? 180, input[limit] ?? 10)
        // Of each no more than are given: who waits longest comes first there too.
        let wait: DataObject = ["sort": .text("cadences"), "limit": .integer(most)]
        let silence: DataObject = ["days": .integer(patience), "limit": .integer(most)]
        guard let due = try Asked.items("follow-up", of: Asked.people, wait, context),
            let quiet = try Asked.items("out-of-touch", of: Asked.people, silence, context)
        else { return Asked.list([], warnings: [Asked.isOff(Asked.people, "no people can be listed")]) }
        let model = Reconnecting(today: context.today, patience: Int(patience))
        let late = model.late((due.items + quiet.items).compactMap(Person.init)).prefix(Int(most))
        return Asked.list(
            late.map { person in
                .object([
                    "id": .integer(person.id), "uid": .text(person.uid), "name": .text(person.name),
                    "interests": .list(person.interests.map(DataValue.text)),
                    "lastInteraction": .text(orNull: person.last?.description),
                    "daysSince": .integer(orNull: model.daysSince(person).map(Int64.init)),
                    "cadenceDays": .integer(orNull: person.cadence.map(Int64.init)),
                    "due": .text(orNull: person.due?.description),
                    "health": .integer(orNull: person.health.map(Int64.init)),
                    "reasons": .list(model.reasons(person).map(DataValue.text)),
                ])
            }, warnings: due.warnings + quiet.warnings)
    }
}
