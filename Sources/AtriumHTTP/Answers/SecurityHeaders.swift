import HTTPTypes
import Hummingbird

/// The fields that every answer carries, so that a browser makes nothing of it but what it is.
struct SecurityHeaders: Sendable {
    /// Whether clients reach the server by TLS, by itself or by a proxy.
    let isSecure: Bool

    /// Adds the fields; those that an answer has set stay.
    func apply(to response: inout Response, requestID: String) {
        for field in Self.always where !response.headers.contains(field.name) {
            response.headers.append(field)
        }
        if isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        response.headers.append(HTTPField(name: Self.requestID, value: requestID))
    }

    static let requestID = FieldNames.name("X-Request-Id")

    private static let always: [HTTPField] = [
        // Answers are data: nothing in them is to be run, shown in a frame or guessed to be of another type.
        HTTPField(
            name: .contentSecurityPolicy,
            value: "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"),
        HTTPField(name: .xContentTypeOptions, value: "nosniff"),
        HTTPField(name: .cacheControl, value: "no-store"),
        HTTPField(name: FieldNames.name("Referrer-Policy"), value: "no-referrer"),
        HTTPField(name: FieldNames.name("Cross-Origin-Resource-Policy"), value: "same-origin"),
        HTTPField(name: FieldNames.name("X-Frame-Options"), value: "DENY"),
    ]
}
