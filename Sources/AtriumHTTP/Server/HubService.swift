import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird
import Logging

/// What all requests share: the hub, the threads, and what was made once of what is installed.
final class HubService: Sendable {
    let hub: Hub
    let logger: Logger
    let headers: SecurityHeaders
    let hosts: HostCheck
    let gate: Gate
    let tree: RouteTree
    let figures = RequestFigures()
    /// For commands, which are short.
    let commands: Workers
    /// For what moves files: its threads wait for clients too.
    let transfers: Workers
    /// Imports that go on after their requests.
    let jobs: Jobs
    /// Places for streams of events.
    let watching = Places(limit: 500)
    /// Places for files that are being received.
    let uploading = Places(limit: 50)
    /// For log-ins, each of which costs a quarter of a second.
    let accounts: Workers

    /// Makes the service of a hub.
    init(hub: Hub, options: ServerOptions, logger: Logger) {
        self.hub = hub
        self.logger = logger
        let isSecure = options.tls != nil || options.isBehindProxy
        headers = SecurityHeaders(isSecure: isSecure)
        hosts = HostCheck(
            isLoopback: ServerAddress.isLoopback(options.host) && !options.isBehindProxy,
            address: options.host)
        gate = Gate(
            hub: hub, cookies: SessionCookies(isSecure: isSecure), isBehindProxy: options.isBehindProxy)
        tree = RouteTree(hub.registry.catalog)
        commands = Workers(threads: 8)
        accounts = Workers(threads: 2)
        transfers = Workers(threads: 6)
        jobs = Jobs { error in
            FailureReport(logger: logger).failure(error, request: "job")
        }
    }

    var api: HubAPI { HubAPI(service: self) }

    /// Whether requests can be served: the accounts can be read.
    func readiness() async throws -> Response {
        let hub = hub
        _ = try await commands.run { try hub.users().count }
        return Answer.json(.object(["status": .text("ready")]))
    }

    /// The description of all that the user can do.
    func describe(_ visit: Visit) async throws -> Response {
        guard visit.request.method == .get || visit.request.method == .head else {
            throw HTTPFailure.methodNotAllowed("GET, HEAD")
        }
        let gate = gate
        return try await commands.run {
            let json = try gate.withSession(visit) { try $0.openAPI().json }
            return try Answer.conditional(json, tag: RecordVersion.tag(of: json), visit.request)
        }
    }

    /// Counts a request, and writes one line of it: no path, no query and no name stands there, since all of them can be
    /// private.
    func note(_ request: Request, _ response: Response, route: String, id: String, time: Duration) {
        let seconds = Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)
        figures.count(route: route, status: response.status.code, seconds: seconds)
        logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue.prefix(10))", "route": "\(route)",
                "status": "\(response.status.code)", "ms": "\((seconds * 10_000).rounded() / 10)",
                "request": "\(id)",
            ])
    }
}
