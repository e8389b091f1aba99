/// How well the user keeps in touch with somebody: a pure function of how often they want to, how long ago they last
/// did, and how often they did.
///
/// The score is 0 to 100: 100 × recency × (0.6 + 0.4 × frequency), rounded.
///
/// * *Recency* is 1 as long as the last interaction is no longer ago than the cadence; then it halves with each further
///   cadence that passes: after two cadences it is 0.5, after three 0.25.
/// * *Frequency* is the number of days with interactions among the last four cadences, of four, and 1 at most: whoever is
///   met as often as was wanted has all of it.
///
/// Whom the user never was in touch with has 0. Who has no cadence has no score: nothing was wanted.
///
/// It is SQL, since lists of thousands of people are sorted by it; nothing else works it out.
enum Health {
    /// How many cadences are looked back for the frequency, and how many days with interactions are wanted in them.
    static let window = 4

    /// SQL for the score, 0 to 100; null without a cadence.
    ///
    /// - Parameters:
    ///   - cadence: SQL for how often the user wants to be in touch, in days.
    ///   - days: SQL for how many days ago the last interaction was; null: there was none.
    ///   - recent: SQL for the number of days with one among the last ``window`` × cadence days.
    static func scoreSQL(cadence: String, daysSince days: String, recent: String) -> String {
        let recency = "pow(0.5, max(0, \(days) - \(cadence)) * 1.0 / \(cadence))"
        let frequency = "min(1.0, \(recent) * 1.0 / \(window))"
        return """
            iif(\(cadence) IS NULL, NULL,
                ifnull(CAST(round(100.0 * \(recency) * (0.6 + 0.4 * \(frequency))) AS INTEGER), 0))
            """
    }
}
