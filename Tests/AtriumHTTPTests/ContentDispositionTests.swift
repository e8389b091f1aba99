import Testing

@testable import AtriumHTTP

/// File names in Content-Disposition (RFC 6266, RFC 8187), as strangers could write them.
@Suite struct ContentDispositionTests {
    @Test(arguments: [
        ("a, b.bin", #"attachment; filename="a, b.bin""#),
        ("/2025-12-04_scan.pdf", #"attachment; filename="2025-12-04_scan.pdf""#),
        (#"..\..\evil.exe"#, #"attachment; filename="evil.exe""#),
        ("../../.profile", #"attachment; filename="profile""#),
        (
            "Rechnung für Zoë.pdf",
            #"attachment; filename="Rechnung f_r Zo_.pdf"; filename*=UTF-8''Rechnung%20f%C3%BCr%20Zo%C3%AB.pdf"#
        ),
        (
            #"a"; filename="b.exe"#,
            #"attachment; filename="a_; filename=_b.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22b.exe"#
        ),
        ("100%41.txt", #"attachment; filename="100_41.txt"; filename*=UTF-8''100%2541.txt"#),
        ("a\r\nSet-Cookie: b\0.txt", #"attachment; filename="aSet-Cookie: b.txt""#),
        ("\u{202E}fdp.exe", #"attachment; filename="fdp.exe""#), ("", #"attachment; filename="fallback""#),
        ("..", #"attachment; filename="fallback""#), ("a/", #"attachment; filename="a""#),
        (" ", #"attachment; filename="fallback""#),
    ])
    func aNameIsSafe(_ name: String, _ value: String) {
        #expect(ContentDisposition.attachment(name, orIfEmpty: "fallback") == value)
    }

    @Test func aLongNameKeepsItsExtension() {
        let value = ContentDisposition.attachment(String(repeating: "x", count: 5000) + ".pdf")
        #expect(value.hasSuffix(#"x.pdf""#) && value.utf8.count < 240)
        let wide = ContentDisposition.attachment(String(repeating: "ü", count: 5000))
        #expect(wide.utf8.count < 1000 && wide.hasSuffix("%C3%BC"))
    }
}
