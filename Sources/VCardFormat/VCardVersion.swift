import ContentLine

/// A version of the format.
public enum VCardVersion: String, Sendable, CaseIterable, Comparable {
    /// versit vCard 2.1 (1996): parameters without names, QUOTED-PRINTABLE.
    case v2 = "2.1"
    /// vCard 3.0 (RFC 2426).
    case v3 = "3.0"
    /// vCard 4.0 (RFC 6350).
    case v4 = "4.0"

    /// Whether `left` is older than `right`.
    public static func < (left: VCardVersion, right: VCardVersion) -> Bool { left.rawValue < right.rawValue }
}

extension VCardVersion {
    /// The version that a card names, or `nil` if it names none that is known.
    init?(of component: Component) {
        guard let line = component.property("VERSION") else { return nil }
        let text = line.uri()
        self.init(rawValue: text)
    }

    /// The version that a card is most likely of, by the way its parameters are written.
    static func guess(for component: Component) -> VCardVersion {
        for line in component.properties {
            for parameter in line.parameters where parameter.name.isEmpty { return .v2 }
            if line.encoding == .quotedPrintable { return .v2 }
        }
        return .v3
    }
}
