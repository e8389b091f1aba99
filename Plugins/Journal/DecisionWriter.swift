import AtriumSDK
import Foundation
import GRDB
import ICalendarExchange

/// Puts decisions of one file into the tables, of whatever format.
///
/// What is sealed here stays whatever a file says: a text that says otherwise is refused, and kept.
final class DecisionWriter: RecordWriter {
    private let table: DecisionTable
    private let models: DecisionModels
    private let now: String
    /// The user's time zone, for messages.
    private let zone: TimeZone
    private let options: ImportOptions
    /// What there was before the item that was written last, and what there is now.
    private var written: (before: Decision, after: Decision)?

    init(_ context: ImportContext) {
        options = context.options
        models = DecisionModels(context.links, context.modules)
        table = DecisionTable(context.db, context.tags)
        now = context.nowText
        zone = context.settings.timeZone
    }

    func record(uid: String, part: String) throws -> Int64? {
        try table.id(uid: ComponentTable.ownUID(uid, part))
    }

    func insert(_ draft: DecisionDraft, uid: String, part: String) throws -> Int64 {
        let own = try ComponentTable.freeUID(
            ComponentTable.ownUID(uid, part), in: "journal_decision", table.db)
        let nothing = Decision(title: "")
        let decision = draft.applied(to: nothing)
        written = (nothing, decision)
        let id = try table.insert(
            decision, uid: own, createdAt: draft.createdAt ?? now, updatedAt: draft.updatedAt ?? now)
        if !decision.models.isEmpty { try models.follow(decision.models, from: id) }
        return id
    }

    func update(_ record: Int64, to draft: DecisionDraft) throws {
        let old = try known(record)
        let decision = draft.applied(to: old.decision)
        written = (old.decision, decision)
        try decision.checkSeal(since: old.decision, in: zone, .badData)
        try table.update(old, to: decision, createdAt: draft.createdAt, updatedAt: draft.updatedAt ?? now)
        if decision.models != old.decision.models { try models.follow(decision.models, from: record) }
    }

    func matches(_ record: Int64, _ draft: DecisionDraft) throws -> Bool {
        let decision = try known(record).decision
        return draft.applied(to: decision) == decision
    }

    func merged(_ draft: DecisionDraft, with record: Int64, since base: DecisionDraft?) throws
        -> MergedDraft<DecisionDraft>?
    {
        let here = try known(record).decision
        return draft.merged(with: here, since: base?.applied(to: Decision(title: "")))
    }

    func forget() { written = nil }

    func issues(of draft: DecisionDraft) throws -> [ImportIssue] {
        guard let (before, after) = written else { return [] }
        let times =
            [("sealedAt", after.sealedAt), ("reviewedAt", after.review?.reviewedAt)]
            + after.addenda.map { ("addenda", $0.addedAt) }
        let early = times.compactMap { field, time -> ImportIssue? in
            guard let day = time.flatMap({ LocalDate(iso: String($0.prefix(10))) }), options.isYetToCome(day)
            else { return nil }
            return .yetToCome(day, line: 0, property: field)
        }
        return draft.left(of: before).map(\.issue) + early
    }

    private func known(_ record: Int64) throws -> StoredDecision {
        guard let stored = try table.find(record) else {
            throw AtriumError(.internal, "decision \(record) disappeared during an import")
        }
        return stored
    }
}
