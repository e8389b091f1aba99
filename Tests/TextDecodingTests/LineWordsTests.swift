import Testing
import TextDecoding

@Suite private struct LineWordsTests {
    /// A line whose words begin behind a number of bytes.
    private static func words(_ line: String, from start: Int) -> LineWords {
        let bytes = Array(line.utf8)
        var ranges: [Range<Int>] = []
        var index = start
        while index < bytes.count {
            let end = bytes[index...].firstIndex(where: LineWords.isBlank) ?? bytes.count
            if end > index { ranges.append(index..<end) }
            index = end + 1
        }
        return LineWords(line: bytes, ranges: ranges, start: start)
    }

    @Test(
        arguments: [
            (" a  b\tc ", [1], [], 0, " a\tc "), (" a  b", [0], [], 0, " b"), ("a b", [0, 1], [], 0, ""),
            ("a  b", [], ["c"], 1, "a c  b"), ("a", [], ["c", "d"], 1, "a c d"), ("a", [], ["c"], 0, "c a"),
            ("a b", [0], ["c"], 0, "c b"), ("", [], ["c"], 0, "c"), ("a b", [], [], 0, "a b"),
        ] as [(String, Set<Int>, [String], Int, String)])
    func wordsAreReplaced(line: String, dropped: Set<Int>, added: [String], position: Int, result: String) {
        var words = Self.words(line, from: line.prefix { $0 == " " }.utf8.count)
        words.replace(where: dropped.contains, with: added, at: position)
        #expect(String(decoding: words.line, as: UTF8.self) == result)
        let again = Self.words(result, from: result.prefix { $0 == " " }.utf8.count)
        #expect(words.ranges == again.ranges)
    }

    @Test(arguments: [
        ("a  b  c", "a x c", "a x  c"), ("a +p  b", "a b", "a +p  b"), ("a +p  b", "", "+p"),
        ("+p", "a", "a +p"),
        ("a b", "a b c", "a b c"), ("a a a", "a a", "a a"), ("a  b", " a\nb ", "a  b"),
    ])
    func aTextKeepsWhatBothBeginAndEndWith(line: String, text: String, result: String) {
        var words = Self.words(line, from: 0)
        let marks = Set(words.ranges.indices.filter { words.text($0).hasPrefix("+") })
        words.setText(text) { !marks.contains($0) }
        #expect(String(decoding: words.line, as: UTF8.self) == result)
    }
}
