public import AtriumSDK
public import CSVFormat

/// How rows of another program's file are read: as rows of the kind's own columns.
public struct RowProfile: Sendable {
    /// The program that writes such files, for people who look for theirs.
    let program: SourceProgram?
    /// Whether a header is the program's, and what the report says of it.
    let recognise: @Sendable (CSVHeader) -> Importer.Recognition?
    /// The cells of a row under such a header, by the kind's own columns.
    let read: @Sendable (CSVRow, CSVHeader) -> Reading

    /// A row, read.
    public struct Reading {
        /// The texts by the kind's own columns.
        public var cells: [String: String] = [:]
        /// What the file's own columns are called, by the kind's: for issues.
        public var headers: [String: String] = [:]
        /// What was wrong.
        public var problems: [RowCells.Problem] = []
        /// What tells which record is meant, and is not kept.
        public var clues: [String: String] = [:]

        /// Nothing yet.
        public init() {}
    }

    /// Declares a profile.
    ///
    /// - Parameters:
    ///   - program: the program that writes such files, which the kind's importer declares; its `profile` is
    ///     the one that `recognise` gives. Nil for a former layout of a program that another profile names.
    ///   - recognise: whether a header is the program's, and what the report says of it.
    ///   - read: the cells of a row under such a header, by the kind's own columns.
    public init(
        program: SourceProgram? = nil,
        recognise: @escaping @Sendable (CSVHeader) -> Importer.Recognition?,
        read: @escaping @Sendable (CSVRow, CSVHeader) -> Reading
    ) {
        self.program = program
        self.recognise = recognise
        self.read = read
    }
}
