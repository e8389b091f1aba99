import SeededRandom
import Testing

@testable import AtriumWeb

@Suite struct MarkupTests {
    private func text(_ html: HTML) -> String { String(decoding: html.bytes, as: UTF8.self) }

    @Test func textsAndValuesAreEscaped() {
        let html = tag("p", .class("a\"b")) { "<b>&'\"\u{0}\r" }
        #expect(text(html) == "<p class=\"a&quot;b\">&lt;b&gt;&amp;&#39;&quot;\u{FFFD}&#13;</p>")
    }

    /// Whatever a text holds, nothing of it can end an element or a value, and all of it can be read back.
    @Test(arguments: 0..<300) func noTextBecomesMarkup(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "<", ">", "\"", "'", "&", "&lt;", "</p>", "<script>", "]]>", "-->", "\u{202E}", "é", "\r\n", "\0",
            "a", " ",
        ]
        let said = (0..<random.int(0...40)).map { _ in random.pick(pieces) }.joined()
        let inner = text(HTML(said))
        #expect(!inner.contains("<") && !inner.contains(">") && !inner.contains("\"") && !inner.contains("'"))
        let back = inner.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing(
            "&quot;", with: "\""
        )
        .replacing("&#39;", with: "'").replacing("&#13;", with: "\r").replacing("&amp;", with: "&")
        #expect(back == said.replacing("\0", with: "\u{FFFD}"))
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "data:text/html,x",
        "//example.org", "vbscript:x",
        "file:///etc/passwd", "https:", "http://", "https://example.org/a b", "https://example.org/\u{7}",
        "example.org",
    ]) func whatDoesSomethingIsNoLink(address: String) {
        #expect(SafeLink(external: address) == nil)
    }

    @Test(arguments: [
        "https://example.org/a?b=c#d", "HTTP://EXAMPLE.ORG", "mailto:a@example.org", "tel:+4930",
        "geo:53.5,9.9",
    ])
    func addressesOfSafeKindsAreLinks(address: String) {
        #expect(SafeLink(external: address)?.address == address)
    }

    @Test(arguments: [
        "//example.org", "/\\example.org", "\\\\example.org", "https://example.org", "/\t/example.org", "",
        "habits", "/a\nb", "/ä",
    ]) func nextLeadsNowhereElse(address: String) {
        #expect(SafeLink(next: address) == nil)
    }

    @Test(arguments: ["/", "/habits/3?list=%2F", "/a/b"]) func nextLeadsWithin(address: String) {
        #expect(SafeLink(next: address)?.address == address)
    }

    @Test func ownPathsAreEncoded() {
        #expect(SafeLink.own(["a b", "<"], [("q", "x&y")], at: "r-1").address == "/a%20b/%3C?q=x%26y#r-1")
    }

    @Test func markdownIsDrawnAndNothingElse() {
        let drawn = text(
            Markdown.html(
                "# Head\n\nHello *you*,\nhttps://example.org/x. <b>raw</b>\n\n- one\n- two\n\n[bad](javascript:alert(1)) ![p](https://example.org/p.png)\n\n<script>x</script>"
            ))
        #expect(drawn.contains("<em>you</em>"))
        #expect(
            drawn.contains(
                "<a href=\"https://example.org/x\" rel=\"noopener noreferrer\">https://example.org/x</a>."))
        #expect(drawn.contains("&lt;b&gt;raw"))
        #expect(drawn.contains("<li dir=\"auto\">"))
        #expect(!drawn.contains("javascript"))
        #expect(!drawn.contains("<img") && !drawn.contains("<script"))
    }

    @Test func deepTextsEnd() {
        let drawn = text(Markdown.html(String(repeating: "> ", count: 5000) + "x"))
        #expect(drawn.contains("…"))
    }
}
