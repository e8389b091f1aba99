import AtriumSDK
import Glibc

/// A file that is written under another name and takes its place when it is whole.
///
/// Until ``finish()`` a file of that name stays as it was; where that is never called, nothing is left behind.
/// Devices and pipes are written to directly. A file that is replaced keeps its permissions; a new one is its owner's
/// alone. Where the path is a link, the file that it leads to is replaced.
final class ReplacementFile {
    private let path: String
    private let temporaryPath: String?
    private let descriptor: Int32
    private let output: FileOutput
    private var isFinished = false

    /// Begins a file.
    ///
    /// - Throws: ``AtriumError`` with code `cannotCreate`, `notFound` or `notPermitted`.
    init(_ path: String) throws {
        var status = stat()
        let isThere = stat(path, &status) == 0
        self.path = isThere ? Self.target(of: path) : path
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            temporaryPath = nil
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        } else {
            let temporary = self.path + ".\(getpid()).part"
            temporaryPath = temporary
            descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if isThere { fchmod(descriptor, status.st_mode & 0o777) }
        }
        output = FileOutput(descriptor: descriptor, name: path)
        guard descriptor >= 0 else {
            isFinished = true
            throw SystemError.error(.cannotCreate, "cannot write \(path)", errno)
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isFinished, let temporaryPath { unlink(temporaryPath) }
    }

    private static func target(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Takes the next bytes.
    func write(_ bytes: [UInt8]) throws {
        try output.write(bytes)
    }

    /// Puts the file in its place, once it is on the disk.
    func finish() throws {
        try output.flush()
        guard let temporaryPath else { return }
        guard fsync(descriptor) == 0, rename(temporaryPath, path) == 0 else {
            throw SystemError.error(.inputOutput, "cannot finish \(path)", errno)
        }
        isFinished = true
    }
}
