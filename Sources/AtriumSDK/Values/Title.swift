extension StringProtocol {
    /// A human-readable title, derived from a name with several words.
    ///
    /// The names `timesDone` and `times-done` become `Times done`, and `uid` becomes `UID`.
    ///
    /// A name with two adjacent capitals needs a title in its declaration, because the word boundary cannot
    /// be found.
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

/// The words that are spelled in capitals, because people read the words letter by letter.
private let abbreviations: Set = ["id", "uid", "url", "uri", "rpe", "csv"]
