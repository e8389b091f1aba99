import Glibc
import TextDecoding

/// A file, read with `read(2)` in pieces as large as the codec asks for.
struct FileByteSource: ByteSource {
    private let descriptor: Int32

    init?(_ path: String) {
        descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return nil }
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        guard count >= 0 else { throw ReadFailure(number: errno) }
        return count
    }
}

/// A file that cannot be read, with the error number.
struct ReadFailure: Error {
    var number: Int32
}
