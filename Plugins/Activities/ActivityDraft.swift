import AtriumSDK
import ICalendarFormat

/// What an item of a file says of an activity; nil where it says nothing.
///
/// Inside, nil means that it says that there is none: an empty cell. A component of iCalendar says all.
struct ActivityDraft: Sendable, Hashable {
    var name: String
    var category: String??
    var place: String??
    var coordinates: Coordinates??
    var notes: String??
    var link: String??
    var cost: Cost??
    var rating: Int??
    var planned: CalendarTime??
    /// The uids of those whom it is good for; a name may stand for one that just one person has.
    var goodFor: [String]?
    var tags: [String]?
    /// The days on which it was done.
    var days: Set<LocalDate>?
    /// What was noted of them.
    var dayNotes: [LocalDate: String]?
    /// The uids, or names, of those with whom it was done.
    var dayPeople: [LocalDate: [String]]?
    /// CREATED: RFC 3339 in UTC; nil where it is not said.
    var createdAt: String?
    /// LAST-MODIFIED: RFC 3339 in UTC; nil where it is not said.
    var updatedAt: String?

    init(name: String) {
        self.name = name
    }

    /// A draft that says all that an activity is.
    init(_ activity: Activity) {
        name = activity.name
        category = .some(activity.category)
        place = .some(activity.place)
        coordinates = .some(activity.coordinates)
        notes = .some(activity.notes)
        link = .some(activity.link)
        cost = .some(activity.cost)
        rating = .some(activity.rating)
        planned = .some(activity.planned)
        goodFor = activity.goodFor
        tags = activity.tags
        days = Set(activity.occasions.keys)
        dayNotes = activity.occasions.compactMapValues(\.note)
        dayPeople = activity.occasions.mapValues(\.with).filter { !$0.value.isEmpty }
    }

    /// An activity with what the item says of it; notes and people of days that are not there are dropped.
    func applied(to activity: Activity) -> Activity {
        var activity = activity
        activity.name = name
        activity.category = category ?? activity.category
        activity.place = place ?? activity.place
        activity.coordinates = coordinates ?? activity.coordinates
        activity.notes = notes ?? activity.notes
        activity.link = link ?? activity.link
        activity.cost = cost ?? activity.cost
        activity.rating = rating ?? activity.rating
        activity.planned = planned ?? activity.planned
        activity.goodFor = goodFor ?? activity.goodFor
        activity.tags = tags ?? activity.tags
        if let days {
            let old = activity.occasions
            activity.occasions = [:]
            for day in days { activity.occasions[day] = old[day] ?? Occasion() }
        }
        for day in activity.occasions.keys {
            if let dayNotes { activity.occasions[day]?.note = dayNotes[day] }
            if let dayPeople { activity.occasions[day]?.with = dayPeople[day] ?? [] }
        }
        return activity
    }
}
