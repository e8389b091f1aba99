import AtriumSDK
import Crypto
import Foundation

/// A random text that opens something: a session, a token, a feed, an invitation.
///
/// 256 bits, written in base64url after a prefix that says what it is, so that scanners of leaked texts know it. The hub
/// keeps its SHA-256 only: so many random bits need neither salt nor a slow hash, and looking a hash up tells nothing by
/// the time it takes.
enum AccountSecret: String {
    case session = "ats_"
    case device = "atd_"
    case token = "atr_"
    case feed = "atf_"
    case invitation = "ati_"

    /// A new secret of this kind.
    func make() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return rawValue + Data(bytes).base64URL
    }

    /// What is kept of a secret; nil where the text cannot be one of this kind.
    func hash(_ text: String) -> Data? {
        guard text.hasPrefix(rawValue), text.utf8.count == rawValue.utf8.count + 43 else { return nil }
        return Data(SHA256.hash(data: Data(text.utf8)))
    }

    /// What is kept of a secret that was just made.
    static func hash(new text: String) -> Data { Data(SHA256.hash(data: Data(text.utf8))) }
}
