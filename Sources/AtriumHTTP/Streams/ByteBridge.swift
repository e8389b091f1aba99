import Dispatch
import NIOCore
import Synchronization

/// Carries bytes from a thread that makes them to a task that sends them on, as fast as they are taken.
///
/// The thread waits while ``capacity`` buffers are under way; the task waits while there is none. Where nobody takes them
/// any more, the thread is told by an error.
final class ByteBridge: Sendable {
    /// Nobody takes the bytes any more.
    struct Abandoned: Error {}

    private static let capacity = 4
    /// From how many bytes on a buffer is handed over.
    private static let bufferSize = 1 << 16

    private enum Waiting {
        case idle
        case consumer(CheckedContinuation<ByteBuffer?, any Error>)
    }

    private struct State {
        var buffers: [ByteBuffer] = []
        var waiting = Waiting.idle
        /// What comes after the last buffer.
        var end: Result<Void, any Error>?
        var isAbandoned = false
        var partial = ByteBuffer()
    }

    private let state = Mutex(State())
    /// Counted up from nothing, since a semaphore that goes must not be below where it began.
    private let free = DispatchSemaphore(value: 0)

    init() {
        for _ in 0..<Self.capacity { free.signal() }
    }

    /// Adds bytes; the thread waits until there is room.
    ///
    /// - Throws: ``Abandoned``.
    func send(_ bytes: [UInt8]) throws {
        let full = try state.withLock { state -> ByteBuffer? in
            guard !state.isAbandoned else { throw Abandoned() }
            state.partial.writeBytes(bytes)
            guard state.partial.readableBytes >= Self.bufferSize else { return nil }
            defer { state.partial = ByteBuffer() }
            return state.partial
        }
        if let full { try hand(full) }
    }

    /// Says that there are no more bytes, or why not.
    func finish(_ end: Result<Void, any Error>) {
        if case .success = end {
            let rest = state.withLock { $0.partial }
            if rest.readableBytes > 0 { try? hand(rest) }
        }
        let waiting = state.withLock { state -> Waiting in
            state.end = end
            defer { state.waiting = .idle }
            return state.waiting
        }
        if case .consumer(let continuation) = waiting { continuation.resume(with: end.map { nil }) }
    }

    private func hand(_ buffer: ByteBuffer) throws {
        free.wait()
        let waiting = try state.withLock { state -> Waiting in
            guard !state.isAbandoned else { throw Abandoned() }
            if case .idle = state.waiting { state.buffers.append(buffer) }
            defer { state.waiting = .idle }
            return state.waiting
        }
        if case .consumer(let continuation) = waiting {
            free.signal()
            continuation.resume(returning: buffer)
        }
    }

    /// The next bytes; nil at the end.
    ///
    /// Only one task may wait.
    ///
    /// - Throws: what the thread ended with.
    func next() async throws -> ByteBuffer? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state -> Result<ByteBuffer?, any Error>? in
                    if state.isAbandoned { return .failure(CancellationError()) }
                    if !state.buffers.isEmpty {
                        free.signal()
                        return .success(state.buffers.removeFirst())
                    }
                    if let end = state.end { return end.map { nil } }
                    state.waiting = .consumer(continuation)
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            abandon()
        }
    }

    /// Says that nobody takes the bytes any more.
    func abandon() {
        let waiting = state.withLock { state -> Waiting in
            state.isAbandoned = true
            state.buffers = []
            defer { state.waiting = .idle }
            return state.waiting
        }
        if case .consumer(let continuation) = waiting { continuation.resume(throwing: CancellationError()) }
        // The thread may be waiting for room.
        free.signal()
    }
}

/// The end of a bridge at which bytes are taken; when it goes, the bridge is abandoned.
final class ByteBridgeReader: Sendable {
    private let bridge: ByteBridge

    init(_ bridge: ByteBridge) { self.bridge = bridge }

    deinit { bridge.abandon() }

    /// The next bytes; nil at the end.
    func next() async throws -> ByteBuffer? { try await bridge.next() }
}
