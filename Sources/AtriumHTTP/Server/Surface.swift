package import AtriumHost
import AtriumSDK
package import HTTPTypes
package import Hummingbird

/// Another way into the hub than the API: pages, say.
///
/// It spells its own addresses and asks the ``HubService``.
///
/// It is asked for every path that is none of the API's. What it throws is answered by itself too, so that a person who
/// looks at a page is told of errors on a page.
package protocol Surface: Sendable {
    /// The answer to a request, and the name under which it is counted; nil where nothing of it stands at the path.
    ///
    /// - Throws: ``HTTPFailure``, `AtriumError`.
    func answer(_ visit: Visit, of service: HubService) async throws -> (response: Response, label: String)?

    /// What a client is told of an error at one of the surface's addresses.
    func answer(_ failure: HTTPFailure, to visit: Visit, of service: HubService) async -> Response

    /// A line for whoever starts the server, once it can be reached; nil where there is nothing to say.
    ///
    /// - Parameter address: how the server is reached, such as `http://127.0.0.1:8420`.
    func greeting(at address: String, of service: HubService) throws -> String?
}

// MARK: - What a surface asks of the hub

extension HubService {
    /// Who is logged in by a cookie; nil where nobody is, or not any more.
    package func visitor(_ visit: Visit) async throws -> Principal? {
        guard let credential = visit.credential else { return nil }
        let hub = hub
        return try await lookups.run { try hub.accounts().principal(using: credential) }
    }

    /// Does something that reads, in the vault of whoever asks.
    ///
    /// - Throws: ``HTTPFailure``, and what `body` throws.
    package func read<Result: Sendable>(
        _ visit: Visit, _ body: @escaping @Sendable (Session) throws -> Result
    ) async throws -> Result {
        try await perform(visit, body)
    }

    /// Runs a command for whoever asks, on the threads for it, and makes something of what came of it.
    ///
    /// - Throws: ``HTTPFailure``, `AtriumError`; a write that throws has changed nothing.
    package func run<Result: Sendable>(
        _ entry: CatalogEntry, _ visit: Visit, _ input: CommandInput,
        _ body: @escaping @Sendable (CommandOutcome, Session) throws -> Result
    ) async throws -> Result {
        var input = input
        if entry.mayConfirm, entry.effort != .hashing,
            let password = input.values[CatalogEntry.passwordField]?.textValue
        {
            input.confirmation = try await perform(visit, on: hashing) { session in
                try session.require(entry)
                return try session.confirmation(password)
            }
        }
        let given = input
        return try await perform(visit, on: workers(for: entry), writes: entry.writesVault) { session in
            try body(try session.run(entry) { given }, session)
        }
    }

    /// The threads that a command is run on; nil: those of commands.
    func workers(for entry: CatalogEntry) -> SharedWorkers? {
        switch entry.effort {
        case .brief: nil
        case .hashing: hashing
        case .patient: patient
        }
    }

    /// The commands at a path below the API's, such as `["habits", "3"]`, by method; nil where there is none.
    package func commands(at segments: [String]) -> (entries: [Route.Method: CatalogEntry], record: String?)?
    {
        tree.commands(at: segments)
    }

    /// Gives the name and the password that are asked for where nobody has one; see ``FirstUserLink``.
    package func setUpFirstUser(name: String, password: String) async throws {
        let hub = hub
        _ = try await accounts.runAsync {
            try await hub.accounts().setUpFirstUser(name: name, password: password)
        }
    }

    /// Whether an invitation's secret can be used now.
    package func isInvitation(_ secret: String) async throws -> Bool {
        let hub = hub
        return try await lookups.run { try hub.accounts().isInvitation(secret) }
    }

    /// Whether anybody may make themselves a user.
    package func isSignUpOpen() async throws -> Bool {
        let hub = hub
        return try await lookups.run { try hub.accounts().isSignUpOpen }
    }

    /// Returns the failure that a client receives for an error, and logs it if the status is 500 or higher.
    package func failure(for error: any Error, _ visit: Visit) -> HTTPFailure {
        failures.failure(error, request: visit.id)
    }

    /// The fields of an answer that have the browser forget its session.
    package var forgettingSession: HTTPFields {
        var headers = HTTPFields()
        gate.cookies.clear(in: &headers)
        return headers
    }

    /// Whether clients come by TLS.
    package var isSecure: Bool { gate.cookies.isSecure }
}

extension RouteTree {
    /// The commands at a path below the API's, by method, and what stands there in place of a record.
    func commands(at segments: [String]) -> (entries: [Route.Method: CatalogEntry], record: String?)? {
        guard let place = place(segments) else { return nil }
        let entries = place.endpoints.compactMapValues { endpoint in
            if case .command(let entry) = endpoint { entry } else { nil }
        }
        return entries.isEmpty ? nil : (entries, place.parameter)
    }
}
