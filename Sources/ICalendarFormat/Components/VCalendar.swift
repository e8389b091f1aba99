import ContentLine

/// What vCalendar 1.0 writes otherwise: its rules and its alarms.
///
/// See versit, vCalendar 1.0, 1996.
enum VCalendar {
    /// A rule of vCalendar 1.0 (`D1 #10`, `W2 TU TH 19971224T000000`, `MP1 1+ MO #6`) in the grammar of RFC 5545, or
    /// nil where it is none or has more than RFC 5545 can say.
    static func rule(_ text: String) -> String? {
        let words = text.asciiUppercased().split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
        guard let head = words.first else { return nil }
        let kinds: [(prefix: String, frequency: String)] = [
            ("MP", "MONTHLY"), ("MD", "MONTHLY"), ("YM", "YEARLY"), ("YD", "YEARLY"), ("D", "DAILY"),
            ("W", "WEEKLY"), ("M", "MINUTELY"),
        ]
        guard let kind = kinds.first(where: { head.hasPrefix($0.prefix) }),
            let interval = Int(head.dropFirst(kind.prefix.count)), interval > 0
        else { return nil }

        var parts = ["FREQ=\(kind.frequency)", "INTERVAL=\(interval)"]
        var end: String?
        var days: [String] = []
        var ordinals: [Int] = []
        var numbers: [String] = []
        // Without an end a rule of vCalendar has two instances; see its section on recurrence rules.
        for word in words.dropFirst() {
            if word.first == "#" {
                guard let count = Int(word.dropFirst()), count >= 0 else { return nil }
                end = count == 0 ? "" : "COUNT=\(count)"
            } else if DateTimeText(word) != nil, word.utf8.count >= 8 {
                end = "UNTIL=\(word)"
            } else if ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].contains(word) {
                days += ordinals.isEmpty ? [word] : ordinals.map { "\($0)\(word)" }
                if words.firstIndex(of: word).map({ $0 + 1 == words.count }) ?? false { ordinals = [] }
            } else if word == "LD", kind.prefix == "MD" {
                numbers.append("-1")
            } else if let number = ordinal(word) {
                if kind.prefix == "MP" {
                    // A new group of ordinals begins where weekdays stand before it.
                    if !days.isEmpty, !ordinals.isEmpty,
                        days.last?.hasPrefix("\(ordinals[ordinals.count - 1])") == true
                    {
                        ordinals = []
                    }
                    ordinals.append(number)
                } else {
                    numbers.append(String(number))
                }
            } else {
                return nil
            }
        }
        switch kind.prefix {
        case "W", "MP":
            guard numbers.isEmpty else { return nil }
            if !days.isEmpty { parts.append("BYDAY=\(days.joined(separator: ","))") }
        case "MD": if !numbers.isEmpty { parts.append("BYMONTHDAY=\(numbers.joined(separator: ","))") }
        case "YM": if !numbers.isEmpty { parts.append("BYMONTH=\(numbers.joined(separator: ","))") }
        case "YD": if !numbers.isEmpty { parts.append("BYYEARDAY=\(numbers.joined(separator: ","))") }
        default: guard numbers.isEmpty, days.isEmpty else { return nil }
        }
        if let end { if !end.isEmpty { parts.append(end) } } else { parts.append("COUNT=2") }
        return parts.joined(separator: ";")
    }

    /// A number with its sign behind it: `1+`, `2-`, `15`.
    private static func ordinal(_ word: String) -> Int? {
        if word.last == "-" { return Int(word.dropLast()).map { -$0 } }
        return Int(word.last == "+" ? word.dropLast() : word[...])
    }

    /// An alarm of vCalendar 1.0: `run time;snooze;repeat count;what is shown or played`.
    static func alarm(_ line: ContentLine, _ issues: inout [ContentIssue]) -> Alarm {
        let parts = line.list(separator: 0x3B)
        let actions = ["AALARM": "AUDIO", "MALARM": "EMAIL", "PALARM": "PROCEDURE"]
        var trigger: Alarm.Trigger?
        switch parts.first.flatMap({ DateTimeText($0) }) {
        case .utc(let instant)?: trigger = .absolute(instant)
        case .local(let time)?: trigger = .absolute(Instant(epochSeconds: time.seconds))
        case .date?, nil:
            issues.append(
                PropertyReader.issue(.badTrigger, line, "The alarm has no run time; it does not ring."))
        }
        var alarm = Alarm(action: actions[line.canonicalName] ?? "DISPLAY", trigger: trigger)
        if parts.count > 1 { alarm.repeatInterval = CalendarDuration(parts[1]) }
        if parts.count > 2 { alarm.repeatCount = Int(trimmed(parts[2])) }
        if parts.count > 3, line.canonicalName == "DALARM" { alarm.description = parts[parts.count - 1] }
        return alarm
    }
}
