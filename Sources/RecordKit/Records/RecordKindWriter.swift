import AtriumSDK
import Foundation
import ICalendarExchange

/// Puts what files say into the table of a kind.
final class RecordKindWriter: AdoptingWriter {
    private let kind: RecordKind
    private let table: RecordTable

    init(_ kind: RecordKind, _ context: ImportContext) {
        self.kind = kind
        table = RecordTable(kind, RecordContext(context))
    }

    func begin(_ container: Container) { table.context.zones.begin(container.calendar) }

    func forget() { table.context.zones.forget() }

    func record(uid: String, part: String) throws -> Int64? {
        try table.id(uid: ComponentTable.ownUID(uid, part))
    }

    func insert(_ draft: RecordDraft, uid: String, part: String) throws -> Int64 {
        let own = try ComponentTable.freeUID(
            ComponentTable.ownUID(uid, part), in: kind.declaration.table, table.context.db)
        return try table.insert(
            values(of: draft, over: kind.initial), uid: own, createdAt: draft.createdAt,
            updatedAt: draft.updatedAt, from: .file)
    }

    func update(_ record: Int64, to draft: RecordDraft) throws {
        let old = try table.record(record)
        try table.update(
            old, to: values(of: draft, over: old.values), createdAt: draft.createdAt,
            updatedAt: draft.updatedAt, from: .file)
    }

    func matches(_ record: Int64, _ draft: RecordDraft) throws -> Bool {
        let values = try table.record(record).values
        return try self.values(of: draft, over: values) == values
    }

    func issues(of draft: RecordDraft) throws -> [ImportIssue] {
        try zip(kind.codecs, draft.said).flatMap { codec, said in
            try said.map { try codec.issues(said: $0, table.context) } ?? []
        }
    }

    /// The values of a draft, in the words of the vault.
    private func values(of draft: RecordDraft, over old: RecordValues) throws -> RecordValues {
        var values = kind.values(of: draft, over: old)
        for (index, codec) in kind.codecs.enumerated() where draft.said[index] != nil {
            values.values[index] = try codec.resolved(
                values.values[index], over: old.values[index], table.context)
        }
        return values
    }

    /// Of what a row had no column for, nothing is known: what the record has there counts as edited.
    func base(_ draft: RecordDraft) -> RecordDraft {
        var base = draft
        for (index, value) in kind.declaration.values.enumerated() where !value.cells.isEmpty {
            base.said[index] = draft.said[index] ?? kind.codecs[index].initial
        }
        return base
    }

    /// Joins what no edit takes: values in places of their own.
    func joined(
        _ draft: RecordDraft, with record: Int64, since base: RecordDraft?
    ) throws -> JoinedDraft<RecordDraft>? {
        let here = try table.record(record).values
        let there = try values(of: draft, over: here)
        let before = try base.map { try values(of: $0, over: here) }
        var joined = draft
        var contested: [String] = []
        var joinsAny = false
        for (index, place) in kind.places.enumerated() {
            guard let place else { continue }
            let base = before?.values[index] ?? kind.codecs[index].initial
            guard let result = place.joined(here.values[index], with: there.values[index], since: base) else {
                continue
            }
            joinsAny = true
            joined.said[index] = result.value
            contested += result.contested
        }
        return joinsAny ? JoinedDraft(joined, contested: contested) : nil
    }

    func possibleDuplicates(of record: Int64, _ draft: RecordDraft) throws -> [Int64] {
        try table.doubles(of: kind.values(of: draft, over: kind.initial), besides: record)
    }

    func adopt(_ draft: RecordDraft, uid: String) throws -> Int64? {
        guard let id = try kind.rules.adopted(by: draft, table.context) else { return nil }
        try table.setUID(uid, of: id)
        return id
    }
}
