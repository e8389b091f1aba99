extension StringProtocol {
    /// A name of several words as people read it: `timesDone` and `times-done` as `Times done`, `uid` as `UID`.
    ///
    /// Names that this does not make readable are declared with a title of their own: those with two capitals side by side, of
    /// which nobody can tell where a word ends.
    public var titleOfWords: String {
        var words: [String] = [""]
        var wasCapital = false
        for character in self {
            if character == "-" || character == "_" || character.isUppercase && !wasCapital {
                words.append(character.isLetter ? character.lowercased() : "")
            } else {
                words[words.count - 1] += character.lowercased()
            }
            wasCapital = character.isUppercase
        }
        words = words.map { abbreviations.contains($0) ? $0.uppercased() : $0 }.filter { !$0.isEmpty }
        let title = words.joined(separator: " ")
        return title.prefix(1).uppercased() + title.dropFirst()
    }
}

/// Words that people read letter by letter.
private let abbreviations: Set = ["id", "uid", "url", "uri", "rpe", "csv"]
