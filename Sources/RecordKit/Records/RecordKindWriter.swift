import AtriumSDK
import Foundation
import ICalendarExchange

/// A writer that stores values from files in a kind's table.
final class RecordKindWriter: AdoptingWriter, MergingWriter, RelatingWriter, MatchingWriter {
    private let kind: RecordKind
    private let table: RecordTable
    private var initial: RecordValues { table.initial }
    private(set) var remarks: [String] = []
    /// The most recent record that an item's complete values recognized, with the item's draft.
    private var lastMatch: (record: Int64, draft: RecordDraft)?

    init(_ kind: RecordKind, _ context: ImportContext) {
        self.kind = kind
        table = RecordTable(kind, RecordContext(context))
    }

    func begin(_ container: Container) { table.context.zones.begin(container.calendar) }

    func forget() {
        table.context.zones.forget()
        _ = table.context.takeIssues()
        kind.rules.forget(table.context)
    }

    // An item that is not a part gets its uid from the host, or the item is rejected.
    var findsByUIDAlone: Bool { true }

    func record(uid: String, part: String) throws -> Int64? {
        try table.id(uid: ComponentTable.ownUID(uid, part))
    }

    func insert(_ draft: RecordDraft, uid: String, part: String) throws -> Int64 {
        // The host has checked that the uid of an item that is not a part is free.
        let own =
            try part.isEmpty
            ? uid
            : ComponentTable.freeUID(
                ComponentTable.ownUID(uid, part), in: kind.declaration.table, table.context.db)
        var values = try kind.newValues(of: draft, table.context)
        try kind.rules.complete(&values, over: nil, by: draft, table.context)
        return try table.insert(
            values, uid: own, createdAt: draft.createdAt,
            updatedAt: draft.updatedAt, from: .file)
    }

    func update(_ record: Int64, to draft: RecordDraft) throws {
        let old = try table.record(record)
        try table.update(
            old, to: values(of: draft, over: old.values), createdAt: draft.createdAt,
            updatedAt: draft.updatedAt, from: .file)
    }

    func matches(_ record: Int64, _ draft: RecordDraft) throws -> Bool {
        if let lastMatch, lastMatch == (record, draft) { return true }
        let values = try table.record(record).values
        return try self.values(of: draft, over: values) == values
    }

    func issues(of draft: RecordDraft) throws -> [ImportIssue] {
        table.context.takeIssues()
    }

    func unresolvedNames(in draft: RecordDraft) throws -> UnresolvedNames? {
        var unresolved: [(codec: any ValueCodec, value: DataValue)] = []
        for index in kind.layout.coded {
            guard let value = draft.values[index], !value.isNull else { continue }
            let codec = kind.codecs[index]
            if try !codec.issues(imported: value, table.context).isEmpty { unresolved.append((codec, value)) }
        }
        let (found, context) = (unresolved, table.context)
        return try UnresolvedNames { try found.flatMap { try $0.codec.issues(imported: $0.value, context) } }
    }

    private func values(of draft: RecordDraft, over old: RecordValues) throws -> RecordValues {
        var values = try kind.values(of: draft, over: old, resolvedAgainst: old, table.context)
        try kind.rules.complete(&values, over: old, by: draft, table.context)
        return values
    }

    func met(_ record: Int64, as draft: RecordDraft) throws {
        try kind.rules.met(record, as: draft, table.context)
    }

    func finish() throws { remarks = try kind.rules.finish(table.context) }

    func merge(_ draft: RecordDraft, into record: Int64, since base: RecordDraft?) throws -> [String]? {
        let here = try table.record(record)
        let there = try values(of: draft, over: here.values)
        // The draft is applied to an initial record, so that the result contains only the file's values.
        // Names in the draft refer to the record's people.
        let before = try kind.values(
            of: self.base(base), over: initial, resolvedAgainst: here.values, table.context)
        var merged = here.values
        var contested: [String] = []
        for (index, value) in kind.declaration.values.enumerated() {
            let (own, new, old) = (here.values.values[index], there.values[index], before.values[index])
            if value.areSame(own, new) || value.areSame(new, old) { continue }
            if value.areSame(own, old) {
                merged.values[index] = new
            } else if let place = kind.places[index], let both = place.merged(own, with: new, since: old) {
                merged.values[index] = both.value
                contested += both.contested
            } else if let lists = ListMerge(base: old, ours: own, theirs: new) {
                merged.values[index] = .list(lists.merged)
                if lists.hasConflict { contested.append(value.name) }
            } else if !value.isDerived {
                contested += try fieldNames(where: own, and: new, differ: index, record)
            }
        }
        // Derived values follow from the merged values.
        var remade = merged
        _ = kind.rules.mend(&remade)
        for (index, value) in kind.declaration.values.enumerated() where value.isDerived {
            merged.values[index] = remade.values[index]
        }
        // Rules may correct the merged values only if they would also correct the record's own values.
        var (mended, own) = (merged, here.values)
        let known = Set(kind.rules.mend(&own))
        guard Set(kind.rules.mend(&mended)).isSubset(of: known), mended == merged else { return nil }
        let isAsThere = merged == there
        do {
            try table.update(
                here, to: merged, createdAt: isAsThere ? draft.createdAt : nil,
                updatedAt: isAsThere ? draft.updatedAt : nil, from: .file)
        } catch let error as AtriumError where error.code != .internal {
            return nil
        }
        return contested
    }

    func isComplete(_ draft: RecordDraft, for record: Int64) throws -> Bool {
        let values = try table.record(record).values.values
        return values.indices.allSatisfy { index in
            let value = kind.declaration.values[index]
            let isRepresentable = !value.cells.isEmpty && !value.isDerived
            return !isRepresentable || draft.values[index] != nil || values[index] == initial.values[index]
                || !kind.rules.canRepresent(value.name, in: draft)
        }
    }

    /// Returns the common ancestor for a merge.
    ///
    /// Values without a column in the file are unknown in the ancestor, so that the record's own values count
    /// as edited.
    private func base(_ draft: RecordDraft?) -> RecordDraft {
        var base = draft ?? kind.draft(of: initial)
        for (index, value) in kind.declaration.values.enumerated() {
            base.values[index] = value.cells.isEmpty ? nil : draft?.values[index] ?? initial.values[index]
        }
        return base
    }

    /// Returns the fields in which two values differ.
    private func fieldNames(
        where own: DataValue, and new: DataValue, differ index: Int, _ record: Int64
    ) throws -> [String] {
        let names = kind.declaration.values[index].fields.map(\.name)
        guard names.count > 1 else { return names }
        let codec = kind.codecs[index]
        let (fields, others) = (
            try codec.fields(of: own, in: record, table.context),
            try codec.fields(of: new, in: record, table.context)
        )
        let different = names.filter { fields[$0] != others[$0] }
        return different.isEmpty ? names : different
    }

    func possibleDuplicates(of record: Int64, _ draft: RecordDraft) throws -> [Int64] {
        guard kind.declaration.duplicates != nil else { return [] }
        return try table.duplicates(of: kind.values(of: draft, over: initial), besides: record)
    }

    func adopt(_ draft: RecordDraft, uid: String) throws -> Int64? {
        guard let id = try kind.rules.adopted(by: draft, table.context) else { return nil }
        try table.setUID(uid, of: id)
        return id
    }

    func record(matching draft: RecordDraft) throws -> Int64? {
        lastMatch = try kind.rules.record(matching: draft, table.context).map { ($0, draft) }
        return lastMatch?.record
    }
}
