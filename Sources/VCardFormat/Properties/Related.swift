import ContentLine

/// Someone who is related to the person (RELATED; RFC 6350, section 6.6.6).
///
/// How they are related is a type (`spouse`, `child`) or, in Apple's cards, the label.
public struct RelatedPerson: Sendable, Hashable {
    /// The name, or the URI of their card.
    public var text: String
    /// Whether ``text`` is a URI.
    public var isURI: Bool

    /// Makes a related person.
    public init(_ text: String, isURI: Bool = false) {
        self.text = text
        self.isURI = isURI
    }

    /// The words for how someone is related, in lower case: ``types``, and those for which Apple's programs have labels.
    ///
    /// In vCard 3.0, where nothing has such types, a label of one of these words says the same.
    public static let relations: Set<String> = types.union([
        "manager", "assistant", "mother", "father", "brother", "sister", "son", "daughter", "partner",
    ])

    /// The words that TYPE of RELATED may have, in lower case (RFC 6350, section 6.6.6).
    public static let types: Set<String> = [
        "contact", "acquaintance", "friend", "met", "co-worker", "colleague", "co-resident", "neighbor",
        "child", "parent", "sibling", "spouse", "kin", "muse", "crush", "date", "sweetheart", "me", "agent",
        "emergency",
    ]
}

extension VCardProperty {
    /// What other programs write, and how it is related.
    static let relations: [String: String] = [
        "X-SPOUSE": "spouse", "X-EVOLUTION-SPOUSE": "spouse", "X-KADDRESSBOOK-X-SPOUSESNAME": "spouse",
        "X-MANAGER": "manager", "X-EVOLUTION-MANAGER": "manager", "X-KADDRESSBOOK-X-MANAGERSNAME": "manager",
        "X-MS-SPOUSE": "spouse", "X-MS-MANAGER": "manager", "X-MS-ASSISTANT": "assistant",
        "X-MS-CHILD": "child",
        "X-ASSISTANT": "assistant", "X-EVOLUTION-ASSISTANT": "assistant",
        "X-KADDRESSBOOK-X-ASSISTANTSNAME": "assistant", "X-CHILD": "child",
    ]

    /// RELATED: someone who is related; also X-ABRELATEDNAMES, X-SPOUSE and their like.
    public static let related = PropertyKind<RelatedPerson>(
        ["RELATED", "X-RELATED", "X-ABRELATEDNAMES"] + relations.keys.sorted()
    ) { line, attributes in
        if let relation = relations[line.canonicalName], !attributes.types.contains(relation) {
            attributes.types.append(relation)
        }
    } read: { line, _ in
        let isText = !["RELATED", "X-RELATED"].contains(line.canonicalName) || line.hasValueType("TEXT")
        let text = isText ? line.text() : line.uri()
        guard !text.isEmpty else { return nil }
        if isText { return RelatedPerson(text) }
        // The default type is URI, but many write a name without saying so.
        let hasScheme =
            line.hasValueType("URI") || text.hasPrefix("urn:") || text.hasPrefix("http")
            || text.hasPrefix("mailto:")
        return RelatedPerson(hasScheme ? text : line.text(), isURI: hasScheme)
    } write: { property, context in
        let person = property.value
        if let previous = context.previous, let relation = relations[previous.canonicalName], !person.isURI,
            property.attributes.types == [relation]
        {
            return PropertyDraft(name: previous.name, value: context.escape(person.text), types: [])
        }
        if context.version < .v4, !person.isURI {
            let relation = property.attributes.types.first.map { $0.prefix(1).uppercased() + $0.dropFirst() }
            return PropertyDraft(
                name: "X-ABRELATEDNAMES", value: context.escape(person.text), types: [],
                label: property.attributes.label ?? relation)
        }
        let draft = PropertyDraft(
            name: "RELATED", parameters: [Parameter("VALUE", person.isURI ? "uri" : "text")],
            value: person.isURI ? person.text.withoutControls() : context.escape(person.text))
        return withTypesOfStandard(draft, of: property.attributes)
    }
}

extension VCardProperty {
    /// A new line says as its label what is no type, `brother`; where it has types, last, as it is read from a label.
    private static func withTypesOfStandard(_ draft: PropertyDraft, of attributes: Attributes)
        -> PropertyDraft
    {
        guard attributes.label == nil, let word = attributes.types.last,
            RelatedPerson.relations.contains(word.lowercased()),
            !RelatedPerson.types.contains(word.lowercased())
        else { return draft }
        var draft = draft
        draft.types = attributes.types.dropLast()
        draft.label = word.prefix(1).uppercased() + word.dropFirst()
        return draft
    }
}

/// A position on the earth, in degrees, WGS 84 (GEO; RFC 6350, section 6.5.2).
public struct GeoPosition: Sendable, Hashable {
    /// North is positive, -90 to 90.
    public var latitude: Double
    /// East is positive, -180 to 180.
    public var longitude: Double

    /// Makes a position.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The value of GEO in a version.
    func text(in version: VCardVersion) -> String {
        let (north, east) = (DecimalText.text(latitude), DecimalText.text(longitude))
        return switch version {
        case .v2: "\(east),\(north)"
        case .v3: "\(north);\(east)"
        case .v4: "geo:\(north),\(east)"
        }
    }
}

extension VCardProperty {
    /// GEO: a position: `geo:` URI in 4.0, latitude and longitude with a semicolon in 3.0; 2.1 has the longitude first.
    public static let geo = PropertyKind<GeoPosition>(["GEO"]) { line, card throws(ValueProblem) in
        var text = line.text()
        let isURI = text.prefix(4).lowercased() == "geo:"
        if isURI { text = String(text.dropFirst(4)) }
        if isURI, let end = text.firstIndex(of: ";") { text = String(text[..<end]) }
        guard !text.isEmpty else { return nil }
        let isOld = card.version == .v2 && !isURI && !text.contains(";")
        let numbers = text.split { $0 == ";" || $0 == "," }
            .map { Double(String($0.trimmingPrefix { $0 == " " })) }
        guard numbers.count >= 2, var latitude = numbers[0], var longitude = numbers[1] else {
            throw ValueProblem(
                code: .badGeo, message: "The value is not a pair of numbers. It was kept unchanged.")
        }
        if isOld { swap(&latitude, &longitude) }
        guard abs(latitude) <= 90, abs(longitude) <= 180 else {
            throw ValueProblem(
                code: .badGeo, message: "The coordinates are out of range. They were kept unchanged.")
        }
        return GeoPosition(latitude: latitude, longitude: longitude)
    } write: { property, context in
        PropertyDraft(name: "GEO", value: property.value.text(in: context.version))
    }
}
