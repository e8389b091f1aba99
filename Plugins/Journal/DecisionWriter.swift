import AtriumSDK
import GRDB
import ICalendarExchange

/// Puts decisions of one file into the tables, of whatever format.
///
/// What is sealed here stays whatever a file says: a text that says otherwise is refused, and kept.
final class DecisionWriter: RecordWriter {
    private let table: DecisionTable
    private let models: DecisionModels
    private let now: String

    init(_ context: ImportContext) {
        models = DecisionModels(context.links, context.modules)
        table = DecisionTable(context.db, context.tags)
        now = Instant.text(context.now)
    }

    func record(uid: String, part: String) throws -> Int64? {
        try table.id(uid: ComponentTable.ownUID(uid, part))
    }

    func insert(_ draft: DecisionDraft, uid: String, part: String) throws -> Int64 {
        let own = try ComponentTable.freeUID(
            ComponentTable.ownUID(uid, part), in: "journal_decision", table.db)
        let decision = draft.applied(to: Decision(title: ""))
        let id = try table.insert(
            decision, uid: own, createdAt: draft.createdAt ?? now, updatedAt: draft.updatedAt ?? now)
        if !decision.models.isEmpty { try models.follow(decision.models, from: id) }
        return id
    }

    func update(_ record: Int64, to draft: DecisionDraft) throws {
        let old = try known(record)
        let decision = draft.applied(to: old.decision)
        try decision.checkSeal(since: old.decision, .badData)
        try table.update(old, to: decision, createdAt: draft.createdAt, updatedAt: draft.updatedAt ?? now)
        if decision.models != old.decision.models { try models.follow(decision.models, from: record) }
    }

    func matches(_ record: Int64, _ draft: DecisionDraft) throws -> Bool {
        let decision = try known(record).decision
        return draft.applied(to: decision) == decision
    }

    func joined(_ draft: DecisionDraft, with record: Int64, since base: DecisionDraft?) throws
        -> JoinedDraft<DecisionDraft>?
    {
        let here = try known(record).decision
        return draft.joined(with: here, since: base?.applied(to: Decision(title: "")))
    }

    private func known(_ record: Int64) throws -> StoredDecision {
        guard let stored = try table.find(record) else {
            throw AtriumError(.internal, "decision \(record) is gone in the middle of an import")
        }
        return stored
    }
}
