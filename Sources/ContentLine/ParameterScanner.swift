/// Goes through `;NAME=value,"value"` up to the colon, without making text of anything.
///
/// All reading of parameters is done by it: finding where the value of a line begins, looking for one parameter, and
/// making ``Parameter``s. It gives the same for the same bytes, so that a line need not keep what it can find again.
struct ParameterScanner {
    let bytes: UnsafeRawBufferPointer
    private let end: Int
    private var readsQuotes: Bool
    /// True if only the last byte is the colon before the value; see ``LineHead/hasPlainColons``.
    private let hasPlainColons: Bool
    /// Whether values of the parameter that was given last are still to come.
    private var hasValues = false
    /// The semicolon before the next parameter; after the last one the colon, or the end if there is none.
    private(set) var index: Int

    /// Where a parameter stands.
    struct Name {
        var range: Range<Int>
        /// Whether the text is no name but a value without one (vCard 2.1).
        var isBare: Bool
    }

    /// Where a value stands, without quotes.
    struct Value {
        var range: Range<Int>
        var isQuoted = false
        /// Whether separators in it have a backslash in front.
        var hasBackslashes = false
    }

    /// Begins at `index`, where a semicolon stands, or the colon if there are no parameters.
    ///
    /// - Parameters:
    ///   - readsQuotes: `false` for lines in which a quote is never closed: there it is a plain character.
    ///   - hasPlainColons: `true` if all colons but the one at the end are plain characters.
    @inline(__always)
    init(
        _ bytes: UnsafeRawBufferPointer, from index: Int, to end: Int, readsQuotes: Bool,
        hasPlainColons: Bool = false
    ) {
        self.bytes = bytes
        self.index = index
        self.end = end
        self.readsQuotes = readsQuotes
        self.hasPlainColons = hasPlainColons
    }

    /// A Boolean value that indicates whether the colon at `position` ends the parameters.
    @inline(__always)
    private func isEnd(_ position: Int) -> Bool { !hasPlainColons || position == end - 1 }

    /// Whether the scan has come to the colon.
    var isAtColon: Bool { index < end && bytes[index] == 0x3A }

    /// The next parameter, or `nil` at the colon or where the line ends.
    ///
    /// Values of the one before that were not asked for are passed over.
    mutating func next() -> Name? {
        while hasValues { _ = nextValue() }
        while index < end, bytes[index] == 0x3B {
            let start = index + 1
            var position = start
            scan: while position < end {
                switch bytes[position] {
                case 0x3B, 0x3D: break scan  // semicolon, equals sign
                case 0x3A where isEnd(position): break scan  // colon
                default: position += 1
                }
            }
            index = position
            guard position < end else { return nil }
            let range = bytes.trimmed(start..<position)
            if bytes[position] == 0x3D {
                index = position + 1
                hasValues = true
                return Name(range: range, isBare: false)
            }
            if !range.isEmpty { return Name(range: range, isBare: true) }
        }
        return nil
    }

    /// The next value of the parameter that ``next()`` gave last, or `nil` after the last one.
    mutating func nextValue() -> Value? {
        guard hasValues else { return nil }
        let value: Value
        if readsQuotes, index < end, bytes[index] == 0x22, let close = closingQuote(after: index) {
            value = Value(range: index + 1..<close, isQuoted: true)
            index = close + 1
        } else {
            value = unquoted()
        }
        hasValues = index < end && bytes[index] == 0x2C
        if hasValues { index += 1 }
        return value
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
    private mutating func unquoted() -> Value {
        let start = index
        var position = start
        var hasBackslashes = false
        scan: while position < end {
            switch bytes[position] {
            case 0x2C, 0x3B: break scan
            case 0x3A where isEnd(position): break scan
            case 0x5C
            where position + 1 < end && (bytes[position + 1] == 0x2C || bytes[position + 1] == 0x3B):
                hasBackslashes = true
                position += 2
            default: position += 1
            }
        }
        index = position
        return Value(range: start..<position, hasBackslashes: hasBackslashes)
    }
}

extension ParameterScanner {
    /// All parameters from here on.
    mutating func parameters() -> [Parameter] {
        var parameters: [Parameter] = []
        while let name = next() { parameters.append(parameter(name)) }
        return parameters
    }

    /// The parameter that ``next()`` gave, with its values.
    mutating func parameter(_ name: Name) -> Parameter {
        if name.isBare { return Parameter("", bytes.decodingCircumflexes(name.range)) }
        var isQuoted = false
        var values: [String] = []
        while let value = nextValue() {
            values.append(text(value))
            if value.isQuoted { isQuoted = true }
        }
        return Parameter(bytes.string(name.range), values, isQuoted: isQuoted)
    }

    /// Calls `body` with each value of the parameters of this name, and, if `orBare`, with those without a name.
    mutating func forEachValue(_ word: StaticString, orBare: Bool, _ body: (String, Bool) -> Void) {
        while let name = next() {
            if name.isBare {
                if orBare { body(bytes.decodingCircumflexes(name.range), true) }
            } else if isWord(word, name.range) || (orBare && name.range.isEmpty) {
                while let value = nextValue() { body(text(value), name.range.isEmpty) }
            }
        }
    }

    /// The text of a value.
    func text(_ value: Value) -> String {
        let text = bytes.decodingCircumflexes(value.range)
        return value.hasBackslashes ? text.replacingEscapedSeparators() : text
    }

    /// Whether `range` holds `word` (ASCII, in upper case), in any case.
    @inline(__always)
    func isWord(_ word: StaticString, _ range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count
        where asciiUppercased(bytes[range.lowerBound + offset]) != word.utf8Start[offset] { return false }
        return true
    }

    /// The same for a word that is not known before.
    func isWord(_ word: String, _ range: Range<Int>) -> Bool {
        let characters = word.utf8
        guard range.count == characters.count else { return false }
        var position = range.lowerBound
        for character in characters {
            guard asciiUppercased(bytes[position]) == character else { return false }
            position += 1
        }
        return true
    }
}

extension UnsafeRawBufferPointer {
    /// The text of `range` with the escapes of RFC 6868 decoded, and without NUL; a circumflex before anything else is
    /// itself.
    fileprivate func decodingCircumflexes(_ range: Range<Int>) -> String {
        guard firstIndex(of: 0x5E, in: range) != nil || firstIndex(of: 0, in: range) != nil else {
            return string(range)
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = self[position]
            position += 1
            if byte == 0 { continue }
            guard byte == 0x5E, position < range.upperBound else {
                decoded.append(byte)
                continue
            }
            switch self[position] {
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
