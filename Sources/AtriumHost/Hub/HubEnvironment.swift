public import Foundation

/// What the hub asks of the world: the clock, the user's name, the zone.
///
/// Tests put fixed ones here.
public struct HubEnvironment: Sendable {
    /// The current instant.
    public var now: @Sendable () -> Date
    /// The name for the first user: `$USER`.
    public var userName: String
    /// The zone for users who have set none: the machine's.
    public var timeZone: TimeZone
    /// What a hash of a password costs.
    public var passwordCost: PasswordCost
    /// How many seconds a removal of a user waits for what is still done in their name.
    public var patience = 20.0

    /// Makes an environment.
    public init(
        now: @escaping @Sendable () -> Date, userName: String, timeZone: TimeZone,
        passwordCost: PasswordCost = .standard
    ) {
        self.now = now
        self.userName = userName
        self.timeZone = timeZone
        self.passwordCost = passwordCost
    }

    /// The machine's clock and zone, and the user that the process's environment names.
    public static func system(_ variables: [String: String]) -> HubEnvironment {
        HubEnvironment(
            now: { Date() }, userName: variables["USER"] ?? variables["LOGNAME"] ?? "",
            timeZone: .autoupdatingCurrent)
    }
}
