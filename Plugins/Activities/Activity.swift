import AtriumSDK
import ICalendarFormat
import RecordKit

/// Something that there is to do, as far as code asks for it: a restaurant, a walk, a concert, a game.
struct Activity: Sendable, Hashable {
    /// What it is called: one line, never empty, without blanks around it.
    var name: String
    /// Its kind: one of ``Categories/standard`` or a word of the user's.
    var category: String?
    /// Where it is, in words: a name, an address.
    var place: String?
    /// Its point on the globe: ``Coordinates``.
    var coordinates: String?
    /// More about it, of any number of lines.
    var notes: String?
    /// Where to read more: a URI.
    var link: String?
    /// What it costs: ``Cost``.
    var cost: String?
    /// How good it is; nil: not rated.
    var rating: Int64?
    /// When it is planned, as its author wrote it: a day, or a time with its zone, in UTC or floating.
    ///
    /// What was planned stays when it was done.
    var planned: CalendarTime?
    /// The uids of those whom it is good for, also of people whom the vault does not have; links lead to the others.
    var goodFor: [String] = []
    /// Its tags.
    var tags: [String] = []
    /// The days on which it was done.
    ///
    /// Days are dates, as they were where the person was; no zone moves them.
    var occasions: [LocalDate: Occasion] = [:]

    /// How good it can be.
    static let ratings: ClosedRange<Int64> = 1...5
    static let ratingWords = "\(ratings.lowerBound) to \(ratings.upperBound)"

    init(name: String) {
        self.name = name
    }

    /// What the values of a record say.
    init(_ values: RecordValues) {
        name = values.text("name") ?? ""
        category = values.text("category")
        place = values.text("place")
        coordinates = values.text("coordinates")
        notes = values.text("notes")
        link = values.text("link")
        cost = values.text("cost")
        rating = values.integer("rating")
        planned = CalendarTime(values["planned"])
        goodFor = values.texts("goodFor")
        tags = values.texts("tags")
        occasions = Days.parts(of: values["done"]).mapValues(Occasion.init)
    }

    /// The last day on which it was done; nil: never.
    var lastDone: LocalDate? { occasions.keys.max() }
}

/// What there is to say of a day on which an activity was done.
struct Occasion: Sendable, Hashable {
    /// What was noted: one line, never empty.
    var note: String?
    /// The uids of those with whom it was done, as ``Activity/goodFor``.
    var with: [String] = []

    /// The days with what is said of them, as values of activities.
    static let days = DaysDeclaration(
        in: "activities_occasion", of: "activity_id", as: .occasions,
        parts: [
            .line("note", "A note about the day.").cell(
                CellDeclaration("doneNotes", "Notes on these days, one per line: 2026-03-01: with the dog.")
            ),
            .people(
                "with",
                PeopleDeclaration(
                    ActivityLinks.with, among: .people, column: "with_uids", "the people you did it with")
            ).cell(
                CellDeclaration(
                    "doneWith",
                    "The people you did it with, one day per line: 2026-03-01: uids or names, with commas.")),
        ], shownIn: "done")

    init(note: String? = nil, with: [String] = []) {
        self.note = note
        self.with = with
    }

    /// What the parts of a day say.
    init(_ parts: [DataValue]) {
        guard !parts.isEmpty else { return }
        note = parts[0].textValue
        with = parts[1].texts
    }

    /// Days as a value of an activity.
    static func value(_ days: [LocalDate: Occasion]) -> DataValue {
        Days.value(days.mapValues { [.text(orNull: $0.note), .texts($0.with)] })
    }

    /// Refuses a day on which nothing can have been done: one that has not come, or is too long ago.
    ///
    /// Tomorrow is taken: it may be there already where the person is.
    /// - Throws: ``AtriumError`` with code `badData`.
    static func check(_ day: LocalDate, today: LocalDate, field: String) throws {
        guard day >= DaysDeclaration.first else {
            throw AtriumError(
                .badData, "\(day) is too long ago", remedy: "give \(DaysDeclaration.first) or a later day",
                field: field)
        }
        guard day <= today.adding(days: 1) else {
            throw AtriumError(
                .badData, "\(day) is in the future",
                remedy: "add it when it is done; to plan the activity, set its \(field: "planned")",
                field: field)
        }
    }
}

/// The kinds of links from activities and their days to people.
enum ActivityLinks {
    /// From an activity to those whom it is good for.
    static let goodFor = "good for"
    /// From a day to those with whom it was done.
    static let with = "with"
}

/// The kinds of activities.
enum Categories {
    /// Those that everybody has.
    static let standard = ["restaurants", "events", "hobbies", "places"]

    /// A category in the spelling that it has already, among the standard ones and those that are in use.
    static func spelled(_ text: String, known: [String] = []) -> String {
        (standard + known).first { $0.lowercased() == text.lowercased() } ?? text
    }
}
