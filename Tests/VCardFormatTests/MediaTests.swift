import ContentLine
import Testing
import VCardFormat

@Suite("Media types and data URIs")
struct MediaTests {
    static let brands = ["heic", "heix", "hevc", "mif1", "msf1", "avif"]

    @Test(arguments: brands)
    func aBrandOfHEIFIsAnImageInEveryVersion(brand: String) throws {
        let bytes = Array("\0\0\0\u{18}ftyp\(brand)\0\0\0\0".utf8)
        let type = try #require(MediaType.sniff(bytes))
        #expect(type.hasPrefix("image/"))
        for version in VCardVersion.allCases {
            var editor = VCardEditor(card(version, "FN:A"))
            editor.set(VCardProperty.photo, to: [Property(.data(bytes, mediaType: type))])
            let again = VCardReader.read(RawItem(name: "VCARD", bytes: editor.written())).card
            #expect(again[VCardProperty.photo].map(\.value) == [.data(bytes, mediaType: type)])
            let other = again.converted(to: version == .v4 ? .v3 : .v4).card
            #expect(other[VCardProperty.photo].map(\.value) == [.data(bytes, mediaType: type)])
        }
    }

    @Test(arguments: [
        "data:image/gif;base64,R0lGODdhAQABAA==", "DATA:IMAGE/GIF;BASE64,R0lGODdhAQABAA==",
        "data:image/gif;charset=x;base64,R0lGODdhAQABAA", "data:base64,R0lGODdhAQABAA==",
    ])
    func dataURIsInAnyFormAreReadAndComeBackAsTheyWere(uri: String) {
        let original = card(.v4, "FN:A\r\nPHOTO:\(uri)")
        #expect(
            original[VCardProperty.photo].map(\.value)
                == [.data(Array("GIF87a\u{1}\0\u{1}\0".utf8), mediaType: "image/gif")])
        let older = original.converted(to: .v3).card
        #expect(older.converted(to: .v4).card.component == original.component)
    }
}
