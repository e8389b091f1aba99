public import AtriumSDK
import Foundation
import GRDB

/// Which records of a collection an export is to write: those that meet all that is asked.
public struct ExportSelection: Sendable, Hashable {
    /// Tags that a record must all have; the case of letters does not matter.
    public var tags: [String]
    /// The day, in the user's zone, since whose beginning a record was added, changed or tagged in this vault.
    public var since: LocalDate?
    /// Records by id, uid or unambiguous name, several of them with commas between; a record must be one of all of them.
    public var ids: [String]
    /// Words that must all stand in a record, each from its beginning, as `atrium search` finds them.
    public var text: String?

    /// Makes a selection; without anything it is all records.
    public init(tags: [String] = [], since: LocalDate? = nil, ids: [String] = [], text: String? = nil) {
        self.tags = tags
        self.since = since
        self.ids = ids
        self.text = text
    }

    /// Whether nothing is asked, so that all records are meant.
    public var isEmpty: Bool { tags.isEmpty && since == nil && ids.isEmpty && text == nil }
}

/// Looks a selection up in one snapshot of a vault.
struct SelectionQuery {
    let db: Database
    let collection: Collection
    let collections: CollectionNumbers
    let registry: ModuleRegistry
    let timeZone: TimeZone

    /// SQL over the alias `r` of the collection's table that holds for the records of a selection, with its arguments.
    ///
    /// - Throws: ``AtriumError``: `notFound` or `ambiguous` for a record that was named, `usage` for a text without words.
    func condition(_ selection: ExportSelection) throws -> (sql: String, arguments: StatementArguments) {
        var parts: [String] = []
        var arguments = StatementArguments()
        func require(_ ids: some Sequence<Int64>) {
            parts.append("r.id IN (SELECT value FROM json_each(?))")
            arguments += ["[" + ids.map(String.init).joined(separator: ",") + "]"]
        }
        let tags = RecordTags(db, collections: collections)
        for tag in selection.tags {
            parts.append(tags.condition(idColumn: "r.id", in: collection.id))
            arguments += [tag]
        }
        if !selection.ids.isEmpty { require(Set(try selection.ids.flatMap(records))) }
        if let text = selection.text { require(try found(text)) }
        if let since = selection.since { require(try touched(since: since)) }
        return (parts.isEmpty ? "TRUE" : parts.joined(separator: " AND "), arguments)
    }

    /// The records that a text names: one, whose name may have commas, or several with commas between.
    private func records(_ text: String) throws -> [Int64] {
        let resolver = RecordResolver(db: db)
        do {
            return [try resolver.resolve(text, in: collection, field: "ids")]
        } catch let error as AtriumError where error.code == .notFound && text.contains(",") {
            return try text.split(separator: ",").map { part in
                try resolver.resolve(
                    part.trimmingCharacters(in: .whitespacesAndNewlines), in: collection, field: "ids")
            }
        }
    }

    private func found(_ text: String) throws -> Set<Int64> {
        let entry = SearchIndex.Entry(
            collection: collection, number: try collections.number(collection.id))
        let query = try SearchQuery(db, text: text, entries: [entry])
        guard let ids = try query.recordIDs(in: entry) else {
            throw AtriumError(
                .badData, "the search text has no words", remedy: "use letters or digits",
                field: "search")
        }
        return ids
    }

    /// The records whose rows, tags or attachments a change that stands has touched since the beginning of a day.
    private func touched(since day: LocalDate) throws -> Set<Int64> {
        var calendar = Foundation.Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let components = DateComponents(year: day.year, month: day.month, day: day.day)
        guard let start = calendar.date(from: components).map(calendar.startOfDay) else {
            throw AtriumError(.badData, "\(day) is not a valid date", field: "since")
        }
        let changes = try Int64.fetchAll(
            db, sql: "SELECT id FROM host_change_set WHERE made_at >= ? ORDER BY id",
            arguments: [Timestamp.text(start)])
        let log = try ChangeLog(db)
        let graph = try TableGraph(db, registry: registry)
        var ids: Set<Int64> = []
        for change in changes where log.isInForce(change) {
            // An undo of what happened in the same time leaves the record as it was before.
            if log.isUndo(change), changes.contains(log.root(of: change)) { continue }
            let touched = try TouchedRecords(
                of: change, db, graph: graph, collections: collections,
                hostTables: TouchedRecords.contentTables)
            guard let records = touched.records[collection.id] else { continue }
            ids.formUnion(records.changed)
            for range in records.inserted { ids.formUnion(range) }
        }
        return ids
    }
}
