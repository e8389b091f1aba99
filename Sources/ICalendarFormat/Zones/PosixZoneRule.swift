/// The rule at the end of a zone file, for all years after its last single change.
///
/// It has the form of the environment variable TZ, as RFC 8536, section 3.3, takes it from POSIX:
/// `CET-1CEST,M3.5.0,M10.5.0/3`. Offsets there count west of Greenwich; here they count east, as everywhere else.
struct PosixZoneRule: Sendable, Hashable {
    /// A day of every year, and the seconds from its midnight, which may be negative or beyond the day's end.
    struct Change: Sendable, Hashable {
        enum Day: Sendable, Hashable {
            /// The nth weekday of a month; 5 is the last.
            case weekday(month: Int, week: Int, weekday: Weekday)
            /// The nth day of the year from 1, 29 February never counted.
            case julian(Int)
            /// The nth day of the year from 0, 29 February counted.
            case ordinal(Int)
        }

        var day: Day
        var time: Int

        /// The wall-clock time of the change in a year, by the clock before it.
        func time(in year: Int) -> Int {
            let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1)
            let dayNumber: Int
            switch day {
            case .weekday(let month, let week, let weekday):
                let first = CivilDate.dayNumber(year: year, month: month, day: 1)
                let offset = floorMod(weekday.rawValue - (first + 3), 7) + 7 * (week - 1)
                dayNumber =
                    first + (offset >= CivilDate.daysInMonth(month, of: year) ? offset - 7 : offset)
            case .julian(let number):
                dayNumber = newYear + number - 1 + (number >= 60 && CivilDate.isLeap(year) ? 1 : 0)
            case .ordinal(let number):
                dayNumber = newYear + number
            }
            return dayNumber * 86_400 + time
        }
    }

    var standard: TransitionTable.Period
    /// Summer time, when it begins and when it ends; nil for zones without.
    var daylight: (period: TransitionTable.Period, begins: Change, ends: Change)?

    /// The two changes of a year, in no particular order; none for zones without summer time.
    func changes(in year: Int) -> [(instant: Int, period: TransitionTable.Period)] {
        guard let daylight else { return [] }
        return [
            (daylight.begins.time(in: year) - standard.offset, daylight.period),
            (daylight.ends.time(in: year) - daylight.period.offset, standard),
        ]
    }

    static func == (left: PosixZoneRule, right: PosixZoneRule) -> Bool {
        left.standard == right.standard && left.daylight?.period == right.daylight?.period
            && left.daylight?.begins == right.daylight?.begins && left.daylight?.ends == right.daylight?.ends
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(standard)
        hasher.combine(daylight?.period)
    }
}

extension PosixZoneRule {
    /// Reads the text of a rule; nil where it is malformed.
    init?(_ text: String) {
        var reader = Reader(bytes: Array(text.utf8))
        guard let name = reader.name(), let west = reader.time() else { return nil }
        standard = TransitionTable.Period(offset: -west, isDaylight: false, name: name)
        guard !reader.isAtEnd else { return }
        guard let summerName = reader.name() else { return nil }
        var summerOffset = standard.offset + 3600
        if reader.peek != UInt8(ascii: ","), let west = reader.time() { summerOffset = -west }
        guard reader.skip(","), let begins = reader.change(), reader.skip(","), let ends = reader.change(),
            reader.isAtEnd
        else { return nil }
        let period = TransitionTable.Period(offset: summerOffset, isDaylight: true, name: summerName)
        daylight = (period, begins, ends)
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        var isAtEnd: Bool { position >= bytes.count }
        var peek: UInt8? { isAtEnd ? nil : bytes[position] }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard peek == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        mutating func name() -> String? {
            let isQuoted = skip("<")
            let start = position
            while let byte = peek {
                let letter = byte & 0xDF
                if isQuoted ? byte == UInt8(ascii: ">") : !(letter >= 0x41 && letter <= 0x5A) { break }
                position += 1
            }
            let name = String(decoding: bytes[start..<position], as: UTF8.self)
            if isQuoted, !skip(">") { return nil }
            return name.isEmpty ? nil : name
        }

        mutating func number() -> Int? {
            let start = position
            var value = 0
            while let byte = peek, byte &- 0x30 < 10, position - start < 4 {
                value = value * 10 + Int(byte - 0x30)
                position += 1
            }
            return position > start ? value : nil
        }

        /// Hours, and minutes and seconds if there are any, as seconds.
        mutating func time() -> Int? {
            let sign = skip("-") ? -1 : (skip("+") ? 1 : 1)
            guard let hours = number(), hours <= 167 else { return nil }
            var seconds = hours * 3600
            if skip(":") {
                guard let minutes = number(), minutes < 60 else { return nil }
                seconds += minutes * 60
                if skip(":") {
                    guard let rest = number(), rest < 60 else { return nil }
                    seconds += rest
                }
            }
            return sign * seconds
        }

        mutating func change() -> Change? {
            let day: Change.Day
            if skip("M") {
                guard let month = number(), (1...12).contains(month), skip("."), let week = number(),
                    (1...5).contains(week), skip("."), let weekday = number(), weekday < 7,
                    let value = Weekday(rawValue: (weekday + 6) % 7)
                else { return nil }
                day = .weekday(month: month, week: week, weekday: value)
            } else if skip("J") {
                guard let value = number(), (1...365).contains(value) else { return nil }
                day = .julian(value)
            } else {
                guard let value = number(), value <= 365 else { return nil }
                day = .ordinal(value)
            }
            var seconds = 2 * 3600
            if skip("/") {
                guard let value = time() else { return nil }
                seconds = value
            }
            return Change(day: day, time: seconds)
        }
    }
}
