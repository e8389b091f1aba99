import ContentLine

/// What a line says: two lines of a version with the same wording say the same to every program.
///
/// The order of parameters and of types, the transfer encoding and the charset, the case of names, of VALUE and of the
/// word `pref`, and escapes that were not needed are no part of it.
struct Wording: Equatable {
    /// In upper case; ``ConversionEntry/newGroup`` for one that conversion made.
    var group: String?
    /// The name, and the parameters in alphabetical order.
    var head: [String]
    var value: String

    /// The wording of a line in a version; `card` is the card that is the value of AGENT.
    init(_ line: ContentLine, in version: VCardVersion, card: Component? = nil) {
        group = line.group.map { $0 == ConversionEntry.newGroup ? $0 : $0.asciiUppercased() }
        guard !line.isMalformed else {
            (head, value) = (["?"], String(decoding: line.value, as: UTF8.self))
            return
        }
        // Of parameters of one name, the first may be the one that counts.
        let words = line.parameters.flatMap(Self.words).enumerated().sorted {
            let (left, right) = ($0.element, $1.element)
            guard left.name == right.name else { return left.name < right.name }
            return left.name == "TYPE" ? left.value < right.value : $0.offset < $1.offset
        }
        head = [line.canonicalName] + words.map { $0.element.name + "=" + $0.element.value }
        value = card.map(Self.value) ?? Self.value(of: line, in: version)
        // Bytes as base64 are not what they are as a URI.
        if line.encoding == .base64 { head.append("base64") }
    }

    private static func words(_ parameter: Parameter) -> [(name: String, value: String)] {
        func types(_ values: [String]) -> [(name: String, value: String)] {
            let words: [String] = values.flatMap { $0.split(separator: ",").map(String.init) }
            return words.map { ("TYPE", $0.asciiUppercased() == "PREF" ? "pref" : $0) }
        }
        let joined = parameter.values.joined(separator: ",")
        switch parameter.name.asciiUppercased() {
        case "CHARSET": return []
        case "ENCODING" where Attributes.transferEncodings.union(["B"]).contains(joined.asciiUppercased()):
            return []
        case "TYPE": return types(parameter.values)
        case "VALUE": return [("VALUE", joined.asciiUppercased())]
        case "":
            return parameter.values.flatMap { value -> [(name: String, value: String)] in
                let word = value.asciiUppercased()
                if Attributes.transferEncodings.contains(word) { return [] }
                return Attributes.bareValueTypes.contains(word) ? [("VALUE", word)] : types([value])
            }
        case let name: return [(name, joined)]
        }
    }

    private static func value(of line: ContentLine, in version: VCardVersion) -> String {
        if line.encoding == .base64 { return line.binary().map(Base64.encode) ?? line.text() }
        switch LineParts(line, in: version).value {
        case .raw(let text), .text(let text): return text
        case .media, .card: return line.text()
        case .list(let values), .components(let values):
            return values.joined(separator: "\u{1}") + "\u{2}" + line.text()
        case .structured(let values):
            return values.map { $0.joined(separator: "\u{1}") }.joined(separator: "\u{2}")
        }
    }

    /// What a card says, however its lines were written before.
    private static func value(of component: Component) -> String {
        let card = VCard(component)
        let companions = LineCompanions(card)
        var taken: Set<Int> = []
        let lines = component.properties.indices.compactMap { index -> String? in
            var line = component.properties[index]
            guard line.canonicalName != "VERSION" else { return nil }
            if line.hasParameters { line.setParameter(LineParts.originalParameter, to: []) }
            let inner = companions.innerCard(at: index)
            if inner != nil, line.text().announcesCard { taken.insert(index + 1) }
            return Wording(line, in: card.version, card: inner).text
        }
        let others = component.components.filter { !taken.contains($0.precedingProperties) }.map {
            String(decoding: $0.written(), as: UTF8.self)
        }
        return ([card.version.rawValue] + lines + others).joined(separator: "\u{3}")
    }

    /// Whether the line has neither group nor parameters.
    var isBare: Bool { group == nil && head.count == 1 }

    /// All of it as one text.
    var text: String { (group ?? "") + "." + head.joined(separator: ";") + ":" + value }
}
