import AtriumSDK
import VCardFormat

/// The photos of entries: attachments of the vault, and the commands that add and take away one.
///
/// What kind of image a file is, is found in its bytes, never taken from its name.
enum EntryPhotos {
    static let all = [add, remove]

    /// What a photo is among a record's attachments.
    static let role = "photo"
    /// The photo that an entry is made with.
    static let first = Field<UploadedFile>.file(
        "photo", help: "A photo: a JPEG, PNG, GIF, WebP, BMP, TIFF, HEIC or AVIF file.")

    private static let further = Field<UploadedFile>.file(
        "photo", help: "The photo: a JPEG, PNG, GIF, WebP, BMP, TIFF, HEIC or AVIF file."
    ).required.positional
    private static let number = Field<Int64>.integer(
        "photo", in: 1...Int64.max, help: "The photo's id, as `journal show` lists it."
    ).required.positional

    /// A file that is a photo.
    struct Photo {
        let file: UploadedFile
        let mediaType: String
    }

    /// Takes a file as a photo; nil for none.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it is no image.
    static func photo(_ file: UploadedFile?, field: Field<UploadedFile>) throws -> Photo? {
        guard let file else { return nil }
        guard let type = MediaType.sniff(file.content), type.hasPrefix("image/") else {
            throw AtriumError(
                .badData, "\(file.name) is not a photo",
                remedy: "give a JPEG, PNG, GIF, WebP, BMP, TIFF, HEIC or AVIF file",
                field: field.declaration.name)
        }
        return Photo(file: file, mediaType: type)
    }

    /// Keeps a photo of an entry, behind those that it has; one that it has already is not kept twice.
    ///
    /// - Returns: whether it is new.
    @discardableResult
    static func keep(_ photo: Photo, of entry: Int64, _ context: CommandContext) throws -> Bool {
        let record = RecordReference(.entries, entry)
        let present = try context.attachments.attachments(of: record, role: role)
        guard try !present.contains(where: { try context.attachments.holds(photo.file.content, as: $0) })
        else {
            return false
        }
        try context.attachments.add(
            photo.file.content, mediaType: photo.mediaType, name: photo.file.name, role: role, to: record)
        return true
    }

    private static let add = Command(
        "add-photo", .recordAction, past: "photo added", summary: "Add a photo to an entry.",
        fields: [EntryInput.record.declaration, further.declaration], result: .object(EntryFields.record)
    ) { input, context in
        let id = try input.required(EntryInput.record)
        guard let photo = try photo(input[further], field: further) else {
            throw AtriumError(.usage, "photo is missing", remedy: "give a file", field: "photo")
        }
        if try keep(photo, of: id, context) { try EntryTable(context).touch(id, updatedAt: context.nowText) }
        return try EntryFields.value(id, context)
    }

    private static let remove = Command(
        "remove-photo", .recordAction, past: "photo removed", summary: "Remove a photo from an entry.",
        fields: [EntryInput.record.declaration, number.declaration], result: .object(EntryFields.record)
    ) { input, context in
        let id = try input.required(EntryInput.record)
        let photos = try context.attachments.attachments(of: RecordReference(.entries, id), role: role)
        let wanted = try input.required(number)
        guard photos.contains(where: { $0.id == wanted }) else {
            throw AtriumError(
                .notFound, "the entry has no photo \(wanted)",
                remedy: "\(command: "journal show") lists the photos with their ids", field: "photo")
        }
        try context.attachments.remove(wanted)
        try EntryTable(context).touch(id, updatedAt: context.nowText)
        return try EntryFields.value(id, context)
    }
}
