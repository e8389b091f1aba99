import AtriumSDK
import CSVExchange
import GRDB
import ICalendarExchange
import RecordKit

/// Puts activities of one file into the tables, of whatever format.
///
/// Names: the record's own uid is the item's, with `#` and the RECURRENCE-ID where a program has made an override of it.
final class ActivityWriter: RecordWriter {
    private let zones: ZoneTable
    private let table: ActivityTable
    private let links: ActivityLinks
    private let now: String

    init(_ context: ImportContext) {
        zones = ZoneTable(ActivityTable.zoneTable, context.db)
        table = ActivityTable(context.db, context.tags, zones: zones)
        links = ActivityLinks(context.links, context.modules)
        now = AtriumSDK.Instant.text(context.now)
    }

    func begin(_ container: Container) { zones.begin(container.calendar) }

    func record(uid: String, part: String) throws -> Int64? {
        try table.id(uid: ComponentTable.ownUID(uid, part))
    }

    func insert(_ draft: ActivityDraft, uid: String, part: String) throws -> Int64 {
        let own = try ComponentTable.freeUID(
            ComponentTable.ownUID(uid, part), in: "activities_activity", table.db)
        let activity = try resolved(draft, since: nil).applied(to: Activity(name: draft.name))
        let id = try table.insert(
            activity, uid: own, createdAt: draft.createdAt ?? now, updatedAt: draft.updatedAt ?? now)
        try links.follow(activity, since: nil, table, id)
        return id
    }

    func update(_ record: Int64, to draft: ActivityDraft) throws {
        let old = try known(record)
        let activity = try resolved(draft, since: old.activity).applied(to: old.activity)
        try table.update(old, to: activity, createdAt: draft.createdAt, updatedAt: draft.updatedAt ?? now)
        try links.follow(activity, since: old.activity, table, record)
    }

    func matches(_ record: Int64, _ draft: ActivityDraft) throws -> Bool {
        let activity = try known(record).activity
        return try resolved(draft, since: activity).applied(to: activity) == activity
    }

    func joined(
        _ draft: ActivityDraft, with record: Int64, since base: ActivityDraft?
    ) throws -> JoinedDraft<ActivityDraft>? {
        let activity = try known(record).activity
        let there = try resolved(draft, since: activity).applied(to: activity).occasions
        let before = try base.map { try resolved($0, since: activity).applied(to: activity).occasions } ?? [:]
        let (occasions, isContested) = activity.joinedOccasions(with: there, since: before)
        var joined = draft
        joined.days = Set(occasions.keys)
        joined.dayNotes = occasions.compactMapValues(\.note)
        joined.dayPeople = occasions.mapValues(\.with).filter { !$0.value.isEmpty }
        return JoinedDraft(joined, contested: isContested ? ["done"] : [])
    }

    func issues(of draft: ActivityDraft) throws -> [ImportIssue] {
        try links.goodFor.issues(draft.goodFor ?? [], in: ActivitiesCSV.Column.goodFor.name)
            + links.with.issues(
                draft.dayPeople?.values.flatMap { $0 } ?? [], in: ActivitiesCSV.Column.doneWith.name)
    }

    func forget() { zones.forget() }

    /// The draft with the uids of those who are named.
    private func resolved(_ draft: ActivityDraft, since old: Activity?) throws -> ActivityDraft {
        var draft = draft
        draft.goodFor = try draft.goodFor.map { try links.goodFor.resolved($0, known: old?.goodFor ?? []) }
        for (day, words) in draft.dayPeople ?? [:] {
            draft.dayPeople?[day] = try links.with.resolved(
                words, known: old?.occasions[day]?.with ?? [])
        }
        return draft
    }

    private func known(_ record: Int64) throws -> StoredActivity {
        guard let stored = try table.find(record) else {
            throw AtriumError(.internal, "activity \(record) is gone in the middle of an import")
        }
        return stored
    }
}
