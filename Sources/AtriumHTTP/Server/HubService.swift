package import AtriumHost
import AtriumSDK
import Glibc
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What all requests share: the hub, the threads, and what was made once of what is installed.
package final class HubService: Sendable {
    /// The hub.
    package let hub: Hub
    let logger: Logger
    let headers: SecurityHeaders
    let hosts: HostCheck
    let gate: Gate
    let tree: RouteTree
    /// The commands that are installed.
    package let installed: InstalledCommands
    /// The ways in beside the API.
    let surfaces: [any Surface]
    /// The link for the first user, where nobody has a password.
    package let firstUserLink = FirstUserLink()
    let figures = RequestFigures()
    /// Tells this run of the server from others.
    let instance = String(UInt32.random(in: .min ... .max), radix: 36)
    /// For commands, which are short: twice as many threads as a user has work for, and so on with the cores.
    let commands: SharedWorkers
    /// For passwords that are hashed for somebody who is logged in; half a second each.
    let hashing = SharedWorkers(threads: 2, share: 1)
    /// For commands that wait for others, as a removal of a user does.
    let patient = SharedWorkers(threads: 2, share: 1)
    /// For finding out who asks, which is shorter still.
    let lookups = Workers(threads: 2)
    /// Whose credentials were seen lately: in whose line their work waits.
    let owners = CredentialOwners()
    /// For pieces of files, which wait for no client.
    let transfers = Workers(threads: 4)
    /// For making files to send, at the speed of the disk; one is left to others whatever a user asks for.
    let exports = SharedWorkers(threads: 3, share: 2)
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
    /// Bytes of answers that lie in memory until their clients have taken them; see ``answer(_:of:status:headers:isWritten:)``.
    let answering = Places(limit: 256 << 20, ofEachUser: 32 << 20)
    /// Places for bodies that are more than a few kilobytes and are read into memory: JSON.
    let reading = Places(limit: 8, ofEachUser: 4)
    /// The same for forms, which hold files.
    let readingForms = Places(limit: 3, ofEachUser: 1)
    /// For log-ins and sign-ups, each of which costs a quarter of a second.
    let accounts: Workers

    /// Makes the service of a hub.
    init(hub: Hub, options: ServerOptions, surfaces: [any Surface] = [], logger: Logger) {
        self.surfaces = surfaces
        self.hub = hub
        self.logger = logger
        let isSecure = options.tls != nil || options.isBehindProxy
        headers = SecurityHeaders(isSecure: isSecure)
        hosts = HostCheck(
            isLoopback: ServerAddress.isLoopback(options.host) && !options.isBehindProxy,
            address: options.host)
        gate = Gate(
            hub: hub, cookies: SessionCookies(isSecure: isSecure), isBehindProxy: options.isBehindProxy)
        installed = InstalledCommands(hub.registry)
        tree = RouteTree(installed.entries)
        let share = max(2, NIOCore.System.coreCount)
        commands = SharedWorkers(threads: 4 * share, share: share)
        accounts = Workers(threads: 2)
        let failures = FailureReport(logger: logger, registry: hub.registry)
        self.failures = failures
        let jobs = Jobs { error in failures.failure(error, request: "job") }
        self.jobs = jobs
        hub.onRemoval { user in jobs.forgetAll(of: user) }
    }

    var api: HubAPI { HubAPI(service: self) }

    /// Does something in the vault of whoever asks, on a thread, within their share.
    ///
    /// - Parameters:
    ///   - workers: the threads; nil: those of commands.
    ///   - writes: whether it writes to the vault.
    /// - Throws: ``HTTPFailure``: 503 for a write while an import of the user is at work, which keeps the vault to itself.
    func perform<Result: Sendable>(
        _ visit: Visit, on workers: SharedWorkers? = nil, writes: Bool = false,
        _ body: @escaping @Sendable (Session) throws -> Result
    ) async throws -> Result {
        let (gate, jobs) = (gate, jobs)
        let user = try await owner(visit)
        return try await (workers ?? commands).run(for: user, writes: writes) {
            // Only here is it decided who it is: the line was chosen by what was so lately.
            let principal = try gate.principal(visit)
            if writes, jobs.isAtWork(for: principal.user.id) { throw Self.importing }
            return try gate.withSession(of: principal, body)
        }
    }

    /// The user in whose line a request's work waits.
    private func owner(_ visit: Visit) async throws -> Int64 {
        guard let credential = visit.credential else { throw Gate.unknown }
        if let user = owners[credential] { return user }
        let user = try await principal(visit).user.id
        owners[credential] = user
        return user
    }

    /// Who asks; a share of theirs is not needed, nor their vault.
    func principal(_ visit: Visit) async throws -> Principal {
        let gate = gate
        return try await lookups.run { try gate.principal(visit) }
    }

    /// Who stands behind a request that goes on; to look is no use of what they have shown.
    func principal(behind visit: Visit) async throws -> Principal {
        let gate = gate
        return try await lookups.run { try gate.principal(behind: gate.requireCredential(visit)) }
    }

    private static let importing = HTTPFailure(
        .serviceUnavailable, "try-again", "an import is running; try again when it is done",
        headers: [.retryAfter: "5"])

    /// Whether requests can be served: the accounts can be read.
    func readiness() async throws -> Response {
        let hub = hub
        _ = try await upkeep.run { try hub.accounts().value(of: .signUp) }
        return Answer.json(.object(["status": .text("ready")]))
    }

    /// The description of all that the user can do.
    func describe(_ visit: Visit) async throws -> Response {
        let cookie = gate.cookies.sessionName
        return try await perform(visit) { [self] in
            try answer($0.openAPI(sessionCookie: cookie), to: visit.request, of: $0)
        }
    }

    /// The answer to what never became a request, counted and written down like all others.
    func refusal(_ failure: HTTPFailure) -> (head: HTTPResponse, body: ByteBuffer) {
        let id = String(describing: RequestID())
        var response = Answer.failure(failure, requestID: id)
        headers.apply(to: &response, requestID: id)
        let body = ByteBuffer(bytes: Answer.bytes(of: failure, requestID: id))
        response.headers[.contentLength] = String(body.readableBytes)
        // To all others Hummingbird adds it.
        response.headers[.date] = HTTPDate.text(time(nil))
        note(nil, response, route: "none", id: id, time: .zero)
        return (response.head, body)
    }

    /// Counts a request, and writes one line of it: no path, no query and no name stands there, since all of them can be
    /// private.
    func note(_ method: String?, _ response: Response, route: String, id: String, time: Duration) {
        let seconds = Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)
        figures.count(route: route, status: response.status.code, seconds: seconds)
        logger.info(
            "request",
            metadata: [
                "method": "\(method?.prefix(10) ?? "none")", "route": "\(route)",
                "status": "\(response.status.code)", "ms": "\((seconds * 10_000).rounded() / 10)",
                "request": "\(id)",
            ])
    }
}
