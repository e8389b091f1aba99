/// Files of another program that belong together, and how they become one that can be imported.
///
/// Some programs spread a record over several files: what it is in one, what was done in others. An importer makes one
/// record of one item, so such files are joined before they are read. The host finds them in an archive, or in one folder
/// among the files of an import; from then on it knows only what they were joined to, which is recognised, read, kept and
/// matched as any other file.
public struct FileJoin: Sendable {
    /// The name: lower-case words joined by hyphens, such as `loop-habits`.
    public let name: String
    /// The name of the file beside which the others stand, or in folders there.
    public let anchor: String
    /// The name of the file that they are joined to; the same each time, so that a later export is known to belong to it.
    public let fileName: String
    /// Which files belong together, of those beside the anchor, by their paths from its folder on; nil where none do.
    public let select: @Sendable (Set<String>) -> Selection?
    /// The content of the joined file, made of the contents of all selected files by their paths; pure.
    public let join: @Sendable ([String: [UInt8]]) throws -> [UInt8]

    /// The files that belong together.
    public struct Selection: Sendable, Hashable {
        /// Those whose content is joined.
        public let files: Set<String>
        /// Those that say nothing which the others do not say; the report names them as passed over.
        public let derived: Set<String>

        /// Selects files.
        public init(files: Set<String>, derived: Set<String> = []) {
            self.files = files
            self.derived = derived
        }
    }

    /// Declares how files are joined.
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
