import Dispatch
import Foundation
import Glibc
import Synchronization

/// Writes the lines of a log to a file, on a thread of its own: whoever has something to say waits for nobody who reads it.
///
/// Lines wait in the order in which they come, and are written whole. Of what does not fit the newest is dropped; as soon
/// as there is room again, a line in its place says how many were.
final class LineQueue: Sendable {
    /// How many bytes wait: some thousand lines.
    static let limit = 1 << 20

    /// For how long lines are gathered before they are written: in microseconds.
    private static let gathering: useconds_t = 5_000

    private struct State {
        var waiting: [UInt8] = []
        /// How many lines were dropped after those that wait.
        var dropped = 0
        var isWriting = false
        /// Those who wait until all is written.
        var waiters: [DispatchSemaphore] = []

        var isEmpty: Bool { waiting.isEmpty && dropped == 0 }
    }

    private let descriptor: Int32
    private let limit: Int
    private let state = Mutex(State())
    private let begin = DispatchSemaphore(value: 0)

    /// Writes to an open file, which it does not close; the thread ends with the process.
    init(to descriptor: Int32, limit: Int = LineQueue.limit) {
        (self.descriptor, self.limit) = (descriptor, limit)
        Thread.detachNewThread { [self] in
            while true { writeNext() }
        }
    }

    /// Adds a line, with its end.
    func add(_ line: String) {
        let isFirst = state.withLock { state in
            defer {
                // What comes after something that was dropped would stand before the line that says so.
                if state.dropped == 0, state.waiting.count + line.utf8.count <= limit {
                    state.waiting += line.utf8
                } else {
                    state.dropped += 1
                }
            }
            return state.isEmpty
        }
        if isFirst { begin.signal() }
    }

    /// Waits until all that was added is written, but not for long: nobody may be reading.
    func drain(within time: DispatchTimeInterval) {
        let done = DispatchSemaphore(value: 0)
        let isDone = state.withLock { state in
            if state.isEmpty, !state.isWriting { return true }
            state.waiters.append(done)
            return false
        }
        if !isDone { _ = done.wait(timeout: .now() + time) }
    }

    /// Waits for a line, and a little for those that follow: where thousands of requests a second are answered, a thread
    /// that is woken for each of their lines costs a third of the answers.
    private func writeNext() {
        begin.wait()
        usleep(Self.gathering)
        let (bytes, dropped) = state.withLock { state in
            defer { (state.waiting, state.dropped, state.isWriting) = ([], 0, true) }
            return (state.waiting, state.dropped)
        }
        Self.write(bytes, to: descriptor)
        if dropped > 0 { Self.write(Array(LineLog.line(dropped: dropped).utf8), to: descriptor) }
        let waiters = state.withLock { state -> [DispatchSemaphore] in
            state.isWriting = false
            guard state.isEmpty else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.signal() }
    }

    /// Writes all of some bytes, in as many pieces as the system takes.
    ///
    /// What cannot be written down keeps nobody from being answered.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if count < 0, errno == EAGAIN {
                    // Whoever started the program may have made it so that writing does not wait.
                    var wish = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&wish, 1, -1)
                } else if count == 0 || errno != EINTR {
                    return
                }
            }
        }
    }
}
