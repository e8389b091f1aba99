import ContentLine

/// Which lines of a card belong together: a line and the one that says something about it.
///
/// Gathered once, so that time does not grow with the square of the lines.
struct LineCompanions {
    private let card: VCard
    /// The places of the lines of each group, in upper case.
    private let groups: [String: [Int]]
    /// The places of the lines of each name that belongs to others or has such.
    private let places: [String: [Int]]
    /// How many lines without a group are addresses of the same types: ADR, and LABEL that belongs to none.
    private let addressCounts: [[String]: Int]
    /// The cards that stand as lines behind an AGENT line, by their place.
    private let innerCards: [Int: Component]

    init(_ card: VCard) {
        self.card = card
        var groups: [String: [Int]] = [:]
        var places: [String: [Int]] = [:]
        var addressCounts: [[String]: Int] = [:]
        let pairedLabels = Set(card.deliveryLabels.values)
        for (index, line) in card.component.properties.enumerated() {
            if let group = line.group { groups[group.asciiUppercased(), default: []].append(index) }
            switch line.canonicalName {
            case "N", "SORT-STRING", "X-SORT-STRING": places[line.canonicalName, default: []].append(index)
            case "ADR", "LABEL":
                let label = card.deliveryLabels[index].map { card.component.properties[$0] }
                // One that was grouped with its label only for conversion's sake has no group in 4.0.
                let isUngrouped = line.group == nil || label?.parameter(LineParts.addedParameter) != nil
                guard isUngrouped, !pairedLabels.contains(index) else { continue }
                addressCounts[Self.types(of: line), default: 0] += 1
            default: break
            }
        }
        self.groups = groups
        self.places = places
        self.addressCounts = addressCounts
        innerCards = Dictionary(
            card.component.components.filter { $0.isNamed("VCARD") }.map { ($0.precedingProperties, $0) }
        ) { first, _ in first }
    }

    private static func types(of line: ContentLine) -> [String] {
        Attributes(of: line).types.map { $0.asciiUppercased() }.sorted()
    }

    /// The line that says something about the one at `index`, for conversion to `target`.
    ///
    /// 4.0 has parameters for what they say. They hold text: a line in base64 goes alone.
    func companion(of index: Int, to target: VCardVersion) -> Int? {
        guard card.version < .v4, let place = neighbor(of: index, to: target),
            card.component.properties[place].encoding != .base64
        else { return nil }
        return place
    }

    private func neighbor(of index: Int, to target: VCardVersion) -> Int? {
        let line = card.component.properties[index]
        switch line.canonicalName {
        case "ADR": return card.deliveryLabelIndex(of: index)
        case "N":
            let name = card.version == .v3 ? "SORT-STRING" : "X-SORT-STRING"
            guard let all = places[name], isFirstName(index) else { return nil }
            // Of several, the one that conversion writes behind the name is its own.
            let own = all.contains(index + 1) ? index + 1 : all[0]
            return card.component.properties[own].group == nil ? own : nil
        case "X-ABDATE", "X-ABRELATEDNAMES":
            guard let label = appleLabelIndex(of: index) else { return nil }
            let isAdded = card.component.properties[label].parameter(LineParts.addedParameter) != nil
            return isAdded || (target == .v4 && isFolded(index, by: label)) ? label : nil
        default: return nil
        }
    }

    /// The label of a line of Apple's programs: the one other line of its group.
    private func appleLabelIndex(of index: Int) -> Int? {
        guard let group = card.component.properties[index].group,
            let members = groups[group.asciiUppercased()], members.count == 2
        else { return nil }
        let other = members[0] == index ? members[1] : members[0]
        return card.component.properties[other].canonicalName == "X-ABLABEL" ? other : nil
    }

    /// Whether 4.0 has a property that says what a line of Apple's programs and its label say.
    private func isFolded(_ index: Int, by label: Int) -> Bool {
        let text = card.component.properties[label].text()
        return card.component.properties[index].canonicalName == "X-ABDATE"
            ? text == AppleLabel.write(VCardProperty.anniversaryLabel)
            : RelationName.type(of: text).map(RelatedPerson.types.contains) ?? false
    }

    /// Whether other lines than these stand in the group of the one at `index`.
    func sharesGroup(_ index: Int, besides companion: Int?) -> Bool {
        guard let group = card.component.properties[index].group else { return false }
        return isUsed(group, besides: index, companion)
    }

    /// Whether other lines than these stand in a group.
    func isUsed(_ group: String, besides index: Int, _ companion: Int?) -> Bool {
        (groups[group.asciiUppercased()] ?? []).contains { $0 != index && $0 != companion }
    }

    /// Whether the line is the first N, which alone can have the one SORT-STRING.
    func isFirstName(_ index: Int) -> Bool { places["N"]?.first == index }

    /// Whether an address has no group and is not the only one of its types.
    ///
    /// Without a group a LABEL belongs to the first address of its types.
    func hasLikeAddress(_ line: ContentLine) -> Bool {
        line.group == nil && addressCounts[Self.types(of: line), default: 0] > 1
    }

    /// The card that is the value of AGENT: behind it as lines, or as its text.
    func innerCard(at index: Int) -> Component? {
        let line = card.component.properties[index]
        guard ["AGENT", "X-AGENT"].contains(line.canonicalName) else { return nil }
        let text = line.text()
        return (text.announcesCard ? innerCards[index + 1] : nil) ?? VCard.embedded(text)
    }
}
