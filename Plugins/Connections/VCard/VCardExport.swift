import AtriumSDK
import ContentLine
import VCardFormat

/// Writes one person after the other as a card, in the version that the user asked for.
///
/// It counts what that version has no place for, and which photos are missing, to say it when all are written.
struct VCardExport {
    /// The option `--vcard-version`.
    static let version = Field<String>.choice(
        "vcardVersion", of: ["source"] + VCardVersion.allCases.map(\.rawValue),
        help: """
            The vCard version. source keeps each card's own version and writes new cards as 4.0; phones and Google \
            read 3.0.
            """
    ).defaulting(to: .text("source")).titled("vCard version")

    private let store: PersonStore
    private let photos: PhotoStore
    private let target: VCardVersion?
    private let isOfWholeVault: Bool
    private var losses: [ConversionLoss: Int] = [:]
    private var missingPhotos = 0

    /// Prepares for an export.
    init(_ context: ExportContext) {
        store = PersonStore(db: context.db, tags: context.tags)
        photos = PhotoStore(attachments: context.attachments)
        target = context.arguments[Self.version].flatMap(VCardVersion.init)
        isOfWholeVault = context.isOfWholeVault
    }

    /// The card of a person: as it came, as it came but for what was edited, or a new one of version 4.0; then in
    /// the version that was asked for.
    ///
    /// Empty where there is no such person. In an export of the whole vault it says the person's uid where the card's own
    /// UID is another.
    mutating func card(of id: Int64, _ source: Source?) throws -> [UInt8] {
        let card = try written(id, source)
        guard isOfWholeVault, let uid = try store.uid(id) else { return card }
        let item = RawItem(name: "VCARD", bytes: card)
        let own = item.property("UID")?.text().nonEmpty ?? ContactsVCard.map(VCardReader.read(item).card).uid
        guard let own, own != uid else { return card }
        return item.normalized(
            adding: ContentLine(name: "\(Item.recordUIDProperty)", value: TextValue.escape(uid)))
    }

    private mutating func written(_ id: Int64, _ source: Source?) throws -> [UInt8] {
        let item = source.map { RawItem(name: "VCARD", bytes: $0.text) }
        if let source, let item, !source.isEdited {
            guard let target else { return item.normalized() }
            let card = VCardReader.read(item).card
            return card.version == target ? item.normalized() : convert(card, to: target)
        }
        guard let person = try store.person(id) else { return [] }
        let uid = try store.uid(id) ?? ""
        var editor = source.map { MergedCards.editor($0, uid: uid) } ?? PersonVCard.newCard(person, uid: uid)
        PersonVCard.patch(&editor, to: person)
        let further = try photos.furtherPhotos(of: id)
        missingPhotos += further.missing
        switch try photo(of: id) {
        case .found(let photo):
            MergedCards.putInFront(photo, of: further.photos, in: &editor)
            PersonVCard.patch(&editor, to: photo)
        case .none: PersonVCard.patch(&editor, to: nil)
        case .missing: break
        }
        MergedCards.patch(&editor, toHave: further.photos)
        editor.touch(revision: try store.updatedAt(id).filter { $0 != "-" && $0 != ":" })
        // The own card alone says nothing of those that were joined to it.
        let isOwnCard = !editor.isChanged && source?.merged.isEmpty == true
        let written = isOwnCard ? item?.normalized() ?? editor.written() : editor.written()
        guard let target else { return written }
        let card = VCardReader.read(RawItem(name: "VCARD", bytes: written)).card
        return card.version == target ? written : convert(card, to: target)
    }

    /// What the user should know of the cards that were written: a line for each kind of loss, without any name.
    var warnings: [String] {
        let lines = losses.map { "\($0.key.summary), in \(Self.cards($0.value))" }.sorted()
        guard missingPhotos > 0 else { return lines }
        let photos =
            missingPhotos == 1 ? "the file of 1 photo is" : "the files of \(missingPhotos) photos are"
        return lines + ["\(photos) missing: the cards keep their original photos; run atrium doctor"]
    }

    private mutating func convert(_ card: VCard, to target: VCardVersion) -> [UInt8] {
        let conversion = card.converted(to: target)
        for loss in conversion.losses { losses[loss, default: 0] += 1 }
        return conversion.card.component.written()
    }

    private enum FoundPhoto {
        case found(Photo)
        case none
        /// The file is gone: the card keeps the picture that it came with, if it did with one.
        case missing
    }

    private mutating func photo(of id: Int64) throws -> FoundPhoto {
        do {
            return try photos.photo(of: id).map(FoundPhoto.found) ?? .none
        } catch let error as AtriumError where error.code == .inputOutput {
            missingPhotos += 1
            return .missing
        }
    }

    private static func cards(_ count: Int) -> String { count == 1 ? "1 card" : "\(count) cards" }
}
