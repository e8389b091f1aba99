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
        var groups: [String: String] = [:]
        var usedGroups = Set(component.properties.compactMap { $0.group?.lowercased() })
        let present = Dictionary(grouping: component.properties, by: \.canonicalName)
        let lines = other.converted(to: card.version).card.component.properties
        let values = lines.filter { line in
            let name = line.canonicalName
            if name == "X-ABLABEL" || own.contains(name) { return false }
            let known = present[name] ?? []
            return single.contains(name) ? known.isEmpty : !known.contains { isSame($0, line) }
        }
        let valueGroups = Set(values.compactMap { $0.group?.lowercased() })
        let labels = lines.filter { line in
            line.canonicalName == "X-ABLABEL"
                && line.group.map { valueGroups.contains($0.lowercased()) } == true
        }
        for var line in values + labels {
            if let group = line.group?.lowercased() {
                let name = groups[group] ?? freeGroup(&usedGroups)
                groups[group] = name
                line.group = name
            }
            component.properties.append(line)
        }
        return VCard(component)
    }

    private static func isSame(_ one: ContentLine, _ other: ContentLine) -> Bool {
        one.text() == other.text()
    }

    private static func freeGroup(_ used: inout Set<String>) -> String {
        var number = 1
        while !used.insert("item\(number)").inserted { number += 1 }
        return "item\(number)"
    }
}
