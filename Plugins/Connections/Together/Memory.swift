import AtriumSDK

/// Something that the user wants to remember of a day with people: a note, a photo, or both.
struct Memory: Hashable, Sendable {
    /// The day.
    var day: LocalDate
    /// What there is to remember; nil or not empty.
    var note: String?
    /// With whom, in the order in which it was said.
    var companions: [Companion] = []
    /// What it was about: tags that all modules share.
    var tags: [String] = []
}
