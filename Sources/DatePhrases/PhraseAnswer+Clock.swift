import AtriumSDK

/// The time that a phrase says, and the day on which the small hours of a night are.
extension PhraseAnswer {
    /// A time, and on which side of midnight it is.
    struct Clock {
        /// The time.
        let time: ClockTime
        /// The night of which it is a small hour.
        var night: Night?
    }

    /// Of which night a small hour is.
    enum Night {
        /// The one that begins on the day that is said: `tonight at 1`, `Friday at midnight`.
        case begun
        /// The one before that day or the one after it: `half past midnight on Friday`.
        case either
    }

    /// A time as the text states it.
    private struct StatedTime: Hashable {
        let time: ClockTime
        let isOfEitherHalf: Bool
        let isMidnight: Bool
    }

    /// The time that some parts say together: `evening` and `at 8` are 20:00.
    func clock(_ parts: [PhrasePart]) throws -> Clock? {
        let part = try one("two times", in: parts) { if case .dayPart(let part) = $0 { part } else { nil } }
        let stated = try one("two times", in: parts) { meaning -> StatedTime? in
            switch meaning {
            case .time(let time, let isOfEitherHalf):
                .init(time: time, isOfEitherHalf: isOfEitherHalf, isMidnight: false)
            case .midnight(let minute):
                ClockTime(hour: 0, minute: minute).map {
                    .init(time: $0, isOfEitherHalf: false, isMidnight: true)
                }
            default: nil
            }
        }
        guard let stated else { return part?.meaning.time.map { Clock(time: $0) } }
        guard let part else {
            let night: Night = stated.meaning.time == .midnight ? .begun : .either
            return Clock(time: Self.byDay(stated.meaning), night: stated.meaning.isMidnight ? night : nil)
        }
        let placed = part.meaning.placing(stated.meaning.time, isOfEitherHalf: stated.meaning.isOfEitherHalf)
        // "Every morning and midnight" is no midnight in the morning, and "in the evening or at 9" two times.
        guard let placed, !areJoined(part.words, stated.words, in: parts) else {
            throw refusal(
                "the text names two times: \(joined(part.words)), and \(joined(stated.words))")
        }
        guard part.meaning.isOvernight, placed.hour < 6 else { return Clock(time: placed) }
        // Twelve at night is midnight, and 00:00 the beginning of its day.
        let isMidnight = placed == .midnight && (stated.meaning.isMidnight || stated.meaning.isOfEitherHalf)
        return Clock(time: placed, night: part.meaning == .nighttime && !isMidnight ? .either : .begun)
    }

    /// Whether `and` or the like joins two of the parts: `every morning and midnight`, `at 8 or maybe in the evening`.
    ///
    /// `and` may join two things to be done as well: "clean up tonight and at 9 call Ann".
    private func areJoined(_ one: Range<Int>, _ other: Range<Int>, in parts: [PhrasePart]) -> Bool {
        if isJoined(one) || isJoined(other) { return true }
        let (first, second) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
        guard first.upperBound < second.lowerBound else { return false }
        let taken = Set(parts.flatMap(\.words))
        let between = (first.upperBound..<second.lowerBound).filter { !taken.contains($0) }
        guard let joint = between.first, isJoined(joint..<second.upperBound),
            between.dropFirst().allSatisfy({ PhraseLexicon.isAlternative(words.words[$0].text) })
        else { return false }
        return words.words[joint].text == "or" || (0..<first.lowerBound).allSatisfy(taken.contains)
            || (second.upperBound..<words.words.count).allSatisfy(taken.contains)
    }

    /// By day, one to six are hours of the afternoon.
    private static func byDay(_ stated: StatedTime) -> ClockTime {
        guard stated.isOfEitherHalf, (1...6).contains(stated.time.hour) else { return stated.time }
        return ClockTime(hour: stated.time.hour + 12, minute: stated.time.minute) ?? stated.time
    }

    /// The day of a time: the one after the day that was said, where it is a small hour of the night that begins on that.
    ///
    /// - Parameter used: the parts that say it, of which one may say when a repetition begins.
    func day(
        _ statedDay: LocalDate?, at clock: Clock?, repeating rule: RepeatRule?, _ used: [PhrasePart]
    ) throws -> LocalDate? {
        guard let clock, let night = clock.night else { return statedDay }
        if let rule, night == .begun {
            // "Every month at midnight on the 30th" is on the 30th as "every month on the 30th at midnight" is.
            let first = try statedDay.map { evening(of: $0, before: clock.time) } ?? beginning(used)
            guard (first.map(rule.on) ?? rule).onNextDay != nil else {
                throw clock.time == .midnight ? noRuleOfMidnight(used) : mayBeTwoDays()
            }
            // What repeats is moved to the next day as a whole.
            return statedDay.map { evening(of: $0, before: clock.time) }
        }
        // What is every day is in every night.
        if let rule, !rule.saysNoDay { throw mayBeTwoDays() }
        guard let statedDay else { return nil }
        guard night == .begun || statedDay == moment.today else { throw mayBeTwoDays() }
        return evening(of: statedDay, before: clock.time).adding(days: 1)
    }

    /// The day on which a night begins; said in the small hours, tonight is the night that is on.
    private func evening(of day: LocalDate, before time: ClockTime) -> LocalDate {
        let isOn = day == moment.today && time > moment.now && moment.now.hour < 6
        return day.adding(days: isOn ? -1 : 0)
    }

    /// Whether a time is in the nights that begin on the days of a rule, and so on the days after those.
    func isOnNextDay(_ clock: Clock?, _ rule: RepeatRule?) -> Bool {
        clock?.night == .begun && rule?.onNextDay != nil
    }

    /// What is used, without the times of days that are not: `after Friday at 9` is not at nine on the next day.
    func withoutStrayTimes(_ used: [PhrasePart]) -> [PhrasePart] {
        guard !used.contains(where: \.saysDay) else { return used }
        let unused = parts.filter { !used.contains($0) }
        let isLater = unused.contains { part in
            part.meanings.contains { meaning in
                switch meaning {
                case .unreadDay, .from: true
                default: false
                }
            }
        }
        // Before the last day any time fits, but for what stands behind that.
        var ends = Set(
            unused.filter { part in
                part.meanings.contains { if case .until = $0 { true } else { false } }
            }.map(\.words.upperBound))
        return used.filter { part in
            guard part.saysHour, isLater || ends.contains(part.words.lowerBound) else { return true }
            ends.insert(part.words.upperBound)
            return false
        }
    }

    /// The parts of the day that are said, unless a time of the clock is said, too.
    func dayPartsWithoutClock(_ used: [PhrasePart]) -> [(part: DayPart, words: Range<Int>)] {
        guard !used.contains(where: \.saysClock) else { return [] }
        return used.flatMap { part in
            part.meanings.compactMap { if case .dayPart(let named) = $0 { (named, part.words) } else { nil } }
        }
    }

    private func mayBeTwoDays() -> AtriumError {
        AtriumError(
            .badData, "the night could be the one before or after the day",
            remedy: """
                give the calendar day, and the time as 2am or 00:00: Friday at 00:00 is the start of Friday, Friday at \
                midnight its end
                """, field: "text")
    }

    private func noRuleOfMidnight(_ used: [PhrasePart]) -> AtriumError {
        AtriumError(
            .badData,
            "midnight is the end of its day, and the days after these cannot be repeated: \(spoken(used))",
            remedy: "give the time as 00:00, which is the start of its day, or as 23:59", field: "text")
    }
}

extension PhrasePart {
    /// Whether it says a time of a day, or its zone.
    fileprivate var saysHour: Bool {
        meanings.contains { meaning in
            switch meaning {
            case .time, .midnight, .dayPart, .zone: true
            default: false
            }
        }
    }
}
