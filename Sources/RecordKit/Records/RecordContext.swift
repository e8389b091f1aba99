public import AtriumSDK
public import Foundation
public import GRDB

/// A value's origin, which determines whether a rule rejects or corrects an invalid value.
public enum Door: Sendable {
    /// The value is from a command: a rule rejects an invalid value, and the user sees the error immediately.
    case command
    /// The value is from a file: a rule corrects an invalid value, and the rest of the row is imported.
    case file
}

/// The environment in which a command, an import or an export reads and writes records.
public final class RecordContext {
    /// The vault's database, inside the transaction.
    public let db: Database
    /// The instant when the command or import began.
    public let now: Date
    /// The instant ``now`` as stored ``Timestamp`` text.
    public private(set) lazy var nowText = Timestamp.text(now)
    /// The user's settings.
    public let settings: UserSettings
    /// The user's settings for the module.
    public let moduleSettings: ModuleSettings
    /// The cached time zones.
    let zones: RecordZones
    /// The objects that ``once(_:)`` created, by type.
    private var made: [ObjectIdentifier: AnyObject] = [:]
    /// The warnings that ``warn(_:)`` added.
    public private(set) var warnings: [String] = []
    /// The issues that ``note(_:_:_:)`` added.
    private var issues: [ImportIssue] = []
    /// True if the written values are from a file.
    public let isOfFile: Bool
    /// The store for the records' tags.
    public let tags: any TagStore
    /// The store for links between records; nil during an export.
    public let links: (any LinkStore)?
    /// The directory for other modules; nil during an export.
    public let modules: (any ModuleDirectory)?

    /// Creates a context from separate parts, for tests.
    public convenience init(
        db: Database, now: Date, settings: UserSettings, tags: any TagStore, links: (any LinkStore)? = nil,
        modules: (any ModuleDirectory)? = nil, moduleSettings: ModuleSettings = ModuleSettings()
    ) {
        self.init(db, now, settings, moduleSettings, tags, links, modules, isOfFile: false)
    }

    /// Creates a context for a command.
    public convenience init(_ context: CommandContext) {
        self.init(
            context.db, context.now, context.settings, context.moduleSettings, context.tags, context.links,
            context.modules, isOfFile: false)
    }

    /// Creates a context for an import.
    public convenience init(_ context: ImportContext) {
        self.init(
            context.db, context.now, context.settings, context.moduleSettings, context.tags, context.links,
            context.modules, isOfFile: true)
    }

    /// Creates a context for an export.
    public convenience init(_ context: ExportContext) {
        self.init(
            context.db, context.now, context.settings, context.moduleSettings, context.tags, nil, nil,
            isOfFile: false)
    }

    private init(
        _ db: Database, _ now: Date, _ settings: UserSettings, _ moduleSettings: ModuleSettings,
        _ tags: any TagStore,
        _ links: (any LinkStore)?, _ modules: (any ModuleDirectory)?, isOfFile: Bool
    ) {
        (self.db, self.now, self.settings, self.tags) = (db, now, settings, tags)
        (self.links, self.modules, self.moduleSettings) = (links, modules, moduleSettings)
        self.isOfFile = isOfFile
        zones = RecordZones(db, isOfFile: isOfFile)
    }

    /// Returns an object that is created only once per command, import or export, such as a cache for names.
    public func once<Value: AnyObject>(_ make: (Database) throws -> Value) rethrows -> Value {
        let type = ObjectIdentifier(Value.self)
        // A checked cast would take more time than everything else, for each row of a file.
        if let value = made[type] { return unsafeDowncast(value, to: Value.self) }
        let value = try make(db)
        made[type] = value
        return value
    }

    /// Warns the user about a command's side effects, in a sentence without a full stop.
    public func warn(_ sentence: String) { warnings.append(sentence) }

    /// Adds an issue for the record that is being imported.
    ///
    /// The import report shows the issue after the record.
    public func note(_ property: String, _ code: String, _ message: String) {
        issues.append(ImportIssue(line: 0, property: property, code: code, message: message))
    }

    /// Returns all added issues, and clears the list.
    func takeIssues() -> [ImportIssue] {
        defer { issues = [] }
        return issues
    }

    /// The user's current day.
    public var today: LocalDate { LocalDate(now, in: settings.timeZone) }
}
