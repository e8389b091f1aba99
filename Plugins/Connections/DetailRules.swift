import ContentLine
import VCardFormat

extension Detail {
    /// Brings a detail to the form in which a vCard would give it back.
    ///
    /// What is typed, what comes in a table and what comes in a card shall be the same where they mean the same.
    mutating func normalise() {
        switch kind {
        case .phone: value = value.droppingScheme("tel")
        case .email: value = value.droppingScheme("mailto")
        case .messaging: normaliseService()
        case .relation: normaliseRelation()
        case .date: value = DateText.canonical(value) ?? value
        case .geo: value = GeoText.canonical(value) ?? value
        default: break
        }
    }

    /// `xmpp:ada@example.org`, or the service `xmpp`, is what an IMPP line of it would say: the service `XMPP`.
    private mutating func normaliseService() {
        let uri = qualifier.map { $0 + ":" + value } ?? value
        guard let colon = uri.firstIndex(of: ":"), let first = uri.first, first.isASCII, first.isLetter,
            uri[..<colon].utf8.allSatisfy({
                (97...122).contains($0 | 0x20) || (48...57).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
            })
        else { return }
        let card = VCard(Component(name: "VCARD", properties: [ContentLine(name: "IMPP", value: uri)]))
        guard let handle = card[VCardProperty.messaging].first?.value, !handle.handle.isEmpty,
            !handle.service.isEmpty
        else { return }
        qualifier = handle.service
        value = handle.handle
    }

    /// A label that is the name of a type (RFC 6350, section 6.6.6, and Apple's labels) is one: vCard 3.0 has labels only.
    private mutating func normaliseRelation() {
        guard let word = label?.lowercased(), RelatedPerson.relations.contains(word) else { return }
        label = nil
        if !types.contains(where: { $0.lowercased() == word }) { types.append(word) }
    }

    /// Whether the label, in any case, says that a date is the anniversary.
    fileprivate var isAnniversary: Bool { label?.lowercased() == VCardProperty.anniversaryLabel.lowercased() }
}

extension Person {
    /// The first date that is labelled as the anniversary is the anniversary, where there is no other.
    mutating func normaliseDates() {
        guard details.contains(where: { $0.kind == .date }) else { return }
        let old = details(.date)
        var dates = old
        for index in dates.indices where dates[index].isAnniversary {
            dates[index] = Detail(.date, dates[index].value, label: VCardProperty.anniversaryLabel)
        }
        if anniversary == nil, let index = dates.firstIndex(where: \.isAnniversary) {
            anniversary = dates.remove(at: index).value
        }
        if dates != old { setDetails(.date, to: dates) }
    }
}

/// Positions as the module keeps them: latitude and longitude in degrees (WGS 84), with a comma.
enum GeoText {
    /// The text of a position.
    static func text(_ position: GeoPosition) -> String {
        DecimalText.text(position.latitude) + "," + DecimalText.text(position.longitude)
    }

    /// The position of two numbers with a comma or a semicolon between them, with or without `geo:` (RFC 5870).
    static func position(_ text: String) -> GeoPosition? {
        let text = text.droppingScheme("geo")
        let parts = text.split(separator: text.contains(";") ? ";" : ",").map(\.trimmed)
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        return GeoPosition(latitude: latitude, longitude: longitude)
    }

    /// The text of a position as the module keeps it, or nil where a text is no position.
    static func canonical(_ text: String) -> String? { position(text).map(Self.text) }
}

extension String {
    /// The text behind `scheme:`, in any case, where it begins so and goes on; else the text.
    func droppingScheme(_ scheme: String) -> String {
        let length = scheme.utf8.count + 1
        guard utf8.count > length, prefix(length).lowercased() == scheme + ":" else { return self }
        return String(dropFirst(length))
    }
}
