import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import ContentLine
import Testing

@testable import Connections

/// SQLite's texts end at a NUL: what a file has of it must not take the rest of the text with it.
@Suite struct NULTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat(), CSVFileFormat()])
    }

    /// `~` stands for NUL.
    static let lines = [
        "FN:Ad~a", "N:Love~lace;A~da;K~ing;D~r.;F~RS", "NICKNAME:Coun~tess,B~y",
        "EMAIL;TYPE=ho~me:ada@ex~ample.org",
        "TEL;TYPE=ce~ll:+44~20", "TEL;VALUE=uri:tel:+1~23", "URL;TYPE=wo~rk:http://a.org/x~yz",
        "IMPP:xmpp:q~w@example.org", "IMPP;X-SERVICE-TYPE=Sky~pe:x-apple:a~b", "X-JABBER:j~k",
        "ADR;TYPE=wo~rk;LABEL=\"Main~ St\":b~ox;e~xt;Main~ St;Lon~don;Mid~dlesex;S~W1;U~K",
        "ORG:Ana~lytical;Un~its",
        "TITLE:Count~ess", "ROLE:Pro~grammer", "RELATED;VALUE=text;TYPE=fr~iend:Char~les",
        "RELATED:urn:uuid:1~2",
        "LANG;TYPE=ho~me:e~n", "TZ:Europe/Lon~don", "GEO:geo:1~.5,2", "MEMBER:urn:uuid:~9",
        "CATEGORIES:po~ets,m~aths",
        "BDAY;VALUE=text:some~ day", "ANNIVERSARY;VALUE=text:a~ day", "GENDER:O;wo~man",
        "item1.X-ABDATE:2020-0~1-01",
        "item1.X-ABLabel:My~ day", "X-FOO;TYPE=a~b:ba~r", "X-ATRIUM-MET-PLACE:Lon~don",
        "SOURCE:http://s~.org",
        "PHOTO:http://p~.org", "SORT-STRING:Lo~ve", "REV:2020~0101T000000Z", "UID:ad~a-1",
    ]

    @Test(arguments: ["2.1", "3.0", "4.0"])
    func anEditOfACardWithNULChangesNothingElse(version: String) throws {
        let card =
            (["BEGIN:VCARD", "VERSION:\(version)"] + Self.lines + ["NOTE:old~ note", "END:VCARD", ""])
            .joined(separator: "\r\n")
        try hub.importFile(TextFile("ada.vcf", card.replacing("~", with: "\0")))
        let written = try hub.export("connections").replacing("\0", with: "~")
        #expect(written == card)
        try hub.run("connections edit", ["record": 1, "notes": ["changed"]])
        let edited = Component.parse(Array(try hub.export("connections").utf8)).component
        func parts(_ line: ContentLine) -> [String] {
            var parts = [line.canonicalName, line.text()]
            for parameter in line.parameters {
                parts.append(parameter.name)
                for value in parameter.values { parts += value.split(separator: ",").map(String.init) }
            }
            return parts
        }
        let all = Set(edited.properties.map(parts))
        let source = Component.parse(Array(card.replacing("~", with: "").utf8)).component
        for line in source.properties where line.canonicalName != "NOTE" && line.canonicalName != "REV" {
            #expect(all.contains(parts(line)))
        }
        #expect(edited.properties("NOTE").map { $0.text() } == ["changed"])
        #expect(try hub.importFile(TextFile("ada.vcf", card.replacing("~", with: "\0"))).unchanged == 1)
    }

    @Test func aCellWithNULIsWhole() throws {
        let header =
            "First Name,Last Name,E-mail 1 - Value,Phone 1 - Value,Birthday,Phonetic First Name,Labels,Shoe size\r\n"
        let file = TextFile("a.csv", header + "A\0da,Love\0lace,ada@ex\0ample.org,+44\0 20,,,,3\08\r\n")
        try hub.importFile(file)
        let person = try hub.run("connections show", ["record": 1])
        #expect(person["name"] == "Ada Lovelace")
        #expect(person["email"] == "ada@example.org")
        #expect(person["phone"] == "+44 20")
        #expect(person["customFields"]?.listValue?.first?.objectValue?["value"] == "38")
        #expect(try hub.importFile(file).unchanged == 1)
    }
}
