import AtriumSDK
import AtriumTesting
import Testing

@testable import AtriumHost

/// Texts that show nothing call nothing by a name.
@Suite struct BlankTextTests {
    @Test(arguments: [
        "", " ", "\t\u{A0}\u{3000}", "\u{200B}", "\u{FEFF} \u{2060}", "\u{AD}", "\u{200E}\u{202A}\u{202C}",
        "\u{3164}",
        "\u{2800}", "\u{1}\u{7F}", "\u{E0020}", "\u{FE0F}",
    ])
    func nothingIsSeen(text: String) {
        #expect(text.isBlank)
    }

    @Test(arguments: ["a", "\u{200B}é", "👩\u{200D}👩\u{200D}👧", "❤\u{FE0F}", ".", "\u{301}", "\u{E000}", "日"])
    func somethingIsSeen(text: String) {
        #expect(!text.isBlank)
    }

    @Test func aCommandTakesItForAnEmptyText() throws {
        let fields = [
            FieldDeclaration("title", .text, help: "A line."),
            FieldDeclaration("notes", .list(.longText), help: "Texts."),
        ]
        let decoder = InputDecoder(
            fields: fields, today: LocalDate(daysSince1970: 0), resolve: { _, _, _ in 0 })
        let input = try decoder.decode(
            [
                "title": .text("\u{200B}\u{2060}"),
                "notes": .list([.text("\u{FEFF}"), .text("\u{200B}a"), .text(" ")]),
            ], files: [:])
        #expect(input.values["title"] == .text(""))
        // What is seen stays to the letter, and modules trim white space.
        #expect(input.values["notes"] == .list([.text(""), .text("\u{200B}a"), .text(" ")]))
        #expect(throws: AtriumError.self) {
            try decoder.decode(options: ["title": .text("\u{200B}")])
        }
    }

    @Test func aCommandWithoutFieldsNamesNone() {
        let decoder = InputDecoder(fields: [], today: LocalDate(daysSince1970: 0), resolve: { _, _, _ in 0 })
        let error = #expect(throws: AtriumError.self) { try decoder.decode(["a": .integer(1)], files: [:]) }
        #expect(error?.description == "there is no field “a”: leave it out")
    }
}
