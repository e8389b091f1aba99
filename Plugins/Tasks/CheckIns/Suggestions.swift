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
        let ranked = candidates.sorted(by: before)
        let able = ranked.filter { $0.energy <= energy }
        let fitting = able.compactMap { candidate in
            fits(candidate).map { (candidate, suggestion(candidate, fits: $0)) }
        }
        if fitting.isEmpty {
            if able.isEmpty {
                return Answer(
                    none: .noMatch, others: ranked.prefix(Self.most).map(\.id), count: ranked.count)
            }
            let shortest = able.sorted { ($0.minutes, $0.id) < ($1.minutes, $1.id) }
            return Answer(none: .tooShort, others: shortest.prefix(Self.most).map(\.id))
        }
        let best = fitting.enumerated().sorted {
            ($1.element.1.score, $0.offset) < ($0.element.1.score, $1.offset)
        }
        return Answer(items: best.prefix(min(limit, Self.most)).map(\.element.1))
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

    private func suggestion(_ candidate: Candidate, fits: Int) -> Suggestion {
        var (score, reasons): (Int, [String]) = (0, [])
        func count(_ points: Int, _ reason: String?, if holds: Bool = true) {
            guard holds else { return }
            score += points
            if let reason { reasons.append(reason) }
        }
        switch energy - candidate.energy {
        case 0: count(3, energy == 0 ? "asks little, as you have" : "asks as much as you have")
        case 1: count(2, "asks less than you have")
        default: count(1, "asks little")
        }
        if candidate.isTop {
            count(3, "one of the day’s three")
        } else {
            count(2, "planned for the day", if: candidate.isPlanned)
        }
        if let days = candidate.dueIn {
            let when =
                days < 0
                ? "overdue" : days == 0 ? "due today" : days == 1 ? "due tomorrow" : "due in \(days) days"
            count(days <= 1 ? 3 : 1, when, if: days <= 7)
        }
        if let priority = candidate.priority {
            count(priority <= 3 ? 2 : 1, "has priority", if: priority <= 6)
        }
        let isPart = candidate.minutes > fits
        count(
            1, isPart ? "a part of it fills the \(slot) minutes" : "fits the \(slot) minutes",
            if: fits * 2 >= slot)
        count(1, "of the project that comes first", if: candidate.isOfFirstProject)
        count(-candidate.passedOver, nil)
        return Suggestion(task: candidate.id, fits: fits, score: score, reasons: reasons)
    }
}
