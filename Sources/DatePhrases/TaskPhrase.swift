public import AtriumSDK

/// What a sentence such as `Draft the essay by friday 18:00, 2h, must-do #uni +Thesis !!` asks to be done.
///
/// Days, times, zones and repetitions are read as ``DatePhrase`` reads them. A day is when the task is planned; with `by`,
/// `due`, `until`, `before` or `within` it is when the task is due. A time is always when it is due: "tomorrow at 9" is planned for tomorrow
/// and due at nine. What is not understood stays in ``text``. Nothing is looked up: whether there is such a project, the
/// caller says, and puts the words back with ``keepingInText(_:)`` if there is none.
///
/// | part | such as | read as |
/// |---|---|---|
/// | a day | `tomorrow`, `on friday` | planned |
/// | a deadline | `by friday`, `due next week`, `until 6pm`, `before June 5`, `within 3 days` | due |
/// | a day with a time | `friday at 18:00`, `tonight` | planned, and due at that time |
/// | a repetition | `every monday`, `daily at 9`, `by the 1st of every month` | planned or due as above |
/// | a length | `2h`, `45 min`, `1h30`, `1.5 hours`, `for half an hour` | estimate |
/// | `must-do`, `must`, `flexible` | at the beginning or the end, or before a part | kind |
/// | `high energy`, `~low` | as a kind; with `~` anywhere | energy |
/// | `#tag`, `@context` | a letter follows the mark | tag |
/// | `+Thesis`, `+"Long name"` | a letter follows the mark | project |
/// | `//Intro`, `//"Part two"` | a letter follows the mark | section |
/// | `!`, `!!`, `!!!`, `high priority` | words of their own | priority 9, 5, 1 |
/// | `top`, `top 3` | at the end | one of the day's three |
///
/// A length stays in the text if it says something else ("2h of maths", "2 hours a day", "leave 2 hours before the flight", "prepare 2
/// hour lecture"); it then stands in ``leftInText``. `18h` directly behind a day is a time of the clock.
///
/// ```swift
/// let task = try TaskPhrase("Draft the essay by friday 18:00, 2h #uni +Thesis !!", at: moment)
/// task.text  // "Draft the essay"
/// task.estimate  // 120
/// task.project?.name  // "Thesis"
/// ```
public struct TaskPhrase: Sendable {
    /// Whether a task has to be done, or fits in where there is time.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It has to be done.
        case mustDo = "must-do"
        /// It fits in where there is time.
        case flexible
    }

    /// What a task asks of one.
    public enum Energy: String, Sendable, Hashable, CaseIterable {
        /// Little.
        case low
        /// As usual.
        case medium
        /// Much.
        case high
    }

    /// A project or a section that the phrase names.
    public struct Name: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// The words that say it, as they were written: `+"Long name"`.
        public let words: String
        let range: Range<Int>
    }

    /// The title: the phrase without what was understood.
    public var text: String
    /// The day for which it is planned; of what repeats, the first.
    public var planned: LocalDate?
    /// The day on which it is due; of what repeats, the first.
    public var due: LocalDate?
    /// The time at which it is due; nil if no time was said.
    public var dueTime: ClockTime?
    /// The zone of that time, if one was said.
    public var zone: String?
    /// Whether a day was said: if not, the days follow from a time, and are those of the moment's zone.
    public var saysDay = false
    /// How it repeats; from ``due`` on, else from ``planned``.
    public var rule: RepeatRule?
    /// The days on which it does not repeat: EXDATE.
    public var exceptions: [LocalDate] = []
    /// How long it takes, in minutes: 1 to 6,000.
    public var estimate: Int?
    /// Whether it has to be done.
    public var kind: Kind?
    /// What it asks of one.
    public var energy: Energy?
    /// PRIORITY: 1, 5 or 9.
    public var priority: Int?
    /// The tags, without `#` and `@`, each once, in their order.
    public var tags: [String] = []
    /// The project.
    public var project: Name?
    /// The section within the project.
    public var section: Name?
    /// Whether it is one of the three tasks of its day that come first.
    public var isTop = false
    /// The words that were understood, in their order.
    public var understood: [String] = []
    /// The words that sound like one of these and stayed in the text.
    public var leftInText: [String] = []

    let words: PhraseWords
    var taken: [Range<Int>]

    /// The most minutes that an estimate has: 100 hours.
    public static let longestEstimate = 6000

    /// Reads a phrase.
    ///
    /// - Throws: ``AtriumError`` with code `badData` if the phrase is longer than ``DatePhrase/maximumLength``, says one thing
    ///   in two ways (two days for which it is planned, two estimates), or has a part that ``DatePhrase`` refuses.
    public init(_ phrase: String, at moment: PhraseMoment) throws {
        try DatePhrase.checkLength(phrase, of: "a task in words", restIn: "notes", field: moment.field)
        self = try moment.reading { try TaskReader(PhraseWords(phrase), at: moment).task() }
    }

    init(text: String, words: PhraseWords, taken: [Range<Int>]) {
        self.text = text
        self.words = words
        self.taken = taken
    }

    /// The same task with the words of its project, or of its section, back in the text: there is none of that name.
    public func keepingInText(_ name: Name) -> TaskPhrase {
        var result = self
        result.taken.removeAll { $0 == name.range }
        result.text = words.text(without: result.taken)
        result.understood.removeAll { $0 == name.words }
        result.leftInText.append(name.words)
        if project == name { result.project = nil }
        if section == name { result.section = nil }
        return result
    }
}
