import AtriumSDK

/// The scope that a principal needs for a command of the host or an operation of the hub.
enum RequiredScope: Sendable, Hashable {
    /// Records of the modules that are within a principal's scope, and no others.
    case records
    /// What the vault holds of all modules, or of none: only who reaches all modules may.
    case vault
    /// The user's own account: no token and no feed may.
    case account
    /// The accounts of others and the hub: only an admin may.
    case admin
}

extension Principal {
    /// Why the principal may not do something; nil where they may.
    func refusal(of required: RequiredScope, writes: Bool) -> AtriumError? {
        if writes, scope.access == .read { return Self.onlyReads }
        switch required {
        case .records: return nil
        case .vault: return scope.modules == nil ? nil : Self.insufficientScope
        case .account: return scope.reachesAccount ? nil : Self.notTheAccount
        case .admin:
            guard scope.reachesAccount else { return Self.notTheAccount }
            return user.isAdmin
                ? nil
                : AtriumError(
                    .notPermitted, "\(user.name) may not manage users", remedy: "ask the hub's first user")
        }
    }

    /// Rejects an operation of the hub if the principal's scope does not include it.
    ///
    /// - Throws: ``AtriumError`` with code `notPermitted`.
    public func requireScope(of operation: HubOperation) throws {
        if let refusal = refusal(of: operation.scope, writes: operation.writes) { throw refusal }
    }

    static let insufficientScope = AtriumError(
        .notPermitted, "this token is limited to some modules",
        remedy: "use a token for all modules, or log in with your password")
    static let notTheAccount = AtriumError(
        .notPermitted, "tokens cannot access the account", remedy: "log in with your password")
    static let onlyReads = AtriumError(
        .notPermitted, "this token is read-only", remedy: "use a token with write access")
}
