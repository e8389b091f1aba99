import ContentLine

/// Changes a card by changing its lines: what is not touched stays as it was, to the byte.
///
/// For each field, give ``set(_:to:)`` what the record says. Where the card says the same nothing happens; else the
/// lines that differ are replaced, added or removed. A replaced line keeps its group, its place and the parameters
/// that have nothing to do with the change. New cards are made in the same way, from ``init(version:)``.
public struct VCardEditor: Sendable {
    /// The card as it is now.
    public private(set) var card: VCard

    /// Whether anything was changed.
    public private(set) var isChanged = false

    private let isNew: Bool

    /// Begins with a card that was read.
    public init(_ card: VCard) {
        self.card = card
        isNew = false
    }

    /// Begins with a new card of a version.
    public init(version: VCardVersion = .v4) {
        card = VCard(
            Component(name: "VCARD", properties: [ContentLine(name: "VERSION", value: version.rawValue)]))
        isNew = true
    }

    /// Makes the card say exactly these values of a kind, in this order.
    ///
    /// Lines that cannot be read stay.
    ///
    /// - Returns: whether the card had to be changed.
    @discardableResult
    public mutating func set<Value>(_ kind: PropertyKind<Value>, to new: [Property<Value>]) -> Bool {
        let old = card.indices(of: kind).compactMap { index in
            card.property(kind, at: index).map { (index: index, property: $0) }
        }
        guard old.map(\.property) != new else { return false }
        var edit = LineEdit(card)
        let match = ListMatch(old: old.map(\.property), new: new)
        for index in match.removed { edit.remove(old[index].index) }
        // What conversion added gives way to what is said now.
        if !new.isEmpty {
            for index in card.indices(of: kind) where card.isAdded(card.component.properties[index]) {
                edit.remove(index)
            }
        }
        var previous: LineEdit.ID?
        var lastOrigin = -1
        for (index, property) in new.enumerated() {
            guard let origin = match.origins[index] else {
                previous = edit.insert(kind, property, after: previous ?? edit.lastLine(of: kind))
                continue
            }
            let id = edit.id(of: old[origin].index)
            if origin < lastOrigin, let previous { edit.move(id, after: previous) }
            lastOrigin = max(origin, lastOrigin)
            if old[origin].property != property { edit.replace(kind, id, old[origin].property, property) }
            previous = id
        }
        card = VCard(edit.component)
        isChanged = true
        return true
    }

    /// Makes the card say this as the first value of a kind; further values stay.
    ///
    /// `nil` removes the first.
    ///
    /// For kinds of which the record has only one value, such as the title.
    ///
    /// - Returns: whether the card had to be changed.
    @discardableResult
    public mutating func setFirst<Value>(_ kind: PropertyKind<Value>, to new: Property<Value>?) -> Bool {
        let rest = card[kind].dropFirst()
        return set(kind, to: (new.map { [$0] } ?? []) + rest)
    }

    /// Sets REV, if anything was changed before.
    ///
    /// - Parameter revision: the time in the form `20260704T120000Z`, which all versions know.
    public mutating func touch(revision: String) {
        guard isChanged else { return }
        setFirst(VCardProperty.revision, to: Property(revision))
    }

    /// The card as text: UTF-8, CRLF, lines of at most 75 octets where they are new.
    ///
    /// A new card gets what its version requires: FN from 3.0 on, made of what else is known; N before 4.0.
    public func written() -> [UInt8] {
        guard isNew else { return card.component.written() }
        var component = card.component
        if card.version >= .v3, component.property("FN") == nil {
            let name = TextValue.escape(card.displayName.text)
            component.insert(ContentLine(name: "FN", value: name), at: 1)
        }
        if card.version <= .v3, component.property("N") == nil {
            component.insert(ContentLine(name: "N", value: ";;;;"), at: 1)
        }
        return component.written()
    }
}
