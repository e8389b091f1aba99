public import ContentLine

/// Writes one VCALENDAR as a stream: hand the pieces over in order, and take the bytes away whenever it suits.
///
/// Lines end in CRLF and are folded at 75 octets. Nothing that is handed over can break out of its line.
public struct ICalendarWriter {
    /// The bytes written so far; take them with ``takeOutput()``.
    private var output: [UInt8] = []
    private var isOpen = false
    private var zones: Set<String> = []

    /// The PRODID of new calendars.
    public static let productID = "-//Atrium//Personal data hub//EN"

    /// Makes a writer; nothing is written before ``begin(properties:version:)``.
    public init() {}

    /// Writes BEGIN and the calendar's own properties.
    ///
    /// - Parameter properties: properties that were kept from an import, such as `X-WR-CALNAME`. Where VERSION or
    ///   PRODID is not among them it is added; a VERSION other than 2.0 is replaced, since what follows is 2.0,
    ///   unless `version` says otherwise.
    public mutating func begin(properties: [ContentLine] = [], version: CalendarVersion = .iCalendar) {
        append("BEGIN:VCALENDAR\r\n")
        isOpen = true
        let number = version == .vCalendar ? "1.0" : "2.0"
        let kept = properties.filter {
            $0.canonicalName != "VERSION" && $0.canonicalName != "BEGIN" && $0.canonicalName != "END"
        }
        if let line = properties.first(where: { $0.canonicalName == "VERSION" }),
            trimmed(line.text()) == number
        {
            line.write(to: &output)
        } else {
            append("VERSION:\(number)\r\n")
        }
        if !kept.contains(where: { $0.canonicalName == "PRODID" }) {
            append("PRODID:\(ICalendarWriter.productID)\r\n")
        }
        for line in kept { line.write(to: &output) }
    }

    /// Writes a VTIMEZONE, unless one with its id was written.
    public mutating func write(_ definition: TimeZoneDefinition) {
        guard zones.insert(definition.id).inserted else { return }
        definition.component.write(to: &output)
    }

    /// Writes a component.
    public mutating func write(_ component: Component) {
        component.write(to: &output)
    }

    /// Writes a component as it was read: its own bytes, with CRLF line ends, in UTF-8.
    public mutating func write(source: RawItem) {
        output += source.normalized()
    }

    /// Writes END.
    public mutating func end() {
        guard isOpen else { return }
        isOpen = false
        zones = []
        append("END:VCALENDAR\r\n")
    }

    /// The bytes written since the last call.
    public mutating func takeOutput() -> [UInt8] {
        let bytes = output
        output.removeAll(keepingCapacity: true)
        return bytes
    }

    private mutating func append(_ text: String) {
        output.append(contentsOf: text.utf8)
    }
}
