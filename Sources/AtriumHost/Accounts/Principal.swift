/// Who asks, how they have shown it, and how far that reaches.
///
/// Every request asks for it, and gets what the accounts say now (``KnownBearers``): what was revoked or taken away counts
/// from the next one on.
public struct Principal: Sendable, Hashable {
    /// How somebody has shown who they are.
    public enum Means: Sendable, Hashable {
        /// They run a program that may read the hub's files.
        case terminal
        /// A session that a log-in began; its id.
        case session(Int64)
        /// An API token or app password; its id.
        case token(Int64)
        /// A secret link; its id.
        case feed(Int64)
    }

    /// The user in whose name it is done.
    public let user: User
    /// How they have shown it.
    public let means: Means
    /// How far it reaches.
    public let scope: Scope
    /// Whether they are at a device of others, which is to keep nothing.
    public let isElsewhere: Bool

    init(user: User, means: Means, scope: Scope, isElsewhere: Bool = false) {
        self.user = user
        self.means = means
        self.scope = scope
        self.isElsewhere = isElsewhere
    }
}

/// How far a principal reaches into a user's vault and account.
public struct Scope: Sendable, Hashable {
    /// What may be done.
    public enum Access: String, Sendable, Hashable, CaseIterable {
        /// Only commands that read.
        case read
        /// All commands.
        case write
    }

    /// The modules that are within reach; nil: all, and with them what belongs to no module.
    public var modules: Set<String>?
    /// Whether it may change anything.
    public var access: Access
    /// Whether it reaches the account too: passwords, sessions, tokens, and for admins other users.
    ///
    /// What can be left lying about, such as a token, never does: it could make itself greater.
    public var reachesAccount: Bool

    /// Makes a scope.
    public init(modules: Set<String>?, access: Access, reachesAccount: Bool = false) {
        self.modules = modules
        self.access = access
        self.reachesAccount = reachesAccount
    }

    /// All that the user may do: what a log-in gives, and the terminal.
    public static let everything = Scope(modules: nil, access: .write, reachesAccount: true)

    /// What lies within both.
    public func intersection(_ other: Scope) -> Scope {
        let modules = modules.map { mine in other.modules.map(mine.intersection) ?? mine } ?? other.modules
        return Scope(
            modules: modules, access: access == .read ? .read : other.access,
            reachesAccount: reachesAccount && other.reachesAccount)
    }

    /// Whether a module is within reach.
    public func includes(_ module: String) -> Bool { modules?.contains(module) ?? true }
}
