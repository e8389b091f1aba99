import Dispatch
import Foundation
import Glibc
import Logging
import Synchronization
import Testing

@testable import AtriumHTTP

@Suite struct LineLogTests {
    @Test(
        arguments: [
            ("plain", "plain"), ("GET /notes/{id}", #""GET /notes/{id}""#), ("", #""""#),
            (#"a"b"#, #""a\"b""#),
            ("a\r\nb", #""a\r\nb""#), ("\u{1b}[31m", #""\u001b[31m""#),
            ("\u{85}\u{2028}", #""\u0085\u2028""#),
            ("é", #""é""#),
        ])
    func valuesStandOnOneLine(value: String, text: String) {
        let line = LineLog.line(
            at: "2026-03-01T09:30:00Z", .info, "request", ["status": "200", "route": "\(value)"])
        #expect(line == "2026-03-01T09:30:00Z info request route=\(text) status=200\n")
    }

    @Test func messagesStandOnOneLineToo() {
        let line = LineLog.line(at: "2026-03-01T09:30:00Z", .error, "two words\nand more", [:])
        #expect(line == #"2026-03-01T09:30:00Z error "two words\nand more""# + "\n")
    }

    // MARK: - Where lines go

    /// A pipe whose reading end a test has.
    private static func makePipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    /// Reads until a line ends with some text, or the other end is closed.
    private static func read(_ reading: Int32, until end: String) -> String {
        var (bytes, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1000))
        while !String(decoding: bytes, as: UTF8.self).hasSuffix(end) {
            let count = Glibc.read(reading, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// However much of it the other side takes at once.
    @Test(arguments: [false, true]) func allOfALineIsWritten(isWaiting: Bool) throws {
        let (reading, writing) = try Self.makePipe()
        if !isWaiting { _ = fcntl(writing, F_SETFL, O_NONBLOCK) }
        let text = (0..<300_000).map { String($0 % 10) }.joined() + "\n"
        let read = Mutex("")
        let done = DispatchSemaphore(value: 0)
        // A thread of its own: those that run tests may all be waiting, as this one does for the pipe.
        Thread.detachNewThread {
            read.withLock { $0 = Self.read(reading, until: "\n") }
            close(reading)
            done.signal()
        }
        LineQueue.write(Array(text.utf8), to: writing)
        close(writing)
        done.wait()
        #expect(read.withLock { $0 } == text)
    }

    /// Nobody who says something waits for a reader that does not come; what was dropped is told when one does.
    @Test func nobodyWaitsForAPipeThatIsFull() throws {
        let (reading, writing) = try Self.makePipe()
        let queue = LineQueue(to: writing, limit: 100_000)
        let lines = 20_000
        // Ten times what the pipe and the queue hold: the test would wait here for ever.
        for number in 0..<lines { queue.add("line \(number) \(String(repeating: "x", count: 80))\n") }
        var (next, dropped) = (0, 0)
        while next < lines {
            let text = Self.read(reading, until: "\n")
            // In order, whole, and without a gap but those that are counted.
            for line in text.split(separator: "\n") {
                if let count = line.wholeMatch(of: /[-:TZ\d]+ warning lines dropped count=(\d+)/)?.output.1 {
                    dropped += Int(count) ?? 0
                    next += Int(count) ?? 0
                } else {
                    #expect(line.hasPrefix("line \(next) x") && line.hasSuffix("xx"))
                    next += 1
                }
            }
        }
        #expect(next == lines)
        #expect(dropped > lines / 2)
        // There is room again.
        queue.add("the last\n")
        #expect(Self.read(reading, until: "\n") == "the last\n")
        queue.drain(within: .seconds(60))
        close(reading)
    }

    /// A line that is longer than there is room for is counted too, and keeps nothing after it from being written.
    @Test func aLineThatIsTooLongIsDropped() throws {
        let (reading, writing) = try Self.makePipe()
        let queue = LineQueue(to: writing, limit: 10)
        queue.add("far too long\n")
        #expect(Self.read(reading, until: "\n").hasSuffix(" warning lines dropped count=1\n"))
        queue.drain(within: .seconds(60))
        queue.add("short\n")
        #expect(Self.read(reading, until: "\n") == "short\n")
        close(reading)
    }
}
