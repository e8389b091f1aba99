import AtriumSDK
import Foundation
import SeededRandom
import Testing

@testable import DatePhrases

/// Phrases that nobody says, made of those that somebody does.
///
/// `ATRIUM_RANDOM_CALLS` says how many are tried.
@Suite struct RandomPhraseTests {
    private static let phrases = Int(ProcessInfo.processInfo.environment["ATRIUM_RANDOM_CALLS"] ?? "") ?? 1000
    private static let odd = [
        "0", "-1", "1", "31", "366", "99999999999999999999", "1e9", "25:00", "24:00", "0:60", "at", "at at",
        "every", "every other", "except",
        "until", "for", "times", "of", "the", "to", "/", "-", ":", ",", "!!!", "\"", "“", "’", "\u{0}",
        "\u{202E}", "é", "👩‍👩‍👧", "2026-02-30",
        "30 February", "UTC", "Europe/Vienna", "noon", "midnight", "before", "between", "Mondays",
        "weekly", "her", "o'clock",
        "am", "half past", "\t", "\n", "５", "½",
        "st", "31st",
    ]

    /// Words that mean something beside a task's or an event's title.
    private static let marks = [
        "2h", "1h30", "0 min", "9999 hours", "for", "in", "2H", "#", "#a", "@b", "@8", "+", "+A", "+\"",
        "+\"A",
        "//", "//B", "~low", "~", "must", "must-do", "flexible", "high energy", "top", "top 3", "10-12",
        "from 9 to",
        "9:00-", "-", "10-12-14", "24-25", "9:00-10:30", "between", "by", "due", "until", "by friday",
    ]

    private static var known: [String] {
        let rows =
            PhraseTable.days + PhraseTable.times + PhraseTable.repetitions + PhraseTable.whole
            + (PhraseTable.plurals + PhraseTable.midnights + PhraseTable.hoursInNames
            + PhraseTable.beside).map(\.0)
        return rows.map(\.phrase)
    }

    /// A phrase of the tables in which words are missing, doubled, in other places, or of another kind.
    private static func phrase(
        _ known: [String], _ odd: [String], _ generator: inout SeededGenerator
    ) -> String {
        var words = generator.pick(known).split(separator: " ").map(String.init)
        if generator.int(0...1) == 0 {
            words += generator.pick(known).split(separator: " ").map(String.init).suffix(
                generator.int(1...6))
        }
        for _ in 0..<generator.int(1...4) {
            let place = generator.int(0...max(words.count - 1, 0))
            switch generator.int(0...4) {
            case 0 where !words.isEmpty: words.remove(at: place)
            case 1 where !words.isEmpty: words.swapAt(place, generator.int(0...words.count - 1))
            case 2 where !words.isEmpty: words[place] += generator.pick(odd)
            default: words.insert(generator.pick(odd), at: min(place, words.count))
            }
        }
        return words.joined(separator: " ")
    }

    /// What a phrase is read as; nil if it is refused, which says what to do.
    private static func read<Phrase>(_ text: String, _ read: (String) throws -> Phrase) throws -> Phrase? {
        do {
            return try read(text)
        } catch let error as AtriumError {
            #expect(error.code == .badData && !error.remedy.isEmpty, "\(text): \(error)")
            return nil
        }
    }

    /// Nothing is made up, and nothing goes but what was understood.
    private static func check(_ title: String, _ left: [String], of text: String) {
        #expect(letters(title).subtracting(letters(text)).isEmpty, "\(text): \(title)")
        // But for blanks, which the text has one of, and for what a text does not end with.
        for left in left.map(spaced) {
            #expect(spaced(title).contains(left), "\(text): “\(left)”")
        }
    }

    @Test(arguments: [1, 2]) func everyPhraseIsReadOrRefused(seed: UInt64) throws {
        let known = Self.known
        var generator = SeededGenerator(seed: seed)
        var count = 0
        for _ in 0..<Self.phrases {
            let text = Self.phrase(known, Self.odd, &generator)
            let read = try Self.read(text) { try DatePhrase($0, at: DatePhraseTests.moment) }
            guard let phrase = read else { continue }
            count += 1
            #expect(try DatePhrase(text, at: DatePhraseTests.moment) == phrase)
            Self.check(phrase.text, phrase.leftInText, of: text)
            if phrase.understood.isEmpty {
                #expect(phrase.day == nil && phrase.rule == nil && phrase.priority == nil, "\(text)")
            }
            if let day = phrase.day { #expect((1...9999).contains(day.year), "\(text)") }
        }
        #expect(count > Self.phrases / 4)
    }

    @Test(arguments: [3, 4]) func everyTaskIsReadOrRefused(seed: UInt64) throws {
        let known = Self.known + TaskTable.all.map(\.phrase)
        var generator = SeededGenerator(seed: seed)
        var count = 0
        for _ in 0..<Self.phrases {
            let text = Self.phrase(known, Self.odd + Self.marks, &generator)
            let read = try Self.read(text) { try TaskPhrase($0, at: DatePhraseTests.moment) }
            guard let task = read else { continue }
            count += 1
            Self.check(task.text, task.leftInText, of: text)
            if task.understood.isEmpty {
                #expect(
                    task.planned == nil && task.due == nil && task.rule == nil && task.estimate == nil,
                    "\(text)")
                #expect(
                    task.tags.isEmpty && task.project == nil && !task.isTop && task.kind == nil, "\(text)")
            }
            #expect(task.dueTime == nil || task.due != nil, "\(text)")
            if let estimate = task.estimate { #expect((1...6000).contains(estimate), "\(text)") }
            if let project = task.project {
                #expect(task.keepingInText(project).text.contains(project.name), "\(text)")
            }
        }
        #expect(count > Self.phrases / 5)
    }

    @Test(arguments: [5, 6]) func everyEventIsReadOrRefused(seed: UInt64) throws {
        let known = Self.known + (EventPhraseTests.spans + EventPhraseTests.lengths).map(\.phrase)
        var generator = SeededGenerator(seed: seed)
        var count = 0
        for _ in 0..<Self.phrases {
            let text = Self.phrase(known, Self.odd + Self.marks, &generator)
            let read = try Self.read(text) { try EventPhrase($0, at: DatePhraseTests.moment) }
            guard let event = read else { continue }
            count += 1
            Self.check(event.text, event.leftInText, of: text)
            if event.understood.isEmpty { #expect(event.day == nil && event.rule == nil, "\(text)") }
            if let end = event.end, let start = event.start, let day = event.day {
                #expect(try #require(event.endDay) >= day, "\(text)")
                #expect(event.endDay != day || end > start, "\(text)")
            }
        }
        #expect(count > Self.phrases / 5)
    }

    /// Words of a field are read, or refused, or say nothing.
    @Test(arguments: [7]) func everyFieldIsReadOrRefused(seed: UInt64) throws {
        let known = Self.known
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Self.phrases {
            let text = Self.phrase(known, Self.odd + Self.marks, &generator)
            _ = try Self.read(text) { try DateWords(at: DatePhraseTests.moment).when($0) as DateWords.When? }
            if let duration = DateWords.duration(text) { #expect(duration.hasPrefix("P"), "\(text)") }
        }
    }

    private static func spaced(_ text: String) -> String {
        text.split { $0.isWhitespace || "-,:/".contains($0) }.joined(separator: " ")
    }

    private static func letters(_ text: String) -> Set<Character> {
        Set(text.lowercased().filter(\.isLetter))
    }
}
