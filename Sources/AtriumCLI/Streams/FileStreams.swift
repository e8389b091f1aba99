import AtriumHost
import AtriumSDK
import Glibc

/// A file descriptor that is written to, through a buffer.
public final class FileOutput: ByteOutput {
    private let descriptor: Int32
    private let name: String
    private var waiting: [UInt8] = []
    private static let bufferSize = 1 << 16

    /// Writes to an open descriptor, which stays the caller's to close; `name` is for messages.
    public init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// The terminal's width, 80 where it does not tell; nil where the descriptor is no terminal.
    public var terminalColumns: Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Takes bytes; they wait until there are 64 KiB of them or until ``flush()``.
    public func write(_ bytes: some Sequence<UInt8>) throws {
        waiting.append(contentsOf: bytes)
        if waiting.count >= Self.bufferSize { try flush() }
    }

    /// Writes what waits.
    ///
    /// - Throws: ``ReaderGone`` for a pipe without a reader; ``AtriumError`` with code `inputOutput` otherwise.
    public func flush() throws {
        var start = 0
        defer { waiting.removeAll(keepingCapacity: true) }
        while start < waiting.count {
            let count = waiting.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
            }
            if count >= 0 {
                start += count
            } else if errno == EPIPE {
                throw ReaderGone()
            } else if errno != EINTR {
                throw SystemError.error(.inputOutput, "cannot write to \(name)", errno)
            }
        }
    }
}

/// A file descriptor that is read from.
public final class FileInput: ByteInput {
    private let descriptor: Int32
    private let name: String

    /// Reads from an open descriptor, which stays the caller's to close; `name` is for messages.
    public init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Whether the descriptor is a terminal.
    public var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Runs a body while the terminal does not show what is typed, and puts the terminal back.
    ///
    /// Ctrl-C comes as a byte that ends the line, since a process that a signal ends would leave the terminal mute.
    public func withoutEcho<Result>(_ body: () throws -> Result) throws -> Result {
        var before = termios()
        guard tcgetattr(descriptor, &before) == 0 else { return try body() }
        var quiet = before
        quiet.c_lflag &= ~tcflag_t(ECHO | ISIG)
        withUnsafeMutableBytes(of: &quiet.c_cc) { $0[Int(VEOL)] = 3 }
        guard tcsetattr(descriptor, TCSAFLUSH, &quiet) == 0 else {
            throw AtriumError(
                .inputOutput, "the terminal cannot hide typed input",
                remedy: "pass it as a line on standard input")
        }
        defer { tcsetattr(descriptor, TCSAFLUSH, &before) }
        return try body()
    }

    /// Reads the next bytes.
    ///
    /// - Throws: ``AtriumError`` with code `inputOutput`.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw SystemError.error(.inputOutput, "cannot read \(name)", errno) }
        }
    }
}

/// Errors of the operating system in our own words.
enum SystemError {
    /// An error with what the system says and what helps against it.
    ///
    /// A missing file is `notFound`, a refused one `notPermitted`, whatever `code` says.
    static func error(_ code: AtriumError.Code, _ message: String, _ number: Int32) -> AtriumError {
        let reason = "\(message): \(text(number))"
        return switch number {
        case ENOENT, ENOTDIR: AtriumError(.notFound, reason, remedy: "check the path")
        case EACCES, EPERM, EROFS:
            AtriumError(.notPermitted, reason, remedy: "check the permissions of the file and its folder")
        case ENOSPC, EDQUOT: AtriumError(code, reason, remedy: "free some space and try again")
        default: AtriumError(code, reason)
        }
    }

    /// The system's words for an error number.
    static func text(_ number: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            .lowercased()
    }
}
