/// Where in a line group, name, parameters and value stand, and what decides how the value is read.
///
/// Offsets only: the texts are made when they are asked for.
struct LineHead {
    /// Where the group begins; where the name does, if there is none.
    var start: Int
    var name: Range<Int>
    /// The semicolon before the first parameter, or the colon.
    var parametersStart: Int
    /// Where the value begins: after the colon.
    var valueStart: Int
    var hasParameters = false
    /// Whether quotes around parameter values are quotes; see ``ParameterScanner``.
    var readsQuotes = true
    /// True if colons before the value are characters of parameter values without quotes.
    var hasPlainColons = false
    var encoding = TransferEncoding.none
    /// Whether CHARSET names anything but UTF-8 or ASCII.
    var hasForeignCharset = false

    /// Why a line could not be read.
    enum Failure: Error {
        case missingColon
        case badName
        case tooManyParameters
    }

    /// More values of parameters than this in one line are no calendar or card, but an attack on memory.
    static let maximumParameterValues = 10_000

    /// Where the group stands, without its dot.
    var group: Range<Int>? { start < name.lowerBound - 1 ? start..<name.lowerBound - 1 : nil }

    /// The head of a line that was not read, whose parts stand elsewhere.
    static let none = LineHead(start: 0, name: 0..<0, parametersStart: 0, valueStart: 0)

    /// The head of the same text when it begins at `start` of other bytes.
    func moved(to start: Int) -> LineHead {
        let distance = start - self.start
        var head = self
        head.start = start
        head.name = name.lowerBound + distance..<name.upperBound + distance
        head.parametersStart += distance
        head.valueStart += distance
        return head
    }

    /// The head if the value begins after a later colon, or nil if the text before this colon has no such form.
    ///
    /// All colons before that one become characters of parameter values.
    func withValue(after colon: Int, _ bytes: UnsafeRawBufferPointer) -> LineHead? {
        var head = self
        head.readsQuotes = true
        head.hasPlainColons = true
        guard head.readParameters(bytes, colon + 1) == nil, head.valueStart == colon + 1 else { return nil }
        return head
    }

    /// Reads the head of the line that is `bytes[range]`, unfolded.
    static func parse(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Result<LineHead, Failure> {
        var index = range.lowerBound
        let end = range.upperBound
        var dot = -1
        var isName = true
        scan: while index < end {
            let byte = bytes[index]
            switch byte {
            case 0x3A, 0x3B: break scan  // colon, semicolon
            case 0x2E: dot = index
            case 0...0x20, 0x22: isName = false  // blanks at either end may stay
            default: break
            }
            index += 1
        }
        guard index < end else { return .failure(.missingColon) }
        let whole = isName ? range.lowerBound..<index : bytes.trimmed(range.lowerBound..<index)
        var name = whole
        if dot >= whole.lowerBound, dot < whole.upperBound - 1 { name = dot + 1..<whole.upperBound }
        // Written without its dot, `.BEGIN:VCARD` would begin a component.
        let isMark = dot == whole.lowerBound && ComponentMark(bytes, name.lowerBound..<end) != nil
        guard !name.isEmpty, !isMark else { return .failure(.badName) }
        if !isName {
            for position in whole where bytes[position] <= 0x20 || bytes[position] == 0x22 {
                return .failure(.badName)
            }
        }
        var head = LineHead(
            start: whole.lowerBound, name: name, parametersStart: index, valueStart: index + 1)
        guard bytes[index] == 0x3B else { return .success(head) }
        // They have no parameters; written without those that say nothing, they would be marks of a component.
        if head.group == nil, bytes.isBeginOrEnd(name) { return .failure(.badName) }
        var found = head.readParameters(bytes, end)
        if found == .missingColon {
            // A quote that closes too late, or never: read quotes as plain characters.
            head.readsQuotes = false
            found = head.readParameters(bytes, end)
        }
        return found.map { .failure($0) } ?? .success(head)
    }

    /// Goes through the parameters to the colon, and notes what they say of the value; gives why it could not.
    private mutating func readParameters(_ bytes: UnsafeRawBufferPointer, _ end: Int) -> Failure? {
        var scanner = ParameterScanner(
            bytes, from: parametersStart, to: end, readsQuotes: readsQuotes, hasPlainColons: hasPlainColons)
        var count = 0
        var hasCharset = false
        encoding = .none
        hasForeignCharset = false
        while let name = scanner.next() {
            if name.isBare {
                count += 1
                guard count <= Self.maximumParameterValues else { return .tooManyParameters }
                if encoding == .none { encoding = scanner.encoding(name.range, isBare: true) }
                continue
            }
            // Names that are looked for have 0, 7 or 8 characters.
            let isEncoding = name.range.isEmpty || scanner.isWord("ENCODING", name.range)
            let isCharset = !hasCharset && scanner.isWord("CHARSET", name.range)
            if isCharset { hasCharset = true }
            var isFirst = true
            while let value = scanner.nextValue() {
                count += 1
                guard count <= Self.maximumParameterValues else { return .tooManyParameters }
                if isFirst {
                    if isEncoding, encoding == .none {
                        encoding = scanner.encoding(value.range, isBare: name.range.isEmpty)
                    }
                    if isCharset { hasForeignCharset = !scanner.isUTF8Name(value.range) }
                    isFirst = false
                }
            }
        }
        guard scanner.isAtColon else { return .missingColon }
        hasParameters = count > 0
        valueStart = scanner.index + 1
        return nil
    }
}

extension UnsafeRawBufferPointer {
    /// Whether `self[range]` is BEGIN or END, in any case.
    fileprivate func isBeginOrEnd(_ range: Range<Int>) -> Bool {
        let end = range.upperBound
        return range.count == 5 && hasPrefix("begin", at: range.lowerBound, before: end)
            || range.count == 3 && hasPrefix("end", at: range.lowerBound, before: end)
    }
}

extension ParameterScanner {
    /// The transfer encoding that a value of ENCODING names, or a word without a name.
    fileprivate func encoding(_ range: Range<Int>, isBare: Bool) -> TransferEncoding {
        switch range.count {
        case 1 where !isBare: isWord("B", range) ? .base64 : .none
        case 2: isWord("QP", range) ? .quotedPrintable : .none
        case 6: isWord("BASE64", range) ? .base64 : .none
        case 16: isWord("QUOTED-PRINTABLE", range) ? .quotedPrintable : .none
        default: .none
        }
    }

    /// Whether a value of CHARSET is UTF-8, ASCII or nothing.
    fileprivate func isUTF8Name(_ range: Range<Int>) -> Bool {
        range.isEmpty || isWord("UTF-8", range) || isWord("UTF8", range) || isWord("US-ASCII", range)
            || isWord("ASCII", range)
    }
}
