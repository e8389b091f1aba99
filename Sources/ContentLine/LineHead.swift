/// What stands before the value of a content line: group, name and parameters, and where the value begins.
struct LineHead {
    var group: String?
    var name: String
    var parameters: [Parameter] = []
    /// Where the value begins: after the colon.
    var valueStart: Int

    /// Why a line could not be read.
    enum Failure: Error {
        case missingColon
        case badName
        case tooManyParameters
    }

    /// More values of parameters than this in one line are no calendar or card, but an attack on memory.
    static let maximumParameterValues = 10_000

    /// Reads the head of the line that is `bytes[range]`, unfolded.
    static func parse(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Result<LineHead, Failure> {
        var index = range.lowerBound
        let end = range.upperBound
        var dot = -1
        scan: while index < end {
            switch bytes[index] {
            case 0x3A, 0x3B: break scan  // colon, semicolon
            case 0x2E: dot = index
            default: break
            }
            index += 1
        }
        guard index < end else { return .failure(.missingColon) }
        let whole = bytes.trimmed(range.lowerBound..<index)
        var nameRange = whole
        var group: String?
        if dot >= whole.lowerBound, dot < whole.upperBound - 1 {
            nameRange = dot + 1..<whole.upperBound
            if dot > whole.lowerBound { group = bytes.string(whole.lowerBound..<dot) }
        }
        guard !nameRange.isEmpty else { return .failure(.badName) }
        for position in whole where bytes[position] <= 0x20 || bytes[position] == 0x22 {
            return .failure(.badName)
        }
        var head = LineHead(group: group, name: bytes.string(nameRange), valueStart: index + 1)
        guard bytes[index] == 0x3B else { return .success(head) }
        var reader = ParameterReader(bytes: bytes, index: index, end: end)
        var found = reader.read()
        if found == .noColon {
            // A quote that closes too late, or never: read quotes as plain characters.
            reader = ParameterReader(bytes: bytes, index: index, end: end, readsQuotes: false)
            found = reader.read()
        }
        switch found {
        case .noColon: return .failure(.missingColon)
        case .tooMany: return .failure(.tooManyParameters)
        case .colon: break
        }
        head.parameters = reader.parameters
        head.valueStart = reader.index + 1
        return .success(head)
    }
}

/// Reads `;NAME=value,"value"` up to the colon that ends it.
private struct ParameterReader {
    enum Outcome {
        case colon
        case noColon
        case tooMany
    }

    let bytes: UnsafeRawBufferPointer
    /// The semicolon before the next parameter; in the end, the colon.
    var index: Int
    let end: Int
    var readsQuotes = true
    var parameters: [Parameter] = []
    private var count = 0

    init(bytes: UnsafeRawBufferPointer, index: Int, end: Int, readsQuotes: Bool = true) {
        self.bytes = bytes
        self.index = index
        self.end = end
        self.readsQuotes = readsQuotes
    }

    mutating func read() -> Outcome {
        while index < end, bytes[index] == 0x3B {
            index += 1
            let start = index
            scan: while index < end {
                switch bytes[index] {
                case 0x3A, 0x3B, 0x3D: break scan  // colon, semicolon, equals sign
                default: index += 1
                }
            }
            guard index < end else { return .noColon }
            let range = bytes.trimmed(start..<index)
            if bytes[index] == 0x3D {
                index += 1
                var parameter = Parameter(bytes.string(range), [])
                guard readValues(into: &parameter) else { return index < end ? .tooMany : .noColon }
                parameters.append(parameter)
            } else if !range.isEmpty {
                count += 1
                guard count <= LineHead.maximumParameterValues else { return .tooMany }
                parameters.append(Parameter("", decode(range)))
            }
        }
        return index < end ? .colon : .noColon
    }

    private mutating func readValues(into parameter: inout Parameter) -> Bool {
        while true {
            count += 1
            guard count <= LineHead.maximumParameterValues else { return false }
            if readsQuotes, index < end, bytes[index] == 0x22, let close = closingQuote(after: index) {
                parameter.values.append(decode(index + 1..<close))
                parameter.isQuoted = true
                index = close + 1
            } else {
                parameter.values.append(readUnquoted())
            }
            guard index < end else { return false }
            guard bytes[index] == 0x2C else { return true }
            index += 1
        }
    }

    /// The quote that ends the value which begins at `start`: one that a separator follows, so that `"say
    /// "hi""` is one value.
    ///
    /// `nil` if there is none; then no later one has one either.
    private mutating func closingQuote(after start: Int) -> Int? {
        var position = start + 1
        while position < end, let quote = bytes.firstIndex(of: 0x22, in: position..<end) {
            guard quote + 1 < end else { break }
            switch bytes[quote + 1] {
            case 0x2C, 0x3A, 0x3B: return quote
            default: position = quote + 1
            }
        }
        readsQuotes = false
        return nil
    }

    /// A value without quotes.
    ///
    /// A backslash in front of a comma or semicolon (Google writes it) keeps these together.
    private mutating func readUnquoted() -> String {
        let start = index
        var escaped = false
        scan: while index < end {
            switch bytes[index] {
            case 0x2C, 0x3A, 0x3B: break scan
            case 0x5C where index + 1 < end && (bytes[index + 1] == 0x2C || bytes[index + 1] == 0x3B):
                escaped = true
                index += 2
            default: index += 1
            }
        }
        let text = decode(start..<min(index, end))
        guard escaped else { return text }
        return text.replacingEscapedSeparators()
    }

    /// The text of `range` with the escapes of RFC 6868 decoded; a circumflex before anything else is itself.
    private func decode(_ range: Range<Int>) -> String {
        guard bytes.firstIndex(of: 0x5E, in: range) != nil else { return bytes.string(range) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = bytes[position]
            position += 1
            guard byte == 0x5E, position < range.upperBound else {
                decoded.append(byte)
                continue
            }
            switch bytes[position] {
            case 0x6E: decoded.append(0x0A)
            case 0x27: decoded.append(0x22)
            case 0x5E: decoded.append(0x5E)
            default:
                decoded.append(byte)
                continue
            }
            position += 1
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}

extension String {
    /// The same with `\,` and `\;` made `,` and `;`.
    fileprivate func replacingEscapedSeparators() -> String {
        var result: [UInt8] = []
        var pendingBackslash = false
        for byte in utf8 {
            if pendingBackslash, byte != 0x2C, byte != 0x3B { result.append(0x5C) }
            pendingBackslash = byte == 0x5C
            if !pendingBackslash { result.append(byte) }
        }
        if pendingBackslash { result.append(0x5C) }
        return String(decoding: result, as: UTF8.self)
    }
}
