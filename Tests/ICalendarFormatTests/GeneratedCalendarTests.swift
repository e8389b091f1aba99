import ContentLine
import Testing
import TextDecoding

@testable import ICalendarFormat

/// Calendars made at random, of any Unicode and any nesting: write then read is the identity, and what was written once
/// is written the same again.
@Suite struct GeneratedCalendarTests {
    /// Numbers that are the same in every run.
    struct Dice {
        private var state: UInt64

        init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

        mutating func roll(_ count: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(count))
        }

        mutating func isLucky(_ chance: Int) -> Bool { roll(chance) == 0 }

        mutating func pick<Value>(_ values: [Value]) -> Value { values[roll(values.count)] }

        /// Any text: letters, what has a meaning in lines, and scalars of all planes; no NUL, which no reader takes.
        mutating func text(_ limit: Int = 30) -> String {
            var text = String.UnicodeScalarView()
            for _ in 0..<roll(limit) {
                switch roll(4) {
                case 0:
                    text.append(
                        contentsOf: pick(["\\", ",", ";", ":", "\"", "\n", " ", "=", "^"]).unicodeScalars)
                case 1:
                    text.append(
                        contentsOf: pick(["ä", "é", "漢", "🦊", "👨‍👩‍👧", "\u{301}", "\u{FEFF}x"]).unicodeScalars)
                case 2:
                    let value = UInt32(1 + roll(0x10FFFE))
                    // CR counts as a line end, and comes back as one.
                    if value != 0x0D, let scalar = Unicode.Scalar(value) { text.append(scalar) }
                default: text.append(contentsOf: pick(["a", "B", "7", "word"]).unicodeScalars)
                }
            }
            return String(text)
        }

        /// A text that blanks around it cannot be lost from.
        mutating func word(_ limit: Int = 10) -> String { "w" + text(limit) + "w" }

        mutating func time() -> CalendarTime {
            let clock = CivilDateTime(seconds: roll(4_000_000_000))
            switch roll(4) {
            case 0: return .date(clock.date)
            case 1: return .floating(clock)
            case 2: return .utc(Instant(epochSeconds: clock.seconds))
            default: return .zoned(clock, zone: pick(["Europe/Berlin", "Any, zone: \"1\"", word()]))
            }
        }

        mutating func duration() -> CalendarDuration {
            let sign = isLucky(4) ? -1 : 1
            return CalendarDuration(days: sign * roll(20), seconds: sign * roll(86_400))
        }

        mutating func end() -> CalendarEnd { isLucky(2) ? .time(time()) : .duration(duration()) }

        mutating func uri() -> String { "https://example.org/\(roll(1000))?a=b,c;d" }

        mutating func list<Value>(_ make: (inout Dice) -> Value) -> [Value] {
            (0..<(isLucky(2) ? roll(4) : 0)).map { _ in make(&self) }
        }
    }

    static func rule(_ dice: inout Dice) -> RecurrenceRule? {
        RecurrenceRule(
            frequency: dice.pick(RecurrenceRule.Frequency.allCases), interval: 1 + dice.roll(5),
            count: dice.isLucky(2) ? 1 + dice.roll(9) : nil,
            byMonth: dice.isLucky(3) ? [1 + dice.roll(12)] : [],
            byDay: dice.isLucky(3) ? [.init(dice.pick(Weekday.allCases))] : [],
            skip: dice.isLucky(5) ? .forward : .omit)
    }

    static func user(_ dice: inout Dice) -> CalendarUser {
        var user = CalendarUser(
            address: "mailto:p\(dice.roll(1_000_000))@example.org",
            commonName: dice.isLucky(2) ? dice.text() : nil)
        user.participationStatus = dice.isLucky(2) ? "ACCEPTED" : nil
        user.expectsReply = dice.isLucky(2) ? dice.isLucky(2) : nil
        user.groups = dice.list { "mailto:g\($0.roll(9))@example.org" }
        return user
    }

    static func alarm(_ dice: inout Dice) -> Alarm {
        var alarm = Alarm(
            action: dice.pick(["DISPLAY", "AUDIO", "NONE"]),
            trigger: dice.isLucky(2)
                ? .absolute(Instant(epochSeconds: dice.roll(2_000_000_000)))
                : .relative(dice.duration(), toEnd: dice.isLucky(2)),
            description: dice.isLucky(2) ? dice.text() : nil)
        alarm.attachments = dice.list { Attachment(content: .uri($0.uri())) }
        alarm.relations = dice.list { Relation(uid: $0.word(), type: "SNOOZE") }
        alarm.locations = dice.list { LocationDescription(uid: $0.word(), name: $0.text()) }
        return alarm
    }

    static func common(_ dice: inout Dice) -> CommonProperties {
        var common = CommonProperties()
        common.uid = dice.word()
        common.start = dice.isLucky(5) ? nil : dice.time()
        common.recurrenceID =
            dice.isLucky(5) ? RecurrenceID(dice.time(), includesFuture: dice.isLucky(2)) : nil
        common.sequence = dice.roll(100)
        common.rules = dice.list { rule(&$0) }.compactMap { $0 }
        common.additions = dice.list { dice in
            // A list of periods is of times.
            let start = CalendarTime.utc(Instant(epochSeconds: dice.roll(2_000_000_000)))
            return RecurrenceDate(start, end: dice.isLucky(2) ? .duration(dice.duration()) : nil)
        }
        common.exclusions = dice.list { $0.time() }
        common.summary = dice.isLucky(3) ? nil : dice.text()
        common.description = dice.isLucky(3) ? nil : dice.text(300)
        common.location = dice.isLucky(3) ? dice.text() : nil
        common.position =
            dice.isLucky(3) ? GeoPosition(latitude: Double(dice.roll(900)) / 10, longitude: -1.5) : nil
        common.classification = dice.isLucky(3) ? dice.pick(Classification.allCases) : nil
        common.priority = dice.isLucky(3) ? dice.roll(10) : nil
        common.categories = dice.list { $0.word() }
        common.resources = dice.list { $0.word() }
        common.comments = dice.list { $0.text() }
        common.contacts = dice.list { $0.text() }
        common.url = dice.isLucky(3) ? dice.uri() : nil
        common.organizer = dice.isLucky(2) ? user(&dice) : nil
        common.attendees = dice.list { user(&$0) }
        common.relations = dice.list { Relation(uid: $0.word(), type: $0.pick(["PARENT", "CHILD"])) }
        common.attachments = dice.list { dice in
            let byte = UInt8(dice.roll(256))
            return Attachment(data: [byte, 1, 2], mediaType: "a/b", fileName: dice.text())
        }
        common.images = dice.list { CalendarImage(content: .uri($0.uri()), displays: ["BADGE"]) }
        common.conferences = dice.list {
            Conference(uri: $0.uri(), features: ["AUDIO", "VIDEO"], label: $0.text())
        }
        common.structuredData = dice.list {
            StructuredData(content: .text($0.text()), mediaType: "a/b", schema: $0.uri())
        }
        common.styledDescriptions = dice.list { StyledDescription(text: $0.text()) }
        common.alarms = dice.list { alarm(&$0) }
        common.participants = dice.list { Participant(uid: $0.word(), type: "SPEAKER", summary: $0.text()) }
        common.locations = dice.list { LocationDescription(uid: $0.word(), types: [$0.word()]) }
        common.resourceDescriptions = dice.list {
            ResourceDescription(uid: $0.word(), name: $0.text(), type: "ROOM")
        }
        common.stamp = Instant(epochSeconds: 0)
        return common
    }

    /// Says what failed without printing whole components, which takes minutes.
    private func expect(_ isTrue: Bool, _ what: String) {
        if !isTrue { Issue.record("\(what)") }
    }

    private func expectIdentity<Item: CalendarItem>(_ item: Item, _ seed: Int) {
        let component = item.component(now: Instant(epochSeconds: 0))
        let bytes = component.written()
        let parsed = Component.parse(bytes)
        expect(parsed.component == component && parsed.issues.isEmpty, "seed \(seed): read again")
        expect(parsed.component.written() == bytes, "seed \(seed): written again")
        var issues: [ContentIssue] = []
        let again = Item(parsed.component, version: .iCalendar, localZone: nil, issues: &issues)
        if again != item {
            let pairs = zip(
                Mirror(reflecting: again.common).children, Mirror(reflecting: item.common).children)
            let names = pairs.filter { "\($0.value)" != "\($1.value)" }.compactMap(\.0.label)
            Issue.record("seed \(seed): \(names) differ")
        }
        let untouched = item.patch(parsed.component, now: Instant(epochSeconds: 9))
        expect(untouched.component.written() == bytes, "seed \(seed): patched with itself")
    }

    @Test func whatIsWrittenIsReadAgain() {
        for seed in 1...400 {
            var dice = Dice(seed)
            var event = CalendarEvent()
            event.common = Self.common(&dice)
            event.end = dice.isLucky(2) ? dice.end() : nil
            event.status = dice.isLucky(2) ? dice.pick(CalendarEvent.Status.allCases) : nil
            event.isTransparent = dice.isLucky(2) ? dice.isLucky(2) : nil
            expectIdentity(event, seed)
            var toDo = CalendarToDo()
            toDo.common = Self.common(&dice)
            toDo.due = dice.isLucky(2) ? dice.end() : nil
            toDo.status = dice.isLucky(2) ? dice.pick(CalendarToDo.Status.allCases) : nil
            toDo.completed = dice.isLucky(2) ? Instant(epochSeconds: dice.roll(2_000_000_000)) : nil
            toDo.percentComplete = dice.isLucky(2) ? dice.roll(101) : nil
            expectIdentity(toDo, seed)
            var journal = CalendarJournal()
            journal.common = Self.common(&dice)
            journal.status = dice.isLucky(2) ? dice.pick(CalendarJournal.Status.allCases) : nil
            if journal.common.description != nil { journal.furtherDescriptions = dice.list { $0.text() } }
            expectIdentity(journal, seed)
            var freeBusy = FreeBusy()
            freeBusy.common = Self.common(&dice)
            freeBusy.end = dice.isLucky(2) ? .time(dice.time()) : nil
            for kind in FreeBusy.Kind.allCases where dice.isLucky(2) {
                let start = CalendarTime.utc(Instant(epochSeconds: dice.roll(2_000_000_000)))
                freeBusy.periods.append(
                    .init(RecurrenceDate(start, end: .duration(CalendarDuration(seconds: 60))), kind: kind))
            }
            expectIdentity(freeBusy, seed)
        }
    }

    /// Any change of any item, patched into the component of another, gives exactly that item.
    @Test func anyItemCanBePatchedIntoAnyOther() {
        for seed in 1...300 {
            var dice = Dice(seed)
            var (old, new) = (CalendarEvent(), CalendarEvent())
            old.common = Self.common(&dice)
            new.common = Self.common(&dice)
            new.common.lastModified = Instant(epochSeconds: 5)
            // A new description takes its twins with it; that is tested by itself.
            old.common.styledDescriptions = []
            new.common.styledDescriptions = []
            new.end = dice.end()
            let component = old.component(now: Instant(epochSeconds: 0))
            let patched = new.patch(component, now: Instant(epochSeconds: 0)).component
            var issues: [ContentIssue] = []
            let again = CalendarEvent(Component.parse(patched.written()).component, issues: &issues)
            // Lists that stand in several lines may come in another order.
            let pairs = zip(
                Mirror(reflecting: again.common).children, Mirror(reflecting: new.common).children)
            let names = pairs.filter {
                $0.0.label != "sequence" && Self.unordered($0.0.value) != Self.unordered($0.1.value)
            }.compactMap(\.0.label)
            expect(names.isEmpty, "seed \(seed): \(names) differ")
            expect(again.end == new.end, "seed \(seed): end")
        }
    }

    private static func unordered(_ value: Any) -> [String] {
        if let list = value as? [Any] { return list.map { "\($0)" }.sorted() }
        return ["\(value)"]
    }

    /// Trees of unknown components and properties, in whole files: read and written as they are, round after round.
    @Test func unknownTreesAreAFixedPoint() throws {
        for seed in 1...200 {
            var dice = Dice(seed)
            func tree(_ depth: Int, _ dice: inout Dice) -> Component {
                // A component within one of its own name counts as the end of that one.
                var component = Component(name: "X-\(depth)-\(dice.roll(100))")
                for _ in 0..<dice.roll(5) {
                    let parameters = dice.list {
                        Parameter("X-P\($0.roll(9))", $0.list { $0.text() } + [$0.text()])
                    }
                    component.properties.append(
                        ContentLine(
                            name: "X-\(dice.roll(1000))", parameters: parameters,
                            value: TextValue.escape(dice.text(200))))
                }
                while depth > 0, dice.isLucky(2) {
                    var inner = tree(depth - 1, &dice)
                    inner.precedingProperties = component.properties.count
                    component.components.append(inner)
                }
                return component
            }
            var writer = ICalendarWriter()
            writer.begin()
            let trees = (0..<3).map { _ in tree(12, &dice) }
            for tree in trees { writer.write(tree) }
            writer.end()
            var bytes = writer.takeOutput()
            for _ in 0..<3 {
                let reading = try ICalendarCorpusTests.read(bytes)
                expect(reading.components.map(\.component) == trees, "seed \(seed): read again")
                expect(reading.issues.isEmpty, "seed \(seed): issues")
                var next = ICalendarWriter()
                next.begin(properties: reading.properties)
                for component in reading.components { next.write(source: component.source) }
                next.end()
                let again = next.takeOutput()
                expect(again == bytes, "seed \(seed): written again")
                bytes = again
            }
        }
    }
}
