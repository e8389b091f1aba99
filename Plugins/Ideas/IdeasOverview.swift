import AtriumSDK
import Foundation
import GRDB
import RecordKit

/// What the dashboard counts of ideas.
///
/// Which of them a project came from, links say, which no figure's SQL may ask: their ids are a parameter.
enum IdeasOverview {
    static let figures = [
        Figure(
            "open", title: "Open ideas", help: "How many ideas are neither taken nor dropped.",
            table: "ideas_idea",
            sql: """
                SELECT count(*) FROM ideas_idea
                WHERE status = 'open' AND id NOT IN (SELECT value FROM json_each(:projects))
                """, parameters: { ["projects": try withProject($0)] }),
        Figure(
            "new-this-month", title: "New this month", help: "How many ideas were added this month.",
            table: "ideas_idea", sql: "SELECT count(*) FROM ideas_idea WHERE created_at >= :monthStartsAt"),
        Figure(
            "taken-this-year", title: "Taken this year",
            help: "How many ideas were marked as taken this year, or had a project made of them.",
            table: "ideas_idea",
            sql: """
                SELECT count(*) FROM ideas_idea WHERE status = 'taken' AND taken_on >= :yearStart
                OR status = 'open' AND id IN (SELECT value FROM json_each(:projects))
                """,
            parameters: { moment in
                let start = firstDayOfYear(moment)
                let since = Instant.text(start.start(in: moment.timeZone))
                return ["yearStart": start.description, "projects": try withProject(moment, since: since)]
            }),
    ]

    private static func firstDayOfYear(_ moment: Figure.Moment) -> LocalDate {
        let today = LocalDate(moment.now, in: moment.timeZone)
        return LocalDate(year: today.year, month: 1, day: 1) ?? today
    }

    /// The ids of the ideas that a project came from, as a list of JSON.
    private static func withProject(_ moment: Figure.Moment, since: String? = nil) throws -> String {
        let condition = Idea.project.condition(in: .ideas, moment.links, since: since)
        let ids = try Int64.fetchAll(
            moment.db, sql: "SELECT r.id FROM ideas_idea r WHERE \(condition) ORDER BY r.id")
        return "[\(ids.map(String.init).joined(separator: ","))]"
    }
}
