import ContentLine

/// A line and those that say something about it: what is converted as one.
struct ConversionEntry {
    var main: LineParts
    /// X-ABLabel, LABEL or SORT-STRING.
    var satellite: LineParts?
    /// Whether other lines stand in the same group.
    var sharesGroup = false
    /// Whether the line must be grouped with its satellite, so that they are found together.
    var needsGroup = false

    /// A group that gets its name when the whole card is put together.
    static let newGroup = "\u{1}"

    /// Converts the card that is the value of AGENT; one of another version than the card around it stays as it is.
    mutating func convertCard(from source: VCardVersion, using converter: (VCard) -> VCard) {
        guard case .card(let component) = main.value else { return }
        let card = VCard(component)
        guard card.version == source else { return }
        main.value = .card(converter(card).component)
    }
}
