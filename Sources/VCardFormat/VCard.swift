public import ContentLine

/// A card: its lines, and a typed view of what they say (RFC 6350; RFC 2426; versit vCard 2.1).
///
/// Values are read from the lines when they are asked for, with `card[VCardProperty.email]`. Every line is in
/// ``component``, whether it is understood or not. To change a card, see ``VCardEditor``.
public struct VCard: Sendable {
    /// The lines.
    public let component: Component
    /// The version that the card names; if it names none, the one it is most likely of.
    public let version: VCardVersion

    /// For each line the number of its kind in ``VCardProperty``'s list, or `noKind`.
    @usableFromInline let kinds: [UInt8]
    /// The kinds that there are, by their numbers modulo 64: most that are asked for are not there.
    @usableFromInline let presentKinds: UInt64
    /// The labels (X-ABLabel) by group, in upper case.
    @usableFromInline let labels: [String: String]
    /// The countries whose way to write an address it has (X-ABADR) by group, in upper case.
    @usableFromInline let countryCodes: [String: String]
    /// For lines that are ADR: the line of the LABEL that belongs to it.
    @usableFromInline let deliveryLabels: [Int: Int]

    /// Whether VERSION says which version it is.
    private let namesVersion: Bool

    static let noKind = UInt8.max

    /// Makes the view of a component named VCARD.
    public init(_ component: Component) {
        self.component = component
        let index = VCardProperty.indexByName
        var labels: [String: String] = [:]
        var countryCodes: [String: String] = [:]
        var hasDeliveryLabel = false
        // By index, here and below: to look at a line must not copy it.
        let lines = component.properties
        var present: UInt64 = 0
        kinds = [UInt8](unsafeUninitializedCapacity: lines.count) { buffer, count in
            for position in lines.indices {
                let kind = index[lines[position].canonicalName] ?? Self.noKind
                buffer[position] = kind
                present |= 1 << UInt64(kind & 63)
                guard kind == Self.noKind else { continue }
                if lines[position].canonicalName == "X-ABLABEL", let group = lines[position].group {
                    labels[group.asciiUppercased()] = AppleLabel.read(lines[position].text())
                } else if lines[position].canonicalName == "LABEL" {
                    hasDeliveryLabel = true
                } else if lines[position].canonicalName == "X-ABADR", let group = lines[position].group {
                    countryCodes[group.asciiUppercased()] = lines[position].text()
                }
            }
            count = lines.count
        }
        presentKinds = present
        self.labels = labels
        self.countryCodes = countryCodes
        let namedVersion = VCardVersion(of: component)
        namesVersion = namedVersion != nil
        version = namedVersion ?? .guess(for: component)
        deliveryLabels = hasDeliveryLabel ? Address.pairLabels(component) : [:]
    }

    /// The values of a kind, in the order of the lines.
    ///
    /// Those that cannot be read are left out; ``issues()`` names them.
    @inlinable
    public subscript<Value>(kind: PropertyKind<Value>) -> [Property<Value>] {
        guard let number = VCardProperty.number(of: ObjectIdentifier(kind)) else {
            return indices(of: kind).compactMap { property(kind, at: $0) }
        }
        guard presentKinds & 1 << UInt64(number & 63) != 0 else { return [] }
        var result: [Property<Value>] = []
        for index in kinds.indices where kinds[index] == number {
            if let property = property(kind, at: index) { result.append(property) }
        }
        return result
    }

    /// The most preferred value of a kind: the one with the lowest PREF, else the first.
    public func preferred<Value>(_ kind: PropertyKind<Value>) -> Property<Value>? {
        let all = self[kind]
        return all.filter { $0.attributes.preference != nil }
            .min { ($0.attributes.preference ?? 100) < ($1.attributes.preference ?? 100) } ?? all.first
    }

    /// What is wrong with the values: one issue for each line that is kept but cannot be read.
    public func issues() -> [ContentIssue] {
        var issues: [ContentIssue] = []
        if !namesVersion {
            issues.append(
                ContentIssue(
                    .badVersion, line: component.lineNumber, property: "VERSION",
                    message: "The card names no known version. It was read as \(version.rawValue)."))
        }
        for index in kinds.indices where kinds[index] != Self.noKind {
            guard let check = VCardProperty.checks[Int(kinds[index])] else { continue }
            let line = component.properties[index]
            if DateValue.names.contains(line.canonicalName), DateValue.assumesNoYear(line) {
                issues.append(
                    ContentIssue(
                        .assumedNoYear, line: line.lineNumber, property: line.canonicalName,
                        message:
                            "The year 1604 was read as an unknown year, because Apple and Google write it for that."
                    ))
            }
            if let problem = check(line, self) {
                issues.append(
                    ContentIssue(
                        problem.code, line: line.lineNumber, property: line.canonicalName,
                        message: problem.message))
            }
        }
        return issues
    }
}

extension VCard {
    /// Where the lines of a kind stand among the properties.
    @inlinable
    func indices<Value>(of kind: PropertyKind<Value>) -> [Int] {
        var result: [Int] = []
        if let number = VCardProperty.number(of: ObjectIdentifier(kind)) {
            for index in kinds.indices where kinds[index] == number { result.append(index) }
        } else {
            for (index, line) in component.properties.enumerated()
            where kind.names.contains(line.canonicalName) {
                result.append(index)
            }
        }
        return result
    }

    /// What a line says, or `nil` if it cannot be read or says nothing.
    @inlinable
    func property<Value>(_ kind: PropertyKind<Value>, at index: Int) -> Property<Value>? {
        guard var property = read(kind, component.properties[index]) else { return nil }
        if !countryCodes.isEmpty, let code = countryCode(of: component.properties[index]),
            var address = property.value as? Address
        {
            address.countryCode = code
            property.value = (address as? Value) ?? property.value
        }
        if !deliveryLabels.isEmpty, let label = deliveryLabels[index],
            var address = property.value as? Address,
            address.label == nil
        {
            address.label = component.properties[label].text()
            property.value = (address as? Value) ?? property.value
        }
        return property
    }

    /// What a line says, without what another line says about it.
    @inlinable
    func read<Value>(_ kind: PropertyKind<Value>, _ line: ContentLine) -> Property<Value>? {
        guard let value = try? kind.readValue(line, self) else { return nil }
        var attributes = Attributes(of: line)
        if !labels.isEmpty, let label = label(of: line) { attributes.label = label }
        kind.readAttributes?(line, &attributes)
        return Property(value, attributes)
    }

    /// What X-ABADR says of the line's group.
    @usableFromInline
    func countryCode(of line: ContentLine) -> String? {
        line.group.flatMap { countryCodes[$0.asciiUppercased()] }
    }

    /// The line of the LABEL property that belongs to the ADR at `index`.
    func deliveryLabelIndex(of index: Int) -> Int? { deliveryLabels[index] }

    /// The lines that no field of a usual record is made of: custom fields (`X-...`), properties of single programs, of
    /// later versions, and rare ones.
    ///
    /// Lines that say something about another line or about the card itself (X-ABLabel, VERSION...) are left out.
    public var customLines: [ContentLine] {
        var result: [ContentLine] = []
        for index in kinds.indices
        where kinds[index] == Self.noKind || VCardProperty.customKinds[Int(kinds[index])] {
            let line = component.properties[index]
            if !line.isMalformed, !VCardProperty.structural.contains(line.canonicalName) {
                result.append(line)
            }
        }
        return result
    }

    /// The label that X-ABLabel gives the line's group, without Apple's marks.
    public func label(of line: ContentLine) -> String? {
        line.group.flatMap { labels[$0.asciiUppercased()] }
    }

    /// The name to show: FN, or, if there is none, made of what else there is.
    ///
    /// `isDerived` tells that the card itself does not say it, so that it is not taken for data.
    public var displayName: (text: String, isDerived: Bool) {
        func first(_ texts: [String]) -> String? { texts.first { !$0.allSatisfy(\.isWhitespace) } }
        if let text = first(self[VCardProperty.formattedName].map(\.value)) { return (text, false) }
        let derived =
            first(self[VCardProperty.name].map(\.value.composed))
            ?? first(self[VCardProperty.nickname].flatMap(\.value))
            ?? first(self[VCardProperty.organization].flatMap(\.value.parts))
            ?? first(self[VCardProperty.email].map(\.value)) ?? first(self[VCardProperty.phone].map(\.value))
            ?? first(self[VCardProperty.messaging].map(\.value.handle))
        return (derived ?? "", true)
    }
}
