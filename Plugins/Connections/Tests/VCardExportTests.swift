import AtriumSDK
import AtriumTesting
import ContentLine
import Foundation
import Testing
import VCardFormat

@testable import Connections

@Suite struct VCardExportTests {
    private static let source = """
        BEGIN:VCARD\r
        VERSION:4.0\r
        FN:Ada Lovelace\r
        N;SORT-AS="Lovelace,Ada":Lovelace;Ada;;;\r
        BDAY:--1210\r
        ANNIVERSARY:18350708\r
        TEL;TYPE=cell;PREF=1:+44 20 7946 0000\r
        EMAIL;PREF=7;ALTID=1:ada@example.org\r
        PHOTO:data:image/gif;base64,R0lGODdhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs=\r
        RELATED;TYPE=friend;VALUE=text:Charles\r
        HOBBY:gambling\r
        UID:urn:uuid:1\r
        END:VCARD\r\n
        """

    @Test func theVersionIsChosen() throws {
        let vault = try TestVault()
        let bytes = Array(Self.source.utf8)
        let card = try #require(try Cards.read(bytes).first)
        try vault.importAll([ContactsVCard.map(card)])
        let person = try vault.person(1)
        let sources = [Int64(1): Source(text: bytes, container: 1, isEdited: false)]

        var warnings: [String] = []
        #expect(try vault.export(ContactsVCard.exporter, sources: sources, warnings: &warnings) == bytes)
        #expect(warnings.isEmpty)

        for (version, lines) in [
            (
                "3.0",
                [
                    "VERSION:3.0", "N:Lovelace;Ada;;;", "SORT-STRING:Lovelace\\,Ada",
                    "BDAY;X-APPLE-OMIT-YEAR=1604:1604-12-10", "item1.X-ABDATE:1835-07-08",
                    "TEL;TYPE=cell,pref:+44 20 7946 0000", "item2.X-ABRELATEDNAMES:Charles",
                    "X-HOBBY:gambling",
                ]
            ),
            (
                "2.1",
                ["VERSION:2.1", "TEL;cell;PREF:+44 20 7946 0000", "BDAY:--1210", "X-HOBBY:gambling"]
            ),
        ] {
            let exported = try vault.export(
                ContactsVCard.exporter, sources: sources, options: ["vcardVersion": .text(version)],
                warnings: &warnings)
            let text = String(decoding: exported, as: UTF8.self)
            for line in lines { #expect(text.contains("\r\n\(line)\r\n"), "\(line)") }
            // Each kind of loss is said once, and nothing of anybody.
            #expect(warnings.contains("vCard \(version) has no property HOBBY: kept as X-HOBBY, in 1 card"))
            #expect(
                warnings.contains(
                    "vCard \(version) has no parameter PREF at EMAIL: kept as X-PREF, in 1 card"))
            #expect(Set(warnings).count == warnings.count)
            #expect(!warnings.contains { $0.contains("Ada") || $0.contains("gambling") })
            // The file makes the same record, and becomes the same card again.
            let converted = try #require(try Cards.read(exported).first)
            expectEqual(PersonVCard.person(converted), person)
            let back = converted.converted(to: .v4).card.component.properties.map { $0.text() }
            #expect(back == card.component.properties.map { $0.text() })
        }
    }

    @Test func aNewPersonIsWrittenInTheVersion() throws {
        let vault = try TestVault()
        _ = try vault.run("add", CommandTests.everything)
        let person = try vault.person(1)
        for version in ["2.1", "3.0", "4.0"] {
            var warnings: [String] = []
            let exported = try vault.export(
                ContactsVCard.exporter, options: ["vcardVersion": .text(version)], warnings: &warnings)
            let card = try #require(try Cards.read(exported).first)
            #expect(card.version.rawValue == version)
            expectEqual(PersonVCard.person(card).comparable, person.comparable)
            #expect(warnings.isEmpty == (version == "4.0"))
        }
    }

    @Test func aMissingPhotoStopsNothing() throws {
        let vault = try TestVault()
        let bytes = Array(Self.source.utf8)
        try vault.importAll(try Cards.read(bytes).map(ContactsVCard.map))
        _ = try vault.run("edit", ["record": 1, "addNotes": ["edited"]])
        vault.attachments.isMissingFiles = true
        var warnings: [String] = []
        let exported = try vault.export(
            ContactsVCard.exporter, sources: [1: Source(text: bytes, container: 1, isEdited: true)],
            warnings: &warnings)
        // The card keeps the picture that it came with.
        let text = String(decoding: exported, as: UTF8.self).replacing("\r\n ", with: "")
        #expect(text.contains("PHOTO:data:image/gif;base64,R0lGODdh"))
        #expect(text.contains("NOTE:edited"))
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("photo") == true)
        // Without a source the card has none.
        let new = try vault.export(ContactsVCard.exporter, warnings: &warnings)
        #expect(!String(decoding: new, as: UTF8.self).contains("PHOTO"))
        #expect(warnings.count == 1)
    }

    /// What is no type in RFC 6350 is a label, in a new card and in one of an older version that is converted.
    @Test func aBrotherIsALabel() throws {
        let vault = try TestVault()
        _ = try vault.run(
            "add",
            [
                "name": "Ada",
                "relations": [
                    ["value": "Bob", "types": ["brother"]], ["value": "Eve", "types": ["spouse"]],
                ],
            ])
        let text = String(decoding: try vault.export(ContactsVCard.exporter), as: UTF8.self)
        for line in [
            "item1.RELATED;VALUE=text:Bob", "item1.X-ABLabel:_$!<Brother>!$_",
            "RELATED;VALUE=text;TYPE=spouse:Eve",
        ] {
            #expect(text.contains("\r\n" + line + "\r\n"))
        }
        let card = try #require(try Cards.read(Array(text.utf8)).first)
        expectEqual(PersonVCard.person(card).comparable, try vault.person(1).comparable)
    }
}
