import AtriumSDK
import VCardFormat

/// The photo of a record, if its declaration has one: an attachment of the role `photo`.
struct RecordPhoto {
    static let name = "photo"
    private static let role = "photo"
    private static let kinds = "JPEG, PNG, GIF, WebP, BMP, TIFF, HEIC or AVIF"
    private static let remove = Field<Bool>.boolean("removePhoto", help: "Takes the photo away.")

    private let collection: CollectionID
    private let attachments: any AttachmentStore

    init(_ declaration: RecordDeclaration, _ context: CommandContext) {
        collection = declaration.collection
        attachments = context.attachments
    }

    // MARK: - Fields

    private static func photo(_ help: String) -> Field<UploadedFile> {
        .file(name, help: help.hasSuffix(".") ? "\(help.dropLast()): a \(kinds) file." : help)
    }

    /// The fields of `add`, by what the declaration calls the photo.
    static func addFields(_ help: String) -> [FieldDeclaration] { [photo(help).declaration] }

    /// The fields of `edit`.
    static func editFields(_ help: String) -> [FieldDeclaration] {
        [photo(help).declaration, remove.declaration]
    }

    /// The field of results.
    static func shown(_ help: String) -> FieldDeclaration {
        FieldDeclaration(
            name,
            .object([
                FieldDeclaration("mediaType", .text, help: "The media type: image/jpeg.", isRequired: true),
                FieldDeclaration("byteCount", .integer(), help: "The size in bytes.", isRequired: true),
                FieldDeclaration(
                    "sha256", .text, help: "The SHA-256 of the content, in hex.", isRequired: true),
            ]), help: help)
    }

    // MARK: - Values

    /// What results show of a record's photo; null if there is none.
    func value(of record: Int64) throws -> DataValue {
        guard let photo = try attachment(of: record) else { return .null }
        return .object([
            "mediaType": .text(photo.mediaType), "byteCount": .integer(photo.byteCount),
            "sha256": .text(photo.sha256),
        ])
    }

    /// Does to a record's photo what an input asks for.
    ///
    /// - Returns: whether it is another one then.
    /// - Throws: ``AtriumError`` with code `badData` if the file is no photo, or is to be taken away in the same breath.
    func apply(_ input: Arguments, to record: Int64) throws -> Bool {
        let old = try attachment(of: record)
        guard let file = input[Self.photo("")] else {
            let isCleared = input.values[Self.name]?.isNull == true || input[Self.remove] == true
            guard isCleared, let old else { return false }
            try attachments.remove(old.id)
            return true
        }
        if input[Self.remove] == true {
            throw AtriumError(
                .badData, "a photo is given, and is to be taken away",
                remedy: "give \(field: "photo") alone to replace the one that is there", field: "removePhoto")
        }
        guard let type = MediaType.sniff(file.content), type.hasPrefix("image/") else {
            throw AtriumError(
                .badData, "\(file.name) is not a photo", remedy: Guidance("give a \(Self.kinds) file"),
                field: Self.name)
        }
        if let old {
            if try attachments.holds(file.content, as: old) { return false }
            try attachments.remove(old.id)
        }
        try attachments.add(
            file.content, mediaType: type, name: "", role: Self.role, to: RecordReference(collection, record))
        return true
    }

    private func attachment(of record: Int64) throws -> Attachment? {
        try attachments.attachments(of: RecordReference(collection, record), role: Self.role).first
    }
}
