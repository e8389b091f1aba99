import AtriumSDK
import CSVFormat
import GRDB
import ICalendarExchange

/// Writes events as our own CSV: a header, and a row for each event, series and override, by rising id.
struct CSVExport {
    private let context: ExportContext

    init(_ context: ExportContext) {
        self.context = context
    }

    func run() throws {
        let calendars = try ExportedCalendars(context)
        let names = try CalendarNames(context.db)
        let table = EventTable(
            db: context.db, zones: ZoneTable(EventTable.zones, context.db), tags: context.tags,
            attachments: context.attachments
        )
        var writer = CSVWriter(
            .init(
                delimiter: context.csv.delimiter, byteOrderMark: context.csv.byteOrderMark,
                isForSpreadsheet: context.csv.isForSpreadsheet))
        var output: [UInt8] = []
        writer.append(EventCSV.header, to: &output)
        let ids = try Int64.fetchCursor(
            context.db, sql: "SELECT r.id FROM calendar_event r WHERE \(calendars.condition) ORDER BY r.id")
        while let id = try ids.next() {
            guard let event = try table.find(id) else { continue }
            writer.append(EventCSV.cells(event, calendar: names[event.calendarID]), to: &output)
            try context.write(output)
            output.removeAll(keepingCapacity: true)
        }
        if !output.isEmpty { try context.write(output) }
        context.warn(ofFormulas: writer.formulaCount)
    }
}

/// The calendars that an export is asked for: one by its name, or all.
struct ExportedCalendars {
    /// The calendars, the default one first, then by their making.
    let calendars: [NamedCalendar]
    /// Whether one was asked for by its name.
    let isOne: Bool
    /// SQL that holds for those of their events that are to be written, over the alias `r`.
    let condition: String

    /// - Throws: ``AtriumError`` with code `notFound` where there is no calendar of the name.
    init(_ context: ExportContext) throws {
        guard let name = context.arguments[CalendarOption.field] else {
            calendars = try Self.all(context.db)
            isOne = false
            condition = context.condition
            return
        }
        guard let calendar = try NamedCalendar.find(named: name, context.db) else {
            throw AtriumError(
                .notFound, "there is no calendar “\(name)”",
                remedy: "\(command: "calendar calendars list") lists the calendars",
                field: "calendar")
        }
        calendars = [calendar]
        isOne = true
        condition = "\(context.condition) AND r.calendar_id = \(calendar.id)"
    }

    /// All calendars of a vault, in that order.
    static func all(_ db: Database) throws -> [NamedCalendar] {
        try Row.fetchAll(db, sql: "SELECT * FROM calendar_calendar ORDER BY is_default DESC, id")
            .map(NamedCalendar.init(row:))
    }
}
