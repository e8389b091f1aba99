import AtriumSDK

/// What was logged, by day and in order of the days: streaks follow from it without sorting ten years anew.
struct Completions: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// A day and what was logged on it.
    struct Entry: Sendable, Hashable {
        let day: LocalDate
        var completion: Completion
    }

    /// The days on which something was logged, in order.
    private(set) var entries: [Entry] = []

    init(dictionaryLiteral elements: (LocalDate, Completion)...) {
        for (day, completion) in elements { self[day] = completion }
    }

    /// Takes what was logged on days, in any order; of several entries of a day the last counts.
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

    /// What was logged on a day; nil takes it away.
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

    /// The place of the first entry that is not before a day.
    private func place(of day: LocalDate) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].day < day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
