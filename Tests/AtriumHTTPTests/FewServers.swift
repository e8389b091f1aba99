import Synchronization
import Testing

/// Has few of the tests with a server run at once: each server has threads, a hub and a vault of its own, and all tests of a
/// run begin together.
struct FewServers: TestTrait, SuiteTrait, TestScoping {
    /// For each test of a suite, and not for the suite as a whole.
    let isRecursive = true

    private static let places = Places(4)

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Self.places.take()
        defer { Self.places.leave() }
        try await function()
    }
}

extension Trait where Self == FewServers {
    /// Few of the tests with a server run at once.
    static var fewServers: Self { Self() }
}

/// Places of which one is taken by each who works; who finds none waits for one without a thread, in the order of coming.
private final class Places: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
