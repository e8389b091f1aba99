import Dispatch
import HTTPTypes
import NIOCore
import NIOPosix
import SeededRandom
import Synchronization
import Testing

@testable import AtriumHTTP

/// The threads that users share: each has some, and none has all.
@Suite struct SharedWorkersTests {
    private let workers = SharedWorkers(threads: 4, share: 2)
    private let hold = DispatchSemaphore(value: 0)

    /// What is held at once, counted from within.
    private final class Gauge: Sendable {
        private let counts = Mutex((now: 0, most: 0))
        var most: Int { counts.withLock(\.most) }

        func hold(_ body: () -> Void) {
            counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            body()
            counts.withLock { $0.now -= 1 }
        }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)

        func isAfter(_ number: Int) -> Bool { count.withLock { $0 > number } }

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    /// Starts work that holds its thread until it is let go; each says when it has begun.
    private func start(
        _ count: Int, of user: Int64, writes: Bool = false, _ gauge: Gauge,
        _ group: inout ThrowingTaskGroup<Void, any Error>, begun: AsyncStream<Void>.Continuation
    ) {
        for _ in 0..<count {
            group.addTask { [workers, hold] in
                try await workers.run(for: user, writes: writes) {
                    gauge.hold {
                        begun.yield()
                        hold.wait()
                    }
                }
            }
        }
    }

    @Test func nobodyHasAllThreads() async throws {
        let gauge = Gauge()
        let (stream, begun) = AsyncStream<Void>.makeStream()
        var began = stream.makeAsyncIterator()
        try await withThrowingTaskGroup(of: Void.self) { group in
            start(20, of: 1, gauge, &group, begun: begun)
            for _ in 0..<2 { _ = await began.next() }
            // Another user is not behind the twenty.
            #expect(try await workers.run(for: 2) { 7 } == 7)
            for _ in 0..<20 { hold.signal() }
            try await group.waitForAll()
        }
        #expect(gauge.most == 2)
    }

    /// A server that is to end waits for no command: nobody can stop a thread.
    @Test(.timeLimit(.minutes(2)))
    func whoIsCancelledWaitsNoMore() async throws {
        let others = Workers(threads: 1)
        let (workers, hold) = (workers, hold)
        let (stream, begun) = AsyncStream<Void>.makeStream()
        var began = stream.makeAsyncIterator()
        let work: @Sendable () -> Void = {
            begun.yield()
            hold.wait()
        }
        let tasks = [
            Task { try await workers.run(for: 1, work) }, Task { try await others.run(work) },
        ]
        for _ in tasks { _ = await began.next() }
        for task in tasks {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        for _ in tasks { hold.signal() }
        // What comes after is done as ever.
        #expect(try await workers.run(for: 1) { 7 } == 7)
        #expect(try await others.run { 7 } == 7)
    }

    /// Only the thread of a connection writes to it: an answer that is finished on another one has to be sent there.
    @Test func aTaskGoesOnWhereItAsked() async throws {
        try await withTaskExecutorPreference(EventLoopExecutor()) {
            for _ in 0..<50 {
                let asked = try #require(MultiThreadedEventLoopGroup.currentEventLoop)
                try await workers.run(for: 1) {}
                #expect(MultiThreadedEventLoopGroup.currentEventLoop === asked)
            }
        }
    }

    @Test func oneWritesAtATime() async throws {
        let gauge = Gauge()
        let (stream, begun) = AsyncStream<Void>.makeStream()
        var began = stream.makeAsyncIterator()
        try await withThrowingTaskGroup(of: Void.self) { group in
            start(5, of: 1, writes: true, gauge, &group, begun: begun)
            _ = await began.next()
            // Reads pass those that wait to write.
            #expect(try await workers.run(for: 1) { 7 } == 7)
            for _ in 0..<5 { hold.signal() }
            try await group.waitForAll()
        }
        #expect(gauge.most == 1)
    }

    @Test func linesAreBounded() async throws {
        let gauge = Gauge()
        let (stream, begun) = AsyncStream<Void>.makeStream()
        var began = stream.makeAsyncIterator()
        try await withThrowingTaskGroup(of: Void.self) { group in
            start(2, of: 1, gauge, &group, begun: begun)
            for _ in 0..<2 { _ = await began.next() }
            let refused = Counter()
            try await withThrowingTaskGroup(of: Void.self) { others in
                for _ in 0..<SharedWorkers.line + 10 {
                    others.addTask { [workers, hold] in
                        do {
                            try await workers.run(for: 1) {}
                        } catch let failure as HTTPFailure {
                            #expect(failure.status.code == 503)
                            // As soon as all that are too many were refused, the others may go on.
                            if refused.next() == 10 {
                                for _ in 0..<2 { hold.signal() }
                            }
                        }
                    }
                }
                try await others.waitForAll()
            }
            #expect(refused.next() == 11)
            try await group.waitForAll()
        }
    }

    /// Work of many users in waves, between which threads look for more, go to sleep and are woken: all of it is done, no
    /// user has more than their share, and in the end no thread is left at work.
    @Test(.timeLimit(.minutes(10)), arguments: 1...4 as ClosedRange<UInt64>)
    func nothingIsLostUnderRandomLoad(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let gauges = Dictionary(uniqueKeysWithValues: (1...5).map { (Int64($0), (Gauge(), Gauge())) })
        let done = Counter()
        var count = 0
        for _ in 0..<150 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<Int.random(in: 1...12, using: &random) {
                    let user = Int64.random(in: 1...5, using: &random)
                    let writes = Bool.random(using: &random)
                    let turns = Int.random(in: 0...2000, using: &random)
                    let (all, writing) = try #require(gauges[user])
                    count += 1
                    group.addTask { [workers] in
                        try await workers.run(for: user, writes: writes) {
                            let work = { for _ in 0..<turns { _ = done.isAfter(turns) } }
                            all.hold { if writes { writing.hold(work) } else { work() } }
                            _ = done.next()
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(done.next() == count + 1)
        #expect(gauges.values.allSatisfy { $0.0.most <= 2 && $0.1.most <= 1 })
        while workers.activeCount > 0 { await Task.yield() }
    }
}
