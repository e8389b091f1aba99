import AtriumSDK
import Foundation
import GRDB
import RecordKit

/// The dashboard figures for ideas.
///
/// Links connect ideas with projects, but a figure's SQL cannot query links. Therefore, an SQL parameter
/// contains the ids of all ideas that have a project.
enum IdeasOverview {
    static let figures = [
        Figure(
            "open", title: "Open ideas", help: "The number of ideas that are neither taken nor dropped.",
            table: "ideas_idea",
            sql: """
                SELECT count(*) FROM ideas_idea
                WHERE status = 'open' AND id NOT IN (SELECT value FROM json_each(:projects))
                """, parameters: { ["projects": try withProject($0)] }),
        Figure(
            "new-this-month", title: "New this month", help: "The number of ideas added this month.",
            table: "ideas_idea", sql: "SELECT count(*) FROM ideas_idea WHERE created_at >= :monthStartsAt"),
        Figure(
            "taken-this-year", title: "Taken this year",
            help: "The number of ideas that were marked as taken or became a project this year.",
            table: "ideas_idea",
            sql: """
                SELECT count(*) FROM ideas_idea WHERE status = 'taken' AND taken_on >= :yearStart
                OR status = 'open' AND id IN (SELECT value FROM json_each(:projects))
                """,
            parameters: { moment in
                let start = firstDayOfYear(moment)
                let since = Timestamp.text(start.start(in: moment.timeZone))
                return ["yearStart": start.description, "projects": try withProject(moment, since: since)]
            }),
    ]

    private static func firstDayOfYear(_ moment: Figure.Moment) -> LocalDate {
        let today = LocalDate(moment.now, in: moment.timeZone)
        return LocalDate(year: today.year, month: 1, day: 1) ?? today
    }

    /// Returns a JSON array with the ids of all ideas that have a project.
    private static func withProject(_ moment: Figure.Moment, since: String? = nil) throws -> String {
        let condition = Idea.project.condition(in: .ideas, moment.links, since: since)
        let ids = try Int64.fetchAll(
            moment.db, sql: "SELECT r.id FROM ideas_idea r WHERE \(condition) ORDER BY r.id")
        return "[\(ids.map(String.init).joined(separator: ","))]"
    }
}
