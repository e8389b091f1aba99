package import Foundation

/// Conversions between bytes and base64url text without padding (RFC 4648, section 5).
///
/// Base64url text is safe in an HTTP path, query or header.
extension Data {
    /// The bytes as base64url text.
    package var base64URL: String {
        String(
            decoding: base64.utf8.map { $0 == plus ? hyphen : $0 == slash ? underscore : $0 }, as: UTF8.self)
    }

    /// Decodes a base64url text, or returns nil if the text is invalid.
    package init?(base64URL text: String) {
        self.init(
            base64: text.utf8.map { $0 == hyphen ? plus : $0 == underscore ? slash : $0 })
    }

    /// The bytes as base64 text (RFC 4648, section 4) without padding.
    package var unpaddedBase64: String { String(base64) }

    /// Decodes a base64 text without padding, or returns nil if the text is invalid.
    package init?(unpaddedBase64 text: String) { self.init(base64: Array(text.utf8)) }

    private var base64: Substring {
        let text = base64EncodedString()
        return text[..<(text.utf8.firstIndex(of: pad) ?? text.endIndex)]
    }

    private init?(base64 text: [UInt8]) {
        let missing = (4 - text.count % 4) % 4
        self.init(base64Encoded: Data(text + Array(repeating: pad, count: missing)))
    }
}

private let plus = UInt8(ascii: "+")
private let slash = UInt8(ascii: "/")
private let hyphen = UInt8(ascii: "-")
private let underscore = UInt8(ascii: "_")
private let pad = UInt8(ascii: "=")
