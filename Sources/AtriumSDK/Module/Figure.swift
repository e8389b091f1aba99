public import Foundation
public import GRDB

/// A number that a dashboard shows, declared as an SQL query.
///
/// The number is exactly the query's current result, so that anyone can check the number by running the
/// query.
public struct Figure: Sendable {
    /// The name: lower-case words joined by hyphens, unique within the module.
    public let name: String
    /// The label beside the number: `Done today`.
    public let title: String
    /// The explanation of the number, in one sentence.
    public let help: String
    /// The unit, such as `%` or `km`, or nil for plain numbers.
    public let unit: String?
    /// The unit for users with imperial units, such as `mi`, or nil if the imperial unit equals ``unit``.
    ///
    /// The query converts the number with a parameter; ``parameters`` derives this parameter from
    /// ``Moment/units``.
    public let imperialUnit: String?
    /// The table that the number describes.
    public let table: String
    /// A SELECT statement that reads the module's own tables and returns one number or NULL.
    ///
    /// The query has these parameters, in the user's time zone: `:today` and `:monthStart` as `YYYY-MM-DD`;
    /// and `:now`, `:todayStartsAt`, `:tomorrowStartsAt` and `:monthStartsAt`, the current instant and the
    /// instants at which those days begin, as the stored text of ``Timestamp``.
    public let sql: String
    /// The words of the query command for the counted records, such as `["connections", "follow-up"]`.
    ///
    /// The value is nil if no command lists the counted records.
    ///
    /// The length of the list equals the number.
    public let opens: [String]?
    /// A SELECT statement that returns the target number or NULL, or nil if the figure has no target.
    ///
    /// The statement has the same parameters as ``sql``. If the target is 5, surfaces show `3` as 3 of 5.
    public let goal: String?
    /// The name of a Lucide icon (lucide.dev) for graphical surfaces, or nil to let surfaces choose an icon.
    public let icon: String?
    /// The color for the icon and card on graphical surfaces, or nil to let surfaces choose a color.
    public let tint: Tint?
    /// Returns additional SQL parameters by name, for values that no query can compute.
    ///
    /// For instance, a query cannot compute the time in another time zone.
    public let parameters: (@Sendable (Moment) throws -> [String: String])?

    /// The meaning of a color; each surface has its own shades with readable contrast.
    public enum Tint: String, Sendable, Hashable, CaseIterable {
        /// The program's main subject.
        case primary
        /// A reward, or something special.
        case accent
        /// A finished activity.
        case success
        /// A state that needs attention.
        case warning
        /// A wrong or overdue state.
        case error
        /// A figure that is set apart from the other figures.
        case purple
        /// Neutral information.
        case info
    }

    /// The values from which a figure derives its additional SQL parameters.
    public struct Moment {
        /// The vault's database, inside a transaction.
        public let db: Database
        /// The instant at which the user's next day begins.
        public let tomorrowStartsAt: Date
        /// The instant for which the figure is computed.
        public let now: Date
        /// The user's settings.
        public let settings: UserSettings
        /// The user's settings for the module.
        public let moduleSettings: ModuleSettings
        /// The links between records.
        public let links: any LinkStore
        /// The user's time zone.
        public var timeZone: TimeZone { settings.timeZone }
        /// The user's units.
        public var units: UserSettings.Units { settings.units }

        /// Creates a moment; only the host calls this initializer.
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
