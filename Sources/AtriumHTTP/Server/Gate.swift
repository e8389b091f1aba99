import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird
import NIOCore

/// Finds out who asks, and lends them their vault.
struct Gate: Sendable {
    let hub: Hub
    let cookies: SessionCookies
    /// Whether what a proxy says of the client is believed.
    let isBehindProxy: Bool

    /// What a request brings; nil for nothing that could be known.
    ///
    /// A field `Authorization` counts before a cookie, whatever it says.
    func credential(_ request: Request) -> Credential? {
        if let field = request.headers[.authorization] {
            guard let blank = field.utf8.firstIndex(of: UInt8(ascii: " ")),
                field[..<blank].lowercased() == "bearer"
            else { return nil }
            return Credential(.token, secret: field[blank...].trimmed)
        }
        return cookies.session(in: request).flatMap { Credential(.session, secret: $0) }
    }

    /// Refuses a request that brings nothing, before its body is read; and one that another site has a browser send.
    ///
    /// - Throws: ``HTTPFailure``: 401, 403.
    @discardableResult
    func requireCredential(_ visit: Visit) throws -> Credential {
        guard let credential = visit.credential else { throw Self.unknown }
        // A browser sends cookies by itself, whoever has it send the request. A token it does not know.
        if credential.kind == .session {
            let rule: CrossSite.Rule = visit.isOfSurface ? .form : .marked
            try CrossSite.check(visit, isSecure: cookies.isSecure, rule: rule)
        }
        return credential
    }

    /// Who asks.
    ///
    /// - Throws: ``HTTPFailure``: 401 where nobody is known by what the request brings, 403 as above.
    func principal(_ visit: Visit) throws -> Principal {
        let credential = try requireCredential(visit)
        guard let found = try hub.accounts().principal(using: credential) else { throw Self.unknown }
        return found
    }

    /// Who stands behind a credential now; to look is no use of it.
    ///
    /// - Throws: ``AtriumError`` with code `notAuthenticated`.
    func principal(behind credential: Credential) throws -> Principal {
        guard let found = try hub.accounts().principal(behind: credential) else {
            throw AtriumError(
                .notAuthenticated, "the session or token of this request has ended",
                remedy: "log in or send another token, and try again")
        }
        return found
    }

    /// Lends whoever asks their vault.
    func withSession<Result>(_ visit: Visit, _ body: (Session) throws -> Result) throws -> Result {
        try withSession(of: principal(visit), body)
    }

    /// Lends a user their vault, as far as the principal reaches.
    func withSession<Result>(of principal: Principal, _ body: (Session) throws -> Result) throws -> Result {
        let lease: VaultLease
        do {
            lease = try hub.lease(principal)
        } catch let error as AtriumError where error.code == .notPermitted {
            // What the server may not open is not the client's fault, nor its business.
            throw AtriumError(.inputOutput, error.message, remedy: error.remedy)
        }
        defer { lease.release() }
        return try body(lease.session)
    }

    /// The address of the client: the connection's, or what the proxy says, which adds what it sees at the end.
    ///
    /// Only a proxy on this machine is believed: from elsewhere a client could come that says what it likes.
    func address(_ visit: Visit) -> String {
        guard isBehindProxy, visit.origin.isLocal, let field = visit.request.headers[Self.forwardedFor],
            let last = field.split(separator: ",").last, let address = Self.address(last.trimmed)
        else { return visit.origin.peerAddress }
        return address
    }

    /// The address of a text that is one, perhaps with a port: `192.0.2.7:5123`, `[2001:db8::1]:5123`.
    private static func address(_ text: String) -> String? {
        let bare =
            text.hasPrefix("[")
            ? String(text.dropFirst().prefix { $0 != "]" })
            : text.count(where: { $0 == ":" }) == 1 ? String(text.prefix { $0 != ":" }) : text
        return (try? SocketAddress(ipAddress: bare, port: 0))?.ipAddress
    }

    private static let forwardedFor = FieldNames.name("X-Forwarded-For")

    /// 401: whoever asks has not said who they are, or not in a way that holds.
    static let unknown = HTTPFailure(
        .unauthorized, AtriumError.Code.notAuthenticated.rawValue, "you are not logged in",
        remedy: "log in with POST /api/v1/session, or send a token as Authorization: Bearer TOKEN",
        headers: [.wwwAuthenticate: challenge])

    /// What an answer of 401 asks for (RFC 6750 section 3).
    static let challenge = "Bearer realm=\"atrium\""
}
