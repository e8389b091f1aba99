import AtriumSDK
import ContentLine
import GRDB
import ICalendarExchange
import ICalendarFormat

/// Which of our calendars a VCALENDAR is: a property of it that our exports write and our imports read.
///
/// `X-ATRIUM-CALENDAR;X-BUSY=FALSE;X-COLOR=navy;X-DEFAULT=TRUE;X-UID=…:Work`. An export of all calendars has one VCALENDAR for each, and
/// gives back the same calendars to an empty vault. The names that others write (NAME, X-WR-CALNAME) choose nothing.
struct OfferedCalendar: Sendable, Hashable {
    static let property = "X-ATRIUM-CALENDAR"

    /// The calendar's uid; nil where it is not said.
    var uid: String?
    /// The calendar's name.
    var name: String
    /// Its colour.
    var color: String?
    /// Whether it is the default one.
    var isDefault: Bool
    /// Whether its events take time.
    var isBusy: Bool

    init(_ calendar: NamedCalendar) {
        uid = calendar.uid
        name = calendar.name
        color = calendar.color
        isDefault = calendar.isDefault
        isBusy = calendar.isBusy
    }

    /// What a container says; nil where it says nothing.
    init?(_ container: CalendarContainer) {
        guard let line = container.properties.first(where: { $0.canonicalName == Self.property }),
            let name = Words.filled(line.text())
        else { return nil }
        self.name = name
        uid = Words.filled(line.parameter("X-UID"))
        color = Words.filled(line.parameter("X-COLOR"))
        isDefault = line.parameter("X-DEFAULT")?.uppercased() == "TRUE"
        isBusy = line.parameter("X-BUSY")?.uppercased() != "FALSE"
    }

    /// Whether an import without this property makes the same calendar.
    var isPlain: Bool {
        isDefault && isBusy && color == nil && name == NamedCalendar.defaultName
            && uid == NamedCalendar.defaultUID
    }

    /// The property.
    var line: ContentLine {
        var parameters: [Parameter] = []
        if !isBusy { parameters.append(Parameter("X-BUSY", "FALSE")) }
        if let color { parameters.append(Parameter("X-COLOR", color)) }
        if isDefault { parameters.append(Parameter("X-DEFAULT", "TRUE")) }
        if let uid { parameters.append(Parameter("X-UID", uid)) }
        return ContentLine(name: Self.property, parameters: parameters, value: TextValue.escape(name))
    }

    /// Gives a new calendar its colour, and makes it the default one where there is none.
    func apply(to calendar: Int64, _ db: Database) throws {
        if let color {
            try db.execute(
                sql: "UPDATE calendar_calendar SET color = ? WHERE id = ?", arguments: [color, calendar])
        }
        if !isBusy {
            try db.execute(
                sql: "UPDATE calendar_calendar SET is_busy = 0 WHERE id = ?", arguments: [calendar])
        }
        if isDefault {
            try db.execute(
                sql: """
                    UPDATE calendar_calendar SET is_default = 1
                    WHERE id = ? AND NOT EXISTS (SELECT 1 FROM calendar_calendar WHERE is_default = 1)
                    """, arguments: [calendar])
        }
    }
}
