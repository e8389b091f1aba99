package import AtriumHost
import AtriumSDK
package import HTTPTypes
import Hummingbird

/// Log-in, log-out and sign-up, as every surface does them.
extension HubService {
    /// Logs in, and gives the fields of an answer that keep it in the browser.
    ///
    /// - Parameter isElsewhere: whether the device is somebody else's.
    /// - Throws: `AtriumError`, as `Accounts.logIn`.
    package func logIn(
        _ visit: Visit, name: String, password: String, isElsewhere: Bool = false
    ) async throws -> (LogIn, HTTPFields) {
        var request = LogInRequest(
            name: name, password: password, address: gate.address(visit),
            userAgent: visit.request.headers[.userAgent] ?? "", device: gate.cookies.device(in: visit.request)
        )
        request.isElsewhere = isElsewhere
        let (hub, asked) = (hub, request)
        let logIn = try await accounts.runAsync { try await hub.accounts().logIn(asked) }
        // A session that was there before is over, so that nobody keeps one that they planted.
        if let old = gate.cookies.session(in: visit.request) {
            try await lookups.run {
                let accounts = try hub.accounts()
                guard let before = try accounts.principal(session: old), case .session(let id) = before.means
                else {
                    return
                }
                try Self.end(id, of: before.user, accounts)
            }
        }
        var headers = HTTPFields()
        gate.cookies.set(logIn, in: &headers)
        return (logIn, headers)
    }

    /// Ends the session of whoever asks, and gives the fields of an answer that have the browser forget it.
    ///
    /// - Throws: ``HTTPFailure``: 401, 403.
    package func logOut(_ visit: Visit) async throws -> HTTPFields {
        let gate = gate
        try await lookups.run {
            let principal = try gate.principal(visit)
            guard case .session(let id) = principal.means else {
                throw HTTPFailure(
                    .forbidden, "not-permitted", "a token is not a session",
                    remedy: "revoke the token to end its access")
            }
            try Self.end(id, of: principal.user, gate.hub.accounts())
        }
        return forgettingSession
    }

    /// Makes a user of somebody who is invited, or of anybody where that is allowed.
    package func signUp(
        _ visit: Visit, name: String, password: String, displayName: String, email: String,
        invitation: String?
    ) async throws -> User {
        let request = SignUp(
            name: name, password: password, displayName: displayName, email: email, invitation: invitation,
            address: gate.address(visit))
        let hub = hub
        return try await accounts.runAsync { try await hub.accounts().signUp(request) }
    }

    /// Ends a session; another request may have ended it in the meantime.
    private static func end(_ id: Int64, of user: User, _ accounts: Accounts) throws {
        do {
            try accounts.endSession(id, of: user)
        } catch let error as AtriumError where error.code == .notFound {}
    }
}
