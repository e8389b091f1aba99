import AtriumSDK
import CSVExchange
import CSVFormat
import ContentLine
import ICalendarExchange
import ICalendarFormat

/// Atrium's own CSV of events: one row for each event, series and override, with every value.
///
/// Values that are lists of objects (guests, reminders, documents) are JSON in their cell; the README describes all
/// columns. Reading a row that was written gives the same event.
enum EventCSV {
    /// The columns in order.
    ///
    /// The raw value is the header.
    enum Column: String, CaseIterable, Sendable {
        case uid
        case icalUID = "ical uid"
        case calendar
        case summary
        case start
        case startZone = "start zone"
        case end
        case endZone = "end zone"
        case duration
        case location
        case description
        case categories
        case status
        case transparency
        case classification = "class"
        case priority
        case recurrenceRules = "recurrence rules"
        case exceptionRules = "exception rules"
        case recurrenceDates = "recurrence dates"
        case exceptionDates = "exception dates"
        case recurrenceID = "recurrence id"
        case recurrenceZone = "recurrence zone"
        case recurrenceRange = "recurrence range"
        case latitude
        case longitude
        case organizer
        case attendees
        case alarms
        case attachments
        case url
        case color
        case sequence
        case created
        case updated
    }

    /// The header's cells.
    static let header = Column.allCases.map(\.rawValue)
    /// How the columns are found in a file, in any order; the first seven are the signature.
    static let profile = CSVProfile<Column>(
        name: "atrium-events", signature: Array(header.prefix(7)),
        columns: Column.allCases.map { ($0, [$0.rawValue]) })

    private static let thisAndFuture = "THISANDFUTURE"
    private static let transparent = "TRANSPARENT"
    private static let opaque = "OPAQUE"

    // MARK: Writing

    /// The cells of an event's row.
    static func cells(_ stored: Event, calendar: String) -> [String] {
        Column.allCases.map { text($0, stored, calendar) ?? "" }
    }

    private static func text(_ column: Column, _ stored: Event, _ calendar: String) -> String? {
        let event = stored.details
        return switch column {
        case .uid: stored.uid
        case .icalUID: stored.icalUID
        case .calendar: calendar
        case .summary: event.summary
        case .start: event.start?.storedText
        case .startZone: event.start?.zoneID
        case .end: event.endTime?.storedText
        case .endZone: event.endTime?.zoneID
        case .duration: event.duration?.text
        case .location: event.location
        case .description: event.description
        case .categories: EventCSVList.join(event.categories)
        case .status: event.status?.rawValue
        case .transparency: event.isTransparent.map { $0 ? transparent : opaque }
        case .classification: event.classification?.rawValue
        case .priority: event.priority.map(String.init)
        case .recurrenceRules: event.rules.map(\.text).joined(separator: "\n")
        case .exceptionRules: event.exclusionRules.map(\.text).joined(separator: "\n")
        case .recurrenceDates: dates(event.additions)
        case .exceptionDates: dates(event.exclusions.map { RecurrenceDate($0) })
        case .recurrenceID: event.recurrenceID?.time.storedText
        case .recurrenceZone: event.recurrenceID?.time.zoneID
        case .recurrenceRange: event.recurrenceID?.includesFuture == true ? thisAndFuture : nil
        case .latitude: event.position.map { DecimalText.text($0.latitude) }
        case .longitude: event.position.map { DecimalText.text($0.longitude) }
        case .organizer: EventCSVList.json(event.organizer.map { [$0] } ?? [])
        case .attendees: EventCSVList.json(event.attendees)
        case .alarms: EventCSVList.json(event.alarms)
        case .attachments: EventCSVList.json(event.attachments)
        case .url: event.url
        case .color: event.color
        case .sequence: event.sequence.map(String.init)
        case .created: stored.createdAt
        case .updated: stored.updatedAt
        }
    }

    /// One date a line: the time, or the period, and after a blank its zone.
    private static func dates(_ dates: [RecurrenceDate]) -> String {
        dates.map { date in
            date.start.zoneID.map { zone in "\(date.storedText) \(zone)" } ?? date.storedText
        }.joined(separator: "\n")
    }

    // MARK: Reading

    /// The draft of a row, its uid, and what was wrong in it.
    static func draft(_ row: CSVRow, columns: CSVProfileMatch<Column>) -> MappedItem<EventDraft> {
        var cells = Cells(row: row, columns: columns)
        var event = CalendarEvent(start: cells.time(.start, zone: .startZone))
        event.summary = cells.text(.summary)
        event.description = cells.text(.description)
        event.location = cells.text(.location)
        if let latitude = cells.read(.latitude, "number", finite),
            let longitude = cells.read(.longitude, "number", finite)
        {
            event.position = GeoPosition(latitude: latitude, longitude: longitude)
        }
        if let end = cells.time(.end, zone: .endZone) {
            event.end = .time(end)
        } else if let duration = cells.read(.duration, "duration", { CalendarDuration($0) }) {
            event.end = .duration(duration)
        }
        event.rules = cells.lines(.recurrenceRules, "rule") { try? RecurrenceRule($0) }
        event.exclusionRules = cells.lines(.exceptionRules, "rule") { try? RecurrenceRule($0) }
        event.additions = cells.lines(.recurrenceDates, "day or time", date)
        event.exclusions = cells.lines(.exceptionDates, "day or time", date).map(\.start)
        if let time = cells.time(.recurrenceID, zone: .recurrenceZone) {
            event.recurrenceID = CalendarEvent.RecurrenceID(
                time, includesFuture: cells.text(.recurrenceRange) == thisAndFuture)
        }
        event.status = cells.read(.status, "status") { CalendarEvent.Status(rawValue: $0.uppercased()) }
        event.isTransparent = cells.read(.transparency, "transparency") {
            [transparent: true, opaque: false][$0.uppercased()]
        }
        event.classification = cells.read(.classification, "class") {
            CalendarEvent.Classification(rawValue: $0.uppercased())
        }
        event.priority = cells.read(.priority, "priority from 0 to 9") {
            Int($0).flatMap { (0...9).contains($0) ? $0 : nil }
        }
        event.categories = cells.text(.categories).map(EventCSVList.split) ?? []
        event.organizer = cells.list(.organizer, EventCSVList.users).first
        event.attendees = cells.list(.attendees, EventCSVList.users)
        event.alarms = cells.list(.alarms, EventCSVList.alarms)
        event.attachments = cells.list(.attachments, EventCSVList.attachments)
        event.url = cells.text(.url)
        event.color = cells.text(.color)
        event.sequence = cells.read(.sequence, "number") { Int($0).flatMap { $0 >= 0 ? $0 : nil } }
        let draft = EventDraft(
            EventDetails.normalized(event), itemUID: cells.text(.icalUID), calendar: cells.text(.calendar),
            createdAt: instant(cells.text(.created)),
            updatedAt: instant(cells.text(.updated)))
        return MappedItem(draft: draft, uid: cells.text(.uid), issues: cells.issues)
    }

    /// The cells of a row as values, and what was wrong in them.
    private struct Cells {
        let row: CSVRow
        let columns: CSVProfileMatch<Column>
        private(set) var issues: [ImportIssue] = []

        init(row: CSVRow, columns: CSVProfileMatch<Column>) {
            self.row = row
            self.columns = columns
        }

        func text(_ column: Column) -> String? {
            columns.index(of: column).flatMap { row[$0] }.flatMap(Words.filled)
        }

        mutating func read<Value>(_ column: Column, _ what: String, _ read: (String) -> Value?) -> Value? {
            guard let text = text(column) else { return nil }
            if let value = read(text) { return value }
            refuse(column, "The cell is not a valid \(what); it is kept only in the original row.")
            return nil
        }

        mutating func time(_ column: Column, zone: Column) -> CalendarTime? {
            let name = text(zone)
            // It is kept under its name, as a zone of a file of calendars that nobody knows is.
            _ = UnknownZone.read(name, by: ZoneResolver().zone, orTaking: nil) { code, message in
                issues.append(
                    ImportIssue(line: row.line, property: zone.rawValue, code: code, message: message))
            }
            return read(column, "day or time") { CalendarTime(stored: $0, zone: name) }
        }

        mutating func lines<Value>(_ column: Column, _ what: String, _ read: (String) -> Value?) -> [Value] {
            var values: [Value] = []
            for line in text(column)?.split(whereSeparator: \.isNewline) ?? [] {
                if let value = read(String(line)) {
                    values.append(value)
                } else {
                    refuse(column, "A line is not a valid \(what); it is kept only in the original row.")
                }
            }
            return values
        }

        mutating func list<Element>(_ column: Column, _ read: (String) -> [Element]?) -> [Element] {
            guard let text = text(column) else { return [] }
            if let list = read(text) { return list }
            refuse(column, "The cell is not valid JSON for this column; it is kept only in the original row.")
            return []
        }

        private mutating func refuse(_ column: Column, _ message: String) {
            issues.append(
                ImportIssue(line: row.line, property: column.rawValue, code: "bad-cell", message: message))
        }
    }

    private static func finite(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func instant(_ text: String?) -> String? {
        text.flatMap(Timestamp.date).map(Timestamp.text)
    }

    private static func date(_ line: String) -> RecurrenceDate? {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        return parts.first.flatMap { RecurrenceDate(stored: $0, zone: parts.count > 1 ? parts[1] : nil) }
    }
}
