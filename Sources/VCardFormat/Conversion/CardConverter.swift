import ContentLine

/// Puts a card together in another version: line by line, each tried the other way round.
struct CardConverter {
    private let card: VCard
    private let target: VCardVersion
    private let depth: Int
    private var rules: ConversionRules
    /// The lines of the result with the places of those they come from.
    private var output: [(index: Int, line: ContentLine, agent: Component?)] = []

    /// The places of the lines of each group, in upper case.
    private let groups: [String: [Int]]
    /// The places of the lines of each name that belongs to others or has such.
    private let places: [String: [Int]]
    /// How many lines without a group are addresses of the same types: ADR, and LABEL that belongs to none.
    private let addressCounts: [[String]: Int]
    /// The cards that stand as lines behind an AGENT line, by their place.
    private let innerCards: [Int: Component]

    /// Cards within cards are converted too, so many levels deep; deeper ones stay as they are.
    ///
    /// Each level is tried the other way round, so that the work grows by a factor with each.
    private static let maximumDepth = 4

    init(_ card: VCard, to target: VCardVersion, depth: Int = 0) {
        self.card = card
        self.target = target
        self.depth = depth
        rules = ConversionRules(from: card.version, to: target)
        // Gathered once, so that time does not grow with the square of the lines.
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

    mutating func convert() -> VCardConversion {
        let lines = card.component.properties
        var consumed = addedLines
        for index in lines.indices where !consumed.contains(index) {
            let line = lines[index]
            if line.isMalformed {
                output.append((index, line, nil))
            } else if line.canonicalName == "VERSION" {
                // The first one comes first; others stay as they are.
                if index != versionIndex { output.append((index, line, nil)) }
            } else {
                let satellite = satelliteIndex(of: index)
                if let satellite { consumed.insert(satellite) }
                convert(index, satellite: satellite)
            }
        }
        // A line that belongs to one further below was converted before it was known to.
        output.removeAll { consumed.contains($0.index) }
        nameGroups()
        return VCardConversion(card: assembled(), losses: rules.losses)
    }

    // MARK: What belongs together

    private var versionIndex: Int? {
        card.component.properties.firstIndex { $0.canonicalName == "VERSION" }
    }

    /// The lines that an earlier conversion added, as long as they say what it made them say.
    private var addedLines: Set<Int> {
        Set(card.component.properties.indices.filter { card.isAdded(card.component.properties[$0]) })
    }

    private func groupIndices(_ group: String) -> [Int] { groups[group.asciiUppercased()] ?? [] }

    /// The line that is converted together with the one at `index`.
    private func satelliteIndex(of index: Int) -> Int? {
        guard card.version < .v4, let place = companionIndex(of: index) else { return nil }
        // One that was another line before is so again, and a line that stood alone stands alone again.
        let companion = card.component.properties[place]
        guard companion.parameter(LineParts.originalParameter) == nil, !stoodAlone(index) else { return nil }
        return place
    }

    /// Whether a line of Apple's programs was one already in the version that it came from, beside its label.
    private func stoodAlone(_ index: Int) -> Bool {
        let line = card.component.properties[index]
        guard ["X-ABDATE", "X-ABRELATEDNAMES"].contains(line.canonicalName),
            let original = line.parameter(LineParts.originalParameter).flatMap(OriginalLine.init)
        else { return false }
        return ContentLine(reading: Array((original.head + ":").utf8))?.canonicalName == line.canonicalName
    }

    private func companionIndex(of index: Int) -> Int? {
        let line = card.component.properties[index]
        switch line.canonicalName {
        case "ADR": return card.deliveryLabelIndex(of: index)
        case "N":
            let name = card.version == .v3 ? "SORT-STRING" : "X-SORT-STRING"
            guard let first = places[name]?.first, card.component.properties[first].group == nil,
                places["N"]?.first == index
            else { return nil }
            return first
        case "X-ABDATE", "X-ABRELATEDNAMES":
            guard let label = appleLabelIndex(of: index) else { return nil }
            let isAdded = card.component.properties[label].parameter(LineParts.addedParameter) != nil
            return isAdded || (target == .v4 && isFolded(index, by: label)) ? label : nil
        default: return nil
        }
    }

    /// The label of a line of Apple's programs: the one other line of its group.
    private func appleLabelIndex(of index: Int) -> Int? {
        guard let group = card.component.properties[index].group else { return nil }
        let others = groupIndices(group).filter { $0 != index }
        guard others.count == 1, card.component.properties[others[0]].canonicalName == "X-ABLABEL" else {
            return nil
        }
        return others[0]
    }

    /// Whether 4.0 has a property that says what a line of Apple's programs and its label say.
    private func isFolded(_ index: Int, by label: Int) -> Bool {
        let text = card.component.properties[label].text()
        return card.component.properties[index].canonicalName == "X-ABDATE"
            ? text == AppleLabel.write(VCardProperty.anniversaryLabel)
            : RelationName.type(of: text).map(RelatedPerson.types.contains) ?? false
    }

    /// Whether a line of a 4.0 card would come back from an older version as a property that it was not.
    private func wouldFold(_ index: Int) -> Bool {
        guard card.version == .v4, target < .v4,
            ["X-ABDATE", "X-ABRELATEDNAMES"].contains(card.component.properties[index].canonicalName),
            let label = appleLabelIndex(of: index)
        else { return false }
        return isFolded(index, by: label)
            || card.component.properties[label].parameter(LineParts.addedParameter) != nil
    }

    private func entry(_ index: Int, satellite: Int?) -> ConversionEntry {
        let lines = card.component.properties
        func parts(_ index: Int) -> LineParts {
            LineParts(lines[index], in: card.version, card: innerCard(at: index))
        }
        var entry = ConversionEntry(main: parts(index), satellite: satellite.map(parts))
        entry.lines = (lines[index], satellite.map { lines[$0] })
        if entry.main.addedTo != nil, !["X-ABLABEL", "LABEL"].contains(entry.main.canonicalName) {
            // A name that was added and then changed is somebody's own now.
            entry.main.addedTo = nil
            entry.lines?.main.setParameter(LineParts.addedParameter, to: [])
        }
        if let group = lines[index].group {
            entry.sharesGroup = groupIndices(group).contains { $0 != index && $0 != satellite }
        }
        switch lines[index].canonicalName {
        case "ADR" where card.version < .v4: entry.needsGroup = entry.satellite?.addedTo != nil
        case "ADR": entry.needsGroup = hasLikeAddress(lines[index])
        case "N":
            // Only one name can have the one SORT-STRING.
            entry.needsGroup = places["N"]?.first != index
        default: break
        }
        return entry
    }

    /// Whether an address has no group and is not the only one of its types.
    ///
    /// Without a group a LABEL belongs to the first address of its types.
    private func hasLikeAddress(_ line: ContentLine) -> Bool {
        line.group == nil && addressCounts[Self.types(of: line), default: 0] > 1
    }

    /// The card that is the value of AGENT, in the version of this card.
    private func innerCard(at index: Int) -> Component? {
        let line = card.component.properties[index]
        guard ["AGENT", "X-AGENT"].contains(line.canonicalName), depth < Self.maximumDepth else { return nil }
        let text = line.text()
        return (text.announcesCard ? innerCards[index + 1] : nil) ?? VCard.embedded(text)
    }

    // MARK: One line

    private mutating func convert(_ index: Int, satellite: Int?) {
        var entry = entry(index, satellite: satellite)
        var rules = rules
        defer { self.rules.losses.formUnion(rules.losses) }
        if let text = entry.main.original {
            entry.main.original = nil
            entry.lines?.main.setParameter(LineParts.originalParameter, to: [])
            if let original = OriginalLine(text), let restored = restore(original, from: entry) {
                guard original.version != target else { return append(restored, in: target, from: index) }
                entry = restored
                rules = ConversionRules(from: original.version, to: target)
            }
        }
        var result = rules.convert(entry)
        result.convertCard(from: rules.source, to: target, depth: depth)
        var opposite = ConversionRules(from: target, to: rules.source)
        var there = result.reread(in: target)
        if there.main.canonicalName == "ADR", target == .v4, hasLikeAddress(card.component.properties[index])
        {
            // The card that is converted back will tell so.
            there.needsGroup = true
        }
        var back = opposite.convert(there)
        back.convertCard(from: target, to: rules.source, depth: depth)
        let isMarked =
            !back.matches(entry) || wouldSort(result.main, from: rules.source) || wouldFold(index)
            || hasOtherForm(entry, than: back.main, in: rules.source)
        if isMarked {
            let drafts = entry.drafts(in: rules.source)
            let converted = back.main.draft(in: rules.source).text
            var original = OriginalLine(
                rules.source, line: drafts.main, satellite: drafts.satellite, converted: converted)
            if case .card(let card) = entry.main.value, VCard(card).version != rules.source {
                original.keepsCard = true
            }
            result.main.original = original.encoded
        }
        append(result, in: target, from: index)
    }

    /// Whether a line of 4.0 would be taken for the one by which an older card's name is sorted, which it was not.
    private func wouldSort(_ parts: LineParts, from source: VCardVersion) -> Bool {
        guard source == .v4, target < .v4, parts.group == nil,
            parts.canonicalName == (target == .v3 ? "SORT-STRING" : "X-SORT-STRING"),
            let name = places["N"]?.first.map({ card.component.properties[$0] })
        else { return false }
        return !card.isAdded(name) && name.parameter("SORT-AS") == nil
    }

    /// Whether bytes would come back in another form: base64 as a data: URI, or with their type spelled otherwise.
    private func hasOtherForm(_ entry: ConversionEntry, than back: LineParts, in source: VCardVersion) -> Bool
    {
        guard case .media = entry.main.value, let line = entry.lines?.main else { return false }
        return Self.form(of: line) != Self.form(of: back.draft(in: source).line(in: source))
    }

    /// The parameters of a line, types by their name or without it, and whether its value is base64.
    private static func form(of line: ContentLine) -> [String] {
        var form = line.encoding == .base64 ? ["base64"] : []
        for parameter in line.parameters {
            switch parameter.name.asciiUppercased() {
            case "ENCODING", "CHARSET": continue
            case "", "TYPE":
                form += parameter.values.flatMap { $0.split(separator: ",") }.map { "TYPE=" + $0 }
                    .filter { !["TYPE=BASE64", "TYPE=B"].contains($0.asciiUppercased()) }
            case let name: form.append(name + "=" + parameter.values.joined(separator: ","))
            }
        }
        return form.sorted()
    }

    /// The entry as it was before it was converted to this card's version, if it was not changed since.
    private func restore(_ original: OriginalLine, from entry: ConversionEntry) -> ConversionEntry? {
        guard original.version != card.version else { return nil }
        var opposite = ConversionRules(from: card.version, to: original.version)
        var back = opposite.convert(entry)
        back.convertCard(from: card.version, to: original.version, depth: depth)
        guard let line = original.line(converted: back.main.draft(in: original.version).text) else {
            return nil
        }
        var inner: Component?
        if case .card(let converted) = back.main.value, case .card(let card) = entry.main.value {
            let text = line.text()
            inner =
                (text.announcesCard ? nil : VCard.embedded(text)) ?? (original.keepsCard ? card : converted)
        }
        var restored = ConversionEntry(
            main: LineParts(line, in: original.version, card: inner), sharesGroup: entry.sharesGroup,
            needsGroup: entry.needsGroup)
        let satellite = original.satelliteLine
        restored.satellite = satellite.map { LineParts($0, in: original.version) }
        restored.lines = (line, satellite)
        var rules = ConversionRules(from: original.version, to: card.version)
        var again = rules.convert(restored)
        again.convertCard(from: original.version, to: card.version, depth: depth)
        return again.reread(in: card.version).matches(entry) ? restored : nil
    }

    private mutating func append(_ entry: ConversionEntry, in version: VCardVersion, from index: Int) {
        var drafts = entry.drafts(in: version)
        var agent: Component?
        if case .card(let inner) = entry.main.value, drafts.main.text.announcesCard {
            // As lines, and not as text.
            agent = inner
            drafts.main.text = ""
        }
        output.append((index, drafts.main.line(in: version), agent))
        if let satellite = drafts.satellite { output.append((index, satellite.line(in: version), nil)) }
    }

    // MARK: The whole card

    /// Gives groups that conversion made a name that no other has.
    private mutating func nameGroups() {
        var taken = Set(output.compactMap { $0.line.group?.asciiUppercased() })
        var number = 1
        var current: (index: Int, name: String)?
        for place in output.indices where output[place].line.group == ConversionEntry.newGroup {
            if current?.index != output[place].index {
                while taken.contains("ITEM\(number)") { number += 1 }
                taken.insert("ITEM\(number)")
                current = (output[place].index, "item\(number)")
            }
            output[place].line.group = current?.name
        }
    }

    private func assembled() -> VCard {
        var component = Component(name: card.component.name)
        component.properties = [ContentLine(name: "VERSION", value: target.rawValue)]
        // Where the lines that stood before each line have gone.
        var places = Array(repeating: 1, count: card.component.properties.count + 1)
        var next = 0
        for entry in output {
            while next <= entry.index {
                places[next] = component.properties.count
                next += 1
            }
            component.properties.append(entry.line)
            guard let agent = entry.agent else { continue }
            var inner = agent
            inner.precedingProperties = component.properties.count
            component.components.append(inner)
        }
        while next < places.count {
            places[next] = component.properties.count
            next += 1
        }
        var converted: Set<Int> = []
        for inner in card.component.components {
            // The first card behind an AGENT line went with it.
            let index = inner.precedingProperties - 1
            if inner.isNamed("VCARD"), card.component.properties.indices.contains(index),
                innerCard(at: index) != nil, card.component.properties[index].text().announcesCard,
                converted.insert(index).inserted
            {
                continue
            }
            var moved = inner
            if inner.precedingProperties < places.count {
                moved.precedingProperties = places[inner.precedingProperties]
            }
            component.components.append(moved)
        }
        component.components.sort { $0.precedingProperties < $1.precedingProperties }
        VCard(component).addRequired(to: &component, from: card)
        return VCard(component)
    }
}

extension ConversionEntry {
    /// Converts the card that is the value of AGENT; one of another version than the card around it stays as it is.
    mutating func convertCard(from source: VCardVersion, to target: VCardVersion, depth: Int) {
        guard case .card(let component) = main.value else { return }
        let card = VCard(component)
        guard card.version == source else { return }
        var converter = CardConverter(card, to: target, depth: depth + 1)
        main.value = .card(converter.convert().card.component)
    }
}
