import AtriumHost
import AtriumSDK
import Foundation
import HTTPTypes
import Hummingbird

/// The cookies by which a browser is known: the session's, and the device's, which outlives it.
struct SessionCookies: Sendable {
    /// Whether clients come by TLS: then the names say to browsers that nobody but this very host sets them.
    let isSecure: Bool

    /// What a session's cookie is called.
    var sessionName: String { isSecure ? "__Host-atrium" : "atrium" }
    private var deviceName: String { isSecure ? "__Host-atrium-device" : "atrium-device" }

    /// The session's secret in a request.
    func session(in request: Request) -> String? { value(of: sessionName, in: request) }

    /// The device's mark in a request.
    func device(in request: Request) -> String? { value(of: deviceName, in: request) }

    /// Adds the cookies of a log-in to an answer.
    func set(_ logIn: LogIn, in headers: inout HTTPFields) {
        let begin = Timestamp.date(logIn.session.createdAt) ?? .distantPast
        let end = Timestamp.date(logIn.session.expiresAt) ?? begin
        guard !logIn.principal.isElsewhere else {
            // It goes with the browser's window.
            return add(sessionName, logIn.secret, seconds: nil, to: &headers)
        }
        add(sessionName, logIn.secret, seconds: Int(end.timeIntervalSince(begin)), to: &headers)
        if let device = logIn.device {
            add(deviceName, device, seconds: Accounts.deviceDays * 86_400, to: &headers)
        }
    }

    /// Has the browser forget the session.
    func clear(in headers: inout HTTPFields) { add(sessionName, "", seconds: 0, to: &headers) }

    private func add(_ name: String, _ value: String, seconds: Int?, to headers: inout HTTPFields) {
        let age = seconds.map { " Max-Age=\($0);" } ?? ""
        let text = "\(name)=\(value); Path=/;\(age) HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"
        headers.append(HTTPField(name: .setCookie, value: text))
    }

    private func value(of name: String, in request: Request) -> String? {
        for field in request.headers[values: .cookie] {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2, parts[0].trimmed == name, !parts[1].isEmpty { return parts[1].trimmed }
            }
        }
        return nil
    }
}
