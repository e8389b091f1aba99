import AtriumSDK
import VCardFormat

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
    /// The role of a merged person's photos that gave way to the photo that is shown.
    static let furtherRole = "further-photo"

    /// Makes a photo, or nil where the content is no raster image of a known type.
    init?(_ content: [UInt8]) {
        guard let mediaType = MediaType.sniff(content), mediaType.hasPrefix("image/") else { return nil }
        self.content = content
        self.mediaType = mediaType
    }
}

/// The photos of persons, or of other records, among the attachments of the vault.
struct PhotoStore {
    /// The attachments of records.
    let attachments: any AttachmentStore
    /// The collection of the records.
    var collection = PersonStore.collection

    /// The photo's attachment, without its content.
    func attachment(of record: Int64) throws -> Attachment? {
        try attachments.attachments(of: RecordReference(collection, record), role: Photo.role).first
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
            of: RecordReference(collection, person), role: Photo.furtherRole)
        {
            do {
                if let photo = Photo(try attachments.content(of: attachment)) { result.photos.append(photo) }
            } catch let error as AtriumError where error.code == .inputOutput {
                result.missing += 1
            }
        }
        return result
    }

    /// Makes the photo of a person a further one, if the person with whom they are merged has another photo.
    ///
    /// Either of the two may be the one who remains: the photo of `other` is shown.
    /// - Returns: whether both have photos that differ.
    func putBehind(of person: Int64, for other: Int64) throws -> Bool {
        guard let behind = try attachment(of: person), let shown = try attachment(of: other),
            behind.sha256 != shown.sha256
        else { return false }
        // The content is not needed, so that a missing file, which the doctor names, stops no merge.
        try attachments.setRole(Photo.furtherRole, of: behind.id)
        return true
    }

    /// Whether a person's photo has this content, or whether there is none where nil is given.
    ///
    /// A photo whose file is missing has none of it, so that an import of it brings the file back.
    func matches(_ photo: Photo?, of person: Int64) throws -> Bool {
        let attachment = try attachment(of: person)
        guard let photo, let attachment else { return photo == nil && attachment == nil }
        return try attachments.holds(photo.content, as: attachment)
    }

    /// Makes this the person's photo, or takes the photo away.
    func set(_ photo: Photo?, of person: Int64) throws {
        for old in try attachments.attachments(of: RecordReference(collection, person), role: Photo.role) {
            try attachments.remove(old.id)
        }
        guard let photo else { return }
        try attachments.add(
            photo.content, mediaType: photo.mediaType, name: "", role: Photo.role,
            to: RecordReference(collection, person))
    }
}
