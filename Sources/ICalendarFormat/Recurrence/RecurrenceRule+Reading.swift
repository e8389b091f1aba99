extension RecurrenceRule {
    /// Reads a rule from the value of RRULE or EXRULE.
    ///
    /// Names and values are taken in any case, and white space and empty parts are passed over; what was passed over
    /// is in ``deviations``. A rule with any wrong number is refused as a whole, since guessing what remains would
    /// show wrong dates.
    public init(_ text: String) throws(RecurrenceRuleError) {
        var native = text
        let result = native.withUTF8 { bytes in
            var reader = RecurrenceRuleReader(bytes: bytes)
            return Result { () throws(RecurrenceRuleError) in try reader.read(text: text) }
        }
        self = try result.get()
    }
}

/// Reads one rule, part by part, from its bytes.
private struct RecurrenceRuleReader {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    var frequency: RecurrenceRule.Frequency?
    var interval = 1
    var count: Int?
    var until: RecurrenceRule.Until?
    var weekStart = Weekday.monday
    var skip = RecurrenceRule.Skip.omit
    var hasScale = false
    var parts = RecurrenceParts()
    var deviations: RecurrenceDeviations = []

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Numbers above this are refused; it keeps every later product within 64 bits.
    static let largestNumber = 10_000_000_000

    mutating func read(text: String) throws(RecurrenceRuleError) -> RecurrenceRule {
        // The text is written back as it is, so that it must not hold what could end a line.
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw failure(.badPart, nil)
        }
        var seen: UInt32 = 0
        while true {
            skipSpace()
            guard position < bytes.count else { break }
            if bytes[position] == Byte.semicolon {
                deviations.insert(.emptyPart)
                position += 1
                continue
            }
            let name = try readName()
            if let name {
                if seen & (1 << UInt32(name.rawValue)) != 0 { deviations.insert(.duplicatePart) }
                seen |= 1 << UInt32(name.rawValue)
                try readValue(of: name)
            } else {
                deviations.insert(.unknownPart)
                while position < bytes.count, bytes[position] != Byte.semicolon { position += 1 }
            }
            skipSpace()
            guard position < bytes.count else { break }
            guard bytes[position] == Byte.semicolon else { throw failure(.badPart, name) }
            position += 1
            if position == bytes.count { deviations.insert(.emptyPart) }
        }
        guard let frequency else { throw failure(.badFrequency, .freq) }
        noteDeviations(frequency)
        return RecurrenceRule(
            frequency: frequency, interval: interval, count: count, until: until, weekStart: weekStart,
            skip: skip, deviations: deviations, parts: parts, text: text)
    }

    private mutating func noteDeviations(_ frequency: RecurrenceRule.Frequency) {
        if count != nil, until != nil { deviations.insert(.countAndUntil) }
        if !parts.numberedWeekdays.isEmpty,
            frequency < .monthly || (frequency == .yearly && !parts.weekNumbers.isEmpty)
        {
            deviations.insert(.numberedWeekday)
        }
        if (!parts.weekNumbers.isEmpty && frequency != .yearly)
            || (!parts.yearDays.isEmpty && (.daily ... .monthly).contains(frequency))
            || (!parts.monthDays.isEmpty && frequency == .weekly)
        {
            deviations.insert(.partForbiddenByFrequency)
        }
        if skip != .omit, !hasScale { deviations.insert(.skipWithoutScale) }
        if !parts.setPositions.isEmpty, parts.isEmpty { deviations.insert(.lonelySetPosition) }
    }

    /// Reads up to and over the equals sign; nil is a name that RFC 5545 does not know.
    private mutating func readName() throws(RecurrenceRuleError) -> PartName? {
        let start = position
        var packed: UInt64 = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == Byte.equals {
                position += 1
                return position - start > 11 ? nil : PartName(packed: packed)
            }
            if byte == Byte.semicolon { break }
            if Byte.isSpace(byte) {
                deviations.insert(.whiteSpace)
            } else {
                packed = packed << 5 | PartName.code(byte)
            }
            position += 1
        }
        throw failure(.badPart, nil)
    }

    private mutating func readValue(of name: PartName) throws(RecurrenceRuleError) {
        switch name {
        case .freq:
            let word = readWord()
            guard let value = FrequencyWord.frequency(packed: word) else {
                throw failure(.badFrequency, name)
            }
            frequency = value
        case .interval:
            interval = try readNumber(1...Self.largestNumber, of: name)
        case .count:
            count = try readNumber(1...Self.largestNumber, of: name)
        case .until:
            until = try readUntil()
        case .wkst:
            guard let day = readWeekday() else { throw failure(.badWeekday, name) }
            weekStart = day
        case .bysecond:
            // A leap second is taken as the second before it.
            parts.seconds = try readNumbers(0...60, signed: false, of: name)
            if parts.seconds.positive >> 60 & 1 == 1 {
                parts.seconds.positive = (parts.seconds.positive & ~(1 << 60)) | (1 << 59)
            }
        case .byminute: parts.minutes = try readNumbers(0...59, signed: false, of: name)
        case .byhour: parts.hours = try readNumbers(0...23, signed: false, of: name)
        case .bymonthday: parts.monthDays = try readNumbers(1...31, signed: true, of: name)
        case .byweekno: parts.weekNumbers = try readNumbers(1...53, signed: true, of: name)
        case .bymonth: parts.months = try readNumbers(1...12, signed: false, of: name)
        case .byyearday: parts.yearDays = try readLargeNumbers(of: name)
        case .bysetpos: parts.setPositions = try readLargeNumbers(of: name)
        case .byday: try readWeekdays()
        case .rscale:
            guard readWord() == PartName.pack("GREGORIAN") else { throw failure(.unsupportedCalendar, name) }
            hasScale = true
        case .skip:
            let word = readWord()
            if let known = RecurrenceRule.Skip.allCases.first(where: { PartName.pack($0.rawValue) == word }) {
                skip = known
            } else {
                deviations.insert(.skipNotApplied)
            }
        }
    }

    private mutating func readUntil() throws(RecurrenceRuleError) -> RecurrenceRule.Until {
        let start = position
        while position < bytes.count, bytes[position] != Byte.semicolon { position += 1 }
        switch DateTimeText(bytes: UnsafeBufferPointer(rebasing: bytes[start..<position])) {
        case .date(let date): return .date(date)
        case .local(let time): return .local(time)
        case .utc(let instant): return .utc(instant)
        case nil: throw failure(.badUntil, .until)
        }
    }

    private mutating func readNumber(
        _ range: ClosedRange<Int>, of name: PartName
    ) throws(RecurrenceRuleError) -> Int {
        skipSpace()
        if position < bytes.count, bytes[position] == Byte.plus { position += 1 }
        var value = 0
        let start = position
        while position < bytes.count, case let digit = bytes[position] &- 0x30, digit < 10 {
            value = value * 10 + Int(digit)
            guard value <= Self.largestNumber else { throw failure(.badNumber, name) }
            position += 1
        }
        guard position > start, range.contains(value) else { throw failure(.badNumber, name) }
        return value
    }

    private mutating func readSignedNumber(
        _ range: ClosedRange<Int>, of name: PartName
    ) throws(RecurrenceRuleError) -> Int {
        skipSpace()
        if position < bytes.count, bytes[position] == Byte.minus {
            position += 1
            return -(try readNumber(range, of: name))
        }
        return try readNumber(range, of: name)
    }

    private mutating func readNumbers(
        _ range: ClosedRange<Int>, signed: Bool, of name: PartName
    ) throws(RecurrenceRuleError) -> SmallNumberSet {
        var set = SmallNumberSet()
        repeat {
            set.insert(signed ? try readSignedNumber(range, of: name) : try readNumber(range, of: name))
        } while skipComma()
        return set
    }

    private mutating func readLargeNumbers(of name: PartName) throws(RecurrenceRuleError) -> [Int16] {
        var numbers: [Int16] = []
        repeat {
            let number = Int16(try readSignedNumber(1...366, of: name))
            if !numbers.contains(number) { numbers.append(number) }
        } while skipComma()
        return numbers
    }

    private mutating func readWeekdays() throws(RecurrenceRuleError) {
        parts.weekdays = 0
        parts.numberedWeekdays = []
        repeat {
            skipSpace()
            guard position < bytes.count else { throw failure(.badWeekday, .byday) }
            let isNumbered = bytes[position] < 0x40
            let ordinal = isNumbered ? try readSignedNumber(1...53, of: .byday) : 0
            guard let weekday = readWeekday() else { throw failure(.badWeekday, .byday) }
            if isNumbered {
                let entry = RecurrenceRule.WeekdayNumber(weekday, ordinal: ordinal)
                if !parts.numberedWeekdays.contains(entry) { parts.numberedWeekdays.append(entry) }
            } else {
                parts.weekdays |= 1 << UInt8(weekday.rawValue)
            }
        } while skipComma()
    }

    private mutating func readWeekday() -> Weekday? {
        skipSpace()
        guard position + 2 <= bytes.count else { return nil }
        let first = bytes[position] & 0xDF
        let second = bytes[position + 1] & 0xDF
        position += 2
        switch (first, second) {
        case (0x4D, 0x4F): return .monday
        case (0x54, 0x55): return .tuesday
        case (0x57, 0x45): return .wednesday
        case (0x54, 0x48): return .thursday
        case (0x46, 0x52): return .friday
        case (0x53, 0x41): return .saturday
        case (0x53, 0x55): return .sunday
        default: return nil
        }
    }

    /// Reads letters, packed as names are; a word that is too long or has other characters matches nothing.
    private mutating func readWord() -> UInt64 {
        skipSpace()
        var packed: UInt64 = 0
        let start = position
        while position < bytes.count, bytes[position] != Byte.semicolon, !Byte.isSpace(bytes[position]) {
            packed = packed << 5 | PartName.code(bytes[position])
            position += 1
        }
        return position - start > 12 ? .max : packed
    }

    private mutating func skipComma() -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == Byte.comma else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count, Byte.isSpace(bytes[position]) {
            deviations.insert(.whiteSpace)
            position += 1
        }
    }

    private func failure(_ code: RecurrenceRuleError.Code, _ name: PartName?) -> RecurrenceRuleError {
        RecurrenceRuleError(code: code, part: name.map { "\($0)".uppercased() } ?? "")
    }
}

/// The names of a rule's parts, found by their letters packed in one word, five bits each.
private enum PartName: Int, CaseIterable {
    case freq, interval, count, until, wkst, bysecond, byminute, byhour, byday, bymonthday, byyearday,
        byweekno
    case bymonth, bysetpos, rscale, skip

    init?(packed: UInt64) {
        guard let index = PartName.packedNames.firstIndex(of: packed) else { return nil }
        self.init(rawValue: index)
    }

    private static let packedNames: [UInt64] = allCases.map { pack("\($0)") }

    static func pack(_ word: String) -> UInt64 {
        word.utf8.reduce(0) { $0 << 5 | code($1) }
    }

    /// 1 to 26 for a letter of either case, 31 for anything else.
    @inline(__always)
    static func code(_ byte: UInt8) -> UInt64 {
        let letter = byte & 0xDF
        return letter >= 0x41 && letter <= 0x5A ? UInt64(letter - 0x40) : 31
    }
}

private enum FrequencyWord {
    private static let packedWords = RecurrenceRule.Frequency.allCases.map { PartName.pack($0.keyword) }

    static func frequency(packed: UInt64) -> RecurrenceRule.Frequency? {
        packedWords.firstIndex(of: packed).flatMap(RecurrenceRule.Frequency.init(rawValue:))
    }
}

private enum Byte {
    static let semicolon: UInt8 = 0x3B
    static let equals: UInt8 = 0x3D
    static let comma: UInt8 = 0x2C
    static let plus: UInt8 = 0x2B
    static let minus: UInt8 = 0x2D

    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09
    }
}
