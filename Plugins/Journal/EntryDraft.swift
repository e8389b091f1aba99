import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// What an item of a file says of an entry.
///
/// A row of CSV says nothing of columns that it lacks; a component of iCalendar says all.
struct EntryDraft: Sendable, Hashable {
    /// A part of an entry that an item may say something of.
    enum Part: CaseIterable {
        case at, title, text, mood, place, people, tags
    }

    /// What is said.
    private(set) var entry = Entry()
    /// Of which parts something is said, if only that there is none.
    private(set) var givenParts: Set<Part> = []
    /// CREATED: RFC 3339 in UTC; nil where it is not said.
    var createdAt: String?
    /// LAST-MODIFIED: RFC 3339 in UTC; nil where it is not said.
    var updatedAt: String?

    /// A draft that says nothing yet.
    init() {}

    /// A draft that says all that an entry is.
    init(_ entry: Entry) {
        self.entry = entry
        givenParts = Set(Part.allCases)
    }

    /// Says something; nil: nothing is said.
    mutating func say<Value>(_ part: Part, _ path: WritableKeyPath<Entry, Value>, _ value: Value?) {
        guard let value else { return }
        entry[keyPath: path] = value
        givenParts.insert(part)
    }

    /// An entry with what the item says of it.
    func applied(to old: Entry) -> Entry {
        var new = old
        for part in givenParts {
            switch part {
            case .at: new.at = entry.at
            case .title: new.title = entry.title
            case .text: new.text = entry.text
            case .mood: new.mood = entry.mood
            case .place: new.place = entry.place
            case .people: new.people = entry.people
            case .tags: new.tags = entry.tags
            }
        }
        return new
    }
}

extension EntryDraft {
    /// By what an entry without an identifier is known again.
    static let fingerprints: [Fingerprint<EntryDraft>] = [
        Fingerprint("time and first line", strength: .sure) { draft in
            draft.entry.at.map { "\($0.storedText)\n\(draft.entry.heading.lowercased())" }
        },
        Fingerprint("time", strength: .likely) { $0.entry.at.flatMap { $0.isDate ? nil : $0.storedText } },
    ]
}
