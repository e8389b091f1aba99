public import Foundation
public import GRDB

/// What a command's run function is lent: the vault's database and what the host knows of the user and the moment.
///
/// It is valid until the function returns. The database is inside a transaction: a snapshot for reads, the change
/// set's transaction for writes; a run function neither begins nor commits.
public struct CommandContext {
    /// The vault's database, for the module's own tables.
    public let db: Database
    /// The instant at which the command began; the only clock a module may ask.
    public let now: Date
    /// Now as stored text: ``Instant``.
    public let nowText: String
    /// The user's settings.
    public let settings: UserSettings
    /// What the user has set for the module: the settings that it declares.
    public let moduleSettings: ModuleSettings
    /// The tags of records.
    public let tags: any TagStore
    /// The attachments of records.
    public let attachments: any AttachmentStore
    /// What the host keeps for records, to be moved where two become one.
    public let records: any RecordStore
    /// The links between records.
    public let links: any LinkStore
    /// What other modules can answer.
    public let modules: any ModuleDirectory

    /// Makes a context; the host does, for every call.
    public init(
        db: Database, now: Date, settings: UserSettings, tags: any TagStore, attachments: any AttachmentStore,
        records: any RecordStore, links: any LinkStore, modules: any ModuleDirectory,
        moduleSettings: ModuleSettings = ModuleSettings()
    ) {
        self.db = db
        self.now = now
        nowText = Instant.text(now)
        self.settings = settings
        self.moduleSettings = moduleSettings
        self.tags = tags
        self.attachments = attachments
        self.records = records
        self.links = links
        self.modules = modules
    }

    /// The day that it is for the user now, in the zone of their settings.
    public var today: LocalDate { LocalDate(now, in: settings.timeZone) }

    /// A new uid: a random UUID in lower case (RFC 9562).
    public func newUID() -> String { UUID().uuidString.lowercased() }
}

/// What a user has set for themselves, as far as modules need it.
public struct UserSettings: Sendable, Hashable {
    /// The zone in which days begin and times are shown.
    public var timeZone: TimeZone
    /// The first day of the week: 1 for Monday to 7 for Sunday (ISO 8601).
    public var firstWeekday: Int
    /// The units in which quantities are shown and entered.
    public var units: Units
    /// The user's name, for greetings and as the organizer of events; may be empty.
    public var name: String
    /// What the user likes, in their own words, without repeats: to find those who share it.
    public var interests: [String]
    /// How often the user wants to be in touch with people for whom they set nothing else: at least every so many days;
    /// nil: no more often than it happens.
    public var cadenceDays: Int?

    /// Systems of units.
    public enum Units: String, Sendable, Hashable, CaseIterable {
        /// Kilometres, kilograms.
        case metric
        /// Miles, pounds.
        case imperial
    }

    /// Makes settings.
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
