import AtriumSDK
import ContentLine
import Foundation
import GRDB
import ICalendarExchange
import ICalendarFormat

/// Birthdays and anniversaries of people as events that come back each year, for calendar programs.
///
/// They are made of the people and are no records of their own: each carries ``mark``, by which an import knows that it has
/// nothing to take from it. Whoever is said to be dead, or of whom no day is known, has none.
enum BirthdaysICalendar {
    /// What marks an event as made of a person's date; its value is the kind.
    static let mark = "X-ATRIUM-BIRTHDAY"
    /// Such an event is a copy, which no module takes.
    static let itemMark = ItemMark(
        on: .vevent, property: mark, kind: ItemKind(rawValue: "birthday"),
        copyNotice:
            "The birthdays in this file were not imported: they are copies of dates in the people's cards."
    )
    /// The year of a date without one: the first leap year of the clocks of computers, so that it has all days.
    private static let unknownYear = 1972
    /// The last of February, which the 29th is in years that have it, and the 28th is in the others.
    private static let endOfFebruary = "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1"

    static let exporter = Exporter(
        .icalendar, of: PersonStore.collection, fileName: "birthdays.ics"
    ) { context in
        var writer = ICalendarWriter()
        writer.begin(
            properties: [ContentLine(name: "X-WR-CALNAME", value: "Birthdays")] + context.feedProperties)
        try context.write(writer.takeOutput())
        for column in Column.allCases {
            let rows = try Row.fetchCursor(
                context.db,
                sql: """
                    SELECT r.uid, r.display_name, ifnull(r.updated_at, r.created_at), r.\(column.rawValue)
                    FROM connections_person r
                    WHERE r.\(column.rawValue) IS NOT NULL AND \(context.condition) AND \(PeopleOverview.isAliveSQL("r"))
                    ORDER BY r.id
                    """)
            var unknown = 0
            while let row = try rows.next() {
                guard let event = event(column, uid: row[0], name: row[1], changed: row[2], date: row[3])
                else {
                    unknown += 1
                    continue
                }
                writer.write(event)
                try context.write(writer.takeOutput())
            }
            if unknown > 0 {
                context.warn(
                    "\(unknown) \(unknown == 1 ? "\(column.rawValue) was" : "\(column.plural) were") "
                        + "left out: the month or the day is unknown")
            }
        }
        writer.end()
        try context.write(writer.takeOutput())
    }

    /// The dates that come back each year.
    enum Column: String, CaseIterable {
        case birthday
        case anniversary

        fileprivate var plural: String { self == .birthday ? "birthdays" : "anniversaries" }
    }

    /// The event of a person's date; nil where month and day are not both known.
    ///
    /// - Parameters:
    ///   - uid: the person's uid, of which the event's is made: the same in every export.
    ///   - changed: when the person was last changed, as stored text: the event is as old.
    ///   - date: a partial date.
    static func event(_ column: Column, uid: String, name: String, changed: String, date: String)
        -> Component?
    {
        let parts = date.wholeMatch(of: /(?:(\d{4})|-)-(\d\d)-(\d\d)/)?.output
        guard let parts, let month = Int(parts.2), let day = Int(parts.3) else { return nil }
        let year = parts.1.flatMap { Int($0) }
        guard let first = CivilDate(year: year ?? unknownYear, month: month, day: day) else { return nil }
        var event = CalendarEvent(uid: "\(uid)-\(column.rawValue)", start: .date(first))
        event.summary = column == .birthday ? "Birthday: \(name)" : "Anniversary: \(name)"
        if let year { event.description = column == .birthday ? "Born \(year)" : "Since \(year)" }
        event.isTransparent = true
        event.categories = [column == .birthday ? "Birthday" : "Anniversary"]
        let rule = (month, day) == (2, 29) ? endOfFebruary : "FREQ=YEARLY"
        event.rules = [try? RecurrenceRule(rule)].compactMap(\.self)
        let stamp = Timestamp.date(changed).map { Int($0.timeIntervalSince1970.rounded(.down)) } ?? 0
        var component = event.component(now: Instant(epochSeconds: stamp))
        component.properties.append(ContentLine(name: mark, value: column.rawValue))
        return component
    }
}
