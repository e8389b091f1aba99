import AtriumSDK
import GRDB
import ICalendarExchange
import RecordKit

/// The commands that answer questions about all activities.
enum ActivityQuestions {
    static let all = [categories, near, suggest, ActivitiesAbout.query]

    // MARK: - categories

    private static let categories = Command(
        "categories", .query, summary: "List the kinds of activities with the number of each.",
        result: .list(
            [
                FieldDeclaration("category", .text, help: "The kind.", isRequired: true),
                FieldDeclaration(
                    "count", .integer(), help: "The number of activities.", isRequired: true),
            ], columns: ["category", "count"])
    ) { _, context in
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT category, count(*) FROM activities_activity WHERE category IS NOT NULL GROUP BY category
                ORDER BY lower(category)
                """)
        var counts = Categories.standard.map { (name: $0, count: 0 as Int64) }
        for row in rows {
            let name: String = row[0]
            if let index = counts.firstIndex(where: { $0.name == name }) {
                counts[index].count = row[1]
            } else {
                counts.append((name, row[1]))
            }
        }
        return .object([
            "items": .list(
                counts.map { .object(["category": .text($0.name), "count": .integer($0.count)]) })
        ])
    }

    // MARK: - near

    private static let at = Field<String>.text(
        "at", help: "The center: latitude,longitude in degrees, or the place or name of an activity."
    ).required
    private static let within = Field<Double>.decimal(
        "within", in: 0...20_038, help: "The maximum distance, in kilometers along a great circle."
    ).defaulting(to: .decimal(10))

    private static let near = Command(
        "near", .query, summary: "List activities near a place, nearest first.",
        discussion: """
            Distances are measured along a great circle of a sphere with the Earth's mean radius, 6371.0088 km. They are \
            at most 0.56 % off. Activities without coordinates are left out.
            """,
        fields: [at.declaration, within.declaration, ListQuery.limit.declaration],
        result: .list(
            activityKind.listedFields + [
                FieldDeclaration(
                    "distance", .decimal(), help: "The distance in kilometers.", isRequired: true)
            ], columns: ["id", "distance", "name", "category", "place", "rating", "lastDone"])
    ) { input, context in
        let point = try PlaceFinder(context).point(input.required(at))
        let reach = try input.required(within)
        let band = GreatCircle.latitudes(within: reach, of: point)
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT id, latitude, longitude FROM activities_activity WHERE latitude BETWEEN ? AND ?
                """, arguments: [band.lowerBound, band.upperBound])
        let found = rows.compactMap { row -> (id: Int64, distance: Double)? in
            guard let place = Coordinates(latitude: row[1], longitude: row[2]) else { return nil }
            let distance = GreatCircle.distance(point, place)
            return distance <= reach ? (row[0], distance) : nil
        }.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
        let table = activityKind.table(context)
        let items = try found.prefix(Int(input[ListQuery.limit] ?? 100)).map { id, distance -> DataValue in
            var item = try activityKind.listed(table.record(id), context)
            item["distance"] = .decimal((distance * 1000).rounded() / 1000)
            return .object(item)
        }
        return .object(["items": .list(items)])
    }

    // MARK: - suggest

    private static let people = Field<[Int64]>.records(
        "for", of: .people, help: "The people you want to do something with.")
    private static let rest = Field<Int64>.integer(
        "notWithin", in: 0...3660,
        help: "Leave out activities that are planned or were done in the last so many days."
    ).defaulting(to: .integer(30))
    private static let count = Field<Int64>.integer(
        "limit", in: 1...1000, help: "The maximum number of activities, 1 to 1000."
    ).defaulting(to: .integer(10))

    private static let suggest = Command(
        "suggest", .query, summary: "Suggest what to do, with reasons.",
        discussion: """
            For people, suggests activities that suit them or match their interests by category, tags or words. Without \
            people, suggests activities with a good rating. Activities not done for a long time are listed first.
            """,
        fields: [people.declaration, rest.declaration, count.declaration],
        result: .list(
            activityKind.listedFields + [
                FieldDeclaration(
                    "score", .integer(), help: "The strength of the suggestion.", isRequired: true),
                FieldDeclaration(
                    "reasons", .list(.text), help: "The reasons for the suggestion.", isRequired: true),
            ], columns: ["id", "name", "category", "place", "lastDone", "reasons"])
    ) { input, context in
        let table = activityKind.table(context)
        let guests = try (input[people] ?? []).compactMap { try guest($0, context) }
        let model = ActivitySuggestions(
            guests: guests, today: context.today, rest: Int(input[rest] ?? 30))
        // What was done lately or is planned, and for nobody what is not rated well, is left out before it is read whole.
        let ids = try Int64.fetchAll(
            context.db,
            sql: """
                SELECT r.id FROM activities_activity r WHERE ifnull(r.planned < :today, TRUE) AND NOT EXISTS
                (SELECT 1 FROM activities_occasion o WHERE o.activity_id = r.id AND o.day > :rested)
                AND (:guests > 0 OR r.rating >= 4)
                """,
            arguments: [
                "today": context.today.description,
                "rested": context.today.adding(days: -model.rest).description, "guests": guests.count,
            ])
        let friends = try friends(of: guests, context)
        var found: [(stored: StoredRecord, last: LocalDate, suggestion: ActivitySuggestions.Suggestion)] = []
        for id in ids {
            let stored = try table.record(id)
            let activity = Activity(stored.values)
            if let suggestion = model.suggestion(activity, goodFor: friends[id] ?? []) {
                found.append((stored, activity.lastDone ?? DaysDeclaration.first, suggestion))
            }
        }
        found.sort {
            ($1.suggestion.score, $0.last, $0.stored.id) < ($0.suggestion.score, $1.last, $1.stored.id)
        }
        let items = try found.prefix(Int(input[count] ?? 10)).map { stored, _, suggestion -> DataValue in
            var item = try activityKind.listed(stored, context)
            item["score"] = .integer(Int64(suggestion.score))
            item["reasons"] = .list(suggestion.reasons.map(DataValue.text))
            return .object(item)
        }
        var result: DataObject = ["items": .list(items)]
        if !guests.isEmpty, guests.allSatisfy(\.interests.isEmpty) {
            result["warnings"] = .list([
                .text("these people have no interests: only activities that suit them were considered")
            ])
        }
        return .object(result)
    }

    /// For each activity the ids of those of the guests whom it is good for.
    private static func friends(
        of guests: [ActivitySuggestions.Guest], _ context: CommandContext
    ) throws -> [Int64: Set<Int64>] {
        var friends: [Int64: Set<Int64>] = [:]
        for guest in guests {
            let person = RecordReference(.people, guest.id)
            for activity in try context.links.origins(of: person, kind: ActivityLinks.goodFor)
            where activity.collection == .activities {
                friends[activity.id, default: []].insert(guest.id)
            }
        }
        return friends
    }

    /// A person as the module that keeps people gives it; without interests where it gives none.
    private static func guest(_ id: Int64, _ context: CommandContext) throws -> ActivitySuggestions.Guest? {
        guard let person = try LinkedPeople(.people, context.modules).person(id) else { return nil }
        let name = try context.modules.title(of: RecordReference(.people, id))
        return ActivitySuggestions.Guest(
            id: id, name: name ?? "",
            interests: (person["interests"]?.listValue ?? []).compactMap(\.textValue))
    }
}

/// Finds the point that a user means by coordinates, or by what an activity or its place is called.
struct PlaceFinder {
    private let context: CommandContext
    /// How far apart points may be that are one place, in kilometres.
    private static let extent = 1.0

    init(_ context: CommandContext) {
        self.context = context
    }

    /// - Throws: ``AtriumError``: `badData` where it is off the globe, `notFound` where nothing is called so, `ambiguous`
    ///   where places that lie apart are.
    func point(_ text: String) throws -> Coordinates {
        if let coordinates = try coordinates(text) { return coordinates }
        let isIt = ["place", "name"].map { "\(TextMatch.folded($0)) = \(TextMatch.folded("?1"))" }
        var points = try points(where: isIt.joined(separator: " OR "), text)
        if points.isEmpty, Coordinates.isNumbers(text) {
            // Whoever writes 1 means no part of a name.
            return try Coordinates(given: text, field: "at")
        }
        if points.isEmpty { points = try self.points(where: TextMatch.contains("place", "?1"), text) }
        // Each is one place with all that lie near it.
        let places = points.reduce(into: [Coordinates]()) { places, point in
            if !places.contains(where: { GreatCircle.distance($0, point) <= Self.extent }) {
                places.append(point)
            }
        }
        guard let first = places.first else {
            throw AtriumError(
                .notFound, "there is no activity with coordinates at “\(text)”",
                remedy: "give \(field: "at") as latitude,longitude, such as 48.2082,16.3738", field: "at")
        }
        guard places.count == 1 else {
            throw AtriumError(
                .ambiguous, "“\(text)” matches \(places.count) places",
                remedy: "give \(field: "at") as latitude,longitude: \(first), \(places[1]), …", field: "at")
        }
        return first
    }

    /// The points of the activities for which SQL with one argument holds.
    private func points(where condition: String, _ text: String) throws -> [Coordinates] {
        try Row.fetchAll(
            context.db,
            sql: """
                SELECT latitude, longitude FROM activities_activity
                WHERE latitude IS NOT NULL AND (\(condition)) ORDER BY id
                """, arguments: [text]
        ).compactMap { Coordinates(latitude: $0[0], longitude: $0[1]) }
    }

    /// Coordinates, where the text is any; a name may have commas and digits as well.
    private func coordinates(_ text: String) throws -> Coordinates? {
        do throws(Coordinates.Problem) {
            return try Coordinates(text)
        } catch {
            if case .offGlobe = error { return try Coordinates(given: text, field: "at") }
            return nil
        }
    }
}
