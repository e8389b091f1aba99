public import AtriumHost
public import AtriumSDK
public import Foundation
import Synchronization

/// A hub in a temporary folder, with a fixed clock and zone, for tests.
///
/// The folder goes when the hub does.
///
/// ```swift
/// let hub = try TemporaryHub(modules: [habitsModule], formats: [CSVFileFormat()])
/// try hub.run("habits add", ["title": .text("Read")])
/// let report = try hub.importFile(TextFile("habits.csv", "title,days\r\nRun,2026-03-01\r\n"))
/// let csv = try hub.export("habits")
/// ```
public final class TemporaryHub: Sendable {
    /// The hub.
    public let hub: Hub
    /// The hub's clock.
    public let clock: FixedClock
    private let folder: Folder
    /// The sessions that someone still holds, by user.
    private let sessions = Mutex<[String?: Held]>([:])

    private struct Held {
        weak var session: Session?
    }

    /// Makes a hub; its first user is `ada`.
    ///
    /// - Parameters:
    ///   - modules: the modules that are installed.
    ///   - formats: the file formats that can be read.
    ///   - isEnabled: whether all modules are enabled for the first user; false: as for any new user.
    ///   - clock: the clock; it stands still.
    ///   - timeZone: the zone of users who have set none.
    ///   - patience: how many seconds a removal of a user waits for what is still done in their name.
    /// - Throws: ``AtriumError`` where the modules do not fit together or a migration fails.
    public convenience init(
        modules: [Module], formats: [any Format] = [], isEnabled: Bool = true,
        clock: FixedClock = FixedClock(),
        timeZone: TimeZone = .gmt, patience: Double = 0
    ) throws {
        let folder = Folder()
        if isEnabled {
            try HubTemplates.copy(HubTemplates.Key(modules, now: clock.now), to: folder.path) {
                let template = try TemporaryHub(
                    folder: Folder(), modules: modules, formats: formats, clock: clock, timeZone: timeZone)
                try template.run("modules enable", ["all": .bool(true)])
                template.hub.close()
                return template
            }
        }
        try self.init(
            folder: folder, modules: modules, formats: formats, clock: clock, timeZone: timeZone,
            patience: patience)
    }

    private init(
        folder: Folder, modules: [Module], formats: [any Format], clock: FixedClock, timeZone: TimeZone,
        patience: Double = 0
    ) throws {
        self.folder = folder
        self.clock = clock
        var environment = HubEnvironment(
            now: { clock.now }, userName: "ada", timeZone: timeZone,
            // Cheap: what tests hash is no secret.
            passwordCost: PasswordCost(logN: 4, blockSize: 1))
        // Most tests wait for nobody who does not come.
        environment.patience = patience
        hub = try Hub(
            home: folder.path, registry: ModuleRegistry(modules), formats: formats, environment: environment)
    }

    /// The same folder with other modules: as after an update of the program.
    ///
    /// - Throws: ``AtriumError`` where the modules do not fit together.
    public func reopened(with modules: [Module], timeZone: TimeZone = .gmt) throws -> TemporaryHub {
        try TemporaryHub(
            folder: folder, modules: modules, formats: hub.formats, clock: clock, timeZone: timeZone)
    }

    /// Opens a user's vault; nil: the first user's.
    ///
    /// While someone holds a session, the same is given again: hold one where many commands are to run quickly.
    public func session(user: String? = nil) throws -> Session {
        if let held = sessions.withLock({ $0[user]?.session }) { return held }
        let session = try hub.open(user: user)
        sessions.withLock { $0[user] = Held(session: session) }
        return session
    }

    /// Runs a command by its words, as `habits add`.
    ///
    /// - Throws: ``AtriumError``: what the command throws; `notFound` where the user has no such command.
    @discardableResult
    public func run(
        _ command: String, _ values: DataObject = [:], files: [String: UploadedFile] = [:],
        user: String? = nil
    ) throws -> DataObject {
        let session = try session(user: user)
        guard let entry = try session.entry(command) else {
            throw AtriumError(.notFound, "there is no command “\(command)”")
        }
        return try session.run(entry, values: values, files: files).objectValue ?? [:]
    }

    /// Runs a sample command.
    @discardableResult
    public func run(_ sample: SampleCommand, user: String? = nil) throws -> DataObject {
        try run(sample.command, sample.values, files: sample.files, user: user)
    }

    /// The items of a command's result: of a page or a list.
    public func items(
        _ command: String, _ values: DataObject = [:], user: String? = nil
    ) throws -> [DataObject] {
        try run(command, values, user: user)["items"]?.listValue?.compactMap(\.objectValue) ?? []
    }

    /// Imports files and gives the report.
    @discardableResult
    public func importFiles(
        _ files: [TextFile], module: String? = nil, columns: [(column: String, field: String)] = [],
        options: DataObject = [:], isDryRun: Bool = false, user: String? = nil
    ) throws -> ImportReport {
        try session(user: user).importFiles(
            ImportRequest(
                files: files.map { ($0.name, $0) }, module: module, columns: columns, options: options,
                isDryRun: isDryRun))
    }

    /// Imports a file and gives its part of the report.
    ///
    /// - Throws: ``AtriumError``, also the one for which the file could not be read.
    @discardableResult
    public func importFile(
        _ file: TextFile, module: String? = nil, columns: [(column: String, field: String)] = [],
        options: DataObject = [:], user: String? = nil
    ) throws -> ImportReport.File {
        let report = try importFiles([file], module: module, columns: columns, options: options, user: user)
        guard let result = report.files.first else {
            throw AtriumError(.internal, "the import gave no report")
        }
        if let error = result.error { throw error }
        return result
    }

    /// Exports a module's records as text; nil as collection or format: the module's first.
    public func export(
        _ module: String, collection: String? = nil, format: FormatID? = nil, options: DataObject = [:],
        selection: ExportSelection = ExportSelection(), user: String? = nil
    ) throws -> String {
        var bytes: [UInt8] = []
        let request = ExportRequest(
            module: module, collection: collection, format: format, options: options, selection: selection)
        try session(user: user).export(request) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A folder that is removed with its last hub.
    private final class Folder: Sendable {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
            "atrium-test-\(UUID().uuidString)"
        ).path

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }
}

extension Session {
    /// The command with these words, where the user has it.
    func entry(_ command: String) throws -> CatalogEntry? {
        let path = command.split(separator: " ").map(String.init)
        return try catalog().first { $0.path == path }
    }
}
