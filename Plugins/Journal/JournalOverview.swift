import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat

/// What the dashboard, `today` and timelines show of the journal.
enum JournalOverview {
    static let figures = [
        Figure(
            "entries", title: "Entries", help: "The number of entries.", table: "journal_entry",
            sql: "SELECT count(*) FROM journal_entry"),
        Figure(
            "entries-this-month", title: "Entries this month",
            help: "The number of entries from this month until today, in their own time zones.",
            table: "journal_entry",
            // The index on the moment finds those that may be: clocks differ by less than two days.
            sql: """
                SELECT count(*) FROM journal_entry WHERE ifnull(-julianday(at), 0)
                    BETWEEN -julianday(:today, '+2 days') AND -julianday(:monthStart, '-2 days')
                    AND substr(at, 1, 10) BETWEEN :monthStart AND :today
                """),
        Figure(
            "open-decisions", title: "Open decisions", help: "The number of decisions that are not made yet.",
            table: "journal_decision", sql: "SELECT count(*) FROM journal_decision WHERE sealed_at IS NULL"),
        Figure(
            "reviews-due", title: "Reviews due",
            help: "The number of decisions whose review is due.", table: "journal_decision",
            sql: """
                SELECT count(*) FROM journal_decision
                WHERE sealed_at IS NOT NULL AND reviewed_at IS NULL AND review_on <= :today
                """),
        Figure(
            "brier-score", title: "Brier score",
            help: "The accuracy of your confidence, from 0 (perfect) to 1.",
            table: "journal_decision",
            sql: """
                SELECT round(avg((confidence / 100.0 - o) * (confidence / 100.0 - o)), 3) FROM (
                    SELECT confidence, CASE came_out WHEN 'yes' THEN 1.0 WHEN 'partly' THEN 0.5 ELSE 0.0 END AS o
                    FROM journal_decision WHERE came_out IS NOT NULL AND confidence IS NOT NULL)
                """),
    ]

    /// The decisions whose review is due until a day, the longest due first: rows with all columns.
    static func dueRows(until day: LocalDate, _ db: Database) throws -> [Row] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT r.* FROM journal_decision r
                WHERE r.sealed_at IS NOT NULL AND r.reviewed_at IS NULL AND r.review_on <= ?
                ORDER BY r.review_on, r.id
                """, arguments: [day.description])
    }

    /// The decisions that are to be reviewed on some days, and, where today is one of them, those whose day is over.
    static let reviews = DaySource([.review]) { days, context in
        DayEntries(
            try dueRows(until: days.upperBound, context.db).compactMap { row in
                guard let day = LocalDate(iso: row["review_on"]) else { return nil }
                let isOverdue = day < context.today
                guard days.contains(day) || isOverdue && days.contains(context.today) else { return nil }
                return DayEntry(
                    .review, on: day, title: row["title"], record: RecordReference(.decisions, row["id"]),
                    isOverdue: isOverdue)
            })
    }

    /// The entries that tell of somebody.
    static let mentions = HappeningSource { subject, context in
        let table = EntryTable(context)
        let viewer = Zones.viewer(context.settings)
        let now = Instant(context.now)
        return try context.links.origins(of: subject.record, kind: JournalPeople.kind).compactMap { link in
            guard link.collection == .entries, let stored = try table.find(link.id), let at = stored.entry.at
            else { return nil }
            let instant = at.instant(stored.zones, for: viewer)
            guard instant <= now else { return nil }
            return Happening(
                "journal entry", when: at.isDate ? at.storedText : instant.description,
                title: stored.entry.heading, record: link)
        }
    }
}

/// The question that a diary is kept for.
enum EntryDays {
    static let all = [onThisDay]

    private static let day = Field<LocalDate>.date("day", help: "The day. Defaults to today.").positional

    private static let onThisDay = Command(
        "on-this-day", .query, summary: "List the entries of this day in other years, latest first.",
        discussion: """
            Days are those of each entry's own time zone. On 28 February of a common year, entries of 29 February are \
            listed too.
            """,
        fields: [day.declaration],
        result: .list(
            EntryFields.record + [
                FieldDeclaration(
                    "yearsAgo", .integer(), help: "The years between the two; negative for a later entry.",
                    isRequired: true)
            ], columns: ["id", "yearsAgo", "at", "heading", "mood", "place", "people"])
    ) { input, context in
        let day = input[day] ?? context.today
        let table = EntryTable(context)
        let viewer = Zones.viewer(context.settings)
        let wanted = monthDays(of: day)
        // An instant in UTC may be of the day before or after on the viewer's clock.
        let near = [-1, 0, 1].flatMap { monthDays(of: day.adding(days: $0)) }
        let places = near.map { _ in "?" }.joined(separator: ", ")
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT r.* FROM journal_entry r WHERE substr(r.at, 6, 5) IN (\(places))
                ORDER BY ifnull(-julianday(r.at), 0), r.id
                """, arguments: StatementArguments(near))
        return .object([
            "items": .list(
                try rows.compactMap { row in
                    let stored = try table.read(row)
                    guard let own = stored.entry.day(for: viewer), own.year != day.year,
                        wanted.contains(monthDay(own))
                    else { return nil }
                    var item = try EntryFields.value(stored, context)
                    item["yearsAgo"] = .integer(Int64(day.year - own.year))
                    return .object(item)
                })
        ])
    }

    /// `11-22`.
    private static func monthDay(_ day: LocalDate) -> String { String(day.description.suffix(5)) }

    /// The day of the year, and 29 February on the last day of a February without one.
    private static func monthDays(of day: LocalDate) -> [String] {
        let isLast = day.month == 2 && day.day == 28 && LocalDate.days(inMonth: 2, of: day.year) == 28
        return [monthDay(day)] + (isLast ? ["02-29"] : [])
    }
}

extension DayEntry.Kind {
    /// A decision that is to be looked at again.
    static let review = DayEntry.Kind("review", .toBeDone)
}
