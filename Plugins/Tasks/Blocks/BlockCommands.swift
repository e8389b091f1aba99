import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// The commands that move blocks of time, and say what became of them.
enum BlockCommands {
    static let all = [move, resize, done, undone, lock, unlock, swap]

    private static let record = blockKind.recordField
    private static let exact = Field<Bool>.boolean(
        "exact", help: "Use the exact time instead of the nearest time on the grid."
    ).defaulting(to: .bool(false)).titled("Exact time")
    private static let push = Field<Bool>.boolean(
        "push", help: "Move blocks that are in the way to later times."
    ).defaulting(to: .bool(false)).titled("Move other blocks")

    // MARK: - Where they are

    private static let to = Field<String>.when("to", help: "The new start.").required.positional

    private static let move = Command(
        "move", .recordAction, past: "moved", summary: "Move a block to another time or day.",
        discussion: """
            The block keeps its length and starts at the nearest time on the grid, unless \(flag: "exact") is given. It \
            then counts as your own: plans do not move it.
            """,
        fields: [
            record.declaration, to.declaration.shown(as: "startsAt"), exact.declaration, push.declaration,
        ], result: blockKind.writtenResult
    ) { input, context in
        try change(input, context) { values, places, id in
            let given = try BlockRules.instant(input.required(to), field: "to", places.context)
            let start = input[exact] == true ? given : places.clock.nearest(to: given)
            let length = BlockFields.span(values)?.minutes ?? Int(BlockFields.usual)
            try places.claim(
                Span(start, minutes: length), for: [id], pushing: input[push] == true, field: "to")
            places.place(&values, at: start)
            values["origin"] = .text("hand")
        }
    }

    private static let minutes = Field<Int64>.integer(
        "minutes", in: 1...6000, help: "The new length in minutes.")
    private static let end = Field<String>.when("end", help: "The new end; the start stays.")
    private static let start = Field<String>.when("start", help: "The new start; the end stays.")

    private static let resize = Command(
        "resize", .recordAction, past: "resized", summary: "Make a block longer or shorter.",
        discussion: """
            Give one of \(field: "minutes"), \(field: "end") and \(field: "start"). The edge moves to the nearest time on \
            the grid, unless \(flag: "exact") is given.
            """,
        fields: [
            record.declaration, minutes.declaration, end.declaration, start.declaration, exact.declaration,
            push.declaration,
        ], result: blockKind.writtenResult
    ) { input, context in
        let given = [input[minutes] != nil, input[end] != nil, input[start] != nil].count { $0 }
        guard given == 1 else {
            throw AtriumError(
                .badData, "the new length is missing",
                remedy: "give one of \(field: "minutes"), \(field: "end") and \(field: "start")",
                field: "minutes")
        }
        return try change(input, context) { values, places, id in
            guard let old = BlockFields.span(values) else { return }
            let span = try resized(old, input, places)
            try places.claim(
                span, for: [id], pushing: input[push] == true,
                field: input[start] != nil ? "start" : input[end] != nil ? "end" : "minutes")
            if span.lowerBound != old.lowerBound { places.place(&values, at: span.lowerBound) }
            values["minutes"] = .integer(Int64(span.minutes))
            if values.integer("spent") != nil { values["spent"] = .integer(Int64(span.minutes)) }
            values["origin"] = .text("hand")
        }
    }

    /// The span that an input asks for: its moved edge on the grid, and never shorter than a block can be.
    private static func resized(_ old: Span, _ input: Arguments, _ places: BlockPlaces) throws -> Span {
        let (clock, isExact) = (places.clock, input[exact] == true)
        if let text = input[start] {
            let given = try BlockRules.instant(text, field: "start", places.context)
            _ = try BlockRules.minutes(from: given, to: old.upperBound, clock, field: "start")
            var start = isExact ? given : clock.nearest(to: given)
            let length = Int64((start..<max(start, old.upperBound)).minutes)
            if !BlockFields.minutes.contains(length) { start = given }
            return start..<old.upperBound
        }
        let given: Instant
        if let minutes = input[minutes] {
            given =
                Span(
                    old.lowerBound, minutes: Int(try BlockRules.checked(minutes, field: "minutes"))
                ).upperBound
        } else {
            given = try BlockRules.instant(input[end] ?? "", field: "end", places.context)
            _ = try BlockRules.minutes(from: old.lowerBound, to: given, clock, field: "end")
        }
        var end = isExact ? given : clock.nearest(to: given)
        let length = Int64((old.lowerBound..<max(old.lowerBound, end)).minutes)
        if !BlockFields.minutes.contains(length) { end = given }
        return old.lowerBound..<end
    }

    private static let other = Field<Int64>.record(
        "other", of: .blocks, help: "The block to swap with."
    ).required.positional

    private static let swap = Command(
        "swap", .recordAction, past: "swapped", summary: "Swap two blocks.",
        discussion: "Each block begins when the other began, and keeps its length.",
        fields: [record.declaration, other.declaration], result: blockKind.writtenResult
    ) { input, context in
        let table = blockKind.table(context)
        let places = BlockPlaces(table.context)
        let (one, two) = (try table.record(input.required(record)), try table.record(input.required(other)))
        guard one.id != two.id, let first = BlockFields.span(one.values),
            let second = BlockFields.span(two.values)
        else {
            throw AtriumError(
                .badData, "a block cannot be swapped with itself", remedy: "name another block",
                field: "other")
        }
        let spans = [
            Span(second.lowerBound, minutes: first.minutes), Span(first.lowerBound, minutes: second.minutes),
        ]
        guard !spans[0].overlaps(spans[1]) else {
            throw AtriumError(
                .conflict, "the blocks would overlap, since one is longer than the time between them",
                remedy: "move one of them", field: "other")
        }
        for span in spans {
            try places.claim(span, for: [one.id, two.id], pushing: nil, field: "other")
        }
        for (block, span) in zip([one, two], spans) {
            try table.change(block.id) { values in
                places.place(&values, at: span.lowerBound)
                values["origin"] = .text("hand")
            }
        }
        return try blockKind.written(one.id, by: table, context)
    }

    // MARK: - What became of them

    private static let until = Field<String>.when(
        "until",
        help:
            "When it ended. Defaults to its end, or to now if it is under way; required if it has not begun."
    ).titled("When it ended")
    private static let withTask = Field<Bool>.boolean("task", help: "Mark its task as done too.")
        .defaulting(to: .bool(false)).titled("The task is done too")

    private static let done = Command(
        "done", .recordAction, past: "done", summary: "Mark a block as done.",
        discussion: """
            A block that is under way ends now. A block that has not begun is moved so that it ends at \(field: "until"); \
            it keeps its length.
            """,
        fields: [record.declaration, until.declaration, withTask.declaration],
        result: blockKind.writtenResult
    ) { input, context in
        var task: String?
        let result = try change(input, context) { values, places, id in
            task = values.text("task")
            guard let span = BlockFields.span(values), values.integer("spent") == nil else { return }
            let clock = places.clock
            let end = try input[until].map { try BlockRules.instant($0, field: "until", places.context) }
            if let end, end > clock.now {
                throw AtriumError.yetToCome(clock.text(end), field: "until")
            }
            if let end, span.lowerBound <= clock.now {
                // One that has begun ends after that.
                let length = try BlockRules.length(from: span.lowerBound, to: end, clock, field: "until")
                guard length <= BlockFields.minutes.upperBound else {
                    throw AtriumError(
                        .badData, "a block lasts at most 24 hours", remedy: "give an earlier time",
                        field: "until")
                }
            }
            guard span.lowerBound < end ?? clock.now else {
                guard let end else {
                    let day = clock.today
                    throw AtriumError(
                        .conflict, "it begins at \(clock.words(span.lowerBound, on: day))",
                        remedy: "move it with \(command: "tasks blocks move"), or give \(field: "until")",
                        field: "until")
                }
                let start = end.adding(seconds: -60 * span.minutes)
                try claimPast(start..<end, id, places)
                places.place(&values, at: start)
                values["spent"] = .integer(Int64(span.minutes))
                return
            }
            let spent = minutes(span.lowerBound, end ?? min(clock.now, span.upperBound))
            let taken = Span(span.lowerBound, minutes: spent)
            if taken.upperBound > span.upperBound { try claimPast(taken, id, places) }
            values["spent"] = .integer(Int64(spent))
        }
        if input[withTask] == true, let task, let id = try TaskTree(context.db).id(ofUID: task) {
            try TaskActions.complete(id, context)
        }
        return result
    }

    /// The minutes between two moments, the last one counted whole.
    private static func minutes(_ start: Instant, _ end: Instant) -> Int {
        min(max((end.epochSeconds - start.epochSeconds + 59) / 60, 1), DayHours.wholeDay)
    }

    /// Makes sure that no other block has a time that is over; what events there were does not matter any more.
    private static func claimPast(
        _ span: Span, _ id: Int64, _ places: BlockPlaces, field: String = "until"
    ) throws {
        let contents = try DayContents(places.clock.days(of: span), places.context, clock: places.clock)
        guard let other = contents.obstacles(to: span, without: [id]).blocks.first else { return }
        throw AtriumError(
            .conflict,
            "\(places.clock.words(span)) overlaps \(other.title) (\(places.clock.words(other.span)))",
            remedy: field == "until" ? "give another \(field: "until")" : "move one of them", field: field,
            choices: [
                RecordChoice(
                    field: field, matchedText: places.clock.words(span),
                    among: [.init(id: other.id, name: other.title)])
            ])
    }

    private static let undone = Command(
        "undone", .recordAction, past: "no longer done",
        summary: "Mark a block as not done.",
        discussion: "Its task does not change.", fields: [record.declaration], result: blockKind.writtenResult
    ) { input, context in
        try change(input, context) { values, places, id in
            guard values.integer("spent") != nil else { return }
            values["spent"] = .null
            guard let span = BlockFields.span(values) else { return }
            // It had ended early, and something else may be there now.
            try claimPast(span, id, places, field: "record")
        }
    }

    private static let lock = Command(
        "lock", .recordAction, past: "locked", summary: "Keep plans from moving a block.",
        fields: [record.declaration], result: blockKind.writtenResult
    ) { input, context in
        try blockKind.change(input, context) { values, _ in values["locked"] = .bool(true) }
    }

    private static let unlock = Command(
        "unlock", .recordAction, past: "unlocked", summary: "Let plans move a block again.",
        fields: [record.declaration], result: blockKind.writtenResult
    ) { input, context in
        try blockKind.change(input, context) { values, _ in values["locked"] = .bool(false) }
    }

    private static func change(
        _ input: Arguments, _ context: CommandContext,
        _ body: (inout RecordValues, BlockPlaces, Int64) throws -> Void
    ) throws -> DataValue {
        try blockKind.change(input, context) { values, table in
            try body(&values, BlockPlaces(table.context), input.required(record))
        }
    }
}

/// What becomes of the blocks of a task that is no longer to be done.
enum TaskBlocks {
    /// Takes the blocks to come off their days; the one that is under way ends now, and those of today were spent.
    ///
    /// - Parameters:
    ///   - isDone: false: it was given up, and what is over stays as it is.
    ///   - end: when it was done or given up: a block that began later was not spent on it; nil: now.
    ///   - next: when it is to be done again: what begins then or later stays.
    static func close(
        _ task: Int64, isDone: Bool, at end: Instant?,
        until next: Instant? = nil, _ context: RecordContext
    ) throws {
        let ids = try Int64.fetchAll(
            context.db.cachedStatement(sql: "SELECT id FROM tasks_block WHERE task_id = ? AND spent IS NULL"),
            arguments: [task])
        guard !ids.isEmpty else { return }
        let table = RecordTable(blockKind, context)
        let clock = DayClock(context.now, context.settings, context.moduleSettings)
        for id in ids {
            let block = try table.record(id)
            guard let span = BlockFields.span(block.values) else { continue }
            if span.lowerBound > clock.now {
                if next.map({ span.lowerBound < $0 }) ?? true { try table.remove(id) }
                continue
            }
            let moment = min(end ?? clock.now, clock.now)
            guard span.lowerBound < moment || moment == clock.now else { continue }
            let isUnderWay = span.upperBound > moment
            guard isUnderWay || isDone && clock.day(of: span.lowerBound) == clock.today else { continue }
            let end = min(span.upperBound, moment)
            var values = block.values
            values["spent"] = .integer(
                Int64(max((end.epochSeconds - span.lowerBound.epochSeconds + 59) / 60, 1)))
            try table.update(block, to: values)
        }
    }
}
