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
        guard let kind = Feed.Kind.allCases.first(where: { $0.fileName == name }) else {
            throw HTTPFailure.notFound
        }
        let gate = service.gate
        let found = try await service.commands.run { () -> (Principal, ExportRequest, Int64)? in
            guard let (principal, feed) = try gate.hub.accounts().feed(secret, kind: kind) else { return nil }
            return try gate.withSession(of: principal) { session in
                guard try session.enabledModules().contains(where: { $0.id == feed.module }) else {
                    return nil
                }
                return (
                    principal, ExportRequest(module: feed.module, format: kind.format),
                    try session.latestChange()
                )
            }
        }
        guard let (principal, request, change) = found else { throw HTTPFailure.notFound }
        // As long as the vault has not changed, what is given is the same.
        var headers = ExportDownload.headers(kind.format, name)
        headers[.eTag] = "W/\"\(change)\""
        headers[.cacheControl] = "private, no-cache"
        if let field = visit.request.headers[.ifNoneMatch], try EntityTags(field).includes(String(change)) {
            return Answer.empty(
                .notModified, headers: [.eTag: "W/\"\(change)\"", .cacheControl: "private, no-cache"])
        }
        return try await ExportDownload(service: service, visit: visit)
            .answer(request, of: principal, headers: headers)
    }
}
