/// A user of a hub.
public struct User: Sendable, Hashable {
    /// The user's id, which names their vault's folder.
    public let id: Int64
    /// The name, in lower case.
    public let name: String
    /// Whether the user may manage users; the first one may.
    public let isAdmin: Bool
    /// When the user was made (RFC 3339, UTC).
    public let createdAt: String
    /// Whether the user's vault was made, so that it must be there.
    let hasVault: Bool
}
