import ContentLine
import VCardFormat

/// What a card says, for comparing it with what came back: found without the code that converts.
struct Said: Equatable, CustomStringConvertible {
    var lines: [String]
    var inner: [Said]
    var description: String {
        let attached = lines.filter(Self.isAttached).sorted()
        return (lines.filter { !Self.isAttached($0) } + attached).joined(separator: "\n")
            + inner.map { "{\($0)}" }.joined()
    }

    /// Whether a line belongs to another, beside which it stands when it comes back.
    private static func isAttached(_ line: String) -> Bool {
        line.contains("LABEL") || line.contains("SORT-STRING")
    }

    /// The properties of a card but VERSION, each with its group, its parameters and its value.
    init(_ component: Component, _ version: VCardVersion) {
        lines = []
        inner = []
        var agents: Set<Int> = []
        for (index, line) in component.properties.enumerated() where line.canonicalName != "VERSION" {
            var text = Self.text(line, version)
            // A card within: as lines, or as text; compared as what it says.
            let announces = ["", "BEGIN:VCARD"].contains(line.text().uppercased().filter { $0 != " " })
            let place =
                announces
                ? component.components.firstIndex {
                    $0.precedingProperties == index + 1 && $0.isNamed("VCARD")
                } : nil
            if line.canonicalName == "AGENT", let place {
                agents.insert(place)
                text += Self.agent(component.components[place])
            }
            lines.append(text)
        }
        for (index, component) in component.components.enumerated() where !agents.contains(index) {
            inner.append(Said(component, VCard(component).version))
        }
    }

    init(_ card: VCard) { self.init(card.component, card.version) }

    /// A card within a card, which may be of another version.
    private static func agent(_ component: Component) -> String {
        let card = VCard(component)
        return "\(card.version) \(Said(card))"
    }

    private static func text(_ line: ContentLine, _ version: VCardVersion) -> String {
        guard !line.isMalformed else {
            return "? " + String(decoding: Array(line.value), as: UTF8.self).filter { !$0.isNewline }
        }
        let isBase64 = line.encoding == .base64
        var parameters: [String] = []
        for parameter in line.parameters {
            switch parameter.name.uppercased() {
            case "CHARSET", "ENCODING": continue
            case "TYPE":
                parameters += parameter.values.flatMap { $0.split(separator: ",") }.map {
                    "TYPE=" + ($0.lowercased() == "pref" ? "pref" : $0)
                }
            case "":
                for value in parameter.values {
                    switch value.uppercased() {
                    case "QUOTED-PRINTABLE", "QP", "BASE64", "8BIT", "7BIT": continue
                    case "URL", "INLINE", "CID", "CONTENT-ID":
                        parameters.append("VALUE=" + value.lowercased())
                    default:
                        parameters += value.split(separator: ",").map {
                            "TYPE=" + ($0.lowercased() == "pref" ? "pref" : $0)
                        }
                    }
                }
            case "VALUE": parameters.append("VALUE=" + parameter.values.joined(separator: ",").lowercased())
            default:
                parameters.append(parameter.name.uppercased() + "=" + parameter.values.joined(separator: ","))
            }
        }
        var value = isBase64 ? line.binary().map { Base64.encode($0) } ?? line.text() : line.text()
        let isName = !isBase64 && ["N", "ADR"].contains(line.canonicalName)
        if isName {
            value = "\(version == .v2 ? line.components().map { $0.isEmpty ? [] : [$0] } : line.structured())"
        }
        if line.canonicalName == "AGENT" {
            if value.uppercased().hasPrefix("BEGIN:VCARD\n") {
                value = agent(Component.parse(Array(value.utf8)).component)
            } else if value.uppercased().filter({ $0 != " " }) == "BEGIN:VCARD" {
                value = ""
            }
        }
        let group = line.group.map { $0.uppercased() + "." } ?? ""
        return ([group + line.canonicalName] + parameters.sorted()).joined(separator: ";") + ":" + value
    }

    /// What one has and the other has not; `nil` if both say the same, lines of one name in the same order.
    func difference(_ other: Said) -> String? {
        guard inner.count == other.inner.count else { return "inner cards" }
        for (one, another) in zip(inner, other.inner) {
            if let difference = one.difference(another) { return difference }
        }
        if lines.sorted() == other.lines.sorted() {
            func ordered(_ lines: [String]) -> [String] { lines.filter { !Self.isAttached($0) } }
            return ordered(lines) == ordered(other.lines) ? nil : "order"
        }
        var rest = other.lines
        let missing = lines.filter { line in
            guard let index = rest.firstIndex(of: line) else { return true }
            rest.remove(at: index)
            return false
        }
        return "- " + missing.joined(separator: "\n- ") + "\n+ " + rest.joined(separator: "\n+ ")
    }
}
