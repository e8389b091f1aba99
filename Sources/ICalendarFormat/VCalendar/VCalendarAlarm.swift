import ContentLine

/// The alarms of vCalendar 1.0, which are lines: `run time;pause;repeat count;what is shown, played or sent`.
///
/// See versit, vCalendar 1.0, 1996, sections "Audio Reminder" to "Procedure Reminder".
enum VCalendarAlarm {
    /// The properties, with the ACTION of iCalendar that each stands for.
    private static let actions = [
        "AALARM": "AUDIO", "DALARM": "DISPLAY", "MALARM": "EMAIL", "PALARM": "PROCEDURE",
    ]
    /// The names of the properties.
    static let names = Set(actions.keys)

    /// Reads an alarm.
    ///
    /// A run time on the clock of DTSTART becomes a span before it: an alarm of a floating event floats along.
    static func read(_ line: ContentLine, start: CalendarTime?, _ issues: inout [ContentIssue]) -> Alarm {
        let parts = line.list(separator: 0x3B)
        var alarm = Alarm(
            action: actions[line.canonicalName] ?? "DISPLAY",
            trigger: trigger(parts.first ?? "", line, start, &issues))
        if parts.count > 1 { alarm.repeatInterval = PropertyReader.duration(parts[1], line, &issues) }
        if parts.count > 2 {
            alarm.repeatCount = Int(trimmed(parts[2])).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
        }
        let content = parts.dropFirst(3).joined(separator: ";")
        guard !content.isEmpty else { return alarm }
        switch alarm.action {
        case "AUDIO":
            alarm.attachments = [
                Attachment(content: .uri(content), mediaType: soundType(line.parameter("TYPE")))
            ]
        case "PROCEDURE": alarm.attachments = [Attachment(content: .uri(content))]
        case "EMAIL":
            alarm.attendees = [CalendarUser(address: mail(parts[3]))]
            let note = parts.dropFirst(4).joined(separator: ";")
            if !note.isEmpty { alarm.description = note }
        default: alarm.description = content
        }
        return alarm
    }

    private static func trigger(
        _ text: String, _ line: ContentLine, _ start: CalendarTime?, _ issues: inout [ContentIssue]
    ) -> Alarm.Trigger? {
        switch (DateTimeText(text), start) {
        case (.utc(let instant)?, _): return .absolute(instant)
        case (.local(let time)?, .floating?), (.local(let time)?, .zoned?), (.local(let time)?, .date?):
            let seconds = time.seconds - (start?.clock.seconds ?? 0)
            return .relative(
                CalendarDuration(days: seconds / 86_400, seconds: seconds % 86_400), toEnd: false)
        case (.local(let time)?, _):
            issues.append(
                PropertyReader.issue(
                    .triggerNotUTC, line, "The alarm names no time zone; it was read as UTC."))
            return .absolute(Instant(epochSeconds: time.seconds))
        default:
            if let duration = PropertyReader.duration(text, line, &issues) {
                return .relative(duration, toEnd: false)
            }
            issues.append(
                PropertyReader.issue(.badTrigger, line, "The alarm has no run time; it does not ring."))
            return nil
        }
    }

    /// The line of an alarm: the one that said it before with what differs, or a new one.
    static func line(_ alarm: Alarm, start: CalendarTime?, over old: ContentLine?) -> ContentLine {
        let name = actions.first { $0.value == alarm.action }?.key ?? "DALARM"
        var parts = [
            runTime(alarm.trigger, start), alarm.repeatInterval?.text ?? "",
            alarm.repeatCount.map(String.init) ?? "",
        ]
        var sound: String?
        switch alarm.action {
        case "AUDIO", "PROCEDURE":
            if case .uri(let uri)? = alarm.attachments.first?.content { parts.append(uri) }
            sound = alarm.attachments.first?.mediaType
        case "EMAIL":
            parts.append(alarm.attendees.first.map { $0.email ?? $0.address } ?? "")
            parts.append(alarm.description ?? "")
        default: parts.append(alarm.description ?? "")
        }
        while parts.count > 1, parts.last == "" { parts.removeLast() }
        let value = parts.map(VCalendarText.escape).joined(separator: ";")
        var line = old ?? ContentLine(name: name, value: "")
        if line.canonicalName != name { line = ContentLine(name: name, value: "") }
        line.value = ArraySlice(value.utf8)
        line.removeEncoding()
        if let word = soundTypes.first(where: { $0.type == sound })?.word, line.parameter("TYPE") == nil {
            line.setParameter("TYPE", to: [word])
        }
        VCalendarText.encode(&line)
        return line
    }

    private static func runTime(_ trigger: Alarm.Trigger?, _ start: CalendarTime?) -> String {
        switch trigger {
        case .absolute(let instant)?: return CalendarTime.utc(instant).text
        case .relative(let duration, _)?:
            guard let start else { return duration.text }
            let clock = start.clock.adding(seconds: duration.nominalSeconds)
            guard clock >= .earliest, clock <= .latest else { return duration.text }
            if case .utc = start { return "\(clock)Z" }
            return "\(clock)"
        case nil: return ""
        }
    }

    private static let soundTypes = [
        (word: "WAVE", type: "audio/x-wav"), (word: "PCM", type: "audio/basic"),
        (word: "AIFF", type: "audio/x-aiff"),
    ]

    private static func soundType(_ word: String?) -> String? {
        let word = word?.asciiUppercased()
        return soundTypes.first { $0.word == word }?.type
    }

    private static func mail(_ address: String) -> String {
        let address = trimmed(address)
        return address.contains(":") ? address : "mailto:" + address
    }
}
