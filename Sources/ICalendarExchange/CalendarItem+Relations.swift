import AtriumSDK
public import ICalendarFormat

/// The RELTYPE for the people that a component is meant for.
///
/// iCalendar has no property for them, and programs would invite an ATTENDEE.
private let peopleType = "X-ATRIUM-FOR"
/// The RELTYPE for the parent of a component, which is also the default of RELATED-TO (RFC 5545, section 3.2.15).
private let parentType = "PARENT"

extension CalendarItem {
    /// The uids of the people that the component is meant for, each once.
    public var peopleUIDs: [String] {
        get { uids(relatedBy: peopleType) }
        set { setUIDs(newValue, relatedBy: peopleType) }
    }

    /// The uid of the component's parent, or of the first if it names several; nil if it names none.
    public var parentUID: String? {
        get { Words.filled(common.relations.first { $0.type == parentType }?.uid) }
        set { setUIDs([newValue].compactMap(\.self), relatedBy: parentType) }
    }

    /// Returns the uids of the component's relations of a RELTYPE, each once.
    public func uids(relatedBy type: String) -> [String] {
        common.relations.filter { $0.type == type }.compactMap { relation in
            Words.filled(relation.uid.filter { !$0.isNewline })
        }.unique
    }

    /// Replaces the component's relations of a RELTYPE; the others stay.
    public mutating func setUIDs(_ uids: [String], relatedBy type: String) {
        common.relations.removeAll { $0.type == type }
        common.relations += uids.map { Relation(uid: $0, type: type) }
    }
}
