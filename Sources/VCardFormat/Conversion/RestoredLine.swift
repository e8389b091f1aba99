import ContentLine

/// A line as it was before it was converted, with the one that went with it.
struct RestoredLine {
    /// What told so.
    let original: OriginalLine
    let main: ContentLine
    let satellite: ContentLine?
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

    /// The line as it was before it was converted to the version that this is of, or `nil` if it was not.
    func restored(_ convert: (VCard, VCardVersion) -> VCard) -> RestoredLine? {
        RestoredLine(main, with: satellite, in: original.version, card: card, convert: convert)
    }
}

extension ContentLine {
    /// Takes away what conversion wrote into a line, and what no longer holds.
    mutating func removeMarks() {
        guard hasParameters else { return }
        if parameter(LineParts.originalParameter) != nil { setParameter(LineParts.originalParameter, to: []) }
        // A name that was added and then changed is somebody's own now.
        if !["X-ABLABEL", "LABEL"].contains(canonicalName), parameter(LineParts.addedParameter) != nil {
            setParameter(LineParts.addedParameter, to: [])
        }
    }
}
