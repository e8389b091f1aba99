import AtriumSDK
public import ICalendarFormat

/// RELTYPE of whom a component is for: iCalendar has no word for it, and an ATTENDEE would be invited.
private let relationType = "X-ATRIUM-FOR"

extension CalendarItem {
    /// The uids of those whom the component is for, each once.
    public var peopleUIDs: [String] {
        get {
            var seen: Set<String> = []
            return common.relations.filter { $0.type == relationType }.compactMap { relation in
                Words.filled(relation.uid.filter { !$0.isNewline })
            }.filter { seen.insert($0).inserted }
        }
        set {
            common.relations.removeAll { $0.type == relationType }
            common.relations += newValue.map { Relation(uid: $0, type: relationType) }
        }
    }
}
