import Synchronization

/// Whose credentials were seen lately, so that a request can wait in its user's line before anybody has looked.
///
/// Nothing is decided by it: who asks is looked up when the work begins. It holds hashes, and no secrets.
final class CredentialOwners: Sendable {
    /// How many are remembered; then it begins anew.
    private static let limit = 10_000

    private let users = Mutex<[Int: Int64]>([:])

    /// The user to whom credentials belonged when they were last looked up; nil where that is not known.
    subscript(credentials: Gate.Credentials) -> Int64? {
        get { users.withLock { $0[credentials.hashValue] } }
        set {
            users.withLock { users in
                if users.count >= Self.limit { users = [:] }
                users[credentials.hashValue] = newValue
            }
        }
    }
}
