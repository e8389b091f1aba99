import AtriumHost
import HTTPTypes
import Hummingbird

/// On what a request makes it depend whether it is done (RFC 9110 section 13.1).
///
/// A condition of a write that would not be heeded is refused: to go on would be to do what the client has asked not to do
/// in just some case. Nothing has a date of last change here, so no condition can be about one.
enum Conditions {
    private static let ofWrites: [HTTPField.Name] = [.ifMatch, .ifNoneMatch, .ifUnmodifiedSince]

    /// The states of its record in which a write may go on; nil: any.
    ///
    /// To be asked once it is known that the client may do it at all.
    /// - Parameter isOnRecord: whether the write is on one record, which has a tag.
    /// - Throws: ``HTTPFailure`` with status 400 for a condition that is not heeded here.
    @discardableResult
    static func ofWrite(_ request: Request, isOnRecord: Bool) throws -> RecordVersion? {
        for name in ofWrites where request.headers.contains(name) {
            guard isOnRecord else {
                throw HTTPFailure.malformed(
                    "\(name.canonicalName) is not supported here",
                    remedy: "leave it out; only requests on one record support If-Match")
            }
            guard name == .ifMatch else {
                throw HTTPFailure.malformed(
                    "\(name.canonicalName) is not supported here",
                    remedy: "send If-Match with the ETag of the record")
            }
        }
        guard isOnRecord, let field = request.headers[.ifMatch] else { return nil }
        return EntityTags(field).strong.map(RecordVersion.init(tags:))
    }

    /// Whether a client that reads has what it would be given: 304.
    ///
    /// - Parameter isWeak: whether the tag is a weak one, which matches no If-Match (RFC 9110 section 13.1.1).
    /// - Throws: ``HTTPFailure`` with status 412 where it wants another state than the one that is there.
    static func isNotModified(_ request: Request, tag: String, isWeak: Bool = false) throws -> Bool {
        if let wanted = request.headers[.ifMatch].flatMap({ EntityTags($0).strong }),
            isWeak || !wanted.contains(tag)
        {
            throw HTTPFailure(
                .preconditionFailed, "changed-since", "the content has changed since it was read",
                remedy: "leave If-Match out to read the current version")
        }
        return request.headers[.ifNoneMatch].map { EntityTags($0).includes(tag) } ?? false
    }
}
