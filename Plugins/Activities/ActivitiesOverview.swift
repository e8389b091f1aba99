import AtriumSDK
import GRDB
import ICalendarExchange
import RecordKit

/// What the dashboard, `today` and timelines show of activities.
enum ActivitiesOverview {
    static let figures = [
        Figure(
            "activities", title: "Activities", help: "The number of activities.",
            table: "activities_activity", sql: "SELECT count(*) FROM activities_activity"),
        Figure(
            "planned", title: "Planned",
            help: "The number of activities planned for today or later, in their own zones.",
            table: "activities_activity",
            sql: "SELECT count(*) FROM activities_activity WHERE planned >= :today"),
        Figure(
            "done-this-month", title: "Done this month",
            help: "The number of times an activity was done this month, over all activities.",
            table: "activities_occasion",
            sql: "SELECT count(*) FROM activities_occasion WHERE day BETWEEN :monthStart AND :today"),
    ]

    /// What is planned for some days, on the user's clock, and was not done on its day.
    static let planned = DaySource([.event]) { days, context in
        let table = activityKind.table(context)
        let viewer = Zones.viewer(context.settings)
        // Two clocks differ by a day at most; what is found so is looked at exactly.
        let ids = try Int64.fetchAll(
            context.db,
            sql: "SELECT id FROM activities_activity WHERE planned >= ? AND planned < ? ORDER BY id",
            arguments: [
                days.lowerBound.adding(days: -2).description, days.upperBound.adding(days: 3).description,
            ])
        return DayEntries(
            try ids.compactMap { id in
                let activity = Activity(try table.record(id).values)
                guard let seen = try activity.planned?.seen(table.zones(of: id), from: viewer),
                    days.contains(seen.day), activity.occasions[seen.day] == nil
                else { return nil }
                return DayEntry(
                    .event, on: seen.day, at: seen.time, title: activity.name,
                    record: RecordReference(.activities, id), claim: .tentative)
            })
    }

    /// What was done with somebody.
    static let done = HappeningSource { subject, context in
        let ids = try context.links.origins(of: subject.record, kind: ActivityLinks.with).filter {
            $0.collection == .occasions
        }.map(\.id)
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT o.day, a.id, a.name FROM activities_occasion o JOIN activities_activity a
                ON a.id = o.activity_id WHERE o.id IN (SELECT value FROM json_each(?))
                """, arguments: [ids.description])
        return rows.map { row in
            Happening(
                "activity", when: row[0], title: row[2], record: RecordReference(.activities, row[1]))
        }
    }
}

extension DayEntry.Kind {
    /// Something that takes place: an activity that is planned.
    static let event = DayEntry.Kind("event", .takesPlace, counted: ("event", "events"))
}
