import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird

/// Sends what a secret link gives: one module's records in one format, to whoever knows it.
struct FeedDownload {
    let service: HubService
    let visit: Visit

    /// The answer to `/feeds/SECRET/NAME`.
    ///
    /// - Throws: ``HTTPFailure`` with status 404 alike for a link that is none, was revoked, or whose module is off.
    func answer(secret: String, name: String) async throws -> Response {
        guard let kind = FeedKind.allCases.first(where: { $0.fileName == name }) else {
            throw HTTPFailure.notFound
        }
        let gate = service.gate
        let known = try await service.lookups.run { try gate.hub.accounts().feed(secret, kind: kind) }
        guard let (principal, feed) = known else { throw HTTPFailure.notFound }
        if let parameter = try visit.target.parameters().first {
            throw HTTPFailure(
                .badRequest, "usage", "there is no field “\(parameter.name)”",
                remedy: "use the link unchanged", field: parameter.name)
        }
        let given = try await service.commands.run(for: principal.user.id) {
            try gate.withSession(of: principal) { session -> (String, ExportRequest, FormatID)? in
                guard let request = try session.exportRequest(of: feed) else { return nil }
                return (try session.stateTag(), request, try session.exportedFile(request).format)
            }
        }
        guard let (state, request, format) = given else { throw HTTPFailure.notFound }
        // As long as the vault has not changed, what is given is the same; another version of the program may write it
        // another way.
        let tag = state + service.instance
        var headers = ExportDownload.headers(format, name)
        headers[.eTag] = "W/\"\(tag)\""
        headers[.cacheControl] = "private, no-cache"
        if try Conditions.isNotModified(visit.request, tag: tag, isWeak: true) {
            return Answer.empty(
                .notModified, headers: [.eTag: "W/\"\(tag)\"", .cacheControl: "private, no-cache"])
        }
        return try await ExportDownload(service: service, visit: visit).answer(
            request, of: principal, headers: headers)
    }
}
