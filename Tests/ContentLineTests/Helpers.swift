import ContentLine
import TextDecoding

/// The bytes of a text, with CRLF for each line feed.
func crlf(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    for byte in text.utf8 {
        if byte == 0x0A { result.append(0x0D) }
        result.append(byte)
    }
    return result
}

/// Text of bytes, for comparing.
func string(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
}

/// The only property of a card whose lines are `line`.
func readLine(_ line: String) -> (line: ContentLine?, issues: [ContentIssue]) {
    readLine(Array(line.utf8))
}

func readLine(_ line: [UInt8]) -> (line: ContentLine?, issues: [ContentIssue]) {
    let parsed = Component.parse(Array("BEGIN:VCARD\r\n".utf8) + line + Array("\r\nEND:VCARD\r\n".utf8))
    return (parsed.component.properties.first, parsed.issues)
}

/// A source that gives at most `step` bytes at a time.
struct TrickleSource: ByteSource {
    var base: ArrayByteSource
    var step: Int

    init(_ bytes: [UInt8], step: Int) {
        base = ArrayByteSource(bytes)
        self.step = step
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try base.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(step, buffer.count)]))
    }
}

/// All events of a splitter, in words.
func split(
    _ bytes: [UInt8], _ grammar: ComponentSplitter.Grammar, step: Int = .max, limit: Int = 64 << 20
) throws -> [String] {
    var splitter = ComponentSplitter(
        TrickleSource(bytes, step: step), grammar: grammar, maximumItemSize: limit)
    var words: [String] = []
    while let event = try splitter.next() {
        switch event {
        case .containerBegin(let item): words.append("calendar@\(item.line)")
        case .containerProperty(let item): words.append("property \(item.name)@\(item.line)")
        case .item(let item):
            words.append("\(item.name)@\(item.line)")
            // The place in the file is right: the same bytes stand there.
            let there = bytes[item.offset..<item.offset + item.bytes.count]
            if Array(there) != item.bytes { words.append("wrong offset \(item.offset)") }
        case .containerEnd: words.append("end")
        case .issue(let issue): words.append("!\(issue.code.rawValue)@\(issue.line)")
        }
    }
    return words
}
