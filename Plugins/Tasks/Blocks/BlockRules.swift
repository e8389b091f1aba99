import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What the declaration of a block does not say.
struct BlockRules: RecordRules {
    static let end = Field<String>.when("end", help: "The end, instead of a length in minutes.")
    static let push = Field<Bool>.boolean(
        "push", help: "Move blocks that are in the way to later times."
    ).titled("Move other blocks")

    let mayWarn = true
    var addFields: [FieldDeclaration] {
        [Self.end.declaration, Self.push.defaulting(to: .bool(false)).declaration]
    }
    var editFields: [FieldDeclaration] { [Self.push.declaration] }

    func apply(
        _ input: Arguments, to values: inout RecordValues, since old: StoredRecord?, _ context: RecordContext
    ) throws {
        let places = BlockPlaces(context)
        try checkName(values, since: old)
        try Self.settle(&values, since: old, context)
        guard let start = BlockFields.span(values)?.lowerBound else { return }
        if let text = input[Self.end] {
            guard input.values["minutes"] ?? .null == .null else {
                throw AtriumError(
                    .badData, "a length and an end are both given",
                    remedy: "give either \(field: "minutes") or \(field: "end")", field: "end")
            }
            values["minutes"] = .integer(
                try Self.minutes(
                    from: start, to: Self.instant(text, field: "end", context), places.clock, field: "end"))
        } else if values.isEmpty("minutes") {
            values["minutes"] = .integer(try Self.usualMinutes(values, context))
        }
        try warnIfMore(than: values, old, context)
        let isMoved = old.map { BlockFields.span($0.values) != BlockFields.span(values) } ?? true
        guard isMoved, let span = BlockFields.span(values) else { return }
        if old != nil { values["origin"] = .text("hand") }
        try places.claim(
            span, for: old.map { [$0.id] } ?? [], pushing: input[Self.push] == true, field: "start")
    }

    /// Says if a task gets more time than it is thought to take.
    private func warnIfMore(than values: RecordValues, _ old: StoredRecord?, _ context: RecordContext) throws
    {
        guard old == nil, let uid = values.text("task"), let id = try TaskTree(context.db).id(ofUID: uid)
        else {
            return
        }
        let times = try TaskTimes(of: id, now: context.now, in: context.settings.timeZone, context.db)
        let all = times.spentSince + times.scheduled + (values.integer("minutes") ?? 0)
        if let estimate = times.estimate, all > estimate {
            context.warn(
                "with this block the task has \(all) minutes; its estimate is \(estimate)")
        }
    }

    private func checkName(_ values: RecordValues, since old: StoredRecord?) throws {
        let (hasTitle, hasTask) = (!values.isEmpty("title"), !values.isEmpty("task"))
        if hasTitle, hasTask, values["title"] != old?.values["title"] || values["task"] != old?.values["task"]
        {
            throw AtriumError(
                .badData, "a block for a task has the title of the task",
                remedy: "leave out the title or the task", field: "title")
        }
        guard hasTitle || hasTask else {
            throw AtriumError(
                .badData, "the block has neither a title nor a task",
                remedy: "give a title or \(field: "task")", field: "title")
        }
    }

    func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) throws {
        try Self.settle(&values, since: old, context)
        if values.isEmpty("minutes") { values["minutes"] = .integer(BlockFields.usual) }
        if values.isEmpty("origin") { values["origin"] = .text("hand") }
        // What a file calls it counts as long as its task is not here.
        if door == .file, !values.isEmpty("title"), let uid = values.text("task"),
            try TaskTree(context.db).id(ofUID: uid) != nil
        {
            values["title"] = .null
        }
        guard values.isEmpty("title"), values.isEmpty("task") else { return }
        throw AtriumError(
            .badData, "the block has neither a title nor a task", remedy: "give one of them", field: "title")
    }

    // MARK: - Times

    private static let earliest = Instant(epochSeconds: -2_208_988_800)
    private static let latest = Instant(epochSeconds: 253_370_764_799)

    /// Works out the instant at which a block begins.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it begins at no time that there is.
    static func settle(
        _ values: inout RecordValues, since old: StoredRecord?, _ context: RecordContext
    ) throws {
        guard values["start"] != old?.values["start"] || values.isEmpty("startsAt") else { return }
        guard let start = CalendarTime(values["start"]), !start.isDate else {
            throw AtriumError(
                .badData, "the start has no time of day",
                remedy: "give a time, such as 2026-03-02T14:00", field: "start")
        }
        let viewer = Zones.viewer(context.settings)
        if !context.isOfFile { try refuseSkipped(start, viewer, field: "start") }
        let instant = start.instant(Zones.system, for: viewer)
        guard (earliest...latest).contains(instant) else {
            throw AtriumError(
                .badData, "the year of the start is out of range",
                remedy: "give a year from 1900 to 9998",
                field: "start")
        }
        values["startsAt"] = .text(instant.description)
    }

    /// Refuses a time of an hour that a change of the clock leaves out.
    private static func refuseSkipped(_ time: CalendarTime, _ viewer: Zone, field: String) throws {
        guard let id = time.zoneID else { return }
        let zone = Zones.system.zone(id) ?? viewer
        guard !zone.exists(time.clock) else { return }
        let shown = zone.wallTime(at: zone.instant(of: time.clock))
        throw AtriumError(
            .badData,
            "\(DayHours.text(time.clock.secondOfDay / 60)) does not exist on that day: the clock changes",
            remedy: "give \(DayHours.text(shown.secondOfDay / 60))", field: field)
    }

    /// The moment that a field of type `when` names, on the user's clock.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it is a day, or no time that there is.
    static func instant(
        _ text: String, field: String, _ context: RecordContext
    ) throws -> Instant {
        let time = try GivenTime(
            zone: .keep, other: nil, userZone: Zones.id(of: context.settings.timeZone), zones: Zones.system
        ).time(text, field: field)
        guard !time.isDate else {
            throw AtriumError(
                .badData, "\(field) has no time of day", remedy: "give a time, such as \(text)T14:00",
                field: field)
        }
        let viewer = Zones.viewer(context.settings)
        try refuseSkipped(time, viewer, field: field)
        return time.instant(Zones.system, for: viewer)
    }

    /// How many minutes there are between two moments.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where a block cannot last so long.
    static func minutes(
        from start: Instant, to end: Instant, _ clock: DayClock, field: String
    ) throws -> Int64 {
        try checked(length(from: start, to: end, clock, field: field), field: field)
    }

    /// How many minutes there are between two moments, however few or many.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where the second is not after the first.
    static func length(
        from start: Instant, to end: Instant, _ clock: DayClock, field: String
    ) throws -> Int64 {
        guard end > start else {
            let day = clock.day(of: start)
            throw AtriumError(
                .badData,
                "the end (\(clock.words(end, on: day))) is not after the start (\(clock.words(start, on: day)))",
                remedy: "give a later end", field: field)
        }
        return Int64((start..<end).minutes)
    }

    /// The length, if a block can last so long.
    ///
    /// - Throws: ``AtriumError`` with code `badData`.
    static func checked(_ minutes: Int64, field: String) throws -> Int64 {
        guard minutes >= BlockFields.minutes.lowerBound else {
            throw AtriumError(
                .badData,
                "a block lasts at least \(BlockFields.minutes.lowerBound) minutes, not \(minutes)",
                remedy: "make it longer", field: field)
        }
        guard minutes <= BlockFields.minutes.upperBound else {
            throw AtriumError(
                .badData, "a block lasts at most 24 hours", remedy: "make several of it", field: field)
        }
        return minutes
    }

    /// How long a block lasts for which nothing is said: what is left of its task, or half an hour.
    private static func usualMinutes(_ values: RecordValues, _ context: RecordContext) throws -> Int64 {
        guard let uid = values.text("task"), let id = try TaskTree(context.db).id(ofUID: uid) else {
            return BlockFields.usual
        }
        let times = try TaskTimes(of: id, now: context.now, in: context.settings.timeZone, context.db)
        let left = times.remaining(usual: context.moduleSettings[TaskSettings.estimate])
        let estimate = times.estimate ?? BlockFields.usual
        return min(
            max(left > 0 ? left : estimate, BlockFields.minutes.lowerBound), BlockFields.minutes.upperBound)
    }

    // MARK: - Files

    /// What a calendar calls it counts as long as its task is not here.
    func complete(
        _ values: inout RecordValues, over old: RecordValues?, by draft: RecordDraft, _ context: RecordContext
    ) throws {
        guard values.isEmpty("title"), let summary = draft.clues[BlockEvent.summary],
            let uid = values.text("task"), try TaskTree(context.db).id(ofUID: uid) == nil
        else { return }
        values["title"] = .text(summary)
    }

    /// Blocks that were imported before their tasks get those that have come.
    static func adoptWaiting(_ db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE tasks_block AS b
                SET task_id = (SELECT t.id FROM tasks_task t WHERE t.uid = b.task_uid), task_uid = NULL, title = NULL
                WHERE b.task_uid IS NOT NULL AND EXISTS (SELECT 1 FROM tasks_task t WHERE t.uid = b.task_uid)
                """
        ).execute()
    }
}
