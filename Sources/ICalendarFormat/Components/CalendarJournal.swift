public import ContentLine

/// A journal entry: the typed view of a VJOURNAL.
///
/// See RFC 5545, section 3.6.3. What it has in common with other components is in ``common``; DTSTART is the day or
/// time that it is about, and it has no length.
public struct CalendarJournal: CalendarItem {
    /// STATUS.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// Being written.
        case draft = "DRAFT"
        /// Written.
        case final = "FINAL"
        /// Taken back.
        case cancelled = "CANCELLED"
    }

    /// `VJOURNAL`.
    public static let componentName = "VJOURNAL"

    /// What all components say alike.
    public var common = CommonProperties()
    /// DESCRIPTION after the first: a journal entry may have several.
    public var furtherDescriptions: [String] = []
    /// STATUS.
    public var status: Status?

    /// Makes an entry that says nothing yet.
    public init() {}

    /// Makes an entry of which id, day and text are known.
    public init(uid: String? = nil, start: CalendarTime?, description: String? = nil) {
        common.uid = uid
        common.start = start
        common.description = description
    }

    /// Reads the typed view of a VJOURNAL; see ``CalendarItem``.
    public init(
        _ component: Component, version: CalendarVersion = .iCalendar, localZone: String? = nil,
        issues: inout [ContentIssue]
    ) {
        read(component, version: version, localZone: localZone, issues: &issues)
    }

    /// Writes into a component what differs; see ``CalendarItem``.
    public func written(
        over component: Component, from old: CalendarJournal, version: CalendarVersion = .iCalendar,
        localZone: String? = nil
    ) -> PatchedComponent {
        edited(component, from: old, version: version, localZone: localZone)
    }
}

extension CalendarJournal: EditableItem {
    mutating func readOwn(_ line: ContentLine, _ reader: inout ItemReader) -> Bool {
        switch line.canonicalName {
        case "DESCRIPTION" where common.description != nil: furtherDescriptions.append(line.text())
        case "STATUS": reader.once(line, &status, Self.status)
        default: return false
        }
        return true
    }

    private static func status(_ line: ContentLine, _ issues: inout [ContentIssue]) -> Status? {
        let word = trimmed(line.text()).asciiUppercased()
        if word == "CANCELED" { return .cancelled }
        return Status(rawValue: word)
            ?? PropertyReader.unknown(
                line, "STATUS has a value that journal entries do not allow; it was kept and ignored.",
                &issues)
    }

    mutating func finish(_ component: Component, _ reader: inout ItemReader) {}

    func writeOwn(from old: CalendarJournal, _ editor: inout ComponentEditor) {
        editor.change(old.status, status) { $0.set("STATUS", $1?.rawValue) }
        // All of them are one list here, so that the first can go while others stay.
        let (before, after) = (old.descriptions, descriptions)
        guard before != after else { return }
        editor.changeLines("DESCRIPTION", before, after) { text, line in
            line.value = ArraySlice(TextValue.escape(text).utf8)
        }
        if old.common.description != common.description { editor.dropTwins() }
    }

    private var descriptions: [String] {
        (common.description.map { [$0] } ?? []) + furtherDescriptions
    }
}
