import AtriumSDK
import ContentLine
import VCardFormat

/// Contacts in vCard, both ways.
enum ContactsVCard {
    /// Reads cards of all versions.
    static let importer = Importer(
        .vcard, kinds: [.vcard], into: PersonStore.collection,
        map: { item, _, _ in
            guard let card = item.value as? VCard else {
                throw AtriumError(.internal, "a contact's item is no vCard")
            }
            return map(card)
        },
        writer: { PersonWriter($0) })

    /// The draft of a card, and its UID.
    static func map(_ card: VCard) -> MappedItem<PersonDraft> {
        let uid = card[VCardProperty.uid].lazy.compactMap(\.value.trimmed.nonEmpty).first
        return MappedItem(
            draft: PersonDraft(person: PersonVCard.person(card), photo: PersonVCard.photo(card)?.photo),
            uid: uid)
    }

    /// Writes all people as cards: as they came, as they came but for what was edited, or new ones of version 4.0.
    static let exporter = Exporter(.vcard, of: PersonStore.collection, fileName: "contacts.vcf") { context in
        let store = PersonStore(db: context.db, tags: context.tags)
        let photos = PhotoStore(attachments: context.attachments)
        let revision = Instant.text(context.now).filter { $0 != "-" && $0 != ":" }
        var output: [UInt8] = []
        try context.sources.forEachRecord(
            in: PersonStore.collection, format: .vcard, where: context.condition
        ) { id, source in
            let item = source.map { RawItem(name: "VCARD", bytes: $0.text) }
            if let source, let item, !source.isEdited {
                output += item.normalized()
            } else if let person = try store.person(id) {
                let uid = try store.uid(id) ?? ""
                var editor =
                    source.map { MergedCards.editor($0, uid: uid) } ?? PersonVCard.newCard(person, uid: uid)
                PersonVCard.patch(&editor, to: person)
                PersonVCard.patch(&editor, to: try photos.photo(of: id))
                MergedCards.patch(&editor, toHave: try photos.furtherPhotos(of: id))
                editor.touch(revision: revision)
                output += editor.isChanged ? editor.written() : item?.normalized() ?? editor.written()
            }
            if output.count > 1 << 16 {
                try context.write(output)
                output.removeAll(keepingCapacity: true)
            }
        }
        try context.write(output)
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
