import AtriumSDK
import OPMLFormat
import Testing

@testable import OPMLExchange

@Suite struct OutlineSourceTests {
    @Test func aKeptOutlineIsReadWithWhatStoodBeforeIt() throws {
        let text = "<!-- from the tram -->\n<outline text=\"Tides &amp; sound\" votes=\"3\"/>\n"
        let source = try OutlineSource(Array(text.utf8))
        #expect(source.before.count == 1)
        #expect(source.outline.text == "Tides & sound" && source.outline.attributes["votes"] == "3")
    }

    @Test func whatIsNoOutlineIsRefused() {
        let error = #expect(throws: AtriumError.self) { try OutlineSource(Array("Tides".utf8)) }
        #expect(error?.code == .internal)
    }

    /// The type of another program stays beside the own one, and what is said already is not written again.
    @Test(arguments: [
        (["text": "A"], ["text": "A", "type": "idea", "uid": "u1"]),
        (["type": "note"], ["type": "idea", "sourceType": "note", "uid": "u1"]),
        (["type": "IDEA", "uid": " u1 "], ["type": "IDEA", "uid": " u1 "]),
        (["type": "idea", "uid": "u2"], ["type": "idea", "uid": "u1"]),
    ])
    func anOutlineIsMarked(_ attributes: [String: String], _ marked: [String: String]) {
        var outline = OPMLOutline(
            OPMLAttributes(attributes.map { OPMLAttribute(name: $0.key, value: $0.value) }))
        outline.mark(as: "idea", uid: "u1")
        let found = outline.attributes.map { ($0.name, $0.value) }
        #expect(Dictionary(uniqueKeysWithValues: found) == marked)
    }
}
