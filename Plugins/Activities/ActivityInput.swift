import AtriumSDK
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// The fields that `add` and `edit` take, and what they make of an activity.
///
/// A planned local time is read on the clock of `zone`; without one on that of the time that it replaces, else on the user's.
enum ActivityInput {
    static let record = Collection.recordField(of: .activities, named: "activity")
    static let name = Field<String>.text("name", help: "What it is called.")
    static let category = Field<String>.text(
        "category", help: "Its kind: restaurants, events, hobbies, places, or a word of your own.")
    static let place = Field<String>.text("place", help: "Where it is, in words: a name, an address.")
    static let coordinates = Field<String>.text(
        "coordinates",
        help: "Where it is on the globe: latitude,longitude in degrees, such as 48.2082,16.3738.")
    static let notes = Field<String>.longText("notes", help: "More about it.")
    static let link = Field<String>.text(
        "link", help: "Where to read more: a URI such as https://example.org.")
    static let cost = Field<String>.text(
        "cost", help: "What it costs: an amount with its currency, such as 12.50 EUR; 0 where it is free.")
    static let rating = Field<Int64>.integer(
        "rating", in: 1...5, help: "How good it is, from 1 to 5, the best.")
    static let planned = Field<String>.when(
        "planned", help: "When it is planned: a day, a time in the zone, or an instant.")
    static let zone = Field<String>.text(
        "zone", help: "The zone of the planned time (Europe/Vienna), UTC or floating; yours if none is given."
    )
    static let goodFor = PeopleFields("goodFor", of: .people, words: "those whom it is good for")
    static let tags = Field<[String]>.texts("tags", help: "Its tags.").option("tag")

    /// What add and edit have in common.
    static let fields: [FieldDeclaration] = [
        category.declaration, place.declaration, coordinates.declaration, notes.declaration, link.declaration,
        cost.declaration, rating.declaration, planned.declaration, zone.declaration, goodFor.all.declaration,
        tags.declaration,
    ]

    /// Applies all fields that were given, but for people.
    ///
    /// - Parameter zones: knows the zone of the time that is planned.
    /// - Throws: ``AtriumError`` with code `badData` where a value is wrong.
    static func apply(
        _ input: Arguments, to activity: inout Activity, zones: ZoneResolver, _ table: ActivityTable,
        _ context: CommandContext
    ) throws {
        try input.apply(name, to: &activity.name)
        guard let line = Words.line(activity.name) else {
            throw AtriumError(
                .badData, "name cannot be empty", remedy: "say what there is to do", field: "name")
        }
        activity.name = line
        if case .set(let text) = input.change(category) {
            let known = try table.categories()
            activity.category = Words.line(text).map { Categories.spelled($0, known: known) }
        } else {
            input.apply(category, to: &activity.category)
        }
        input.apply(place, to: &activity.place)
        activity.place = activity.place.flatMap(Words.line)
        input.apply(notes, to: &activity.notes)
        activity.notes = Words.filled(activity.notes)
        try apply(coordinates, input, to: &activity.coordinates, { try Self.coordinates(of: $0) })
        try apply(cost, input, to: &activity.cost, Self.cost(of:))
        try apply(link, input, to: &activity.link, Self.link(of:))
        var stars = activity.rating.map(Int64.init)
        input.apply(rating, to: &stars)
        activity.rating = stars.map(Int.init)
        if let words = input[tags] { activity.tags = Words.distinctTags(words) }
        if case .clear = input.change(tags) { activity.tags = [] }
        try applyPlanned(input, to: &activity, zones: zones, context)
    }

    // MARK: - Values

    private static func apply<Value>(
        _ field: Field<String>, _ input: Arguments, to property: inout Value?,
        _ parse: (String) throws -> Value
    ) throws {
        switch input.change(field) {
        case .keep: break
        case .clear: property = nil
        case .set(let text): property = Words.line(text) == nil ? nil : try parse(text)
        }
    }

    /// - Throws: ``AtriumError`` with code `badData` where the text is no point on the globe.
    static func coordinates(of text: String, field: String = "coordinates") throws -> Coordinates {
        do throws(Coordinates.Problem) {
            return try Coordinates(text)
        } catch {
            switch error {
            case .notCoordinates:
                throw AtriumError(
                    .badData, "“\(text)” is not two numbers",
                    remedy: "give latitude,longitude in degrees, such as 48.2082,16.3738", field: field)
            case .offGlobe:
                throw AtriumError(
                    .badData, "“\(text)” is off the globe",
                    remedy: "the latitude is from -90 to 90, the longitude from -180 to 180", field: field)
            }
        }
    }

    private static func cost(of text: String) throws -> Cost {
        do throws(Cost.Problem) {
            return try Cost(text)
        } catch {
            throw AtriumError(
                .badData, "cost \(error.message)",
                remedy: "write it as 12.50 EUR, with the letters of ISO 4217; 0 where it is free",
                field: "cost")
        }
    }

    private static func link(of text: String) throws -> String {
        let link = Words.line(text) ?? ""
        let scheme = link.prefix { $0 != ":" }
        let isURI =
            scheme.count < link.count && scheme.first?.isLetter == true
            && scheme.utf8.allSatisfy {
                (97...122).contains($0 | 0x20) || (48...57).contains($0) || "+-.".utf8.contains($0)
            } && !link.contains(where: \.isWhitespace)
        guard isURI else {
            throw AtriumError(
                .badData, "link is no URI", remedy: "write it whole, such as https://example.org",
                field: "link")
        }
        return link
    }

    private static func applyPlanned(
        _ input: Arguments, to activity: inout Activity, zones: ZoneResolver, _ context: CommandContext
    ) throws {
        let given = GivenTime(
            zone: input.change(zone), other: activity.planned,
            userZone: Zones.id(of: context.settings.timeZone),
            zones: zones)
        switch input.change(planned) {
        case .clear: activity.planned = nil
        case .set(let text): activity.planned = try given.time(text, field: "planned")
        case .keep: activity.planned = try given.showingSame(as: activity.planned, field: "planned")
        }
    }
}
