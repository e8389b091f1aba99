import GRDB

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
    /// The name as others see it; may be empty.
    public let displayName: String
    /// The e-mail address, as it was written; nil where there is none.
    public let email: String?
    /// Whether a password was set: nobody can log in without one.
    public let hasPassword: Bool
    /// The modules that the admin lets the user enable; nil: all.
    public let allowedModules: Set<String>?
    /// Whether the user's vault was made, so that it must be there.
    let hasVault: Bool

    /// The columns that ``init(row:)`` reads, of a table called `u`.
    static let columns = """
        u.id, u.name, u.is_admin, u.created_at, u.display_name, u.email, u.password IS NOT NULL AS has_password,
        u.allowed_modules, u.has_vault
        """

    init(row: Row) {
        id = row["id"]
        name = row["name"]
        isAdmin = row["is_admin"]
        createdAt = row["created_at"]
        displayName = row["display_name"]
        email = row["email"]
        hasPassword = row["has_password"]
        allowedModules = ModuleList.modules(row["allowed_modules"])
        hasVault = row["has_vault"]
    }
}

/// Ids of modules as they are kept in a column: with a space between; null for all.
enum ModuleList {
    static func modules(_ text: String?) -> Set<String>? {
        text.map { Set($0.split(separator: " ").map(String.init)) }
    }

    static func text(_ modules: Set<String>?) -> String? {
        modules.map { $0.sorted().joined(separator: " ") }
    }
}
