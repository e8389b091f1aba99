import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird
import NIOCore

/// Runs a declared command for a request and answers with its result.
struct CommandAnswer {
    /// From how many bytes on a body is read only for a caller who may send it, and in a place.
    private static let smallBody = 1 << 16

    let service: HubService
    let visit: Visit
    let entry: CatalogEntry

    /// The answer.
    ///
    /// What the caller does not have, or may not do, is refused before anything is said of their input.
    /// - Parameter record: what stands in the path in place of `{id}`.
    func make(_ record: String?) async throws -> Response {
        try service.gate.requireCredential(visit)
        let (visit, entry) = (visit, entry)
        let (body, place) = try await body()
        defer { place?.leave() }
        // Passwords are hashed by commands that take one.
        let workers = entry.declaration.fields.contains { $0.type == .secret } ? service.hashing : nil
        let precondition = Result { try Self.precondition(entry, visit.request) }
        return try await service.perform(visit, on: workers, writes: entry.writesVault) { session in
            let outcome = try session.run(entry, precondition: try? precondition.get()) {
                _ = try precondition.get()
                let request = try CommandRequest(entry, record: record, visit, body: body)
                return (request.values, request.files)
            }
            return Self.response(outcome, entry, visit.request)
        }
    }

    /// The body, and the place that is held while it is in memory, where it is not small.
    private func body() async throws -> (ByteBuffer, Places.Place?) {
        let limit = CommandRequest.bodyLimit(of: entry, visit.request)
        // Without a length, a body is sent in pieces and can be of any size.
        let length = visit.request.headers[.contentLength].flatMap { Int($0) }
        let isSmall =
            length.map { $0 <= Self.smallBody } ?? !visit.request.headers.contains(.transferEncoding)
        if isSmall, !visit.isWaitingToSend {
            return (try await RequestBodyReader.bytes(visit.request, limit: limit), nil)
        }
        let entry = entry
        let user = try await service.perform(visit) { session in
            try session.require(entry)
            return session.user.id
        }
        let places = limit > CommandRequest.jsonLimit ? service.readingForms : service.reading
        let place = try places.enter(user)
        visit.welcomeBody()
        return (try await RequestBodyReader.bytes(visit.request, limit: limit), place)
    }

    /// The state in which the client has seen the record, where it says so.
    ///
    /// - Throws: ``HTTPFailure`` with status 400 for a write on no record: to go on would be to do what the client has
    ///   asked not to do in just some case.
    private static func precondition(_ entry: CatalogEntry, _ request: Request) throws -> RecordVersion? {
        guard entry.declaration.kind.writes, let field = request.headers[.ifMatch] else { return nil }
        guard entry.declaration.kind.takesRecord else {
            throw HTTPFailure.malformed(
                "If-Match is not heeded here", remedy: "leave it out; it is for requests on one record")
        }
        return EntityTags(field).strong.map(RecordVersion.init(tags:))
    }

    private static func response(
        _ outcome: Session.Outcome, _ entry: CatalogEntry, _ request: Request
    ) -> Response {
        let value = outcome.value
        var headers = HTTPFields()
        if let version = outcome.version { headers[.eTag] = "\"\(version)\"" }
        switch entry.declaration.kind {
        case .list, .show, .query, .recordQuery: return Answer.conditional(value, request)
        case .add:
            guard let id = value.objectValue?["id"]?.integerValue else {
                return Answer.json(value, status: .created, headers: headers)
            }
            headers[.location] = "\(Route.base)\(Route(entry).path)/\(id)"
            return Answer.json(value, status: .created, headers: headers)
        case .edit, .remove, .action, .recordAction: return Answer.json(value, headers: headers)
        }
    }
}
