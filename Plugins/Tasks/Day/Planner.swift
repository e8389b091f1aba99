import AtriumSDK
import ICalendarFormat

/// Finds times for tasks in what is free of a day.
///
/// Pure: the same input gives the same plan.
struct Planner {
    /// A task that wants time.
    struct Candidate {
        let id: Int64
        let title: String
        var kind = "must-do"
        /// Its place among the day's three.
        var rank: Int64?
        /// How many minutes it still takes.
        let minutes: Int
        /// Before what it is to be done; nil: it does not matter when, or that is over.
        let due: Instant?
    }

    /// A time for a task, or for a piece of it.
    struct Placed: Equatable {
        let task: Int64
        let title: String
        let span: Span
    }

    /// A task for which there is no time, or not enough.
    struct Unplaced: Equatable {
        let task: Int64
        let title: String
        /// How many of its minutes found no time.
        let minutes: Int
        let reason: String
    }

    struct Plan: Equatable {
        var placed: [Placed] = []
        var unplaced: [Unplaced] = []
    }

    let clock: DayClock
    /// The shortest and the longest piece of a task, in minutes.
    let pieces: ClosedRange<Int>
    /// How many minutes stay free around blocks.
    let buffer: Int

    init(clock: DayClock, pieces: ClosedRange<Int>, buffer: Int) {
        (self.clock, self.pieces, self.buffer) = (clock, pieces, buffer)
    }

    /// The planner of a user, by their settings.
    init(_ clock: DayClock, _ settings: ModuleSettings) {
        let shortest = clock.rounded(max(Int(settings[TaskSettings.shortest]), DayContents.shortest))
        self.init(
            clock: clock, pieces: shortest...max(shortest, Int(settings[TaskSettings.longest])),
            buffer: Int(settings[TaskSettings.buffer]))
    }

    /// Puts tasks, in their order, into free time.
    ///
    /// Each gets the first time that holds all of it and ends before it is due; where there is none and it is long enough, it
    /// is split, and no piece that is left is too short.
    ///
    /// - Parameter free: ascending.
    func plan(_ candidates: [Candidate], in free: [Span]) -> Plan {
        var free = free
        var plan = Plan()
        for task in candidates {
            let wanted = clock.rounded(max(task.minutes, DayContents.shortest))
            let fits = wanted <= Int(BlockFields.minutes.upperBound)
            if fits, let span = room(for: wanted, before: task.due, in: free) {
                plan.placed.append(Placed(task: task.id, title: task.title, span: span))
                take(span, from: &free)
                continue
            }
            let found = wanted >= 2 * pieces.lowerBound ? split(wanted, before: task.due, &free) : []
            plan.placed += found.map { Placed(task: task.id, title: task.title, span: $0) }
            let rest = task.minutes - found.reduce(0) { $0 + $1.minutes }
            guard rest > 0 else { continue }
            plan.unplaced.append(
                Unplaced(
                    task: task.id, title: task.title, minutes: rest,
                    reason: reason(rest, of: task.minutes, before: task.due)))
        }
        plan.placed.sort { $0.span.lowerBound < $1.span.lowerBound }
        return plan
    }

    private func reason(_ rest: Int, of wanted: Int, before due: Instant?) -> String {
        guard rest == wanted else { return "only \(wanted - rest) of \(wanted) minutes fit" }
        let until = due.map { " before \(clock.words($0, on: clock.day(of: $0)))" } ?? ""
        return "no free slot of \(wanted) minutes\(until)"
    }

    /// The first time of a length, from a point of the grid on.
    private func room(for minutes: Int, before due: Instant?, in free: [Span]) -> Span? {
        for slot in free {
            let span = Span(clock.next(from: slot.lowerBound), minutes: minutes)
            if span.upperBound <= min(slot.upperBound, due ?? slot.upperBound) { return span }
        }
        return nil
    }

    /// The first times of pieces of a length, as much of it as there is room for.
    private func split(_ minutes: Int, before due: Instant?, _ free: inout [Span]) -> [Span] {
        var (pieces, rest): ([Span], Int) = ([], minutes)
        var index = 0
        while rest > 0, index < free.count {
            let slot = free[index]
            let start = clock.next(from: slot.lowerBound)
            let end = min(slot.upperBound, due ?? slot.upperBound)
            let room = start < end ? (start..<end).minutes / clock.snap * clock.snap : 0
            var length = min(room, rest, self.pieces.upperBound / clock.snap * clock.snap)
            // What is left is to be a piece too.
            if rest - length > 0, rest - length < self.pieces.lowerBound {
                length = (rest - self.pieces.lowerBound) / clock.snap * clock.snap
            }
            guard length >= self.pieces.lowerBound else {
                index += 1
                continue
            }
            let piece = Span(start, minutes: length)
            pieces.append(piece)
            rest -= length
            take(piece, from: &free)
        }
        return pieces
    }

    /// Takes a time, and what stays free around it, out of what is free.
    private func take(_ span: Span, from free: inout [Span]) {
        free = free.flatMap { slot in
            slot.overlaps(span) ? BusyTime.gaps(between: [span.widened(by: buffer)], within: slot) : [slot]
        }.filter { $0.minutes >= DayContents.shortest }
    }
}
