import ContentLine

extension RecurrenceRule {
    /// The rule with some parts replaced; all other parts keep their order and spelling.
    ///
    /// - Parameter changes: new values by the name of their parts; nil removes a part. A part that the rule lacks is added
    ///   at its end.
    /// - Throws: ``RecurrenceRuleError`` if a value is not allowed.
    func replacing(_ changes: [(name: String, value: String?)]) throws -> RecurrenceRule {
        var parts = text.split(separator: ";").map(String.init)
        for (name, value) in changes {
            func isNamed(_ part: String) -> Bool {
                trimmed(part.prefix { $0 != "=" }).asciiUppercased() == name
            }
            // Of a part given twice, the last one counts.
            guard let index = parts.lastIndex(where: isNamed) else {
                if let value { parts.append("\(name)=\(value)") }
                continue
            }
            if let value { parts[index] = "\(name)=\(value)" }
            let last = index
            parts = parts.enumerated().filter { offset, part in
                !isNamed(part) || (value != nil && offset == last)
            }.map(\.element)
        }
        return try RecurrenceRule(parts.joined(separator: ";"))
    }

    /// Returns the rule with the values that it takes from its DTSTART written out, if a new DTSTART has others.
    ///
    /// See RFC 5545, section 3.3.10: a rule without BYMONTHDAY, for example, uses the day of DTSTART.
    func writingOut(_ old: CivilDateTime, for new: CivilDateTime, isDate: Bool) throws -> RecurrenceRule {
        var changes: [(name: String, value: String?)] = []
        func add(_ name: String, _ value: Int, _ newValue: Int) {
            if value != newValue { changes.append((name, String(value))) }
        }
        let (_, month, day) = old.date.components
        let (_, newMonth, newDay) = new.date.components
        let hasDays = !byMonthDay.isEmpty || !byYearDay.isEmpty || parts.hasWeekdays
        switch frequency {
        case .yearly where !hasDays && byWeekNumber.isEmpty:
            // If one of the two changes, both are written: a day alone would mean every month.
            if (month, day) != (newMonth, newDay) {
                if byMonth.isEmpty { changes.append(("BYMONTH", String(month))) }
                changes.append(("BYMONTHDAY", String(day)))
            }
        case .yearly where !hasDays, .weekly where !parts.hasWeekdays:
            if old.date.weekday != new.date.weekday { changes.append(("BYDAY", old.date.weekday.code)) }
        case .monthly where !hasDays: add("BYMONTHDAY", day, newDay)
        default: break
        }
        if !isDate {
            if frequency > .hourly, byHour.isEmpty { add("BYHOUR", old.hour, new.hour) }
            if frequency > .minutely, byMinute.isEmpty { add("BYMINUTE", old.minute, new.minute) }
            if frequency > .secondly, bySecond.isEmpty { add("BYSECOND", old.second, new.second) }
        }
        return changes.isEmpty ? self : try replacing(changes)
    }
}
