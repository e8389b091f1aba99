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
        let known = try await service.lookups.run { try gate.hub.accounts().feed(secret, kind: kind) }
        guard let (principal, feed) = known else { throw HTTPFailure.notFound }
        if let parameter = try visit.target.parameters().first {
            throw HTTPFailure(
                .badRequest, "usage", "there is no field “\(parameter.name)”",
                remedy: "take the link as it was given", field: parameter.name)
        }
        let state = try await service.commands.run(for: principal.user.id) {
            try gate.withSession(of: principal) { session -> (tag: String, collection: String?)? in
                guard let module = try session.enabledModules().first(where: { $0.id == feed.module }) else {
                    return nil
                }
                let exporter = module.exporters.first { $0.isFeed && $0.format == kind.format }
                return (try session.stateTag(), exporter?.collection.name)
            }
        }
        guard let state else { throw HTTPFailure.notFound }
        // As long as the vault has not changed, what is given is the same; another version of the program may write it
        // another way.
        let tag = state.tag + service.instance
        var headers = ExportDownload.headers(kind.format, name)
        headers[.eTag] = "W/\"\(tag)\""
        headers[.cacheControl] = "private, no-cache"
        if try Conditions.isNotModified(visit.request, tag: tag, isWeak: true) {
            return Answer.empty(
                .notModified, headers: [.eTag: "W/\"\(tag)\"", .cacheControl: "private, no-cache"])
        }
        return try await ExportDownload(service: service, visit: visit).answer(
            ExportRequest(module: feed.module, collection: state.collection, format: kind.format),
            of: principal, headers: headers)
    }
}
