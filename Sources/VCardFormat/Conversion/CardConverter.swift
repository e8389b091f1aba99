import ContentLine

/// Puts a card together in another version, and tries the whole of it the other way round.
///
/// What would not come back as it was is marked with how it was written. None of the rules has to be exact both ways,
/// then, nor to know what those of the other direction make of the lines around it.
struct CardConverter {
    private let card: VCard
    private let target: VCardVersion
    private let depth: Int
    /// Whether this is the way back, which only shows what becomes of the lines.
    private let isTrial: Bool
    private let companions: LineCompanions
    /// The lines that are again what they were before, by their places.
    private var restored: [Int: RestoredLine] = [:]
    /// For each line the place of the one that is converted with it.
    private var satellites: [Int: Int] = [:]

    /// Cards within cards are converted too, so many levels deep; deeper ones stay as they are.
    private static let maximumDepth = 4
    /// In the last round all lines are marked, so that time does not grow with the square of the lines.
    private static let maximumRounds = 4

    init(_ card: VCard, to target: VCardVersion, depth: Int = 0, isTrial: Bool = false) {
        self.card = card
        self.target = target
        self.depth = depth
        self.isTrial = isTrial
        companions = LineCompanions(card)
        findWhatBelongsTogether()
    }

    func convert() -> VCardConversion {
        var losses: Set<ConversionLoss> = []
        var lines = convertedLines(&losses)
        var result = assembled(lines)
        guard !isTrial else { return VCardConversion(card: result.card, losses: losses) }
        // A mark can change what becomes of another line.
        for round in 1...Self.maximumRounds {
            let different = differences(lines, result)
            guard different.contains(where: { !lines[$0].isMarked }) else { break }
            for place in round < Self.maximumRounds ? different : Array(lines.indices) {
                guard let origin = lines[place].origin else { continue }
                lines[place].mark(with: origin, in: target)
            }
            result = assembled(lines)
        }
        return VCardConversion(card: result.card, losses: losses)
    }

    /// The places of the lines that would not come back as they were.
    private func differences(_ lines: [ConvertedLine], _ result: Assembled) -> [Int] {
        var losses: Set<ConversionLoss> = []
        let back = CardConverter(result.card, to: card.version, depth: depth, isTrial: true)
        var returned: [Int: [ConvertedLine]] = [:]
        for line in back.convertedLines(&losses) {
            if let origin = result.origins[line.index] { returned[origin, default: []].append(line) }
        }
        return lines.indices.filter { !lines[$0].comesBack(as: returned[$0] ?? []) }
    }

    // MARK: What belongs together

    private mutating func findWhatBelongsTogether() {
        let lines = card.component.properties
        var taken: Set<Int> = []
        for index in lines.indices where lines[index].hasParameters && !staysAsItIs(lines[index]) {
            guard !taken.contains(index), let line = restoredLine(index, besides: taken) else { continue }
            restored[index] = line
            if let satellite = line.satelliteIndex {
                satellites[index] = satellite
                taken.insert(satellite)
            }
        }
        for index in lines.indices where restored[index] == nil && !taken.contains(index) {
            guard !staysAsItIs(lines[index]), !card.isAdded(lines[index]) else { continue }
            // What tells how it was written was another line before, and is so again.
            guard let satellite = companions.companion(of: index, to: target),
                lines[satellite].parameter(LineParts.originalParameter) == nil, restored[satellite] == nil,
                taken.insert(satellite).inserted
            else { continue }
            satellites[index] = satellite
        }
    }

    /// The line as it was before it was converted to this card's version, if it was not changed since; lines that are
    /// `taken` go with others.
    private func restoredLine(_ index: Int, besides taken: Set<Int>) -> RestoredLine? {
        let lines = card.component.properties
        let behind = index + 1 < lines.count ? index + 1 : nil
        let candidates = [companions.companion(of: index, to: target), behind].compactMap { $0 }.filter {
            !taken.contains($0)
        }
        for candidate in [nil] + candidates {
            let line = RestoredLine(
                lines[index], with: candidate.map { lines[$0] }, in: card.version, card: innerCard(at: index)
            ) { inner, version in converted(inner, to: version) }
            guard var line else { continue }
            // What others put into its group since must stay with it, and with its label.
            let isDissolved = line.original.hasNewGroup || candidate != nil && line.satellite == nil
            guard !isDissolved || !companions.sharesGroup(index, besides: candidate) else { return nil }
            line.satelliteIndex = candidate
            // It may have come from yet another version to the one that it comes from. That is not asked of cards within
            // cards, of which each level would take as many times longer.
            for _ in VCardVersion.allCases where line.original.version != target && line.card == nil {
                guard var older = line.restored({ converted($0, to: $1) }) else { break }
                older.satelliteIndex = candidate
                line = older
            }
            if let group = line.main.group, group.asciiUppercased() != lines[index].group?.asciiUppercased(),
                companions.isUsed(group, besides: index, candidate)
            {
                line.leaveGroup()
            }
            return line
        }
        return nil
    }

    private func innerCard(at index: Int) -> Component? {
        depth < Self.maximumDepth ? companions.innerCard(at: index) : nil
    }

    private func converted(_ inner: VCard, to version: VCardVersion) -> VCard {
        CardConverter(inner, to: version, depth: depth + 1, isTrial: isTrial).convert().card
    }

    // MARK: The lines

    private func convertedLines(_ losses: inout Set<ConversionLoss>) -> [ConvertedLine] {
        let lines = card.component.properties
        let taken = Set(satellites.values)
        let version = lines.firstIndex { $0.canonicalName == "VERSION" }
        var result: [ConvertedLine] = []
        result.reserveCapacity(lines.count)
        for index in lines.indices where index != version && !taken.contains(index) {
            if staysAsItIs(lines[index]) {
                result.append(ConvertedLine(index: index, main: lines[index]))
            } else if let line = restored[index], line.original.version == target {
                result.append(
                    ConvertedLine(
                        index: index, main: line.main, satellite: line.satellite, card: line.card))
            } else if !card.isAdded(lines[index]), !isLeftBehind(index) {
                result.append(converted(index, &losses))
            }
        }
        return result
    }

    /// Whether a line is of no property that is converted.
    private func staysAsItIs(_ line: ContentLine) -> Bool { line.isMalformed || line.framesCard }

    /// Whether conversion added a label, and the line that it was for is gone.
    private func isLeftBehind(_ index: Int) -> Bool {
        let line = card.component.properties[index]
        return line.canonicalName == "X-ABLABEL" && line.group != nil && card.isAddedLabel(line)
            && !companions.sharesGroup(index, besides: nil)
    }

    private func converted(_ index: Int, _ losses: inout Set<ConversionLoss>) -> ConvertedLine {
        let lines = card.component.properties
        let satellite = satellites[index]
        var origin = ConvertedLine.Origin(
            version: card.version, main: lines[index], satellite: satellite.map { lines[$0] },
            card: innerCard(at: index), sharesGroup: companions.sharesGroup(index, besides: satellite))
        var source = origin
        if let line = restored[index] {
            source = .init(
                version: line.original.version, main: line.main, satellite: line.satellite, card: line.card)
        } else {
            origin.main.removeMarks()
            source = origin
        }
        var rules = ConversionRules(from: source.version, to: target)
        var entry = ConversionEntry(
            main: LineParts(source.main, in: source.version, card: source.card),
            satellite: source.satellite.map { LineParts($0, in: source.version) },
            sharesGroup: origin.sharesGroup)
        switch lines[index].canonicalName {
        case "ADR" where card.version < .v4: entry.needsGroup = entry.satellite?.addedTo != nil
        case "ADR": entry.needsGroup = companions.hasLikeAddress(lines[index])
        case "N": entry.needsGroup = !companions.isFirstName(index)
        default: break
        }
        var result = rules.convert(entry)
        result.convertCard(from: source.version) { converted($0, to: target) }
        losses.formUnion(rules.losses)
        var line = ConvertedLine(result, in: target, index: index, origin: origin)
        // What came from a third version goes on telling how it was written there.
        if restored[index] != nil { line.mark(with: source, in: target) }
        return line
    }

    // MARK: The whole card

    /// A card, and for each of its lines the place of the converted line that it is of.
    private struct Assembled {
        var card: VCard
        var origins: [Int?]
    }

    private func assembled(_ lines: [ConvertedLine]) -> Assembled {
        var component = Component(name: card.component.name)
        component.properties = [ContentLine(name: "VERSION", value: target.rawValue)]
        var origins: [Int?] = [nil]
        // Where the lines that stood before each line have gone.
        var places = Array(repeating: 1, count: card.component.properties.count + 1)
        var next = 0
        // Cards behind a line went with it.
        var taken: Set<Int> = []
        for (number, line) in lines.enumerated() {
            while next <= line.index {
                places[next] = component.properties.count
                next += 1
            }
            component.properties.append(line.main)
            if line.card != nil { taken.insert(line.index + 1) }
            if line.hasCardAsLines, var inner = line.card {
                inner.precedingProperties = component.properties.count
                component.components.append(inner)
            }
            if let satellite = line.satellite { component.properties.append(satellite) }
            while origins.count < component.properties.count { origins.append(number) }
        }
        while next < places.count {
            places[next] = component.properties.count
            next += 1
        }
        for inner in card.component.components {
            let place = inner.precedingProperties
            if inner.isNamed("VCARD"), card.component.properties.indices.contains(place &- 1),
                card.component.properties[place &- 1].text().announcesCard, taken.remove(place) != nil
            {
                continue
            }
            var moved = inner
            if places.indices.contains(place) { moved.precedingProperties = places[place] }
            component.components.append(moved)
        }
        component.components.sort { $0.precedingProperties < $1.precedingProperties }
        component.nameNewGroups()
        let count = component.properties.count
        VCard(component).addRequired(to: &component, from: card)
        origins.insert(contentsOf: Array(repeating: nil, count: component.properties.count - count), at: 1)
        return Assembled(card: VCard(component), origins: origins)
    }
}

extension Component {
    /// Gives groups that conversion made a name that no other has; lines beside each other are of one group.
    fileprivate mutating func nameNewGroups() {
        guard properties.contains(where: { $0.group == ConversionEntry.newGroup }) else { return }
        var taken = Set(properties.compactMap { $0.group?.asciiUppercased() })
        var number = 1
        var index = 0
        while index < properties.count {
            defer { index += 1 }
            guard properties[index].group == ConversionEntry.newGroup else { continue }
            while !taken.insert("ITEM\(number)").inserted { number += 1 }
            properties[index].group = "item\(number)"
            // The line that goes with it stands behind it.
            guard index + 1 < properties.count, properties[index + 1].group == ConversionEntry.newGroup else {
                continue
            }
            properties[index + 1].group = "item\(number)"
        }
    }
}
