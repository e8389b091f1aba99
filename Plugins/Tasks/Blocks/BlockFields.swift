import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What results show of a block beyond its values.
enum BlockFields {
    /// How many minutes a block can last.
    static let minutes: ClosedRange<Int64> = 15...1440
    /// How many it lasts of which nothing is known.
    static let usual: Int64 = 30
    static let origins = ["hand", "plan", "suggestion"]

    /// SQL for the title of the block `r`, in a query that joins its task as `t`.
    static let titleSQL = "coalesce(r.title, t.title, 'missing task')"
    /// SQL for the title of the block `r`, in any other query.
    static let nameSQL = """
        coalesce(r.title, (SELECT t.title FROM tasks_task t WHERE t.id = r.task_id), 'missing task')
        """
    /// SQL for the kind of a block, in a query that joins its task as `t`.
    static let kindSQL = "ifnull(t.kind, 'own')"
    /// SQL for whether the project of the task `t` is archived.
    static let archivedSQL =
        "EXISTS (SELECT 1 FROM tasks_project p WHERE p.id = t.project_id AND p.is_archived = 1)"

    static let computed: [FieldDeclaration] = [
        FieldDeclaration(
            "taskId", .reference(.tasks), help: "The task that the block is for.", title: "For the task"
        ).derived,
        FieldDeclaration(
            "end", .when, help: "The end (exclusive), in the same time zone.", isRequired: true),
        FieldDeclaration("startsAt", .instant, help: "The start as an instant.", isRequired: true),
        FieldDeclaration("endsAt", .instant, help: "The end (exclusive) as an instant.", isRequired: true),
        FieldDeclaration(
            "kind", .choice(TaskFields.kinds + ["own"]), help: "The kind of its task; own if it has none.",
            isRequired: true
        ).derived,
        FieldDeclaration(
            "state", .choice(BlockState.allCases.map(\.rawValue)),
            help: "The state: planned, under way, over or done.",
            isRequired: true),
    ]

    static let details: [FieldDeclaration] = [
        FieldDeclaration(
            "conflicts", .list(.object(Conflict.fields)),
            help: "The events and blocks that now overlap it, if it is not over.",
            isRequired: true)
    ]

    /// When a block begins and ends: for as long as it was, if it is done.
    static func span(_ values: RecordValues) -> Span? {
        guard let start = values.text("startsAt").flatMap(Instant.init(stored:)) else {
            return nil
        }
        return Span(start, minutes: Int(values.integer("spent") ?? values.integer("minutes") ?? usual))
    }
}

extension BlockRules {
    func computed(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject {
        let values = record.values
        let now = Instant(context.now)
        let span = BlockFields.span(values) ?? now..<now
        let task = try Row.fetchOne(
            context.db.cachedStatement(
                sql: """
                    SELECT t.id, t.kind FROM tasks_block r JOIN tasks_task t ON t.id = r.task_id WHERE r.id = ?
                    """), arguments: [record.id])
        let start = CalendarTime(values["start"])
        let zone = start?.zoneID.flatMap(Zones.system.zone) ?? Zones.viewer(context.settings)
        let end = start?.showing(zone.wallTime(at: span.upperBound))
        return [
            "taskId": .integer(orNull: task?[0]), "end": .text(end?.storedText ?? ""),
            "startsAt": .text(span.lowerBound.description), "endsAt": .text(span.upperBound.description),
            "kind": .text(task?[1] ?? "own"),
            "state": .text(
                BlockState(isDone: values.integer("spent") != nil, span: span, at: now).rawValue),
        ]
    }

    func details(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject {
        let own = RecordContext(context)
        guard record.values.integer("spent") == nil, let span = BlockFields.span(record.values),
            span.upperBound > Instant(context.now)
        else { return ["conflicts": .list([])] }
        let clock = DayClock(context.now, context.settings, context.moduleSettings)
        let contents = try DayContents(clock.days(of: span), own, clock: clock)
        return [
            "conflicts": .list(
                contents.obstacles(to: span, without: [record.id]).all.map { Conflict.value($0, clock) })
        ]
    }
}

/// The state of a block at a moment.
enum BlockState: String, CaseIterable {
    case planned
    case underWay = "under-way"
    /// Its time has passed, and nobody said that it was done.
    case over
    case done

    init(isDone: Bool, span: Span, at now: Instant) {
        self =
            if isDone { .done } else if span.upperBound <= now { .over } else if span.lowerBound <= now {
                .underWay
            } else { .planned }
    }

    /// What lists can be narrowed to: as ``init(isDone:span:at:)`` says it, in SQL.
    static let choices: [FilterDeclaration.Choice] = allCases.map { state in
        let end = "strftime('%Y-%m-%dT%H:%M:%SZ', r.starts_at, r.minutes || ' minutes')"
        let sql =
            switch state {
            case .planned: "r.spent IS NULL AND r.starts_at > :now"
            case .underWay: "r.spent IS NULL AND r.starts_at <= :now AND \(end) > :now"
            case .over: "r.spent IS NULL AND \(end) <= :now"
            case .done: "r.spent IS NOT NULL"
            }
        return .init(state.rawValue, sql)
    }

    /// Whether some of its time is still to come.
    var isOpen: Bool { self == .planned || self == .underWay }
}

/// What has come in the way of a block, as results have it.
enum Conflict {
    static let fields: [FieldDeclaration] = [
        FieldDeclaration("title", .text, help: "The title of the event or block.", isRequired: true),
        FieldDeclaration("start", .localTime, help: "The start, in your time zone.", isRequired: true),
        FieldDeclaration("end", .localTime, help: "The end (exclusive).", isRequired: true),
        FieldDeclaration("collection", .text, help: "The collection of the record.", isRequired: true),
        FieldDeclaration("id", .integer(), help: "The id of the record.", isRequired: true),
    ]

    static func value(_ obstacle: DayContents.Obstacle, _ clock: DayClock) -> DataValue {
        .object([
            "title": .text(obstacle.title), "start": .text(clock.text(obstacle.span.lowerBound)),
            "end": .text(clock.text(obstacle.span.upperBound)),
            "collection": .text(obstacle.record.collection.description),
            "id": .integer(obstacle.record.id),
        ])
    }
}

/// The title of a block; if it has none, results show the title of its task.
struct BlockTitleCodec: ValueCodec {
    func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) -> DataValue {
        .text(orNull: String.fromDatabaseValue(columns[0]))
    }

    func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) -> [DatabaseValue] {
        [value.textValue.databaseValue]
    }

    func fields(of value: DataValue, in record: Int64, _ context: RecordContext) throws -> DataObject {
        guard value.isNull else { return ["title": value] }
        return [
            "title": .text(
                orNull: try String.fetchOne(
                    context.db.cachedStatement(
                        sql: "SELECT \(BlockFields.nameSQL) FROM tasks_block r WHERE r.id = ?"),
                    arguments: [record]))
        ]
    }

    func value(
        given: DataObject, over old: DataValue, in record: Int64?, _ context: RecordContext
    ) throws -> DataValue {
        guard let value = given["title"] else { return old }
        let title = value.textValue.flatMap(Words.line)
        if let title, Words.length(title) > longestTitle {
            throw AtriumError(
                .badData, "the title has \(Words.length(title)) characters",
                remedy: Guidance("give at most \(longestTitle)"), field: "title")
        }
        return .text(orNull: title)
    }

    func value(of row: inout RowCells) -> DataValue? {
        guard row.text("title") != nil else { return nil }
        return .text(orNull: row.word("title").map { Words.cut($0, to: longestTitle) })
    }

    func cells(of value: DataValue) -> [String] { [value.textValue ?? ""] }
}
