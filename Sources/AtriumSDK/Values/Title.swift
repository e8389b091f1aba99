extension StringProtocol {
    /// A name of several words as people read it: `timesAWeek` and `times-a-week` as `Times a week`.
    ///
    /// Names that this does not make readable, such as abbreviations, are declared with a title of their own.
    public var titleOfWords: String {
        var title = ""
        var isInCapitals = false
        for character in self {
            if character == "-" || character == "_" {
                title += " "
            } else if character.isUppercase, !title.isEmpty {
                title += isInCapitals ? character.lowercased() : " " + character.lowercased()
            } else {
                title += title.isEmpty ? character.uppercased() : String(character)
            }
            isInCapitals = character.isUppercase
        }
        return title
    }
}
