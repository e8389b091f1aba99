import AtriumHost
import AtriumSDK

/// Questions to the person at the terminal: asked on standard error, answered on standard input.
struct Prompt {
    let streams: Streams
    /// Whether the result is for a program: then nobody is asked.
    var isJSON = false

    /// Whether there is a person to ask.
    var canAsk: Bool { !isJSON && streams.input.isTerminal && streams.errors.terminalColumns != nil }

    /// Says something before a question.
    func say(_ text: String) throws { try streams.errors.write(text) }

    /// Asks and gives the answer without blanks around it; nil where there is no more input.
    func ask(_ question: String) throws -> String? {
        try streams.errors.write(question + " ")
        try streams.errors.flush()
        return try line().map { bytes in
            String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
                .joined(separator: " ")
        }
    }

    /// Asks for a password, twice and without showing it; where there is no terminal, reads a line of standard input.
    ///
    /// - Throws: ``AtriumError`` with code `usage` where there is none, or where the two differ; neither is quoted.
    func secret(_ name: String) throws -> String {
        guard streams.input.isTerminal else { return try secretText(line(), name) }
        let first = try hiddenLine("\(name):", name)
        guard try hiddenLine("\(name) again:", name) == first else {
            throw AtriumError(
                .usage, "the two entries differ; nothing was changed", remedy: "try again", field: name)
        }
        return first
    }

    private func hiddenLine(_ question: String, _ name: String) throws -> String {
        try streams.errors.write(question + " ")
        try streams.errors.flush()
        let bytes = try streams.input.withoutEcho { try line() }
        // The newline that was typed was not shown either.
        try streams.errors.write("\n")
        if bytes?.contains(Self.interrupt) == true { throw ImportCancelled() }
        return try secretText(bytes, name)
    }

    private func secretText(_ bytes: [UInt8]?, _ name: String) throws -> String {
        var bytes = bytes ?? []
        if bytes.last == 13 { bytes.removeLast() }
        guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else {
            throw AtriumError(
                .usage, bytes.isEmpty ? "no \(name) was given" : "the \(name) is not valid UTF-8",
                remedy: "type it, or pass it as a line on standard input", field: name)
        }
        return text
    }

    /// What Ctrl-C types where it does not end the process: the terminal is put back first.
    private static let interrupt: UInt8 = 3

    /// The bytes up to the end of the line; nil where there is no more input.
    private func line() throws -> [UInt8]? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = try withUnsafeMutableBytes(of: &byte) { try streams.input.read(into: $0) }
            if count == 0, bytes.isEmpty { return nil }
            // Nobody types so much; a file at the terminal's place must not fill the memory.
            if count == 0 || byte == 10 || bytes.count > 4096 { return bytes }
            bytes.append(byte)
            if byte == Self.interrupt { return bytes }
        }
    }
}
