import AtriumSDK
import GRDB
import ICalendarExchange

/// The storage location for a value with days: rows in a separate table.
struct DaysPlace: ValuePlace {
    let days: DaysDeclaration
    /// The table that contains the records.
    let ownerTable: String
    private let parts: [PlainCodec]
    private let select: String
    private let insert: String
    private let update: String

    init(_ days: DaysDeclaration, of ownerTable: String, _ recordName: String) {
        self.days = days
        self.ownerTable = ownerTable
        parts = days.parts.map { PlainCodec($0, of: recordName) }
        let columns = days.parts.map { $0.columns[0] }
        let all = columns + [days.owner, "day"] + (days.collection == nil ? [] : ["uid"])
        select = """
            SELECT day, \(columns.joined(separator: ", ")) FROM \(days.table) WHERE \(days.owner) = ? ORDER BY day
            """
        insert = """
            INSERT INTO \(days.table) (\(all.joined(separator: ", "))) VALUES (\(all.map { _ in "?" }.joined(separator: ", ")))
            """
        update = """
            UPDATE \(days.table) SET \(columns.map { "\($0) = ?" }.joined(separator: ", "))
            WHERE \(days.owner) = ? AND day = ?
            """
    }

    func value(of record: Int64, _ context: RecordContext) throws -> DataValue {
        let rows = try Row.fetchCursor(
            context.db.cachedStatement(sql: select), arguments: [record])
        var items: [DataValue] = []
        while let row = try rows.next() {
            // Most days have no details, and there are thousands of days.
            let isBare = parts.indices.allSatisfy { row.hasNull(atIndex: $0 + 1) }
            items.append(
                isBare
                    ? .text(row[0])
                    : Days.item(row[0], parts.indices.map { parts[$0].value(of: row[$0 + 1]) }))
        }
        return .list(items)
    }

    func write(_ value: DataValue, over old: DataValue, of record: Int64, _ context: RecordContext) throws {
        let before = Days.items(of: old)
        var gone = before
        let uid = try days.collection == nil ? nil : uid(of: record, context.db)
        let insert = try context.db.cachedStatement(sql: insert)
        let update = try context.db.cachedStatement(sql: update)
        for item in value.listValue ?? [] {
            guard let day = Days.text(of: item) else { continue }
            let known = before.isEmpty ? nil : gone.removeValue(forKey: day)
            if known == item { continue }
            var row = RowStatement(known == nil ? insert : update)
            for part in parts.indices { row.bind(parts[part].column(of: item.listValue?[part + 1] ?? .null)) }
            row.bind(record)
            row.bind(day)
            if known == nil, let uid {
                row.bind(try ComponentTable.freeUID("\(uid)#\(day)", in: days.table, context.db))
            }
            try row.run()
            if Self.namesPeople(item) || known.map(Self.namesPeople) ?? false {
                try follow(item, on: day, of: record, context)
            }
        }
        if gone.isEmpty { return }
        let delete = try context.db.cachedStatement(
            sql: "DELETE FROM \(days.table) WHERE \(days.owner) = ? AND day = ?")
        for day in gone.keys.sorted() { try delete.execute(arguments: [record, day]) }
    }

    /// Returns true if a day names people; the only details that are lists contain people.
    private static func namesPeople(_ item: DataValue) -> Bool {
        item.listValue?.contains { $0.listValue?.isEmpty == false } ?? false
    }

    private func uid(of record: Int64, _ db: Database) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT uid FROM \(ownerTable) WHERE id = ?"), arguments: [record])
    }

    /// Links the days' rows to the people whom the rows' words name.
    func follow(_ value: DataValue, of record: Int64, _ context: RecordContext) throws {
        for item in value.listValue ?? [] {
            if let day = Days.text(of: item) { try follow(item, on: day, of: record, context) }
        }
    }

    private func follow(_ item: DataValue, on day: String, of record: Int64, _ context: RecordContext) throws
    {
        guard let collection = days.collection else { return }
        for (index, part) in days.parts.enumerated() {
            guard case .people(let people) = part.place, let named = people.named(by: collection, context),
                let row = try row(of: record, on: day, context.db)
            else { continue }
            try named.follow(item.listValue?[index + 1].texts ?? [], from: row)
        }
    }

    private func row(of record: Int64, on day: String, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM \(days.table) WHERE \(days.owner) = ? AND day = ?"),
            arguments: [record, day])
    }

    var cellSQL: [String] {
        ["1"]
            + days.parts.filter { !$0.cells.isEmpty }.map { part in
                """
                (SELECT max(c.id) FROM \(days.table) c WHERE c.\(days.owner) = r.id AND c.\(part.columns[0]) IS NOT NULL)
                """
            }
    }

    /// Merges two values day by day, including both sides' changes.
    ///
    /// If both sides changed the same day, our version is used.
    func merged(
        _ here: DataValue, with there: DataValue, since base: DataValue
    ) -> (value: DataValue, contested: [String])? {
        let (here, there, before) = (Days.items(of: here), Days.items(of: there), Days.items(of: base))
        var all: [String: DataValue] = [:]
        var contested: Set<String> = []
        for day in Set(here.keys).union(there.keys) {
            let (old, own, new) = (before[day], here[day], there[day])
            all[day] = own == old ? new : own
            if own != old, new != old, new != own {
                contested.insert(own == nil || new == nil ? days.daysField : days.partsField)
            }
        }
        return (.list(all.sorted { $0.key < $1.key }.map(\.value)), contested.sorted())
    }
}

extension Days {
    /// Returns the value's elements by day.
    fileprivate static func items(of value: DataValue) -> [String: DataValue] {
        (value.listValue ?? []).reduce(into: [:]) { items, item in
            if let day = text(of: item) { items[day] = item }
        }
    }
}
