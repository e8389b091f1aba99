public import AtriumSDK
public import CSVExchange
public import CSVFormat

/// How rows of another program's file are read: as rows of the kind's own columns.
public struct RowProfile: Sendable {
    /// The program that writes such files, for people who look for theirs.
    let program: SourceProgram?
    /// Whether a header is the program's, and what the report says of it.
    let recognise: @Sendable (CSVHeader) -> Importer.Recognition?
    /// The cells of a row under such a header, by the kind's own columns.
    let read: @Sendable (CSVRow, CSVHeader) -> Reading

    /// How the file is gone through before it is read; nil: its rows say all by themselves.
    let pass: RowPass?
    /// The file's columns that are called as one of the kind's own, which holds all that stands in them.
    private let held: Set<String>

    /// A row, read.
    public struct Reading {
        /// The texts by the kind's own columns.
        public var cells: [String: String] = [:]
        /// What the file's own columns are called, by the kind's: for issues.
        public var headers: [String: String] = [:]
        /// What was wrong.
        public var problems: [RowCells.Problem] = []
        /// When the record was made: ``Instant``; nil: the row does not say it.
        public var createdAt: String?
        /// What tells which record is meant, and is not kept.
        public var clues: [String: String] = [:]

        /// Nothing yet.
        public init() {}

        /// Makes room for so many columns at once.
        public mutating func reserve(columns: Int) {
            cells.reserveCapacity(columns)
            headers.reserveCapacity(columns)
        }
    }

    /// Declares a profile.
    ///
    /// - Parameters:
    ///   - program: the program that writes such files, which the kind's importer declares; its `profile` is
    ///     the one that `recognise` gives. Nil for a former layout of a program that another profile names.
    ///   - pass: how the file is gone through before it is read, if a row means something only beside others.
    ///   - held: of a file with a pass, columns that are called as one of the kind's own, which holds all that stands in them.
    ///     Others that are called so come back from an export under another name: `Todoist PRIORITY`.
    ///   - recognise: whether a header is the program's, and what the report says of it.
    ///   - read: the cells of a row under such a header, by the kind's own columns.
    public init(
        program: SourceProgram? = nil, pass: RowPass? = nil, held: Set<String> = [],
        recognise: @escaping @Sendable (CSVHeader) -> Importer.Recognition?,
        read: @escaping @Sendable (CSVRow, CSVHeader) -> Reading
    ) {
        self.program = program
        self.pass = pass
        self.held = held
        self.recognise = recognise
        self.read = read
    }

    /// Declares a profile of a program whose pass knows the header.
    ///
    /// The profile has the name of the pass.
    /// - Parameter isUnmapped: whether the profile reads nothing from a column of the file.
    public init(
        program: SourceProgram, pass: RowPass, held: Set<String> = [],
        isUnmapped: @escaping @Sendable (String) -> Bool,
        read: @escaping @Sendable (CSVRow, CSVHeader) -> Reading
    ) {
        var program = program
        program.profile = pass.name
        self.init(
            program: program, pass: pass, held: held,
            recognise: { header in
                guard pass.isHeader(header) else { return nil }
                return Importer.Recognition(
                    profile: pass.name, confidence: .certain,
                    unmappedColumns: header.names.filter(isUnmapped))
            }, read: read)
    }

    /// Whether a header is the program's; cheaper than ``recognise`` if there is a pass.
    func isOf(_ header: CSVHeader) -> Bool { pass.map { $0.isHeader(header) } ?? (recognise(header) != nil) }

    /// The columns of the program's files that exports give back, and what they are called there.
    ///
    /// What the pass has added follows from the file, and stays away.
    ///
    /// - Parameter own: the names of the kind's own columns, in small letters.
    func columnsGivenBack(of header: CSVHeader, own: Set<String>) -> [(name: String, source: String)] {
        guard let pass else { return header.names.map { ($0, $0) } }
        let prefix = program.map { $0.name + " " } ?? ""
        return header.names.compactMap { name in
            if name == RowPass.rowsColumn { return (prefix + "rows", name) }
            if pass.columns.contains(name) { return nil }
            return own.contains(name.lowercased()) && !held.contains(name)
                ? (prefix + name, name) : (name, name)
        }
    }
}
