public import TextDecoding

extension ContentLine {
    /// Reads one line that stands alone: with its folds, and without BEGIN and END around it.
    ///
    /// Never fails: a line that cannot be read becomes one for which ``isMalformed`` is true; `nil` only for blank text.
    ///
    /// - Parameters:
    ///   - bytes: the text of the line.
    ///   - line: the line in the file where it begins, counted from 1.
    ///   - fallback: the charset if it is neither UTF-8 nor names one; `nil` guesses.
    ///   - issues: what is wrong with the line is added.
    public init?(
        reading bytes: [UInt8], line: Int = 1, fallback: TextEncoding? = nil, issues: inout [ContentIssue]
    ) {
        let read: (line: ContentLine, issues: [ContentIssue])? = bytes.withUnsafeBytes { buffer in
            var lines = LogicalLines(buffer)
            guard var first = lines.next() else { return nil }
            lines.absorbBase64(into: &first)
            var reader = LineReader(array: bytes, bytes: buffer, firstLine: line, fallback: fallback)
            return (reader.read(first), reader.issues)
        }
        guard let read else { return nil }
        self = read.line
        issues += read.issues
    }

    /// Reads one line that stands alone, for which issues do not matter or were told before.
    public init?(reading bytes: [UInt8], line: Int = 1, fallback: TextEncoding? = nil) {
        var issues: [ContentIssue] = []
        self.init(reading: bytes, line: line, fallback: fallback, issues: &issues)
    }
}

/// Makes content lines of logical lines: head, value, charset; and says what is wrong with them.
struct LineReader {
    private let array: [UInt8]
    private let bytes: UnsafeRawBufferPointer
    private let firstLine: Int
    private let fallback: TextEncoding?
    /// Whether the whole item is UTF-8, so that its lines need no look of their own.
    private let isUTF8: Bool
    private let hasNUL: Bool
    var issues: [ContentIssue] = []
    /// Whether the last line is AGENT and a card begins as its value, to go on with the next line.
    private(set) var beginsAgent = false

    init(array: [UInt8], bytes: UnsafeRawBufferPointer, firstLine: Int, fallback: TextEncoding?) {
        self.array = array
        self.bytes = bytes
        self.firstLine = firstLine
        self.fallback = fallback
        isUTF8 = TextEncoding.isValidUTF8(bytes)
        hasNUL = bytes.firstIndex(of: 0, in: 0..<bytes.count) != nil
    }

    /// Reads one line.
    ///
    /// A line that is read a second time, since more was found to belong to it, makes no new issues.
    mutating func read(_ line: LogicalLines.Line, isReread: Bool = false) -> ContentLine {
        let known = issues.count
        defer { if isReread { issues.removeSubrange(known...) } }
        guard let joined = line.joined else {
            return read(line, text: bytes, range: line.plain, storage: array, isOwn: false)
        }
        return joined.withUnsafeBytes { buffer in
            read(line, text: buffer, range: 0..<buffer.count, storage: joined, isOwn: true)
        }
    }

    /// A piece of text that is kept as it is.
    func malformed(_ source: Range<Int>, _ line: LogicalLines.Line) -> ContentLine {
        let text = bytes.trimmedLine(source)
        return ContentLine(
            .none, canonicalName: "", storage: array, valueRange: text, sourceRange: source,
            lineNumber: firstLine + line.number,
            needsTranscoding: !isUTF8
                && !TextEncoding.isValidUTF8(UnsafeRawBufferPointer(rebasing: bytes[source])))
    }

    /// A piece of text that is kept as it is, after something was added to it.
    func malformed(_ text: [UInt8], _ line: LogicalLines.Line) -> ContentLine {
        ContentLine(
            .none, canonicalName: "", storage: text, valueRange: text.indices, sourceRange: text.indices,
            lineNumber: firstLine + line.number,
            needsTranscoding: !isUTF8 && !text.withUnsafeBytes { TextEncoding.isValidUTF8($0) })
    }

    /// Reads `text[range]`; `storage` is the array that `text` is the memory of, and `isOwn` tells that it is not the
    /// text of the item.
    private mutating func read(
        _ line: LogicalLines.Line, text: UnsafeRawBufferPointer, range: Range<Int>, storage: [UInt8],
        isOwn: Bool
    ) -> ContentLine {
        if isUTF8 { return parse(line, text: text, range: range, storage: storage, isOwn: isOwn) }
        if TextEncoding.isValidUTF8(UnsafeRawBufferPointer(rebasing: text[range])) {
            // The joined text is UTF-8, but a fold may stand within a character.
            let source = UnsafeRawBufferPointer(rebasing: bytes[line.source])
            return parse(
                line, text: text, range: range, storage: storage, isOwn: isOwn,
                needsTranscoding: !TextEncoding.isValidUTF8(source))
        }
        if let escaped = escapingRawBytes(text, range) {
            return escaped.withUnsafeBytes { buffer in
                read(line, text: buffer, range: 0..<buffer.count, storage: escaped, isOwn: true)
            }
        }
        let decoded = decodeWhole(text, range, line: firstLine + line.number)
        return decoded.withUnsafeBytes { buffer in
            parse(
                line, text: buffer, range: 0..<buffer.count, storage: decoded, isOwn: true,
                needsTranscoding: true,
                isDecoded: true)
        }
    }

    private mutating func parse(
        _ line: LogicalLines.Line, text: UnsafeRawBufferPointer, range: Range<Int>, storage: [UInt8],
        isOwn: Bool,
        needsTranscoding: Bool = false, isDecoded: Bool = false
    ) -> ContentLine {
        let number = firstLine + line.number
        switch LineHead.parse(text, range) {
        case .failure(let failure):
            beginsAgent = false
            issues.append(failure.issue(line: number))
            return malformed(line.source, line)
        case .success(let head):
            let name = text.uppercasedString(head.name)
            if hasNUL || line.endsInSoftBreak { check(line, text, range, name: name) }
            let value = head.valueStart..<range.upperBound
            beginsAgent = value.count <= 16 && name == "AGENT" && text.beginsCard(value)
            func made() -> ContentLine {
                ContentLine(
                    head, canonicalName: name, storage: storage, valueRange: value,
                    sourceStorage: isOwn ? array : nil, sourceRange: line.source, lineNumber: number,
                    needsTranscoding: needsTranscoding)
            }
            return head.hasForeignCharset ? applyingCharset(made(), wasTranscoded: isDecoded) : made()
        }
    }

    /// Tells of NUL bytes and of soft breaks without anything after them.
    private mutating func check(
        _ line: LogicalLines.Line, _ text: UnsafeRawBufferPointer, _ range: Range<Int>, name: String
    ) {
        let number = firstLine + line.number
        if text.firstIndex(of: 0, in: range) != nil {
            issues.append(
                ContentIssue(
                    .nulByte, line: number, property: name,
                    message: "The line contains a NUL byte. It was left out of the text."))
        }
        if line.endsInSoftBreak {
            issues.append(
                ContentIssue(
                    .badQuotedPrintable, line: number, property: name,
                    message: "The value ends with a soft line break, but no line continues it."))
        }
    }

    /// Escapes the bytes of a QUOTED-PRINTABLE value that RFC 2045 section 6.7 does not allow there, so that its charset
    /// decodes them with the others; nil if there are none, or the line names no charset.
    private func escapingRawBytes(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) -> [UInt8]? {
        guard case .success(let head) = LineHead.parse(text, range), head.encoding == .quotedPrintable,
            head.hasForeignCharset, text[head.valueStart..<range.upperBound].contains(where: { $0 >= 0x80 })
        else { return nil }
        var escaped = Array(text[range.lowerBound..<head.valueStart])
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text[head.valueStart..<range.upperBound] {
            escaped += byte < 0x80 ? [byte] : [0x3D, digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
        }
        return escaped
    }

    /// Decodes a line that is not UTF-8: by the CHARSET that it names, or the fallback, or a guess.
    private mutating func decodeWhole(_ text: UnsafeRawBufferPointer, _ range: Range<Int>, line: Int)
        -> [UInt8]
    {
        let slice = UnsafeRawBufferPointer(rebasing: text[range])
        var encoding = fallback
        if let label = charsetLabel(text, range) {
            do {
                encoding = try TextEncoding(label: label)
            } catch {
                issues.append(ContentIssue(.badCharset, line: line, message: error.message))
            }
            let decoded = encoding?.decode(bytes: slice) ?? TextEncoding.decodeUnlabelled(bytes: slice)
            if !decoded.issues.isEmpty {
                issues.append(
                    ContentIssue(
                        .badCharset, line: line,
                        message:
                            "The line has bytes that are not \(decoded.encoding.name), the charset that it names."
                    ))
            }
            return decoded.text.withoutLineBreaks
        }
        let decoded = encoding?.decode(bytes: slice) ?? TextEncoding.decodeUnlabelled(bytes: slice)
        issues.append(
            ContentIssue(
                .notUTF8, line: line,
                message:
                    "The line is not UTF-8 and names no charset. It was read as \(decoded.encoding.name)."))
        return decoded.text.withoutLineBreaks
    }

    /// What follows `CHARSET=` in front of the first colon.
    private func charsetLabel(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) -> String? {
        let colon = text.firstIndex(of: 0x3A, in: range) ?? range.upperBound
        var index = range.lowerBound
        while let semicolon = text.firstIndex(of: 0x3B, in: index..<colon) {
            index = semicolon + 1
            guard text.hasPrefix("charset=", at: index, before: colon) else { continue }
            let start = index + 8
            let end = text.firstIndex(of: 0x3B, in: start..<colon) ?? colon
            let label = text.string(start..<end)
            return ["UTF-8", "UTF8", ""].contains(label.asciiUppercased()) ? nil : label
        }
        return nil
    }

    /// Decodes the value of a line that is ASCII, or happens to be UTF-8, and names another charset.
    private mutating func applyingCharset(_ line: ContentLine, wasTranscoded: Bool) -> ContentLine {
        var line = line
        let neededTranscoding = line.needsTranscoding
        line.needsTranscoding = true
        guard !wasTranscoded, line.encoding == .none, let label = line.charset else { return line }
        do {
            let decoded = try TextEncoding(label: label).decode(line.value)
            line.replaceValue(with: decoded.text.withoutLineBreaks)
        } catch {
            line.needsTranscoding = neededTranscoding
            issues.append(
                ContentIssue(
                    .badCharset, line: line.lineNumber, property: line.canonicalName, message: error.message))
        }
        return line
    }
}

extension String {
    /// The text in UTF-8, with an escape in the place of each line break.
    ///
    /// UTF-7 and EBCDIC write a line break in other bytes, which end no line in the file. In UTF-8 it would begin one.
    fileprivate var withoutLineBreaks: [UInt8] {
        var result = Array(utf8)
        guard result.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return result }
        result = []
        for character in self {
            if ["\r\n", "\n", "\r"].contains(character) {
                result += [0x5C, 0x6E]
            } else {
                result += Array(character.utf8)
            }
        }
        return result
    }
}

extension UnsafeRawBufferPointer {
    /// Whether `range` is `BEGIN:VCARD`, but for blanks around it.
    func beginsCard(_ range: Range<Int>) -> Bool {
        let range = trimmed(range)
        return range.count == 11 && hasPrefix("begin:vcard", at: range.lowerBound, before: range.upperBound)
    }
}

extension LineHead.Failure {
    fileprivate func issue(line: Int) -> ContentIssue {
        switch self {
        case .missingColon:
            ContentIssue(
                .missingColon, line: line,
                message: "The line has no colon between name and value. It was kept but not read.")
        case .badName:
            ContentIssue(
                .badName, line: line,
                message: "The text before the colon is not a valid name. The line was kept but not read.")
        case .tooManyParameters:
            ContentIssue(
                .tooManyParameters, line: line,
                message:
                    "The line has more than \(LineHead.maximumParameterValues) parameter values. It was kept but not read."
            )
        }
    }
}
