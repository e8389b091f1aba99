import TextDecoding

/// The part of a file's text that is in memory: what follows the last row.
///
/// Grows only as far as one row needs it.
struct TextBuffer<Source: ByteSource> {
    var source: DecodingByteSource<Source>
    private var bytes: [UInt8]
    private var start = 0
    private var end = 0
    private var isLast = false
    /// The offset in the decoded text of the first byte that is still here.
    private(set) var offset = 0

    /// As much as the dialect is found from; small enough that reading a kept row or two costs little.
    private static var initialCapacity: Int { DialectSniffer.sampleLength }

    init(_ source: DecodingByteSource<Source>) {
        self.source = source
        bytes = [UInt8](repeating: 0, count: Self.initialCapacity)
    }

    /// How many bytes are here.
    var count: Int { end - start }

    /// Lends the bytes, and whether no more follow.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>, _ isLast: Bool) throws -> Result) rethrows
        -> Result
    {
        try bytes.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[start..<end]), isLast) }
    }

    /// Lets go of the first `count` bytes.
    mutating func drop(_ count: Int) {
        start += count
        offset += count
    }

    /// Reads until the room behind the last byte is full, after making some.
    mutating func fill() throws {
        guard !isLast else { return }
        if start > 0 {
            bytes.withUnsafeMutableBytes { buffer in
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
            }
            end -= start
            start = 0
        }
        if end * 2 > bytes.count {
            bytes = [UInt8](unsafeUninitializedCapacity: bytes.count * 2) { larger, count in
                count = larger.count
                larger.initialize(repeating: 0)
                UnsafeMutableRawBufferPointer(larger).copyBytes(from: bytes[..<end])
            }
        }
        while end < bytes.count && !isLast {
            let read = try bytes.withUnsafeMutableBytes { buffer in
                try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
            }
            isLast = read == 0
            end += read
        }
    }
}
