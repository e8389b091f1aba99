import AtriumSDK
import Foundation
import ICalendarExchange
import ICalendarFormat

/// An entry of a diary: what was written, of which moment and in which mood.
struct Entry: Sendable, Hashable {
    /// The moment that it is of, on the clock of its author; nil where a file does not say it.
    ///
    /// A day stands for itself; see `CalendarTime.storedText`.
    var at: CalendarTime?
    /// The title: one line; nil where there is none, and ``heading`` stands for it.
    var title: String?
    /// What was written: Markdown of any length; nil where there is only a title.
    var text: String?
    /// How it was; nil where that was not said.
    var mood: Mood?
    /// Where it was, in words; nil where that was not said.
    var place: String?
    /// The uids of those whom it tells of, also of people whom the vault does not have; links lead to the others.
    var people: [String] = []
    /// Its tags.
    var tags: [String] = []
}

/// An entry as the vault keeps it.
struct StoredEntry: Sendable {
    /// The row's id, unique in the vault.
    let id: Int64
    /// The identifier that stays the same over export and import.
    let uid: String
    /// What is kept of it.
    let entry: Entry
    /// When it was made: `Timestamp`.
    let createdAt: String
    /// When it was last changed: `Timestamp`.
    let updatedAt: String
    /// Finds the zone of ``Entry/at``.
    let zones: ZoneResolver
}

extension Entry {
    /// What it is called where there is room for a line: its title, else the first line of its text that says something.
    var heading: String {
        title ?? text?.split(whereSeparator: \.isNewline).lazy.compactMap { JournalText.heading(String($0)) }
            .first
            ?? "(untitled)"
    }

    /// Whether it says something; of a file's entries some have a mood or tags alone.
    var hasText: Bool { title != nil || text != nil }

    /// Refuses an entry that says nothing.
    ///
    /// - Throws: ``AtriumError`` with code `badData`.
    func check() throws {
        guard hasText else {
            throw AtriumError(
                .badData, "the entry is empty", remedy: "give it a text, or a \(field: "title")",
                field: "text")
        }
    }

    /// The day that it is of: the author's; of an instant in UTC, which no clock belongs to, the viewer's.
    func day(for viewer: Zone) -> LocalDate? {
        guard let at else { return nil }
        var clock = at.clock
        if case .utc(let instant) = at { clock = viewer.wallTime(at: instant) }
        return LocalDate(clock.date)
    }
}

/// How a day was, in five steps.
enum Mood: Int, Sendable, Hashable, CaseIterable {
    case awful = 1
    case bad, okay, good, great

    /// The words, the worst first.
    static let words = allCases.map(\.word)

    /// The word for it.
    var word: String {
        switch self {
        case .awful: "awful"
        case .bad: "bad"
        case .okay: "okay"
        case .good: "good"
        case .great: "great"
        }
    }

    /// Reads a word, or a number from 1 to 5; also what other diaries call the five steps.
    init?(_ text: String) {
        let word = text.lowercased()
        if let mood = Self.allCases.first(where: { $0.word == word || String($0.rawValue) == word }) {
            self = mood
            return
        }
        switch word {
        case "terrible", "very bad": self = .awful
        case "meh", "ok", "neutral": self = .okay
        case "rad", "excellent", "very good": self = .great
        default: return nil
        }
    }
}

/// How texts of the journal are kept.
enum JournalText {
    /// A line of text without white space around it; nil where nothing is left.
    static func line(_ text: String) -> String? {
        // To look through scalars is much faster than through characters, and a long text may be just one line.
        let isOneLine = !text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0, 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
            default: false
            }
        }
        let joined =
            isOneLine
            ? text
            : text.filter { $0 != "\0" }.split(whereSeparator: \.isNewline).joined(separator: " ")
        let line = joined.trimmingCharacters(in: .whitespacesAndNewlines)
        return line.isEmpty ? nil : line
    }

    /// A line without the marks of a heading in Markdown; nil where nothing is left.
    static func heading(_ text: String) -> String? {
        line(String(text.drop { $0.isWhitespace || $0 == "#" }))
    }

    /// A text as it was written, its lines ended by LF; nil where there is nothing but white space.
    ///
    /// Formats differ in which line ends they can tell apart, and none means anything by it.
    static func body(_ text: String?) -> String? {
        guard let text = Words.filled(text), text.contains(where: { !$0.isWhitespace }) else {
            return nil
        }
        return Words.withPlainLineBreaks(text)
    }

    /// Lines, without empty ones and without repeats.
    static func lines(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.compactMap(line).filter { seen.insert($0).inserted }
    }

    /// Lines as a column keeps them, or a cell of CSV: one below the other; nil for none.
    static func joined(_ lines: [String]) -> String? { lines.isEmpty ? nil : lines.joined(separator: "\n") }

    /// Lines of a column.
    static func split(_ text: String?) -> [String] {
        text?.split(whereSeparator: \.isNewline).map(String.init) ?? []
    }
}
