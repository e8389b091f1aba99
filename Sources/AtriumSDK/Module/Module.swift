/// One life area, as a value: all that the host knows of it.
///
/// A module is a manifest and lists; it holds no state. Modules that come with Atrium and modules of others are
/// registered alike. See `docs/module-guide.md`.
public struct Module: Sendable {
    /// Who the module is and what it stands on.
    public var manifest: Manifest
    /// The schema's history: append-only, applied in order.
    public var migrations: [Migration]
    /// Names of indexes of its tables that are only there for questions: nothing that an import does looks anything up in them.
    ///
    /// A large import takes them away and makes them when its rows are there. Where each row has its entry in another place
    /// than the row before, to sort all at the end takes less time. None is UNIQUE.
    public var indexesUnusedByImports: [String]
    /// The kinds of records, with their commands.
    public var collections: [Collection]
    /// Commands of the kind `query` that stand directly under the module and are about no collection: answers made of what
    /// other modules have.
    public var queries: [Command]
    /// How items of files become records.
    public var importers: [Importer]
    /// By what it knows items of files as its own.
    ///
    /// They count also while the module is off: its items are nobody else's then.
    public var itemMarks: [ItemMark]
    /// How files of other programs become one, before they are read.
    public var joins: [FileJoin]
    /// How files of other programs are rewritten, before they are read.
    public var rewrites: [FileRewrite]
    /// How records become files; the first of a format is meant if no collection is named.
    public var exporters: [Exporter]
    /// What it keeps beside its records, for `export --all`.
    public var sideData: [SideData]
    /// The numbers that a dashboard shows.
    public var figures: [Figure]
    /// What stands on days.
    public var days: [DaySource]
    /// What happened with records, also of other modules.
    public var happenings: [HappeningSource]
    /// How its records are linked to those of other modules that come after them.
    public var followers: [LinkFollower]
    /// Ways to look at what its commands give.
    public var views: [View]
    /// What the user can set for it, such as `tasks.default-kind`.
    public var settings: [SettingDeclaration]
    /// The lists that a dashboard shows in short.
    public var cards: [Card]
    /// With what somebody begins who uses it for the first time.
    public var firstSteps: [FirstStep]

    /// Declares a module.
    public init(
        manifest: Manifest, migrations: [Migration] = [], indexesUnusedByImports: [String] = [],
        collections: [Collection] = [],
        queries: [Command] = [], importers: [Importer] = [], itemMarks: [ItemMark] = [],
        joins: [FileJoin] = [], rewrites: [FileRewrite] = [], exporters: [Exporter] = [],
        sideData: [SideData] = [], figures: [Figure] = [],
        days: [DaySource] = [],
        happenings: [HappeningSource] = [],
        followers: [LinkFollower] = [],
        views: [View] = [],
        settings: [SettingDeclaration] = [],
        cards: [Card] = [],
        firstSteps: [FirstStep] = []
    ) {
        self.manifest = manifest
        self.migrations = migrations
        self.indexesUnusedByImports = indexesUnusedByImports
        self.collections = collections
        self.queries = queries
        self.importers = importers
        self.itemMarks = itemMarks
        self.joins = joins
        self.rewrites = rewrites
        self.exporters = exporters
        self.sideData = sideData
        self.figures = figures
        self.days = days
        self.happenings = happenings
        self.followers = followers
        self.views = views
        self.settings = settings
        self.cards = cards
        self.firstSteps = firstSteps
    }

    /// The module's id.
    public var id: String { manifest.id }

    /// What the names of the module's tables begin with: the id with underscores, and an underscore.
    public var tablePrefix: String { manifest.id.replacing("-", with: "_") + "_" }
}

/// Who a module is and what it stands on.
public struct Manifest: Sendable, Hashable {
    /// Lower-case words joined by hyphens, unique over all modules: `mental-models`.
    public var id: String
    /// The name that people see: `Mental models`.
    public var title: String
    /// One sentence: what the module keeps.
    public var summary: String
    /// The version (semver.org).
    public var version: String
    /// The name of an icon for graphical surfaces, from the Lucide set (lucide.dev).
    public var icon: String
    /// Modules without which this one cannot be enabled.
    public var requires: [String]
    /// Modules that this one works better with; it works without them.
    public var enhances: [String]

    /// Whether a new user starts with the module enabled.
    public var isEnabledAtFirst: Bool

    /// Declares a manifest.
    public init(
        id: String, title: String, summary: String, version: String, icon: String, requires: [String] = [],
        enhances: [String] = [], isEnabledAtFirst: Bool = false
    ) {
        self.id = id
        self.title = title
        self.summary = summary
        self.version = version
        self.icon = icon
        self.requires = requires
        self.enhances = enhances
        self.isEnabledAtFirst = isEnabledAtFirst
    }
}

/// One step of a module's schema history.
///
/// Once shipped it is frozen: the host keeps a checksum and refuses a changed one. It is SQL text only and names no
/// Swift type, so that it means the same for ever. All tables begin with the module's prefix, are STRICT, and have
/// `id INTEGER PRIMARY KEY AUTOINCREMENT`; columns are INTEGER, REAL, TEXT or BLOB. Triggers and views are not allowed: the host makes the triggers that undo
/// needs. A child table names its record by a foreign key with `ON DELETE CASCADE`.
public struct Migration: Sendable, Hashable {
    /// The name, unique within the module: `create habits`.
    public var name: String
    /// The SQL statements, each ended by a semicolon.
    public var sql: String

    /// Declares a migration.
    public init(_ name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}
