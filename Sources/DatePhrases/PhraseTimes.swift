import AtriumSDK

/// What phrases say of times of day: `at 6`, `18:00`, `half past six`, `in the evening`, `in 2 hours`.
enum PhraseTimes {
    /// `in 2 hours`, `in half an hour`, `90 minutes from now`: minutes from now.
    static func fromNow(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
        let hasIn = cursor.take("in", "within")
        guard let minutes = duration(&cursor) else { return nil }
        // "in an hour's time".
        let isOfTime = cursor.isAfter("hour's", "minute's")
        guard isOfTime ? hasIn && cursor.take("time") : hasIn || cursor.takeAll("from", "now") else {
            return nil
        }
        return .minutesFromNow(minutes)
    }

    /// `2 hours`, `an hour and a half`, `1h 30m`, `90min`: minutes.
    static func duration(_ cursor: inout PhraseCursor) -> Int? {
        if cursor.takeAll("half", "an", "hour") || cursor.takeAll("half", "hour") { return 30 }
        if cursor.takeAll("a", "quarter", "of", "an", "hour") { return 15 }
        if let short = cursor.take(shortDuration) {
            return short + (cursor.isAfterHours ? moreMinutes(&cursor) : 0)
        }
        if let minutes = cursor.attempt(brokenHours) { return minutes }
        guard let count = PhraseDays.count(&cursor) else { return nil }
        if cursor.take("minute", "minutes", "min", "mins", "minute's") { return count }
        guard cursor.take("hour", "hours", "hr", "hrs", "h", "hour's") else { return nil }
        if cursor.takeAll("and", "a", "half") { return count * 60 + 30 }
        return count * 60 + moreMinutes(&cursor)
    }

    /// The minutes behind hours: `and 20 minutes`, `30m`, `15` where nothing can be counted by it.
    private static func moreMinutes(_ cursor: inout PhraseCursor) -> Int {
        cursor.attempt { cursor -> Int? in
            guard !cursor.isAfterComma else { return nil }
            _ = cursor.take("and")
            if let short = cursor.next, !short.contains("h"), let minutes = cursor.take(shortDuration) {
                return minutes
            }
            let isBare = cursor.next.flatMap(PhraseLexicon.digits) != nil
            guard let minutes = cursor.take(PhraseLexicon.number) else { return nil }
            if cursor.take("minute", "minutes", "min", "mins", "m") { return minutes }
            return isBare && minutes < 60 && cursor.isAtEnd ? minutes : nil
        } ?? 0
    }

    /// `1.5 hours`, `one and a half hours`.
    private static func brokenHours(_ cursor: inout PhraseCursor) -> Int? {
        let minutes: Int
        if let match = cursor.next?.wholeMatch(of: /(\d{1,3})[.,](\d)/), let hours = Int(match.1),
            let tenths = Int(match.2)
        {
            cursor.skip()
            minutes = hours * 60 + tenths * 6
        } else {
            guard let hours = cursor.take(PhraseLexicon.number), cursor.takeAll("and", "a", "half") else {
                return nil
            }
            minutes = hours * 60 + 30
        }
        return cursor.take("hour", "hours", "hr", "hrs") ? minutes : nil
    }

    /// `2h`, `90min`, `1h30`.
    private static func shortDuration(_ word: String) -> Int? {
        guard let match = word.wholeMatch(of: /(?:(\d{1,3})h)?(?:(\d{1,4})(?:m|min|mins)?)?/) else {
            return nil
        }
        guard match.1 != nil || word.hasSuffix("m") || word.hasSuffix("min") || word.hasSuffix("mins") else {
            return nil
        }
        return (match.1.flatMap { Int($0) } ?? 0) * 60 + (match.2.flatMap { Int($0) } ?? 0)
    }

    // MARK: - Clock

    /// `at 6`, `at 18:00`, `6pm`, `half past six`, `noon`.
    ///
    /// - Parameter isBesideTime: whether a day or a part of it stands directly before.
    static func clock(_ cursor: inout PhraseCursor, isBesideTime: Bool) throws -> PhraseMeaning? {
        if isBeforeClock(cursor, isBesideTime: isBesideTime) {
            let isNegated = cursor.isNegated || cursor.isRuledOut || isBehindAlternative(cursor)
            cursor.skip()
            let time = try clock(&cursor, isBesideTime: true)
            return isNegated || isBeforeAlternative(cursor) ? .unread : time
        }
        let lead = Lead(&cursor)
        return try clock(&cursor, behind: lead, isBesideTime: isBesideTime)
    }

    /// What stands before a time.
    private enum Lead {
        /// `at`, behind which a number is a time also if something else follows it.
        case at
        /// `by` or `around`, behind which it may also count something.
        case near
        case nothing

        /// Takes the words that say it.
        init(_ cursor: inout PhraseCursor) {
            if cursor.take("at", "@") {
                _ = cursor.take("about", "around")
                self = .at
            } else {
                self = cursor.take("around", "by") ? .near : .nothing
            }
        }
    }

    /// Takes a time behind the words that lead to it.
    ///
    /// - Parameter isBeforeOr: whether the number is tried as a time although `or` follows it.
    private static func clock(
        _ cursor: inout PhraseCursor, behind lead: Lead, isBesideTime: Bool, isBeforeOr: Bool = false
    ) throws -> PhraseMeaning? {
        let hasAt = lead != .nothing
        if let named = cursor.attempt({ namedHour(&$0, isNamed: hasAt || isBesideTime) }) { return named }
        if let spoken = cursor.attempt({ spokenTime(&$0, hasAt: hasAt, isBesideTime: isBesideTime) }) {
            return spoken
        }
        guard let word = cursor.next else { return nil }
        var ahead = cursor
        ahead.skip()
        // "at 7 take a pill" is a time; "at 6 Main Street" and "at 3 places" are none unless a day stands before.
        let mayGoOn =
            switch lead {
            case .at: isBesideTime || (word.first?.isNumber == true && mayFollowTime(ahead))
            case .near: isBesideTime && mayFollowTime(ahead)
            case .nothing: false
            }
        let mayEnd = mayGoOn || (isBeforeOr && ahead.next == "or")
        let mayHavePoint = hasHalf(ahead) || (hasAt && (endsTime(ahead) || mayEnd))
        if let time = try written(word, mayHavePoint: mayHavePoint) {
            cursor.skip()
            return half(of: time, &cursor)
        }
        if hasAt || isBesideTime,
            let time = cursor.attempt({ hourAndMinutes(&$0, mayGoOn: lead == .at, isBeforeOr: isBeforeOr) })
        {
            return half(of: time, &cursor)
        }
        guard let hour = PhraseLexicon.number(word), word != "a", word != "an" else { return nil }
        if ahead.take("o'clock", "oclock") || hasHalf(ahead) {
            guard let time = ClockTime(hour: hour) else { throw noSuchTime(word) }
            cursor = ahead
            return half(of: time, &cursor)
        }
        // "at 6" is a time; "at 1830" is one, "6" alone is a number.
        let isInWords = PhraseLexicon.digits(word) == nil
        let time =
            word.utf8.count == 4 && !isInWords
            ? ClockTime(hour: hour / 100, minute: hour % 100) : ClockTime(hour: hour)
        guard hasAt, endsTime(ahead) || (mayEnd && time != nil) else { return nil }
        guard let time else { throw noSuchTime(word) }
        cursor = ahead
        return .time(time, isOfEitherHalf: word.utf8.count < 3 || isInWords)
    }

    /// `at 8`, `by seven thirty`, `at either 8` before `or`.
    ///
    /// The number is a time only if another time follows: "at 5 or later" and "at 8 or 9 houses" say none.
    static func timeBeforeOr(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
        let lead = Lead(&cursor)
        guard lead != .nothing else { return nil }
        _ = cursor.take("either")
        // What no day has, "at 25.50 or", is an amount here.
        let time = try? clock(&cursor, behind: lead, isBesideTime: false, isBeforeOr: true)
        return cursor.next == "or" && !cursor.isAfterComma ? time : nil
    }

    /// A further time behind one, or behind a part of the day, that has a name: `8 and noon`, `every noon and midnight`.
    static func anotherNamed(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
        cursor.take("and", "or", "&") ? namedHour(&cursor, isNamed: true) : nil
    }

    /// A further time behind one: `8 and 20`, `8, 12 and 18`, `eight or nine`; only if nothing else can be counted by it.
    ///
    /// - Parameter isBehindClock: whether the time before it is one of the clock; noon has no figures.
    static func another(_ cursor: inout PhraseCursor, isBehindClock: Bool) -> PhraseMeaning? {
        let hasJoint = cursor.take("and", "or", "&")
        guard hasJoint || cursor.isAfterComma, let word = cursor.next else { return nil }
        let isHour = isBehindClock && word.utf8.count <= 2 && PhraseLexicon.digits(word) != nil
        if isHour, let time = cursor.attempt(anotherHour) { return time }
        // In words, with a point or in four figures it may be an amount: "at 8 and two for Ann".
        guard let time = try? clock(&cursor, behind: .at, isBesideTime: false, isBeforeOr: true) else {
            return nil
        }
        var ahead = cursor
        if hasJoint, cursor.isAtEnd || namedDayPart(&ahead) != nil { return time }
        // `anotherHour` has looked behind an hour; each of many would double the time if this looked again.
        return !isHour && isBeforeAnother(cursor) ? time : nil
    }

    private static func anotherHour(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
        guard let time = cursor.take({ PhraseLexicon.digits($0).flatMap { ClockTime(hour: $0) } }),
            endsTime(cursor) || isBeforeAnother(cursor)
        else { return nil }
        return half(of: time, &cursor)
    }

    /// Whether `or` and one more time follow: `9 or 10`, `9 or at 10`.
    private static func isBeforeAnother(_ cursor: PhraseCursor) -> Bool {
        var ahead = cursor
        if cursor.next == "or", another(&ahead, isBehindClock: true) != nil { return true }
        ahead = cursor
        // A time that no day has is refused where it is read.
        return ahead.take("or") && (try? clock(&ahead, isBesideTime: false)) != nil
    }

    /// `seven thirty`, `seven forty-five`, `seven forty five`.
    ///
    /// - Parameters:
    ///   - mayGoOn: whether words that are no part of a time may follow.
    ///   - isBeforeOr: whether `or` may follow.
    private static func hourAndMinutes(
        _ cursor: inout PhraseCursor, mayGoOn: Bool, isBeforeOr: Bool
    ) -> ClockTime? {
        func take(_ range: ClosedRange<Int>) -> Int? {
            cursor.take { word in
                PhraseLexicon.digits(word) == nil
                    ? PhraseLexicon.number(word).flatMap { range.contains($0) ? $0 : nil } : nil
            }
        }
        guard cursor.next != "a", cursor.next != "an", let hour = take(1...12), var minute = take(10...59)
        else { return nil }
        if minute > 15, minute % 10 == 0, cursor.take("five") { minute += 5 }
        guard
            endsTime(cursor) || hasHalf(cursor) || (mayGoOn && mayFollowTime(cursor))
                || (isBeforeOr && cursor.next == "or")
        else { return nil }
        return ClockTime(hour: hour, minute: minute)
    }

    /// `8 in the evening`, `11 at night`: an hour before the part of the day that it is in.
    ///
    /// Within a text the number may count or name something: "read chapter 5 in the evening".
    static func hourOfDayPart(_ cursor: inout PhraseCursor, isBesideTime: Bool) -> [PhraseMeaning]? {
        guard isBesideTime || cursor.isAtBeginning, cursor.next != "a", cursor.next != "an",
            let hour = cursor.take(PhraseLexicon.number), (1...12).contains(hour),
            let time = ClockTime(hour: hour), let part = namedDayPart(&cursor),
            part.placing(time, isOfEitherHalf: true) != nil
        else { return nil }
        return [.time(time, isOfEitherHalf: true), .dayPart(part)]
    }

    /// `18:00`, `6:30pm`, `6pm`, `18h30`, `6.30pm`; with the half of the day where it is said.
    ///
    /// - Parameter mayHavePoint: whether `17.30` is a time here; elsewhere it may be a price, and 24.12 a date.
    private static func written(
        _ word: String, mayHavePoint: Bool
    ) throws -> (time: ClockTime, isOfEitherHalf: Bool)? {
        guard
            let match = word.wholeMatch(of: /(\d{1,2})(?:[:.](\d{2})|h(\d{2})?)?(am|pm|a\.m|p\.m|h)?/),
            match.2 != nil || match.4 != nil || word.contains("h"),
            let hour = Int(match.1)
        else { return nil }
        if word.contains("."), match.4 == nil, !mayHavePoint { return nil }
        let minute = (match.2 ?? match.3).flatMap { Int($0) } ?? 0
        switch match.4?.first {
        case "a"?, "p"?:
            guard (1...12).contains(hour),
                let time = ClockTime(hour: hour % 12 + (match.4?.first == "p" ? 12 : 0), minute: minute)
            else { throw noSuchTime(word) }
            return (time, false)
        default:
            guard let time = ClockTime(hour: hour, minute: minute) else { throw noSuchTime(word) }
            // Two figures for the hour, as in 06:30 and 18:00, are of the clock of 24 hours; 10:30 may be of either.
            return (time, !word.hasPrefix("0") && hour <= 12 && match.2 != nil && !word.contains("h"))
        }
    }

    private static func hasHalf(_ cursor: PhraseCursor) -> Bool {
        ["am", "pm", "a.m", "p.m"].contains(cursor.next ?? "")
    }

    /// The time in the half of the day that a following `am` or `pm` says.
    private static func half(
        of time: (time: ClockTime, isOfEitherHalf: Bool), _ cursor: inout PhraseCursor
    ) -> PhraseMeaning {
        if (1...12).contains(time.time.hour) {
            let isAfternoon = cursor.take("pm", "p.m") ? true : cursor.take("am", "a.m") ? false : nil
            if let isAfternoon,
                let placed = ClockTime(
                    hour: time.time.hour % 12 + (isAfternoon ? 12 : 0), minute: time.time.minute)
            {
                return .time(placed, isOfEitherHalf: false)
            }
        }
        return .time(time.time, isOfEitherHalf: time.isOfEitherHalf)
    }

    private static func half(of time: ClockTime, _ cursor: inout PhraseCursor) -> PhraseMeaning {
        half(of: (time, true), &cursor)
    }

    private static let namedHours = ["noon": 12, "midday": 12, "midnight": 24]

    /// `noon`, `12 noon`, `midnight`: at the beginning or the end of a clause, or before a day.
    ///
    /// Elsewhere it may say of what kind something is, or be a part of a name: "buy midnight blue paint", "at Midnight Oil".
    ///
    /// - Parameter isNamed: whether `at` or a day before it says that it is a time.
    private static func namedHour(_ cursor: inout PhraseCursor, isNamed: Bool) -> PhraseMeaning? {
        let begins = cursor.isAtBeginning
        let isOfSpan = cursor.isAfter("until", "till", "til", "through", "to", "from", "past", "since", "the")
        if cursor.word(ahead: 1).flatMap({ namedHours[$0] }) != nil {
            _ = cursor.take("12", "twelve", "12:00")
        }
        let isCapital = cursor.nextSpelling?.first?.isUppercase == true
        guard !isName(cursor), let hour = cursor.take({ namedHours[$0] }) else { return nil }
        let isAlone =
            begins || (!isCapital && ((!isOfSpan && isBeforeDay(cursor)) || isJoinedToTime(cursor)))
        guard isNamed || isAlone else { return nil }
        return hour == 24 ? .midnight(past: 0) : .dayPart(.noon)
    }

    /// Whether a word is the name of an hour.
    static func isNamedHour(_ word: String) -> Bool { namedHours[word] != nil }

    /// Whether another time is joined to the hour that stands before: `noon and 5pm`, `noon to 5pm`.
    private static func isJoinedToTime(_ cursor: PhraseCursor) -> Bool {
        var ahead = cursor
        guard !ahead.isAfterComma, ahead.take("and", "or", "&", "to", "till", "til", "until", "-", "–") else {
            return false
        }
        // A time that no day has is refused where it is read.
        return (try? clock(&ahead, isBesideTime: false)) != nil
    }

    /// Whether the next word is one of a name, "Midnight Oil", and no day or the like stands behind it.
    private static func isName(_ cursor: PhraseCursor) -> Bool {
        var ahead = cursor
        ahead.skip()
        return cursor.isAtName && !endsTime(ahead)
    }

    /// Whether a clause ends, or a day may follow, where a time that is said without `at` is one.
    private static func isBeforeDay(_ cursor: PhraseCursor) -> Bool {
        guard !cursor.isAtEnd, let next = cursor.next else { return true }
        return [
            "on", "every", "each", "this", "next", "today", "tomorrow", "daily", "weekly", "monthly",
            "yearly",
            "starting", "until", "weekdays", "weekends", "sharp",
        ].contains(next) || PhraseLexicon.wholeWeekday(next) != nil || PhraseLexicon.month(next) != nil
            || cursor.nextSpelling.map(PhraseZones.isZone) == true
    }

    /// Whether `before` and a time follow that can be nothing else: `before 6pm`, `before midnight`.
    ///
    /// Behind an amount of time, as in "an hour before 6pm" and "well before noon", it says how long before that time.
    ///
    /// - Parameter isBesideTime: whether what stands before was understood: `every day before 9am`.
    private static func isBeforeClock(_ cursor: PhraseCursor, isBesideTime: Bool) -> Bool {
        guard cursor.next == "before", let word = cursor.word(ahead: 1),
            isNamedHour(word) || PhraseDays.isClock(word)
        else { return false }
        guard !isBesideTime, !cursor.isAtBeginning, let amount = cursor.word(ahead: -1) else { return true }
        return !amounts.contains(amount) && PhraseUnit(word: amount) == nil && DayPart(word: amount) == nil
            && shortDuration(amount) == nil
    }

    private static let amounts: Set<String> = [
        "second", "seconds", "moment", "moments", "minute", "minutes", "min", "mins", "hour", "hours", "hr",
        "hrs", "h", "half", "quarter", "while", "bit", "little", "just", "well", "right", "long", "shortly",
        "immediately", "directly",
    ]

    /// Whether a time behind which something may be, too, follows: `or after 6pm`.
    private static func isBeforeAlternative(_ cursor: PhraseCursor) -> Bool {
        ["or", "and"].contains(cursor.next) && cursor.word(ahead: 1) == "after"
    }

    /// Whether such a time stands before: `after 6pm or`.
    private static func isBehindAlternative(_ cursor: PhraseCursor) -> Bool {
        cursor.isAfter("or") && (2...4).contains { cursor.word(ahead: -$0) == "after" }
    }

    /// `half past six`, `quarter to 7`, `ten past eight`, `half past midnight`.
    ///
    /// "3 to 4 pills" is no time: minutes to the hour need an `at` or the like before them, or are in words beside a day.
    private static func spokenTime(
        _ cursor: inout PhraseCursor, hasAt: Bool, isBesideTime: Bool
    ) -> PhraseMeaning? {
        let minutes: Int
        var isNamed = true
        if cursor.take("half") {
            minutes = 30
        } else {
            _ = cursor.take("a")
            if cursor.take("quarter") {
                minutes = 15
            } else {
                isNamed = isBesideTime && cursor.next.flatMap(PhraseLexicon.digits) == nil
                guard let count = cursor.take(PhraseLexicon.number), count < 30 else { return nil }
                _ = cursor.take("minute", "minutes")
                isNamed = isNamed && count % 5 == 0
                minutes = count
            }
        }
        let isPast = cursor.take("past") || ((hasAt || isNamed) && cursor.take("after"))
        guard isPast || (minutes < 30 && (hasAt || isNamed) && cursor.take("to")) else { return nil }
        if let hour = cursor.take({ namedHours[$0] }) {
            if isPast, hour == 24 { return .midnight(past: minutes) }
            let total = hour * 60 + (isPast ? minutes : -minutes)
            return ClockTime(hour: total / 60, minute: total % 60).map { .time($0, isOfEitherHalf: false) }
        }
        guard let hour = cursor.take(PhraseLexicon.number), (1...12).contains(hour),
            hasAt || endsTime(cursor) || hasHalf(cursor)
        else { return nil }
        let total = hour * 60 + (isPast ? minutes : -minutes)
        guard let time = ClockTime(hour: total / 60 % 24, minute: total % 60) else { return nil }
        return half(of: time, &cursor)
    }

    /// Words after which a number that was said with `at` can only have been a time.
    static func endsTime(_ cursor: PhraseCursor) -> Bool {
        guard let next = cursor.next, !cursor.isAfterComma else { return true }
        let words = [
            "on", "in", "with", "to", "for", "about", "and", "every", "each", "this", "next", "the", "today",
            "tomorrow", "tonight", "sharp", "until", "till", "daily", "weekly", "monthly", "yearly",
            "starting",
            "from", "!", "!!", "!!!", "at", "by", "weekdays", "weekends",
        ]
        return words.contains(next) || PhraseLexicon.fullWeekday(next) != nil
            || PhraseLexicon.pluralWeekday(next) != nil || PhraseLexicon.month(next) != nil
            || cursor.nextSpelling.map(PhraseZones.isZone) == true
    }

    /// Whether a number that may be a time, or a day, is one before the next word: no street, unit or plural is.
    static func mayFollowTime(_ cursor: PhraseCursor) -> Bool {
        guard let next = cursor.next, let first = cursor.nextSpelling?.first else { return true }
        return first.isLowercase && !PhraseLexicon.isMeasure(next) && !["of", "or", "to", "x"].contains(next)
            && (!next.hasSuffix("s") || next.hasSuffix("ss"))
    }

    /// Whether a number goes on as a time of the clock: `6 pm`, `6 o'clock`, `10 past eight`.
    static func goesOn(_ cursor: PhraseCursor) -> Bool {
        hasHalf(cursor) || ["o'clock", "oclock", "past", "after"].contains(cursor.next)
    }

    private static func noSuchTime(_ word: String) -> AtriumError {
        AtriumError(
            .badData, "there is no time \(word)", remedy: "write it as 18:00 or as 6pm", field: "text")
    }

    // MARK: - Parts of the day

    /// `in the morning`, `at lunch`, `end of day`; a bare `morning` and `am` only beside a day.
    ///
    /// - Parameter beginsClause: whether nothing stands before that day.
    static func dayPart(
        _ cursor: inout PhraseCursor, isBesideDay: Bool, beginsClause: Bool
    ) -> DayPart? {
        if cursor.takeAll("first", "thing") {
            _ = cursor.takeAll("in", "the", "morning") || cursor.take("morning")
            return .morning
        }
        if cursor.take("eod") { return .endOfWork }
        let endOfDay = cursor.attempt { cursor -> Bool? in
            _ = cursor.take("at", "by")
            _ = cursor.take("the")
            guard cursor.takeAll("end", "of") else { return nil }
            _ = cursor.take("the")
            return cursor.take("day") ? true : nil
        }
        if endOfDay != nil { return .endOfWork }
        if let part = cursor.attempt(namedDayPart) { return part }
        guard isBesideDay else { return nil }
        if let part = cursor.take(DayPart.init(bare:)) { return part }
        return cursor.attempt { cursor -> DayPart? in
            let part = cursor.take(DayPart.init(word:))
            // "Friday lunch with Ann" is what is to be done, "call Ann Friday lunch" when.
            if part != nil { return cursor.isAtEnd && !beginsClause ? part : nil }
            // "Monday am I free?" is a question.
            guard let half = cursor.take(DayPart.init(half:)), mayFollowTime(cursor), cursor.next != "i"
            else { return nil }
            return half
        }
    }

    /// `in the morning`, `at night`, `over lunch`.
    static func namedDayPart(_ cursor: inout PhraseCursor) -> DayPart? {
        guard cursor.takeAll("in", "the") || cursor.take("at", "over") || cursor.takeAll("during", "the")
        else {
            return nil
        }
        guard !isName(cursor) else { return nil }
        return cursor.take(DayPart.init(word:)).map { $0 == .night ? .nighttime : $0 }
    }

    /// `tonight`, `this evening`: a part of the day on which it is said.
    static func partOfToday(_ cursor: inout PhraseCursor) -> DayPart? {
        if cursor.take("tonight") { return .night }
        return cursor.take("this") ? cursor.take(DayPart.init(word:)) : nil
    }
}
