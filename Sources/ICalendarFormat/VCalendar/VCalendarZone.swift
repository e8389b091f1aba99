import ContentLine

/// The one zone of a vCalendar 1.0, which its properties TZ and DAYLIGHT say.
///
/// See versit, vCalendar 1.0, 1996, sections "Daylight Savings Rule" and "Time Zone". All times of the calendar that
/// are not in UTC are on its clock.
enum VCalendarZone {
    /// What the properties of a VCALENDAR say of its zone: a TZID, and its definition unless the TZID is a name.
    ///
    /// - Returns: nil where they say nothing that can be read; times then float.
    static func read(_ properties: [ContentLine]) -> (id: String, definition: TimeZoneDefinition?)? {
        guard let line = properties.first(where: { $0.canonicalName == "TZ" }) else { return nil }
        let text = trimmed(line.text())
        guard let offset = offset(text) else {
            // Some programs write the name of a zone.
            return !text.isEmpty && ZoneResolver().zone(text) != nil ? (text, nil) : nil
        }
        var observances: [ZoneObservance] = []
        var names: [String] = []
        for line in properties where line.canonicalName == "DAYLIGHT" {
            let parts = line.list(separator: 0x3B).map(trimmed)
            guard parts.count >= 4, parts[0].asciiUppercased() == "TRUE", let summer = Self.offset(parts[1]),
                let begin = time(parts[2], offset), let end = time(parts[3], summer)
            else { continue }
            let standardName = parts.count > 4 ? parts[4] : ""
            let summerName = parts.count > 5 ? parts[5] : ""
            if names.isEmpty { names = [standardName, summerName].filter { !$0.isEmpty } }
            observances += [
                ZoneObservance(
                    isDaylight: true, offsetFrom: offset, offsetTo: summer, start: begin, name: summerName),
                ZoneObservance(
                    isDaylight: false, offsetFrom: summer, offsetTo: offset, start: end, name: standardName),
            ]
        }
        var id = "UTC" + isoText(offset)
        if !observances.isEmpty {
            id += " (\(names.isEmpty ? "with daylight time" : names.joined(separator: ", ")))"
        } else {
            observances = [
                ZoneObservance(
                    isDaylight: false, offsetFrom: offset, offsetTo: offset,
                    start: CivilDateTime(date: CivilDate(dayNumber: 0)))
            ]
        }
        return (id, TimeZoneDefinition(id: id, observances: observances))
    }

    /// A change's time, on the clock before it.
    private static func time(_ text: String, _ offset: Int) -> CivilDateTime? {
        switch DateTimeText(text) {
        case .local(let time)?: time
        case .utc(let instant)?: instant.utc.adding(seconds: offset)
        case .date(let date)?: CivilDateTime(date: date)
        case nil: nil
        }
    }

    /// `-05`, `-5`, `-0500`, `-05:00`, `+5:30`, in seconds; nil where it is none.
    static func offset(_ text: String) -> Int? {
        var digits = text[...]
        guard let first = digits.first, first.isNumber || first == "+" || first == "-" else { return nil }
        if !first.isNumber { digits = digits.dropFirst() }
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } })
        else { return nil }
        let hours: String
        if parts.count == 2 {
            hours = padded(Int(parts[0]) ?? 99, to: 2) + parts[1]
        } else {
            hours = digits.utf8.count <= 2 ? padded(Int(digits) ?? 99, to: 2) + "00" : String(digits)
        }
        return ZoneObservance.offset((first == "-" ? "-" : "+") + (hours.utf8.count == 3 ? "0" : "") + hours)
    }

    /// An offset with a colon: `+05:30`.
    private static func isoText(_ seconds: Int) -> String {
        let text = ZoneObservance.offsetText(seconds)
        return "\(text.prefix(3)):\(text.dropFirst(3))"
    }
}
