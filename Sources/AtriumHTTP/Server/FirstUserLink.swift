import AtriumHost
import Synchronization

/// The secret of the link by which the first user gets a name and a password, where nobody has one.
///
/// It is kept in memory alone: whoever starts the server anew gets another.
package final class FirstUserLink: Sendable {
    /// For how long it is good.
    package static let time = Duration.seconds(3600)

    private let secret = Mutex<(text: String, end: ContinuousClock.Instant)?>(nil)

    init() {}

    /// Makes a secret; an earlier one is worth nothing any more.
    package func make() -> String {
        var random = SystemRandomNumberGenerator()
        let text = (0..<4).map { _ in
            let digits = String(random.next() as UInt64, radix: 36)
            return String(repeating: "0", count: 13 - digits.count) + digits
        }.joined()
        secret.withLock { $0 = (text, .now + Self.time) }
        return text
    }

    /// Whether a text is the secret, and it is good still.
    package func isGood(_ text: String) -> Bool {
        secret.withLock { secret in
            guard let secret, secret.end > .now else { return false }
            // As long whatever differs: nobody learns of it by the time that it takes.
            let (mine, other) = (Array(secret.text.utf8), Array(text.utf8))
            return mine.count == other.count && zip(mine, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
        }
    }

    /// Ends it: it was used.
    package func end() { secret.withLock { $0 = nil } }
}
