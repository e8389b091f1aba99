import Foundation

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
enum Health {
    /// How many cadences are looked back for the frequency, and how many days with interactions are wanted in them.
    static let window = 4

    /// The score, 0 to 100.
    ///
    /// - Parameters:
    ///   - cadence: how often the user wants to be in touch.
    ///   - days: how many days ago the last interaction was; nil: there was none.
    ///   - recent: on how many of the last ``window`` × cadence days there was one.
    static func score(cadence: Cadence, daysSince days: Int?, recent: Int) -> Int {
        guard let days else { return 0 }
        let late = max(0, Double(days - cadence.days)) / Double(cadence.days)
        let recency = pow(0.5, late)
        let frequency = min(1, Double(max(0, recent)) / Double(window))
        return Int((100 * recency * (0.6 + 0.4 * frequency)).rounded())
    }
}
