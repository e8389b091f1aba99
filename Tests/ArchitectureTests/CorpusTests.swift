import Foundation
import Testing

/// The tests that read real files are skipped where these are not beside the project; not in continuous integration.
@Suite private struct CorpusTests {
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["CI"] != nil,
            "only continuous integration has to have the corpus"))
    func continuousIntegrationHasTheCorpus() {
        #expect(SourceTree.text("../shared/corpus/MANIFEST.tsv") != nil)
        #expect(SourceTree.text("../shared/pitfalls.md") != nil)
    }
}
