import AtriumSDK
import Foundation
import GRDB

/// Reads and writes the records of a kind, inside the transaction that a command, an import or an export is lent.
///
/// A class, as ``RecordContext`` is: an import hands both on for each value of each row.
public final class RecordTable {
    /// The kind.
    public let kind: RecordKind
    /// What it is lent.
    public let context: RecordContext
    private let layout: RecordLayout

    /// The table of a kind.
    public init(_ kind: RecordKind, _ context: RecordContext) {
        (self.kind, self.context) = (kind, context)
        layout = kind.layout
    }

    /// The columns that ``record(_:)`` reads of a row, over the alias `r`.
    var select: String { layout.select }
    /// The values of a record of which nothing is said.
    var initial: RecordValues { layout.initial }
    private var db: Database { context.db }
    private var collection: CollectionID { kind.declaration.collection }

    // MARK: - Reading

    /// The record with an id; nil if there is none.
    public func find(_ id: Int64) throws -> StoredRecord? {
        try Row.fetchOne(db.cachedStatement(sql: layout.findSQL), arguments: [id]).map { try record($0) }
    }

    /// The record with an id.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    public func record(_ id: Int64) throws -> StoredRecord {
        guard let record = try find(id) else { throw noRecord }
        return record
    }

    private var noRecord: AtriumError {
        AtriumError(
            .notFound, "there is no such \(kind.declaration.recordName)",
            remedy: "\(command: "\(kind.declaration.commandPath) list") shows which there are",
            field: "record")
    }

    /// The records with some ids, in their order.
    ///
    /// One query, whatever the number: GRDB takes microseconds to begin one of many columns.
    /// - Throws: ``AtriumError`` with code `notFound` if one of them is gone.
    public func records(withIDs ids: [Int64]) throws -> [StoredRecord] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: layout.listSQL), arguments: [ids.description])
        var records: [StoredRecord] = []
        while let row = try rows.next() { records.append(try record(row)) }
        guard records.count == ids.count else { throw noRecord }
        return records
    }

    /// All records.
    ///
    /// - Parameter order: SQL over the alias `r`.
    public func records(orderedBy order: String = "r.id") throws -> [StoredRecord] {
        try Row.fetchAll(db, sql: "SELECT \(select) FROM \(kind.declaration.table) r ORDER BY \(order)")
            .map { try record($0) }
    }

    /// The record in a row that has ``select`` from a column on.
    func record(_ row: Row, from first: Int = 0) throws -> StoredRecord {
        let id: Int64 = row[first]
        var values: [DataValue] = []
        values.reserveCapacity(layout.slots.count)
        var column = first + 4
        for (index, slot) in layout.slots.enumerated() {
            switch slot {
            case .elsewhere: values.append(try kind.places[index]?.value(of: id, context) ?? .null)
            case .tags: values.append(.texts(try context.tags.tags(of: RecordReference(collection, id))))
            case .plain(let plain):
                values.append(plain.value(of: row[column]))
                column += 1
            case .coded(let count):
                let columns = (column..<column + count).map { row[$0] as DatabaseValue }
                values.append(try kind.codecs[index].value(ofColumns: columns, context))
                column += count
            }
        }
        return StoredRecord(
            id: id, uid: row[first + 1], values: RecordValues(values, names: kind.names),
            createdAt: row[first + 2], updatedAt: row[first + 3])
    }

    /// The id of the record with a uid; nil if there is none.
    public func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM \(kind.declaration.table) WHERE uid = ?"),
            arguments: [uid])
    }

    /// The records that are probably the same as one of these values, the first made first.
    func doubles(of values: RecordValues, besides own: Int64? = nil) throws -> [Int64] {
        guard let doubles = kind.declaration.doubles, let text = values.text(doubles.value) else { return [] }
        let exempt = kind.declaration.values.first { $0.name == doubles.exempting }?.columns.first
        let counted = exempt.map { "r.\($0) = 0" } ?? "TRUE"
        return try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id FROM \(kind.declaration.table) r WHERE \(doubles.column) = ? AND id IS NOT ?
                    AND \(counted) ORDER BY id LIMIT 3
                    """),
            arguments: [Words.folded(text), own])
    }

    // MARK: - Writing

    /// Keeps a new record, checked, and gives its id.
    ///
    /// - Parameter uid: nil: a new one, a random UUID in lower case (RFC 9562).
    /// - Throws: ``AtriumError`` with code `badData` if a rule of the kind is broken.
    @discardableResult
    public func insert(
        _ values: RecordValues, uid: String? = nil, createdAt: String? = nil, updatedAt: String? = nil,
        from door: Door = .command
    ) throws -> Int64 {
        var values = values
        for index in layout.positions where values.values[index].isNull {
            values.values[index] = try lastPosition(in: kind.declaration.values[index])
        }
        try kind.rules.check(&values, since: nil, from: door, context)
        try refuseSame(as: values, since: nil, from: door)
        let (createdAt, updatedAt) = (createdAt ?? context.nowText, updatedAt ?? context.nowText)
        let uid = uid ?? UUID().uuidString.lowercased()
        var row = RowStatement(try db.cachedStatement(sql: layout.insertSQL))
        for column in try columns(of: values, in: nil) { row.bind(column) }
        row.bind(updatedAt)
        row.bind(uid)
        row.bind(createdAt)
        try row.run()
        let id = db.lastInsertedRowID
        try writeElsewhere(values, over: initial, of: id, isNew: true)
        let record = StoredRecord(
            id: id, uid: uid, values: values, createdAt: createdAt, updatedAt: updatedAt)
        try kind.rules.didWrite(record, since: nil, context)
        return id
    }

    /// Changes the values of a record, checked as those of ``update(_:to:createdAt:updatedAt:from:)`` are.
    public func change(_ id: Int64, _ body: (inout RecordValues) throws -> Void) throws {
        let old = try record(id)
        var values = old.values
        try body(&values)
        try update(old, to: values)
    }

    /// Makes a record's values others, checked; the same write nothing.
    ///
    /// Whatever differs, also what stands in other rows, changes the record's own: the host then knows that it was edited.
    /// - Throws: ``AtriumError`` with code `badData` if a rule of the kind is broken.
    public func update(
        _ old: StoredRecord, to values: RecordValues, createdAt: String? = nil, updatedAt: String? = nil,
        from door: Door = .command
    ) throws {
        var new = old
        new.values = values
        guard new.values != old.values else { return }
        try kind.rules.check(&new.values, since: old, from: door, context)
        guard new.values != old.values else { return }
        try refuseSame(as: new.values, since: old, from: door)
        try db.cachedStatement(sql: layout.updateSQL).execute(
            arguments: StatementArguments(
                columns(of: new.values, in: old.id)
                    + [(updatedAt ?? context.nowText).databaseValue, old.id.databaseValue]))
        if let createdAt, createdAt != old.createdAt {
            try db.cachedStatement(sql: "UPDATE \(kind.declaration.table) SET created_at = ? WHERE id = ?")
                .execute(arguments: [createdAt, old.id])
        }
        try writeElsewhere(new.values, over: old.values, of: old.id, isNew: false)
        let record = StoredRecord(
            id: old.id, uid: old.uid, values: new.values, createdAt: createdAt ?? old.createdAt,
            updatedAt: updatedAt ?? context.nowText)
        try kind.rules.didWrite(record, since: old, context)
    }

    /// Counts a record as changed now.
    func touch(_ id: Int64) throws {
        try db.execute(
            sql: """
                UPDATE \(kind.declaration.table)
                SET updated_at = ?\(kind.declaration.hasRevision ? ", revision = revision + 1" : "") WHERE id = ?
                """, arguments: [context.nowText, id])
    }

    /// Removes a record; what belongs to it goes with it.
    public func remove(_ id: Int64) throws {
        try db.execute(sql: "DELETE FROM \(kind.declaration.table) WHERE id = ?", arguments: [id])
    }

    /// Gives a record another uid.
    func setUID(_ uid: String, of id: Int64) throws {
        try db.execute(
            sql: "UPDATE \(kind.declaration.table) SET uid = ? WHERE id = ?", arguments: [uid, id])
    }

    /// Refuses values that make a record the same as another, where there are never two.
    ///
    /// - Throws: ``AtriumError`` with code `badData`; what a file says is not quoted, since reports may be shared.
    private func refuseSame(as values: RecordValues, since old: StoredRecord?, from door: Door) throws {
        guard let doubles = kind.declaration.doubles, doubles.isUnique, let text = values.text(doubles.value)
        else { return }
        func isCounted(_ values: RecordValues) -> Bool { doubles.exempting.map { !values.flag($0) } ?? true }
        let isNew = old.map { $0.values.text(doubles.value) != text || !isCounted($0.values) } ?? true
        guard isNew, isCounted(values), try !self.doubles(of: values, besides: old?.id).isEmpty else {
            return
        }
        let field = kind.declaration.values.first { $0.name == doubles.value }?.fields.first
        let word = field?.title.lowercased() ?? doubles.value
        let what = kind.declaration.aRecord
        let message =
            switch door {
            case .command: "there is \(what) “\(text)” already"
            case .file: "there is \(what) of this \(word) already"
            }
        throw AtriumError(
            .badData, message, remedy: Guidance("choose another \(word)"), field: field?.name)
    }

    /// The place behind all others.
    private func lastPosition(in value: ValueDeclaration) throws -> DataValue {
        guard case .integer(let bounds)? = value.fields.first?.type, let column = value.columns.first else {
            return .null
        }
        let last = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT max(\(column)) FROM \(kind.declaration.table)"))
        return .integer(min((last ?? 0) + 1, bounds.upperBound))
    }

    private func columns(of values: RecordValues, in record: Int64?) throws -> [DatabaseValue] {
        var columns: [DatabaseValue] = []
        columns.reserveCapacity(values.values.count + 3)
        for (index, slot) in layout.slots.enumerated() {
            switch slot {
            case .tags, .elsewhere: break
            case .plain(let plain): columns.append(plain.column(of: values.values[index]))
            case .coded:
                columns += try kind.codecs[index].columns(of: values.values[index], in: record, context)
            }
        }
        if let doubles = kind.declaration.doubles {
            columns.append(values.text(doubles.value).map(Words.folded).databaseValue)
        }
        return columns
    }

    private func writeElsewhere(
        _ values: RecordValues, over old: RecordValues, of id: Int64, isNew: Bool
    ) throws {
        for index in layout.slots.indices where values.values[index] != old.values[index] {
            let declared = kind.declaration.values[index]
            switch declared.place {
            case .columns, .moment: break
            case .tags:
                let (tags, record) = (values.texts(declared.name), RecordReference(collection, id))
                try isNew ? context.tags.setTags(tags, ofNew: record) : context.tags.setTags(tags, of: record)
            case .people(let people):
                try people.named(by: collection, context)?.follow(values.values[index].texts, from: id)
            case .days, .custom:
                try kind.places[index]?.write(values.values[index], over: old.values[index], of: id, context)
            }
        }
    }
}
