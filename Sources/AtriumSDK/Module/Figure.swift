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
    /// One SELECT of the number that is aimed at, or NULL, with the same parameters: of `3`, that it is 3 of 5; nil if none is.
    public let goal: String?
    /// The name of an icon for graphical surfaces, from the Lucide set (lucide.dev); nil: surfaces choose one.
    public let icon: String?
    /// The colour of icon and card on graphical surfaces; nil: they choose one.
    public let tint: Tint?
    /// Further parameters, by name: what no query can work out, such as what clocks elsewhere show.
    public let parameters: (@Sendable (Moment) throws -> [String: String])?

    /// What a colour says; each surface has its own shades, in which texts can be read.
    public enum Tint: String, Sendable, Hashable, CaseIterable {
        /// What the program is about.
        case primary
        /// A reward, something special.
        case accent
        /// Done.
        case success
        /// To be looked at.
        case warning
        /// Wrong, or overdue.
        case error
        /// What stands apart.
        case purple
        /// To be known.
        case info
    }

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
        table: String, sql: String, opens: [String]? = nil, goal: String? = nil, icon: String? = nil,
        tint: Tint? = nil,
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
        self.goal = goal
        self.icon = icon
        self.tint = tint
        self.parameters = parameters
    }
}
