import AtriumSDK
import ICalendarFormat

/// What there is to do with some people, and why: a pure function of activities and of what is known of the people.
///
/// | what speaks for an activity | score |
/// |---|---|
/// | it is good for one of them | 3 each |
/// | an interest of theirs is its category, one of its tags, or a word of its name or notes | 2 for each person |
/// | it is rated 4 or 5 | 1 or 2 |
/// | it was never done, or not for a year | 1 |
///
/// For people one of the first two must hold. What was done lately, or is planned for a day to come, is left out.
struct ActivitySuggestions {
    /// Somebody with whom something is to be done.
    struct Guest: Sendable {
        /// The person's id.
        let id: Int64
        /// What they are called.
        let name: String
        /// What they like, in their words.
        let interests: [String]
    }

    /// What speaks for an activity.
    struct Suggestion: Sendable, Equatable {
        /// How much.
        var score: Int
        /// In words, the most telling first.
        var reasons: [String]
    }

    /// Those with whom; empty: for anybody.
    let guests: [Guest]
    /// The day that it is for the user.
    let today: LocalDate
    /// What was done on one of so many days before today is left out.
    let rest: Int

    /// After how many days what was done counts like new.
    private static let longAgo = 365

    /// What speaks for an activity; nil where nothing does, or it was done lately or is planned.
    ///
    /// - Parameter goodFor: the ids of those whom it is good for.
    func suggestion(_ activity: Activity, goodFor: Set<Int64>) -> Suggestion? {
        if let last = activity.lastDone, last > today.adding(days: -rest) { return nil }
        if let planned = activity.planned?.clock.date.dayNumber, planned >= today.daysSince1970 { return nil }
        var result = Suggestion(score: 0, reasons: [])
        let friends = guests.filter { goodFor.contains($0.id) }
        if !friends.isEmpty {
            result.score += 3 * friends.count
            result.reasons.append("good for " + Self.joined(friends.map(\.name)))
        }
        addInterests(activity, to: &result)
        if !guests.isEmpty, result.reasons.isEmpty { return nil }
        if let rating = activity.rating, rating >= 4 {
            result.score += Int(rating) - 3
            result.reasons.append("rated \(rating) of \(Activity.ratings.upperBound)")
        }
        if guests.isEmpty, result.reasons.isEmpty { return nil }
        addAge(activity, to: &result)
        return result
    }

    private func addInterests(_ activity: Activity, to result: inout Suggestion) {
        let topics = Topics(activity)
        var interested: [(topic: String, names: [String])] = []
        for guest in guests {
            let matching = guest.interests.filter(topics.has)
            if !matching.isEmpty { result.score += 2 }
            for interest in matching {
                let index = interested.firstIndex { $0.topic.lowercased() == interest.lowercased() }
                if let index {
                    if !interested[index].names.contains(guest.name) {
                        interested[index].names.append(guest.name)
                    }
                } else {
                    interested.append((interest, [guest.name]))
                }
            }
        }
        // What most of them share comes first.
        for (topic, names) in interested.enumerated().sorted(by: {
            ($1.element.names.count, $0.offset) < ($0.element.names.count, $1.offset)
        }).map(\.element) {
            result.reasons.append(
                Self.joined(names)
                    + (names.count == 1 ? " likes " : names.count == 2 ? " both like " : " all like ")
                    + topic)
        }
    }

    private func addAge(_ activity: Activity, to result: inout Suggestion) {
        guard let last = activity.lastDone else {
            result.score += 1
            result.reasons.append("never done")
            return
        }
        let days = today.daysSince1970 - last.daysSince1970
        if days >= Self.longAgo { result.score += 1 }
        result.reasons.append("last done \(days) days ago")
    }

    /// `Ann`, `Ann and Ben`, `Ann, Ben and Cleo`.
    private static func joined(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}

/// What an activity is about: its category, its tags, and the words of its name and notes.
struct Topics {
    private let topics: Set<[String]>
    private let words: [[String]]

    init(_ activity: Activity) {
        topics = Set(([activity.category].compactMap { $0 } + activity.tags).map(Self.words))
        words = [activity.name, activity.notes ?? ""].map(Self.words)
    }

    /// Whether an interest is one of the topics, or stands among the words.
    func has(_ interest: String) -> Bool {
        let interest = Self.words(interest)
        guard !interest.isEmpty else { return false }
        return topics.contains(interest)
            || words.contains { text in
                text.indices.contains { text[$0...].starts(with: interest) }
            }
    }

    /// The words of a text, in the form in which they are compared: in lower case, without a plural's s.
    static func words(_ text: String) -> [String] {
        text.split { !$0.isLetter && !$0.isNumber }.map { word in
            let word = word.lowercased()
            return word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
                ? String(word.dropLast()) : word
        }
    }
}
