import AtriumSDK
import CSVExchange
import CSVFormat
import Foundation
import ICalendarExchange
import ICalendarFormat

/// Reads one row of another program's CSV.
///
/// Pure.
struct ForeignCSVRow {
    let row: CSVRow
    let columns: ForeignCSV.Columns
    /// The zone of times that name none, or one that nobody knows.
    private var zone: String
    private(set) var issues: [ImportIssue] = []

    init(_ row: CSVRow, columns: ForeignCSV.Columns, zone: String) {
        self.row = row
        self.columns = columns
        self.zone = zone
    }

    /// The draft of the row, its uid, and what was wrong in it.
    ///
    /// - Throws: ``AtriumError/dateOrderNeeded(line:column:)`` where a date can be read two ways: the user must say
    ///   which.
    mutating func draft() throws -> MappedItem<EventDraft> {
        var event = CalendarEvent()
        event.summary = cell(.summary)
        event.description = cell(.description)
        event.location = cell(.location)
        event.url = cell(.url)
        event.categories = list(.categories)
        readZone()
        try readTimes(into: &event)
        readWords(into: &event)
        readPeople(into: &event)
        try readReminder(into: &event)
        if let text = cell(.recurrenceRule) {
            let rule = text.uppercased().hasPrefix("RRULE:") ? String(text.dropFirst(6)) : text
            if let rule = try? RecurrenceRule(rule) {
                event.rules = [rule]
            } else {
                refuse(.recurrenceRule, "bad-rule", "The cell is not a valid recurrence rule.")
            }
        }
        return MappedItem(
            draft: EventDraft(EventDetails.normalized(event), itemUID: cell(.uid)), uid: cell(.uid),
            issues: issues)
    }

    private func cell(_ column: ForeignCSV.Column) -> String? {
        guard let index = columns.indices[column], let text = row[index] else { return nil }
        return Words.filled(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The name that a column has in the file.
    private func name(of column: ForeignCSV.Column) -> String {
        columns.indices[column].map { columns.names[$0] } ?? column.rawValue
    }

    private func list(_ column: ForeignCSV.Column) -> [String] {
        cell(column)?.split { $0 == ";" || $0 == "," }.map { $0.trimmingCharacters(in: .whitespaces) } ?? []
    }

    private func flag(_ column: ForeignCSV.Column) -> Bool {
        ["true", "yes", "1", "on", "wahr", "ja", "ein"].contains(cell(column)?.lowercased())
    }

    private mutating func refuse(_ column: ForeignCSV.Column, _ code: String, _ message: String) {
        issues.append(
            ImportIssue(
                line: row.line, property: column.rawValue, code: code,
                message: message + " It is kept only in the original row."))
    }

    // MARK: Times

    /// Takes the row's zone for its times, where it names one.
    private mutating func readZone() {
        let found = UnknownZone.read(cell(.zone), by: { ZoneResolver().zone($0)?.id }, orTaking: zone) {
            code, message in
            issues.append(
                ImportIssue(
                    line: row.line, property: ForeignCSV.Column.zone.rawValue, code: code, message: message))
        }
        if let found { zone = found }
    }

    private mutating func readTimes(into event: inout CalendarEvent) throws {
        guard let start = try moment(.start, .startTime) else {
            if cell(.start) == nil { refuse(.start, "missing-start", "The row has no start.") }
            return
        }
        let isAllDay = flag(.allDay) || start.time == nil
        event.start = time(start, isDate: isAllDay)
        if let end = try moment(.end, .endTime) {
            var last = time(end, isDate: isAllDay)
            // A last day that is named without a time belongs to the event; midnight ends the day before.
            if isAllDay, end.time == nil, case .date(let date) = last { last = .date(date.adding(days: 1)) }
            if let start = event.start, let last, last.isDate == start.isDate, EventRules.isAfter(last, start)
            {
                event.end = .time(last)
            } else if !isAllDay, end.time == nil {
                refuse(.end, "bad-date", "The end has no time, but the start has one.")
            } else if last != event.start {
                refuse(.end, "end-before-start", "The end is not after the start.")
            }
        } else if let text = cell(.duration) {
            if let duration = CalendarDuration(text), duration.nominalSeconds > 0 {
                event.end = .duration(duration)
            } else {
                refuse(.duration, "bad-duration", "The cell is not a valid duration.")
            }
        }
    }

    /// A date with its time, from one column or two; nil where there is none or it cannot be read.
    private mutating func moment(
        _ dateColumn: ForeignCSV.Column, _ timeColumn: ForeignCSV.Column
    ) throws -> CSVDateTime? {
        guard let text = cell(dateColumn) else { return nil }
        var moment: CSVDateTime
        do {
            moment = try CSVDateTime.parse(text, order: columns.order)
        } catch {
            if case .ambiguousOrder = error {
                throw AtriumError.dateOrderNeeded(line: row.line, column: name(of: dateColumn))
            }
            refuse(dateColumn, "bad-date", error.message)
            return nil
        }
        guard moment.date.year != nil else {
            refuse(dateColumn, "bad-date", "The date has no year.")
            return nil
        }
        if let text = cell(timeColumn) {
            if let time = CSVTime.parse(text) {
                moment.time = time
            } else {
                refuse(timeColumn, "bad-time", "The cell is not a valid time of day.")
            }
        }
        return moment
    }

    private func time(_ moment: CSVDateTime, isDate: Bool) -> CalendarTime? {
        guard let year = moment.date.year,
            let date = CivilDate(year: year, month: moment.date.month, day: moment.date.day)
        else { return nil }
        guard !isDate, let time = moment.time else { return .date(date) }
        let clock = CivilDateTime(date: date, secondOfDay: time.hour * 3600 + time.minute * 60 + time.second)
        if moment.zone.isEmpty { return .zoned(clock, zone: zone) }
        let offset = ZoneObservance.offset(moment.zone) ?? Self.hours(moment.zone)
        return .utc(Instant(epochSeconds: clock.seconds - offset))
    }

    /// The offset of `Z`, or of hours alone: `+02`.
    private static func hours(_ text: String) -> Int { (Int(text) ?? 0) * 3600 }

    // MARK: Words

    private mutating func readWords(into event: inout CalendarEvent) {
        switch cell(.showAs)?.lowercased() {
        case "free", "3", "frei": event.isTransparent = true
        case "tentative", "1", "mit vorbehalt": event.status = .tentative
        case nil, "busy", "2", "gebucht", "away", "4", "out of office", "abwesend": break
        default: refuse(.showAs, "bad-value", "The cell is not busy, free, tentative or away.")
        }
        if let text = cell(.status) {
            event.status = CalendarEvent.Status(rawValue: text.uppercased())
            if event.status == nil { refuse(.status, "bad-value", "The cell is not a valid status.") }
        }
        switch cell(.sensitivity)?.lowercased() {
        case "private", "personal", "privat", "persönlich": event.classification = .private
        case "confidential", "vertraulich": event.classification = .confidential
        default: break
        }
        if flag(.private) { event.classification = .private }
        switch cell(.priority)?.lowercased() {
        case "high", "hoch": event.priority = 1
        case "low", "niedrig": event.priority = 9
        case nil, "normal": break
        case let text?:
            if let number = Int(text), (0...9).contains(number) {
                event.priority = number
            } else {
                refuse(.priority, "bad-value", "The cell is not a valid priority.")
            }
        }
    }

    private mutating func readPeople(into event: inout CalendarEvent) {
        func users(_ column: ForeignCSV.Column) -> [CalendarUser] {
            list(column).compactMap {
                $0.contains("@") ? CalendarUser(address: EventDetails.calendarAddress($0)) : nil
            }
        }
        event.organizer = users(.organizer).first
        event.attendees = users(.attendees)
        for var user in users(.optionalAttendees) {
            user.role = "OPT-PARTICIPANT"
            event.attendees.append(user)
        }
        for column in [ForeignCSV.Column.organizer, .attendees, .optionalAttendees]
        where list(column).contains(where: { !$0.contains("@") }) {
            refuse(column, "no-address", "A person has no e-mail address.")
        }
    }

    private mutating func readReminder(into event: inout CalendarEvent) throws {
        guard flag(.reminder), let start = event.start?.clock,
            let moment = try moment(.reminderDate, .reminderTime),
            let clock = time(CSVDateTime(date: moment.date, time: moment.time), isDate: false)?.clock
        else { return }
        let before = clock.seconds - start.seconds
        event.alarms = [
            ICalendarFormat.Alarm(trigger: .relative(CalendarDuration(seconds: before), toEnd: false))
        ]
    }
}
