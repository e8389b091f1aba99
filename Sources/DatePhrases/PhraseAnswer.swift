import AtriumSDK

/// Joins the parts of a phrase into one answer, and refuses what does not go together.
struct PhraseAnswer {
    let words: PhraseWords
    let moment: PhraseMoment
    let parts: [PhrasePart]

    /// What the parts say together.
    struct Meaning {
        var day: LocalDate?
        var time: ClockTime?
        var zone: String?
        /// Whether the day was said, and does not only follow from the time.
        let saysDay: Bool
        var rule: RepeatRule?
        var exceptions: [LocalDate] = []
        /// The parts that say it.
        let used: [PhrasePart]
    }

    /// The answer.
    func phrase() throws -> DatePhrase {
        let meaning = try meaning()
        let taken = meaning.used.map(\.words)
        return DatePhrase(
            text: words.text(without: taken), day: meaning.day, time: meaning.time, zone: meaning.zone,
            saysDay: meaning.saysDay, rule: meaning.rule, exceptions: meaning.exceptions,
            priority: try priority(meaning.used), understood: understood(meaning.used),
            leftInText: leftovers(meaning.used, meaning, without: taken))
    }

    /// What the parts say together.
    func meaning() throws -> Meaning {
        let rule = try repetition()
        // "wait until Friday" and "run 3 times" say nothing of time unless something repeats.
        let used = withoutStrayTimes(parts.filter { !$0.isUnread && (rule != nil || !$0.isBound) })
        let statedDay = try day(used)
        let clock = try clock(used)
        let kept = try rule.map { try excepting($0, used) }
        let date = try day(statedDay, at: clock, repeating: kept, used)
        let isNextDay = isOnNextDay(clock, kept)
        let zone = try only("two zones", in: used) { if case .zone(let zone) = $0 { zone } else { nil } }
        var result = Meaning(
            day: date, time: clock?.time, zone: zone, saysDay: statedDay != nil, rule: kept, used: used)
        let minutes = try only("two times", in: used) {
            if case .minutesFromNow(let minutes) = $0 { minutes } else { nil }
        }
        if let minutes {
            guard date == nil, clock == nil, rule == nil else {
                throw refusal("the text names two times: \(spoken(used))")
            }
            (result.day, result.time) = later(by: minutes)
        } else if let kept {
            (result.day, result.rule) = try start(
                kept, used, date: date, time: clock?.time, isNextDay: isNextDay)
        } else if date == nil, let time = clock?.time {
            result.day = time > moment.now ? moment.today : moment.today.adding(days: 1)
        }
        result.exceptions = used.flatMap(\.meanings).compactMap {
            if case .exceptDay(let date) = $0 { date.adding(days: isNextDay ? 1 : 0) } else { nil }
        }
        return result
    }

    /// The one priority that some parts say.
    func priority(_ parts: [PhrasePart]) throws -> Int? {
        try only("two priorities", in: parts) { if case .priority(let level) = $0 { level } else { nil } }
    }

    /// The words of some parts, without those that only open a phrase.
    func understood(_ parts: [PhrasePart]) -> [String] {
        parts.filter { $0.meanings != [.opening] }.map { words.text(of: $0.words) }
    }

    /// The words that sound like a time, and that nothing which was used says.
    ///
    /// - Parameter taken: all words that were understood, those of other kinds of parts among them.
    func leftovers(_ used: [PhrasePart], _ meaning: Meaning, without taken: [Range<Int>]) -> [String] {
        PhraseLeftovers(
            words, without: taken, unread: parts.filter { $0.saysUnreadTime(without: used) }.map(\.words),
            says: .init(
                day: meaning.saysDay, time: meaning.time != nil, repetition: meaning.rule != nil,
                dayParts: dayPartsWithoutClock(used))
        ).texts()
    }

    // MARK: - Day and time

    private func day(_ parts: [PhrasePart]) throws -> LocalDate? {
        let date = try one("two days", in: parts) { meaning in
            switch meaning {
            case .day(let date): date
            case .span(let span): span.first
            default: nil
            }
        }
        let named = try one("two days", in: parts) { if case .weekday(let date) = $0 { date } else { nil } }
        guard let date, let named else { return date?.meaning ?? named?.meaning }
        guard date.meaning.weekday == named.meaning.weekday else {
            let isBeside =
                date.words.upperBound == named.words.lowerBound
                || named.words.upperBound == date.words.lowerBound
            let both = [date.words, named.words].sorted { $0.lowerBound < $1.lowerBound }.map(words.text(of:))
            throw refusal(
                isBeside
                    ? "\(date.meaning) is a \(LocalDate.name(ofWeekday: date.meaning.weekday)), not a "
                        + LocalDate.name(ofWeekday: named.meaning.weekday)
                    : "the text names two days: \(both[0]), and \(both[1])")
        }
        return date.meaning
    }

    private func later(by minutes: Int) -> (LocalDate, ClockTime?) {
        let total = moment.now.minutes + minutes
        let time = total % 1440
        return (moment.today.adding(days: total / 1440), ClockTime(hour: time / 60, minute: time % 60))
    }

    // MARK: - Repetition

    /// How it repeats: what says every how many weeks, and what says on which weekdays, say it together.
    private func repetition() throws -> RepeatRule? {
        let cadence = try one("two repetitions", in: parts) {
            if case .repeats(let rule) = $0 { rule } else { nil }
        }
        let weekdays = try one("two repetitions", in: parts) {
            if case .onWeekdays(let days) = $0 { days } else { nil }
        }
        guard let weekdays else { return cadence?.meaning }
        var rule = cadence?.meaning ?? RepeatRule(frequency: .weekly)
        // "Every morning on weekdays" is on each of them.
        let isEachOfThem = rule.frequency == .daily && rule.interval == 1
        guard rule.saysNoDay, rule.frequency == .weekly || isEachOfThem,
            cadence.map({ goesTogether($0.words, weekdays.words) }) ?? true
        else {
            let both = [cadence?.words, weekdays.words].compactMap { $0 }
                .sorted { $0.lowerBound < $1.lowerBound }
            throw refusal(
                "the text names two repetitions: \(both.map(words.text(of:)).joined(separator: ", and "))")
        }
        rule.frequency = .weekly
        rule.days = weekdays.meaning.map { .init(weekday: $0) }
        return rule
    }

    /// Whether what says every how many weeks goes with the weekdays: beside them, or at the beginning or the end of a clause.
    ///
    /// Elsewhere it may be of a thing: "read weekly magazine on Fridays".
    private func goesTogether(_ cadence: Range<Int>, _ weekdays: Range<Int>) -> Bool {
        let taken = Set(parts.filter { !$0.isUnread }.flatMap(\.words))
        let (first, second) =
            cadence.lowerBound < weekdays.lowerBound ? (cadence, weekdays) : (weekdays, cadence)
        if (first.upperBound..<second.lowerBound).allSatisfy(taken.contains) { return true }
        func endsClause(_ index: Int) -> Bool { words.words[index].endsClause }
        let before = (0..<cadence.lowerBound).reversed().first { endsClause($0) || !taken.contains($0) }
        let behind = (cadence.upperBound - 1..<words.words.count).first {
            endsClause($0) || !taken.contains($0)
        }
        return before.map(endsClause) ?? true || behind.map { taken.contains($0) } ?? true
    }

    /// The rule without the weekdays on which it is said not to repeat.
    private func excepting(_ rule: RepeatRule, _ parts: [PhrasePart]) throws -> RepeatRule {
        if let more = try one("two exceptions", in: parts, { $0 == .exceptMore ? true : nil }) {
            throw refusal(
                "only weekdays and dates such as June 5 can be skipped: \(words.text(of: more.words))")
        }
        let left = parts.flatMap(\.meanings).reduce(into: Set<Int>()) { left, meaning in
            if case .exceptWeekdays(let days) = meaning { left.formUnion(days) }
        }
        guard !left.isEmpty else { return rule }
        var result = rule
        if !rule.days.isEmpty, rule.days.allSatisfy({ $0.ordinal == nil }) {
            result.days.removeAll { left.contains($0.weekday) }
        } else if rule.days.isEmpty, rule.frequency == .daily || !rule.monthDays.isEmpty {
            result.days = (1...7).filter { !left.contains($0) }.map { .init(weekday: $0) }
            if rule.frequency == .daily, rule.interval == 1 { result.frequency = .weekly }
        } else {
            throw refusal("this repetition cannot skip weekdays: \(spoken(parts))")
        }
        guard !result.days.isEmpty else { throw refusal("\(spoken(parts)) never happens") }
        return result
    }

    /// The first day, and the rule with its end.
    ///
    /// - Parameter isNextDay: whether the time is in the night that begins on each day, which is on the next one.
    private func start(
        _ rule: RepeatRule, _ parts: [PhrasePart], date: LocalDate?, time: ClockTime?, isNextDay: Bool
    ) throws -> (LocalDate, RepeatRule) {
        let from = try beginning(parts)
        if let date, let from, date != from { throw refusal("the text names two days: \(spoken(parts))") }
        let isOver = time.map { $0 <= moment.now } ?? false
        // In the small hours, the night that began yesterday is on.
        let tonight = moment.today.adding(days: isNextDay ? -1 : 0)
        let next = tonight.adding(days: isOver ? 1 : 0)
        let span = try only("two days", in: parts) { meaning -> DaySpan? in
            if case .span(let span) = meaning, span.bounds(rule) { span } else { nil }
        }
        // In the small hours of a night, the span too is a day later.
        let last = span.map { span in
            span.last.adding(days: (date ?? span.first).daysSince1970 - span.first.daysSince1970)
        }
        let earliest = span == nil ? from ?? date ?? next : max(date ?? next, next)
        guard let first = rule.firstDay(from: earliest), first <= last ?? first else {
            throw refusal("\(spoken(parts)) never happens")
        }
        if let date, span == nil, first != date {
            throw refusal("the text names two days: \(spoken(parts))")
        }
        var bounded = rule
        try bound(&bounded, from: first, at: last, parts)
        guard isNextDay, let shifted = bounded.onNextDay else { return (first, bounded) }
        return (first.adding(days: 1), shifted)
    }

    /// The day from which something repeats.
    func beginning(_ parts: [PhrasePart]) throws -> LocalDate? {
        try only("two days", in: parts) { if case .from(let date) = $0 { date } else { nil } }
    }

    /// Gives a rule its end, which the last day of the span that it is in is where no other one is said.
    private func bound(
        _ rule: inout RepeatRule, from first: LocalDate, at last: LocalDate?, _ parts: [PhrasePart]
    ) throws {
        rule.count = try only("two ends", in: parts) {
            if case .times(let count) = $0 { count } else { nil }
        }
        if rule.count == 0 { throw refusal("\(spoken(parts)) never happens") }
        let until = try only("two ends", in: parts) { if case .until(let date) = $0 { date } else { nil } }
        let lasting = try only("two ends", in: parts) { meaning -> LocalDate? in
            if case .lasting(let count, let unit) = meaning {
                unit.adding(count, to: first).adding(days: -1)
            } else {
                nil
            }
        }
        guard [until != nil, lasting != nil, rule.count != nil].filter({ $0 }).count < 2 else {
            throw refusal("the text names two ends: \(spoken(parts))")
        }
        rule.until = until ?? lasting ?? (rule.count == nil ? last : nil)
        if let until = rule.until, until < first {
            throw refusal("\(spoken(parts)) never happens: it would start on \(first)")
        }
    }

    // MARK: - Refusals

    /// The one meaning of a kind; the same one said twice is one.
    func only<Meaning: Hashable>(
        _ what: String, in parts: [PhrasePart], _ pick: (PhraseMeaning) -> Meaning?
    ) throws -> Meaning? {
        try one(what, in: parts, pick)?.meaning
    }

    /// The one meaning of a kind, and the words that say it.
    func one<Meaning: Hashable>(
        _ what: String, in parts: [PhrasePart], _ pick: (PhraseMeaning) -> Meaning?
    ) throws -> (meaning: Meaning, words: Range<Int>)? {
        var found: (meaning: Meaning, words: Range<Int>)?
        for part in parts {
            for meaning in part.meanings.compactMap(pick) {
                if let found, found.meaning != meaning {
                    throw refusal(
                        "the text names \(what): \(words.text(of: found.words)), and \(joined(part.words))"
                    )
                }
                found = (meaning, part.words)
            }
        }
        return found
    }

    /// Whether `and` or the like, at the beginning of a part, joins it to another.
    func isJoined(_ range: Range<Int>) -> Bool {
        ["and", "or", "&"].contains(words.words[range.lowerBound].text)
    }

    /// The words of a part that `and` joins to another, without that.
    func joined(_ range: Range<Int>) -> String {
        words.text(of: isJoined(range) ? range.dropFirst() : range)
    }

    func spoken(_ parts: [PhrasePart]) -> String {
        understood(parts).joined(separator: ", ")
    }

    func refusal(_ message: String) -> AtriumError {
        AtriumError(
            .badData, message,
            remedy: moment.isOfField
                ? "rephrase it, or \(moment.instead)"
                : "rephrase it, put words that are not a time in quotation marks, or \(moment.instead)",
            field: "text")
    }
}

extension PhrasePart {
    /// Whether it only bounds a repetition.
    var isBound: Bool {
        meanings.contains { meaning in
            switch meaning {
            case .from, .until, .lasting, .times, .exceptWeekdays, .exceptDay, .exceptMore: true
            default: false
            }
        }
    }

    /// Whether it says a time that is none at which something is due.
    var isUnread: Bool { meanings.contains(.unread) || meanings.contains(.unreadDay) }

    /// Whether it says a time and is none of those that are used.
    func saysUnreadTime(without used: [PhrasePart]) -> Bool {
        guard !used.contains(self) else { return false }
        return meanings.contains { if case .times = $0 { false } else { true } }
    }
}
