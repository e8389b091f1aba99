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

    @Test(arguments: [1, 2]) func everyPhraseIsReadOrRefused(seed: UInt64) throws {
        let rows =
            PhraseTable.days + PhraseTable.times + PhraseTable.repetitions + PhraseTable.whole
            + (PhraseTable.plurals + PhraseTable.midnights + PhraseTable.hoursInNames
            + PhraseTable.beside).map(\.0)
        let known = rows.map(\.phrase)
        var generator = SeededGenerator(seed: seed)
        var read = 0
        for _ in 0..<Self.phrases {
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
                case 2 where !words.isEmpty: words[place] += generator.pick(Self.odd)
                default: words.insert(generator.pick(Self.odd), at: min(place, words.count))
                }
            }
            let text = words.joined(separator: " ")
            let phrase: DatePhrase
            do {
                phrase = try DatePhrase(text, at: DatePhraseTests.moment)
            } catch let error as AtriumError {
                #expect(error.code == .badData && !error.remedy.isEmpty, "\(text): \(error)")
                continue
            }
            read += 1
            #expect(try DatePhrase(text, at: DatePhraseTests.moment) == phrase)
            // Nothing is made up, and nothing goes but what was understood.
            #expect(
                Self.letters(phrase.text).subtracting(Self.letters(text)).isEmpty, "\(text): \(phrase.text)")
            // But for blanks, which the text has one of, and for what a text does not end with.
            for left in phrase.leftInText.map(Self.spaced) {
                #expect(Self.spaced(phrase.text).contains(left), "\(text): “\(left)”")
            }
            if phrase.understood.isEmpty {
                #expect(phrase.day == nil && phrase.rule == nil && phrase.priority == nil, "\(text)")
            }
            if let day = phrase.day { #expect((1...9999).contains(day.year), "\(text)") }
        }
        #expect(read > Self.phrases / 4)
    }

    private static func spaced(_ text: String) -> String {
        text.split { $0.isWhitespace || "-,:/".contains($0) }.joined(separator: " ")
    }

    private static func letters(_ text: String) -> Set<Character> {
        Set(text.lowercased().filter(\.isLetter))
    }
}
