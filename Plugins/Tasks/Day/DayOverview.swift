import AtriumSDK
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What `today` and agendas show of blocks of time.
enum DayOverview {
    /// The blocks of some days.
    static let blocks = DaySource([.block]) { days, context in
        let clock = DayClock(context.now, context.settings, context.moduleSettings)
        let window = clock.whole(days.lowerBound).lowerBound..<clock.whole(days.upperBound).upperBound
        return DayEntries(
            try DayContents.blocks(within: window, now: clock.now, context.db).map { block in
                let day = max(clock.day(of: block.span.lowerBound), days.lowerBound)
                let part = block.span.clamped(to: clock.whole(day))
                let isToMidnight = part.upperBound == clock.whole(day).upperBound
                return DayEntry(
                    .block, on: day, at: clock.words(part.lowerBound, on: day),
                    until: isToMidnight ? "24:00" : clock.words(part.upperBound, on: day), title: block.title,
                    record: RecordReference(.blocks, block.id), claim: block.isDone ? .free : .busy,
                    span: block.span.lowerBound.date..<block.span.upperBound.date, isDone: block.isDone)
            })
    }
}

extension DayEntry.Kind {
    /// Time that is kept for something.
    static let block = DayEntry.Kind(
        "block", .takesPlace, counted: ("block of time", "blocks of time"), icon: "clock")
}
