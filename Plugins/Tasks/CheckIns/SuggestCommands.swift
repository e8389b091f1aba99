import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// The commands that find something to do for a free time, and note what became of it.
enum SuggestCommands {
    static let all = [suggest, take, dismiss]

    private static let at = Field<String>.when(
        "at", help: "The start of the free time. Defaults to now.")
    private static let minutes = Field<Int64>.integer(
        "minutes", in: BlockFields.minutes, help: "The minutes to fill. Defaults to all of the free time.")
    private static let energy = Field<String>.choice(
        "energy", of: TaskFields.energies + CheckInRules.moods,
        help: "Your energy or your mood.")
    private static let limit = Field<Int64>.integer("limit", in: 1...3, help: "The maximum number of tasks.")
        .defaulting(to: .integer(3))
    private static let kind = Field<String>.choice(
        "kind", of: ["flexible", "any"], help: "The tasks to choose from: flexible tasks only, or any."
    ).defaulting(to: .text("flexible"))

    private static let slotFields: [FieldDeclaration] =
        FreeSlot.fields + [
            FieldDeclaration("minutes", .integer(from: 0), help: "The length in minutes.", isRequired: true)
        ]
    private static let near: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The task's id.", isRequired: true),
        FieldDeclaration("title", .text, help: "The task's title.", isRequired: true),
        FieldDeclaration(
            "minutes", .integer(from: 0), help: "The minutes of work left.", isRequired: true),
        FieldDeclaration(
            "energy", .choice(TaskFields.energies), help: "The energy it needs.", isRequired: true),
        FieldDeclaration(
            "kind", .choice(TaskFields.kinds), help: "The task's kind.", isRequired: true),
        FieldDeclaration("collection", .text, help: "The task's collection.", isRequired: true),
    ]
    private static let item: [FieldDeclaration] =
        near + [
            FieldDeclaration(
                "fits", .integer(from: 0), help: "The minutes of the free time that the task would fill.",
                isRequired: true),
            FieldDeclaration("score", .integer(), help: "The score; higher is better.", isRequired: true),
            FieldDeclaration(
                "reasons", .list(.text), help: "The reasons for the suggestion.", isRequired: true),
        ]

    private static let suggest = Command(
        "suggest", .query, title: "What fits now",
        summary: "Suggest up to three tasks that fit your free time and your energy.",
        discussion: """
            Suggests flexible tasks that need no more energy than you have and fit into the free time, whole or in part. \
            Nothing is saved; \(command: "tasks take") schedules a task.
            """,
        fields: [
            energy.required.declaration, at.declaration, minutes.declaration, limit.declaration,
            kind.declaration,
        ],
        result: .object([
            FieldDeclaration("slot", .object(slotFields), help: "The free time, or null if the day is full."),
            FieldDeclaration("none", .choice(Self.codes), help: "The reason why nothing fits."),
            FieldDeclaration("sentence", .text, help: "The result in one sentence.", isRequired: true),
            FieldDeclaration(
                "items", .list(.object(item)), help: "The suggested tasks, best first.", isRequired: true),
            FieldDeclaration(
                "others", .list(.object(near)), help: "Tasks that almost fit, if nothing fits.",
                isRequired: true),
            FieldDeclaration(
                "warnings", .list(.text), help: "Warnings about the day.", isRequired: true),
        ])
    ) { input, context in
        let level = level(of: try input.required(energy))
        let asked = try Asked(input[at], minutes: input[minutes].map(Int.init), RecordContext(context))
        let candidates = try candidates(asked, isAny: input[kind] == "any", context)
        guard let slot = asked.slot else {
            return .object([
                "slot": .null, "none": .text(asked.none.rawValue), "sentence": .text(asked.sentence),
                "items": .list([]), "others": .list([]), "warnings": .texts(asked.contents.warnings),
            ])
        }
        let answer = suggestions(slot, level, context).answer(candidates, limit: Int(input[limit] ?? 3))
        let known = Dictionary(candidates.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return .object([
            "slot": .object([
                "start": .text(asked.clock.text(slot.lowerBound)),
                "end": .text(asked.clock.text(slot.upperBound)),
                "minutes": .integer(Int64(slot.minutes)),
            ]), "none": .text(orNull: answer.none?.rawValue),
            "sentence": .text(sentence(answer, slot, level, known)),
            "items": .list(
                answer.items.compactMap { item in
                    known[item.task].map { task in
                        var value = near(task)
                        value["fits"] = .integer(Int64(item.fits))
                        value["score"] = .integer(Int64(item.score))
                        value["reasons"] = .texts(item.reasons)
                        return .object(value)
                    }
                }), "others": .list(answer.others.compactMap { known[$0].map { .object(near($0)) } }),
            "warnings": .texts(asked.contents.warnings),
        ])
    }

    private static let codes = ["no-flexible", "no-match", "too-short", "not-free", "no-slot"]

    private static func near(_ task: Suggestions.Candidate) -> DataObject {
        [
            "id": .integer(task.id), "title": .text(task.title), "minutes": .integer(Int64(task.minutes)),
            "energy": .text(TaskFields.energies[task.energy]), "kind": .text(task.kind),
            "collection": .text(CollectionID.tasks.description),
        ]
    }

    private static func suggestions(_ slot: Span, _ level: Int, _ context: CommandContext) -> Suggestions {
        Suggestions(
            slot: slot.minutes, energy: level, shortest: Int(context.moduleSettings[TaskSettings.shortest]))
    }

    /// The energy of a word for it, or for a mood: 0 low, 1 medium, 2 high.
    private static func level(of word: String) -> Int {
        let energy = CheckInRules.moods.contains(word) ? CheckInRules.energy(of: word) : word
        return TaskFields.energies.firstIndex(of: energy) ?? 1
    }

    /// What is said of an answer; an offer, never an order.
    private static func sentence(
        _ answer: Suggestions.Answer, _ slot: Span, _ level: Int, _ known: [Int64: Suggestions.Candidate]
    ) -> String {
        let count = answer.count
        switch answer.none {
        case nil: return answer.items.count == 1 ? "this task would fit" : "any of these tasks would fit"
        case .noFlexible:
            return "no flexible tasks without a time are left: add something you could do any time"
        case .noMatch:
            return
                "no task fits \(TaskFields.energies[level]) energy: \(count == 1 ? "1 task needs" : "\(count) tasks need") more; a break is fine, too"
        case .tooShort:
            let shortest = answer.others.compactMap { known[$0]?.minutes }.min() ?? 0
            return
                "\(slot.minutes) minutes are too short: the shortest task takes \(shortest)"
        case .notFree, .noSlot: return ""
        }
    }

    // MARK: - The free time

    /// The free time that is asked about.
    private struct Asked {
        let clock: DayClock
        let contents: DayContents
        let day: LocalDate
        let start: Instant
        /// The free time from the start on; nil: there is none.
        private(set) var slot: Span?
        private(set) var none = Suggestions.None.noSlot
        private(set) var sentence = ""

        init(_ at: String?, minutes: Int?, _ context: RecordContext) throws {
            clock = DayClock(context.now, context.settings, context.moduleSettings)
            let given = try at.map { try BlockRules.instant($0, field: "at", context) }
            start = given ?? clock.next(from: clock.now)
            if let given, given < clock.now.adding(seconds: -60 * DayContents.shortest) {
                throw AtriumError(
                    .badData, "\(clock.words(given, on: clock.today)) is in the past",
                    remedy: "give a later time, or leave out \(field: "at")", field: "at")
            }
            day = clock.day(of: start)
            contents = try DayContents(day...day, context, clock: clock)
            let whole = clock.whole(day)
            let hours = clock.span(of: day, clock.hours)
            // Somebody may be up late.
            let end = start < hours.upperBound ? hours.upperBound : whole.upperBound
            let free = contents.free(within: start..<max(start, end))
            if let first = free.first, first.lowerBound == start {
                slot = Span(start, minutes: min(first.minutes, minutes ?? first.minutes))
                return
            }
            if let next = free.first {
                none = .notFree
                sentence = "\(inTheWay()): the next free time is \(clock.words(next.lowerBound, on: day))"
                return
            }
            let tomorrow = day.adding(days: 1)
            let next = try DayContents(tomorrow...tomorrow, context, clock: clock).free(on: tomorrow).first
                .map {
                    ": tomorrow from \(clock.words($0.lowerBound, on: tomorrow))"
                }
            sentence = "\(day == clock.today ? "today" : day.description) has no free time left\(next ?? "")"
        }

        /// What has the time at which it is asked.
        private func inTheWay() -> String {
            let moment = start..<start.adding(seconds: 60)
            let titles =
                contents.commitments.filter { $0.span.overlaps(moment) }.map { ($0.title, $0.span) }
                + contents.blocks.filter { $0.span.overlaps(moment) }.map { ($0.title, $0.span) }
            guard let first = titles.first else { return "the next entry is too close" }
            return "\(first.0) (\(clock.words(first.1))) is in the way"
        }
    }

    // MARK: - The tasks

    private static func candidates(
        _ asked: Asked, isAny: Bool, _ context: CommandContext
    ) throws -> [Suggestions.Candidate] {
        let (clock, day) = (asked.clock, asked.day)
        let past = try Past(before: day, context)
        let table = taskKind.table(context)
        let usual = context.moduleSettings[TaskSettings.estimate]
        // Thousands of rows: none is copied, and what is the same for all is asked once. The list of ids is sorted, so that SQLite
        // reads the table in its order; the index of open tasks, by project, would make it jump.
        let rows = try Row.fetchCursor(
            context.db.cachedStatement(
                sql: """
                    SELECT r.id, r.uid, r.title, r.kind, r.energy, r.planned, r.due, z.tzid, z.definition IS NOT NULL,
                        t.rank IS NOT NULL, r.priority,
                        r.project_id IS (SELECT id FROM tasks_project WHERE is_priority = 1)
                            AND r.project_id IS NOT NULL,
                        ifnull(r.estimate, ?4) - (\(TaskTimes.claimedSQL(in: context.settings.timeZone)))
                    FROM tasks_task r LEFT JOIN tasks_zone z ON z.id = r.due_zone_id
                    LEFT JOIN tasks_top t ON t.task_id = r.id AND t.day = ?2
                    WHERE r.id IN (SELECT r.id FROM tasks_task r WHERE \(TaskFilters.openSQL)) AND \(TasksOverview.isShown)
                        AND (r.starts IS NULL OR r.starts <= ?2) AND r.waiting_uids IS NULL
                        AND (?3 OR r.kind = 'flexible')
                    """),
            arguments: [TaskTimes.latestOver(context.now), day.description, isAny, usual])
        var found: [Suggestions.Candidate] = []
        while let row = try rows.next() {
            let uid: String = row[1]
            let left: Int64 = row[12]
            guard left > 0, !past.dismissed.contains(uid) else { continue }
            let due = try (row[6] as String?).flatMap { CalendarTime(stored: $0, zone: row[7]) }.map { due in
                try due.seen(row[8] ? table.zones(of: row[0]) : Zones.system, from: clock.zone).day
            }
            found.append(
                Suggestions.Candidate(
                    id: row[0], uid: uid, title: row[2], kind: row[3], minutes: Int(left),
                    energy: (row[4] as String?).flatMap(TaskFields.energies.firstIndex) ?? 1, isTop: row[9],
                    isPlanned: row[5] as String? == day.description,
                    dueIn: due.map { $0.daysSince1970 - day.daysSince1970 }, priority: row[10],
                    isOfFirstProject: row[11], passedOver: past.passedOver[uid] ?? 0))
        }
        return found
    }

    /// What became of suggestions.
    private struct Past {
        /// What was put away on the day.
        var dismissed: Set<String> = []
        /// How often something was offered before the day and not taken.
        var passedOver: [String: Int] = [:]
        /// How far back it counts.
        private static let days = 30

        init(before day: LocalDate, _ context: CommandContext) throws {
            let rows = try Row.fetchAll(
                context.db.cachedStatement(
                    sql: """
                        SELECT substr(at, 1, 10) >= ?2, suggested, taken, dismissed FROM tasks_check_in
                        WHERE at >= ?1 AND at < ?3
                        """),
                arguments: [
                    day.adding(days: -Self.days).description, day.description,
                    day.adding(days: 1).description,
                ])
            for row in rows {
                if row[0] {
                    dismissed.formUnion(Words.lines(row[3] ?? ""))
                } else {
                    for uid in Words.lines(row[1] ?? "") where uid != row[2] as String? {
                        passedOver[uid, default: 0] += 1
                    }
                }
            }
        }
    }

    // MARK: - What becomes of it

    private static let record = TaskFields.record

    private static let take = Command(
        "take", .recordAction, title: "Schedule it", past: "scheduled",
        summary: "Schedule a task in your free time, and record how you feel.",
        discussion: "The block lasts as long as the task still needs, or until the free time ends.",
        fields: [record.declaration, at.declaration, minutes.declaration, energy.declaration],
        result: blockKind.writtenResult
    ) { input, context in
        let task = try taskKind.table(context).record(input.required(record))
        guard task.values.isOpen else {
            let what = task.values.completedAt == nil ? "cancelled" : "done"
            throw AtriumError(
                .conflict, "\(task.values.text("title") ?? "it") is \(what)",
                remedy: "reopen it first with \(command: "tasks reopen")", field: "record")
        }
        let table = blockKind.table(context)
        let asked = try Asked(input[at], minutes: nil, table.context)
        let left = try TaskTimes(of: task.id, now: context.now, in: context.settings.timeZone, context.db)
            .remaining(
                usual: context.moduleSettings[TaskSettings.estimate])
        let wanted = max(Int(input[minutes] ?? left), DayContents.shortest)
        // Without a length it is as long as the time allows; one that was asked for is taken as it is.
        let room = input[minutes] == nil ? asked.slot?.minutes ?? wanted : wanted
        let span = Span(asked.start, minutes: min(wanted, room, Int(BlockFields.minutes.upperBound)))
        let places = BlockPlaces(table.context)
        try places.claim(span, for: [], pushing: nil, field: "at")
        // How somebody will be on another day nobody knows.
        if let word = input[energy], asked.day == asked.clock.today {
            try checkIn(task, word, asked, context)
        }
        var values = blockKind.initial
        values["task"] = .text(task.uid)
        values["minutes"] = .integer(Int64(span.minutes))
        values["origin"] = .text("suggestion")
        places.place(&values, at: span.lowerBound)
        let id = try table.insert(values)
        return try blockKind.written(id, by: table, context)
    }

    /// Notes how somebody is, with what was offered.
    private static func checkIn(
        _ task: StoredRecord, _ word: String, _ asked: Asked, _ context: CommandContext
    ) throws {
        var values = checkInKind.initial
        let level = level(of: word)
        values["energy"] = .text(TaskFields.energies[level])
        if CheckInRules.moods.contains(word) { values["mood"] = .text(word) }
        values["taken"] = .text(task.uid)
        if let slot = asked.slot {
            values["slotStart"] = .text(slot.lowerBound.description)
            values["slotMinutes"] = .integer(Int64(slot.minutes))
            let candidates = try candidates(asked, isAny: false, context)
            let uids = Dictionary(candidates.map { ($0.id, $0.uid) }, uniquingKeysWith: { first, _ in first })
            let offered = suggestions(slot, level, context).answer(candidates).items.compactMap {
                uids[$0.task]
            }
            values["suggested"] = .texts(offered)
        }
        try checkInKind.table(context).insert(values)
    }

    private static let offered = Field<String>.when(
        "at", help: "Any time on the day to dismiss the tasks for. Defaults to now.")

    private static let dismiss = Command(
        "dismiss", .action, title: "Not today", past: "dismissed for the day",
        summary: "Do not suggest tasks again on that day.",
        fields: [
            TaskFields.records.declaration, energy.declaration,
            offered.declaration,
        ],
        result: .list(taskKind.listedFields, columns: ["id", "title", "project"])
    ) { input, context in
        let table = taskKind.table(context)
        let ids = try input.required(TaskFields.records).unique
        var values = checkInKind.initial
        let (own, now) = (RecordContext(context), Instant(context.now))
        let time = CheckInRules.time(
            try input[offered].map { try BlockRules.instant($0, field: "at", own) } ?? now, own)
        values["at"] = time.value
        // How somebody will be on another day nobody knows.
        if let word = input[energy], time.clock.date == CheckInRules.time(now, own).clock.date {
            values["energy"] = .text(TaskFields.energies[level(of: word)])
        }
        values["dismissed"] = .texts(try ids.map { try table.record($0).uid })
        try checkInKind.table(context).insert(values)
        return try TaskLists.items(ids, context)
    }
}
