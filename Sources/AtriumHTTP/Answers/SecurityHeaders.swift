import HTTPTypes
import Hummingbird

/// The fields that every answer carries, so that a browser makes nothing of it but what it is.
struct SecurityHeaders: Sendable {
    /// Whether clients reach the server by TLS, by itself or by a proxy.
    let isSecure: Bool

    /// Adds the fields; those that an answer has set stay.
    func apply(to response: inout Response, requestID: String) {
        for (name, value) in Self.always where !response.headers.contains(name) {
            response.headers[name] = value
        }
        if isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        response.headers[Self.requestID] = requestID
    }

    static let requestID = FieldNames.name("X-Request-Id")

    private static let always: [(HTTPField.Name, String)] = [
        // Answers are data: nothing in them is to be run, shown in a frame or guessed to be of another type.
        (
            .contentSecurityPolicy,
            "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        ),
        (.xContentTypeOptions, "nosniff"), (.cacheControl, "no-store"),
        (FieldNames.name("Referrer-Policy"), "no-referrer"),
        (FieldNames.name("Cross-Origin-Resource-Policy"), "same-origin"),
        (FieldNames.name("X-Frame-Options"), "DENY"),
    ]
}
