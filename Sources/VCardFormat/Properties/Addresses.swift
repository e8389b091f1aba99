import ContentLine

/// A postal address (ADR; RFC 6350, section 6.3.1).
///
/// Each component may have several values.
public struct Address: Sendable, Hashable {
    /// A post office box.
    public var postOfficeBox: [String]
    /// Apartment, suite and the like.
    public var extended: [String]
    /// Street and number.
    public var street: [String]
    /// City, town or village.
    public var locality: [String]
    /// State or province.
    public var region: [String]
    /// Postal code.
    public var postalCode: [String]
    /// Country, by name.
    public var country: [String]
    /// Components after the seventh: those of RFC 9554, and whatever a program put there.
    public var further: [[String]]
    /// The country whose way to write an address Apple's programs choose: an ISO 3166-1 code, mostly in lower case.
    ///
    /// It is read from X-ABADR of the same group. That line is never written, but goes when this becomes nil.
    public var countryCode: String?
    /// The address as it is written on an envelope: the LABEL parameter of 4.0, the LABEL property before it.
    public var label: String?

    /// Makes an address.
    public init(
        postOfficeBox: [String] = [], extended: [String] = [], street: [String] = [], locality: [String] = [],
        region: [String] = [], postalCode: [String] = [], country: [String] = [], further: [[String]] = [],
        label: String? = nil
    ) {
        self.postOfficeBox = postOfficeBox
        self.extended = extended
        self.street = street
        self.locality = locality
        self.region = region
        self.postalCode = postalCode
        self.country = country
        self.further = further
        self.label = label
    }

    /// The components in order, without the label.
    public var components: [[String]] {
        [postOfficeBox, extended, street, locality, region, postalCode, country] + further
    }

    init(_ components: [[String]], label: String?) {
        func component(_ index: Int) -> [String] { index < components.count ? components[index] : [] }
        self.init(
            postOfficeBox: component(0), extended: component(1), street: component(2), locality: component(3),
            region: component(4), postalCode: component(5), country: component(6),
            further: Array(components.dropFirst(7)), label: label)
    }

    /// For each ADR the LABEL that belongs to it: of the same group, or else with the same types.
    ///
    /// The first LABEL is that of the first ADR. Where there are more of them than addresses, some belong to none, and
    /// the one that stands behind an ADR is its own.
    static func pairLabels(_ component: Component) -> [Int: Int] {
        func key(_ line: ContentLine) -> String {
            if let group = line.group { return "group " + group.asciiUppercased() }
            return Attributes(of: line).types.map { $0.asciiUppercased() }.sorted().joined(separator: ",")
        }
        var addresses: [String: [Int]] = [:]
        var labels: [String: [Int]] = [:]
        for (index, line) in component.properties.enumerated() {
            switch line.canonicalName {
            case "ADR": addresses[key(line), default: []].append(index)
            case "LABEL": labels[key(line), default: []].append(index)
            default: break
            }
        }
        var pairs: [Int: Int] = [:]
        for (key, addresses) in addresses {
            guard var waiting = labels[key] else { continue }
            if waiting.count > addresses.count {
                let places = Set(waiting)
                for address in addresses where places.contains(address + 1) { pairs[address] = address + 1 }
                let taken = Set(addresses.compactMap { pairs[$0] })
                waiting.removeAll { taken.contains($0) }
            }
            for (address, label) in zip(addresses.filter { pairs[$0] == nil }, waiting) {
                pairs[address] = label
            }
        }
        return pairs
    }
}

extension VCardProperty {
    /// ADR: a postal address, with the LABEL that belongs to it.
    public static let address = PropertyKind<Address>(["ADR"], valueParameters: ["LABEL"]) { line, card in
        // RFC 6350 writes line feeds in this parameter as backslash and n.
        Address(
            line.structured(in: card.version), label: line.parameter("LABEL").map(TextValue.unescape))
    } write: { property, context in
        let address = property.value
        var draft = PropertyDraft(name: "ADR", value: context.structured(address.components))
        guard let label = address.label else { return draft }
        if context.version == .v4 {
            let escaped = label.replacing("\\", with: "\\\\")
            draft.parameters = [Parameter("LABEL", escaped, isQuoted: true)]
        } else {
            draft.deliveryLabel = label
        }
        return draft
    }
}
