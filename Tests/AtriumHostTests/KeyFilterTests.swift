import Testing

@testable import AtriumHost

@Suite struct KeyFilterTests {
    /// What was put in is always found; of what was not, few.
    @Test func whatIsInItIsFound() {
        var filter = KeyFilter()
        #expect(!filter.mayContain("") && !filter.mayContain("0"))
        let texts = (0..<50_000).map { "text \($0)" }
        for text in texts { filter.insert(text) }
        #expect(texts.allSatisfy(filter.mayContain))
        let mistaken = (0..<50_000).count { filter.mayContain("other \($0)") }
        #expect(mistaken < 500)
    }
}
