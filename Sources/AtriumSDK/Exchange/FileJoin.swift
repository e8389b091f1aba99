/// A rule that joins related files from another program into one importable file.
///
/// Some programs store a record in several files: the definition in one file and the log in other files.
/// Since an importer makes one record from one item, the host joins such files before the import. The host
/// finds related files in an archive, or in one folder among the imported files. After joining, the host
/// handles only the joined file, which the host recognizes, reads, stores and matches like any other file.
public struct FileJoin: Sendable {
    /// The name: lower-case words joined by hyphens, such as `loop-habits`.
    public let name: String
    /// The name of the anchor file, whose folder or subfolders contain the other files.
    public let anchor: String
    /// The joined file's name, which never changes, so that imports can match a later export with an earlier
    /// export.
    public let fileName: String
    /// Selects the related files by path relative to the anchor's folder, or returns nil if no files are
    /// related.
    public let select: @Sendable (Set<String>) -> Selection?
    /// Returns the joined file's content, as a pure function of the selected files' contents by path.
    public let join: @Sendable ([String: [UInt8]]) throws -> [UInt8]

    /// A selection of related files.
    public struct Selection: Sendable, Hashable {
        /// The files whose contents are joined.
        public let files: Set<String>
        /// The files without additional information, which the report lists as skipped.
        public let derived: Set<String>

        /// Creates a selection of files.
        public init(files: Set<String>, derived: Set<String> = []) {
            self.files = files
            self.derived = derived
        }
    }

    /// Declares a rule that joins files.
    public init(
        _ name: String, anchor: String, fileName: String,
        select: @escaping @Sendable (Set<String>) -> Selection?,
        join: @escaping @Sendable ([String: [UInt8]]) throws -> [UInt8]
    ) {
        self.name = name
        self.anchor = anchor
        self.fileName = fileName
        self.select = select
        self.join = join
    }
}
