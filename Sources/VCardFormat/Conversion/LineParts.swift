import ContentLine

/// The value of a line with transfer encoding and escapes undone.
enum LineValue: Equatable {
    case text(String)
    case list([String])
    case components([String])
    case structured([[String]])
    /// As it stands in 3.0 and 4.0: escapes and all.
    case raw(String)
    /// Bytes, and the media type that the line declares.
    case media([UInt8], type: String?)
    /// A card within the card (AGENT).
    case card(Component)
}

/// A line in its parts, as conversion looks at them: types apart from other parameters, CHARSET and the transfer
/// encoding gone.
struct LineParts {
    var group: String?
    /// The name as written.
    var name: String
    var types: [String] = []
    var preference: Int?
    /// VALUE.
    var valueType: String?
    var parameters: [Parameter] = []
    var value: LineValue
    /// The version of the card that conversion added the line, or the line's group, to.
    var addedTo: VCardVersion?

    /// The parameter of lines that conversion added.
    static let addedParameter = "X-ATRIUM-ADDED"
    /// The names of the lines that conversion adds.
    static let addedNames: Set<String> = ["FN", "N", "LABEL", "X-ABLABEL"]
    /// The parameter that says how a line was written before.
    static let originalParameter = "X-ATRIUM-ORIGINAL"

    var canonicalName: String { name.asciiUppercased() }
    var form: PropertyForm? { PropertyForm.of(canonicalName) }

    func hasValueType(_ type: String) -> Bool { valueType?.asciiUppercased() == type }

    /// The first value of a parameter (given in upper case).
    func parameter(_ name: String) -> String? {
        parameters.first { $0.isNamed(name) }?.values.first
    }
}

// MARK: Reading

extension LineParts {
    /// Takes a line of a version apart; `card` is the card that is the value of AGENT.
    init(_ line: ContentLine, in version: VCardVersion, card: Component? = nil) {
        self.init(group: line.group, name: line.name, value: .raw(""))
        for parameter in line.parameters { read(parameter, in: version) }
        if version < .v4 { takePreference() }
        value = card.map(LineValue.card) ?? readValue(line, in: version)
        // Damaged base64 is not taken for something else where it says no longer what it was to be.
        if line.encoding == .base64, case .raw = value { parameters.append(Parameter("ENCODING", "BASE64")) }
    }

    private mutating func read(_ parameter: Parameter, in version: VCardVersion) {
        switch parameter.name.asciiUppercased() {
        case "CHARSET", "ENCODING": break
        case "TYPE": parameter.values.forEach { addTypes($0) }
        case "VALUE" where valueType == nil && parameter.values.count == 1: valueType = parameter.values[0]
        case "PREF":
            let number = parameter.values.count == 1 ? Int(parameter.values[0]) : nil
            if version == .v4, preference == nil, let number, 1...100 ~= number,
                String(number) == parameter.values[0]
            {
                preference = number
            } else {
                parameters.append(parameter)
            }
        case Self.addedParameter where Self.addedNames.contains(canonicalName):
            addedTo =
                parameter.values.first.flatMap { VCardVersion(rawValue: String($0.prefix(3))) } ?? version
        case Self.originalParameter: break
        case "":
            for value in parameter.values {
                switch value.asciiUppercased() {
                case let word where Attributes.transferEncodings.contains(word): break
                case let word where Attributes.bareValueTypes.contains(word): valueType = valueType ?? value
                default: addTypes(value)
                }
            }
        default: parameters.append(parameter)
        }
    }

    private mutating func addTypes(_ value: String) {
        types += value.split(separator: ",", omittingEmptySubsequences: true).map(String.init)
    }

    /// Takes the preference out of the types: of several such words the last one, since it is written behind them.
    private mutating func takePreference() {
        guard let place = types.lastIndex(where: { $0.asciiUppercased() == "PREF" }) else { return }
        types.remove(at: place)
        preference = 1
    }

    private func readValue(_ line: ContentLine, in version: VCardVersion) -> LineValue {
        let form = form?.value ?? .raw
        if line.encoding == .base64 || form == .media { return readMedia(line, in: version) }
        switch form {
        case .text: return .text(line.text())
        case .list: return .list(line.list())
        case .components: return .components(line.components())
        case .gender: return canonicalName == "GENDER" ? .components(line.components()) : .text(line.text())
        case .structured: return .structured(line.structured(in: version))
        case .zone: return hasValueType("URI") ? rawValue(line) : .text(line.text())
        case .date: return hasValueType("TEXT") ? .text(line.text()) : rawValue(line)
        case .phone: return hasValueType("URI") ? rawValue(line) : .text(line.text())
        case .messaging: return canonicalName == "IMPP" ? rawValue(line) : .text(line.text())
        case .related:
            let isURI = ["RELATED", "X-RELATED"].contains(canonicalName) && !hasValueType("TEXT")
            return isURI ? rawValue(line) : .text(line.text())
        case .uri, .raw, .timestamp, .geo, .uid, .media: return rawValue(line)
        }
    }

    private func rawValue(_ line: ContentLine) -> LineValue {
        let text = line.text(escaped: true)
        guard line.encoding == .quotedPrintable else { return .raw(text) }
        return .raw(
            text.replacing("\r\n", with: "\\n").replacing("\n", with: "\\n").replacing("\r", with: "\\n"))
    }

    private func readMedia(_ line: ContentLine, in version: VCardVersion) -> LineValue {
        let raw = line.text(escaped: true)
        // What is written in another way than it would be written again stays as it is.
        if let data = DataURI(version == .v4 ? raw : line.uri()), data.isPlain,
            line.encoding != .base64 || raw.hasPrefix("data:")
        {
            return .media(data.bytes, type: data.type)
        }
        let isURI = hasValueType("URI") || hasValueType("URL") || hasValueType("TEXT")
        let isBare = line.encoding != .base64 && version < .v4 && !isURI && !raw.contains(":") && !raw.isEmpty
        if line.encoding == .base64 || isBare, let bytes = line.binary(),
            !isBare || Base64.encode(bytes) == raw
        {
            return .media(bytes, type: MediaType.named(by: line))
        }
        return rawValue(line)
    }
}
