/// A rule that rewrites another program's file in which an item's meaning depends on earlier items.
///
/// An importer maps each item separately. In some files, an item is incomplete: a row belongs to an earlier
/// section row or to the row directly above. Such a file is rewritten before the import, so that each item is
/// complete. After rewriting, the host handles only the rewritten file, which the host recognizes, reads,
/// stores and matches like any other file. Issues refer to the lines of the user's file.
///
/// ```swift
/// FileRewrite("todoist", format: .csv, recognise: isTodoist) { file, append in
///     try append(header)
///     return .init()
/// }
/// ```
public struct FileRewrite: Sendable {
    /// The name: lower-case words joined by hyphens, such as `todoist`.
    public let name: String
    /// The file's format, before and after the rewrite.
    public let format: FormatID
    /// Returns true if a file's first bytes (at most 64 KiB) show that the program wrote the file.
    ///
    /// The host calls this function for every file in the format, so search for a few words before you parse
    /// the file.
    public let recognise: @Sendable ([UInt8]) -> Bool
    /// Reads the file and passes the rewritten content to `append` in pieces, in constant memory.
    ///
    /// The function is pure: equal files with equal names always produce equal results.
    /// - Throws: ``AtriumError`` if the file cannot be read to its end, and the errors of `append`.
    public let rewrite: @Sendable (any ImportFile, _ append: ([UInt8]) throws -> Void) throws -> Outcome

    /// Declares a rule that rewrites a program's files.
    public init(
        _ name: String, format: FormatID, recognise: @escaping @Sendable ([UInt8]) -> Bool,
        rewrite:
            @escaping @Sendable (any ImportFile, _ append: ([UInt8]) throws -> Void) throws -> Outcome
    ) {
        self.name = name
        self.format = format
        self.recognise = recognise
        self.rewrite = rewrite
    }

    /// Facts about a rewritten file that its content does not show.
    public struct Outcome: Sendable, Hashable {
        /// The original file's problems that the rewritten file does not show, such as bytes that are invalid
        /// in the charset.
        public var issues: [ImportIssue] = []
        /// The original file's encoding, such as `windows-1252`, or nil if the rewritten file has the same
        /// encoding.
        public var encoding: String?
        private var shifts: [Shift] = []

        private struct Shift: Hashable {
            let line: Int
            let difference: Int
        }

        /// Creates an outcome without issues, in which all lines keep their numbers.
        public init() {}

        /// Records that a line in the rewritten file corresponds to a line in the original file.
        ///
        /// The following lines in the two files also correspond to each other.
        ///
        /// Call this method with ascending lines. A call with an unchanged line difference takes no memory.
        public mutating func note(line: Int, of original: Int) {
            guard original - line != shifts.last?.difference ?? 0 else { return }
            shifts.append(Shift(line: line, difference: original - line))
        }

        /// Returns the original file's line number for a line number in the rewritten file.
        ///
        /// The line number 0, which means the whole file, remains 0.
        public func original(of line: Int) -> Int {
            guard line > 0 else { return line }
            var (low, high) = (0, shifts.count)
            while low < high {
                let middle = (low + high) / 2
                if shifts[middle].line <= line { low = middle + 1 } else { high = middle }
            }
            return low == 0 ? line : line + shifts[low - 1].difference
        }
    }
}
