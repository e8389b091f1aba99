import Dispatch
import Synchronization

/// Asks two things at once, each on a thread of its own, so that a page waits for the longer of them and not for both.
///
/// - Throws: what the first one throws, else what the other does; both have ended by then.
func atOnce<One: Sendable, Other: Sendable>(
    _ one: @Sendable () throws -> One, _ other: @Sendable () throws -> Other
) throws -> (One, Other) {
    let results = Mutex<(one: Result<One, any Error>?, other: Result<Other, any Error>?)>((nil, nil))
    DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 {
            let result = Result { try one() }
            results.withLock { $0.one = result }
        } else {
            let result = Result { try other() }
            results.withLock { $0.other = result }
        }
    }
    let (first, second) = results.withLock { ($0.one, $0.other) }
    guard let first, let second else {
        preconditionFailure("concurrentPerform ends after all of its iterations")
    }
    return (try first.get(), try second.get())
}
