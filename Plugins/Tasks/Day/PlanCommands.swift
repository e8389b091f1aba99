import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// The commands that plan a day, and take its plan back.
enum PlanCommands {
    static let all = [plan, unplan]

    private static let day = Field<LocalDate>.date("day", help: "The day. Defaults to today.").positional
    private static let dryRun = Field<Bool>.boolean(
        "dryRun", help: "Only show the plan; save nothing.")
    private static let keep = Field<Bool>.boolean(
        "keep", help: "Keep the blocks of an earlier plan of the day.")
    private static let flexible = Field<Bool>.boolean(
        "flexible", help: "Also schedule flexible tasks that are planned for the day.")

    private static let placed: [FieldDeclaration] = [
        FieldDeclaration("task", .integer(), help: "The task's id.", isRequired: true),
        FieldDeclaration("title", .text, help: "The task's title.", isRequired: true),
        FieldDeclaration("start", .localTime, help: "The start, in your time zone.", isRequired: true),
        FieldDeclaration("end", .localTime, help: "The end (exclusive).", isRequired: true),
        FieldDeclaration("minutes", .integer(), help: "The length in minutes.", isRequired: true),
    ]
    private static let unplaced: [FieldDeclaration] = [
        FieldDeclaration("task", .integer(), help: "The task's id.", isRequired: true),
        FieldDeclaration("title", .text, help: "The task's title.", isRequired: true),
        FieldDeclaration(
            "minutes", .integer(), help: "The minutes that did not fit.", isRequired: true),
        FieldDeclaration("reason", .text, help: "The reason.", isRequired: true),
    ]
    private static let removed: [FieldDeclaration] = [
        FieldDeclaration("title", .text, help: "The title of the removed block.", isRequired: true),
        FieldDeclaration("start", .localTime, help: "Its start, in your time zone.", isRequired: true),
        FieldDeclaration("minutes", .integer(), help: "Its length in minutes.", isRequired: true),
    ]

    private static let plan = Command(
        "plan", .action, title: "Plan the day", past: "planned",
        summary: "Schedule the tasks of a day in the time that events and other blocks leave free.",
        discussion: """
            Tasks that are due come first, then the day's top three, then must-do tasks that are planned for the day, then \
            tasks due within a week. Blocks of an earlier plan that have not begun are scheduled again, unless \
            \(flag: "keep") is given; blocks that you placed yourself stay.
            """,
        fields: [day.declaration, dryRun.declaration, keep.declaration, flexible.declaration],
        result: .object([
            FieldDeclaration("day", .date, help: "The day.", isRequired: true),
            FieldDeclaration("summary", .text, help: "The result in one sentence.", isRequired: true),
            FieldDeclaration(
                "drawing", .longText, help: "The day as text, line by line.", isRequired: true),
            FieldDeclaration(
                "placed", .list(.object(placed)), help: "The scheduled blocks.", isRequired: true),
            FieldDeclaration(
                "unplaced", .list(.object(unplaced)), help: "The tasks that did not fit.", isRequired: true),
            FieldDeclaration(
                "removed", .list(.object(removed)), help: "The removed blocks of an earlier plan.",
                isRequired: true),
            FieldDeclaration(
                "warnings", .list(.text), help: "Warnings about the plan.", isRequired: true),
        ])
    ) { input, context in
        let table = blockKind.table(context)
        let clock = DayClock(context.now, context.settings, context.moduleSettings)
        let day = input[day] ?? clock.today
        guard day >= clock.today else {
            throw AtriumError(
                .badData, "\(day) is in the past", remedy: "plan today or a later day", field: "day")
        }
        let contents = try DayContents(day...day, table.context, clock: clock)
        let replaced =
            input[keep] == true
            ? []
            : contents.blocks.filter {
                $0.origin == "plan" && isToCome($0, clock) && !$0.isLocked
                    && clock.day(of: $0.span.lowerBound) == day
            }
        let free = try slots(of: day, contents, without: Set(replaced.map(\.id)), context.moduleSettings)
        let candidates = try PlanCandidates.read(
            day, clock, replacing: replaced, withFlexible: input[flexible] == true, context)
        let plan = Planner(clock, context.moduleSettings).plan(candidates, in: free)

        // A time that is the same again stays as it is.
        var kept: Set<Int64> = []
        let new = plan.placed.filter { placed in
            let same = replaced.first {
                $0.task == placed.task && $0.span == placed.span && !kept.contains($0.id)
            }
            if let same { kept.insert(same.id) }
            return same == nil
        }
        let gone = replaced.filter { !kept.contains($0.id) }
        if input[dryRun] != true {
            try write(new, over: gone, table, context)
        }
        return .object([
            "day": .text(day.description), "summary": .text(summary(of: plan)),
            "drawing": .text(
                DayDrawing(
                    day, clock,
                    commitments: contents.commitments,
                    blocks: contents.blocks.filter { block in !replaced.contains { $0.id == block.id } },
                    free: contents.free(on: day, without: Set(replaced.map(\.id))), placed: plan.placed
                ).text),
            "placed": .list(plan.placed.map { value(of: $0, clock) }),
            "unplaced": .list(
                plan.unplaced.map {
                    .object([
                        "task": .integer($0.task), "title": .text($0.title),
                        "minutes": .integer(Int64($0.minutes)), "reason": .text($0.reason),
                    ])
                }),
            "removed": .list(gone.map { removal(of: $0, clock) }), "warnings": .texts(contents.warnings),
        ])
    }

    /// The free time of a day that plans may use.
    private static func slots(
        of day: LocalDate, _ contents: DayContents, without ignored: Set<Int64>, _ settings: ModuleSettings
    ) throws -> [Span] {
        let free = contents.free(on: day, without: ignored)
        guard let hours = try DayHours(settings[TaskSettings.hours]).spans(on: day) else { return free }
        let allowed = BusyTime.merge(hours.map { contents.clock.span(of: day, $0) })
        return free.flatMap { slot in allowed.filter { $0.overlaps(slot) }.map { $0.clamped(to: slot) } }
            .filter { $0.minutes >= DayContents.shortest }
    }

    private static func isToCome(_ block: DayContents.Block, _ clock: DayClock) -> Bool {
        !block.isDone && block.span.lowerBound >= clock.now
    }

    /// Gives blocks their new times; one of the same task moves there with all that is known of it.
    private static func write(
        _ new: [Planner.Placed], over gone: [DayContents.Block], _ table: RecordTable,
        _ context: CommandContext
    ) throws {
        let places = BlockPlaces(table.context)
        var rest = gone
        for placed in new {
            if let index = rest.firstIndex(where: { $0.task == placed.task }) {
                let block = try table.record(rest.remove(at: index).id)
                try table.update(block, to: values(block.values, placed, places))
                continue
            }
            var values = blockKind.initial
            values["task"] = .text(orNull: try TaskTree(context.db).uid(of: placed.task))
            values["origin"] = .text("plan")
            try table.insert(self.values(values, placed, places))
        }
        for block in rest { try table.remove(block.id) }
    }

    private static func values(
        _ values: RecordValues, _ placed: Planner.Placed, _ places: BlockPlaces
    ) -> RecordValues {
        var values = values
        values["minutes"] = .integer(Int64(placed.span.minutes))
        places.place(&values, at: placed.span.lowerBound)
        return values
    }

    private static func value(of placed: Planner.Placed, _ clock: DayClock) -> DataValue {
        .object([
            "task": .integer(placed.task), "title": .text(placed.title),
            "start": .text(clock.text(placed.span.lowerBound)),
            "end": .text(clock.text(placed.span.upperBound)),
            "minutes": .integer(Int64(placed.span.minutes)),
        ])
    }

    private static func removal(of block: DayContents.Block, _ clock: DayClock) -> DataValue {
        .object([
            "title": .text(block.title), "start": .text(clock.text(block.span.lowerBound)),
            "minutes": .integer(Int64(block.span.minutes)),
        ])
    }

    /// What came of a plan, without a word of blame.
    static func summary(of plan: Planner.Plan) -> String {
        let left = plan.unplaced.map(\.title)
        let whole = Set(plan.placed.map(\.task)).subtracting(plan.unplaced.map(\.task)).count
        let all = Set(plan.placed.map(\.task)).union(plan.unplaced.map(\.task)).count
        switch (all, left.count) {
        case (0, _): return "there is nothing to schedule"
        case (1, 0): return "the task is scheduled"
        case (2, 0): return "both tasks are scheduled"
        case (_, 0): return "all \(all) tasks are scheduled"
        case (_, 1...3):
            let names = [left.dropLast().joined(separator: ", "), left.last ?? ""].filter { !$0.isEmpty }
                .joined(separator: " and ")
            return "\(whole) of \(all) tasks are scheduled; there is not enough room for \(names)"
        default: return "\(whole) of \(all) tasks are scheduled; there is not enough room for the others"
        }
    }

    private static let unplan = Command(
        "unplan", .action, title: "Remove the plan", past: "removed from the day",
        summary: "Remove the blocks that a plan added to a day and that have not begun.",
        fields: [day.declaration], result: .list(removed, columns: ["title", "start", "minutes"])
    ) { input, context in
        let table = blockKind.table(context)
        let clock = DayClock(context.now, context.settings, context.moduleSettings)
        let day = input[day] ?? clock.today
        let whole = clock.whole(day)
        let blocks = try DayContents.blocks(within: whole, now: clock.now, context.db).filter {
            $0.origin == "plan" && isToCome($0, clock) && whole.contains($0.span.lowerBound)
        }
        for block in blocks { try table.remove(block.id) }
        return .object(["items": .list(blocks.map { removal(of: $0, clock) })])
    }
}
