import AtriumHost
import Synchronization

/// Whose credentials were seen lately, so that a request can wait in its user's line before anybody has looked.
///
/// Nothing is decided by it: who asks is looked up when the work begins.
final class CredentialOwners: Sendable {
    /// How many are remembered; then it begins anew.
    private static let limit = 10_000

    private let users = Mutex<[Credential: Int64]>([:])

    /// The user to whom a credential belonged when it was last looked up; nil where that is not known.
    subscript(credential: Credential) -> Int64? {
        get { users.withLock { $0[credential] } }
        set {
            users.withLock { users in
                if users.count >= Self.limit { users = [:] }
                users[credential] = newValue
            }
        }
    }
}
