import AtriumSDK
import GRDB
import ICalendarExchange
import RecordKit

/// Puts entries of one file into the tables, of whatever format.
///
/// Names: the record's own uid is the item's, with `#` and the RECURRENCE-ID where a program has made an override of it.
final class EntryWriter: RecordWriter {
    private let zones: ZoneTable
    private let table: EntryTable
    private let people: NamedPeople
    private let now: String

    init(_ context: ImportContext) {
        zones = ZoneTable(EntryTable.zoneTable, context.db)
        table = EntryTable(context.db, context.tags, zones: zones)
        people = JournalPeople.of(context.links, context.modules)
        now = context.nowText
    }

    func begin(_ container: Container) { zones.begin(container.calendar) }

    func record(uid: String, part: String) throws -> Int64? {
        try table.id(uid: ComponentTable.ownUID(uid, part))
    }

    func insert(_ draft: EntryDraft, uid: String, part: String) throws -> Int64 {
        let own = try ComponentTable.freeUID(
            ComponentTable.ownUID(uid, part), in: "journal_entry", table.db)
        let entry = try resolved(draft.applied(to: Entry()), since: nil)
        let id = try table.insert(
            entry, uid: own, createdAt: draft.createdAt ?? now, updatedAt: draft.updatedAt ?? now)
        if !entry.people.isEmpty { try people.follow(entry.people, from: id) }
        return id
    }

    func update(_ record: Int64, to draft: EntryDraft) throws {
        let old = try known(record)
        let entry = try resolved(draft.applied(to: old.entry), since: old.entry)
        try table.update(old, to: entry, createdAt: draft.createdAt, updatedAt: draft.updatedAt ?? now)
        if entry.people != old.entry.people { try people.follow(entry.people, from: record) }
    }

    func matches(_ record: Int64, _ draft: EntryDraft) throws -> Bool {
        let entry = try known(record).entry
        return try resolved(draft.applied(to: entry), since: entry) == entry
    }

    func forget() { zones.forget() }

    /// The entry with the uids of those who are named.
    private func resolved(_ entry: Entry, since old: Entry?) throws -> Entry {
        guard !entry.people.isEmpty else { return entry }
        var entry = entry
        entry.people = try people.resolved(entry.people, known: old?.people ?? [])
        return entry
    }

    private func known(_ record: Int64) throws -> StoredEntry {
        guard let stored = try table.find(record) else {
            throw AtriumError(.internal, "entry \(record) disappeared during an import")
        }
        return stored
    }
}
