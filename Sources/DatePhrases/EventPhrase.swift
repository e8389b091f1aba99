public import AtriumSDK

/// What a sentence such as `Maths lecture every monday 10-12` says of an event.
///
/// Days, times, zones and repetitions are read as ``DatePhrase`` reads them. Two times of one clock say from when to when
/// it is (`10-12`, `from 9:00 to 10:30`, `2-3pm`); so do a time and a length (`at 9 for 2 hours`, `at 9, 45 min`). What ends before it begins
/// ends on the next day.
///
/// ```swift
/// let event = try EventPhrase("Maths lecture every monday 10-12", at: moment)
/// event.text  // "Maths lecture"
/// event.start  // 10:00
/// event.end  // 12:00
/// ```
public struct EventPhrase: Sendable, Hashable {
    /// The title: the phrase without what was understood.
    public var text: String
    /// The day on which it begins; of what repeats, the first; nil if none was said.
    public var day: LocalDate?
    /// When it begins on that day; nil for whole days.
    public var start: ClockTime?
    /// The day on which it ends; nil if no end was said.
    public var endDay: LocalDate?
    /// When it ends on that day; nil if no end was said.
    public var end: ClockTime?
    /// The zone of both times, if one was said.
    public var zone: String?
    /// Whether the day was said, and does not only follow from the time.
    public var saysDay: Bool
    /// How it repeats.
    public var rule: RepeatRule?
    /// The days on which it does not repeat: EXDATE.
    public var exceptions: [LocalDate]
    /// PRIORITY: 1, 5 or 9.
    public var priority: Int?
    /// The words that were understood, in their order.
    public var understood: [String]
    /// The words that sound like a time and stayed in the text.
    public var leftInText: [String]

    /// Reads a phrase.
    ///
    /// - Throws: ``AtriumError`` with code `badData` if the phrase is longer than ``DatePhrase/maximumLength``, says two ends, a
    ///   length without a time, or something that ``DatePhrase`` refuses.
    public init(_ phrase: String, at moment: PhraseMoment) throws {
        try DatePhrase.checkLength(
            phrase, of: "an event in words", restIn: "description", field: moment.field)
        self = try moment.reading { try EventReader(PhraseWords(phrase), at: moment).event() }
    }

    init(text: String, _ meaning: PhraseAnswer.Meaning) {
        self.text = text
        (day, start, zone) = (meaning.day, meaning.time, meaning.zone)
        (saysDay, rule, exceptions) = (meaning.saysDay, meaning.rule, meaning.exceptions)
        (understood, leftInText) = ([], [])
    }
}

/// Joins the day, the times and the length of an event into one answer.
struct EventReader {
    private let words: PhraseWords
    private let moment: PhraseMoment

    init(_ words: PhraseWords, at moment: PhraseMoment) {
        self.words = words
        self.moment = moment
    }

    /// The event.
    func event() throws -> EventPhrase {
        let spans = try self.spans()
        let hiddenSpans = words.hiding(spans.map(\.words))
        let lengths = PhraseDuration.all(in: hiddenSpans)
        let hidden = hiddenSpans.hiding(lengths.compactMap(\.words))
        let known = spans.compactMap { span in
            span.beginning.map {
                PhrasePart(
                    meanings: [.time($0.time, isOfEitherHalf: $0.isOfEitherHalf)], words: span.words)
            }
        }
        let parts = try PhraseScan(hidden, at: moment, known: known).parts()
        let answer = PhraseAnswer(words: hidden, moment: moment, parts: parts)
        let meaning = try answer.meaning()
        let read = lengths.compactMap { if case .length(let length) = $0 { length } else { nil } }
        let taken = (meaning.used.map(\.words) + read.map(\.words)).sorted { $0.lowerBound < $1.lowerBound }
        var event = EventPhrase(text: words.text(without: taken), meaning)
        if let minutes = try minutes(spans, read, meaning) {
            let total = (meaning.time?.minutes ?? 0) + minutes
            event.endDay = meaning.day?.adding(days: total / 1440)
            event.end = ClockTime(hour: total % 1440 / 60, minute: total % 60)
        }
        event.priority = try answer.priority(meaning.used)
        let openings = meaning.used.filter { $0.meanings == [.opening] }.map(\.words)
        event.understood = taken.filter { !openings.contains($0) }.map(words.text(of:))
        event.leftInText =
            answer.leftovers(meaning.used, meaning, without: taken)
            + lengths.compactMap { if case .other(let range) = $0 { words.text(of: range) } else { nil } }
        return event
    }

    /// How long it lasts.
    private func minutes(
        _ spans: [PhraseSpan], _ lengths: [PhraseDuration], _ meaning: PhraseAnswer.Meaning
    ) throws -> Int? {
        let candidates =
            spans.map { ($0.words, meaning.time.flatMap($0.minutes)) }
            + lengths.map { ($0.words, $0.minutes) }
        guard let (range, first) = candidates.first else { return nil }
        guard meaning.time != nil else {
            throw refusal(
                "“\(words.text(of: range))” gives a duration, but there is no start time",
                "add a start time, such as at 9")
        }
        guard let first, first > 0 else {
            throw refusal("“\(words.text(of: range))” ends when it starts", "give a later end")
        }
        if let other = candidates.dropFirst().first(where: { $0.1 != first }) {
            throw refusal(
                "the text names two ends: \(words.text(of: range)), and \(words.text(of: other.0))",
                "keep one of them, or put the other in quotation marks")
        }
        return first
    }

    private func refusal(_ message: String, _ remedy: Guidance) -> AtriumError {
        AtriumError(.badData, message, remedy: remedy, field: moment.field)
    }

    // MARK: - Spans

    /// Words before two numbers that make them no times: "read pages 10-12".
    private static let counted: Set<String> = [
        "page", "pages", "p", "pp", "chapter", "chapters", "exercise", "exercises", "question", "questions",
        "problem",
        "problems", "no", "number", "numbers", "verse", "verses", "line", "lines", "section", "sections",
        "unit", "units",
        "lesson", "lessons", "week", "weeks", "room", "rooms", "level", "levels", "grade", "grades", "year",
        "years", "age",
        "ages", "aged", "items", "part", "parts", "psalm", "psalms", "episode", "episodes", "season",
        "seasons", "score",
    ]

    /// The spans that are times: bare numbers only beside a day or a repetition.
    private func spans() throws -> [PhraseSpan] {
        let all = PhraseSpan.all(in: words)
        guard all.contains(where: { !$0.isSure }) else { return all }
        let parts = try PhraseScan(words.hiding(all.map(\.words)), at: moment).parts().filter {
            $0.saysDay || $0.saysDayPart
        }
        return all.reduce(into: []) { found, span in
            let first = span.words.lowerBound
            let before = PhraseCursor(words.words, at: first).word(ahead: -1)
            let isCounted = before.map(Self.counted.contains) == true
            // "10-12 and 14-16" are two.
            let isJoined = ["and", "or", "&"].contains(before) && found.last?.words.upperBound == first - 1
            if span.isSure || isJoined || parts.contains(where: { $0.words.upperBound == first })
                || (!isCounted && parts.contains { $0.words.lowerBound == span.words.upperBound })
            {
                found.append(span)
            }
        }
    }
}

extension PhraseDuration.Reading {
    /// The words that it is read from, which are left alone by the grammar of times.
    fileprivate var words: Range<Int>? {
        switch self {
        case .length(let length): length.words
        case .other(let words): words
        case .text: nil
        }
    }
}
