import AtriumSDK
import ContentLine
import VCardFormat

/// Contacts in vCard, both ways.
enum ContactsVCard {
    /// Reads cards of all versions.
    static let importer = Importer(
        .vcard, kinds: [.vcard], into: PersonStore.collection, programs: programs,
        fingerprints: PersonDraft.fingerprints,
        map: { item, _, _ in
            guard let card = item.value as? VCard else {
                throw AtriumError(.internal, "the contact is not a vCard")
            }
            return map(card)
        },
        writer: { PersonWriter($0) })

    /// The programs whose cards are read; a card of any other program is read too.
    private static let programs = [
        SourceProgram("Apple Contacts", steps: "Contacts: File > Export > Export vCard…", isTried: true),
        SourceProgram(
            "iCloud", steps: "icloud.com/contacts: select contacts, then Export vCard", isTried: false),
        SourceProgram("Google Contacts", steps: "contacts.google.com: Export, then vCard", isTried: true),
        SourceProgram(
            "Contacts on Android", steps: "Contacts: Organize (or Fix & manage) > Export to file",
            isTried: true),
        SourceProgram(
            "Outlook", steps: "Outlook: open a contact, File > Save As, then vCard Files", isTried: true),
        SourceProgram(
            "Nextcloud Contacts", steps: "Contacts settings: menu of an address book > Export",
            isTried: false),
        // The corpus has cards of an extension of Thunderbird, none of its own export.
        SourceProgram(
            "Thunderbird", steps: "Address Book: right-click an address book > Export…, then vCard",
            isTried: false),
        SourceProgram(
            "Evolution", steps: "Contacts: right-click an address book > Save Address Book as vCard",
            isTried: true),
    ]

    /// The draft of a card, and its UID.
    static func map(_ card: VCard) -> MappedItem<PersonDraft> {
        let uid = card[VCardProperty.uid].lazy.compactMap(\.value.trimmed.nonEmpty).first
        return MappedItem(
            draft: PersonDraft(person: PersonVCard.person(card), photo: PersonVCard.photo(card)?.photo),
            uid: uid)
    }

    /// Writes people as cards: as they came, or in the version that the user asked for.
    static let exporter = Exporter(
        .vcard, of: PersonStore.collection, fileName: "contacts.vcf",
        options: [VCardExport.version.declaration]
    ) { context in
        var export = VCardExport(context)
        var output: [UInt8] = []
        try context.sources.forEachRecord(
            in: PersonStore.collection, format: .vcard, where: context.condition
        ) { id, source in
            output += try export.card(of: id, source)
            if output.count > 1 << 16 {
                try context.write(output)
                output.removeAll(keepingCapacity: true)
            }
        }
        try context.write(output)
        for warning in export.warnings { context.warn(warning) }
    }
}

extension PersonVCard {
    /// The first picture of a card that is a photo: the line's place among the pictures, and the photo.
    static func photo(_ card: VCard) -> (index: Int, photo: Photo)? {
        for (index, line) in card[VCardProperty.photo].enumerated() {
            if case .data(let bytes, _) = line.value, let photo = Photo(bytes) { return (index, photo) }
        }
        return nil
    }

    /// Makes a card have this photo; other pictures and links to pictures stay.
    static func patch(_ editor: inout VCardEditor, to new: Photo?) {
        let old = photo(editor.card)
        guard old?.photo.content != new?.content else { return }
        var lines = editor.card[VCardProperty.photo]
        let media = new.map { Media.data($0.content, mediaType: $0.mediaType) }
        switch (old?.index, media) {
        case (let index?, let media?): lines[index].value = media
        case (let index?, nil): lines.remove(at: index)
        case (nil, let media?): lines.insert(Property(media), at: 0)
        case (nil, nil): return
        }
        editor.set(VCardProperty.photo, to: lines)
    }
}
