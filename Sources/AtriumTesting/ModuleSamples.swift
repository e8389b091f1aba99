public import AtriumSDK

/// What ``ModuleConformance`` plays with: the module's author knows what makes sense.
public struct ModuleSamples: Sendable {
    /// Commands in order, from an empty vault on: at least one of each command that writes.
    public var commands: [SampleCommand]
    /// Files that the module takes whole, without issues: at least one for each importer.
    public var files: [TextFile]
    /// Rows for migrations to carry over: SQL to run when the migration of that name has been applied.
    public var rows: [(migration: String, sql: String)]
    /// Formats that cannot hold all that a record says, so that a round trip keeps the records, not all their values.
    public var lossyFormats: Set<FormatID>
    /// Formats that have no place for a uid: what a record's export brings elsewhere is a record of its own.
    public var formatsWithoutUIDs: Set<FormatID>

    /// Gathers samples.
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

/// A command with an input that it accepts.
public struct SampleCommand: Sendable {
    /// The command's words: `habits add`.
    public let command: String
    /// The input by declared name.
    public let values: DataObject
    /// The content of fields of type file.
    public let files: [String: UploadedFile]

    /// Makes a sample.
    public init(_ command: String, _ values: DataObject = [:], files: [String: UploadedFile] = [:]) {
        self.command = command
        self.values = values
        self.files = files
    }
}
