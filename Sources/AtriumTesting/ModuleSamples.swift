public import AtriumSDK

/// The sample data that a module's author provides for ``ModuleConformance``.
public struct ModuleSamples: Sendable {
    /// The sample commands in the order in which the check runs them, starting with an empty vault.
    ///
    /// Each write command needs at least one sample.
    public var commands: [SampleCommand]
    /// Sample files that the module imports completely and without issues.
    ///
    /// Each importer needs at least one sample file.
    public var files: [TextFile]
    /// SQL statements that insert sample rows after the migration with the given name.
    ///
    /// Later migrations must preserve the sample rows.
    public var rows: [(migration: String, sql: String)]
    /// The formats in which a round trip preserves all records but loses some of their values.
    public var lossyFormats: Set<FormatID>
    /// The formats that do not contain uids.
    ///
    /// An import of an exported file without uids creates new records.
    public var formatsWithoutUIDs: Set<FormatID>

    /// Creates the sample data.
    ///
    /// Formats without uids are also added to ``lossyFormats``.
    public init(
        commands: [SampleCommand], files: [TextFile] = [], rows: [(migration: String, sql: String)] = [],
        lossyFormats: Set<FormatID> = [], formatsWithoutUIDs: Set<FormatID> = []
    ) {
        self.commands = commands
        self.files = files
        self.rows = rows
        self.lossyFormats = lossyFormats.union(formatsWithoutUIDs)
        self.formatsWithoutUIDs = formatsWithoutUIDs
    }
}

/// A sample command with input values that the command accepts.
public struct SampleCommand: Sendable {
    /// The command's words, such as `habits add`.
    public let command: String
    /// The input values, keyed by field name.
    public let values: DataObject
    /// The uploaded files for file fields, keyed by field name.
    public let files: [String: UploadedFile]

    /// Creates a sample command.
    public init(_ command: String, _ values: DataObject = [:], files: [String: UploadedFile] = [:]) {
        self.command = command
        self.values = values
        self.files = files
    }
}
