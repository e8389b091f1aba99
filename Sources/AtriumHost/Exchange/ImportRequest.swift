public import AtriumSDK

/// What the user asks of an import.
public struct ImportRequest: Sendable {
    /// The files, in order, each with the path to show.
    public var files: [(path: String, file: any ImportFile)]
    /// Folders of whole vaults among whose files they are: what stands beside the records comes after the files.
    public var folders: [VaultFolder]
    /// The only module that may take items; nil: every enabled one.
    public var module: String?
    /// The format of all files; nil: each is recognised.
    public var format: FormatID?
    /// Fields by CSV column, from `--map COLUMN=FIELD`.
    public var columns: [(column: String, field: String)]
    /// The values of the options that importers declare.
    public var options: DataObject
    /// Whether nothing is to be changed.
    public var isDryRun: Bool

    /// Makes a request.
    public init(
        files: [(path: String, file: any ImportFile)], folders: [VaultFolder] = [], module: String? = nil,
        format: FormatID? = nil,
        columns: [(column: String, field: String)] = [], options: DataObject = [:], isDryRun: Bool = false
    ) {
        self.files = files
        self.folders = folders
        self.module = module
        self.format = format
        self.columns = columns
        self.options = options
        self.isDryRun = isDryRun
    }
}

/// How far an import has come.
public struct ImportProgress: Sendable {
    /// The path of the file that is being read.
    public let path: String
    /// How many of its bytes have been read.
    public let bytes: Int64
    /// How many items have been found in it.
    public let items: Int
}

extension Session {
    /// The importers of enabled modules.
    public func importers() throws -> [Importer] {
        try enabledModules().flatMap(\.importers)
    }

    /// Imports files: one transaction, one run, one change set; or with a dry run, what that would be.
    ///
    /// - Parameter progress: is told from time to time how far it has come.
    /// - Throws: ``AtriumError``; the vault is then as it was. A file that cannot be read is no error of the import: the
    ///   report names it, and the others are imported.
    public func importFiles(
        _ request: ImportRequest, progress: (ImportProgress) -> Void = { _ in }
    ) throws -> ImportReport {
        try withModules(of: request.folders, isDryRun: request.isDryRun) { enabled in
            try ImportEngine(session: self, request: request, enabled: enabled).run(progress: progress)
        }
    }
}
