import AtriumSDK
import Glibc

/// Standard input as a file that can be read, and read again, from its beginning.
///
/// Its bytes are put into a temporary file that has no name any more: nobody else can open it, and it goes with the
/// process, however that ends.
final class SpooledInput: ImportFile {
    let name = "standard input"
    private let descriptor: Int32

    /// Reads an input to its end into a temporary file, in `TMPDIR` or `/tmp`.
    ///
    /// - Throws: ``AtriumError`` with code `cannotCreate` or `inputOutput`.
    init(_ input: any ByteInput) throws {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/atrium-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw SystemError.error(.cannotCreate, "cannot make a temporary file in \(folder)", errno)
        }
        unlink(template)
        let output = FileOutput(descriptor: descriptor, name: "a temporary file in \(folder)")
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try buffer.withUnsafeMutableBytes { try input.read(into: $0) }
            if count == 0 { break }
            try output.write(buffer.prefix(count))
        }
        try output.flush()
    }

    deinit { close(descriptor) }

    func open() -> any ImportFileReader { Reader(file: self) }

    private struct Reader: ImportFileReader {
        let file: SpooledInput
        var offset: off_t = 0

        init(file: SpooledInput) { self.file = file }

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            while true {
                let count = pread(file.descriptor, buffer.baseAddress, buffer.count, offset)
                if count >= 0 {
                    offset += count
                    return count
                }
                if errno != EINTR {
                    throw SystemError.error(.inputOutput, "cannot read standard input", errno)
                }
            }
        }
    }
}
