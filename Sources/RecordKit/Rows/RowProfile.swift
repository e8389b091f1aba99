public import AtriumSDK
public import CSVExchange
public import CSVFormat

/// A profile for another program's files, which converts rows to the kind's own columns.
public struct RowProfile: Sendable {
    /// The program that writes such files, for users who search for a program by name.
    let program: SourceProgram?
    /// Recognizes the program's header row, and returns the profile's name for the import report.
    let recognise: @Sendable (CSVHeader) -> Importer.Recognition?
    /// Converts a row from the program's file to the kind's own columns.
    let read: @Sendable (CSVRow, CSVHeader) -> Reading

    /// The pass that rewrites the file before the rows are read, or nil if each row is complete.
    let pass: RowPass?
    /// The file columns whose complete content the kind's own column with the same name stores.
    private let fullyStored: Set<String>

    /// A converted row.
    public struct Reading {
        /// The converted texts, by the names of the kind's own columns.
        public var cells: [String: String] = [:]
        /// The file's column names for import issues, by the names of the kind's own columns.
        public var headers: [String: String] = [:]
        /// The problems that were found in the row.
        public var problems: [RowCells.Problem] = []
        /// The record's creation time as stored ``Timestamp`` text, or nil if the row has no creation time.
        public var createdAt: String?
        /// Facts that identify the record but are not stored.
        public var clues: [String: String] = [:]

        /// Creates an empty reading.
        public init() {}

        /// Reserves space for a number of columns.
        public mutating func reserve(columns: Int) {
            cells.reserveCapacity(columns)
            headers.reserveCapacity(columns)
        }
    }

    /// Declares a profile.
    ///
    /// - Parameters:
    ///   - program: the program that writes such files, which the kind's importer declares. The program's
    ///     `profile` must equal the profile that `recognise` returns. Nil for an older file layout if another
    ///     profile already names the program.
    ///   - pass: the pass that rewrites the file before the rows are read; needed if a row's meaning depends
    ///     on other rows.
    ///   - fullyStored: for a file with a pass, the file columns whose complete content the kind's own column
    ///     with the same name stores. Any other file column with such a name gets a new name in exports:
    ///     `Todoist PRIORITY`.
    ///   - recognise: recognizes the program's header row, and returns the profile's name for the import
    ///     report.
    ///   - read: converts a row below such a header row to the kind's own columns.
    public init(
        program: SourceProgram? = nil, pass: RowPass? = nil, fullyStored: Set<String> = [],
        recognise: @escaping @Sendable (CSVHeader) -> Importer.Recognition?,
        read: @escaping @Sendable (CSVRow, CSVHeader) -> Reading
    ) {
        self.program = program
        self.pass = pass
        self.fullyStored = fullyStored
        self.recognise = recognise
        self.read = read
    }

    /// Declares a profile for a program if the profile's pass recognizes the header row.
    ///
    /// The profile's name is the pass's name.
    ///
    /// - Parameter isUnmapped: returns true if the profile does not read a file column.
    public init(
        program: SourceProgram, pass: RowPass, fullyStored: Set<String> = [],
        isUnmapped: @escaping @Sendable (String) -> Bool,
        read: @escaping @Sendable (CSVRow, CSVHeader) -> Reading
    ) {
        var program = program
        program.profile = pass.name
        self.init(
            program: program, pass: pass, fullyStored: fullyStored,
            recognise: { header in
                guard pass.isHeader(header) else { return nil }
                return Importer.Recognition(
                    profile: pass.name, confidence: .certain,
                    unmappedColumns: header.names.filter(isUnmapped))
            }, read: read)
    }

    /// Returns true if the program wrote a header row.
    ///
    /// With a pass, this function is faster than ``recognise``.
    func isOf(_ header: CSVHeader) -> Bool { pass.map { $0.isHeader(header) } ?? (recognise(header) != nil) }

    /// Returns the columns in the program's file that exports preserve, with the columns' original names.
    ///
    /// The result does not contain columns that the pass added, because these columns are derived from the
    /// rest of the file.
    ///
    /// - Parameter own: the names of the kind's own columns, in lower case.
    func columnsGivenBack(of header: CSVHeader, own: Set<String>) -> [(name: String, source: String)] {
        guard let pass else { return header.names.map { ($0, $0) } }
        let prefix = program.map { $0.name + " " } ?? ""
        return header.names.compactMap { name in
            if name == RowPass.rowsColumn { return (prefix + "rows", name) }
            if pass.columns.contains(name) { return nil }
            return own.contains(name.lowercased()) && !fullyStored.contains(name)
                ? (prefix + name, name) : (name, name)
        }
    }
}
