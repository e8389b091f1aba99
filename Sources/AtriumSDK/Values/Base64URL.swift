package import Foundation

/// Bytes as text that may stand in a path, a query or a field of HTTP: base64url without padding (RFC 4648, section 5).
extension Data {
    /// The bytes in base64url.
    package var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The bytes that a text in base64url stands for; nil where it is none.
    package init?(base64URL text: String) {
        var base64 = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        while base64.count % 4 != 0 { base64.append("=") }
        self.init(base64Encoded: String(base64))
    }
}
