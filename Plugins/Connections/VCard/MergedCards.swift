import AtriumSDK
import ContentLine
import VCardFormat

/// Cards of people who were merged, put into the card of the one who remains.
///
/// A record does not keep all that a card says: keys, sounds, what programs store for themselves. So the lines of both
/// cards are joined first; then ``PersonVCard/patch(_:to:)`` makes the card say what the record says, and leaves the rest.
enum MergedCards {
    /// Properties that say something about the card itself: each card has its own.
    private static let own: Set<String> = ["BEGIN", "END", "VERSION", "UID", "REV", "PRODID", "FN", "N"]

    /// Properties that a card has once: another one's stands in the record, where it differs.
    private static let single: Set<String> = [
        "BDAY", "ANNIVERSARY", "X-ANNIVERSARY", "X-EVOLUTION-ANNIVERSARY", "GENDER", "X-GENDER", "KIND",
        "X-ADDRESSBOOKSERVER-KIND", "CLASS", "MAILER", "NAME", "SORT-STRING", "X-ABUID", "X-ABSHOWAS",
        "X-PHONETIC-FIRST-NAME", "X-PHONETIC-MIDDLE-NAME", "X-PHONETIC-LAST-NAME", "X-ATRIUM-MET-PLACE",
        "X-ATRIUM-MET-DATE",
    ]

    /// Begins to edit the card of a person, with the lines of those that were merged into it.
    static func editor(_ source: Source, uid: String) -> VCardEditor {
        func card(_ text: [UInt8]) -> VCard { VCardReader.read(RawItem(name: "VCARD", bytes: text)).card }
        let own = card(source.text)
        var editor = VCardEditor(source.merged.reduce(own) { join(card($1), into: $0) })
        if !source.isOwn { editor.set(VCardProperty.uid, to: [Property(uid)]) }
        return editor
    }

    /// Moves the shown photo's line before the line of a further photo that stands first in the card.
    ///
    /// The cards of merged people have a line for each photo, in the order in which the cards were joined.
    /// Does nothing if the card has no line for the shown photo, or if its first photo is no further one.
    static func putInFront(_ photo: Photo, of further: [Photo], in editor: inout VCardEditor) {
        guard !further.isEmpty, let first = PersonVCard.photo(editor.card), first.photo != photo,
            further.contains(first.photo)
        else { return }
        var lines = editor.card[VCardProperty.photo]
        let index = lines.firstIndex { line in
            if case .data(let bytes, _) = line.value { bytes == photo.content } else { false }
        }
        guard let index else { return }
        lines.insert(lines.remove(at: index), at: first.index)
        editor.set(VCardProperty.photo, to: lines)
    }

    /// Makes a card have these photos behind the one that is shown.
    static func patch(_ editor: inout VCardEditor, toHave photos: [Photo]) {
        for photo in photos {
            let lines = editor.card[VCardProperty.photo]
            let isThere = lines.contains { line in
                if case .data(let bytes, _) = line.value { bytes == photo.content } else { false }
            }
            if isThere { continue }
            let media = Media.data(photo.content, mediaType: photo.mediaType)
            editor.set(VCardProperty.photo, to: lines + [Property(media)])
        }
    }

    /// The card with what another one says beyond it, in the words of its own version.
    static func join(_ other: VCard, into card: VCard) -> VCard {
        var component = card.component
        let converted = other.converted(to: card.version).card.component
        var groups: [String: String] = [:]
        var usedGroups = Set(component.properties.compactMap { $0.group?.lowercased() })
        let present = Dictionary(grouping: component.properties.indices) {
            component.properties[$0].canonicalName
        }
        let lines = converted.properties
        let values = lines.indices.filter { index in
            let name = lines[index].canonicalName
            if name == "X-ABLABEL" || own.contains(name) { return false }
            let known = present[name] ?? []
            if single.contains(name) { return known.isEmpty }
            return !known.contains { isSame(card.component, $0, converted, index) }
        }
        let valueGroups = Set(values.compactMap { lines[$0].group?.lowercased() })
        let labels = lines.indices.filter { index in
            lines[index].canonicalName == "X-ABLABEL"
                && lines[index].group.map { valueGroups.contains($0.lowercased()) } == true
        }
        let hasNoAddress = other[VCardProperty.address].isEmpty
        for index in values + labels {
            var line = lines[index]
            if let group = line.group?.lowercased() {
                let name = groups[group] ?? freeGroup(&usedGroups)
                groups[group] = name
                line.group = name
            }
            if hasNoAddress { keepApart(&line, &usedGroups) }
            component.properties.append(line)
            append(inner(converted, behind: index), to: &component)
        }
        // Cards that stand behind no line that was taken, and behind no AGENT, which is the same here.
        for index in -1..<lines.count where !values.contains(index) && !labels.contains(index) {
            if index >= 0, lines[index].canonicalName == "AGENT" { continue }
            append(
                inner(converted, behind: index).filter { !component.components.contains($0) }, to: &component)
        }
        return VCard(component)
    }

    /// Makes a LABEL without an address, which no field of a record has, a line that belongs to no address of another card.
    private static func keepApart(_ line: inout ContentLine, _ usedGroups: inout Set<String>) {
        if line.canonicalName == "LABEL", line.group == nil { line.group = freeGroup(&usedGroups) }
        // In 4.0 it became an address.
        if line.canonicalName == "ADR", let label = line.parameter("LABEL") {
            line = ContentLine(
                group: line.group, name: "X-LABEL", value: TextValue.escape(TextValue.unescape(label)))
        }
    }

    /// The components, such as the card of an AGENT in 2.1, that stand behind a line; behind -1 those before all lines.
    private static func inner(_ component: Component, behind index: Int) -> [Component] {
        component.components.filter {
            min($0.precedingProperties, component.properties.count) == index + 1
        }
    }

    private static func append(_ inner: [Component], to component: inout Component) {
        for var inner in inner {
            inner.precedingProperties = component.properties.count
            component.components.append(inner)
        }
    }

    /// Whether two lines say the same, with the cards behind them.
    private static func isSame(_ one: Component, _ index: Int, _ other: Component, _ otherIndex: Int) -> Bool
    {
        let (line, otherLine) = (one.properties[index], other.properties[otherIndex])
        guard line.text() == otherLine.text() else { return false }
        return line.canonicalName != "AGENT"
            || inner(one, behind: index) == inner(other, behind: otherIndex)
    }

    private static func freeGroup(_ used: inout Set<String>) -> String {
        var number = 1
        while !used.insert("item\(number)").inserted { number += 1 }
        return "item\(number)"
    }
}
