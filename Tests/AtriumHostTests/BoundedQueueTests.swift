import Foundation
import Synchronization
import Testing

@testable import AtriumHost

@Suite struct BoundedQueueTests {
    @Test func elementsComeInOrderAndTheMakerWaits() throws {
        let queue = BoundedQueue<Int>(maximumCost: 10)
        let waiting = Mutex((now: 0, most: 0))
        Thread.detachNewThread {
            for number in 0..<1000 {
                try? queue.push(number, cost: 3)
                waiting.withLock {
                    $0.now += 1
                    $0.most = max($0.most, $0.now)
                }
            }
            queue.finish()
        }
        var received: [Int] = []
        while let number = try queue.next() {
            received.append(number)
            waiting.withLock { $0.now -= 1 }
        }
        #expect(received == Array(0..<1000))
        // Three fit; one more may have been counted between two looks.
        #expect(waiting.withLock { $0.most } <= 5)
    }

    @Test func anElementDearerThanTheQueueGoesThroughAlone() throws {
        let queue = BoundedQueue<Int>(maximumCost: 1)
        try queue.push(1, cost: 100)
        queue.finish()
        #expect(try queue.next() == 1)
        #expect(try queue.next() == nil)
    }

    @Test func theMakersErrorComesAfterItsElements() throws {
        struct Broken: Error {}
        let queue = BoundedQueue<Int>(maximumCost: 10)
        try queue.push(1, cost: 1)
        queue.finish(Broken())
        #expect(try queue.next() == 1)
        #expect(throws: Broken.self) { try queue.next() }
    }

    @Test func anAbandonedMakerStops() {
        let queue = BoundedQueue<Int>(maximumCost: 1)
        let pushed = Mutex(0)
        Thread.detachNewThread {
            while (try? queue.push(0, cost: 1)) != nil { pushed.withLock { $0 += 1 } }
            queue.finish()
        }
        queue.abandon()
        #expect(pushed.withLock { $0 } <= 2)
    }
}
