import Glibc

/// A start tag that is read as it may be meant.
struct LooseTag {
    struct Attribute {
        var name: Range<Int>
        var value: Range<Int>
        /// The quote around the value; nil where it has none.
        var quote: UInt8?
        /// Whether the closing quote is missing.
        var isCut = false
    }

    enum Step { case attribute, end, incomplete, noQuote(MarkupRepair.Terminator), tooManyAttributes }

    private let input: UnsafeBufferPointer<UInt8>
    private(set) var position: Int
    private(set) var attributes: [Attribute] = []
    private(set) var isEmpty = false
    private(set) var isClosed = true
    /// How many bytes belong to nothing.
    private(set) var strayBytes = 0

    init(_ input: UnsafeBufferPointer<UInt8>, afterName start: Int) {
        self.input = input
        position = start
    }

    private mutating func skipBlanks() {
        while position < input.count, XMLCharacters.isBlank(input[position]) { position += 1 }
    }

    /// Reads up to and with the next attribute, or to the end of the tag.
    mutating func next(isLast: Bool, isQuoteAbsent: (MarkupRepair.Terminator) -> Bool) -> Step {
        while true {
            skipBlanks()
            guard position < input.count else { return endOfInput(isLast) }
            switch input[position] {
            case UInt8(ascii: ">"):
                position += 1
                return .end
            case UInt8(ascii: "/"):
                guard position + 1 < input.count else { return endOfInput(isLast) }
                if input[position + 1] == UInt8(ascii: ">") {
                    position += 2
                    isEmpty = true
                    return .end
                }
            case UInt8(ascii: "<"):
                isClosed = false
                isEmpty = true
                return .end
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="): break
            default: return attribute(isLast: isLast, isQuoteAbsent: isQuoteAbsent)
            }
            strayBytes += 1
            position += 1
        }
    }

    private mutating func endOfInput(_ isLast: Bool) -> Step {
        guard isLast else { return .incomplete }
        isClosed = false
        isEmpty = true
        return .end
    }

    private mutating func attribute(
        isLast: Bool, isQuoteAbsent: (MarkupRepair.Terminator) -> Bool
    ) -> Step {
        guard attributes.count < OPMLLimits.attributes else { return .tooManyAttributes }
        let start = position
        while position < input.count, !Self.endsName(input[position]) { position += 1 }
        let name = start..<position
        guard name.count <= OPMLLimits.nameLength else {
            strayBytes += name.count
            return .attribute
        }
        skipBlanks()
        guard position < input.count, input[position] == UInt8(ascii: "=") else {
            if position == input.count && !isLast { return .incomplete }
            attributes.append(Attribute(name: name, value: name.upperBound..<name.upperBound, quote: nil))
            return .attribute
        }
        position += 1
        skipBlanks()
        guard position < input.count else {
            attributes.append(Attribute(name: name, value: position..<position, quote: nil))
            return isLast ? .attribute : .incomplete
        }
        let quote = input[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let valueStart = position
            while position < input.count, !Self.endsBareValue(input, at: position) { position += 1 }
            if position == input.count && !isLast { return .incomplete }
            attributes.append(Attribute(name: name, value: valueStart..<position, quote: nil))
            return .attribute
        }
        let terminator: MarkupRepair.Terminator = quote == UInt8(ascii: "'") ? .singleQuote : .doubleQuote
        if isQuoteAbsent(terminator) { return .noQuote(terminator) }
        let valueStart = position + 1
        guard let base = input.baseAddress,
            let found = memchr(base + valueStart, Int32(quote), input.count - valueStart)
        else { return isLast ? .noQuote(terminator) : .incomplete }
        let close = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        if let cut = Self.endOfCutValue(UnsafeBufferPointer(rebasing: input[valueStart..<close])) {
            position = valueStart + cut
            attributes.append(Attribute(name: name, value: valueStart..<position, quote: quote, isCut: true))
        } else {
            position = close + 1
            attributes.append(Attribute(name: name, value: valueStart..<close, quote: quote))
        }
        return .attribute
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"),
            UInt8(ascii: "<"),
            UInt8(ascii: "\""), UInt8(ascii: "'"):
            true
        default: false
        }
    }

    private static func endsBareValue(_ input: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
        let byte = input[position]
        if byte == UInt8(ascii: "/") {
            return position + 1 < input.count && input[position + 1] == UInt8(ascii: ">")
        }
        return XMLCharacters.isBlank(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<")
    }

    /// Where a value ends whose closing quote is missing: it seems to hold the next tag of an outline.
    private static func endOfCutValue(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = value.baseAddress else { return nil }
        var start = 0
        while let found = memchr(base + start, Int32(UInt8(ascii: "<")), value.count - start) {
            let position = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            let rest = value[position...]
            if ["<outline ", "</outline>", "</body>"].contains(where: { rest.starts(with: $0.utf8) }) {
                guard let close = value[..<position].lastIndex(of: UInt8(ascii: ">")) else { return nil }
                let isEmpty = close > 0 && value[close - 1] == UInt8(ascii: "/")
                return isEmpty ? close - 1 : close
            }
            start = position + 1
            if start >= value.count { break }
        }
        return nil
    }
}
