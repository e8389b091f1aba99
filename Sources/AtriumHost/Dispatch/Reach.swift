import AtriumSDK

/// How much of the vault and the account something reaches, and so who may do it.
enum Reach: Sendable, Hashable {
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
    func refusal(of reach: Reach, writes: Bool) -> AtriumError? {
        if writes, scope.access == .read { return Self.onlyReads }
        switch reach {
        case .records: return nil
        case .vault: return scope.modules == nil ? nil : Self.outOfReach
        case .account: return scope.reachesAccount ? nil : Self.notTheAccount
        case .admin:
            guard scope.reachesAccount else { return Self.notTheAccount }
            return user.isAdmin
                ? nil
                : AtriumError(
                    .notPermitted, "\(user.name) may not manage users", remedy: "ask the hub's first user")
        }
    }

    /// Refuses an operation of the hub that the principal does not reach.
    ///
    /// - Throws: ``AtriumError`` with code `notPermitted`.
    public func requireReach(of operation: HubOperation) throws {
        if let refusal = refusal(of: operation.reach, writes: operation.writes) { throw refusal }
    }

    static let outOfReach = AtriumError(
        .notPermitted, "this token does not reach so far",
        remedy: "use one that reaches all modules, or log in with your password")
    static let notTheAccount = AtriumError(
        .notPermitted, "no token reaches the account", remedy: "log in with your password")
    static let onlyReads = AtriumError(
        .notPermitted, "this token may only read", remedy: "use one that may write")
}
