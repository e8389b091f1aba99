import AtriumSDK
public import ICalendarFormat

/// RELTYPE of whom a component is for: iCalendar has no word for it, and an ATTENDEE would be invited.
private let peopleType = "X-ATRIUM-FOR"
/// RELTYPE of what a component is a part of, which RELATED-TO means if it says none (RFC 5545, section 3.2.15).
private let parentType = "PARENT"

extension CalendarItem {
    /// The uids of those whom the component is for, each once.
    public var peopleUIDs: [String] {
        get { uids(relatedBy: peopleType) }
        set { setUIDs(newValue, relatedBy: peopleType) }
    }

    /// The uid of what the component is a part of: the first, if several are said.
    public var parentUID: String? {
        get { Words.filled(common.relations.first { $0.type == parentType }?.uid) }
        set { setUIDs([newValue].compactMap(\.self), relatedBy: parentType) }
    }

    /// The uids that the component names by a RELTYPE, each once.
    public func uids(relatedBy type: String) -> [String] {
        common.relations.filter { $0.type == type }.compactMap { relation in
            Words.filled(relation.uid.filter { !$0.isNewline })
        }.unique
    }

    /// Makes the uids that the component names by a RELTYPE others.
    public mutating func setUIDs(_ uids: [String], relatedBy type: String) {
        common.relations.removeAll { $0.type == type }
        common.relations += uids.map { Relation(uid: $0, type: type) }
    }
}
