import AtriumSDK
import ICalendarFormat

/// Chooses from tasks what fits a free time and how somebody is.
///
/// Pure: the same input gives the same answer.
struct Suggestions {
    /// A task that might be suggested.
    struct Candidate {
        let id: Int64
        let uid: String
        let title: String
        let kind: String
        /// How many minutes it still takes.
        let minutes: Int
        /// 0 low, 1 medium, 2 high; one that says nothing counts as medium.
        let energy: Int
        let isTop: Bool
        let isPlanned: Bool
        /// How many days there are until its deadline; negative: it is over.
        let dueIn: Int?
        let priority: Int64?
        /// Whether its project is the one that comes first.
        let isOfFirstProject: Bool
        /// How often it was offered on earlier days and not taken.
        let passedOver: Int
    }

    /// One that fits.
    struct Suggestion: Equatable {
        let task: Int64
        /// How many minutes of the time it would take.
        let fits: Int
        let score: Int
        let reasons: [String]
    }

    /// What there is to say where nothing fits.
    enum None: String, Equatable {
        case noFlexible = "no-flexible"
        case noMatch = "no-match"
        case tooShort = "too-short"
        case notFree = "not-free"
        case noSlot = "no-slot"
    }

    struct Answer: Equatable {
        var items: [Suggestion] = []
        var none: None?
        /// What is near a fit, the nearest first.
        var others: [Int64] = []
        /// How many are near a fit, those beside ``others`` too.
        var count = 0
    }

    /// How many minutes the free time has.
    let slot: Int
    /// 0 low, 1 medium, 2 high.
    let energy: Int
    /// The shortest piece of a task.
    let shortest: Int

    /// How many are suggested at most.
    static let most = 3

    func answer(_ candidates: [Candidate], limit: Int = most) -> Answer {
        guard !candidates.isEmpty else { return Answer(none: .noFlexible) }
        let able = candidates.filter { $0.energy <= energy }
        // Words are made only for the three that are returned, not for thousands of candidates.
        let fitting = able.indices.compactMap { index in
            fits(able[index]).map { (index: index, fits: $0, score: score(able[index], fits: $0)) }
        }
        if fitting.isEmpty {
            if able.isEmpty {
                return Answer(
                    none: .noMatch, others: candidates.smallest(Self.most, by: before).map(\.id),
                    count: candidates.count)
            }
            let shortest = able.smallest(Self.most) { ($0.minutes, $0.id) < ($1.minutes, $1.id) }
            return Answer(none: .tooShort, others: shortest.map(\.id))
        }
        let best = fitting.smallest(min(limit, Self.most)) { one, other in
            one.score == other.score ? before(able[one.index], able[other.index]) : one.score > other.score
        }
        return Answer(
            items: best.map { found in
                var reasons: [String] = []
                _ = score(able[found.index], fits: found.fits) { reasons.append($0) }
                return Suggestion(
                    task: able[found.index].id, fits: found.fits, score: found.score, reasons: reasons)
            })
    }

    /// The order of those of one score: by deadline, by priority, the shorter first.
    private func before(_ one: Candidate, _ other: Candidate) -> Bool {
        (one.dueIn ?? .max, one.priority ?? 10, one.minutes, one.id)
            < (other.dueIn ?? .max, other.priority ?? 10, other.minutes, other.id)
    }

    /// How much of the time a task would take; nil: it does not fit.
    ///
    /// What is longer than the time is offered as a part, if both parts are worth it.
    private func fits(_ candidate: Candidate) -> Int? {
        let whole = max(candidate.minutes, DayContents.shortest)
        if whole <= slot { return whole }
        return slot >= Self.shortestPart && candidate.minutes - slot >= shortest ? slot : nil
    }

    /// From how many minutes on a part of a task is offered.
    private static let shortestPart = 30

    /// How well a candidate fits.
    ///
    /// - Parameter note: is told of each reason that people should know.
    private func score(_ candidate: Candidate, fits: Int, note: ((String) -> Void)? = nil) -> Int {
        var score = 0
        func count(_ points: Int, _ reason: @autoclosure () -> String?, if holds: Bool = true) {
            guard holds else { return }
            score += points
            if let note, let reason = reason() { note(reason) }
        }
        switch energy - candidate.energy {
        case 0: count(3, energy == 0 ? "needs little energy" : "matches your energy")
        case 1: count(2, "needs less energy than you have")
        default: count(1, "needs little energy")
        }
        if candidate.isTop {
            count(3, "one of the day’s top three")
        } else {
            count(2, "planned for the day", if: candidate.isPlanned)
        }
        if let days = candidate.dueIn {
            count(
                days <= 1 ? 3 : 1,
                days < 0
                    ? "overdue"
                    : days == 0 ? "due today" : days == 1 ? "due tomorrow" : "due in \(days) days",
                if: days <= 7)
        }
        if let priority = candidate.priority {
            count(priority <= 3 ? 2 : 1, "has priority", if: priority <= 6)
        }
        let isPart = candidate.minutes > fits
        count(
            1, isPart ? "part of it fills the \(slot) minutes" : "fits the \(slot) minutes",
            if: fits * 2 >= slot)
        count(1, "in your priority project", if: candidate.isOfFirstProject)
        count(-candidate.passedOver, nil)
        return score
    }
}

extension Array {
    /// The elements that come first in an order, in that order: where few of many are wanted.
    ///
    /// - Parameter before: whether one comes before another one.
    fileprivate func smallest(_ count: Int, by before: (Element, Element) -> Bool) -> [Element] {
        var found: [Element] = []
        for element in self {
            if found.count >= count {
                guard let last = found.last, before(element, last) else { continue }
                found.removeLast()
            }
            found.insert(element, at: found.firstIndex { before(element, $0) } ?? found.endIndex)
        }
        return found
    }
}
