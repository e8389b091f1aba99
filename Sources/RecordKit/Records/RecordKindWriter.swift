import AtriumSDK
import Foundation

/// Puts mapped rows into the table of a kind.
final class RecordKindWriter: AdoptingWriter {
    private let kind: RecordKind
    private let table: RecordTable

    init(_ kind: RecordKind, _ context: ImportContext) {
        self.kind = kind
        table = RecordTable(kind, RecordContext(context))
    }

    func record(uid: String, part: String) throws -> Int64? { try table.id(uid: uid) }

    func insert(_ draft: RowDraft, uid: String, part: String) throws -> Int64 {
        try table.insert(kind.values(of: draft, over: kind.initial), uid: uid, from: .file)
    }

    func update(_ record: Int64, to draft: RowDraft) throws {
        let old = try table.record(record)
        try table.update(old, to: kind.values(of: draft, over: old.values), from: .file)
    }

    func matches(_ record: Int64, _ draft: RowDraft) throws -> Bool {
        let values = try table.record(record).values
        return kind.values(of: draft, over: values) == values
    }

    /// Joins what no edit takes: values in places of their own.
    func joined(
        _ draft: RowDraft, with record: Int64, since base: RowDraft?
    ) throws -> JoinedDraft<RowDraft>? {
        let here = try table.record(record).values
        let there = kind.values(of: draft, over: here)
        let before = base.map { kind.values(of: $0, over: here) }
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

    func possibleDuplicates(of record: Int64, _ draft: RowDraft) throws -> [Int64] {
        try table.doubles(of: kind.values(of: draft, over: kind.initial), besides: record)
    }

    func adopt(_ draft: RowDraft, uid: String) throws -> Int64? {
        guard let id = try kind.rules.adopted(by: draft, table.context) else { return nil }
        try table.setUID(uid, of: id)
        return id
    }
}
