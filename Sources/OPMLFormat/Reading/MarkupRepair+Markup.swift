/// What begins with `<` and is no start tag.
extension MarkupRepair {
    /// Takes the markup that `input` begins with.
    mutating func takeMarkup(_ input: Bytes, isLast: Bool) throws(OPMLError) -> Step {
        guard input.count > 1 else { return isLast ? .text : .incomplete }
        switch input[1] {
        case UInt8(ascii: "/"): return takeEndTag(input, isLast: isLast)
        case UInt8(ascii: "?"): return takeInstruction(input, isLast: isLast)
        case UInt8(ascii: "!"): return takeDeclaration(input, isLast: isLast)
        default: return try takeStartTag(input, isLast: isLast)
        }
    }

    private mutating func takeEndTag(_ input: Bytes, isLast: Bool) -> Step {
        let nameEnd = XMLCharacters.endOfName(input, from: 2)
        guard nameEnd < input.count || isLast else { return .incomplete }
        guard nameEnd > 2, nameEnd <= OPMLLimits.nameLength else { return .text }
        let name = Bytes(rebasing: input[2..<nameEnd])
        var end = nameEnd
        while end < input.count, XMLCharacters.isBlank(input[end]) { end += 1 }
        if end == input.count && !isLast { return .incomplete }
        let isClosed = end < input.count && input[end] == UInt8(ascii: ">")
        if !isClosed {
            // What stands between the name and the next tag cannot be text of the element that ends.
            while end < input.count, input[end] != UInt8(ascii: ">"), input[end] != UInt8(ascii: "<") {
                end += 1
            }
            if end == input.count && !isLast { return .incomplete }
            note(
                .unclosedTag, name: Self.shown(name),
                "an end tag is malformed; only its name was used",
                isKept: false)
        }
        self.end(name)
        countLines(Bytes(rebasing: input[..<end]))
        return .taken(end < input.count && input[end] == UInt8(ascii: ">") ? end + 1 : end)
    }

    private mutating func takeInstruction(_ input: Bytes, isLast: Bool) -> Step {
        let nameEnd = XMLCharacters.endOfName(input, from: 2)
        guard nameEnd + 1 < input.count || isLast else { return .incomplete }
        // The target is looked at first: what is none must not be searched for its end.
        guard nameEnd > 2, nameEnd <= OPMLLimits.nameLength, nameEnd < input.count,
            XMLCharacters.isBlank(input[nameEnd]) || input[nameEnd...].starts(with: "?>".utf8)
        else { return .text }
        let (end, step) = find(.instruction, "?>", in: input, from: nameEnd, isLast: isLast)
        guard let end else { return step }
        let whole = Bytes(rebasing: input[..<end])
        if Self.isSame(input[2..<nameEnd], "xml") {
            if !isOutside {
                note(
                    .badMarkup, "an XML declaration is inside the document; it was skipped",
                    isKept: false)
            }
            countLines(whole)
            return .taken(end)
        }
        appendRepaired(whole, in: .verbatim)
        return .taken(end)
    }

    private mutating func takeDeclaration(_ input: Bytes, isLast: Bool) -> Step {
        if input.count < 9 && !isLast { return .incomplete }
        if input.starts(with: "<!--".utf8) { return takeComment(input, isLast: isLast) }
        if input.starts(with: "<![CDATA[".utf8), !isOutside {
            let (end, step) = find(.cdata, "]]>", in: input, from: 9, isLast: isLast)
            guard let end else { return step }
            appendRepaired(Bytes(rebasing: input[..<end]), in: .verbatim)
            return .taken(end)
        }
        if input.count >= 9, Self.isSame(input[2..<9], "DOCTYPE"), isOutside {
            return takeDocumentType(input, isLast: isLast)
        }
        return .text
    }

    private mutating func takeComment(_ input: Bytes, isLast: Bool) -> Step {
        let (end, step) = find(.comment, "-->", in: input, from: 4, isLast: isLast)
        guard let end else { return step }
        let content = Bytes(rebasing: input[4..<end - 3])
        output += "<!--".utf8
        // A hyphen must not stand beside another one, nor at the end.
        var plain = 0
        var isMended = false
        for position in content.indices where content[position] == UInt8(ascii: "-") {
            let next = position + 1
            guard next == content.count || content[next] == UInt8(ascii: "-") else { continue }
            appendRepaired(Bytes(rebasing: content[plain..<next]), in: .verbatim)
            output.append(UInt8(ascii: " "))
            plain = next
            isMended = true
        }
        appendRepaired(Bytes(rebasing: content[plain...]), in: .verbatim)
        output += "-->".utf8
        if isMended { note(.badMarkup, "a comment contains two hyphens; a space was put between them") }
        return .taken(end)
    }

    /// Takes a document type off: the parser must not act on it.
    private mutating func takeDocumentType(_ input: Bytes, isLast: Bool) -> Step {
        if hasNone(.declaration) { return .text }
        guard let extent = DocumentTypeExtent(input) else {
            guard isLast else { return .incomplete }
            setNone(.declaration)
            return .text
        }
        func text(_ range: Range<Int>) -> String { String(decoding: input[range], as: UTF8.self).trimmed }
        let subset = extent.subset.map(text)
        var type = text(9..<(extent.subset.map { $0.lowerBound - 1 } ?? extent.end - 1))
        // What may stand after the internal subset is nothing that XML knows.
        if type.isEmpty { type = "opml" }
        if let subset, !subset.isEmpty {
            note(
                .documentType,
                "the document type has declarations; it was kept, but no entity is expanded and nothing is fetched"
            )
        }
        if hasRoot {
            note(.badMarkup, "a document type follows the document; it was skipped", isKept: false)
        } else {
            setDocumentType(type, internalSubset: subset)
        }
        countLines(Bytes(rebasing: input[..<extent.end]))
        return .taken(extent.end)
    }
}

/// How far a document type goes, and its internal subset.
private struct DocumentTypeExtent {
    var end = 0
    var subset: Range<Int>?

    /// Looks for the end of `<!DOCTYPE`; nil where it is not there.
    init?(_ input: UnsafeBufferPointer<UInt8>) {
        var position = 9
        var subsetStart: Int?
        while position < input.count {
            let rest = input[position...]
            switch input[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let close = rest.dropFirst().firstIndex(of: input[position]) else { return nil }
                position = close
            case UInt8(ascii: "[") where subsetStart == nil && subset == nil: subsetStart = position + 1
            case UInt8(ascii: "]"):
                if let start = subsetStart { subset = start..<position }
                subsetStart = nil
            case UInt8(ascii: "<") where rest.starts(with: "<!--".utf8):
                guard let close = Self.end("-->", in: rest.dropFirst(4)) else { return nil }
                position = close
            case UInt8(ascii: "<") where rest.starts(with: "<?".utf8):
                guard let close = Self.end("?>", in: rest.dropFirst(2)) else { return nil }
                position = close
            case UInt8(ascii: ">") where subsetStart == nil:
                end = position + 1
                return
            default: break
            }
            position += 1
        }
        return nil
    }

    /// The position of the last byte of a terminator.
    private static func end(_ terminator: String, in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let wanted = Array(terminator.utf8)
        var position = bytes.startIndex
        while position + wanted.count <= bytes.endIndex {
            if bytes[position...].starts(with: wanted) { return position + wanted.count - 1 }
            position += 1
        }
        return nil
    }
}
