import AtriumSDK
import ICalendarFormat

/// A day as lines of text, for terminals: a line for whatever begins, and for each hour that it goes on.
///
/// `|` is a fixed commitment, `:` one that gives way, `[ ]` a block, `[x]` one that is done, `!` one that something has come in
/// the way of, `.` free time.
struct DayDrawing {
    /// How many columns the lines have at most.
    static let columns = 76

    /// The lines.
    let text: String

    private struct Segment {
        let span: Span
        let sign: String
        let title: String
    }

    /// - Parameters:
    ///   - free: what is free before a plan.
    ///   - placed: times that the plan has found.
    init(
        _ day: LocalDate, _ clock: DayClock, commitments: [DayContents.Commitment],
        blocks: [DayContents.Block],
        free: [Span], placed: [Planner.Placed] = []
    ) {
        var segments = commitments.map {
            Segment(
                span: $0.span, sign: $0.isFixed ? "|" : $0.claim == .tentative ? ":" : "",
                title: $0.title + ($0.state.map { " (\($0))" } ?? ""))
        }
        segments += blocks.map { block in
            let isMet =
                commitments.contains { $0.isFixed && $0.span.overlaps(block.span) }
                || blocks.contains { $0.id != block.id && $0.span.overlaps(block.span) }
            return Segment(
                span: block.span, sign: block.isDone ? "[x]" : isMet ? "!" : "[ ]", title: block.title)
        }
        segments += placed.map { Segment(span: $0.span, sign: "[ ]", title: $0.title) }
        let whole = clock.whole(day)
        segments = segments.filter { $0.span.overlaps(whole) }.map {
            Segment(span: $0.span.clamped(to: whole), sign: $0.sign, title: $0.title)
        }
        segments += free.flatMap { BusyTime.gaps(between: BusyTime.merge(placed.map(\.span)), within: $0) }
            .filter {
                $0.minutes >= DayContents.shortest
            }.map { Segment(span: $0, sign: ".", title: "") }
        text = segments.sorted { ($0.span.lowerBound, $0.title) < ($1.span.lowerBound, $1.title) }.flatMap {
            Self.lines(of: $0, clock)
        }.joined(separator: "\n")
    }

    private static func lines(of segment: Segment, _ clock: DayClock) -> [String] {
        func label(_ instant: Instant) -> String {
            clock.words(instant, on: clock.day(of: instant))
        }
        let sign = segment.sign + String(repeating: " ", count: 4 - segment.sign.count)
        let length = Self.length(segment.span.minutes)
        let room = columns - 7 - sign.count - length.count - 1
        let title = segment.title.count > room ? segment.title.prefix(room - 1) + "…" : segment.title[...]
        let gap = String(repeating: " ", count: max(room - title.count, 0) + 1)
        var lines = ["\(label(segment.span.lowerBound))  \(sign)\(title)\(gap)\(length)"]
        let start = clock.zone.wallTime(at: segment.span.lowerBound)
        var next = segment.span.lowerBound.adding(seconds: 3600 - start.secondOfDay % 3600)
        while next < segment.span.upperBound {
            lines.append("\(label(next))  \(segment.sign.count > 1 ? "[" : segment.sign)")
            next = next.adding(seconds: 3600)
        }
        return lines
    }

    /// A length as people say it: `1 h 30 min`.
    static func length(_ minutes: Int) -> String {
        switch (minutes / 60, minutes % 60) {
        case (0, let rest): "\(rest) min"
        case (let hours, 0): "\(hours) h"
        case (let hours, let rest): "\(hours) h \(rest) min"
        }
    }
}
