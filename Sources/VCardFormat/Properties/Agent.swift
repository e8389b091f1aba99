import ContentLine

/// Someone who acts for the person: a card of their own, or where it is found (RFC 2426, section 3.5.4).
public enum Agent: Sendable {
    /// The card within the card.
    case card(VCard)
    /// A URI.
    case uri(String)
    /// Words, where the value is neither.
    case text(String)
}

extension VCard {
    /// The agents: cards within this one, as lines (2.1) or as escaped text (3.0), and URIs.
    ///
    /// One level is read. A card that is read has ``agents`` of its own; each level of escaped text at least doubles
    /// the backslashes, and lines go no deeper than ``ComponentLimits/depth``, so that hostile cards end.
    public var agents: [Agent] {
        component.properties.indices.compactMap { index in
            component.properties[index].canonicalName == "AGENT" ? agent(at: index) : nil
        }
    }

    /// The agent of the line at `index`; `nil` if the line says nothing.
    func agent(at index: Int) -> Agent? {
        let line = component.properties[index]
        if let inner = agentComponent(at: index) { return .card(VCard(inner)) }
        let text = line.text()
        if line.hasValueType("URI") || line.hasValueType("URL") { return .uri(line.uri()) }
        if let inner = Self.embedded(text) { return .card(VCard(inner)) }
        return text.isEmpty ? nil : .text(text)
    }

    /// The card that stands as lines of its own behind the AGENT line at `index`, which says nothing else.
    func agentComponent(at index: Int) -> Component? {
        guard component.properties[index].text().announcesCard else { return nil }
        return component.components.first { $0.precedingProperties == index + 1 && $0.isNamed("VCARD") }
    }

    /// The card that a text is, or `nil`; its first line alone is none, nor is one with more text behind it.
    static func embedded(_ text: String) -> Component? {
        guard text.prefix(11).uppercased() == "BEGIN:VCARD", !text.announcesCard else { return nil }
        let bytes = Array(text.utf8)
        let parsed = Component.parse(bytes)
        guard parsed.component.isNamed("VCARD"),
            bytes[parsed.length...].allSatisfy({ $0 == 0x20 || 0x09...0x0D ~= $0 })
        else { return nil }
        return parsed.component
    }
}

extension String {
    /// Whether a card follows as lines where this is the value of AGENT: it is empty, or the first of these lines.
    var announcesCard: Bool {
        guard utf8.count <= 16 else { return false }
        let words = split { $0 == " " || $0 == "\t" }
        return words.isEmpty || words.count == 1 && words[0].uppercased() == "BEGIN:VCARD"
    }
}
