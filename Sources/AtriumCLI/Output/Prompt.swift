import AtriumSDK

/// Questions to the person at the terminal: asked on standard error, answered on standard input.
struct Prompt {
    let streams: Streams

    /// Whether there is a person to ask.
    var canAsk: Bool { streams.input.isTerminal && streams.errors.terminalColumns != nil }

    /// Says something before a question.
    func say(_ text: String) throws { try streams.errors.write(text) }

    /// Asks and gives the answer without blanks around it; nil where there is no more input.
    func ask(_ question: String) throws -> String? {
        try streams.errors.write(question + " ")
        try streams.errors.flush()
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = try withUnsafeMutableBytes(of: &byte) { try streams.input.read(into: $0) }
            if count == 0, bytes.isEmpty { return nil }
            // Nobody types so much; a file at the terminal's place must not fill the memory.
            if count == 0 || byte == 10 || bytes.count > 4096 { break }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }
}
