public import TextDecoding

/// Reads the entries of a journal that jrnl keeps as text; see ``JrnlEntry``.
public struct JrnlReader<Base: ByteSource> {
    /// An entry, and where it stands.
    public struct Item: Sendable {
        /// The entry; nil for what stands before the first one.
        public let entry: JrnlEntry?
        /// Its bytes in UTF-8.
        public let source: [UInt8]
        /// The line on which it begins, from 1.
        public let line: Int
    }

    private var lines: LineReader<DecodingByteSource<Base>>
    private var ahead: (bytes: [UInt8], line: Int)?
    private let maximumSize: Int
    /// Whether entries begin with a bracket; nil before the first.
    private var hasBrackets: Bool?

    /// Reads from a source of bytes, whatever their charset.
    ///
    /// - Parameter maximumSize: how many bytes an entry may have.
    public init(_ base: Base, maximumSize: Int = 64 << 20) {
        lines = LineReader(DecodingByteSource(base), maximumLength: maximumSize)
        self.maximumSize = maximumSize
    }

    /// The encoding that was found; nil before the first read.
    public var encoding: EncodingDetection? { lines.source.detection }

    /// The bytes that could not be decoded since this was asked last.
    public mutating func takeIssues() -> [DecodingIssue] { lines.source.takeIssues() }

    /// The next entry; nil at the end of the file.
    ///
    /// - Throws: ``TextTooLong`` where one is too long, and what reading the file throws.
    public mutating func next() throws -> Item? {
        guard let first = try ahead ?? lines.next().map({ ($0, lines.number) }) else { return nil }
        ahead = nil
        var source = first.bytes
        begins(source)
        while let next = try lines.next() {
            if begins(next) {
                ahead = (next, lines.number)
                break
            }
            source += next
            guard source.count <= maximumSize else { throw TextTooLong(line: first.line) }
        }
        return Item(entry: JrnlEntry(source), source: source, line: first.line)
    }

    /// Whether an entry begins with a line; a file begins all of them in one way.
    @discardableResult
    private mutating func begins(_ line: [UInt8]) -> Bool {
        guard let byte = line.first, byte == 0x5B || (48...57).contains(byte),
            JrnlEntry.head(of: JrnlRecognition.text(line)) != nil
        else { return false }
        let isBracket = byte == 0x5B
        if hasBrackets == nil { hasBrackets = isBracket }
        return hasBrackets == isBracket
    }
}

/// How surely the beginning of a file is that of a journal that jrnl keeps.
public enum JrnlRecognition: Sendable, Hashable {
    /// It is not.
    case none
    /// It begins with an entry.
    case likely

    /// Looks at the beginning of a file.
    public init(prefix: [UInt8]) {
        let bytes = prefix.starts(with: [0xEF, 0xBB, 0xBF]) ? prefix.dropFirst(3) : prefix[...]
        let first = bytes.split(separator: 0x0A, omittingEmptySubsequences: true).first { line in
            line.contains { $0 > 0x20 }
        }
        self = first.flatMap { JrnlEntry.head(of: Self.text(Array($0))) } == nil ? .none : .likely
    }

    /// A line without its end.
    static func text(_ line: [UInt8]) -> String {
        var line = line[...]
        while line.last == 0x0A || line.last == 0x0D { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }
}
