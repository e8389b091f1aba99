public import AtriumHost
public import AtriumSDK
public import Foundation
import Synchronization

/// A test hub in a temporary folder, with a fixed clock and a fixed time zone.
///
/// The temporary folder is deleted when the hub is deallocated.
///
/// ```swift
/// let hub = try TemporaryHub(modules: [habitsModule], formats: [CSVFileFormat()])
/// try hub.run("habits add", ["title": .text("Read")])
/// let report = try hub.importFile(TextFile("habits.csv", "title,days\r\nRun,2026-03-01\r\n"))
/// let csv = try hub.export("habits")
/// ```
public final class TemporaryHub: Sendable {
    /// The hub in the temporary folder.
    public let hub: Hub
    /// The clock that the hub uses.
    public let clock: FixedClock
    private let folder: Folder
    /// The sessions that are still in use, keyed by user name.
    private let sessions = Mutex<[String?: Held]>([:])

    private struct Held {
        weak var session: Session?
    }

    /// Creates a hub whose first user is `ada`.
    ///
    /// - Parameters:
    ///   - modules: the installed modules.
    ///   - formats: the supported file formats.
    ///   - isEnabled: if true, all modules are enabled for the first user. If false, only the modules that
    ///     every new user has are enabled.
    ///   - clock: the hub's clock. Only the test changes the clock's time.
    ///   - timeZone: the time zone for users without a time zone setting.
    ///   - patience: the number of seconds to wait for a user's running commands before the user is removed.
    /// - Throws: ``AtriumError`` if the modules cannot be combined or a migration fails.
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
            // The password cost is low, because test passwords are not secret.
            passwordCost: PasswordCost(logN: 4, blockSize: 1))
        // Most tests do not wait for running commands.
        environment.patience = patience
        hub = try Hub(
            home: folder.path, registry: ModuleRegistry(modules), formats: formats, environment: environment)
    }

    /// Opens the same folder with other modules, as if the program had been updated.
    ///
    /// - Throws: ``AtriumError`` if the modules cannot be combined.
    public func reopened(with modules: [Module], timeZone: TimeZone = .gmt) throws -> TemporaryHub {
        try TemporaryHub(
            folder: folder, modules: modules, formats: hub.formats, clock: clock, timeZone: timeZone)
    }

    /// Opens a user's vault, or the first user's vault if `user` is nil.
    ///
    /// While a session is in use, later calls for the same user return this session. Keep a session to run
    /// many commands quickly.
    public func session(user: String? = nil) throws -> Session {
        if let held = sessions.withLock({ $0[user]?.session }) { return held }
        let session = try hub.open(user: user)
        sessions.withLock { $0[user] = Held(session: session) }
        return session
    }

    /// Runs the command with the given words, such as `habits add`.
    ///
    /// - Throws: ``AtriumError`` if the command fails, or with the code `notFound` if the user has no such
    ///   command.
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

    /// Runs a command and returns the items from the resulting page or list.
    public func items(
        _ command: String, _ values: DataObject = [:], user: String? = nil
    ) throws -> [DataObject] {
        try run(command, values, user: user)["items"]?.listValue?.compactMap(\.objectValue) ?? []
    }

    /// Imports files and returns the import report.
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

    /// Imports a file and returns the file's part of the import report.
    ///
    /// - Throws: ``AtriumError`` if the import fails or the file cannot be read.
    @discardableResult
    public func importFile(
        _ file: TextFile, module: String? = nil, columns: [(column: String, field: String)] = [],
        options: DataObject = [:], user: String? = nil
    ) throws -> ImportReport.File {
        let report = try importFiles([file], module: module, columns: columns, options: options, user: user)
        guard let result = report.files.first else {
            throw AtriumError(.internal, "the import returned no report")
        }
        if let error = result.error { throw error }
        return result
    }

    /// Exports a module's records as text.
    ///
    /// If `collection` or `format` is nil, the module's first collection or first format is used.
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

    /// A temporary folder that is deleted when the last hub that uses the folder is deallocated.
    private final class Folder: Sendable {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
            "atrium-test-\(UUID().uuidString)"
        ).path

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }
}

extension Session {
    /// Returns the command with the given words, or nil if the user has no such command.
    func entry(_ command: String) throws -> CatalogEntry? {
        let path = command.split(separator: " ").map(String.init)
        return try catalog().first { $0.path == path }
    }
}
