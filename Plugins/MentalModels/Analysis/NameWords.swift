/// The words of a name, and whether they stand in a sentence in a row: as they are, in whatever case, the last of them in the
/// singular or plural.
struct NameWords {
    private let words: [String]

    init(_ name: String) { words = Self.words(of: name) }

    /// How many they are.
    var count: Int { words.count }

    func stand(in sentence: String) -> Bool {
        guard let last = words.last else { return false }
        let found = Self.words(of: sentence)
        guard found.count >= words.count else { return false }
        return (0...(found.count - words.count)).contains { start in
            let end = start + words.count - 1
            return found[start..<end].elementsEqual(words.dropLast())
                && (found[end] == last || found[end] == last + "s" || found[end] + "s" == last)
        }
    }

    /// Runs of ``PlainLetters`` and digits, with the apostrophes within left out.
    private static func words(of text: String) -> [String] {
        PlainLetters.text(text).filter { $0 != "'" && $0 != "’" }.split { !$0.isLetter && !$0.isNumber }.map(
            String.init)
    }
}
