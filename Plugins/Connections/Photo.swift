import AtriumSDK

/// A person's photo: the content of an image file.
///
/// A photo's media type is found in its bytes, never taken from what a file says about it; what is no known raster
/// image (SVG can carry scripts) is not a photo.
struct Photo: Hashable, Sendable {
    /// The content.
    let content: [UInt8]
    /// The media type: `image/jpeg`.
    let mediaType: String

    /// The role of a photo among a record's attachments.
    static let role = "photo"
    /// The role of photos that came with people who were merged into a person with a photo.
    static let furtherRole = "further-photo"

    /// Makes a photo, or nil where the content is no raster image of a known type.
    init?(_ content: [UInt8]) {
        guard let mediaType = Self.mediaType(of: content) else { return nil }
        self.content = content
        self.mediaType = mediaType
    }

    /// The media type of a raster image by its first bytes, or nil.
    private static func mediaType(of content: [UInt8]) -> String? {
        func has(_ text: String, at offset: Int = 0) -> Bool {
            content.dropFirst(offset).starts(with: Array(text.utf8))
        }
        if content.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if content.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if has("GIF87a") || has("GIF89a") { return "image/gif" }
        if has("RIFF"), has("WEBP", at: 8) { return "image/webp" }
        if has("BM"), content.count > 26 { return "image/bmp" }
        if content.starts(with: [0x49, 0x49, 0x2A, 0]) || content.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            return "image/tiff"
        }
        if has("ftypavif", at: 4) { return "image/avif" }
        if ["heic", "heix", "mif1"].contains(where: { has("ftyp" + $0, at: 4) }) { return "image/heic" }
        return nil
    }
}

/// The photos of persons among the attachments of the vault.
struct PhotoStore {
    /// The attachments of records.
    let attachments: any AttachmentStore

    /// The photo's attachment, without its content.
    func attachment(of person: Int64) throws -> Attachment? {
        try attachments.attachments(of: PersonStore.reference(person), role: Photo.role).first
    }

    /// The photo with its content.
    func photo(of person: Int64) throws -> Photo? {
        guard let attachment = try attachment(of: person) else { return nil }
        return Photo(try attachments.content(of: attachment))
    }

    /// The photos of people who were merged into a person, and how many more have lost their files.
    func furtherPhotos(of person: Int64) throws -> (photos: [Photo], missing: Int) {
        var result: (photos: [Photo], missing: Int) = ([], 0)
        for attachment in try attachments.attachments(
            of: PersonStore.reference(person), role: Photo.furtherRole)
        {
            do {
                if let photo = Photo(try attachments.content(of: attachment)) { result.photos.append(photo) }
            } catch let error as AtriumError where error.code == .inputOutput {
                result.missing += 1
            }
        }
        return result
    }

    /// Makes the photo of a person, who is to be merged into another, a further one, where that has another photo.
    ///
    /// - Returns: whether it has.
    func putBehind(of merged: Int64, for remaining: Int64) throws -> Bool {
        guard let own = try attachment(of: remaining), let other = try attachment(of: merged),
            own.sha256 != other.sha256
        else { return false }
        // The content is not needed, so that a missing file, which the doctor names, stops no merge.
        try attachments.setRole(Photo.furtherRole, of: other.id)
        return true
    }

    /// Whether a person's photo has this content, or whether there is none where nil is given.
    func matches(_ photo: Photo?, of person: Int64) throws -> Bool {
        let attachment = try attachment(of: person)
        guard let photo, let attachment else { return photo == nil && attachment == nil }
        // The size decides nearly always, so that the file need not be read.
        guard attachment.byteCount == Int64(photo.content.count) else { return false }
        return try attachments.content(of: attachment) == photo.content
    }

    /// Makes this the person's photo, or takes the photo away.
    func set(_ photo: Photo?, of person: Int64) throws {
        for old in try attachments.attachments(of: PersonStore.reference(person), role: Photo.role) {
            try attachments.remove(old.id)
        }
        guard let photo else { return }
        try attachments.add(
            photo.content, mediaType: photo.mediaType, name: "", role: Photo.role,
            to: PersonStore.reference(person))
    }
}
