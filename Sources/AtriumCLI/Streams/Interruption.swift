import Foundation
import Glibc
import Synchronization

/// Ctrl-C, and a request to end, while a command runs that changes all or nothing.
///
/// The first one asks the command to stop; while the command does nothing that must be taken back, and at the second one,
/// the process ends at once. What SQLite has not committed is then as if it had not been.
final class Interruption: Sendable {
    /// The exit status after Ctrl-C, as shells have it.
    static let exitStatus: Int32 = 130

    private let hasCome = Mutex(false)
    /// What stops the work that is being done; nil: none is.
    private let stop = Mutex<(@Sendable () -> Void)?>(nil)
    private let message: String

    private init(message: String) { self.message = message }

    /// Whether the user wants to stop.
    var isRequested: Bool { hasCome.withLock { $0 } }

    /// Does work that is taken back where the user wants to stop; `stop` is then called from another thread.
    func working<Result>(stop: @escaping @Sendable () -> Void, _ body: () throws -> Result) rethrows -> Result
    {
        self.stop.withLock { $0 = stop }
        defer { self.stop.withLock { $0 = nil } }
        return try body()
    }

    /// Does what needs no taking back in the midst of such work, as a question to the user does: a signal ends it at once.
    func paused<Result>(_ body: () throws -> Result) rethrows -> Result {
        let stop = self.stop.withLock { stop in
            defer { stop = nil }
            return stop
        }
        defer { self.stop.withLock { $0 = stop } }
        return try body()
    }

    /// Watches for signals while `body` runs.
    ///
    /// Only a process has signals: in memory, where tests run side by side, `body` gets nil.
    /// - Parameters:
    ///   - message: what is said on standard error where the process ends at once.
    ///   - streams: those of the command.
    static func watching<Result>(
        message: String, of streams: Streams, _ body: (Interruption?) throws -> Result
    ) throws -> Result {
        guard streams.input is FileInput else { return try body(nil) }
        let interruption = Interruption(message: message)
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return try body(interruption) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (input, output) = (ends[0], ends[1])
        signalPipe.store(output, ordering: .releasing)
        var action = sigaction()
        // Reads and writes go on: the watcher decides what happens.
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { _ in
            var byte: UInt8 = 1
            _ = write(signalPipe.load(ordering: .acquiring), &byte, 1)
        }
        var before = (sigaction(), sigaction())
        sigaction(SIGINT, &action, &before.0)
        sigaction(SIGTERM, &action, &before.1)
        let watcher = Thread { interruption.watch(input) }
        watcher.start()
        defer {
            sigaction(SIGINT, &before.0, nil)
            sigaction(SIGTERM, &before.1, nil)
            signalPipe.store(-1, ordering: .releasing)
            close(output)
        }
        return try body(interruption)
    }

    private func watch(_ input: Int32) {
        defer { close(input) }
        var byte: UInt8 = 0
        while true {
            let count = read(input, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return }
            let stop = stop.withLock { $0 }
            let isFirst = hasCome.withLock { hasCome in
                defer { hasCome = true }
                return !hasCome
            }
            guard let stop, isFirst else {
                var text = Array(("\n" + message + "\n").utf8)
                _ = write(STDERR_FILENO, &text, text.count)
                _exit(Self.exitStatus)
            }
            stop()
        }
    }
}

/// The end of the pipe that the signal handler writes to: a handler may do little more.
private let signalPipe = Atomic<Int32>(-1)
