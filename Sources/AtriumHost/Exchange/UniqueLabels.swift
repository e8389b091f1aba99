/// Calls files so that no two are called the same: the second `a.csv` is `a.csv (2)`.
package struct UniqueLabels {
    /// How often each was asked for.
    private var counts: [String: Int] = [:]

    /// Begins with none.
    package init() {}

    /// All that were given.
    var given: Dictionary<String, Int>.Keys { counts.keys }

    /// A label that was not given before: the text itself, or the text with a number.
    package mutating func next(_ text: String) -> String {
        counts[text, default: 0] += 1
        guard let count = counts[text], count > 1 else { return text }
        return next("\(text) (\(count))")
    }
}
