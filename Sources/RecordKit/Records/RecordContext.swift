public import AtriumSDK
public import Foundation
public import GRDB

/// From where a value comes: a rule refuses what a command gives, and mends what a file says.
public enum Door: Sendable {
    /// Somebody is there to be told.
    case command
    /// A file says it, and the rest of its row counts all the same.
    case file
}

/// What reading and writing a record needs, whether for a command, an import or an export.
public final class RecordContext {
    /// The vault's database, inside the transaction.
    public let db: Database
    /// The instant at which the command or the import began.
    public let now: Date
    /// Now as stored text: ``Instant``.
    public private(set) lazy var nowText = Instant.text(now)
    /// The user's settings.
    public let settings: UserSettings
    /// What the user has set for the module.
    public let moduleSettings: ModuleSettings
    /// The zones of moments.
    let zones: RecordZones
    /// What is made once, by its type.
    private var made: [ObjectIdentifier: AnyObject] = [:]
    /// What was said with ``warn(_:)``.
    public private(set) var warnings: [String] = []
    /// What was noted with ``note(_:_:_:)``.
    private var issues: [ImportIssue] = []
    /// Whether what is written is what a file says.
    public let isOfFile: Bool
    /// The tags of records.
    public let tags: any TagStore
    /// The links between records; nil in an export.
    public let links: (any LinkStore)?
    /// What other modules can answer; nil in an export.
    public let modules: (any ModuleDirectory)?

    /// A context of parts, for tests.
    public convenience init(
        db: Database, now: Date, settings: UserSettings, tags: any TagStore, links: (any LinkStore)? = nil,
        modules: (any ModuleDirectory)? = nil, moduleSettings: ModuleSettings = ModuleSettings()
    ) {
        self.init(db, now, settings, moduleSettings, tags, links, modules, isOfFile: false)
    }

    /// What a command is lent.
    public convenience init(_ context: CommandContext) {
        self.init(
            context.db, context.now, context.settings, context.moduleSettings, context.tags, context.links,
            context.modules, isOfFile: false)
    }

    /// What an import is lent.
    public convenience init(_ context: ImportContext) {
        self.init(
            context.db, context.now, context.settings, context.moduleSettings, context.tags, context.links,
            context.modules, isOfFile: true)
    }

    /// What an export is lent.
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

    /// What is made once for all records of a command, an import or an export: names that are looked up again and again, say.
    public func once<Value: AnyObject>(_ make: (Database) throws -> Value) rethrows -> Value {
        let type = ObjectIdentifier(Value.self)
        // A cast that asks what it is would cost more than the rest, for each row of a file.
        if let value = made[type] { return unsafeDowncast(value, to: Value.self) }
        let value = try make(db)
        made[type] = value
        return value
    }

    /// Says what the user should know of what a command writes beside its record: a sentence without a full stop.
    public func warn(_ sentence: String) { warnings.append(sentence) }

    /// Notes what could not be done with a file's record that is written: it is told behind the record.
    public func note(_ property: String, _ code: String, _ message: String) {
        issues.append(ImportIssue(line: 0, property: property, code: code, message: message))
    }

    /// What was noted since.
    func takeIssues() -> [ImportIssue] {
        defer { issues = [] }
        return issues
    }

    /// The day that it is for the user.
    public var today: LocalDate { LocalDate(now, in: settings.timeZone) }
}
