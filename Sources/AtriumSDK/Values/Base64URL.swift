package import Foundation

/// Bytes as text that may stand in a path, a query or a field of HTTP: base64url without padding (RFC 4648, section 5).
extension Data {
    /// The bytes in base64url.
    package var base64URL: String {
        String(
            decoding: base64.utf8.map { $0 == plus ? hyphen : $0 == slash ? underscore : $0 }, as: UTF8.self)
    }

    /// The bytes that a text in base64url stands for; nil where it is none.
    package init?(base64URL text: String) {
        self.init(
            base64: text.utf8.map { $0 == hyphen ? plus : $0 == underscore ? slash : $0 })
    }

    /// The bytes in base64 (RFC 4648, section 4), without padding.
    package var unpaddedBase64: String { String(base64) }

    /// The bytes that a text in base64 without padding stands for; nil where it is none.
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
