import AtriumSDK
import VCardFormat

/// A record's photo, stored as an attachment with the role `photo`, if the record's declaration has a photo.
struct RecordPhoto {
    static let name = "photo"
    private static let role = "photo"
    private static let kinds = "JPEG, PNG, GIF, WebP, BMP, TIFF, HEIC or AVIF"
    private static let remove = Field<Bool>.boolean("removePhoto", help: "Remove the photo.")

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

    /// Returns the input fields that `add` accepts for the photo, with the declaration's help text.
    static func addFields(_ help: String) -> [FieldDeclaration] { [photo(help).declaration] }

    /// Returns the input fields that `edit` accepts for the photo, with the declaration's help text.
    static func editFields(_ help: String) -> [FieldDeclaration] {
        [photo(help).declaration, remove.declaration]
    }

    /// Returns the result field for the photo.
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

    /// Returns a record's photo for results, or null if the record has no photo.
    func value(of record: Int64) throws -> DataValue {
        guard let photo = try attachment(of: record) else { return .null }
        return .object([
            "mediaType": .text(photo.mediaType), "byteCount": .integer(photo.byteCount),
            "sha256": .text(photo.sha256),
        ])
    }

    /// Applies a command's input to a record's photo.
    ///
    /// - Returns: true if the photo changed.
    /// - Throws: ``AtriumError`` with code `badData` if the file is not a photo, or if the input adds and
    ///   removes the photo at the same time.
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
                .badData, "a new photo cannot be combined with the removal of the photo",
                remedy: "to replace the photo, use only \(field: "photo")", field: "removePhoto")
        }
        guard let type = MediaType.sniff(file.content), type.hasPrefix("image/") else {
            throw AtriumError(
                .badData, "\(file.name) is not a photo", remedy: Guidance("use a \(Self.kinds) file"),
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
