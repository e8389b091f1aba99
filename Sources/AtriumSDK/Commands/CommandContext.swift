public import Foundation
public import GRDB

/// The environment of a command's run function: the vault's database, the user's settings and the current
/// time.
///
/// The context is valid until the function returns. The database is inside a transaction: a snapshot for
/// reads, or the change set's transaction for writes. A run function neither begins nor commits a
/// transaction.
public struct CommandContext {
    /// The vault's database, for the module's own tables.
    public let db: Database
    /// The instant at which the command began; modules must not read any other clock.
    public let now: Date
    /// The current time as the stored text of ``Timestamp``.
    public let nowText: String
    /// The user's settings.
    public let settings: UserSettings
    /// The user's values for the settings that the module declares.
    public let moduleSettings: ModuleSettings
    /// The store for records' tags.
    public let tags: any TagStore
    /// The store for records' attachments.
    public let attachments: any AttachmentStore
    /// The host's data about records; a module that merges two records moves this data.
    public let records: any RecordStore
    /// The links between records.
    public let links: any LinkStore
    /// The other modules.
    public let modules: any ModuleDirectory

    /// Creates a context; the host creates one for every call.
    public init(
        db: Database, now: Date, settings: UserSettings, tags: any TagStore, attachments: any AttachmentStore,
        records: any RecordStore, links: any LinkStore, modules: any ModuleDirectory,
        moduleSettings: ModuleSettings = ModuleSettings()
    ) {
        self.db = db
        self.now = now
        nowText = Timestamp.text(now)
        self.settings = settings
        self.moduleSettings = moduleSettings
        self.tags = tags
        self.attachments = attachments
        self.records = records
        self.links = links
        self.modules = modules
    }

    /// The user's current day, in the time zone of the settings.
    public var today: LocalDate { LocalDate(now, in: settings.timeZone) }

    /// Returns a new uid: a random UUID in lower case (RFC 9562).
    public func newUID() -> String { UUID().uuidString.lowercased() }
}

/// The user settings that modules can read.
public struct UserSettings: Sendable, Hashable {
    /// The time zone in which days begin and times are shown.
    public var timeZone: TimeZone
    /// The first day of the week: 1 for Monday to 7 for Sunday (ISO 8601).
    public var firstWeekday: Int
    /// The units in which quantities are shown and entered.
    public var units: Units
    /// The user's name, for greetings and as the organizer of events; may be empty.
    public var name: String
    /// The user's interests in the user's own words, without duplicates, for finding people with shared
    /// interests.
    public var interests: [String]
    /// The default goal for staying in touch, as the maximum number of days between two contacts, or nil for
    /// no goal.
    ///
    /// The default applies to people without their own goal.
    public var cadenceDays: Int?

    /// Systems of units.
    public enum Units: String, Sendable, Hashable, CaseIterable {
        /// Kilometers, kilograms.
        case metric
        /// Miles, pounds.
        case imperial
    }

    /// Creates settings.
    public init(
        timeZone: TimeZone, firstWeekday: Int = 1, units: Units = .metric, name: String = "",
        interests: [String] = [], cadenceDays: Int? = nil
    ) {
        self.timeZone = timeZone
        self.firstWeekday = firstWeekday
        self.units = units
        self.name = name
        self.interests = interests
        self.cadenceDays = cadenceDays
    }
}
