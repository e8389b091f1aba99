import struct Foundation.Data

/// What somebody shows to be known by, as far as it is kept: what kind of secret it was, and its SHA-256.
///
/// The secret itself is gone as soon as this is made, so that whatever holds on to it, such as an import that goes on
/// after its request, gives nothing away.
public struct Credential: Sendable, Hashable {
    /// What kind of secret it was.
    public enum Kind: Sendable, Hashable {
        /// A session's, which a browser sends by itself.
        case session
        /// A token's.
        case token
    }

    /// What kind of secret it was.
    public let kind: Kind
    /// The SHA-256 of the secret.
    let hash: Data

    /// The credential of a secret; nil where the text can be none of this kind.
    public init?(_ kind: Kind, secret: String) {
        let form: AccountSecret =
            switch kind {
            case .session: .session
            case .token: .token
            }
        guard let hash = form.hash(secret) else { return nil }
        self.kind = kind
        self.hash = hash
    }
}
