import TextDecoding

extension ContentLine {
    /// The longest physical line to write, in octets without its line end (RFC 6350, section 3.2).
    public static let foldWidth = 75

    /// Appends the line to `output`, in UTF-8, with CRLF at its end.
    ///
    /// An unchanged line is written as it was read, with its folds and CRLF line ends. If it is not UTF-8, it is folded anew
    /// and only its charset changes: what stands before the colon stays. A changed line is written from its parts. New
    /// folds come at 75 octets, never within a character.
    public func write(to output: inout [UInt8]) {
        // A blank in front would make it a fold of what is written before it, where that was a stray END.
        let source = source?.drop { $0 == 0x20 || $0 == 0x09 }
        if let source, !needsTranscoding {
            output.append(normalizingLineEnds: source)
            return
        }
        guard !isMalformed else {
            let text = source ?? value
            output.append(normalizingLineEnds: ArraySlice(TextEncoding.decodeUnlabelled(text).text.utf8))
            return
        }
        let encoding = self.encoding
        var head: [UInt8] = []
        if !writeHeadAsRead(to: &head) {
            if let group, !group.isEmpty {
                head.append(contentsOf: group.utf8)
                head.append(0x2E)
            }
            head.append(contentsOf: name.utf8)
            for parameter in parameters { parameter.write(to: &head) }
        }
        head.append(0x3A)
        switch encoding {
        case .none:
            head.append(contentsOf: value)
            output.append(folding: head)
        case .base64:
            head.append(contentsOf: value)
            output.append(folding: head)
            // vCard 2.1 ends base64 with a blank line. vCard 3.0 has the letter b for it, iCalendar VALUE=BINARY.
            let isModern = parameters.contains {
                $0.values.first?.asciiUppercased() == "B" || $0.values.first?.asciiUppercased() == "BINARY"
            }
            if !isModern { output += [0x0D, 0x0A] }
        case .quotedPrintable:
            let text =
                hasForeignCharset
                ? ArraySlice(QuotedPrintable.encode(text(escaped: true), keepsLineFeeds: true)) : value
            output.append(softBreaking: head, quotedPrintable: text)
        }
    }

    /// The line as it would be written.
    ///
    /// See ``write(to:)``.
    public func written() -> [UInt8] {
        var output: [UInt8] = []
        write(to: &output)
        return output
    }
}

extension ParameterScanner {
    /// Appends everything up to the colon as it stands, empty parameters included; CHARSET becomes UTF-8.
    ///
    /// A parameter whose quote stays open is written from its values: with another value behind the colon the quote
    /// could close there.
    mutating func writeParameters(to output: inout [UInt8]) {
        var start = index
        while let name = next() {
            let values = index
            var copy = self
            let parameter = copy.parameter(name)
            var hasOpenQuote = false
            while let value = nextValue() {
                if !value.isQuoted, bytes[value.range].first == 0x22 { hasOpenQuote = true }
            }
            if hasOpenQuote {
                // The empty parameters in front, which have only blanks between their semicolons.
                let semicolon = bytes[start..<name.range.lowerBound].lastIndex(of: 0x3B) ?? start
                output.append(contentsOf: bytes[start..<semicolon])
                parameter.write(to: &output)
            } else if parameter.namesOtherCharset {
                output.append(contentsOf: bytes[start..<values])
                output.append(contentsOf: "UTF-8".utf8)
            } else {
                output.append(contentsOf: bytes[start..<index])
            }
            start = index
        }
        output.append(contentsOf: bytes[start..<index])
    }
}

extension Parameter {
    /// Whether it names a charset that is not UTF-8.
    fileprivate var namesOtherCharset: Bool {
        isNamed("CHARSET")
            && (values.first.map { !["UTF-8", "UTF8"].contains($0.asciiUppercased()) } ?? true)
    }

    /// Whether it can stand as a value alone, as vCard 2.1 has it; only colon, semicolon and equals sign end that.
    private var isBare: Bool {
        guard name.isEmpty, values.count == 1, let value = values.first, !value.isEmpty else { return false }
        return !value.utf8.contains { [0x3A, 0x3B, 0x3D].contains($0) }
    }

    /// Appends `;NAME=value,value`; CHARSET becomes UTF-8, since that is what is written.
    fileprivate func write(to output: inout [UInt8]) {
        output.append(0x3B)
        output.append(contentsOf: name.utf8)
        if !isBare { output.append(0x3D) }
        if namesOtherCharset {
            output.append(contentsOf: "UTF-8".utf8)
            return
        }
        for (index, value) in values.enumerated() {
            if index > 0 { output.append(0x2C) }
            // A backslash at the end would take the comma after it with it.
            let quoted =
                !isBare && (isQuoted || value.utf8.contains { [0x2C, 0x3A, 0x3B, 0x5C].contains($0) })
            if quoted { output.append(0x22) }
            for byte in value.utf8 {
                switch byte {
                case 0x5E: output += [0x5E, 0x5E]
                case 0x22: output += [0x5E, 0x27]
                case 0x0A: output += [0x5E, 0x6E]
                case 0x0D, 0x00: continue
                default: output.append(byte)
                }
            }
            if quoted { output.append(0x22) }
        }
    }
}

extension Array where Element == UInt8 {
    /// Appends a logical line, folded at 75 octets before a character begins, with CRLF at its end.
    mutating func append(folding line: [UInt8]) {
        var start = 0
        var width = ContentLine.foldWidth
        while line.count - start > width {
            var end = start + width
            // Back to where a character begins; UTF-8 has at most three continuation bytes.
            var steps = 0
            while steps < 3, line[end] & 0xC0 == 0x80 {
                end -= 1
                steps += 1
            }
            append(contentsOf: line[start..<end])
            append(contentsOf: [0x0D, 0x0A, 0x20])
            start = end
            width = ContentLine.foldWidth - 1
        }
        append(contentsOf: line[start...])
        append(contentsOf: [0x0D, 0x0A])
    }

    /// Appends a QUOTED-PRINTABLE line with soft breaks, which are no folds: the next line begins with text.
    ///
    /// No piece begins with a blank or looks like a property, so that readers of either habit get the same text.
    mutating func append(softBreaking head: [UInt8], quotedPrintable text: ArraySlice<UInt8>) {
        append(contentsOf: head)
        var text = text
        if text.last == 0x3D {
            // It stands for nothing, see QuotedPrintable.decode; and one before it would be taken for such a one.
            text.removeLast()
            if text.last == 0x3D { text += [0x33, 0x44] }
        }
        var width = head.count
        var index = text.startIndex
        while index < text.endIndex {
            var unit = [text[index]]
            var next = index + 1
            if text[index] == 0x3D, text.endIndex - index >= 3 {
                unit = Array(text[index..<index + 3])
                next = index + 3
            } else if text[index] >= 0xC0 {
                // A character that is not escaped stays whole.
                while next < text.endIndex, next < index + 4, text[next] & 0xC0 == 0x80 { next += 1 }
                unit = Array(text[index..<next])
            }
            if width + unit.count > ContentLine.foldWidth {
                append(contentsOf: [0x3D, 0x0D, 0x0A])
                width = 0
            }
            if unit == [0x20], width == 0 { unit = [0x3D, 0x32, 0x30] }
            if width == 0, unit.count == 1,
                text[index...].withUnsafeBytes({ $0.beginsKnownProperty(0..<$0.count) })
            {
                unit = QuotedPrintable.escape(unit[0])
            }
            if unit == [0x3A], width < 32 { unit = [0x3D, 0x33, 0x41] }
            append(contentsOf: unit)
            width += unit.count
            index = next
        }
        append(contentsOf: [0x0D, 0x0A])
    }

    /// Appends text with every line end made CRLF, and one at its end.
    mutating func append(normalizingLineEnds text: ArraySlice<UInt8>) {
        text.withUnsafeBytes { bytes in
            var lines = PhysicalLines(bytes)
            while let line = lines.next() {
                append(contentsOf: bytes[line.start..<line.end])
                append(0x0D)
                append(0x0A)
            }
        }
    }
}

extension ContentLine {
    /// Whether a reader would take the line behind this one for more of its base64, so that a blank line must part them.
    fileprivate func takesUp(_ next: ContentLine) -> Bool {
        // A name so long that it is folded has a first line without a colon.
        guard encoding == .base64, next.isMalformed || next.name.utf8.count > 60 else { return false }
        let bytes = next.written().prefix { $0 != 0x0A && $0 != 0x0D }
        return Array(bytes).withUnsafeBytes { $0.isBase64(0..<$0.count) }
    }
}

extension Component {
    /// Appends the component from BEGIN to END, in UTF-8, with CRLF line ends.
    ///
    /// Reading what was written gives an equal component. Components deeper than those that can be read can be
    /// written too.
    public func write(to output: inout [UInt8]) {
        write(to: &output, isBegun: false)
    }

    /// Appends the component; `isBegun` tells that its BEGIN has been written, as the value of the line before it.
    private func write(to output: inout [UInt8], isBegun: Bool) {
        if !isBegun, !hasNoBegin { output.append(contentsOf: Array("BEGIN:\(name)\r\n".utf8)) }
        var next = 0
        for (index, line) in properties.enumerated() {
            writeComponents(&next, before: index, to: &output)
            line.write(to: &output)
            if index + 1 < properties.count, line.takesUp(properties[index + 1]),
                !output.suffix(4).elementsEqual([13, 10, 13, 10])
            {
                output += [0x0D, 0x0A]
            }
        }
        writeComponents(&next, before: .max, to: &output)
        if !hasNoBegin { output.append(contentsOf: Array("END:\(name)\r\n".utf8)) }
    }

    /// Appends the inner components from number `next` on that stand in front of the property `index`.
    private func writeComponents(_ next: inout Int, before index: Int, to output: inout [UInt8]) {
        let first = next
        while next < components.count, components[next].precedingProperties <= index {
            let line = min(index, properties.count) - 1
            let isBegun = next == first && line >= 0 && properties[line].beginsCard
            components[next].write(to: &output, isBegun: isBegun && components[next].isNamed("VCARD"))
            next += 1
        }
    }

    /// The component as it would be written.
    ///
    /// See ``write(to:)``.
    public func written() -> [UInt8] {
        var output: [UInt8] = []
        write(to: &output)
        return output
    }
}
