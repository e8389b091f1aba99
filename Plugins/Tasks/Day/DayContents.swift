import AtriumSDK
import DatePhrases
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What takes time on some days: fixed commitments, what gives way, and blocks; and what they leave free.
struct DayContents {
    /// Something of another module that takes place.
    struct Commitment {
        let title: String
        let span: Span
        /// What it asks of its time: plans keep off what is tentative too, and a block may lie on it.
        let claim: DayEntry.Claim
        let isCancelled: Bool
        let record: RecordReference
        /// The name of the occurrence, if the record repeats.
        let occurrence: String?
        let list: String?
        let color: String?

        /// Whether it takes its time for certain.
        var isFixed: Bool { claim == .busy }

        /// `cancelled`, `tentative` or `free`, or nil if it takes its time for certain.
        var state: String? {
            if isCancelled { return FieldDeclaration.cancelled }
            return isFixed ? nil : claim == .tentative ? "tentative" : "free"
        }
    }

    /// A block, as the timeline has it.
    struct Block {
        let id: Int64
        let uid: String
        let title: String
        let task: Int64?
        /// `must-do`, `flexible` or `own`.
        let kind: String
        let span: Span
        let isDone: Bool
        let origin: String
        let isLocked: Bool

        func state(at now: Instant) -> BlockState {
            BlockState(isDone: isDone, span: span, at: now)
        }
    }

    let clock: DayClock
    let days: ClosedRange<LocalDate>
    let commitments: [Commitment]
    let blocks: [Block]
    /// What stands on the days and takes no time, for the head of a day.
    let others: [DayEntry]
    /// What the user should know of the days.
    let warnings: [String]
    private let buffer: Int

    /// Reads what stands on some days.
    ///
    /// - Parameters:
    ///   - roles: what is asked of other modules beside what takes place.
    init(
        _ days: ClosedRange<LocalDate>, _ context: RecordContext, clock: DayClock? = nil,
        with roles: Set<DayEntry.Kind.Role> = []
    ) throws {
        let clock = clock ?? DayClock(context.now, context.settings, context.moduleSettings)
        (self.days, self.clock) = (days, clock)
        let settings = context.moduleSettings
        buffer = Int(settings[TaskSettings.buffer])
        let window = clock.whole(days.lowerBound).lowerBound..<clock.whole(days.upperBound).upperBound
        blocks = try Self.blocks(within: window, now: clock.now, context.db)
        let found = try context.modules?.entries(on: days, of: roles.union([.takesPlace]))
        var warnings = found?.warnings ?? []
        if try context.modules?.isOn("calendar") != true {
            warnings.append("the module calendar is off, so fixed events are unknown")
        }
        warnings += try Self.contradictions(in: settings, context)
        let wanted = Set(
            settings[TaskSettings.calendars].split(separator: ",").compactMap { name in
                Words.line(String(name)).map(Words.folded)
            })
        let usual = Int(settings[TaskSettings.estimate])
        var (commitments, others): ([Commitment], [DayEntry]) = ([], [])
        for entry in found?.entries ?? [] {
            let counts = entry.list.map { wanted.isEmpty || wanted.contains(Words.folded($0)) } ?? true
            let isOnTimeline =
                entry.kind.role == .takesPlace
                && (!entry.isAllDay || counts && entry.claim == .busy && settings[TaskSettings.allDayBlocks])
            guard isOnTimeline, let span = Self.span(of: entry, usual: usual, clock),
                span.overlaps(window)
            else {
                others.append(entry)
                continue
            }
            commitments.append(
                Commitment(
                    title: entry.title, span: span,
                    claim: counts && !entry.isCancelled ? entry.claim : .free,
                    isCancelled: entry.isCancelled, record: entry.record, occurrence: entry.occurrence,
                    list: entry.list, color: entry.color))
        }
        self.commitments = commitments.sorted { $0.span.lowerBound < $1.span.lowerBound }
        self.others = others
        self.warnings = warnings
    }

    /// What is set and cannot be followed.
    private static func contradictions(
        in settings: ModuleSettings, _ context: RecordContext
    ) throws -> [String] {
        var warnings: [String] = []
        if let start = DayHours.minutes(settings[TaskSettings.dayStart]),
            let end = DayHours.minutes(settings[TaskSettings.dayEnd]), start >= end
        {
            warnings.append("in the settings your day ends before it begins, so the whole day is used")
        }
        guard !settings[TaskSettings.calendars].isEmpty,
            let found = try context.modules?.answer("list", of: .calendars, ["limit": .integer(500)])
        else { return warnings }
        let names = Set(
            (found.objectValue?["items"]?.listValue ?? []).compactMap { item in
                item.objectValue?["name"]?.textValue.map(Words.folded)
            })
        for name in settings[TaskSettings.calendars].split(separator: ",").compactMap({
            Words.line(String($0))
        })
        where !names.contains(Words.folded(name)) {
            warnings.append("the setting tasks.calendars names the unknown calendar “\(name)”")
        }
        return warnings
    }

    private static func span(of entry: DayEntry, usual: Int, _ clock: DayClock) -> Span? {
        if let span = entry.span {
            return Instant(span.lowerBound)..<Instant(span.upperBound)
        }
        if entry.isAllDay { return clock.whole(entry.day) }
        guard let start = entry.time.flatMap(DayHours.minutes) else { return nil }
        return Span(clock.instant(start, of: entry.day), minutes: usual)
    }

    /// The blocks that touch a window, by their start; those to come of archived projects are hidden.
    static func blocks(
        within window: Span, now: Instant, _ db: Database
    ) throws -> [Block] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT r.id, r.uid, \(BlockFields.titleSQL), r.task_id, \(BlockFields.kindSQL), r.starts_at,
                        ifnull(r.spent, r.minutes), r.spent IS NOT NULL, r.origin, r.is_locked
                    FROM tasks_block r LEFT JOIN tasks_task t ON t.id = r.task_id
                    WHERE r.starts_at > ?1 AND r.starts_at < ?2
                        AND (r.spent IS NOT NULL OR r.starts_at <= ?3 OR NOT \(BlockFields.archivedSQL))
                    ORDER BY r.starts_at, r.id
                    """),
            arguments: [
                window.lowerBound.adding(seconds: -86_400).description, window.upperBound.description,
                now.description,
            ]
        ).compactMap { row in
            guard let start = Instant(stored: row[5]) else { return nil }
            let block = Block(
                id: row[0], uid: row[1], title: row[2], task: row[3], kind: row[4],
                span: Span(start, minutes: row[6]), isDone: row[7], origin: row[8], isLocked: row[9])
            return block.span.overlaps(window) ? block : nil
        }
    }

    // MARK: - What is free

    /// The shortest time that is of use, in minutes.
    static let shortest = 15

    /// The free time of a day: within its hours, and of today from now on.
    ///
    /// - Parameter ignored: blocks that are thought away.
    func free(on day: LocalDate, without ignored: Set<Int64> = []) -> [Span] {
        var window = clock.span(of: day, clock.hours)
        if day == clock.today {
            let start = max(window.lowerBound, clock.next(from: clock.now))
            window = start..<max(start, window.upperBound)
        }
        return free(within: window, without: ignored)
    }

    /// The free time of a window.
    func free(within window: Span, without ignored: Set<Int64> = []) -> [Span] {
        let taken =
            commitments.filter { $0.claim != .free }.map(\.span)
            + blocks.filter { !ignored.contains($0.id) }.map(\.span)
        return BusyTime.gaps(
            between: BusyTime.merge(taken.map { $0.widened(by: buffer) }), within: window
        ).filter { $0.minutes >= Self.shortest }
    }

    // MARK: - What is in the way

    /// What a block at a time would meet.
    struct Obstacles {
        var commitments: [Commitment] = []
        var blocks: [Block] = []
        var isEmpty: Bool { commitments.isEmpty && blocks.isEmpty }

        /// Both, as people are told of them.
        var all: [Obstacle] {
            commitments.map { Obstacle(title: $0.title, span: $0.span, record: $0.record) }
                + blocks.map {
                    Obstacle(title: $0.title, span: $0.span, record: RecordReference(.blocks, $0.id))
                }
        }
    }

    /// Something that has a time already.
    struct Obstacle {
        let title: String
        let span: Span
        let record: RecordReference
    }

    /// The fixed commitments and the blocks that a span meets.
    ///
    /// - Parameter ignored: blocks that are thought away, such as the one that moves.
    func obstacles(to span: Span, without ignored: Set<Int64> = []) -> Obstacles {
        Obstacles(
            commitments: commitments.filter { $0.isFixed && $0.span.overlaps(span) },
            blocks: blocks.filter { !ignored.contains($0.id) && $0.span.overlaps(span) })
    }

    /// What gives way to a block, and is worth saying.
    func tentative(at span: Span) -> [Commitment] {
        commitments.filter { $0.claim == .tentative && $0.span.overlaps(span) }
    }

    /// The free spans that are nearest to a span and as long: behind it and before it on its day, then on days to come.
    ///
    /// The contents hold the days that are looked at: ``daysAhead`` of them.
    ///
    /// - Parameter ignored: blocks that are thought away.
    func nearest(to span: Span, without ignored: Set<Int64>) -> [Span] {
        let (day, minutes) = (clock.day(of: span.lowerBound), span.minutes)
        let slots = free(on: day, without: ignored)
        var nearest: [Span] = []
        let behind = slots.lazy.compactMap { slot -> Span? in
            let start = clock.next(from: max(slot.lowerBound, span.lowerBound))
            let found = Span(start, minutes: minutes)
            return found.upperBound <= slot.upperBound ? found : nil
        }.first
        if let behind { nearest.append(behind) }
        let before = slots.lazy.reversed().compactMap { slot -> Span? in
            let end = min(slot.upperBound, span.lowerBound.adding(seconds: 60 * minutes - 60))
            let start = end.adding(seconds: -60 * minutes)
            // Down to the grid, as moves land on it.
            let next = clock.next(from: start)
            let point = next == start ? start : next.adding(seconds: -60 * clock.snap)
            return point >= slot.lowerBound && point < span.lowerBound
                ? Span(point, minutes: minutes) : nil
        }.first
        if let before, !nearest.contains(before) { nearest.append(before) }
        var next = day
        let last = min(day.adding(days: Self.daysAhead), days.upperBound)
        while nearest.count < Self.most, next < last {
            next = next.adding(days: 1)
            let found = free(on: next, without: ignored).lazy.map { slot in
                (slot: slot, span: Span(clock.next(from: slot.lowerBound), minutes: minutes))
            }.first { $0.span.upperBound <= $0.slot.upperBound }
            if let found { nearest.append(found.span) }
        }
        return nearest
    }

    /// How many days ahead a time is looked for.
    static let daysAhead = 7
    /// How many spans are offered.
    private static let most = 3
}

extension CollectionID {
    /// The calendars, of the module that keeps events.
    static let calendars = CollectionID(module: "calendar", name: "calendars")
}
