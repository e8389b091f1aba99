import AtriumSDK
import ICalendarFormat
import RecordKit

/// Something that there is to do: a restaurant, a walk, a concert, a game.
struct Activity: Sendable, Hashable {
    /// What it is called: one line, never empty, without blanks around it.
    var name: String
    /// Its kind: one of ``Categories/standard`` or a word of the user's; nil where there is none.
    var category: String?
    /// Where it is, in words: a name, an address.
    var place: String?
    /// Where it is on the globe.
    var coordinates: Coordinates?
    /// More about it, of any number of lines.
    var notes: String?
    /// Where to read more: a URI.
    var link: String?
    /// What it costs.
    var cost: Cost?
    /// How good it is, from 1 to 5, the best; nil: not rated.
    var rating: Int?
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

    init(name: String) {
        self.name = name
    }
}

/// What there is to say of a day on which an activity was done.
struct Occasion: Sendable, Hashable {
    /// What was noted: one line, never empty.
    var note: String?
    /// The uids of those with whom it was done, as ``Activity/goodFor``.
    var with: [String] = []
}

/// An activity as the vault keeps it.
struct StoredActivity: Sendable {
    /// The row's id, unique in the vault.
    let id: Int64
    /// The identifier that stays the same over export and import.
    let uid: String
    /// What is kept of it.
    let activity: Activity
    /// When it was made: `Instant`.
    let createdAt: String
    /// When it was last changed, an occasion included: `Instant`.
    let updatedAt: String
    /// Finds the zone of ``Activity/planned``.
    let zones: ZoneResolver
}

extension Activity {
    /// The last day on which it was done; nil: never.
    var lastDone: LocalDate? { occasions.keys.max() }

    /// The same with uids in the place of the words that mean them, each person once.
    func naming(_ uids: [String: String]) -> Activity {
        var activity = self
        activity.goodFor = NamedPeople.naming(goodFor, uids)
        for (day, occasion) in occasions {
            activity.occasions[day]?.with = NamedPeople.naming(occasion.with, uids)
        }
        return activity
    }

    /// The first day on which something can have been done: what is before it is a slip of the keyboard.
    static let firstDay = LocalDate(daysSince1970: -25_567)  // 1900-01-01

    /// The days on which it was done, here and by a file: what one side noted, changed or took away is so; where both changed
    /// one day, it is as here, and that is contested.
    ///
    /// - Parameters:
    ///   - there: what the file says.
    ///   - before: what both began from.
    func joinedOccasions(
        with there: [LocalDate: Occasion], since before: [LocalDate: Occasion]
    ) -> (occasions: [LocalDate: Occasion], isContested: Bool) {
        var joined: [LocalDate: Occasion] = [:]
        var isContested = false
        for day in Set(occasions.keys).union(there.keys) {
            let (old, own, new) = (before[day], occasions[day], there[day])
            joined[day] = own == old ? new : own
            if own != old, new != old, new != own { isContested = true }
        }
        return (joined, isContested)
    }

    /// Refuses a day on which nothing can have been done: one that has not come, or is too long ago.
    ///
    /// Tomorrow is taken: it may be there already where the person is.
    /// - Throws: ``AtriumError`` with code `badData`.
    static func checkDone(_ day: LocalDate, today: LocalDate, field: String) throws {
        guard day >= firstDay else {
            throw AtriumError(
                .badData, "\(day) is too long ago", remedy: "give a day from \(firstDay) on", field: field)
        }
        guard day <= today.adding(days: 1) else {
            throw AtriumError(
                .badData, "\(day) has not come yet",
                remedy: "note it when it is done; what is to come is \(field: "planned") of the activity",
                field: field)
        }
    }
}

/// The kinds of activities.
enum Categories {
    /// Those that everybody has.
    static let standard = ["restaurants", "events", "hobbies", "places"]

    /// A category in the spelling that it has already, among the standard ones and those that are in use.
    static func spelled(_ text: String, known: [String]) -> String {
        (standard + known).first { $0.lowercased() == text.lowercased() } ?? text
    }
}
