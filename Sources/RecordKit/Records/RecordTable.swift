import AtriumSDK
import Foundation
import GRDB

/// A table that reads and writes a kind's records within the transaction of a command, import or export.
///
/// The type is a class, like ``RecordContext``, because an import passes the table and the context on for
/// each value in each row.
public final class RecordTable {
    /// The kind whose records the table contains.
    public let kind: RecordKind
    /// The context in which the table reads and writes.
    public let context: RecordContext
    private let layout: RecordLayout

    /// Creates a table for a kind.
    public init(_ kind: RecordKind, _ context: RecordContext) {
        (self.kind, self.context) = (kind, context)
        layout = kind.layout
    }

    /// The SQL columns that ``record(_:)`` reads from a row, over the alias `r`.
    var select: String { layout.select }
    /// The values for a new record if the input is empty.
    var initial: RecordValues { layout.initial }
    private var db: Database { context.db }
    private var collection: CollectionID { kind.declaration.collection }

    // MARK: - Reading

    /// Returns the record with an id, or nil if the record does not exist.
    public func find(_ id: Int64) throws -> StoredRecord? {
        try Row.fetchOne(db.cachedStatement(sql: layout.findSQL), arguments: [id]).map { try record($0) }
    }

    /// Returns the record with an id, or throws an error if the record does not exist.
    ///
    /// - Throws: ``AtriumError`` with code `notFound` if the record does not exist.
    public func record(_ id: Int64) throws -> StoredRecord {
        guard let record = try find(id) else { throw noRecord }
        return record
    }

    private var noRecord: AtriumError {
        AtriumError(
            .notFound, "there is no such \(kind.declaration.recordName)",
            remedy: "\(command: "\(kind.declaration.commandPath) list") shows all records", field: "record")
    }

    /// Returns the records with the given ids, in the same order as the ids.
    ///
    /// The function runs one query for any number of ids, because GRDB takes microseconds to start a query
    /// with many columns.
    ///
    /// - Throws: ``AtriumError`` with code `notFound` if a record no longer exists.
    public func records(withIDs ids: [Int64]) throws -> [StoredRecord] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: layout.listSQL), arguments: [ids.description])
        var records: [StoredRecord] = []
        while let row = try rows.next() { records.append(try record(row)) }
        guard records.count == ids.count else { throw noRecord }
        return records
    }

    /// Returns all records.
    ///
    /// - Parameter order: an SQL expression over the alias `r` that determines the order.
    public func records(orderedBy order: String = "r.id") throws -> [StoredRecord] {
        try Row.fetchAll(db, sql: "SELECT \(select) FROM \(kind.declaration.table) r ORDER BY \(order)")
            .map { try record($0) }
    }

    /// Decodes a record from a row that contains the ``select`` columns, beginning at the column `first`.
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

    /// Returns the id for the record with a uid, or nil if no record has the uid.
    public func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM \(kind.declaration.table) WHERE uid = ?"),
            arguments: [uid])
    }

    /// Returns existing records that are probably duplicates of a record with these values.
    ///
    /// The records are sorted from oldest to newest.
    func duplicates(of values: RecordValues, besides own: Int64? = nil) throws -> [Int64] {
        guard let duplicates = kind.declaration.duplicates, let text = values.text(duplicates.value) else {
            return []
        }
        let exempt = kind.declaration.values.first { $0.name == duplicates.exempting }?.columns.first
        let counted = exempt.map { "r.\($0) = 0" } ?? "TRUE"
        return try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id FROM \(kind.declaration.table) r WHERE \(duplicates.column) = ? AND id IS NOT ?
                    AND \(counted) ORDER BY id LIMIT 3
                    """),
            arguments: [Words.folded(text), own])
    }

    // MARK: - Writing

    /// Validates and adds a new record, and returns the record's id.
    ///
    /// - Parameter uid: the record's uid, or nil to create a random UUID in lower case (RFC 9562).
    /// - Throws: ``AtriumError`` with code `badData` if the values break one of the kind's rules.
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

    /// Changes a record's values and validates them like ``update(_:to:createdAt:updatedAt:from:)``.
    public func change(_ id: Int64, _ body: (inout RecordValues) throws -> Void) throws {
        let old = try record(id)
        var values = old.values
        try body(&values)
        try update(old, to: values)
    }

    /// Validates and updates a record, and writes nothing if no value changed.
    ///
    /// A changed value, even in another table's rows, also updates the record's own row, so that the host
    /// detects the edit.
    ///
    /// - Throws: ``AtriumError`` with code `badData` if the values break one of the kind's rules.
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

    /// Marks a record as changed at the current time.
    func touch(_ id: Int64) throws {
        try db.execute(
            sql: """
                UPDATE \(kind.declaration.table)
                SET updated_at = ?\(kind.declaration.hasRevision ? ", revision = revision + 1" : "") WHERE id = ?
                """, arguments: [context.nowText, id])
    }

    /// Removes a record and all data that belongs to the record.
    public func remove(_ id: Int64) throws {
        try db.execute(sql: "DELETE FROM \(kind.declaration.table) WHERE id = ?", arguments: [id])
    }

    /// Changes a record's uid.
    func setUID(_ uid: String, of id: Int64) throws {
        try db.execute(
            sql: "UPDATE \(kind.declaration.table) SET uid = ? WHERE id = ?", arguments: [uid, id])
    }

    /// Rejects values that duplicate another record, if the kind does not allow duplicates.
    ///
    /// - Throws: ``AtriumError`` with code `badData`; the message does not quote files, because users may
    ///   share import reports.
    private func refuseSame(as values: RecordValues, since old: StoredRecord?, from door: Door) throws {
        guard let duplicates = kind.declaration.duplicates, duplicates.isUnique,
            let text = values.text(duplicates.value)
        else { return }
        func isCounted(_ values: RecordValues) -> Bool {
            duplicates.exempting.map { !values.flag($0) } ?? true
        }
        let isNew = old.map { $0.values.text(duplicates.value) != text || !isCounted($0.values) } ?? true
        guard isNew, isCounted(values), try !self.duplicates(of: values, besides: old?.id).isEmpty else {
            return
        }
        let field = kind.declaration.values.first { $0.name == duplicates.value }?.fields.first
        let word = field?.title.lowercased() ?? duplicates.value
        let what = kind.declaration.aRecord
        let message =
            switch door {
            case .command: "there is already \(what) “\(text)”"
            case .file: "there is already \(what) with this \(word)"
            }
        throw AtriumError(
            .badData, message, remedy: Guidance("choose another \(word)"), field: field?.name)
    }

    /// Returns the position after the last record.
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
        if let duplicates = kind.declaration.duplicates {
            columns.append(values.text(duplicates.value).map(Words.folded).databaseValue)
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
