/// A source of bytes that is pulled from, once, from its beginning to its end.
///
/// All codecs read from one, so that none holds a whole file: a file, a pipe, an archive's entry and an array in a
/// test look the same to them.
public protocol ByteSource {
    /// Reads the next bytes into `buffer` and returns how many they were: 0 means the end, and stays so.
    ///
    /// - Throws: what the underlying file or stream throws. A codec passes it on unchanged.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// The bytes of an array as a ``ByteSource``.
public struct ArrayByteSource: ByteSource {
    private let bytes: [UInt8]
    private var position = 0

    /// Makes a source that gives `bytes` in order.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Makes a source that gives the UTF-8 bytes of `text` in order.
    public init(_ text: String) {
        self.init(Array(text.utf8))
    }

    /// Copies the next bytes into `buffer`.
    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = min(buffer.count, bytes.count - position)
        buffer.copyBytes(from: bytes[position..<position + count])
        position += count
        return count
    }
}
