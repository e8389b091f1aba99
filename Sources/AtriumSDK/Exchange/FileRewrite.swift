/// A file of another program whose items lean on those before them, and how it is rewritten before it is read.
///
/// An importer maps each item by itself. In some files an item says only half of what it is: a row stands below the row of its
/// section, or is a part of the row above. Such a file is rewritten first, so that each item says all of it. From then on the host
/// knows only the rewritten file, which is recognised, read, kept and matched as any other. Issues name the lines of the file
/// that the user has.
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
    /// The format of the file, and of what it is rewritten to.
    public let format: FormatID
    /// Whether a file is the program's, by its first bytes (at most 64 KiB).
    ///
    /// It is asked of every file of the format, so look for a few words before you parse.
    public let recognise: @Sendable ([UInt8]) -> Bool
    /// Reads the file and hands on what it is rewritten to, piece by piece and in constant memory.
    ///
    /// It is pure: the same file, under the same name, always gives the same bytes.
    /// - Throws: ``AtriumError`` if the file cannot be read to its end, and what `append` throws.
    public let rewrite: @Sendable (any ImportFile, _ append: ([UInt8]) throws -> Void) throws -> Outcome

    /// Declares how files of a program are rewritten.
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

    /// What is to be known of a rewritten file beside its content.
    public struct Outcome: Sendable, Hashable {
        /// What was wrong in the file and cannot be seen in what it was rewritten to, such as bytes of no charset.
        public var issues: [ImportIssue] = []
        /// The name of the file's encoding, such as `windows-1252`, if what it was rewritten to has another; nil: the same.
        public var encoding: String?
        private var shifts: [Shift] = []

        private struct Shift: Hashable {
            let line: Int
            let difference: Int
        }

        /// Nothing was wrong, and all lines are where they were.
        public init() {}

        /// Says that a line of the rewritten file, and those that follow, came of a line of the file and those that follow there.
        ///
        /// Call it with rising lines; what is no change takes no room.
        public mutating func note(line: Int, of original: Int) {
            guard original - line != shifts.last?.difference ?? 0 else { return }
            shifts.append(Shift(line: line, difference: original - line))
        }

        /// The line of the file that a line of the rewritten file came of; 0, which means the whole file, stays 0.
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
