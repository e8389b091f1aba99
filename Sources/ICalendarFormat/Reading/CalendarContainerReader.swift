public import ContentLine
public import TextDecoding

/// Finds the containers of a file one by one, in a fast pass that does not read the components.
///
/// It goes along beside an ``ICalendarReader`` of the same file: whoever meets an
/// ``ICalendarReader/Element/calendarBegin(line:)`` there asks here for the container. It has then read as far as that
/// VCALENDAR's end, and keeps no more than what stands around the components of one, however many a file has.
///
/// Components that stand outside of any VCALENDAR are taken to stand in one that lasts to the next BEGIN or the end, so
/// that a zone which is handed out without a calendar serves the events after it.
public struct CalendarContainerReader {
    private var splitter: ComponentSplitter
    /// What has been found of the container that is being read, between its BEGIN and END.
    private var open: [UInt8]?
    /// The last one: of many calendars in a file most are alike, and are read once.
    private var last: CalendarContainer?
    private static let begin = Array("BEGIN:VCALENDAR\r\n".utf8)
    private static let end = Array("END:VCALENDAR\r\n".utf8)

    /// Reads from a source of bytes.
    ///
    /// - Parameter maximumItemSize: how many bytes one component may have; see ``next()``.
    public init(
        _ source: some ByteSource, maximumItemSize: Int = ComponentSplitter.defaultMaximumItemSize
    ) {
        splitter = ComponentSplitter(
            DecodingByteSource(source, eightBitText: .keep), grammar: .iCalendar,
            maximumItemSize: maximumItemSize)
    }

    /// The next container, or nil at the end of the source: one for each VCALENDAR, and for each run of components outside
    /// of any.
    ///
    /// - Throws: `ContentLineError` where a component is larger than the limit, and what the source throws.
    public mutating func next() throws -> CalendarContainer? {
        while let event = try splitter.next() {
            switch event {
            case .containerBegin:
                let ended = close()
                open = []
                if let ended { return ended }
            case .containerProperty(let item):
                // A single line: ``RawItem/normalized(fallback:)`` would put BEGIN and END around it.
                if let line = ContentLine(reading: item.bytes, line: item.line) {
                    open?.append(contentsOf: line.written())
                }
            case .item(let item):
                if open == nil { open = [] }
                if item.name == "VTIMEZONE" { open?.append(contentsOf: item.normalized()) }
            case .containerEnd:
                if let ended = close() { return ended }
            case .issue: break
            }
        }
        return close()
    }

    /// The container that was being read, if any.
    private mutating func close() -> CalendarContainer? {
        guard let lines = open else { return nil }
        open = nil
        let source = Self.begin + lines + Self.end
        if let last, last.source == source { return last }
        let container = CalendarContainer(source: source)
        last = container
        return container
    }
}
