/// The lines of a text, one after the other, in constant memory.
public struct LineReader<Source: ByteSource> {
    /// Where the bytes come from; to be asked what it found, not to be read from.
    public var source: Source
    /// The number of the line that was read last, from 1; 0 before the first.
    public private(set) var number = 0
    private let maximumLength: Int
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var start = 0
    private var end = 0

    /// Reads lines from a source of bytes.
    ///
    /// - Parameter maximumLength: how many bytes a line may have.
    public init(_ source: Source, maximumLength: Int = 64 << 20) {
        self.source = source
        self.maximumLength = maximumLength
    }

    /// The next line with the LF that ends it, if one does; nil at the end of the text.
    ///
    /// - Throws: ``TextTooLong``, and what reading the source throws.
    public mutating func next() throws -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if start == end {
                end = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
                start = 0
                if end == 0 { break }
            }
            let rest = buffer[start..<end]
            let stop = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? end
            line += rest[..<stop]
            start = stop
            guard line.count <= maximumLength else { throw TextTooLong(line: number + 1) }
            if line.last == 0x0A { break }
        }
        guard !line.isEmpty else { return nil }
        number += 1
        return line
    }
}

/// A line, or what a reader puts together of several, is longer than it takes.
public struct TextTooLong: Error, Hashable, Sendable {
    /// The number of the line, or of the first of them, from 1.
    public let line: Int

    /// Says that what begins on a line is too long.
    public init(line: Int) { self.line = line }
}
