public import AtriumSDK
import ContentLine
import ICalendarFormat

/// iCalendar and vCalendar files as the SDK's ``Format``.
///
/// Containers hold a `CalendarContainer`, items a `CalendarComponent`; an item's kind is its component's name in lower
/// case, unless a module's ``ItemMark`` gives it another. The file is read twice: first for what stands around the components,
/// since zones may come after the events that use them.
public struct ICalendarFileFormat: Format {
    /// How many bytes one item may have; smaller in tests.
    var maximumItemSize = ComponentSplitter.defaultMaximumItemSize
    /// The marks of modules, by the kind of the components that may have them.
    private var marks: [ItemKind: [ItemMark]] = [:]

    /// Makes the format.
    public init() {}

    /// `icalendar`.
    public var id: FormatID { .icalendar }
    /// The format with these marks in the place of those that it had.
    public func detecting(_ marks: [ItemMark]) -> Self {
        var format = self
        format.marks = Dictionary(grouping: marks, by: \.component)
        return format
    }

    /// `ics`, `ical`, `ifb`, `vcs`.
    public var fileExtensions: [String] { ["ics", "ical", "icalendar", "ifb", "vcs"] }

    /// Certain where the file begins with BEGIN:VCALENDAR, likely where that or a component's BEGIN stands on any line.
    public func confidence(in prefix: [UInt8]) -> FormatConfidence {
        if begins(prefix, with: "BEGIN:VCALENDAR") { return .certain }
        return Self.components.contains { hasLine(prefix, beginningWith: "BEGIN:" + $0) } ? .likely : .none
    }

    /// What also stands without a VCALENDAR around it, in parts of calendars that programs hand out.
    private static let components = [
        "VCALENDAR", "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VALARM", "VAVAILABILITY",
    ]

    /// The calendar with the components before its end.
    public func document(of items: [[UInt8]], in container: [UInt8]) -> [UInt8] {
        let end = Array("END:VCALENDAR".utf8)
        var body: [UInt8] = []
        for item in items {
            body += item
            if let last = item.last, last != 10, last != 13 { body += [13, 10] }
        }
        let upper = container.map { (97...122).contains($0) ? $0 - 32 : $0 }
        guard let place = upper.ranges(of: end).last?.lowerBound else { return container + body }
        return container[..<place] + body + container[place...]
    }

    /// The component in UTF-8; see ``Format/exported(_:)``.
    public func exported(_ source: [UInt8]) -> [UInt8] { exportedContentLines(source) }

    /// Reads calendars; see ``Format/read(_:events:)``.
    public func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String {
        try explainingContentLineErrors {
            var encodings = try ItemEncodings(file)
            var containers = CalendarContainerReader(
                try FileByteSource(file), maximumItemSize: maximumItemSize)
            var open: (container: CalendarContainer, line: Int, hasItems: Bool)?
            var zones = ZoneCheck(CalendarContainer(source: []))
            func close() throws {
                if let open, !open.hasItems, let issue = Self.issue(ofEmpty: open.container, line: open.line)
                {
                    try events(.issue(issue))
                }
                open = nil
            }
            func begin(line: Int) throws {
                try close()
                let container = try containers.next() ?? CalendarContainer(source: [])
                open = (container, line, false)
                zones = ZoneCheck(container)
                try events(
                    .container(Container(format: .icalendar, source: container.source, value: container)))
            }
            var toldOf: Set<ItemKind> = []
            var reader = ICalendarReader(try FileByteSource(file), maximumItemSize: maximumItemSize)
            while let element = try reader.next() {
                switch element {
                case .calendarBegin(let line): try begin(line: line)
                case .component(let component):
                    // A component outside of any calendar; the codec has said so.
                    if open == nil { try begin(line: component.source.line) }
                    open?.hasItems = true
                    encodings.note(isUTF8: component.source.isUTF8)
                    let item = item(component, in: open?.container, zones.issues(of: component))
                    if let issue = Self.issue(ofCopy: item), toldOf.insert(item.kind).inserted {
                        try events(.issue(issue))
                    }
                    try events(.item(item))
                case .timeZone(_, let source, let issues):
                    if open == nil { try begin(line: source.line) }
                    encodings.note(isUTF8: source.isUTF8)
                    // The container was read beforehand, so that no zone comes late.
                    for issue in issues where issue.code != .lateTimeZone {
                        try events(.issue(ImportIssue(issue)))
                    }
                case .calendarProperty: break
                case .calendarEnd: try close()
                case .issue(let issue): try events(.issue(ImportIssue(issue)))
                }
            }
            try close()
            return encodings.name
        }
    }

    /// What is lost with a calendar that has no items: what stands around items is kept with them.
    private static func issue(ofEmpty container: CalendarContainer, line: Int) -> ImportIssue? {
        // Our own name of a calendar is taken also without items.
        let usual: Set<String> = ["VERSION", "PRODID", "CALSCALE", "METHOD", "X-ATRIUM-CALENDAR"]
        guard
            !container.timeZones.isEmpty
                || container.properties.contains(where: { !usual.contains($0.canonicalName) })
        else { return nil }
        return ImportIssue(
            line: line, code: "empty-calendar",
            message: "The calendar is empty, so its properties and time zones were not kept.",
            isKept: false)
    }

    /// What is said of items that are copies, and that nobody takes therefore; nil: it is no copy.
    private static func issue(ofCopy item: Item) -> ImportIssue? {
        guard let mark = item.mark, let notice = mark.copyNotice else { return nil }
        return ImportIssue(
            line: item.line, property: mark.property, code: mark.kind.rawValue, message: notice, isKept: false
        )
    }

    private func item(
        _ component: CalendarComponent, in container: CalendarContainer?, _ issues: [ImportIssue]
    ) -> Item {
        let kind = ItemKind(rawValue: component.kind.name.lowercased())
        let own = marks[kind]?.first { component.component.property($0.property) != nil }
        let mark =
            own
            ?? marks[kind]?.first { mark in
                container?.properties.contains { $0.canonicalName == mark.containerProperty } ?? false
            }
        // The typed value has no place for the property.
        let (source, uid) = component.source.withoutRecordUID
        // A message about a known event need not say when it starts (RFC 5546, section 3.2).
        let isAnswer = container?.method.map(Self.answers.contains) ?? false
        let ownIssues = component.issues.filter { !isAnswer || $0.code != .missingStart }
        return Item(
            kind: mark?.kind ?? kind, source: source.bytes, line: source.line, value: component,
            issues: ownIssues.map(ImportIssue.init) + issues, mark: mark, recordUID: uid)
    }

    /// The values of METHOD with which DTSTART may be missing.
    private static let answers: Set<String> = ["CANCEL", "REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER"]
}

/// Finds times of zones that are defined nowhere; each such zone is told once a calendar.
private struct ZoneCheck {
    private let container: CalendarContainer
    private lazy var zones = container.zones()
    private var reported: Set<String> = []

    private static let times: Set<String> = [
        "DTSTART", "DTEND", "DUE", "RECURRENCE-ID", "RDATE", "EXDATE", "TZID",
    ]

    init(_ container: CalendarContainer) { self.container = container }

    mutating func issues(of component: CalendarComponent) -> [ImportIssue] {
        var issues: [ImportIssue] = []
        for line in component.component.properties where Self.times.contains(line.canonicalName) {
            guard let id = Self.zone(of: line), !reported.contains(id), zones.zone(id) == nil else {
                continue
            }
            reported.insert(id)
            issues.append(
                ImportIssue(
                    line: line.lineNumber, property: line.canonicalName, code: "unknown-zone",
                    message:
                        "The time zone is not defined. Its times are shown as written, without a zone."))
        }
        return issues
    }

    /// The TZID of a time; of the property TZID the zone that it names.
    private static func zone(of line: ContentLine) -> String? {
        line.canonicalName == "TZID" ? line.text() : (line.withColonInParameter ?? line).parameter("TZID")
    }
}
