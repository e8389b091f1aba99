import AtriumSDK

/// A habit's logged days, sorted by day.
///
/// The sorted entries allow ``Streaks`` to compute streaks over ten years without sorting again.
struct Completions: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// A logged day with its log entry.
    struct Entry: Sendable, Hashable {
        let day: LocalDate
        var completion: Completion
    }

    /// The log entries, sorted by day.
    private(set) var entries: [Entry] = []

    init(dictionaryLiteral elements: (LocalDate, Completion)...) {
        for (day, completion) in elements { self[day] = completion }
    }

    /// Creates a log from days in any order.
    ///
    /// If a day occurs several times, the last entry wins.
    init(_ days: [(day: LocalDate, completion: Completion)]) {
        for (day, completion) in days {
            if entries.last.map({ $0.day < day }) ?? true {
                entries.append(Entry(day: day, completion: completion))
            } else {
                self[day] = completion
            }
        }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The log entry for a day, or nil if the day is not logged.
    ///
    /// Assigning nil removes the entry.
    subscript(day: LocalDate) -> Completion? {
        get {
            let place = place(of: day)
            return place < entries.count && entries[place].day == day ? entries[place].completion : nil
        }
        set {
            let place = place(of: day)
            let isKnown = place < entries.count && entries[place].day == day
            switch (isKnown, newValue) {
            case (true, let completion?): entries[place].completion = completion
            case (true, nil): entries.remove(at: place)
            case (false, let completion?): entries.insert(Entry(day: day, completion: completion), at: place)
            case (false, nil): break
            }
        }
    }

    /// Returns the index of the first entry whose day is the given day or later.
    private func place(of day: LocalDate) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].day < day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
