import SeededRandom
import Testing
import TextDecoding

@testable import JrnlFormat

@Suite struct JrnlTests {
    private static func entries(_ text: String) throws -> [JrnlEntry?] {
        var reader = JrnlReader(ArrayByteSource(text))
        var entries: [JrnlEntry?] = []
        var bytes: [UInt8] = []
        while let item = try reader.next() {
            entries.append(item.entry)
            bytes += item.source
        }
        #expect(bytes == Array(text.utf8), "no byte goes missing")
        return entries
    }

    @Test func entriesBeginWithATime() throws {
        let text = """
            [2026-01-02 09:30] By the sea. *

            We @walked far.
            [1] is no time, [2026-01-03 10:00] stands in a line
            [link](https://example.org/2026/01)

            [2026-01-03 10:00:00 PM] Home @Home @a-b/c
            [03.01.2026 23:10] Late
            """
        let entries = try Self.entries(text)
        #expect(
            entries.map { $0?.time } == ["2026-01-02 09:30", "2026-01-03 10:00:00 PM", "03.01.2026 23:10"])
        #expect(entries.map { $0?.title } == ["By the sea.", "Home @Home @a-b/c", "Late"])
        #expect(entries.map { $0?.isStarred } == [true, false, false])
        #expect(
            entries[0]?.body
                == "We @walked far.\n[1] is no time, [2026-01-03 10:00] stands in a line\n[link](https://example.org/2026/01)"
        )
        #expect(entries.map { $0?.tags } == [["walked"], ["home", "a-b/c"], []])
    }

    /// The form of versions before 2.0.
    @Test func timesMayStandWithoutBrackets() throws {
        let entries = try Self.entries(
            "2013-06-09 15:39 My first entry.\nFine\n\n2013-06-10 15:40 Life is good.\n[2014-01-01 00:00] stays\n"
        )
        #expect(entries.map { $0?.title } == ["My first entry.", "Life is good."])
        #expect(entries[1]?.body == "[2014-01-01 00:00] stays")
    }

    @Test func whatStandsBeforeTheFirstEntryIsNone() throws {
        #expect(try Self.entries("A note\n[2026-01-02 09:30] Title\n").map { $0?.title } == [nil, "Title"])
    }

    @Test(
        arguments: [
            ("[2026-01-02 09:30] Title", JrnlRecognition.likely), ("\n\n[02.01.2026 09:30] Title\n", .likely),
            ("2013-06-09 15:39 Title", .likely), ("[Fri 2 Jan 2026 09:30] Title", .likely),
            ("[1] note", .none),
            ("[link](a)", .none), ("2013-06-09,15:39\n", .none), ("", .none), ("[2026-01-02 09:30", .none),
            ("{\"entries\": []}", .none), ("[12, 3456]", .none), ("[{\"a\": 1}, 2]", .none),
        ])
    func recognition(text: String, recognition: JrnlRecognition) {
        #expect(JrnlRecognition(prefix: Array(text.utf8)) == recognition)
    }

    @Test func tooLongAnEntryIsRefused() throws {
        var reader = JrnlReader(
            ArrayByteSource("[2026-01-02 09:30] a\n" + String(repeating: "a\n", count: 100)), maximumSize: 50)
        #expect(throws: TextTooLong(line: 1)) { try reader.next() }
    }

    /// Whatever the bytes, the entries of a file have all of its lines.
    @Test func anyBytesAreRead() throws {
        var random = SeededGenerator(seed: 13)
        let alphabet = Array("[2026-01 :]\n\r*@a\u{e9}".utf8) + [0xFF, 0]
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            var lines = LineReader(DecodingByteSource(ArrayByteSource(bytes)))
            var decoded: [UInt8] = []
            while let line = try lines.next() { decoded += line }
            var reader = JrnlReader(ArrayByteSource(bytes))
            var source: [UInt8] = []
            var line = 0
            while let item = try reader.next() {
                source += item.source
                #expect(item.line > line, "\(bytes)")
                line = item.line
            }
            #expect(source == decoded, "\(bytes)")
        }
    }
}
