import ContentLine

/// A line in the version that was asked for, with the one that goes with it.
struct ConvertedLine {
    /// Where the line that it comes from stands.
    let index: Int
    private(set) var main: ContentLine
    let satellite: ContentLine?
    /// The card that is the value of AGENT.
    var card: Component?
    /// What is to come back when it is converted back; `nil` for what is the same in all versions, or was converted before
    /// and is again what it was.
    private(set) var origin: Origin?
    /// Whether the line tells how the origin is written, and not what that was in yet another version.
    private(set) var isMarked = false

    /// Lines as they were before conversion.
    struct Origin {
        var version: VCardVersion
        var main: ContentLine
        var satellite: ContentLine?
        /// The card that is the value of AGENT.
        var card: Component?
        /// Whether other lines stand in the same group.
        var sharesGroup = false
    }

    /// Lines that stay as they are.
    init(index: Int, main: ContentLine, satellite: ContentLine? = nil, card: Component? = nil) {
        self.index = index
        self.main = main
        self.satellite = satellite
        self.card = card
    }

    /// The lines that say in `version` what an entry says.
    init(_ entry: ConversionEntry, in version: VCardVersion, index: Int, origin: Origin) {
        self.init(
            index: index, main: entry.main.draft(in: version).line(in: version),
            satellite: entry.satellite.map { $0.draft(in: version).line(in: version) })
        if case .card(let inner) = entry.main.value {
            // As it will be read, so that what is told of it holds then.
            card = VCard.embedded(main.text()) ?? Component.parse(inner.written()).component
        }
        self.origin = origin
    }

    /// Whether the card stands behind the line as lines of its own.
    var hasCardAsLines: Bool { card != nil && main.text().announcesCard }

    /// Tells in the line how `original` is written.
    mutating func mark(with original: Origin, in version: VCardVersion) {
        main.setParameter(LineParts.originalParameter, to: [])
        let mark = OriginalLine(
            original.version, line: LineDraft(original.main),
            satellite: original.satellite.map(LineDraft.init),
            keepsCard: original.card.map { VCard($0).version != original.version } ?? false,
            at: Wording(main, in: version, card: card), with: satellite.map { Wording($0, in: version) })
        var draft = LineDraft(main)
        draft.parameters.append(Parameter(LineParts.originalParameter, mark.encoded))
        // A long line of 2.1 has no folds, but QUOTED-PRINTABLE.
        if main.encoding == .base64 || version > .v2 {
            main.setParameter(LineParts.originalParameter, to: [mark.encoded])
        } else {
            main = draft.line(in: version)
        }
        isMarked = original.version == origin?.version
    }

    /// Whether `others`, which this was converted back to, say what the origin said.
    func comesBack(as others: [ConvertedLine]) -> Bool {
        guard let origin else { return true }
        if others.count == 1, origin.card == nil, origin.main == others[0].main,
            origin.satellite == others[0].satellite
        {
            return true
        }
        var expected = [Wording(origin.main, in: origin.version, card: origin.card)]
        expected += origin.satellite.map { [Wording($0, in: origin.version)] } ?? []
        var actual: [Wording] = []
        for other in others {
            actual.append(Wording(other.main, in: origin.version, card: other.card))
            actual += other.satellite.map { [Wording($0, in: origin.version)] } ?? []
        }
        if !origin.sharesGroup, actual.contains(where: { $0.group == ConversionEntry.newGroup }) {
            // A group that has no name yet is any group.
            for place in expected.indices where expected[place].group != nil {
                expected[place].group = ConversionEntry.newGroup
            }
        }
        return expected == actual || expected == actual.reversed()
    }
}
