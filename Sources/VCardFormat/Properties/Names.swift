import ContentLine

/// A name in its components (N; RFC 6350, section 6.2.2).
///
/// Each component may have several values.
public struct StructuredName: Sendable, Hashable {
    /// Family names.
    public var family: [String]
    /// Given names.
    public var given: [String]
    /// Middle names.
    public var additional: [String]
    /// Titles before the name.
    public var prefixes: [String]
    /// What follows the name.
    public var suffixes: [String]
    /// Components after the fifth: those of RFC 9554, and whatever a program put there.
    public var further: [[String]]

    /// Makes a name.
    public init(
        family: [String] = [], given: [String] = [], additional: [String] = [], prefixes: [String] = [],
        suffixes: [String] = [], further: [[String]] = []
    ) {
        self.family = family
        self.given = given
        self.additional = additional
        self.prefixes = prefixes
        self.suffixes = suffixes
        self.further = further
    }

    /// Whether no component says anything.
    public var isEmpty: Bool { components.allSatisfy { $0.allSatisfy(\.isEmpty) } }

    /// The components in order.
    public var components: [[String]] { [family, given, additional, prefixes, suffixes] + further }

    /// The name in the order of writing it in English: prefixes, given, middle, family, suffixes.
    public var composed: String {
        [prefixes, given, additional, family, suffixes].flatMap { $0 }.filter { !$0.isEmpty }.joined(
            separator: " ")
    }

    init(_ components: [[String]]) {
        func component(_ index: Int) -> [String] { index < components.count ? components[index] : [] }
        self.init(
            family: component(0), given: component(1), additional: component(2), prefixes: component(3),
            suffixes: component(4), further: Array(components.dropFirst(5)))
    }
}

/// An organization and its units (ORG; RFC 6350, section 6.6.4).
public struct Organization: Sendable, Hashable {
    /// The organization's name, and then its units, from the largest to the smallest.
    public var parts: [String]

    /// Makes an organization from its name and units.
    public init(_ parts: [String]) { self.parts = parts }

    /// The organization's name.
    public var name: String { parts.first ?? "" }
}

/// Sex and gender (GENDER; RFC 6350, section 6.2.7).
public struct Gender: Sendable, Hashable {
    /// `M`, `F`, `O`, `N` or `U`, as written; empty if only ``identity`` is said.
    public var sex: String
    /// What the person says it is.
    public var identity: String

    /// Makes a gender.
    public init(sex: String, identity: String = "") {
        self.sex = sex
        self.identity = identity
    }
}

extension VCardProperty {
    /// N: the name in its components.
    ///
    /// One that conversion added says nothing of its own.
    public static let name = PropertyKind<StructuredName>(["N"]) { line, card in
        card.isAdded(line) ? nil : StructuredName(line.structured(in: card.version))
    } write: { property, context in
        PropertyDraft(name: "N", value: context.structured(property.value.components))
    }

    /// ORG: the organization and its units.
    public static let organization = PropertyKind<Organization>(["ORG"]) { line, _ in
        // Commas are text here in all versions, and many programs write them bare.
        Organization(line.components())
    } write: { property, context in
        PropertyDraft(name: "ORG", value: property.value.parts.map(context.escape).joined(separator: ";"))
    }

    /// GENDER: sex and gender identity; also X-GENDER, which says it in words.
    public static let gender = PropertyKind<Gender>(["GENDER", "X-GENDER"]) { line, _ in
        if line.canonicalName == "X-GENDER" { return Gender(sex: "", identity: line.text()) }
        let parts = line.components()
        return Gender(sex: parts.first ?? "", identity: parts.dropFirst().joined(separator: ";"))
    } write: { property, context in
        let value = property.value
        if context.version < .v4, value.sex.isEmpty {
            return PropertyDraft(name: "X-GENDER", value: context.escape(value.identity))
        }
        let parts = value.identity.isEmpty ? [value.sex] : [value.sex, value.identity]
        return PropertyDraft(name: "GENDER", value: parts.map(context.escape).joined(separator: ";"))
    }
}
