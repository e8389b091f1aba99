import AtriumSDK
import ContentLine
import ICalendarExchange
import ICalendarFormat

/// The mapping between VJOURNAL and entries, both ways.
///
/// Pure. The mood, for which iCalendar has no property, stands in one of our own.
enum EntryJournal {
    private static let start = "DTSTART"
    private static let mood = "X-ATRIUM-MOOD"

    // MARK: - In

    /// The draft of a VJOURNAL, and by what it is known again.
    static func map(_ component: CalendarComponent) throws -> MappedItem<EntryDraft> {
        guard let journal = component.journal else {
            throw AtriumError(.internal, "the importer of entries expected a VJOURNAL")
        }
        var issues: [ImportIssue] = []
        var draft = EntryDraft(normalized(journal, component.component, &issues))
        draft.createdAt = journal.created?.description
        draft.updatedAt = journal.lastModified?.description
        return MappedItem(draft: draft, uid: component.uid, part: component.part, issues: issues)
    }

    /// What a VJOURNAL says, as far as the tables hold it; the source keeps the rest.
    private static func normalized(
        _ journal: CalendarJournal, _ component: Component, _ issues: inout [ImportIssue]
    ) -> Entry {
        var entry = Entry(at: component.naming(journal.start, in: start))
        entry.title = journal.summary.flatMap(JournalText.line)
        entry.text = journal.joinedDescriptions
        entry.place = journal.location.flatMap(JournalText.line)
        entry.people = journal.peopleUIDs
        entry.tags = Words.distinctTags(journal.categories)
        if let line = component.property(mood) {
            entry.mood = Mood(line.text())
            if entry.mood == nil {
                issues.append(
                    ImportIssue(
                        at: line, "bad-mood",
                        "Unknown mood; supported moods: \(Mood.words.joined(separator: ", "))."))
            }
        }
        return entry
    }

    // MARK: - Out

    /// The component of an entry that no file of iCalendar brought.
    static func component(of stored: StoredEntry) -> Component {
        var journal = CalendarJournal(uid: stored.uid, start: nil)
        merge(stored.entry, since: Entry(), into: &journal, stored.zones)
        var component = journal.component(createdAt: stored.createdAt, updatedAt: stored.updatedAt)
        mergeOwn(stored.entry, since: Entry(), into: &component, stored.zones)
        return component
    }

    /// The component that a file brought, with just the differences between what it says and the entry.
    ///
    /// - Parameter localZone: the TZID of its times without a zone; see `CalendarContainer`.
    /// - Returns: the component with what the change cost; nil where there is no difference, so that the source can be
    ///   given back byte for byte.
    static func patched(
        _ component: Component, version: CalendarVersion, localZone: String? = nil, to stored: StoredEntry
    ) -> PatchedComponent? {
        var contentIssues: [ContentIssue] = []
        var issues: [ImportIssue] = []
        var new = CalendarJournal(component, version: version, localZone: localZone, issues: &contentIssues)
        let imported = normalized(new, component, &issues)
        guard imported != stored.entry else { return nil }
        merge(stored.entry, since: imported, into: &new, stored.zones)
        var patched = new.patch(
            component, version: version, localZone: localZone, uid: stored.uid, updatedAt: stored.updatedAt)
        mergeOwn(stored.entry, since: imported, into: &patched.component, stored.zones)
        return patched
    }

    /// Writes what differs from what an import makes of a component.
    private static func merge(
        _ entry: Entry, since old: Entry, into journal: inout CalendarJournal, _ zones: ZoneResolver
    ) {
        if old.at != entry.at { journal.start = entry.at?.writable(zones) }
        if old.title != entry.title { journal.summary = entry.title }
        if old.text != entry.text { journal.joinedDescriptions = entry.text }
        if old.place != entry.place { journal.location = entry.place }
        if old.people != entry.people { journal.peopleUIDs = entry.people }
        if old.tags != entry.tags {
            journal.categories = Words.categories(
                journal.categories, imported: old.tags, tags: entry.tags)
        }
    }

    /// Writes the parameter and the property of our own that differ.
    private static func mergeOwn(
        _ entry: Entry, since old: Entry, into component: inout Component, _ zones: ZoneResolver
    ) {
        if old.at != entry.at { component.nameZone(of: entry.at, in: start, zones) }
        guard old.mood != entry.mood else { return }
        component.replace(mood, by: entry.mood.map { [ContentLine(name: mood, value: $0.word)] } ?? [])
    }
}

extension CalendarJournal {
    /// DESCRIPTION, of which a journal entry may have several (RFC 5545, section 3.6.3), with a blank line between two.
    var joinedDescriptions: String? {
        get {
            let first = common.description.map { [$0] } ?? []
            return JournalText.body((first + furtherDescriptions).joined(separator: "\n\n"))
        }
        set {
            common.description = newValue
            furtherDescriptions = []
        }
    }
}
