import ContentLine

/// A line to be: its head, and its value with escapes but before any transfer encoding.
struct LineDraft {
    var group: String?
    var name: String
    var parameters: [Parameter]
    var text: String

    /// Makes a draft of its parts.
    init(group: String?, name: String, parameters: [Parameter], text: String) {
        self.group = group
        self.name = name
        self.parameters = parameters
        self.text = text
    }

    /// The line; in version 2.1 what is not plain ASCII, or too long, becomes QUOTED-PRINTABLE.
    func line(in version: VCardVersion) -> ContentLine {
        let line = ContentLine(group: group, name: name, parameters: parameters, value: text)
        guard version == .v2, line.encoding == .none else {
            return ContentLine(
                group: group, name: name, parameters: parameters,
                value: text.utf8.contains { $0 == 0x0A || $0 == 0x0D } ? text.escapingLineFeeds() : text)
        }
        let isLong = text.utf8.count > 60 || !text.isEmpty && head.utf8.count + text.utf8.count > 74
        guard isLong || !text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return line }
        return ContentLine(
            group: group, name: name,
            // In front, since readers may take a colon in another parameter for the end of the parameters.
            parameters: [Parameter("CHARSET", "UTF-8"), Parameter("ENCODING", "QUOTED-PRINTABLE")]
                + parameters,
            value: String(decoding: QuotedPrintable.encode(text), as: UTF8.self))
    }

    /// The head without folds: `item1.TEL;TYPE=home`.
    var head: String {
        var written = ContentLine(group: group, name: name, parameters: parameters, value: "").written()[...]
        // By bytes, since a fold may stand within what Swift takes for one character.
        var head: [UInt8] = []
        while let first = written.popFirst() {
            guard first == 0x0D, written.first == 0x0A else {
                head.append(first)
                continue
            }
            written = written.dropFirst()
            if written.first == 0x20 { written = written.dropFirst() }
        }
        return String(decoding: head.dropLast(), as: UTF8.self)
    }

    /// A line as it was read, but for QUOTED-PRINTABLE and CHARSET, which are made anew.
    init(_ line: ContentLine) {
        let isQuoted = line.encoding == .quotedPrintable
        let parameters = line.parameters.filter { parameter in
            if parameter.isNamed("CHARSET") { return false }
            guard isQuoted, parameter.name.isEmpty || parameter.isNamed("ENCODING") else { return true }
            return !["QUOTED-PRINTABLE", "QP"].contains(parameter.values.first?.asciiUppercased())
        }
        self.init(
            group: line.group, name: line.name, parameters: parameters, text: line.text(escaped: true))
    }
}

extension String {
    /// The same with line feeds written as backslash and n.
    func escapingLineFeeds() -> String {
        replacing("\r\n", with: "\\n").replacing("\n", with: "\\n").replacing("\r", with: "\\n")
    }
}

extension LineParts {
    /// The line that says this in a version.
    func draft(in version: VCardVersion) -> LineDraft {
        let context = WriteContext(version: version, previous: nil)
        var parameters: [Parameter] = []
        if let valueType { parameters.append(Parameter("VALUE", valueType)) }
        parameters += self.parameters
        var types = types
        if version < .v4, preference == 1 { types.append(version == .v2 ? "PREF" : "pref") }
        let text: String
        switch value {
        case .text(let value): text = context.escape(value)
        case .list(let values): text = TextValue.list(values)
        case .components(let values): text = values.map(context.escape).joined(separator: ";")
        case .structured(let values): text = context.structured(values)
        case .raw(let value):
            text = version == .v2 ? value.replacingEscapedLineFeeds() : value
        case .media(let bytes, let type):
            let base64 = Base64.encode(bytes)
            if version == .v4 {
                text = "data:\(type ?? "application/octet-stream");base64,\(base64)"
            } else {
                parameters.append(Parameter("ENCODING", version == .v2 ? "BASE64" : "b"))
                text = base64
            }
        case .card(let component):
            text = version == .v2 ? "" : context.escape(String(decoding: component.written(), as: UTF8.self))
        }
        parameters += Attributes.typeParameters(types, in: version)
        if version == .v4, let preference {
            // The first one counts.
            let place = parameters.firstIndex { $0.isNamed("PREF") } ?? parameters.count
            parameters.insert(Parameter("PREF", String(preference)), at: place)
        }
        if let addedTo {
            parameters.append(Parameter(Self.addedParameter, addedTo.rawValue + "|" + checksum))
        }
        return LineDraft(group: group, name: name, parameters: parameters, text: text)
    }

    /// Tells whether the value is still the one that was written: FNV-1a, in hexadecimal digits.
    var checksum: String {
        let text: String
        switch value {
        case .structured(let components):
            text = components.map { $0.joined(separator: ",") }.joined(separator: ";")
        case .text(let value): text = value
        default: text = ""
        }
        let hash = text.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return String(hash, radix: 16)
    }
}

extension String {
    /// The same with `\n` made a line feed, which QUOTED-PRINTABLE can hold; other escapes stay.
    fileprivate func replacingEscapedLineFeeds() -> String {
        guard utf8.contains(0x5C) else { return self }
        var result: [UInt8] = []
        var isEscaped = false
        for byte in utf8 {
            if isEscaped, byte == 0x6E || byte == 0x4E {
                result[result.count - 1] = 0x0A
                isEscaped = false
                continue
            }
            result.append(byte)
            isEscaped = byte == 0x5C && !isEscaped
        }
        return String(decoding: result, as: UTF8.self)
    }
}
