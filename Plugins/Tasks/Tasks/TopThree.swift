import AtriumSDK
import GRDB
import RecordKit

/// The three tasks of a day that matter most: one row each of a table, so that a day has no more on any way in.
///
/// A task's value is an object of its day and its rank; null if it is none of the three of the day for which it is planned.
struct TopThree {
    let db: Database

    static let most: Int64 = 3

    /// The value of a place.
    static func value(_ day: String, _ rank: Int64) -> DataValue {
        .object(["day": .text(day), "rank": .integer(rank)])
    }

    /// The ranks of a day that are taken, with their tasks.
    func taken(on day: String) throws -> [(rank: Int64, task: Int64)] {
        try Row.fetchAll(
            db.cachedStatement(sql: "SELECT rank, task_id FROM tasks_top WHERE day = ? ORDER BY rank"),
            arguments: [day]
        ).map { ($0[0], $0[1]) }
    }

    /// A rank that is free on a day for a task: the wanted one, else the first; nil if the day has its three.
    func free(on day: String, wanting rank: Int64?, for task: Int64?) throws -> Int64? {
        let others = Set(try taken(on: day).filter { $0.task != task }.map(\.rank))
        if let rank, !others.contains(rank) { return rank }
        return (1...Self.most).first { !others.contains($0) }
    }

    /// Refuses a fourth.
    ///
    /// - Parameter field: the field of the command that asked for it.
    /// - Throws: ``AtriumError`` with code `conflict` that names the three.
    func refuseFourth(on day: String, field: String = "record") throws -> Never {
        let three = try taken(on: day).map { place in
            RecordChoice.Candidate(
                id: place.task,
                name: try String.fetchOne(
                    db, sql: "SELECT title FROM tasks_task WHERE id = ?", arguments: [place.task]))
        }
        throw AtriumError(
            .conflict,
            "\(day) already has three top tasks: \(three.compactMap(\.name).joined(separator: ", "))",
            remedy: "remove one with \(command: "tasks top") and \(flag: "off")", field: field,
            choices: [RecordChoice(field: field, matchedText: day, among: three)])
    }
}

/// Keeps a task's place among the three of its day.
struct TopPlace: ValuePlace {
    func value(of record: Int64, _ context: RecordContext) throws -> DataValue {
        let row = try Row.fetchOne(
            context.db.cachedStatement(
                sql: """
                    SELECT t.day, t.rank FROM tasks_top t JOIN tasks_task r ON r.id = t.task_id
                    WHERE t.task_id = ? AND t.day = r.planned
                    """), arguments: [record])
        return row.map { TopThree.value($0[0], $0[1]) } ?? .null
    }

    func write(_ value: DataValue, over old: DataValue, of record: Int64, _ context: RecordContext) throws {
        let place = value.objectValue
        for day in Set([old.objectValue?["day"]?.textValue, place?["day"]?.textValue].compactMap(\.self)) {
            // The time of a repetition that was done keeps its place on its day.
            try context.db.cachedStatement(
                sql: """
                    DELETE FROM tasks_top WHERE task_id = ?1 AND day = ?2 AND (?3 OR NOT EXISTS
                        (SELECT 1 FROM tasks_completion c WHERE c.task_id = ?1 AND c.day = ?2))
                    """
            ).execute(arguments: [record, day, day == place?["day"]?.textValue])
        }
        guard let place, let day = place["day"]?.textValue, let rank = place["rank"] else { return }
        try context.db.cachedStatement(sql: "INSERT INTO tasks_top (day, rank, task_id) VALUES (?, ?, ?)")
            .execute(arguments: [day, rank.integerValue, record])
    }

    var cellSQL: [String] {
        ["(SELECT max(t.rank) FROM tasks_top t WHERE t.task_id = r.id AND t.day = r.planned)"]
    }
}

/// How a place among the three stands in files: its rank; the day is the one for which the task is planned.
struct TopCodec: ValueCodec {
    func value(of row: inout RowCells) -> DataValue? {
        guard row.text("top") != nil else { return nil }
        guard let word = row.word("top") else { return .null }
        guard let rank = Int64(word), (1...TopThree.most).contains(rank) else {
            return row.note("top", "bad-top", "the place in the top three is not 1, 2 or 3")
        }
        return .object(["rank": .integer(rank)])
    }

    func cells(of value: DataValue) -> [String] {
        [value.objectValue?["rank"]?.integerValue.map(String.init) ?? ""]
    }
}
