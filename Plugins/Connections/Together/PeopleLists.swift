import AtriumSDK
import GRDB

/// Lists of people that make themselves: whom to get in touch with, whom one met, with whom one shares interests.
enum PeopleLists {
    static let all = [
        health, followUp, outOfTouch, recentlyMet, sharedInterests, upcomingReminders, birthdays,
    ]

    // MARK: - Keeping in touch

    private static let touchFields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The person's id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The person's uid.", isRequired: true),
        FieldDeclaration("name", .text, help: "The person's name.", isRequired: true),
        FieldDeclaration("interests", .list(.text), help: "The person's interests.", isRequired: true),
        PersonFields.lastInteraction,
        PersonFields.cadence.declaration, PersonFields.due, PersonFields.health,
    ]
    private static let limit = ListQuery.limit

    private static let health = Command(
        "health", .query, summary: "List how well you keep in touch with people, lowest score first.",
        discussion: """
            Lists people with a cadence and people with whom you logged an interaction. The health is 100 if you were in \
            touch within the cadence, and often enough over the last four cadences; it halves with each further cadence \
            without contact. To give a cadence to everyone who has none, use \
            \(command: "settings set", .argument("key", "cadence"), .argument("value", "90")).
            """,
        fields: [limit.declaration],
        result: .list(
            touchFields, columns: ["id", "name", "lastInteraction", "cadenceDays", "due", "health"])
    ) { input, context in
        let most = Int(input[limit] ?? 100)
        var people = try Touch.worst(limit: most, context)
        // Those without a cadence come last: nothing is missing there.
        if people.count < most {
            people += try Touch.quiet(
                since: context.today, isAlive: false, limit: most - people.count, context)
        }
        if people.count < most { people += try Touch.onlyLater(context) }
        return try list(people, input, context)
    }

    private static let order = Field<String>.choice(
        "sort", of: ["due", "cadences"],
        help: "Sort by the day you wanted to be in touch, or by the number of cadences that have passed."
    ).defaulting(to: .text("due"))

    private static let followUp = Command(
        "follow-up", .query, summary: "List people you are due to contact.",
        discussion: """
            Set how often you want to be in touch with \(command: "connections edit"), \
            \(field: "cadenceDays", as: "cadence"), and log each contact with \(command: "connections interactions add").
            """,
        fields: [order.declaration, limit.declaration],
        result: .list(
            touchFields, columns: ["id", "name", "lastInteraction", "cadenceDays", "due", "health"])
    ) { input, context in
        let late = try Touch.all(where: Touch.isLateSQL, context)
        let isByCadences = input[order] == "cadences"
        return try list(
            late.sorted {
                // Who has waited for more of their cadences, and of these whose health is worse.
                isByCadences
                    ? ($1.waited(context.today), $0.health ?? 101, $0.id)
                        < ($0.waited(context.today), $1.health ?? 101, $1.id)
                    : ($0.due ?? context.today, $0.id) < ($1.due ?? context.today, $1.id)
            }, input, context)
    }

    private static let silence = Field<Int64>.integer(
        "days", in: 1...36_600, help: "The minimum number of days since the last interaction."
    ).defaulting(to: .integer(180))

    private static let outOfTouch = Command(
        "out-of-touch", .query,
        summary: "List people you have not been in touch with for a long time, longest first.",
        discussion: """
            Lists only people without a cadence; \(command: "connections follow-up") lists the others.
            """,
        fields: [silence.declaration, limit.declaration],
        result: .list(touchFields, columns: ["id", "name", "lastInteraction"])
    ) { input, context in
        let day = context.today.adding(days: -Int(input[silence] ?? 180))
        return try list(
            Touch.quiet(since: day, limit: Int(input[limit] ?? 100), context), input, context)
    }

    private static func list(_ people: [Touch], _ input: Arguments, _ context: CommandContext) throws
        -> DataValue
    {
        let shown = people.prefix(Int(input[limit] ?? 100))
        let interests = try Interests(of: shown.map(\.id), context.db)
        return .object([
            "items": .list(
                shown.map { touch in
                    .object([
                        "id": .integer(touch.id), "uid": .text(touch.uid), "name": .text(touch.name),
                        "interests": .list(interests.of(touch.id).map(DataValue.text)),
                        "lastInteraction": .text(orNull: touch.last?.description),
                        "cadenceDays": .integer(orNull: (touch.cadence?.days).map(Int64.init)),
                        "due": .text(orNull: touch.due?.description),
                        "health": .integer(orNull: touch.health.map(Int64.init)),
                    ])
                })
        ])
    }

    // MARK: - Recently met

    private static let days = Field<Int64>.integer(
        "days", in: 1...3660, help: "The number of days to look back."
    ).defaulting(to: .integer(Int64(RecentlyMet.usualDays)))

    private static let recentlyMet = Command(
        "recently-met", .query, summary: "List people you met recently, newest first.",
        discussion: """
            Uses the day you met, or the first interaction if that day is unknown.
            """,
        fields: [days.declaration, limit.declaration],
        result: .list(
            [
                FieldDeclaration("id", .integer(), help: "The person's id.", isRequired: true),
                FieldDeclaration("uid", .text, help: "The person's uid.", isRequired: true),
                FieldDeclaration("name", .text, help: "The person's name.", isRequired: true),
                FieldDeclaration(
                    "met", .partialDate, help: "The day you met or were first in touch.", isRequired: true),
                FieldDeclaration("metPlace", .text, help: "The place where you met."),
            ], columns: ["id", "name", "met", "metPlace"])
    ) { input, context in
        let back = Int(input[days] ?? Int64(RecentlyMet.usualDays))
        let first = context.today.adding(days: -back + 1).description
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT r.id, r.uid, r.display_name, r.met_place, m.met \(RecentlyMet.sql(since: ":first"))
                ORDER BY m.met DESC, r.id LIMIT :limit
                """,
            arguments: [
                "first": first, "today": context.today.description, "limit": input[limit] ?? 100,
            ])
        return .object([
            "items": .list(
                rows.map { row in
                    .object([
                        "id": .integer(row["id"]), "uid": .text(row["uid"]),
                        "name": .text(row["display_name"]), "met": .text(row["met"]),
                        "metPlace": .text(orNull: row["met_place"]),
                    ])
                })
        ])
    }

    // MARK: - Interests

    private static let person = Field<Int64>.record(
        "with", of: PersonStore.collection,
        help: "Compare with this person's interests instead of yours.")
    private static let interest = Field<[String]>.texts(
        "interests", help: "Search for these interests instead."
    ).option("interest").formatted(.words)

    private static let sharedInterests = Command(
        "shared-interests", .query,
        summary: "List people who share interests with you, most shared interests first.",
        discussion: """
            Set your own interests with \
            \(command: "settings set", .argument("key", "interests"), .argument("value", "sailing, chess")), and those of \
            another person with \(command: "connections edit"), \(field: "addInterests", as: "add-interest").
            """,
        fields: [interest.declaration, person.declaration, limit.declaration],
        result: .list(
            [
                FieldDeclaration("id", .integer(), help: "The person's id.", isRequired: true),
                FieldDeclaration("uid", .text, help: "The person's uid.", isRequired: true),
                FieldDeclaration("name", .text, help: "The person's name.", isRequired: true),
                FieldDeclaration("shared", .list(.text), help: "The shared interests.", isRequired: true),
                FieldDeclaration(
                    "interests", .list(.text), help: "All interests of the person.", isRequired: true),
            ], columns: ["id", "name", "shared"])
    ) { input, context in
        let interests = try Interests(context.db)
        let wanted = input[interest] ?? input[person].map(interests.of) ?? context.settings.interests
        guard !wanted.isEmpty else {
            let warning =
                input[person] == nil
                ? "you have no interests in the settings and gave none"
                : "the person has no interests"
            return .object(["items": .list([]), "warnings": .list([.text(warning)])])
        }
        let found = interests.people(sharing: wanted).filter { $0.id != input[person] }
            .prefix(Int(input[limit] ?? 100))
        let store = PersonStore(db: context.db, tags: context.tags)
        return .object([
            "items": .list(
                try found.map { person in
                    .object([
                        "id": .integer(person.id), "uid": .text(orNull: try store.uid(person.id)),
                        "name": .text(orNull: try store.name(person.id)),
                        "shared": .list(person.shared.map(DataValue.text)),
                        "interests": .list(interests.of(person.id).map(DataValue.text)),
                    ])
                })
        ])
    }

    // MARK: - What is to come

    private static let ahead = Field<Int64>.integer(
        "days", in: 1...366, help: "The number of days to look ahead."
    ).defaulting(to: .integer(30))

    private static let upcomingReminders = Command(
        "upcoming-reminders", .query,
        summary: "List upcoming reminders for people, in the order they are due.",
        fields: [ahead.declaration],
        result: .list(
            [
                FieldDeclaration("collection", .text, help: "The collection of reminders.", isRequired: true),
                FieldDeclaration("id", .integer(), help: "The reminder's id.", isRequired: true),
                FieldDeclaration("next", .when, help: "When the reminder is due."),
                FieldDeclaration("title", .text, help: "The reminder's title.", isRequired: true),
                FieldDeclaration(
                    "people", .list(.text), help: "The people the reminder is for.", isRequired: true),
            ], columns: ["id", "next", "title", "people"])
    ) { input, context in
        let reminders = CollectionID(module: "reminders", name: "reminders")
        let days = DataValue.integer(input[ahead] ?? 30)
        var items: [DataValue] = []
        for (name, values) in [("today", DataObject()), ("upcoming", ["days": days])] {
            guard let answer = try context.modules.answer(name, of: reminders, values) else {
                return .object([
                    "items": .list([]), "warnings": .list([.text("the module reminders is off")]),
                ])
            }
            items += answer.objectValue?["items"]?.listValue ?? []
        }
        let wanted = items.compactMap(\.objectValue).filter { item in
            item["people"]?.listValue?.isEmpty == false && item["overdue"] != .bool(true)
        }
        return .object([
            "items": .list(
                wanted.map { item -> DataValue in
                    let fields = ["id", "next", "title", "people"].map { ($0, item[$0] ?? .null) }
                    return .object(
                        fields.reduce(into: ["collection": .text(reminders.description)]) { $0[$1.0] = $1.1 })
                })
        ])
    }

    private static let birthdays = Command(
        "birthdays", .query, summary: "List upcoming birthdays and anniversaries.",
        discussion: "A date on 29 February is listed on the 28th in years that are not leap years.",
        fields: [ahead.declaration],
        result: .list(
            [
                FieldDeclaration("id", .integer(), help: "The person's id.", isRequired: true),
                FieldDeclaration("day", .date, help: "The day.", isRequired: true),
                FieldDeclaration(
                    "kind", .choice(["birthday", "anniversary"]), help: "The kind.", isRequired: true),
                FieldDeclaration(
                    "title", .text, help: "The name, with the number of years in parentheses if it is known.",
                    isRequired: true),
            ], columns: ["id", "day", "kind", "title"])
    ) { input, context in
        let last = context.today.adding(days: Int(input[ahead] ?? 30))
        let entries = try PeopleOverview.yearlyEntries(on: context.today...last, context.db)
        return .object([
            "items": .list(
                entries.sorted { ($0.day, $0.record.id) < ($1.day, $1.record.id) }.map { entry in
                    .object([
                        "id": .integer(entry.record.id), "day": .text(entry.day.description),
                        "kind": .text(entry.kind.name), "title": .text(entry.title),
                    ])
                })
        ])
    }
}
