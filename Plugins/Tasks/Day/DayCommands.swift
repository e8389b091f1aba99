import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// The queries about a day as hours: what stands on it, what is free, and what has come in the way.
enum DayCommands {
    static let all = [day, free, conflicts]

    private static let ofDay = Field<LocalDate>.date("day", help: "The day. Defaults to today.")
        .positional
    private static let zone = Field<String>.text(
        "zone", help: "The time zone of the times shown (Europe/Vienna). Defaults to yours.")

    private static let entry: [FieldDeclaration] = [
        FieldDeclaration(
            "kind", .choice(["commitment", "block", "reminder", "free"]), help: "The kind of entry.",
            isRequired: true),
        FieldDeclaration("title", .text, help: "The title; free time has none."),
        FieldDeclaration(
            "start", .localTime, help: "The start, in the time zone shown.", isRequired: true),
        FieldDeclaration("end", .localTime, help: "The end (exclusive); a reminder has none."),
        FieldDeclaration("startsAt", .instant, help: "The start as an instant.", isRequired: true),
        FieldDeclaration("endsAt", .instant, help: "The end (exclusive) as an instant."),
        FieldDeclaration("minutes", .integer(from: 0), help: "The length in minutes."),
        FieldDeclaration(
            "state", .choice(["planned", "under-way", "over", "done", "tentative", "free", "cancelled"]),
            help: "The state of a block; for a commitment, tentative, free (takes no time) or cancelled."),
        FieldDeclaration("calendar", .text, help: "The calendar of an event."),
        FieldDeclaration("color", .text, help: "The color: a CSS name or #RRGGBB."),
        FieldDeclaration(
            "taskKind", .choice(TaskFields.kinds + ["own"]), help: "The kind of the block's task."),
        FieldDeclaration("taskId", .integer(), help: "The id of the block's task."),
        FieldDeclaration("origin", .choice(BlockFields.origins), help: "Who added the block."),
        FieldDeclaration("locked", .boolean, help: "True if plans do not move the block."),
        FieldDeclaration("collection", .text, help: "The collection of the record."),
        FieldDeclaration("id", .integer(), help: "The id of the record."),
        FieldDeclaration("occurrence", .when, help: "The occurrence of a record that repeats.").role(
            .occurrence),
        FieldDeclaration(
            "conflicts", .list(.object(Conflict.fields)), help: "Events and blocks that overlap the block.",
            isRequired: true),
    ]

    private static let mark: [FieldDeclaration] = [
        FieldDeclaration("kind", .text, help: "The kind of entry.", isRequired: true),
        FieldDeclaration("title", .text, help: "The title.", isRequired: true),
        FieldDeclaration(
            "state", .text, help: "The state, such as cancelled or tentative, if it is unusual."
        ).asState,
        FieldDeclaration("color", .text, help: "The color."),
        FieldDeclaration("collection", .text, help: "The collection of the record.", isRequired: true),
        FieldDeclaration("id", .integer(), help: "The id of the record.", isRequired: true),
        FieldDeclaration("occurrence", .when, help: "The occurrence of a record that repeats.").role(
            .occurrence),
    ]

    private static let unscheduled: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The task's id.", isRequired: true),
        FieldDeclaration("title", .text, help: "The task's title.", isRequired: true),
        FieldDeclaration(
            "kind", .choice(TaskFields.kinds), help: "The task's kind.", isRequired: true),
        FieldDeclaration("topRank", .integer(1...3), help: "The place in the day's top three."),
        FieldDeclaration(
            "minutes", .integer(from: 0), help: "The minutes of work left.", isRequired: true),
        FieldDeclaration("collection", .text, help: "The task's collection.", isRequired: true),
    ]

    private static let day = Command(
        "day", .query, title: "Hours of the day",
        summary:
            "Show a day hour by hour: fixed events, your blocks of time, and free time.",
        fields: [ofDay.declaration, zone.declaration],
        result: .object([
            FieldDeclaration("day", .date, help: "The day.", isRequired: true),
            FieldDeclaration("weekday", .text, help: "The day of the week.", isRequired: true),
            FieldDeclaration("isToday", .boolean, help: "True if the day is today.", isRequired: true),
            FieldDeclaration("previous", .date, help: "The previous day.", isRequired: true),
            FieldDeclaration("next", .date, help: "The next day.", isRequired: true),
            FieldDeclaration("drawing", .longText, help: "The day as text, line by line.", isRequired: true),
            FieldDeclaration(
                "freeMinutes", .integer(from: 0), help: "The free minutes.", isRequired: true),
            FieldDeclaration(
                "plannedMinutes", .integer(from: 0), help: "The minutes in blocks.", isRequired: true),
            FieldDeclaration(
                "from", .text, help: "The start of the hours shown, such as 08:00.", isRequired: true),
            FieldDeclaration(
                "to", .text, help: "The end of the hours shown, such as 22:00.", isRequired: true),
            FieldDeclaration("zone", .text, help: "The time zone of these times.", isRequired: true),
            FieldDeclaration(
                "allDay", .list(.object(mark)), help: "All-day entries, which take no time.",
                isRequired: true),
            FieldDeclaration(
                "entries", .list(.object(entry)), help: "The day's entries, in order.", isRequired: true),
            FieldDeclaration(
                "unscheduled", .list(.object(unscheduled)),
                help: "The tasks that a plan of the day would schedule.",
                isRequired: true),
            FieldDeclaration(
                "planning", .choice(["off", "offer", "on"]),
                help:
                    "The setting auto-plan: offer a plan, make one on the first visit, or do neither.",
                isRequired: true),
            FieldDeclaration(
                "grid", .integer(from: 1),
                help: "The grid for moved blocks, in minutes counted from midnight.",
                isRequired: true),
            FieldDeclaration(
                "warnings", .list(.text), help: "Warnings about the day.", isRequired: true),
        ])
    ) { input, context in
        let own = RecordContext(context)
        let zone = try input[zone].map { try named($0) }
        let clock = DayClock(context.now, context.settings, context.moduleSettings, in: zone)
        let day = input[ofDay] ?? clock.today
        let contents = try DayContents(day...day, own, clock: clock, with: [.toBeDone, .marksDay])
        let entries = Self.entries(of: contents, on: day)
        let free = contents.free(on: day)
        let whole = clock.whole(day)
        let shown = DayHoursShown(entries.map(\.span), of: day, clock)
        return .object([
            "day": .text(day.description), "weekday": .text(LocalDate.name(ofWeekday: day.weekday)),
            "isToday": .bool(day == clock.today), "previous": .text(day.adding(days: -1).description),
            "next": .text(day.adding(days: 1).description),
            "drawing": .text(
                DayDrawing(
                    day, clock, commitments: contents.commitments, blocks: contents.blocks, free: free
                ).text),
            "freeMinutes": .integer(Int64(free.reduce(0) { $0 + $1.minutes })),
            "plannedMinutes": .integer(
                Int64(contents.blocks.reduce(0) { $0 + $1.span.clamped(to: whole).minutes })),
            "from": .text(DayHours.text(shown.minutes.lowerBound)),
            "to": .text(DayHours.text(shown.minutes.upperBound)), "zone": .text(clock.zone.id),
            "allDay": .list(
                contents.others.filter {
                    $0.kind.role == .marksDay || $0.kind.role == .takesPlace && $0.isAllDay
                }
                .map(mark)),
            "entries": .list(entries.map { .object($0.value) }),
            "unscheduled": .list(try unscheduled(on: day, contents, context)),
            "planning": .text(context.moduleSettings[TaskSettings.autoPlan]),
            "grid": .integer(Int64(clock.snap)),
            "warnings": .texts(contents.warnings),
        ])
    }

    private static func named(_ name: String) throws -> Zone {
        guard let zone = Zones.system.zone(name) else {
            throw AtriumError(
                .badData, "unknown time zone “\(name)”",
                remedy: "use a name from the time zone database, such as Europe/Vienna", field: "zone")
        }
        return zone
    }

    private static func mark(_ entry: DayEntry) -> DataValue {
        .object([
            "kind": .text(entry.kind.name), "title": .text(entry.title), "state": .text(orNull: entry.state),
            "color": .text(orNull: entry.color), "collection": .text(entry.record.collection.description),
            "id": .integer(entry.record.id), "occurrence": .text(orNull: entry.occurrence),
        ])
    }

    // MARK: - Entries

    private static func entries(
        of contents: DayContents, on day: LocalDate
    ) -> [(span: Span, value: DataObject)] {
        let clock = contents.clock
        var entries = contents.commitments.map { commitment in
            (
                commitment.span,
                value(
                    "commitment", commitment.title, commitment.span, clock,
                    state: commitment.state,
                    record: commitment.record,
                    [
                        "calendar": .text(orNull: commitment.list), "color": .text(orNull: commitment.color),
                        "occurrence": .text(orNull: commitment.occurrence),
                    ])
            )
        }
        entries += contents.blocks.map { block in
            let state = block.state(at: clock.now)
            let conflicts =
                state.isOpen ? contents.obstacles(to: block.span, without: [block.id]).all : []
            return (
                block.span,
                value(
                    "block", block.title, block.span, clock, state: state.rawValue,
                    record: RecordReference(.blocks, block.id),
                    [
                        "taskKind": .text(block.kind), "taskId": .integer(orNull: block.task),
                        "origin": .text(block.origin), "locked": .bool(block.isLocked),
                        "conflicts": .list(conflicts.map { Conflict.value($0, clock) }),
                    ])
            )
        }
        for other in contents.others where other.kind.role == .toBeDone {
            guard let minute = other.time.flatMap(DayHours.minutes), other.day == day else { continue }
            let start = clock.instant(minute, of: day)
            entries.append(
                (
                    start..<start,
                    value(
                        "reminder", other.title, start..<start, clock, state: nil, record: other.record,
                        [
                            "end": .null, "endsAt": .null, "minutes": .null,
                            "color": .text(orNull: other.color),
                        ])
                ))
        }
        entries += contents.free(on: day).map { span in
            (span, value("free", nil, span, clock, state: nil, record: nil, [:]))
        }
        return entries.sorted {
            ($0.0.lowerBound, $0.0.upperBound) < ($1.0.lowerBound, $1.0.upperBound)
        }.map { (span: $0.0, value: $0.1) }
    }

    private static func value(
        _ kind: String, _ title: String?, _ span: Span, _ clock: DayClock, state: String?,
        record: RecordReference?, _ more: DataObject
    ) -> DataObject {
        var value: DataObject = [:]
        for field in entry { value[field.name] = .null }
        value["kind"] = .text(kind)
        value["title"] = .text(orNull: title)
        value["start"] = .text(clock.text(span.lowerBound))
        value["end"] = .text(clock.text(span.upperBound))
        value["startsAt"] = .text(span.lowerBound.description)
        value["endsAt"] = .text(span.upperBound.description)
        value["minutes"] = .integer(Int64(span.minutes))
        value["state"] = .text(orNull: state)
        value["collection"] = .text(orNull: record?.collection.description)
        value["id"] = .integer(orNull: record?.id)
        value["conflicts"] = .list([])
        for entry in more.entries { value[entry.name] = entry.value }
        return value
    }

    private static func unscheduled(
        on day: LocalDate, _ contents: DayContents, _ context: CommandContext
    ) throws -> [DataValue] {
        // One that was missed may be planned again.
        let scheduled = Set(
            contents.blocks.filter { $0.state(at: contents.clock.now) != .over }.compactMap(\.task))
        return try PlanCandidates.read(day, contents.clock, replacing: [], withFlexible: false, context)
            .filter {
                !scheduled.contains($0.id)
            }.map { task in
                .object([
                    "id": .integer(task.id), "title": .text(task.title), "kind": .text(task.kind),
                    "topRank": .integer(orNull: task.rank),
                    "minutes": .integer(Int64(task.minutes)),
                    "collection": .text(CollectionID.tasks.description),
                ])
            }
    }

    // MARK: - Free time

    private static let from = Field<LocalDate>.date("from", help: "The first day, instead of a single day.")
    private static let to = Field<LocalDate>.date("to", help: "The last day.")
    private static let atLeast = Field<Int64>.integer(
        "atLeast", in: 1...1440, help: "The minimum length of a slot in minutes.")
    private static let longestSpan = 31

    private static let free = Command(
        "free", .query, title: "Free time", summary: "List the free times of one or more days.",
        discussion: """
            Lists the times of your day, from now on, without events, planned activities and blocks. Slots shorter than \
            15 minutes are left out.
            """,
        fields: [ofDay.declaration, from.declaration, to.declaration, atLeast.declaration],
        result: .list(
            FreeSlot.fields + [
                FieldDeclaration(
                    "minutes", .integer(from: 0), help: "The length in minutes.", isRequired: true)
            ], columns: ["start", "end", "minutes"])
    ) { input, context in
        guard input[ofDay] == nil || input[from] == nil && input[to] == nil else {
            throw AtriumError(
                .badData, "the days are given twice",
                remedy: "give either \(field: "day"), or \(field: "from") and \(field: "to")", field: "day")
        }
        let first = input[from] ?? input[ofDay] ?? context.today
        let last = input[to] ?? (input[from] == nil ? first : first.adding(days: 6))
        guard first <= last else {
            throw AtriumError(
                .badData, "the last day is before the first", remedy: "give a later last day", field: "to")
        }
        guard last.daysSince1970 - first.daysSince1970 < longestSpan else {
            throw AtriumError(
                .badData, "this is more than \(longestSpan) days", remedy: "ask for fewer days", field: "to")
        }
        let contents = try DayContents(first...last, RecordContext(context))
        let clock = contents.clock
        let least = Int(input[atLeast] ?? 0)
        let slots = (0...last.daysSince1970 - first.daysSince1970).flatMap {
            contents.free(on: first.adding(days: $0))
        }.filter { $0.minutes >= least }
        var result: DataObject = [
            "items": .list(
                slots.map {
                    .object([
                        "start": .text(clock.text($0.lowerBound)), "end": .text(clock.text($0.upperBound)),
                        "minutes": .integer(Int64($0.minutes)),
                    ])
                })
        ]
        if !contents.warnings.isEmpty { result["warnings"] = .texts(contents.warnings) }
        return .object(result)
    }

    // MARK: - What is in the way

    private static let ahead = Field<Int64>.integer("days", in: 1...366, help: "The days to look ahead.")
        .defaulting(to: .integer(14))

    private static let conflicts = Command(
        "conflicts", .query,
        summary: "List upcoming blocks that overlap an event or another block.",
        fields: [ahead.declaration],
        result: .list(
            [
                FieldDeclaration("id", .integer(), help: "The block's id.", isRequired: true),
                FieldDeclaration("title", .text, help: "The block's title.", isRequired: true),
                FieldDeclaration(
                    "start", .localTime, help: "The start, in your time zone.", isRequired: true),
                FieldDeclaration("end", .localTime, help: "The end (exclusive).", isRequired: true),
                FieldDeclaration(
                    "conflicts", .list(.object(Conflict.fields)), help: "Events and blocks that overlap it.",
                    isRequired: true),
                FieldDeclaration(
                    "slots", .list(.object(FreeSlot.fields)), help: "The nearest free times.",
                    isRequired: true),
                FieldDeclaration("collection", .text, help: "The block's collection.", isRequired: true),
            ], columns: ["id", "title", "start", "end", "conflicts", "slots"])
    ) { input, context in
        let own = RecordContext(context)
        let today = context.today
        let last = today.adding(days: Int(input[ahead] ?? 14))
        let contents = try DayContents(today...last.adding(days: DayContents.daysAhead), own)
        let clock = contents.clock
        let end = clock.whole(last).upperBound
        let items = contents.blocks.filter {
            $0.state(at: clock.now).isOpen && $0.span.lowerBound < end
        }.compactMap { block -> DataValue? in
            let obstacles = contents.obstacles(to: block.span, without: [block.id]).all
            guard !obstacles.isEmpty else { return nil }
            let slots = contents.nearest(to: block.span, without: [block.id])
            return .object([
                "id": .integer(block.id), "title": .text(block.title),
                "start": .text(clock.text(block.span.lowerBound)),
                "end": .text(clock.text(block.span.upperBound)),
                "conflicts": .list(obstacles.map { Conflict.value($0, clock) }),
                "slots": .list(slots.map { clock.slot($0).value }),
                "collection": .text(CollectionID.blocks.description),
            ])
        }
        var result: DataObject = ["items": .list(items)]
        if !contents.warnings.isEmpty { result["warnings"] = .texts(contents.warnings) }
        return .object(result)
    }
}

/// The hours of a day that a timeline shows: the user's, and those of what stands outside of them.
struct DayHoursShown {
    /// The first and the last, in minutes from midnight, whole hours.
    let minutes: ClosedRange<Int>

    init(_ spans: [Span], of day: LocalDate, _ clock: DayClock) {
        let whole = clock.whole(day)
        var (first, last) = (clock.hours.lowerBound, clock.hours.upperBound)
        for span in spans where span.overlaps(whole) || span.isEmpty {
            let cut = span.clamped(to: whole)
            first = min(first, clock.zone.wallTime(at: cut.lowerBound).secondOfDay / 60)
            last = max(
                last,
                cut.upperBound == whole.upperBound
                    ? DayHours.wholeDay : clock.zone.wallTime(at: cut.upperBound).secondOfDay / 60)
        }
        minutes = first / 60 * 60...min((last + 59) / 60 * 60, DayHours.wholeDay)
    }
}
