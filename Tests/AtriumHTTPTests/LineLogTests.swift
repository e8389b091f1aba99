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

    /// However much of it the other side takes at once.
    @Test func allOfALineIsWritten() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
        let read = Mutex<[UInt8]>([])
        let done = DispatchSemaphore(value: 0)
        // A thread of its own: those that run tests may all be waiting, as this one does for the pipe.
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 1000)
            while true {
                let count = Glibc.read(reading, &buffer, buffer.count)
                guard count > 0 else { break }
                read.withLock { $0 += buffer[..<count] }
            }
            close(reading)
            done.signal()
        }
        bytes.withUnsafeBufferPointer { LineLog.write($0, to: writing) }
        close(writing)
        done.wait()
        #expect(read.withLock { $0 } == bytes)
    }
}
