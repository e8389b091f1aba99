import GRDB
import Testing

@testable import AtriumSDK

@Suite struct ListQueryTests {
    /// Ties in every sort, texts that need escapes in a cursor, numbers with and without fractions.
    private static let plants = ListQuery(
        table: "plant",
        sorts: [
            ListQuery.Sort("name", sql: "r.name COLLATE NOCASE"),
            ListQuery.Sort("height", sql: "ifnull(r.height, -1)"),
            ListQuery.Sort("count", sql: "r.count"),
            ListQuery.Sort("count-name", sql: "-r.count", ties: ["length(r.name)", "-ifnull(r.height, 0)"]),
        ])
    private static let rowCount = 57

    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { db in
            for table in ["plant", "tool"] {
                try db.execute(
                    sql:
                        "CREATE TABLE \(table)(id INTEGER PRIMARY KEY, name TEXT NOT NULL, height REAL, count INTEGER)"
                )
                let names = ["", "rose", "Rose", "Ümit\"\\\n", "日本 ~?>", "a\u{301}", "oak\u{2028}"]
                for id in 1...Self.rowCount {
                    try db.execute(
                        sql: "INSERT INTO \(table) VALUES (?, ?, ?, ?)",
                        arguments: [
                            id * 3, names[id % names.count], id % 5 == 0 ? nil : Double(id % 9) / 3, id % 4,
                        ])
                }
            }
        }
    }

    private func page(
        _ arguments: DataObject, of query: ListQuery = plants, where conditions: [ListQuery.Condition] = []
    ) throws -> (ids: [Int64], total: Int64?, next: DataValue, previous: DataValue?) {
        try queue.read { db in
            let value = try query.page(
                Arguments(checked: arguments), db, select: "r.name AS name", where: conditions
            ) { row in .integer(row["list_id"]) }
            let object = try #require(value.objectValue)
            return (
                try #require(object["items"]?.listValue).compactMap(\.integerValue),
                object["total"]?.integerValue, try #require(object["next"]), object["previous"]
            )
        }
    }

    /// What most records meet is counted by those that do not, alone and beside another condition.
    @Test func whatIsMostlyNullIsCounted() throws {
        let isNull = ListQuery.Condition.mostlyNull("r.height")
        let tens = Self.rowCount / 5
        let alone = try page([:], where: [isNull])
        #expect(alone.total == Int64(tens))
        #expect(alone.ids.count == tens)
        let both = try page([:], where: [isNull, ListQuery.Condition("r.id > ?", [30])])
        #expect(both.total == Int64(tens - 2))
        #expect(both.ids.count == tens - 2)
    }

    /// Bytes bound a page too: nobody asks for a gigabyte by asking for a thousand records.
    @Test func largeRecordsMakeShortPages() throws {
        let text = String(repeating: "x", count: ListQuery.pageSize / 2)
        var cursor = DataValue.null
        var counts: [Int] = []
        repeat {
            let page = try queue.read { db in
                try Self.plants.page(
                    Arguments(checked: ["limit": .integer(1000), "cursor": cursor]), db, select: "r.name",
                    where: [.init("r.id <= 15")]
                ) { row in
                    // The third one is larger than a page.
                    (row["list_id"] as Int64) == 9
                        ? .text(text + text + text) : .object(["text": .text(text)])
                }.objectValue
            }
            counts.append(page?["items"]?.listValue?.count ?? 0)
            cursor = page?["next"] ?? .null
        } while cursor != .null
        #expect(counts.reduce(0, +) == 5)
        #expect(counts.max() == 2)
    }

    @Test(arguments: ["name", "height", "count", "count-name"], [false, true])
    func pagesGiveEachRowOnceInOrder(sort: String, isDescending: Bool) throws {
        let whole = try page([
            "sort": .text(sort), "descending": .bool(isDescending), "limit": .integer(1000),
        ])
        #expect(whole.ids.count == Self.rowCount)
        #expect(Set(whole.ids).count == Self.rowCount)
        #expect(whole.next == .null)
        let keys = try #require(Self.plants.sorts.first { $0.name == sort })
        let order = ([keys.sql] + keys.ties + ["id"]).map { $0 + (isDescending ? " DESC" : " ASC") }
        let expected = try queue.read { db in
            try Int64.fetchAll(
                db, sql: "SELECT id FROM plant r ORDER BY \(order.joined(separator: ", "))")
        }
        #expect(whole.ids == expected)
        for limit: Int64 in [1, 2, 7, 56, 57, 58] {
            var ids: [Int64] = []
            var arguments: DataObject = [
                "sort": .text(sort), "descending": .bool(isDescending), "limit": .integer(limit),
            ]
            var pages = 0
            repeat {
                let next = try page(arguments)
                #expect(next.total == Int64(Self.rowCount))
                #expect(next.ids.count <= limit)
                ids += next.ids
                arguments["cursor"] = next.next.isNull ? nil : next.next
                pages += 1
            } while arguments["cursor"] != nil && pages <= Self.rowCount
            #expect(ids == expected)
            #expect(pages == (Self.rowCount + Int(limit) - 1) / Int(limit))
        }
    }

    /// From the last page back to the first: the same records, in the same order.
    @Test(arguments: ["name", "height", "count", "count-name"], [false, true])
    func pagesLeadBack(sort: String, isDescending: Bool) throws {
        for limit: Int64 in [1, 2, 7, 28, 56] {
            var arguments: DataObject = [
                "sort": .text(sort), "descending": .bool(isDescending), "limit": .integer(limit),
            ]
            var forth = [try page(arguments).ids]
            #expect(try page(arguments).previous == nil)
            var last = try page(arguments)
            while !last.next.isNull {
                arguments["cursor"] = last.next
                last = try page(arguments)
                forth.append(last.ids)
            }
            var back = [last.ids]
            while let previous = last.previous, !previous.isNull {
                arguments["cursor"] = previous
                last = try page(arguments)
                back.insert(last.ids, at: 0)
                #expect(!last.next.isNull)
                #expect(back.count <= forth.count)
            }
            #expect(back == forth)
        }
    }

    @Test func filtersAreAllMetAndCounted() throws {
        let conditions = [
            ListQuery.Condition("r.count = ? OR r.count = ?", [1, 2]),
            ListQuery.Condition("r.height > ?", [1]),
        ]
        let expected = try queue.read { db in
            try Int64.fetchAll(
                db, sql: "SELECT id FROM plant WHERE count IN (1, 2) AND height > 1 ORDER BY count, id")
        }
        #expect(expected.count > 10)
        var ids: [Int64] = []
        var arguments: DataObject = ["sort": .text("count"), "limit": .integer(4)]
        for _ in 0..<Self.rowCount {
            let next = try page(arguments, where: conditions)
            #expect(next.total == Int64(expected.count))
            ids += next.ids
            if next.next.isNull { break }
            arguments["cursor"] = next.next
        }
        #expect(ids == expected)
    }

    @Test func rowsThatComeOrGoShiftNothing() throws {
        let first = try page(["sort": .text("count"), "limit": .integer(20)])
        let rest = try page(["sort": .text("count"), "limit": .integer(1000), "cursor": first.next])
        try queue.write { db in
            // The cursor's own row goes, and one comes before it.
            try db.execute(sql: "DELETE FROM plant WHERE id = ?", arguments: [first.ids.last])
            try db.execute(sql: "INSERT INTO plant VALUES (1, 'new', 0, -5)")
        }
        let again = try page(["sort": .text("count"), "limit": .integer(1000), "cursor": first.next])
        #expect(again.ids == rest.ids)
    }

    @Test func anEmptyListHasNoNextPage() throws {
        let empty = try page([:], where: [ListQuery.Condition("0")])
        #expect(empty.ids.isEmpty)
        #expect(empty.total == 0)
        #expect(empty.next == .null)
    }

    @Test func theFirstSortAndAscendingAreTheDefault() throws {
        let named = try page(["sort": .text("name"), "descending": .bool(false), "limit": .integer(100)])
        #expect(try page([:]).ids == named.ids)
        let declared = Self.plants.fields
        #expect(declared.map(\.name) == ["sort", "descending", "limit", "cursor"])
        #expect(declared.first?.defaultValue == .text("name"))
        #expect(declared.first?.type == .choice(["name", "height", "count", "count-name"]))
    }

    private func expectRefused(_ arguments: DataObject, of query: ListQuery = plants) {
        let error = #expect(throws: AtriumError.self) { try page(arguments, of: query) }
        #expect(error?.code == .badData)
        #expect(error?.field == "cursor")
    }

    @Test func aCursorOfAnotherListIsRefused() throws {
        let next = try page(["sort": .text("name"), "limit": .integer(5)]).next
        expectRefused(["sort": .text("count"), "cursor": next])
        expectRefused(["sort": .text("name"), "descending": .bool(true), "cursor": next])
        expectRefused(
            ["sort": .text("name"), "cursor": next], of: ListQuery(table: "tool", sorts: Self.plants.sorts))
        #expect(try page(["sort": .text("name"), "cursor": next]).ids.count == Self.rowCount - 5)
    }

    @Test(arguments: [
        "", "x", "?", "AAAA", "e30", "bnVsbA", "W10", "WyJuYW1lIixmYWxzZSxudWxsLDFd", "WyJuYW1lIixmYWxzZV0",
        "日本", "====", String(repeating: "W1tb", count: 20_000),
    ])
    func whatIsNoCursorIsRefused(cursor: String) {
        expectRefused(["cursor": .text(cursor)])
    }

    @Test func cursorsNeedNoQuotingInAnAddressOrAShell() throws {
        var arguments: DataObject = ["sort": .text("name"), "limit": .integer(1)]
        let plain = Set(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars)
        for _ in 0..<Self.rowCount - 1 {
            let next = try page(arguments).next
            let text = try #require(next.textValue)
            #expect(text.unicodeScalars.allSatisfy { plain.contains($0) })
            arguments["cursor"] = next
        }
    }
}
