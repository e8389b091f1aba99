import AtriumSDK
import Foundation

/// How something repeats, as controls say it: how often, on which days of the week, until which day.
///
/// A rule of which they can say only a part (RFC 5545, section 3.3.10) stands as it is written, so that nothing is lost.
struct Repetition: Hashable {
    /// One of ``frequencies``.
    var frequency: String
    /// 1 if nothing is said.
    var interval = 1
    /// Days of the week of a weekly rule, as `MO`.
    var weekdays: [String] = []
    /// The last day, as `2026-12-31`.
    var until: String?
    /// The end as the rule has it, if it was read from one.
    private var end: String?

    static let frequencies = ["daily", "weekly", "monthly", "yearly"]
    static let week: [(rule: String, title: String)] = [
        ("MO", "Mon"), ("TU", "Tue"), ("WE", "Wed"), ("TH", "Thu"), ("FR", "Fri"), ("SA", "Sat"),
        ("SU", "Sun"),
    ]

    // What stands behind the field's name.
    static let frequency = ":frequency"
    static let interval = ":interval"
    static let days = ":days"
    static let until = ":until"
    static let rule = ":rule"

    /// Reads a rule; nil if the controls cannot say all of it.
    ///
    /// - Parameter zone: the user's: on its clock the rule ends on a day.
    init?(rule: String, zone: TimeZone) {
        var frequency: String?
        for part in rule.split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.uppercased() }
            guard pair.count == 2 else { return nil }
            switch pair[0] {
            case "FREQ": frequency = pair[1].lowercased()
            case "INTERVAL":
                guard let number = Int(pair[1]), number > 0 else { return nil }
                interval = number
            case "BYDAY":
                weekdays = pair[1].split(separator: ",").map(String.init)
                guard weekdays.allSatisfy({ day in Self.week.contains { $0.rule == day } }) else {
                    return nil
                }
            case "UNTIL":
                guard let day = Self.day(pair[1], zone) else { return nil }
                (until, end) = (day, pair[1])
            default: return nil
            }
        }
        guard let frequency, Self.frequencies.contains(frequency), weekdays.isEmpty || frequency == "weekly"
        else { return nil }
        self.frequency = frequency
    }

    /// The day of an UNTIL: `20260331`, or a time on it.
    private static func day(_ text: String, _ zone: TimeZone) -> String? {
        func parted(_ digits: Substring, _ sign: String) -> String {
            [digits.prefix(digits.count - 4), digits.dropLast(2).suffix(2), digits.suffix(2)].joined(
                separator: sign)
        }
        let digits = text.prefix(8)
        guard digits.count == 8, digits.allSatisfy(\.isNumber) else { return nil }
        let day = parted(digits, "-")
        guard text.count == 16, text.hasSuffix("Z") else {
            return text.count == 8 || text.count == 15 ? day : nil
        }
        return Timestamp.date(day + "T" + parted(text.dropFirst(9).dropLast(), ":") + "Z").map {
            LocalDate($0, in: zone).description
        }
    }

    private init(_ frequency: String) { self.frequency = frequency }

    /// The rule as RFC 5545 writes it.
    var text: String {
        var parts = ["FREQ=" + frequency.uppercased()]
        if interval > 1 { parts.append("INTERVAL=\(interval)") }
        if frequency == "weekly", !weekdays.isEmpty {
            parts.append("BYDAY=" + weekdays.joined(separator: ","))
        }
        if let until { parts.append("UNTIL=" + (end ?? until.replacing("-", with: ""))) }
        return parts.joined(separator: ";")
    }

    /// What people say: `every 2 weeks on Tuesday and Thursday, until 31 January 2027`.
    var words: String {
        let unit = ["daily": "day", "weekly": "week", "monthly": "month", "yearly": "year"][frequency] ?? ""
        let days = Self.week.enumerated().filter { weekdays.contains($0.element.rule) }.map {
            LocalDate.name(ofWeekday: $0.offset + 1)
        }
        let list =
            days.count < 2
            ? days.joined() : days.dropLast().joined(separator: ", ") + " and " + (days.last ?? "")
        return (interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s")
            + (list.isEmpty ? "" : " on \(list)") + (until.map { ", until \(DayWords.day($0))" } ?? "")
    }

    /// Rules in words, as far as there are some; else as they are written.
    static func words(_ text: String, zone: TimeZone) -> String {
        text.split(whereSeparator: \.isNewline).map { rule in
            Repetition(rule: String(rule), zone: zone)?.words.capitalizedFirst ?? String(rule)
        }.joined(separator: "; ")
    }

    // MARK: - Controls

    /// Fills the controls with a value: a text with a rule a line, or a list of rules.
    static func add(_ value: DataValue, named name: String, zone: TimeZone, to texts: inout FormTexts) {
        let rules = value.listValue == nil ? [value.textValue ?? ""] : value.texts
        guard !rules.isEmpty else { return }
        guard rules.count == 1, let repetition = Repetition(rule: rules[0], zone: zone) else {
            texts.add(name + frequency, ControlTexts.other)
            return texts.add(name + rule, rules.joined(separator: "\n"))
        }
        texts.add(name + frequency, repetition.frequency)
        texts.add(name + interval, repetition.interval == 1 ? nil : String(repetition.interval))
        for day in repetition.weekdays { texts.add(name + days, day) }
        texts.add(name + until, repetition.until)
        if let day = repetition.until, let end = repetition.end {
            texts.add(name + FormTexts.endedSuffix, day + " " + end)
        }
    }

    /// The value that the controls say; nil for “never”.
    ///
    /// - Parameter keepsEnd: whether an end that nobody touched stays as it was written, or becomes its day.
    static func value(
        named name: String, in texts: FormTexts, isList: Bool, keepsEnd: Bool = true
    ) throws(ControlError) -> DataValue? {
        func value(_ rules: [String]) -> DataValue {
            isList ? .texts(rules) : .text(rules.joined(separator: "\n"))
        }
        guard let chosen = texts[name + frequency] else { return nil }
        guard chosen != ControlTexts.other else {
            let rules = (texts[name + rule] ?? "").split(whereSeparator: \.isNewline).map(String.init)
            guard !rules.isEmpty else {
                throw ControlError(name: name, message: "write the rule, or choose how often")
            }
            return value(rules)
        }
        var repetition = Repetition(chosen)
        if let text = texts[name + interval]?.trimmingCharacters(in: .whitespaces) {
            guard let number = Int(text), (1...999).contains(number) else {
                throw ControlError(name: name, message: "give a whole number from 1 to 999")
            }
            repetition.interval = number
        }
        let marked = texts.all(name + days)
        repetition.weekdays = week.map(\.rule).filter(marked.contains)
        repetition.until = texts[name + until]
        let ended = (texts[name + FormTexts.endedSuffix] ?? "").split(separator: " ").map(String.init)
        if keepsEnd, ended.count == 2, ended[0] == repetition.until { repetition.end = ended[1] }
        return value([repetition.text])
    }
}
