import ContentLine
import Foundation
import SharedFiles
import Testing
import TextDecoding
import VCardFormat

/// Real files of other projects, which stand beside this one where they are present.
enum Corpus {
    static let folder = SharedFiles.corpus

    /// The paths of all files in the folder `vcard` that begin as cards do somewhere.
    static let paths: [String] = {
        let names = FileManager.default.enumerator(atPath: folder.appendingPathComponent("vcard").path)
        let all = names?.compactMap { $0 as? String } ?? []
        return all.filter { path in
            ["vcf", "out", "txt", "ics", "vcard"].contains((path as NSString).pathExtension)
        }.sorted()
    }()

    /// The bytes of a file, decoded if they are UTF-16.
    static func bytes(_ path: String) throws -> [UInt8] {
        let data = try Data(contentsOf: folder.appendingPathComponent("vcard/\(path)"))
        var source = DecodingByteSource(ArrayByteSource(Array(data)), eightBitText: .keep)
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = try chunk.withUnsafeMutableBytes { try source.read(into: $0) }
            guard count > 0 else { return result }
            result += chunk[..<count]
        }
    }
}

@Suite("Real files", .needsShared())
struct CorpusTests {
    /// All that is found in a file: cards, and issues between them.
    static func readAll(_ bytes: [UInt8]) throws -> (items: [VCardReader.Item], issues: [ContentIssue]) {
        var reader = VCardReader(ArrayByteSource(bytes))
        var items: [VCardReader.Item] = []
        var issues: [ContentIssue] = []
        while let event = try reader.next() {
            switch event {
            case .card(let item): items.append(item)
            case .issue(let issue): issues.append(issue)
            case .other: break
            }
        }
        return (items, issues)
    }

    /// How many lines begin a card, counted in the simplest way.
    private func countBegins(_ bytes: [UInt8]) -> Int {
        string(bytes).split { $0.isNewline }
            .count { $0.trimmingCharacters(in: .whitespaces).uppercased().hasPrefix("BEGIN:VCARD") }
    }

    private func agents(_ component: Component) -> Int {
        component.components.reduce(0) { $0 + ($1.isNamed("VCARD") ? 1 : 0) + agents($1) }
    }

    @Test("No card is lost, and what was read is written the same", arguments: Corpus.paths)
    func roundTrip(path: String) throws {
        let bytes = try Corpus.bytes(path)
        let (items, _) = try Self.readAll(bytes)

        // Each BEGIN is a card, or a card within one (AGENT, in the same line or as lines of its own).
        let inner = items.reduce(0) { count, item in
            let inline = item.card.component.properties.count {
                $0.canonicalName == "AGENT" && $0.source == nil
            }
            return count + agents(item.card.component) - inline
        }
        let inlineAgents = items.reduce(0) { count, item in
            count
                + item.card.component.properties.count {
                    $0.canonicalName == "AGENT" && string($0.value).uppercased() == "BEGIN:VCARD"
                }
        }
        #expect(countBegins(bytes) == items.count + inner - inlineAgents)

        for item in items {
            let component = item.card.component
            // Written from the lines as they were read.
            let normalized = item.source.normalized()
            let again = VCardReader.read(RawItem(name: "VCARD", bytes: normalized))
            #expect(difference(again.card.component, component) == nil)
            // Written anew from the parts.
            let rebuilt = VCardReader.read(RawItem(name: "VCARD", bytes: rewritten(component).written()))
            #expect(difference(rebuilt.card.component, component) == nil)
            // Both are fixed points.
            #expect(RawItem(name: "VCARD", bytes: normalized).normalized() == normalized)
            #expect(
                again.card.component.written()
                    == Component.parse(again.card.component.written()).component.written())
            // Typed values are the same too.
            #expect(again.card[VCardProperty.formattedName] == item.card[VCardProperty.formattedName])
            #expect(again.card[VCardProperty.address] == item.card[VCardProperty.address])
            #expect(again.card[VCardProperty.photo] == item.card[VCardProperty.photo])
            #expect(item.issues.allSatisfy { $0.line >= item.source.line })
        }
    }

    @Test("Setting every field to what it says changes nothing", arguments: Corpus.paths)
    func idlePatch(path: String) throws {
        for item in try Self.readAll(Corpus.bytes(path)).items {
            var editor = VCardEditor(item.card)
            func set<Value>(_ kind: PropertyKind<Value>) { editor.set(kind, to: item.card[kind]) }
            set(VCardProperty.name)
            set(VCardProperty.email)
            set(VCardProperty.phone)
            set(VCardProperty.address)
            set(VCardProperty.photo)
            set(VCardProperty.date)
            set(VCardProperty.related)
            set(VCardProperty.messaging)
            editor.touch(revision: "20260101T000000Z")
            #expect(!editor.isChanged)
        }
    }

    @Test("A changed e-mail address changes its line and REV alone")
    func onePatch() throws {
        var count = 0
        for path in Corpus.paths {
            for item in try Self.readAll(Corpus.bytes(path)).items where patchesEmail(item, path) {
                count += 1
            }
        }
        #expect(count > 300)
    }

    /// Whether the card has an e-mail address; then the first one is changed.
    private func patchesEmail(_ item: VCardReader.Item, _ path: String) -> Bool {
        var emails = item.card[VCardProperty.email]
        guard !emails.isEmpty else { return false }
        emails[0].value = "changed@example.org"
        var editor = VCardEditor(item.card)
        editor.set(VCardProperty.email, to: emails)
        let written = VCardReader.read(RawItem(name: "VCARD", bytes: editor.written()))
        #expect(written.card[VCardProperty.email] == emails, "\(path)")
        func others(_ card: VCard) -> [ContentLine] {
            card.component.properties.filter { $0.canonicalName != "EMAIL" }.map(withoutCharset)
        }
        #expect(others(written.card) == others(item.card), "\(path)")
        return true
    }

    /// CHARSET becomes UTF-8 in writing; all else stays.
    private func withoutCharset(_ line: ContentLine) -> ContentLine {
        var line = line
        let text = line.text(escaped: true)
        if line.isMalformed {
            let unix = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            return ContentLine(name: "", value: unix)
        }
        guard line.encoding == .quotedPrintable || line.charset != nil else { return line }
        line.parameters.removeAll { $0.isNamed("CHARSET") }
        line = ContentLine(group: line.group, name: line.name, parameters: line.parameters, value: text)
        return line
    }

    /// The first line that differs, or `nil`.
    private func difference(_ left: Component, _ right: Component) -> String? {
        let (left, right) = (left, right)
        let lines = (left.properties.map(withoutCharset), right.properties.map(withoutCharset))
        for (one, other) in zip(lines.0, lines.1) where one != other {
            return
                "\(one.name);\(one.parameters):\(string(one.value.prefix(99))) | \(other.name);\(other.parameters):\(string(other.value.prefix(99)))"
        }
        if lines.0.count != lines.1.count || left.components.count != right.components.count {
            return "count"
        }
        return zip(left.components, right.components).lazy.compactMap { difference($0, $1) }.first
    }

    /// The component with every line that can be read written from its parts.
    private func rewritten(_ component: Component) -> Component {
        var result = component
        for index in result.properties.indices where !result.properties[index].isMalformed {
            result.properties[index].group = component.properties[index].group
        }
        result.components = component.components.map(rewritten)
        return result
    }
}
