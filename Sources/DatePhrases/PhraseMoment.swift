public import AtriumSDK

/// When and where a phrase is said, and by which command.
///
/// ```swift
/// let moment = PhraseMoment(today: today, now: now, firstWeekday: 1) { TimeZone(identifier: $0) != nil }
/// let phrase = try DatePhrase("call mum every Sunday at 18:00", at: moment)
/// ```
public struct PhraseMoment: Sendable {
    /// The day on the clock of the zone in which the phrase is said.
    public var today: LocalDate
    /// The time on that clock.
    public var now: ClockTime
    /// The first day of the user's week, 1 for Monday to 7 for Sunday.
    public var firstWeekday: Int
    /// Whether there is a zone of this name, such as `Europe/Vienna`.
    public var hasZone: @Sendable (String) -> Bool
    /// The field that holds the phrase: errors name it.
    public var field = "text"
    /// What a remedy offers in place of words: the fields that say the same.
    public var instead: Guidance = "give \(field: "due") and \(field: "repeat")"
    /// Whether it is said in a field of its own, where all words have to say a time and a weekday may be today.
    var isOfField = false

    /// Makes a moment.
    ///
    /// - Parameters:
    ///   - today: the day on the clock of the zone in which the phrase is said.
    ///   - now: the time on that clock.
    ///   - firstWeekday: the first day of the user's week, 1 for Monday to 7 for Sunday.
    ///   - hasZone: says whether there is a zone of a name; this library knows none.
    public init(
        today: LocalDate, now: ClockTime, firstWeekday: Int, hasZone: @escaping @Sendable (String) -> Bool
    ) {
        self.today = today
        self.now = now
        self.firstWeekday = firstWeekday
        self.hasZone = hasZone
    }

    /// Reads something, and names the field that holds the phrase in what that throws.
    func reading<Result>(_ read: () throws -> Result) throws -> Result {
        do {
            return try read()
        } catch var error as AtriumError {
            error.field = field
            throw error
        }
    }
}
