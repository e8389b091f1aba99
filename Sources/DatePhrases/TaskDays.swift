import AtriumSDK

/// Tells when a task is planned from when it is due.
struct TaskDays {
    /// When it is planned and due.
    struct Answer {
        var planned: LocalDate?
        var due: LocalDate?
        var dueTime: ClockTime?
        /// The repetition, the zone, and whether a day was said.
        var meaning: PhraseAnswer.Meaning
        /// The parts that say it.
        var used: [PhrasePart] { meaning.used }
        /// All parts, those that are not used among them.
        var parts: [PhrasePart]
    }

    let words: PhraseWords
    let moment: PhraseMoment
    let parts: [PhrasePart]

    /// The days.
    func answer() throws -> Answer {
        if parts.contains(where: { $0.saysRepetition && !$0.isUnread }) { return try repeating() }
        let (deadline, others) = divided()
        let rest = try meaning(of: others)
        guard !deadline.isEmpty else {
            return Answer(
                planned: rest.day, due: rest.time == nil ? nil : rest.day, dueTime: rest.time, meaning: rest,
                parts: others)
        }
        let due = try meaning(of: deadline)
        let saysDay = due.saysDay || deadline.contains(where: \.isFromNow)
        if rest.time != nil, due.time != nil || rest.saysDay || others.contains(where: \.isFromNow) {
            throw twoTimes(rest, due)
        }
        // "At 9 by Friday" and "on Friday by 9" say one time together.
        let isSplit = rest.time != nil || (!saysDay && rest.saysDay)
        let all = (deadline + others).sorted { $0.words.lowerBound < $1.words.lowerBound }
        let joined = isSplit ? try meaning(of: all) : nil
        var used = joined?.used ?? (due.used + rest.used)
        used.sort { $0.words.lowerBound < $1.words.lowerBound }
        let combined = joined ?? due
        return Answer(
            planned: rest.saysDay ? rest.day : nil, due: combined.day, dueTime: combined.time,
            meaning: .init(
                day: combined.day, time: combined.time, zone: combined.zone ?? rest.zone,
                saysDay: saysDay || rest.saysDay,
                used: used), parts: all)
    }

    private func meaning(of parts: [PhrasePart]) throws -> PhraseAnswer.Meaning {
        try PhraseAnswer(words: words, moment: moment, parts: parts).meaning()
    }

    /// What repeats is planned for the days that it names, and due then if `by` or a time is said: "every Friday by 18:00".
    private func repeating() throws -> Answer {
        let meaning = try meaning(of: parts)
        let deadline = meaning.used.filter { !$0.isBound && lead(of: $0) != nil }
        let isDue = meaning.time != nil || !deadline.isEmpty
        return Answer(
            planned: deadline.contains(where: \.saysDay) ? nil : meaning.day, due: isDue ? meaning.day : nil,
            dueTime: meaning.time, meaning: meaning, parts: parts)
    }

    private func twoTimes(_ rest: PhraseAnswer.Meaning, _ due: PhraseAnswer.Meaning) -> AtriumError {
        let answer = PhraseAnswer(words: words, moment: moment, parts: parts)
        return answer.refusal(
            "the text names two due times: \(answer.spoken(rest.used)), and \(answer.spoken(due.used))"
        )
    }

    // MARK: - Deadlines

    private static let leads: Set<String> = ["by", "due", "before", "within", "until", "till", "til"]

    /// Parts that say when it is due, and the others.
    private func divided() -> (deadline: [PhrasePart], others: [PhrasePart]) {
        var deadline: [PhrasePart] = []
        var others: [PhrasePart] = []
        for part in parts {
            if let led = led(part) {
                deadline.append(led)
            } else if let last = deadline.last, last.words.upperBound == part.words.lowerBound,
                goesOn(part, behind: deadline)
            {
                deadline.append(part)
            } else {
                others.append(part)
            }
        }
        return (deadline, others)
    }

    /// A part with the word that says it is a deadline; nil if there is none.
    private func led(_ part: PhrasePart) -> PhrasePart? {
        guard !part.isUnread, let lead = lead(of: part) else { return nil }
        let meanings = part.meanings.map { meaning in
            if case .until(let date) = meaning { PhraseMeaning.day(date) } else { meaning }
        }
        return PhrasePart(meanings: meanings, words: lead..<part.words.upperBound)
    }

    /// The place of `by` and the like, in a part or directly before it.
    private func lead(of part: PhrasePart) -> Int? {
        let first = part.words.lowerBound
        guard part.saysDay || part.saysTime || part.isEnd else { return nil }
        if Self.leads.contains(words.words[first].text) { return first }
        // "An hour before 6pm" is not before 6pm.
        guard first > 0, !words.words[first - 1].isQuoted, !words.words[first - 1].endsClause,
            ["by", "due", "until", "till", "til"].contains(words.words[first - 1].text)
        else { return nil }
        return first - 1
    }

    /// Whether a part directly behind a deadline says more of it: `by Friday at 18:00 UTC`.
    private func goesOn(_ part: PhrasePart, behind deadline: [PhrasePart]) -> Bool {
        guard !part.isUnread, words.words[part.words.lowerBound].text != "on" else { return false }
        if part.saysTime { return !part.saysDay }
        if part.meanings.contains(where: { if case .zone = $0 { true } else { false } }) { return true }
        guard part.saysDay else { return false }
        // "By Friday, June 5" is one day; "by Friday, tomorrow" is two.
        guard deadline.contains(where: \.saysDay) else { return true }
        let weekday = deadline.compactMap(\.weekday).last
        return part.meanings.contains { meaning in
            if case .day(let date) = meaning { date.weekday == weekday } else { false }
        }
    }
}

extension PhrasePart {
    /// Whether it says a number of minutes from now.
    fileprivate var isFromNow: Bool {
        meanings.contains { if case .minutesFromNow = $0 { true } else { false } }
    }

    /// Whether it says a last day: `until Friday`.
    fileprivate var isEnd: Bool {
        meanings.contains { if case .until = $0 { true } else { false } }
    }
}
