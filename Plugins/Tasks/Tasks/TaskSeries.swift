import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// Which time of a repeating task a task is: a VTODO with RECURRENCE-ID (RFC 5545, section 3.8.4.4).
///
/// Programs write the times that were done so, beside a series that goes on. Such a time is a completion of its series, and in no
/// list; its row keeps what the file says of it. One that is still to be done is a task like others, which its series leaves
/// out.
///
/// The value names the series by its uid, also one that is yet to come.
struct SeriesCodec: ValueCodec {
    func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) throws -> DataValue {
        guard let occurrence = String.fromDatabaseValue(columns[0]) else { return .null }
        let uid = try Int64.fromDatabaseValue(columns[1]).flatMap { try TaskTree(context.db).uid(of: $0) }
        return Self.value(uid ?? String.fromDatabaseValue(columns[2]) ?? "", occurrence)
    }

    func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) throws -> [DatabaseValue] {
        guard let series = value.objectValue, let uid = series["uid"]?.textValue else {
            return [.null, .null, .null]
        }
        let id = try Int64.fetchOne(
            context.db.cachedStatement(
                sql: "SELECT id FROM tasks_task WHERE uid = ? AND rrule IS NOT NULL AND id IS NOT ?"),
            arguments: [uid, record])
        return [
            series["occurrence"]?.textValue.databaseValue ?? .null, id.databaseValue,
            id == nil ? uid.databaseValue : .null,
        ]
    }

    func value(of row: inout RowCells) -> DataValue? {
        guard row.text("occurrence") != nil else { return nil }
        guard let word = row.word("occurrence") else { return .null }
        guard let blank = word.firstIndex(of: " "), DateTimeText(String(word[..<blank])) != nil else {
            return row.note(
                "occurrence", "bad-occurrence",
                "this is not an occurrence, such as 2026-03-01, a space and the uid of the repeating task")
        }
        return Self.value(String(word[word.index(after: blank)...]), String(word[..<blank]))
    }

    func cells(of value: DataValue) -> [String] {
        let words = ["occurrence", "uid"].compactMap { value.objectValue?[$0]?.textValue }
        return [words.joined(separator: " ")]
    }

    static func value(_ uid: String, _ occurrence: String) -> DataValue {
        .object(["uid": .text(uid), "occurrence": .text(occurrence)])
    }
}

/// A repeating task and the times of it that are kept by themselves.
struct TaskSeries {
    /// SQL for whether the task `r` is one of its own: no time of another one that is over.
    static let shownSQL = """
        (r.series_id IS NULL OR r.completed_at IS NULL AND r.cancelled_at IS NULL)
        """
    /// SQL for what the task `r` is called: a time of another one that is over has its day beside the title.
    static let titleSQL = """
        CASE WHEN \(shownSQL) THEN r.title ELSE r.title || ' (' || substr(r.occurrence, 1, 10) || ')' END
        """

    /// SQL for whether the task `r` was done by itself, and not as the last time of a repetition, which is a completion.
    static let isDoneAloneSQL = """
        r.completed_at IS NOT NULL AND \(shownSQL) AND NOT EXISTS (SELECT 1 FROM tasks_completion c
            WHERE c.task_id = r.id AND c.completed_at = r.completed_at)
        """

    private let context: RecordContext

    init(_ context: RecordContext) { self.context = context }

    private var table: RecordTable { RecordTable(taskKind, context) }
    private var touched: Touched { context.once { _ in Touched() } }

    /// The series of the file at hand that are to be told of their times when it has ended.
    private final class Touched { var series: Set<Int64> = [] }

    /// A task was written: it may be a series, or a time of one.
    func didWrite(_ record: StoredRecord, isNew: Bool) throws {
        let repeats = !record.values.isEmpty("repeat")
        let hasAdopted = try isNew && repeats && adopt(record)
        let isTime = !record.values["series"].isNull
        var series = isTime ? try self.series(of: record.id) : nil
        if series == nil, repeats, context.isOfFile, try isNew ? hasAdopted : hasTimes(record.id) {
            series = record.id
        }
        guard let series else { return }
        if context.isOfFile { touched.series.insert(series) } else { try tell(series) }
    }

    /// Tells the series of a file of their times.
    func finish() throws {
        for series in touched.series.sorted() { try tell(series) }
        touched.series = []
    }

    /// What is to be done of a series that goes stays: its open times are tasks of their own.
    func willRemove(_ series: StoredRecord) throws {
        try context.db.execute(
            sql: """
                UPDATE tasks_task SET series_id = NULL, series_uid = ?
                WHERE series_id = ? AND completed_at IS NULL AND cancelled_at IS NULL
                """, arguments: [series.uid, series.id])
    }

    private func series(of task: Int64) throws -> Int64? {
        try Int64.fetchOne(
            context.db.cachedStatement(sql: "SELECT series_id FROM tasks_task WHERE id = ?"),
            arguments: [task])
    }

    private func hasTimes(_ task: Int64) throws -> Bool {
        try Int64.fetchOne(
            context.db.cachedStatement(sql: "SELECT id FROM tasks_task WHERE series_id = ? LIMIT 1"),
            arguments: [task]) != nil
    }

    /// Makes times that came before their series times of it.
    ///
    /// - Returns: whether it adopted any.
    private func adopt(_ record: StoredRecord) throws -> Bool {
        try context.db.cachedStatement(
            sql: "UPDATE tasks_task SET series_id = ?1, series_uid = NULL WHERE series_uid = ?2 AND id <> ?1"
        ).execute(arguments: [record.id, record.uid])
        return context.db.changesCount > 0
    }

    /// The time of a series that was done as one of its own; nil: there is none.
    func time(_ occurrence: String, of series: StoredRecord) throws -> Int64? {
        try times(of: series.id).first { time in
            try time.values.completedAt != nil
                && self.time(of: time, in: series)?.storedText == occurrence
        }?.id
    }

    private func times(of series: Int64) throws -> [StoredRecord] {
        try Int64.fetchAll(
            context.db,
            sql: "SELECT id FROM tasks_task WHERE series_id = ? ORDER BY occurrence, id", arguments: [series]
        ).compactMap(table.find)
    }

    /// When a time of a series is due by its rule, on the clock of the series; nil: it cannot be told.
    private func time(of part: StoredRecord, in series: StoredRecord) throws -> CalendarTime? {
        guard let anchor = TaskRepeat.anchor(of: series.values),
            let occurrence = part.values["series"].objectValue?["occurrence"]?.textValue,
            let time = CalendarTime(stored: occurrence, zone: part.values.due?.zoneID ?? anchor.zoneID)
        else { return nil }
        let clock = try clock(of: time, as: anchor, part.id, series.id)
        // RECURRENCE-ID says when it begins.
        guard let start = series.values.day("start") else { return anchor.showing(clock) }
        let days = clock.date.dayNumber - start.daysSince1970
        return anchor.showing(anchor.clock.adding(seconds: days * 86_400))
    }

    /// What the clock of a series shows at a time that may be written on another one.
    private func clock(
        of time: CalendarTime, as anchor: CalendarTime, _ part: Int64, _ series: Int64
    ) throws -> CivilDateTime {
        let viewer = Zones.viewer(context.settings)
        let instant = time.instant(try table.zones(of: part), for: viewer)
        switch (anchor, time) {
        case (.date, _), (_, .date), (.floating, .floating): return time.clock
        case (.utc, _): return instant.utc
        case (.floating, _): return viewer.wallTime(at: instant)
        case (.zoned(_, let zone), .zoned(let clock, let other)) where zone == other: return clock
        case (.zoned(_, let zone), _):
            return (try table.zones(of: series).zone(zone) ?? viewer).wallTime(at: instant)
        }
    }

    /// Makes what the times of a series say its own: those that were done are completions, those that were given up or are tasks of
    /// their own are left out; and what was done is not to be done again.
    private func tell(_ id: Int64) throws {
        guard let series = try table.find(id), let anchor = TaskRepeat(series.values)?.anchor else { return }
        var values = series.values
        var (done, leftOut) = (Days.parts(of: values["done"]), Days.parts(of: values["exceptions"]))
        for part in try times(of: id) {
            guard let time = try time(of: part, in: series) else { continue }
            let day = time.day
            if let instant = part.values.completedAt {
                done[day] = [.text(time.storedText), .text(instant)]
                leftOut[day] = nil
            } else {
                // Who takes back that it was done takes it back from the series too.
                if done[day]?.first?.textValue == time.storedText { done[day] = nil }
                leftOut[day] = [part.values.isOpen ? .text(Self.ownTask + part.uid) : .null]
            }
        }
        values["done"] = Days.value(done)
        values["exceptions"] = Days.value(leftOut)
        moveOn(&values, anchor)
        try table.update(series, to: values, updatedAt: series.updatedAt, from: .file)
    }

    /// Keeps, of what a file says of the times of a series, those that are tasks of their own: they say it themselves.
    static func keepOwnTasks(_ values: inout RecordValues, over old: RecordValues) {
        let own = Days.parts(of: old["exceptions"]).filter { _, parts in
            parts.first?.textValue?.hasPrefix(ownTask) == true
        }
        guard !own.isEmpty else { return }
        values["exceptions"] = Days.value(
            Days.parts(of: values["exceptions"]).merging(own) { new, _ in new })
    }

    /// What stands for where a time was moved to, if it is a task of its own; its uid follows.
    static let ownTask = "task:"

    /// A series as files are to say it: without mention of tasks that were removed since, whose times are left out.
    func written(_ series: StoredRecord) throws -> StoredRecord {
        let days = Days.parts(of: series.values["exceptions"])
        let gone = try days.filter { _, parts in
            guard let text = parts.first?.textValue, text.hasPrefix(Self.ownTask) else { return false }
            return try table.id(uid: String(text.dropFirst(Self.ownTask.count))) == nil
        }
        guard !gone.isEmpty else { return series }
        var series = series
        series.values["exceptions"] = Days.value(days.merging(gone.mapValues { _ in [.null] }) { $1 })
        return series
    }

    /// Moves a series to its first time that is neither done nor left out.
    private func moveOn(_ values: inout RecordValues, _ anchor: CalendarTime) {
        guard values.isOpen, let repetition = TaskRepeat(values), repetition.isOver else { return }
        let last = Days.inOrder(values["done"]).last
        if let next = repetition.following {
            values.move(to: next.time, from: anchor, steps: next.steps)
        } else if let instant = last?.parts.last?.textValue {
            values.complete(at: instant)
        }
    }
}
