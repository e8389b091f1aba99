import Logging
import Testing

@testable import AtriumHTTP

@Suite struct LineLogTests {
    @Test(
        arguments: [
            ("plain", "plain"), ("GET /notes/{id}", #""GET /notes/{id}""#), ("", #""""#),
            (#"a"b"#, #""a\"b""#),
            ("a\r\nb", #""a\r\nb""#), ("\u{1b}[31m", #""\u001b[31m""#),
            ("\u{85}\u{2028}", #""\u0085\u2028""#),
            ("é", #""é""#),
        ])
    func valuesStandOnOneLine(value: String, text: String) {
        let line = LineLog.line(
            at: "2026-03-01T09:30:00Z", .info, "request", ["status": "200", "route": "\(value)"])
        #expect(line == "2026-03-01T09:30:00Z info request route=\(text) status=200\n")
    }

    @Test func messagesStandOnOneLineToo() {
        let line = LineLog.line(at: "2026-03-01T09:30:00Z", .error, "two words\nand more", [:])
        #expect(line == #"2026-03-01T09:30:00Z error "two words\nand more""# + "\n")
    }
}
