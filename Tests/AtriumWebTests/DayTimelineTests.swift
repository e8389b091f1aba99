import AtriumSDK
import Foundation
import Testing

@testable import AtriumWeb

/// A day that is drawn to scale, and a month that is a table.
@Suite struct DayTimelineTests {
    private static func block(_ title: String, _ start: String, _ end: String) -> DayTimeline.Block {
        DayTimeline.Block(
            title: title, start: DayTimeline.minutes(start) ?? 0, end: DayTimeline.minutes(end) ?? 0)
    }

    private static let day = LocalDate(year: 2026, month: 3, day: 2) ?? LocalDate(daysSince1970: 0)

    private static func drawn(_ blocks: [DayTimeline.Block]) -> String {
        let timeline = DayTimeline(day: day, blocks: blocks, now: nil) { .own(["add"], [("at", $0)]) }
        return String(decoding: timeline.html.bytes, as: UTF8.self)
    }

    @Test func whatTakesTheSameTimeClashes() {
        let blocks = [
            Self.block("a", "09:00", "10:00"), Self.block("b", "10:00", "11:00"),
            Self.block("c", "10:30", "10:45"),
            Self.block("d", "10:50", "12:00"), Self.block("due", "09:30", "09:30"),
        ]
        let clashes = DayTimeline.clashes(blocks).map { "\($0.first.title)\($0.second.title)" }
        #expect(clashes == ["bc", "bd"])
    }

    @Test func freeTimesAreThoseBetween() {
        let blocks = [
            Self.block("a", "09:00", "10:00"), Self.block("b", "09:30", "11:00"),
            Self.block("c", "11:20", "12:00"),
        ]
        let free = DayTimeline.gaps(blocks, from: 8 * 60, to: 13 * 60)
        #expect(free == [480..<540, 720..<780])
        #expect(DayTimeline.gaps([Self.block("all", "00:00", "24:00")], from: 480, to: 1320).isEmpty)
    }

    @Test func cancelledAndTransparentEventsLeaveTheirTimeFree() {
        var cancelled = Self.block("off", "09:00", "10:00")
        (cancelled.isBusy, cancelled.takesNoTime) = (false, true)
        cancelled.state = RecordState(FieldDeclaration.cancelled)
        let blocks = [cancelled, Self.block("c", "11:00", "12:00")]
        #expect(DayTimeline.gaps(blocks, from: 8 * 60, to: 13 * 60) == [480..<660, 720..<780])
        let html = Self.drawn(blocks)
        #expect(html.contains(" off\"") && html.contains("cancelled · 09:00–10:00"))
        // The free time lies beside the cancelled block, not above it.
        #expect(html.contains("class=\"free at8 n12 of2\"") && html.contains("at9 n4 of2 at2of2 off\""))
    }

    @Test func whatIsAtOneTimeStandsSideBySide() {
        let html = Self.drawn([Self.block("one", "09:00", "10:00"), Self.block("two", "09:30", "10:30")])
        #expect(html.contains("at9 n4 of2\""))
        #expect(html.contains("at9 q2 n4 of2 at2of2\""))
    }

    @Test func tenAtOnceAreThreeAndAList() {
        let blocks = (1...10).map { Self.block("number \($0)", "09:00", "10:00") }
        let html = Self.drawn(blocks)
        #expect(html.components(separatedBy: "of3").count - 1 == 3 + 2)
        #expect(html.contains("At the same time"))
        for block in blocks { #expect(html.contains(block.title)) }
    }

    @Test(arguments: [
        ("23:55", "23:55", "at23 q3 n1"), ("00:00", "24:00", "at0 n96"), ("09:07", "09:08", "at9 n2"),
        ("08:00", "08:00", "at8 n1"),
    ])
    func everyLengthHasAPlace(start: String, end: String, classes: String) {
        #expect(Self.drawn([Self.block("it", start, end)]).contains(classes))
    }

    @Test func aDayWithoutAnythingHasItsHours() {
        let html = Self.drawn([])
        #expect(html.contains("08:00") && html.contains("20:00") && !html.contains("free"))
    }

    @Test(arguments: 1...7)
    func aMonthIsWholeWeeks(firstWeekday: Int) {
        for year in 2023...2028 {
            for month in 1...12 {
                guard let first = LocalDate(year: year, month: month, day: 1) else { continue }
                let days = MonthGrid.days(of: first.adding(days: 13), firstWeekday: firstWeekday)
                #expect(days.lowerBound.weekday == firstWeekday)
                #expect((days.upperBound.daysSince1970 - days.lowerBound.daysSince1970 + 1) % 7 == 0)
                #expect(days.contains(first) && days.contains(MonthGrid.next(after: first).adding(days: -1)))
                #expect(days.lowerBound > first.adding(days: -7))
                #expect(days.upperBound < MonthGrid.next(after: first).adding(days: 6))
            }
        }
    }

    @Test(arguments: 1...7)
    func theFirstAndTheLastMonthAreWhole(firstWeekday: Int) {
        for text in ["0001-01-01", "9999-12-31"] {
            guard let day = LocalDate(iso: text) else { continue }
            let days = MonthGrid.days(of: day, firstWeekday: firstWeekday)
            #expect(days.contains(day))
            let first = MonthGrid.beginning(of: day)
            let grid = MonthGrid(first: first, firstWeekday: firstWeekday, caption: "it") { day in
                tag("td", .class("d")) { String(day.day) }
            }
            let html = String(decoding: grid.html.bytes, as: UTF8.self)
            #expect(html.components(separatedBy: "class=\"d\">31<").count - 1 >= 1)
            #expect(html.components(separatedBy: "<td").count - 1 >= 35)
            #expect(html.components(separatedBy: "<th ").count - 1 == 7)
        }
    }

    @Test func ofTodayWhatIsToComeIsDrawn() {
        let timeline = DayTimeline(
            day: Self.day, blocks: [Self.block("late", "21:00", "22:00")], now: 20 * 60 + 30, add: nil)
        let html = String(decoding: timeline.html.bytes, as: UTF8.self)
        #expect(html.contains("class=\"tl from20\"") && html.contains("23:00") && !html.contains("19:00"))
    }
}
