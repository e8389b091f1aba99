import AtriumSDK
import GRDB

/// What the dashboard, `today` and the agenda show of people.
enum PeopleOverview {
    static let figures = [
        Figure(
            "people", title: "People", help: "The number of people.", table: "connections_person",
            sql: "SELECT count(*) FROM connections_person"),
        Figure(
            "added-this-month", title: "New this month", help: "The number of people added this month.",
            table: "connections_person",
            sql: "SELECT count(*) FROM connections_person WHERE created_at >= :monthStartsAt"),
        Figure(
            "follow-up", title: "To follow up",
            help: "The number of people you are due to contact.",
            table: "connections_person",
            sql: "SELECT count(*) FROM connections_person r WHERE \(Touch.isLateSQL)",
            opens: ["connections", "follow-up"]
        ) { moment in Touch.arguments(moment.settings) },
        RecentlyMet.figure, Interests.figure,
        Figure(
            "interactions", title: "Interactions this month",
            help: "The number of interactions this month.", table: "connections_interaction",
            sql: """
                SELECT count(*) FROM connections_interaction
                WHERE happened_on >= :monthStart AND happened_on <= :today
                """),
    ]

    /// Birthdays and anniversaries of who is not said to be dead; those of 29 February stand on the 28th in years that have none.
    static let yearlyDays = DaySource([.birthday, .anniversary]) { days, context in
        DayEntries(try yearlyEntries(on: days, context.db))
    }

    /// The most days for which the query names each one.
    private static let namedDays = 60

    static func yearlyEntries(on days: ClosedRange<LocalDate>, _ db: Database) throws -> [DayEntry] {
        let count = days.upperBound.daysSince1970 - days.lowerBound.daysSince1970 + 1
        let named =
            count <= namedDays ? Set((0..<count).flatMap { dayNames(days.lowerBound.adding(days: $0)) }) : nil
        return try [(DayEntry.Kind.birthday, "birthday"), (.anniversary, "anniversary")].flatMap {
            kind, column in
            let rows = try Row.fetchCursor(
                db, sql: yearlySQL(column, namedDays: named?.count),
                arguments: StatementArguments(named.map(Array.init) ?? []))
            var entries: [DayEntry] = []
            while let row = try rows.next() {
                let record = RecordReference(PersonStore.collection, row["id"])
                for (day, years) in occurrences(of: row["date"], within: days) {
                    let name: String = row["display_name"]
                    entries.append(
                        DayEntry(
                            kind, on: day, title: years.map { "\(name) (\($0))" } ?? name, record: record))
                }
            }
            return entries
        }
    }

    /// The people whose day a column holds: all, or those whose day ends as one of so many arguments does.
    ///
    /// For a few days the index on how the dates end gives them. Whether somebody is dead is asked last, of those who are left.
    static func yearlySQL(_ column: String, namedDays: Int?) -> String {
        let places = namedDays.map { Array(repeating: "?", count: $0).joined(separator: ", ") }
        return """
            SELECT id, display_name, \(column) AS date FROM connections_person p
            WHERE \(column) IS NOT NULL \(places.map { "AND substr(\(column), -5) IN (\($0))" } ?? "")
            AND (\(column) GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
                OR \(column) GLOB '--[0-9][0-9]-[0-9][0-9]')
            AND \(isAliveSQL("p"))
            """
    }

    /// SQL that holds for people who are not said to be dead.
    static func isAliveSQL(_ person: String) -> String {
        """
        NOT EXISTS (SELECT 1 FROM connections_detail d
            WHERE d.person_id = \(person).id AND d.kind = 'custom' AND d.qualifier = 'DEATHDATE')
        """
    }

    /// The days on which a date without or with a year comes back, each with the years since; none before its first.
    static func occurrences(
        of date: String, within days: ClosedRange<LocalDate>
    ) -> [(day: LocalDate, years: Int?)] {
        let first = Int(date.prefix(4))
        guard let month = Int(date.suffix(5).prefix(2)), let day = Int(date.suffix(2)) else { return [] }
        return (days.lowerBound.year...days.upperBound.year).compactMap { year in
            guard first.map({ $0 <= year }) ?? true, (1...12).contains(month) else { return nil }
            let last = LocalDate.days(inMonth: month, of: year)
            guard let found = LocalDate(year: year, month: month, day: month == 2 ? min(day, last) : day),
                days.contains(found)
            else { return nil }
            return (found, first.map { year - $0 })
        }
    }

    /// A day as dates end in it: `04-12`; the last of February also as the 29th where it has none.
    private static func dayNames(_ day: LocalDate) -> [String] {
        let name = String(day.description.suffix(5))
        let isShortFebruary = name == "02-28" && LocalDate.days(inMonth: 2, of: day.year) == 28
        return isShortFebruary ? [name, "02-29"] : [name]
    }
}

extension DayEntry.Kind {
    /// Somebody's birthday.
    static let birthday = DayEntry.Kind("birthday", .marksDay, icon: "star")
    /// The day of another event in somebody's life that comes back each year.
    static let anniversary = DayEntry.Kind("anniversary", .marksDay)
}
