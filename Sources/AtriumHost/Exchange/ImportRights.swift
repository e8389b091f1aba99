import AtriumSDK
import GRDB

/// Asks, while an import goes on, whether whoever it is for may make it still: a token may be revoked meanwhile, a module
/// taken away.
final class ImportRights {
    private let session: Session
    private let modules: [String]
    private let principal: (() throws -> Principal)?
    private var lastAsked = ContinuousClock.now

    /// - Parameters:
    ///   - session: who began the import.
    ///   - modules: those that it may write to.
    ///   - principal: looks up who it is for now; nil: always who began it.
    init(_ session: Session, modules: [Module], principal: (() throws -> Principal)?) {
        self.session = session
        self.modules = modules.map(\.id)
        self.principal = principal
    }

    /// Asks again where that was a second ago.
    ///
    /// - Throws: ``AtriumError`` that says what is missing, and what the look-up throws.
    func checkNowAndThen(_ db: Database) throws {
        guard lastAsked.duration(to: .now) >= .seconds(1) else { return }
        lastAsked = .now
        try check(db)
    }

    /// Asks again; in the transaction of the import, so that what is on stays on until the commit.
    ///
    /// - Throws: as ``checkNowAndThen(_:)``.
    func check(_ db: Database) throws {
        let principal = try principal?() ?? session.principal
        try principal.requireScope(of: .importFile)
        guard principal.user.id == session.user.id else {
            throw AtriumError(.internal, "an import continued for another user")
        }
        let present = session.acting(as: principal)
        let enabled = try present.enabledIDs(db)
        for module in modules { try present.requireEnabled(module, among: enabled) }
    }
}
