public import Foundation
public import GRDB

/// A number that a dashboard shows, declared as the query that it comes from.
///
/// The number is what the query gives at that moment and nothing else, so that who doubts it can run the query.
public struct Figure: Sendable {
    /// The name: lower-case words joined by hyphens, unique within the module.
    public let name: String
    /// What people read beside the number: `Done today`.
    public let title: String
    /// What the number counts, in one sentence.
    public let help: String
    /// The unit, such as `%` or `km`; nil for plain numbers.
    public let unit: String?
    /// The unit for who has set imperial ones, such as `mi`; nil where it is the same.
    ///
    /// The query gives the number in it by a parameter that ``parameters`` makes of ``Moment/units``.
    public let imperialUnit: String?
    /// The table that the number is about.
    public let table: String
    /// One SELECT of one number or NULL, over the module's own tables.
    ///
    /// Parameters, in the zone of the user: `:today` and `:monthStart` as `YYYY-MM-DD`; `:now`, and `:todayStartsAt`,
    /// `:tomorrowStartsAt` and `:monthStartsAt`, the instants at which those days begin, as stored text of ``Instant``.
    public let sql: String
    /// The words of the query command that lists what is counted: `["connections", "follow-up"]`; nil if there is none.
    ///
    /// What it lists is as many as the number says.
    public let opens: [String]?
    /// Further parameters, by name: what no query can work out, such as what clocks elsewhere show.
    public let parameters: (@Sendable (Moment) throws -> [String: String])?

    /// What a figure's further parameters are made from.
    public struct Moment {
        /// The vault's database, inside a transaction.
        public let db: Database
        /// When the next day of the user begins.
        public let tomorrowStartsAt: Date
        /// The instant for which the figure is counted.
        public let now: Date
        /// What the user has set.
        public let settings: UserSettings
        /// What the user has set for the module.
        public let moduleSettings: ModuleSettings
        /// The links between records.
        public let links: any LinkStore
        /// The zone of the user.
        public var timeZone: TimeZone { settings.timeZone }
        /// The units of the user.
        public var units: UserSettings.Units { settings.units }

        /// Describes the moment; the host does.
        public init(
            db: Database, now: Date, tomorrowStartsAt: Date, settings: UserSettings, links: any LinkStore,
            moduleSettings: ModuleSettings = ModuleSettings()
        ) {
            self.db = db
            self.now = now
            self.tomorrowStartsAt = tomorrowStartsAt
            self.settings = settings
            self.moduleSettings = moduleSettings
            self.links = links
        }
    }

    /// Declares a figure.
    public init(
        _ name: String, title: String, help: String, unit: String? = nil, imperialUnit: String? = nil,
        table: String, sql: String, opens: [String]? = nil,
        parameters: (@Sendable (Moment) throws -> [String: String])? = nil
    ) {
        self.name = name
        self.title = title
        self.help = help
        self.unit = unit
        self.imperialUnit = imperialUnit
        self.table = table
        self.sql = sql
        self.opens = opens
        self.parameters = parameters
    }
}
