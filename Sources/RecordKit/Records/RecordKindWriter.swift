import AtriumSDK
import Foundation
import ICalendarExchange

/// Puts what files say into the table of a kind.
final class RecordKindWriter: AdoptingWriter, MergingWriter, RelatingWriter, SayingWriter {
    private let kind: RecordKind
    private let table: RecordTable
    private var initial: RecordValues { table.initial }
    private(set) var remarks: [String] = []
    /// The record that was known last by all that an item says of it, and the item.
    private var said: (record: Int64, draft: RecordDraft)?

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

    // An item that is no part has the uid that the host gives it, or is refused.
    var findsByUIDAlone: Bool { true }

    func record(uid: String, part: String) throws -> Int64? {
        try table.id(uid: ComponentTable.ownUID(uid, part))
    }

    func insert(_ draft: RecordDraft, uid: String, part: String) throws -> Int64 {
        // The host has seen to it that the uid of an item that is no part of another is free.
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
        if let said, said == (record, draft) { return true }
        let values = try table.record(record).values
        return try self.values(of: draft, over: values) == values
    }

    func issues(of draft: RecordDraft) throws -> [ImportIssue] {
        var issues: [ImportIssue] = []
        for index in kind.layout.coded {
            guard let said = draft.said[index], !said.isNull else { continue }
            issues += try kind.codecs[index].issues(said: said, table.context)
        }
        return issues + table.context.takeIssues()
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
        // What is over nothing says only what the file said; names in it mean whom they mean in the record.
        let before = try kind.values(
            of: self.base(base), over: initial, resolvedAgainst: here.values, table.context)
        var merged = here.values
        var contested: [String] = []
        for (index, value) in kind.declaration.values.enumerated() {
            let (own, new, old) = (here.values.values[index], there.values[index], before.values[index])
            if value.areSame(own, new) || value.areSame(new, old) { continue }
            if value.areSame(own, old) {
                merged.values[index] = new
            } else if let place = kind.places[index], let joined = place.joined(own, with: new, since: old) {
                merged.values[index] = joined.value
                contested += joined.contested
            } else if let lists = ListMerge(base: old, ours: own, theirs: new) {
                merged.values[index] = .list(lists.merged)
                if lists.isContested { contested.append(value.name) }
            } else if !value.isMade {
                contested += try fieldNames(where: own, and: new, differ: index, record)
            }
        }
        // What rules make of others follows from the values of both.
        var remade = merged
        _ = kind.rules.mend(&remade)
        for (index, value) in kind.declaration.values.enumerated() where value.isMade {
            merged.values[index] = remade.values[index]
        }
        // What a rule has to say of the values of both, it must have said of those here.
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

    func says(_ draft: RecordDraft, allOf record: Int64) throws -> Bool {
        let values = try table.record(record).values.values
        return values.indices.allSatisfy { index in
            let value = kind.declaration.values[index]
            let isSayable = !value.cells.isEmpty && !value.isMade
            return !isSayable || draft.said[index] != nil || values[index] == initial.values[index]
                || !kind.rules.canSay(value.name, draft)
        }
    }

    /// What both sides of a merge began from: of what the file had no column for nothing is known, and what the record has there
    /// counts as edited.
    private func base(_ draft: RecordDraft?) -> RecordDraft {
        var base = draft ?? kind.draft(of: initial)
        for (index, value) in kind.declaration.values.enumerated() {
            base.said[index] = value.cells.isEmpty ? nil : draft?.said[index] ?? initial.values[index]
        }
        return base
    }

    /// The fields in which two values are not the same.
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
        guard kind.declaration.doubles != nil else { return [] }
        return try table.doubles(of: kind.values(of: draft, over: initial), besides: record)
    }

    func adopt(_ draft: RecordDraft, uid: String) throws -> Int64? {
        guard let id = try kind.rules.adopted(by: draft, table.context) else { return nil }
        try table.setUID(uid, of: id)
        return id
    }

    func record(saying draft: RecordDraft) throws -> Int64? {
        said = try kind.rules.record(saying: draft, table.context).map { ($0, draft) }
        return said?.record
    }
}
