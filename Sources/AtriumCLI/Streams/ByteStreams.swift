public import AtriumHost

/// Where bytes go: standard output, standard error, or a test's memory.
public protocol ByteOutput: AnyObject {
    /// The width in columns where this is a terminal; nil where it is a file, a pipe or memory.
    var terminalColumns: Int? { get }
    /// Takes bytes; they may wait until ``flush()``.
    ///
    /// - Throws: ``ReaderGone`` where a pipe's reader has gone, ``AtriumError`` where writing fails.
    func write(_ bytes: some Sequence<UInt8>) throws
    /// Hands on what waits.
    func flush() throws
}

/// Where bytes come from: standard input, or a test's memory.
public protocol ByteInput: AnyObject {
    /// Whether a person is at the other end, who can be asked.
    var isTerminal: Bool { get }
    /// Reads the next bytes into `buffer` and returns how many they were: 0 means the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
    /// Runs a body while a terminal does not show what is typed, and gives Ctrl-C as a byte.
    func withoutEcho<Result>(_ body: () throws -> Result) throws -> Result
}

extension ByteInput {
    /// Runs the body: what is no terminal shows nothing.
    public func withoutEcho<Result>(_ body: () throws -> Result) throws -> Result { try body() }
}

extension ReaderGone {
    /// The exit status that shells report for a process that SIGPIPE ended.
    public static let exitStatus: Int32 = 141
}

extension ByteOutput {
    /// Takes text as UTF-8.
    func write(_ text: String) throws {
        try write(text.utf8)
    }
}

/// Bytes kept in memory: the standard streams of a test.
public final class MemoryOutput: ByteOutput {
    /// What was written.
    public private(set) var bytes: [UInt8] = []
    /// The width that this output claims to have as a terminal.
    public let terminalColumns: Int?
    private let capacity: Int

    /// Makes an output whose reader goes away after `capacity` bytes.
    public init(terminalColumns: Int? = nil, capacity: Int = .max) {
        self.terminalColumns = terminalColumns
        self.capacity = capacity
    }

    /// What was written, as text; what is not UTF-8 is repaired.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Keeps bytes.
    public func write(_ bytes: some Sequence<UInt8>) throws {
        self.bytes += bytes
        if self.bytes.count > capacity { throw ReaderGone() }
    }

    /// Does nothing: nothing waits.
    public func flush() {}
}

/// Bytes given from memory: the standard input of a test.
public final class MemoryInput: ByteInput {
    /// Whether this input claims to be a terminal.
    public let isTerminal: Bool
    private var rest: ArraySlice<UInt8>

    /// Makes an input of these bytes.
    public init(_ bytes: [UInt8] = [], isTerminal: Bool = false) {
        rest = bytes[...]
        self.isTerminal = isTerminal
    }

    /// Gives the next bytes.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }
}
