import ContentLine
import SeededRandom
import Testing
import VCardFormat

/// What a card says, for comparing it with what came back: found without the code that converts.
struct Said: Equatable, CustomStringConvertible {
    var lines: [String]
    var inner: [Said]
    var description: String { lines.joined(separator: "\n") + inner.map { "{\($0)}" }.joined() }

    /// The properties of a card but VERSION, each with its group, its parameters and its value.
    init(_ component: Component, _ version: VCardVersion) {
        lines = []
        inner = []
        var agents: Set<Int> = []
        for (index, line) in component.properties.enumerated() where line.canonicalName != "VERSION" {
            var text = Self.text(line, version)
            // A card within: as lines, or as text; compared as what it says.
            let place = component.components.firstIndex { $0.precedingProperties == index + 1 }
            if line.canonicalName == "AGENT", let place {
                agents.insert(place)
                text += "\(Said(VCard(component.components[place])))"
            }
            lines.append(text)
        }
        for (index, component) in component.components.enumerated() where !agents.contains(index) {
            inner.append(Said(component, VCard(component).version))
        }
    }

    init(_ card: VCard) { self.init(card.component, card.version) }

    private static func text(_ line: ContentLine, _ version: VCardVersion) -> String {
        guard !line.isMalformed else { return "? " + string(line.value).filter { !$0.isNewline } }
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
                    case "QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT": continue
                    case "URL", "INLINE", "CID", "CONTENT-ID":
                        parameters.append("VALUE=" + value.lowercased())
                    case "VALUE":
                        parameters.append("VALUE=" + parameter.values.joined(separator: ",").lowercased())
                    default: parameters.append("TYPE=" + (value.lowercased() == "pref" ? "pref" : value))
                    }
                }
            case "VALUE": parameters.append("VALUE=" + parameter.values.joined(separator: ",").lowercased())
            default:
                parameters.append(parameter.name.uppercased() + "=" + parameter.values.joined(separator: ","))
            }
        }
        var value = isBase64 ? line.binary().map { Base64.encode($0) } ?? line.text() : line.text()
        let isName = ["N", "ADR"].contains(line.canonicalName)
        if isName {
            value = "\(version == .v2 ? line.components().map { $0.isEmpty ? [] : [$0] } : line.structured())"
        }
        if line.canonicalName == "AGENT" {
            if value.uppercased().hasPrefix("BEGIN:VCARD\n") {
                value = "\(Said(VCard(Component.parse(Array(value.utf8)).component)))"
            } else if value.uppercased() == "BEGIN:VCARD" {
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
            func ordered(_ lines: [String]) -> [String] {
                // These belong to other lines, and stand beside them when they come back.
                lines.filter { !$0.contains("LABEL") && !$0.contains("SORT-STRING") }
            }
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

/// The same after it was written and read.
func reread(_ card: VCard) -> VCardReader.Item {
    VCardReader.read(RawItem(name: "VCARD", bytes: card.component.written()))
}

@Suite("Conversion between versions")
struct ConversionTests {
    @Test(
        "Every real card comes back from every version as it was",
        .enabled(if: Corpus.isPresent, "The corpus is not here."), arguments: Corpus.paths)
    func corpus(path: String) throws {
        for item in try CorpusTests.readAll(Corpus.bytes(path)).items {
            for target in VCardVersion.allCases where target != item.card.version {
                let there = reread(item.card.converted(to: target).card)
                #expect(there.card.version == target)
                let back = reread(there.card.converted(to: item.card.version).card)
                let difference = Said(item.card).difference(Said(back.card))
                #expect(difference == nil, "\(path):\(item.source.line) by \(target.rawValue)")
            }
        }
    }
}

extension ConversionTests {
    /// A card of anything that may stand in one, of any version; what stands in it fits no version in particular.
    static func anyCard(_ random: inout SeededGenerator) -> VCard {
        let version = VCardVersion.allCases.randomElement(using: &random) ?? .v4
        var editor = VCardEditor(card(version, anyLines(&random).joined(separator: "\r\n")))
        editor.set(VCardProperty.note, to: [Property(random.text(0...200))])
        return VCardReader.read(RawItem(name: "VCARD", bytes: editor.written())).card
    }

    private static func anyLines(_ random: inout SeededGenerator) -> [String] {
        let names =
            VCardProperty.names.filter { $0 != "VERSION" } + [
                "X-ANY", "NEW-ONE", "AGENT", "ADR", "LABEL", "ADR",
            ]
        let parameters = [
            "TYPE=home", "TYPE=work,pref", "TYPE=\"a,b\"", "HOME", "PREF", "PREF=1", "PREF=17", "PREF=0",
            "ALTID=1",
            "PID=1.1,2", "LANGUAGE=de", "X-LANGUAGE=x", "VALUE=text", "VALUE=uri", "VALUE=URL", "VALUE=date",
            "X-ODD=\"a;b\"",
            "SORT-AS=\"x,y\"", "LABEL=\"a\\nb\"", "MEDIATYPE=image/gif", "X-ABC", "X-APPLE-OMIT-YEAR=1604",
            "X-ALTID=3",
            "TYPE=JPEG", "LEVEL=high", "GEO=\"geo:1,2\"", "X-PREF=5", "TYPE=spouse", "TYPE=X-mine",
            "CHARSET=UTF-8",
        ]
        let values = [
            "", "text", "a,b", "a\\,b;c", "--0203", "---03", "1985-04", "19850412T102200Z", "1604-02-03",
            "1985-04-12",
            "1953-10-15T23:10:00-05:00", "T10", "http://a/b", "urn:uuid:1", "geo:1,2", "geo:1.50,2.0,7;u=3",
            "1;2", "1,2",
            "data:image/gif;base64,R0lGODdh", "R0lGODdh", "xmpp:a@b", "aim:joe", "tel:+1-555;ext=1", "-0500",
            "-05:00",
            "Europe/Oslo", "M", ";they", "O;x", "Male", "_$!<Anniversary>!$_", "_$!<Spouse>!$_", "Spouse",
            "üñî日本語",
            "a\\nb", "a\\\\nb", "BEGIN:VCARD\\nVERSION:3.0\\nFN:x\\nBDAY:--0203\\nEND:VCARD\\n",
            ";;1 Main St;Town;;;", "::;;",
        ]
        return (0..<Int.random(in: 1...12, using: &random)).map { _ in
            let group = ["", "", "", "a.", "item1.", "b."].randomElement(using: &random) ?? ""
            let name = names.randomElement(using: &random) ?? "X"
            let count = [0, 0, 1, 1, 2, 3].randomElement(using: &random) ?? 0
            let some = (0..<count).map { _ in ";" + (parameters.randomElement(using: &random) ?? "") }
                .joined()
            return group + name + some + ":" + (values.randomElement(using: &random) ?? "")
        }
    }

    @Test("Generated cards come back from every version as they were", arguments: 0..<8)
    func generated(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) &* 7919 &+ 1)
        for round in 0..<100 {
            let card = Self.anyCard(&random)
            for target in VCardVersion.allCases where target != card.version {
                let there = reread(card.converted(to: target).card)
                let back = reread(there.card.converted(to: card.version).card)
                let difference = Said(card).difference(Said(back.card))
                #expect(
                    difference == nil,
                    "round \(round)\n\(string(card.component.written()))\n\(string(there.card.component.written()))"
                )
                #expect(there.card.version == target)
            }
        }
    }
}
