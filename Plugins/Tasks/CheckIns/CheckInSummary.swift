import AtriumSDK
import GRDB
import RecordKit

/// The query that shows when somebody has had how much energy.
enum CheckInSummary {
    private static let from = Field<LocalDate>.date(
        "from", help: "The first day. Defaults to four weeks ago.")
    private static let to = Field<LocalDate>.date("to", help: "The last day. Defaults to today.")

    private static let week: [FieldDeclaration] = [
        FieldDeclaration("week", .date, help: "The first day of the week, a Monday.", isRequired: true),
        FieldDeclaration("checkIns", .integer(from: 0), help: "The number of check-ins.", isRequired: true),
        FieldDeclaration("control", .decimal(1...5), help: "Your average sense of control."),
    ]

    static let command = Command(
        "summary", .query,
        summary: "Show your energy by weekday and hour, and your sense of control by week.",
        fields: [from.declaration, to.declaration],
        result: .object([
            FieldDeclaration("from", .date, help: "The first day.", isRequired: true),
            FieldDeclaration("to", .date, help: "The last day.", isRequired: true),
            FieldDeclaration(
                "checkIns", .integer(from: 0), help: "The number of check-ins.", isRequired: true),
            FieldDeclaration(
                "tasksDone", .integer(from: 0), help: "The number of accepted tasks that are done.",
                isRequired: true),
            FieldDeclaration(
                "drawing", .longText, help: "Your energy over the week as text: 1 low, 2 medium, 3 high.",
                isRequired: true),
            FieldDeclaration(
                "weeks", .list(.object(week)), help: "The weeks with check-ins.", isRequired: true),
        ])
    ) { input, context in
        let last = input[to] ?? context.today
        let first = input[from] ?? last.adding(days: -27)
        guard first <= last else {
            throw AtriumError(
                .badData, "the last day is before the first", remedy: "give a later last day", field: "to")
        }
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT substr(c.at, 1, 10), CAST(substr(c.at, 12, 2) AS INTEGER), c.energy, c.control,
                    EXISTS (SELECT 1 FROM tasks_task t WHERE t.uid = c.taken AND t.completed_at IS NOT NULL)
                FROM tasks_check_in c WHERE c.at >= ? AND c.at < ? ORDER BY c.at
                """, arguments: [first.description, last.adding(days: 1).description])
        var weeks: [LocalDate: (count: Int64, control: [Double])] = [:]
        var cells: [[[Int]]] = Array(repeating: Array(repeating: [], count: 24), count: 7)
        for row in rows {
            guard let day = LocalDate(iso: row[0]) else { continue }
            let monday = day.adding(days: 1 - day.weekday)
            weeks[monday, default: (0, [])].count += 1
            if let control = row[3] as Double? { weeks[monday]?.control.append(control) }
            let hour = row[1] as Int
            if let level = (row[2] as String?).flatMap(TaskFields.energies.firstIndex),
                (0..<24).contains(hour)
            {
                cells[day.weekday - 1][hour].append(level + 1)
            }
        }
        return .object([
            "from": .text(first.description), "to": .text(last.description),
            "checkIns": .integer(Int64(rows.count)),
            "tasksDone": .integer(Int64(rows.count { $0[4] })), "drawing": .text(drawing(cells)),
            "weeks": .list(
                weeks.sorted { $0.key < $1.key }.map { week, of in
                    .object([
                        "week": .text(week.description), "checkIns": .integer(of.count),
                        "control": of.control.isEmpty
                            ? .null : .decimal(of.control.reduce(0, +) / Double(of.control.count)),
                    ])
                }),
        ])
    }

    /// A row for each weekday, a column for each hour of the day, with the mean of that hour.
    private static func drawing(_ cells: [[[Int]]]) -> String {
        // The night only if somebody was awake.
        let first = (0..<6).first { hour in cells.contains { !$0[hour].isEmpty } } ?? 6
        let hours = first..<24
        let head = "     " + hours.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: " ")
        let rows = zip(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], cells).map { name, day -> String in
            let marks = hours.map { hour -> String in
                let levels = day[hour]
                // The mean, rounded to the nearest.
                return levels.isEmpty
                    ? " ." : " \((levels.reduce(0, +) * 2 + levels.count) / (2 * levels.count))"
            }
            return name + "  " + marks.joined(separator: " ")
        }
        return ([head] + rows).joined(separator: "\n")
    }
}
