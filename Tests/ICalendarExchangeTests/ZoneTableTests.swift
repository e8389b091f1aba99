import GRDB
import ICalendarFormat
import Testing

@testable import ICalendarExchange

/// A TZID together with its definition is a zone.
@Suite struct ZoneTableTests {
    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { db in try db.execute(sql: NotesTable.schema) }
    }

    private func container(_ offset: String) -> CalendarContainer {
        CalendarContainer(source: Array(NotesTable.calendar(zone: offset).utf8))
    }

    @Test func twoDefinitionsOfOneNameAreTwoZones() throws {
        try queue.write { (db: Database) throws -> Void in
            let zones = ZoneTable("notes_zone", db)
            let known = try #require(try zones.id(of: "Office"))
            zones.begin(container("+0100"))
            let first = try zones.id(of: "Office")
            zones.begin(container("+0200"))
            let second = try zones.id(of: "Office")
            zones.begin(container("+0100"))
            #expect(try zones.id(of: "Office") == first)
            #expect(Set([known, first, second]).count == 3)
            zones.begin(nil)
            #expect(try zones.id(of: "Office") == known)
            for id in [known, first, second] { #expect(try zones.name(of: id) == "Office") }
            let stored = try StoredZone.all(in: "notes_zone", db)
            #expect(stored.map { $0.definition?.observances.count } == [nil, 1, 1])
        }
    }

    @Test func whatIsNamedByNothingHasNoZone() throws {
        try queue.write { (db: Database) throws -> Void in
            let zones = ZoneTable("notes_zone", db)
            #expect(try zones.id(of: nil) == nil)
            #expect(try zones.id(of: "") == nil)
            #expect(try zones.name(of: nil) == nil)
            #expect(try zones.name(of: 7) == nil)
        }
    }

    @Test func anEditKeepsTheZonesOfItsRecord() throws {
        try queue.write { (db: Database) throws -> Void in
            let zones = ZoneTable("notes_zone", db)
            zones.begin(container("+0100"))
            let given = try #require(try zones.id(of: "Office"))
            #expect(try ZoneTable("notes_zone", db, known: ["Office": given]).id(of: "Office") == given)
            #expect(try ZoneTable("notes_zone", db).id(of: "Office") != given)
        }
    }

    @Test func aRowThatWasTakenBackIsMadeAnew() throws {
        try queue.write { (db: Database) throws -> Void in
            let zones = ZoneTable("notes_zone", db)
            let first = try zones.id(of: "Office")
            try db.execute(sql: "DELETE FROM notes_zone")
            zones.forget()
            let second = try #require(try zones.id(of: "Office"))
            #expect(second != first)
            #expect(try zones.name(of: second) == "Office")
        }
    }
}
