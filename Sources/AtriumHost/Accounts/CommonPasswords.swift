import CCommonPasswords
import Foundation

/// Recognizes the passwords that are guessed first, also if they were made longer.
///
/// Few common passwords have twelve characters. People lengthen them: they add figures and signs, type them
/// twice, hold a key down. ``core(of:)`` undoes that, for a new password and for the words that it is
/// compared with.
enum CommonPasswords {
    /// The fewest letters that are compared alone.
    ///
    /// If there are fewer, figures count too: a random number may have two letters in it.
    private static let fewestLetters = 3
    /// The fewest characters that must be left once repeats and sequences are undone.
    private static let fewestLeft = 6
    /// The fewest characters of a sequence; most words have two neighbours somewhere.
    private static let shortestSequence = 3

    /// The cores of the commonest passwords; made when the first password is checked.
    static let words = Set(
        UnsafeBufferPointer(start: common_passwords_bytes(), count: common_passwords_count())
            .split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) })

    /// Returns whether a password is one of the 10,000 commonest or is made of one.
    static func contains(_ password: String) -> Bool {
        words.contains(core(of: password))
    }

    /// Returns whether a password is made of one of the names: the whole name, or one word of it.
    static func isMade(_ password: String, ofOneOf names: [String]) -> Bool {
        let letters = letters(of: password)
        guard !letters.isEmpty else { return false }
        return names.contains { name in
            let parts = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            return ([name] + parts).contains { self.letters(of: $0) == letters }
        }
    }

    /// Returns whether repeats and sequences make up nearly all of a password, as in `qwertyuiop12`.
    static func isRepeatOrSequence(_ password: String) -> Bool {
        withoutSequences(withoutRepeats(folded(password))).count < fewestLeft
    }

    /// Returns what is left of a password for comparing it.
    ///
    /// Case and diacritics are folded, figures and signs are dropped, and repeats are undone. If fewer than
    /// three letters are left, the figures are kept.
    static func core(of password: String) -> String {
        let letters = letters(of: password)
        guard letters.count < fewestLetters else { return String(letters) }
        return String(withoutRepeats(folded(password).filter { $0.isLetter || $0.isNumber }))
    }

    private static func letters(of text: String) -> [Character] {
        withoutRepeats(folded(text).filter(\.isLetter))
    }

    private static func folded(_ text: String) -> [Character] {
        Array(
            text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil))
    }

    // MARK: - Repeats

    /// Keeps the first of equal parts, and one of equal characters in a row, until nothing changes.
    private static func withoutRepeats(_ text: [Character]) -> [Character] {
        var text = text
        while true {
            var shorter: [Character] = []
            // Parts first: without one of its neighbouring letters, `adaada` is no longer `ada` twice.
            for character in text.prefix(period(of: text)) where character != shorter.last {
                shorter.append(character)
            }
            guard shorter.count < text.count else { return text }
            text = shorter
        }
    }

    /// Returns the length of the shortest part that makes the text if it is repeated, or the text's length.
    ///
    /// The last repeat may be cut off, as in `qwertyqwe`, but must have three characters: `onion` is a word.
    private static func period(of text: [Character]) -> Int {
        guard !text.isEmpty else { return 0 }
        return (1..<text.count).first { length in
            (2 * length <= text.count || text.count - length >= 3)
                && text.dropFirst(length).elementsEqual(text.dropLast(length))
        } ?? text.count
    }

    // MARK: - Sequences

    /// The alphabet, the figures, and the rows of English, German and French keyboards.
    private static let lines = [
        "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop",
        "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn",
    ]

    /// The pairs of neighbours in these lines.
    private static let neighbours = Set(
        lines.flatMap { line in zip(line, line.dropFirst()).map { [$0, $1] } })

    /// Keeps the first character of each sequence, forwards or backwards.
    private static func withoutSequences(_ text: [Character]) -> [Character] {
        var left: [Character] = []
        var rest = text[...]
        while let first = rest.first {
            left.append(first)
            let pairs = zip(rest, rest.dropFirst())
            let forwards = pairs.prefix { neighbours.contains([$0, $1]) }.count
            let backwards = pairs.prefix { neighbours.contains([$1, $0]) }.count
            let length = 1 + max(forwards, backwards)
            rest = rest.dropFirst(length >= shortestSequence ? length : 1)
        }
        return left
    }
}
