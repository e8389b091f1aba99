import AtriumSDK
import Foundation
import Glibc

/// A file that an export writes: under a temporary name beside it until it is whole, so that an export that fails leaves
/// what was there before.
public final class OutputFile {
    private let path: String
    private let temporary: String
    private var descriptor: Int32
    private var byteCount: Int64 = 0

    /// Begins a file.
    ///
    /// - Throws: ``AtriumError`` with code `cannotCreate`.
    public init(path: String) throws {
        self.path = path
        var template = Array((path + ".XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw AtriumError(
                .cannotCreate, "\(path) cannot be made: \(String(cString: strerror(errno)))",
                remedy: "check the folder and its permissions")
        }
        temporary = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let mask = umask(0)
        umask(mask)
        fchmod(descriptor, 0o666 & ~mask)
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
            unlink(temporary)
        }
    }

    /// Writes the next bytes.
    ///
    /// - Throws: ``AtriumError`` with code `inputOutput`; the file is then as it was before.
    public func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            rest = rest.dropFirst(count)
            byteCount += Int64(count)
        }
    }

    /// Makes the file durable, gives it its name and returns its size in bytes.
    public func finish() throws -> Int64 {
        guard fsync(descriptor) == 0 else { throw failure() }
        close(descriptor)
        descriptor = -1
        guard rename(temporary, path) == 0 else {
            unlink(temporary)
            throw failure()
        }
        return byteCount
    }

    private func failure() -> AtriumError {
        AtriumError(
            .inputOutput, "writing \(path) failed: \(String(cString: strerror(errno)))",
            remedy: "check the free space; what was there before is unchanged")
    }
}
