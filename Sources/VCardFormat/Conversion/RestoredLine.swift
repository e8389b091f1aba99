import ContentLine

/// A line as it was before it was converted, with the one that went with it.
struct RestoredLine {
    /// What told so.
    let original: OriginalLine
    private(set) var main: ContentLine
    private(set) var satellite: ContentLine?
    /// The card that is the value of AGENT.
    let card: Component?
    /// Where the line that went with the converted one stands.
    var satelliteIndex: Int?

    /// Reads what `line` tells of itself; `nil` if it tells nothing, or either line was changed since.
    ///
    /// `convert` puts the card within the card into another version.
    init?(
        _ line: ContentLine, with satellite: ContentLine?, in version: VCardVersion, card: Component?,
        convert: (VCard, VCardVersion) -> VCard
    ) {
        guard let text = line.parameter(LineParts.originalParameter), let original = OriginalLine(text),
            original.version != version
        else { return nil }
        var bare = line
        bare.setParameter(LineParts.originalParameter, to: [])
        let wording = Wording(bare, in: version, card: card)
        guard original.holds(at: wording, with: satellite.map { Wording($0, in: version) }),
            let main = original.line(at: wording)
        else { return nil }
        self.original = original
        self.main = main
        self.satellite = original.satelliteLine
        guard (original.satellite == nil) == (self.satellite == nil) else { return nil }
        guard let card else {
            self.card = nil
            return
        }
        let words = main.text()
        if !words.announcesCard, let embedded = VCard.embedded(words) {
            self.card = embedded
        } else if !original.keepsCard, VCard(card).version == version {
            self.card = convert(VCard(card), original.version).component
        } else {
            self.card = card
        }
    }

    /// Takes the lines out of a group that others are in by now; both get one of their own.
    mutating func leaveGroup() {
        main.group = ConversionEntry.newGroup
        if satellite?.group != nil { satellite?.group = ConversionEntry.newGroup }
    }

    /// The line as it was before it was converted to the version that this is of, or `nil` if it was not.
    func restored(_ convert: (VCard, VCardVersion) -> VCard) -> RestoredLine? {
        RestoredLine(main, with: satellite, in: original.version, card: card, convert: convert)
    }
}

extension ContentLine {
    /// Whether it is of those that make a card of the lines between them, whatever its parameters.
    var framesCard: Bool { ["VERSION", "BEGIN", "END"].contains(canonicalName) }

    /// Takes away what conversion wrote into a line, and what no longer holds.
    mutating func removeMarks() {
        guard hasParameters else { return }
        if parameter(LineParts.originalParameter) != nil { setParameter(LineParts.originalParameter, to: []) }
        // A name that was added and then changed is somebody's own now.
        if ["FN", "N"].contains(canonicalName), parameter(LineParts.addedParameter) != nil {
            setParameter(LineParts.addedParameter, to: [])
        }
    }
}
