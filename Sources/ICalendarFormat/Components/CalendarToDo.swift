public import ContentLine

/// Something to be done: the typed view of a VTODO.
///
/// See RFC 5545, section 3.6.2. What it has in common with other components is in ``common``.
public struct CalendarToDo: CalendarItem {
    /// STATUS.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// Not begun.
        case needsAction = "NEEDS-ACTION"
        /// Begun.
        case inProcess = "IN-PROCESS"
        /// Done.
        case completed = "COMPLETED"
        /// Given up.
        case cancelled = "CANCELLED"
    }

    /// DUE, or DURATION from the start on.
    public typealias Due = CalendarEnd

    /// `VTODO`.
    public static let componentName = "VTODO"

    /// What all components say alike; DTSTART is when it can be begun.
    public var common = CommonProperties()
    /// DUE or DURATION: by when it is to be done; DUE where both stand.
    ///
    /// A date means that day, inclusive.
    public var due: Due?
    /// STATUS.
    public var status: Status?
    /// COMPLETED: when it was done.
    public var completed: Instant?
    /// PERCENT-COMPLETE: 0 to 100.
    public var percentComplete: Int?

    /// Makes a to-do that says nothing yet.
    public init() {}

    /// Makes a to-do of which only id and summary are known.
    public init(uid: String? = nil, summary: String?) {
        common.uid = uid
        common.summary = summary
    }

    /// Reads the typed view of a VTODO; see ``CalendarItem``.
    public init(
        _ component: Component, version: CalendarVersion = .iCalendar, localZone: String? = nil,
        issues: inout [ContentIssue]
    ) {
        read(component, version: version, localZone: localZone, issues: &issues)
    }

    /// Writes into a component what differs; see ``CalendarItem``.
    public func written(
        over component: Component, from old: CalendarToDo, version: CalendarVersion = .iCalendar,
        localZone: String? = nil
    ) -> PatchedComponent {
        edited(component, from: old, version: version, localZone: localZone)
    }

    /// Whether it is done: by its status, or, where that is missing, by COMPLETED or 100 percent.
    public var isCompleted: Bool {
        status.map { $0 == .completed } ?? (completed != nil || percentComplete == 100)
    }
}

extension CalendarToDo: EditableItem {
    mutating func readOwn(_ line: ContentLine, _ reader: inout ItemReader) -> Bool {
        switch line.canonicalName {
        case "DUE": reader.readEnd(line, &due)
        case "DURATION": reader.readDuration(line)
        case "STATUS": reader.once(line, &status, Self.status)
        case "COMPLETED": reader.once(line, &completed, PropertyReader.instant)
        case "PERCENT-COMPLETE":
            reader.once(line, &percentComplete) { PropertyReader.integer($0, 0...100, &$1) }
        default: return false
        }
        return true
    }

    private static func status(_ line: ContentLine, _ issues: inout [ContentIssue]) -> Status? {
        let word = trimmed(line.text()).asciiUppercased()
        switch word {
        case "NEEDS ACTION": return .needsAction  // vCalendar 1.0 writes a blank.
        case "CANCELED": return .cancelled
        default:
            return Status(rawValue: word)
                ?? PropertyReader.unknown(
                    line, "STATUS has a value that to-dos do not allow; it was kept and ignored.", &issues)
        }
    }

    mutating func finish(_ component: Component, _ reader: inout ItemReader) {
        reader.finish(&due, named: "DUE", common, component)
    }

    func writeOwn(from old: CalendarToDo, _ editor: inout ComponentEditor) {
        editor.change(old.due, due) { $0.setEnd("DUE", $1) }
        editor.change(old.status, status) { editor, value in
            let isOld = editor.version == .vCalendar && value == .needsAction
            editor.set("STATUS", isOld ? "NEEDS ACTION" : value?.rawValue)
        }
        editor.change(old.completed, completed) { $0.setTime("COMPLETED", $1.map { .utc($0) }) }
        editor.change(old.percentComplete, percentComplete) {
            $0.set("PERCENT-COMPLETE", $1.map(String.init))
        }
    }
}
