/// A module, which manages one area of life and declares everything that the host needs to know.
///
/// A module consists of a manifest and several lists. A module has no state. The host registers its own
/// modules and third-party modules in the same way. See `docs/module-guide.md`.
public struct Module: Sendable {
    /// The module's identity and dependencies.
    public var manifest: Manifest
    /// The schema migrations: an append-only list that the host applies in order.
    public var migrations: [Migration]
    /// The names of the module's indexes that only queries use; no import reads these indexes.
    ///
    /// A large import drops these indexes and rebuilds the indexes after inserting all rows. If consecutive
    /// rows have index entries in different places, sorting all index entries at the end is faster. None of
    /// these indexes is UNIQUE.
    public var indexesUnusedByImports: [String]
    /// The kinds of records, with their commands.
    public var collections: [Collection]
    /// Commands of the kind `query` that belong to no collection and compute results from other modules'
    /// data.
    public var queries: [Command]
    /// The importers, which convert items in files to records.
    public var importers: [Importer]
    /// The marks that identify items in files as belonging to this module.
    ///
    /// The marks also apply while the module is disabled, because no other module may import the marked
    /// items.
    public var itemMarks: [ItemMark]
    /// The rules that join several files from another program into one file before the import.
    public var joins: [FileJoin]
    /// The rules that rewrite files from other programs before the import.
    public var rewrites: [FileRewrite]
    /// The exporters, which write records to files.
    ///
    /// If the user names no collection, an export uses the first exporter for the format.
    public var exporters: [Exporter]
    /// The module's data outside its records, for `export --all`.
    public var sideData: [SideData]
    /// The numbers that a dashboard shows.
    public var figures: [Figure]
    /// The sources that provide entries for the agenda.
    public var days: [DaySource]
    /// The sources that provide happenings for a record's timeline, including other modules' records.
    public var happenings: [HappeningSource]
    /// The rules that link the module's records to other modules' records that are imported later.
    public var followers: [LinkFollower]
    /// The views that show the results of the module's commands.
    public var views: [View]
    /// The settings that users can change, such as `tasks.default-kind`.
    public var settings: [SettingDeclaration]
    /// The short lists that a dashboard shows.
    public var cards: [Card]
    /// The steps that the module proposes to a new user.
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

    /// The prefix for the module's table names: the id with underscores instead of hyphens, and a final
    /// underscore.
    public var tablePrefix: String { manifest.id.replacing("-", with: "_") + "_" }
}

/// A module's identity and dependencies.
public struct Manifest: Sendable, Hashable {
    /// The module's id: lower-case words joined by hyphens, unique across all modules, such as
    /// `mental-models`.
    public var id: String
    /// The name that people see: `Mental models`.
    public var title: String
    /// A one-sentence summary that states what the module manages.
    public var summary: String
    /// The module's semantic version (semver.org).
    public var version: String
    /// The name of an icon for graphical surfaces, from the Lucide set (lucide.dev).
    public var icon: String
    /// The ids of the modules that must be enabled before this module can be enabled.
    public var requires: [String]
    /// The ids of the module's optional dependencies, with which the module works better.
    public var enhances: [String]

    /// True if the module is enabled for new users.
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

/// One step in a module's schema history.
///
/// A released migration must not change: the host stores a checksum and rejects a changed migration. A
/// migration contains only SQL text and refers to no Swift type, so that the migration's meaning never
/// changes.
///
/// All table names begin with the module's prefix. All tables are STRICT and have
/// `id INTEGER PRIMARY KEY AUTOINCREMENT`. Columns are INTEGER, REAL, TEXT or BLOB. Triggers and views are
/// not allowed; the host creates the triggers that undo needs. A child table refers to its record with a
/// foreign key with `ON DELETE CASCADE`.
public struct Migration: Sendable, Hashable {
    /// The name, unique within the module: `create habits`.
    public var name: String
    /// The SQL statements, each terminated by a semicolon.
    public var sql: String

    /// Declares a migration.
    public init(_ name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}
