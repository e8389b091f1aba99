/// Start tags: those that are well-formed are copied, the others are written anew.
extension MarkupRepair {
    mutating func takeStartTag(_ input: Bytes, isLast: Bool) throws(OPMLError) -> Step {
        let nameEnd = XMLCharacters.endOfName(input, from: 1)
        guard nameEnd < input.count || isLast else { return .incomplete }
        guard nameEnd > 1, nameEnd <= OPMLLimits.nameLength else { return .text }
        let name = Bytes(rebasing: input[1..<nameEnd])
        switch StartTagScan(input, afterName: nameEnd) {
        case .clean(let end, let isEmpty, let lines):
            guard try prepare(name) else {
                if isAtNextDocument { return .taken(0) }
                line += lines
                return .taken(end)
            }
            append(Bytes(rebasing: input[..<end]))
            let first = line
            line += lines
            try didBegin(name, line: first, isEmpty: isEmpty)
            return .taken(end)
        case .incomplete where !isLast:
            return .incomplete
        default:
            return try repairStartTag(input, name: name, isLast: isLast)
        }
    }

    /// Writes a tag anew that is not as XML has it.
    private mutating func repairStartTag(_ input: Bytes, name: Bytes, isLast: Bool) throws(OPMLError) -> Step
    {
        var tag = LooseTag(input, afterName: 1 + name.count)
        while true {
            switch tag.next(isLast: isLast, isQuoteAbsent: { hasNone($0) }) {
            case .incomplete: return .incomplete
            case .noQuote(let quote):
                setNone(quote)
                return .text
            case .tooManyAttributes:
                throw OPMLError(
                    .tooManyAttributes, line: line,
                    "An element on line \(line) has more than \(OPMLLimits.attributes) attributes.",
                    remedy: "Remove the attributes that are not needed.")
            case .attribute: continue
            case .end: break
            }
            break
        }
        guard try prepare(name) else {
            if isAtNextDocument { return .taken(0) }
            countLines(Bytes(rebasing: input[..<tag.position]))
            return .taken(tag.position)
        }
        let first = line
        output.append(UInt8(ascii: "<"))
        append(name)
        var seen: Set<[UInt8]> = []
        var done = 1 + name.count
        for attribute in tag.attributes {
            countLines(Bytes(rebasing: input[done..<attribute.value.lowerBound]))
            done = attribute.value.upperBound
            append(attribute, of: input, seen: &seen)
        }
        countLines(Bytes(rebasing: input[done..<tag.position]))
        if tag.strayBytes > 0 {
            noteInTag(
                .badAttribute,
                "\(tag.strayBytes) characters in a tag belong to no attribute; they were skipped",
                isKept: false)
        }
        if !tag.isClosed {
            noteInTag(
                .unclosedTag, name: Self.shown(name), "a tag is not closed; it was read as an empty element")
        }
        output += (tag.isEmpty ? "/>" : ">").utf8
        try didBegin(name, line: first, isEmpty: tag.isEmpty)
        return .taken(tag.position)
    }

    private mutating func append(_ attribute: LooseTag.Attribute, of input: Bytes, seen: inout Set<[UInt8]>) {
        let written = Bytes(rebasing: input[attribute.name])
        let name = Self.mendedName(written)
        let value = Bytes(rebasing: input[attribute.value])
        let shown = Self.shown(name)
        guard seen.insert(name).inserted else {
            noteInTag(
                .duplicateAttribute, name: shown,
                "the element already has the attribute; the first one was used",
                isKept: false)
            countLines(value)
            return
        }
        if !written.elementsEqual(name) {
            noteInTag(
                .badAttribute, name: shown, "an attribute's name is invalid; it was repaired", isKept: false)
        }
        if attribute.quote == nil {
            noteInTag(
                .badAttribute, name: shown,
                value.isEmpty
                    ? "an attribute has no value; it was read as empty" : "an attribute's value has no quotes"
            )
        } else if attribute.isCut {
            noteInTag(
                .badAttribute, name: shown, "a value has no closing quote; it was ended where the tag ends")
        }
        let quote = attribute.quote ?? UInt8(ascii: "\"")
        output.append(UInt8(ascii: " "))
        output += name
        output.append(UInt8(ascii: "="))
        output.append(quote)
        // A value without quotes of its own may hold either.
        for (index, part) in value.split(separator: quote, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { output += "&quot;".utf8 }
            appendRepaired(Bytes(rebasing: part), in: .value)
        }
        output.append(quote)
    }

    /// A name of what stands for one: what a name cannot hold becomes an underscore.
    private static func mendedName(_ written: Bytes) -> [UInt8] {
        var name: [UInt8] = []
        var position = 0
        while position < written.count {
            if written[position] < 0x80 {
                let isFine = XMLCharacters.continuesName(UInt32(written[position]))
                name.append(isFine ? written[position] : UInt8(ascii: "_"))
                position += 1
            } else {
                let (scalar, length) = XMLCharacters.scalar(written, at: position)
                if XMLCharacters.continuesName(scalar) {
                    name += written[position..<position + length]
                } else {
                    name.append(UInt8(ascii: "_"))
                }
                position += length
            }
        }
        let isName = name.withUnsafeBufferPointer { XMLCharacters.endOfName($0, from: 0) == $0.count }
        return isName ? name : [UInt8(ascii: "_")] + name
    }
}
