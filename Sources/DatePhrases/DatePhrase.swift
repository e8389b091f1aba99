public import AtriumSDK

/// What a sentence such as `call mum every second Sunday at 18:00` asks for.
///
/// English. What the grammar does not know stays in ``text``; words that sound like a time and were not understood are in
/// ``leftInText`` too, so that the person can be told. Words between quotation marks are never read as a time.
/// The README of the module Reminders lists all forms.
///
/// ```swift
/// let phrase = try DatePhrase("call mum every second Sunday at 18:00", at: moment)
/// phrase.text  // "call mum"
/// phrase.rule?.text  // "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU"
/// ```
public struct DatePhrase: Sendable, Hashable {
    /// What is to be done: the phrase without what was understood.
    public var text: String
    /// The day on which it is due first; nil if none was said.
    public var day: LocalDate?
    /// The time on that day; nil if none was said.
    public var time: ClockTime?
    /// The zone of the time, if one was said.
    public var zone: String?
    /// Whether the day was said, and not only a time, which is on the next day that has it still to come.
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
}

extension DatePhrase {
    /// How many characters a phrase has at most.
    ///
    /// Words are read one by one in many ways: a page of them would take minutes.
    public static let maximumLength = 500

    /// Refuses a phrase that is longer than ``maximumLength``.
    ///
    /// - Parameters:
    ///   - what: what the phrase is, such as `a reminder in words`.
    ///   - rest: the field of the command for longer texts.
    /// - Throws: ``AtriumError`` with code `badData`.
    public static func checkLength(
        _ phrase: String, of what: String, restIn rest: String, field: String = "text"
    ) throws {
        guard phrase.count > maximumLength else { return }
        throw AtriumError(
            .badData, "\(what) can have at most \(maximumLength) characters; this one has \(phrase.count)",
            remedy:
                "shorten it and put the rest in \(field: rest), or add it unread with \(flag: "plain")",
            field: field)
    }

    /// Reads a phrase.
    ///
    /// - Throws: ``AtriumError`` with code `badData` if it names two days, two times or two repetitions, a day or a
    ///   time that does not exist, or a repetition that never happens.
    public init(_ phrase: String, at moment: PhraseMoment) throws {
        self = try moment.reading {
            let words = PhraseWords(phrase)
            let parts = try PhraseScan(words, at: moment).parts()
            return try PhraseAnswer(words: words, moment: moment, parts: parts).phrase()
        }
    }
}
