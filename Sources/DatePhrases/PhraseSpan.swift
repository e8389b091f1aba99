import AtriumSDK

/// What phrases say of a time from when to when: `10-12`, `9:00-10:30`, `from 2 to 3pm`.
struct PhraseSpan: Sendable, Hashable {
    /// One end of it, as it was said.
    struct Edge: Sendable, Hashable {
        /// The time; 24:00 is the midnight that ends a day.
        var hour: Int
        var minute = 0
        /// Whether it may be of either half of the day.
        var isOfEitherHalf: Bool
        /// Whether it has the form of a time, and may be no other number.
        var isMarked: Bool
        /// Whether `am`, `pm` or a name such as `noon` says in which half of the day it is.
        var hasHalf = false
    }

    let start: Edge
    let end: Edge
    /// The words that say it.
    let words: Range<Int>
    /// Whether it can be nothing else; if not, it needs a day beside it.
    let isSure: Bool

    /// All spans in a phrase.
    static func all(in words: PhraseWords) -> [PhraseSpan] {
        var found: [PhraseSpan] = []
        var cursor = PhraseCursor(words.words, at: 0)
        while cursor.index < words.words.count {
            if let span = cursor.attempt(span) { found.append(span) } else { cursor.skip() }
        }
        return found
    }

    // MARK: - Times

    /// When it begins, where its end says in which half of the day: `2-3pm` is in the afternoon.
    var beginning: (time: ClockTime, isOfEitherHalf: Bool)? {
        guard start.isOfEitherHalf, end.hasHalf else {
            // "8-20" is of the clock of 24 hours.
            let isOfEitherHalf = start.isOfEitherHalf && end.isOfEitherHalf
            return ClockTime(hour: start.hour % 24, minute: start.minute).map { ($0, isOfEitherHalf) }
        }
        let hours = [start.hour % 12 + 12, start.hour % 12]
        let last = end.hour * 60 + end.minute
        // The later half, if the span then still ends on that day, unless it ends on the next one anyway.
        let hour = hours.first { $0 * 60 + start.minute < last } ?? hours[0]
        return ClockTime(hour: hour, minute: start.minute).map { ($0, false) }
    }

    /// How many minutes after a beginning it ends; nil if it ends when it begins.
    func minutes(from beginning: ClockTime) -> Int? {
        let choices = end.isOfEitherHalf ? [end.hour % 12, end.hour % 12 + 12] : [end.hour]
        let ends = choices.map { $0 * 60 + end.minute }
        guard let last = ends.first(where: { $0 > beginning.minutes }) ?? ends.first.map({ $0 + 1440 }) else {
            return nil
        }
        return last - beginning.minutes == 1440 ? nil : last - beginning.minutes
    }

    // MARK: - Words

    private static func span(_ cursor: inout PhraseCursor) -> PhraseSpan? {
        let first = cursor.index
        let lead = cursor.next
        let hasLead = cursor.take("from", "between", "at")
        // "June from 5 to 10" is of days.
        if cursor.word(ahead: hasLead ? -2 : -1).flatMap(PhraseLexicon.month) != nil, lead == "from" {
            return nil
        }
        let oneWord = cursor.attempt(inOneWord)
        guard let (start, end) = oneWord ?? cursor.attempt({ inWords(&$0, lead: lead) }) else { return nil }
        let isMarked = start.isMarked || end.isMarked
        // "from 10 to 12 people" counts them, and "from 5 to 10 June" are days.
        let isNamed = hasLead && lead != "at" && mayEnd(cursor)
        guard isMarked || isNamed || oneWord != nil else { return nil }
        return PhraseSpan(
            start: start, end: end, words: first..<cursor.index, isSure: isMarked || isNamed)
    }

    private static func mayEnd(_ cursor: PhraseCursor) -> Bool {
        guard let next = cursor.next, !cursor.isAfterComma else { return true }
        return PhraseTimes.endsTime(cursor) && PhraseLexicon.month(next) == nil
    }

    /// `10-12`, `9:00–10:30`, `2-3pm`.
    private static func inOneWord(_ cursor: inout PhraseCursor) -> (Edge, Edge)? {
        guard let word = cursor.next else { return nil }
        let pieces = word.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }.map(String.init)
        guard pieces.count == 2, let start = edge(pieces[0]), var end = edge(pieces[1]) else { return nil }
        cursor.skip()
        takeHalf(of: &end, &cursor)
        return (start, end)
    }

    /// `10 to 12`, `9am until noon`.
    private static func inWords(_ cursor: inout PhraseCursor, lead: String?) -> (Edge, Edge)? {
        guard let start = edge(&cursor), !cursor.isAfterComma else { return nil }
        let joints = lead == "between" ? ["and"] : ["to", "till", "til", "until", "-", "–"]
        guard let joint = cursor.next, joints.contains(joint) else { return nil }
        cursor.skip()
        guard let end = edge(&cursor) else { return nil }
        let isNamed = lead == "from" || lead == "between"
        // "3 to 4 pills", and "10 to 12" of no day, may be any numbers.
        return isNamed || start.isMarked && end.isMarked || (end.isMarked && joint != "-")
            ? (start, end) : nil
    }

    private static func edge(_ cursor: inout PhraseCursor) -> Edge? {
        let word = cursor.next ?? ""
        guard var edge = cursor.take({ edge($0) ?? spoken($0) }) else { return nil }
        if edge.hour == 12 || PhraseLexicon.number(word) != nil || edge.isMarked {
            takeHalf(of: &edge, &cursor)
        }
        return edge
    }

    /// `noon`, `midnight`, `ten`.
    private static func spoken(_ word: String) -> Edge? {
        switch word {
        case "noon", "midday": return Edge(hour: 12, isOfEitherHalf: false, isMarked: true, hasHalf: true)
        case "midnight": return Edge(hour: 24, isOfEitherHalf: false, isMarked: true, hasHalf: true)
        case "a", "an": return nil
        default:
            guard let hour = PhraseLexicon.number(word), (1...12).contains(hour) else { return nil }
            return Edge(hour: hour, isOfEitherHalf: true, isMarked: false)
        }
    }

    /// `9`, `9:00`, `9.30`, `9am`, `14h`.
    private static func edge(_ word: String) -> Edge? {
        guard let match = word.wholeMatch(of: /(\d{1,2})(?:[:.](\d{2})|h(\d{2})?)?(am|pm|a\.m|p\.m)?/),
            var hour = Int(match.1)
        else { return nil }
        let minute = (match.2 ?? match.3).flatMap { Int($0) } ?? 0
        guard minute < 60, hour < 24 || (hour == 24 && minute == 0) else { return nil }
        let isMarked = word.contains { !$0.isNumber }
        guard let half = match.4?.first else {
            let isOfEitherHalf = !word.hasPrefix("0") && (1...12).contains(hour) && !word.contains("h")
            return Edge(hour: hour, minute: minute, isOfEitherHalf: isOfEitherHalf, isMarked: isMarked)
        }
        guard (1...12).contains(hour) else { return nil }
        hour = hour % 12 + (half == "p" ? 12 : 0)
        return Edge(hour: hour, minute: minute, isOfEitherHalf: false, isMarked: true, hasHalf: true)
    }

    /// Takes `am` or `pm` behind a time.
    private static func takeHalf(of edge: inout Edge, _ cursor: inout PhraseCursor) {
        guard edge.isOfEitherHalf, !cursor.isAfterComma else { return }
        let isAfternoon = cursor.take("pm", "p.m") ? true : cursor.take("am", "a.m") ? false : nil
        guard let isAfternoon else { return }
        edge.hour = edge.hour % 12 + (isAfternoon ? 12 : 0)
        (edge.isOfEitherHalf, edge.isMarked, edge.hasHalf) = (false, true, true)
    }
}
