import AtriumSDK
import Foundation
import Testing

@Suite struct Base64URLTests {
    /// The vectors of RFC 4648, section 10, without padding, and bytes that need the other alphabet.
    @Test(arguments: [
        ([UInt8](), ""), (Array("f".utf8), "Zg"), (Array("fo".utf8), "Zm8"), (Array("foo".utf8), "Zm9v"),
        (Array("foobar".utf8), "Zm9vYmFy"), ([0xFB, 0xEF, 0xFF], "--__"),
    ])
    func bytesAndTextAreOne(bytes: [UInt8], text: String) {
        #expect(Data(bytes).base64URL == text)
        #expect(Data(base64URL: text) == Data(bytes))
    }

    @Test func otherTextsAreNone() {
        #expect(Data(base64URL: "Z") == nil)
        #expect(Data(base64URL: "Zg!!") == nil)
    }
}
