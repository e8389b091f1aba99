package import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes
package import Hummingbird

/// The hub's pages: drawn on the server from what modules declare, for a phone first, without script.
///
/// It is a surface of the same server as the API and goes through the same sessions, so that reach, scopes and modules that are
/// off hold here as there. See docs/web.md.
package struct WebSurface: Surface {
    private let assets = Assets()

    private let version: String

    /// Makes the pages; `version` is the program's, which the page “Help” shows.
    package init(version: String = "") { self.version = version }

    private func pages(_ service: HubService) -> Pages {
        Pages(service: service, frame: Frame(assets: assets), version: version)
    }

    package func answer(
        _ visit: Visit, of service: HubService
    ) async throws -> (response: Response, label: String)? {
        let segments = visit.segments
        let isReading = visit.request.method == .get || visit.request.method == .head
        if segments.first == "assets", segments.count == 2, isReading {
            return assets.answer(segments[1], to: visit.request).map { ($0, "asset") }
        }
        if isReading, let response = HomeScreen(assets: assets).answer(segments, to: visit.request) {
            return (response, "asset")
        }
        let pages = pages(service)
        do {
            if isReading, let file = try await ExportPages(pages: pages, visit: visit).file() {
                return (file, "download")
            }
            let drawn: Drawn
            switch visit.request.method {
            case .get, .head: drawn = try await pages.shown(visit)
            case .post: drawn = try await pages.done(visit)
            default: throw HTTPFailure.methodNotAllowed("GET, HEAD, POST")
            }
            return (drawn.response(to: visit.request), "page")
        } catch let error as AtriumError where error.code.httpStatus < 500 {
            // With the way on as links; from 500 on it goes to the log, and comes back by its number.
            return (await pages.failed(error, visit).response(to: visit.request), "page")
        }
    }

    package func answer(
        _ failure: HTTPFailure, to visit: Visit, of service: HubService
    ) async -> Response {
        await pages(service).failed(failure, visit).response(to: visit.request)
    }

    package func greeting(at address: String, of service: HubService) throws -> String? {
        let page = "The page: \(address)/"
        guard try service.hub.accounts().lacksPasswords() else { return page }
        return """
            \(page)
            Nobody can log in yet. Choose your name and password here, once and within an hour:
            \(address)/setup/\(service.firstUserLink.make())
            """
    }
}
