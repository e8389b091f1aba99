import AtriumSDK
import GRDB

/// What an admin can set for the whole hub, each with its check and its default.
public enum HubSetting: String, Sendable, CaseIterable {
    /// Whether strangers may make themselves a user.
    case signUp = "sign-up"
    /// After how many days without use a session ends.
    case sessionIdleDays = "session-idle-days"
    /// After how many days a session ends, however much it is used.
    case sessionDays = "session-days"
    /// For how many days an invitation stands.
    case invitationDays = "invitation-days"
    /// The largest upload, in megabytes of 1,000,000 bytes.
    case uploadMegabytes = "upload-megabytes"

    /// What the setting means, for help.
    public var help: String {
        switch self {
        case .signUp: "Sign-up over HTTP: open (anyone can become a user) or closed."
        case .sessionIdleDays: "The number of days without use after which a session ends, from 1 to 3650."
        case .sessionDays: "The number of days after which a session ends even if it is used, from 1 to 3650."
        case .invitationDays: "The number of days for which an invitation link is valid, from 1 to 365."
        case .uploadMegabytes: "The size limit of files sent over HTTP, in megabytes, from 1 to 100000."
        }
    }

    /// The value where none is set.
    public var defaultValue: String {
        switch self {
        case .signUp: "closed"
        case .sessionIdleDays: "14"
        case .sessionDays: "90"
        case .invitationDays: "7"
        case .uploadMegabytes: "1000"
        }
    }

    /// The form in which a value is kept.
    ///
    /// - Throws: ``AtriumError`` with code `badData` that says which values are possible.
    func checked(_ value: String) throws -> String {
        let value = value.lowercased()
        let isGood =
            switch self {
            case .signUp: value == "open" || value == "closed"
            case .sessionIdleDays, .sessionDays: Self.isNumber(value, in: 1...3650)
            case .invitationDays: Self.isNumber(value, in: 1...365)
            case .uploadMegabytes: Self.isNumber(value, in: 1...100_000)
            }
        guard isGood else {
            throw AtriumError(
                .badData, "\(rawValue) has a wrong value", remedy: "\(help)", field: "value")
        }
        return value
    }

    private static func isNumber(_ text: String, in bounds: ClosedRange<Int>) -> Bool {
        Int(text).map { bounds.contains($0) && String($0) == text } ?? false
    }
}

extension Accounts {
    /// The value of a setting: what an admin has set, or the default.
    public func value(of setting: HubSetting) throws -> String {
        try read { db in try Self.value(of: setting, db) }
    }

    /// The value of a setting that is a number.
    public func number(of setting: HubSetting) throws -> Int {
        try read { db in try Self.number(of: setting, db) }
    }

    /// Whether strangers may make themselves a user.
    public var isSignUpOpen: Bool {
        get throws { try value(of: .signUp) == "open" }
    }

    /// Changes a setting.
    ///
    /// - Throws: ``AtriumError`` with code `badData`.
    public func set(_ setting: HubSetting, to value: String) throws {
        let value = try setting.checked(value)
        try change { db in
            // What has ended under the setting so far does not begin again under another.
            try removeEndedSessions(db)
            try db.execute(
                sql: """
                    INSERT INTO hub_setting (key, value) VALUES (?, ?)
                    ON CONFLICT (key) DO UPDATE SET value = excluded.value
                    """, arguments: [setting.rawValue, value])
        }
    }

    static func value(of setting: HubSetting, _ db: Database) throws -> String {
        let statement = try db.cachedStatement(sql: "SELECT value FROM hub_setting WHERE key = ?")
        return try String.fetchOne(statement, arguments: [setting.rawValue]) ?? setting.defaultValue
    }

    static func number(of setting: HubSetting, _ db: Database) throws -> Int {
        try Int(value(of: setting, db)) ?? Int(setting.defaultValue) ?? 1
    }
}
