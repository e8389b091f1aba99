import ContentLine

/// The rules of vCalendar 1.0, such as `D1 #10`, `W2 TU TH 19971224T000000` and `MP1 1+ MO #6`, and how they are said
/// in RFC 5545.
///
/// See versit, vCalendar 1.0, 1996, section "Recurrence Rule Grammar". `#10` is taken for COUNT, as programs do; `#0`
/// is without end; a rule without any end has two instances.
enum VCalendarRule {
    private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    // MARK: Reading

    /// A rule in the grammar of RFC 5545, or nil where it is none or has more than RFC 5545 can say.
    static func translated(_ text: String) -> String? {
        var words = text.asciiUppercased().split(whereSeparator: { $0 == " " || $0 == "\t" })
            // The dollar sign marks where a day's times end; RFC 5545 has nothing like it.
            .map { $0.last == "$" ? String($0.dropLast()) : String($0) }
        guard !words.isEmpty, let (kind, interval) = head(words.removeFirst()) else { return nil }
        var parts = Parts()
        for word in words { guard parts.take(word, kind) else { return nil } }
        var result = ["FREQ=\(kind.frequency)"]
        if interval != 1 { result.append("INTERVAL=\(interval)") }
        guard let days = parts.days(kind), let times = parts.times else { return nil }
        result += days + times
        if let until = parts.until { result.append("UNTIL=\(until)") }
        switch parts.count {
        case let count? where count > 0: result.append("COUNT=\(count)")
        case nil where parts.until == nil: result.append("COUNT=2")
        default: break
        }
        return result.joined(separator: ";")
    }

    private enum Kind: String, CaseIterable {
        // Longer words first, since a rule begins with one of them.
        case byPosition = "MP"
        case byMonthDay = "MD"
        case byMonth = "YM"
        case byYearDay = "YD"
        case daily = "D"
        case weekly = "W"
        case minutely = "M"

        var frequency: String {
            switch self {
            case .byPosition, .byMonthDay: "MONTHLY"
            case .byMonth, .byYearDay: "YEARLY"
            case .daily: "DAILY"
            case .weekly: "WEEKLY"
            case .minutely: "MINUTELY"
            }
        }
    }

    private static func head(_ word: String) -> (Kind, Int)? {
        for kind in Kind.allCases where word.hasPrefix(kind.rawValue) {
            guard let interval = Int(word.dropFirst(kind.rawValue.count)), interval > 0 else { return nil }
            return (kind, interval)
        }
        return nil
    }

    /// The words of a rule after its first.
    private struct Parts {
        var count: Int?
        var until: String?
        private var days: [String] = []
        private var numbers: [Int] = []
        private var clocks: [(hour: Int, minute: Int)] = []
        private var ordinals: [Int] = []
        private var hasDaysOfOrdinals = false

        mutating func take(_ word: String, _ kind: Kind) -> Bool {
            if word.first == "#" {
                guard let number = Int(word.dropFirst()), number >= 0 else { return false }
                count = number
            } else if word.utf8.count >= 8, DateTimeText(word) != nil {
                until = word
            } else if weekdays.contains(word) {
                guard kind == .weekly || kind == .byPosition else { return false }
                days += ordinals.isEmpty ? [word] : ordinals.map { "\($0)\(word)" }
                hasDaysOfOrdinals = true
            } else if word == "LD", kind == .byMonthDay {
                numbers.append(-1)
            } else if word.utf8.count == 4, let clock = Int(word) {
                guard clock / 100 < 24, clock % 100 < 60, kind != .minutely else { return false }
                clocks.append((clock / 100, clock % 100))
            } else if let number = ordinal(word) {
                guard kind == .byPosition else {
                    numbers.append(number)
                    return true
                }
                // Ordinals after weekdays belong to the weekdays that follow.
                if hasDaysOfOrdinals { ordinals = [] }
                hasDaysOfOrdinals = false
                ordinals.append(number)
            } else {
                return false
            }
            return true
        }

        /// A number with its sign behind it: `1+`, `2-`, `15`.
        private func ordinal(_ word: String) -> Int? {
            if word.last == "-" { return Int(word.dropLast()).map { -$0 } }
            return Int(word.last == "+" ? word.dropLast() : word[...])
        }

        /// The parts of RFC 5545 that name days; nil where the rule says what none can.
        func days(_ kind: Kind) -> [String]? {
            let list = numbers.map(String.init).joined(separator: ",")
            switch kind {
            case .weekly, .byPosition:
                guard numbers.isEmpty, ordinals.isEmpty || hasDaysOfOrdinals else { return nil }
                return days.isEmpty ? [] : ["BYDAY=\(days.joined(separator: ","))"]
            case .byMonthDay: return numbers.isEmpty ? [] : ["BYMONTHDAY=\(list)"]
            case .byMonth: return numbers.isEmpty ? [] : ["BYMONTH=\(list)"]
            case .byYearDay: return numbers.isEmpty ? [] : ["BYYEARDAY=\(list)"]
            case .daily, .minutely: return numbers.isEmpty ? [] : nil
            }
        }

        /// BYHOUR and BYMINUTE; nil where not all hours have the same minutes.
        var times: [String]? {
            guard !clocks.isEmpty else { return [] }
            let hours = Set(clocks.map(\.hour)).sorted()
            let minutes = Set(clocks.map(\.minute)).sorted()
            guard Set(clocks.map { $0.hour * 60 + $0.minute }).count == hours.count * minutes.count else {
                return nil
            }
            func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ",") }
            return ["BYHOUR=\(list(hours))", "BYMINUTE=\(list(minutes))"]
        }
    }

    // MARK: Writing

    /// A rule in the grammar of vCalendar 1.0, or nil where that cannot say it.
    static func text(of rule: RecurrenceRule) -> String? {
        guard rule.bySecond.isEmpty, rule.bySetPosition.isEmpty, rule.byWeekNumber.isEmpty,
            rule.byHour.isEmpty == rule.byMinute.isEmpty, let (kind, days) = days(of: rule)
        else { return nil }
        var words = ["\(kind.rawValue)\(rule.interval)"] + days
        for hour in rule.byHour {
            for minute in rule.byMinute { words.append(padded(hour * 100 + minute, to: 4)) }
        }
        if let count = rule.count { words.append("#\(count)") }
        if let until = rule.until { words.append("\(until)") }
        if rule.count == nil, rule.until == nil { words.append("#0") }
        let text = words.joined(separator: " ")
        // The week's first day, and other things that vCalendar takes for granted, show here.
        guard let again = translated(text), let reread = try? RecurrenceRule(again), reread == rule else {
            return nil
        }
        return text
    }

    private static func days(of rule: RecurrenceRule) -> (Kind, [String])? {
        func word(_ number: Int) -> String { number < 0 ? "\(-number)-" : "\(number)" }
        let named = [
            !rule.byDay.isEmpty, !rule.byMonthDay.isEmpty, !rule.byMonth.isEmpty, !rule.byYearDay.isEmpty,
        ].filter { $0 }.count
        guard named <= 1 else { return nil }
        switch rule.frequency {
        case .minutely where named == 0: return (.minutely, [])
        case .daily where named == 0: return (.daily, [])
        case .weekly: return (.weekly, rule.byDay.map(\.weekday.code))
        case .monthly where !rule.byDay.isEmpty:
            return (
                .byPosition,
                rule.byDay.flatMap { entry in
                    let sign = entry.ordinal < 0 ? "-" : "+"
                    let ordinal = entry.ordinal == 0 ? [] : ["\(abs(entry.ordinal))\(sign)"]
                    return ordinal + [entry.weekday.code]
                }
            )
        case .monthly: return (.byMonthDay, rule.byMonthDay.map(word))
        case .yearly where rule.byYearDay.isEmpty: return (.byMonth, rule.byMonth.map(String.init))
        case .yearly: return (.byYearDay, rule.byYearDay.map(word))
        default: return nil
        }
    }
}
