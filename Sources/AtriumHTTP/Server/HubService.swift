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
    /// For pieces of files, which wait for no client.
    let transfers = Workers(threads: 4)
    /// For making files to send, at the speed of the disk.
    let exports = Workers(threads: 3)
    /// For what the server does of itself: closing vaults, and saying that it is ready.
    let upkeep = Workers(threads: 2)
    /// Imports that go on after their requests.
    let jobs: Jobs
    let failures: FailureReport
    /// Places for streams of events.
    let watching = Places(limit: 500, ofEachUser: 200)
    /// Places for files that are being received.
    let uploading = Places(limit: 50, ofEachUser: 5)
    /// Places for files that are being given.
    let downloading = Places(limit: 50, ofEachUser: 10)
    /// Places for bodies that are more than a few kilobytes and are read into memory: JSON.
    let reading = Places(limit: 8, ofEachUser: 4)
    /// The same for forms, which hold files.
    let readingForms = Places(limit: 3, ofEachUser: 1)
    /// How many threads each user's commands have at once.
    let shares = Shares()
    /// For log-ins, each of which costs a quarter of a second, and whatever else hashes a password.
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
        let failures = FailureReport(logger: logger, registry: hub.registry)
        self.failures = failures
        jobs = Jobs { error in failures.failure(error, request: "job") }
    }

    var api: HubAPI { HubAPI(service: self) }

    /// Does something in the vault of whoever asks, on a thread, within their share.
    ///
    /// - Parameters:
    ///   - workers: the threads; nil: those of commands.
    ///   - writes: whether it writes to the vault.
    /// - Throws: ``HTTPFailure``: 503 for a write while an import of the user is at work, which keeps the vault to itself.
    func perform<Result: Sendable>(
        _ visit: Visit, on workers: Workers? = nil, writes: Bool = false,
        _ body: @escaping @Sendable (Session) throws -> Result
    ) async throws -> Result {
        let (gate, shares, jobs) = (gate, shares, jobs)
        while true {
            let (result, user) = try await (workers ?? commands).run { () -> (Result?, Int64) in
                let principal = try gate.principal(visit)
                let user = principal.user.id
                if writes, jobs.isAtWork(for: user) { throw Self.importing }
                guard shares.take(user, writes: writes) else { return (nil, user) }
                defer { shares.giveBack(user, writes: writes) }
                return (try gate.withSession(of: principal, body), user)
            }
            if let result { return result }
            try await shares.turn(of: user)
        }
    }

    private static let importing = HTTPFailure(
        .serviceUnavailable, "try-again", "an import is at work; try again when it is done",
        headers: [.retryAfter: "5"])

    /// Whether requests can be served: the accounts can be read.
    func readiness() async throws -> Response {
        let hub = hub
        _ = try await upkeep.run { try hub.accounts().value(of: .signUp) }
        return Answer.json(.object(["status": .text("ready")]))
    }

    /// The description of all that the user can do.
    func describe(_ visit: Visit) async throws -> Response {
        guard visit.request.method == .get || visit.request.method == .head else {
            throw HTTPFailure.methodNotAllowed("GET, HEAD")
        }
        return try await perform(visit) { try Answer.conditional($0.openAPI(), visit.request) }
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
