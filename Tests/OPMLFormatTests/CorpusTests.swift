import Foundation
import SharedFiles
import Testing
import TextDecoding

@testable import OPMLFormat

@Suite(.needsShared())
struct CorpusTests {
    /// Files that are no OPML document, and why.
    static let refused = [
        "samples/invalid_xml.opml": "text without any element",
        "opml/malformed.opml": "a piece of a file, without its document element",
    ]

    /// Files that a stricter reader must refuse, by their manifest; they are read, and the reason is an issue.
    static let readAllTheSame: [String: [OPMLIssue.Code]] = [
        "samples/invalid_opml_no_outlines.opml": [],
        "samples/invalid_opml_version.opml": [.unknownVersion],
    ]

    /// The issues of the files that are not as they should be; all others have none.
    static let issues: [String: [OPMLIssue.Code]] = [
        "malformed/concatenated-documents.xml": [.concatenatedDocuments],
        "malformed/end-element-missing.xml": [.missingEnd],
        "malformed/end-element-unexpected-with-prefix.xml": [.strayEnd, .missingEnd],
        "malformed/end-element-unexpected.xml": [.strayEnd, .missingEnd],
        "malformed/html-entity-attribute.xml": [.htmlEntity],
        "malformed/html-entity-text-1.xml": [.htmlEntity],
        "malformed/html-entity-text-2.xml": [.htmlEntity],
        "malformed/undefined-entity-attribute.xml": [.undefinedEntity],
        "malformed/undefined-entity-text.xml": [.undefinedEntity],
        "malformed/xmlns-without-value.xml": [.badAttribute, .unknownVersion],
        "samples/invalid_opml_version.opml": [.unknownVersion],
        "opml/opml_version-missing.xml": [.unknownVersion],
        "opml/opml_version-unknown.xml": [.unknownVersion],
    ]

    private static func entry<Value>(_ table: [String: Value], _ file: Corpus.File) -> Value? {
        table.first { file.path.hasSuffix($0.key) }?.value
    }

    @Test func theTablesNameFilesOfTheCorpus() {
        // The corpus grows, and never shrinks.
        #expect(Corpus.files.count >= 127)
        for suffix in Array(Self.refused.keys) + Array(Self.readAllTheSame.keys) + Array(Self.issues.keys) {
            #expect(Corpus.files.contains { $0.path.hasSuffix(suffix) }, "\(suffix)")
        }
        for file in Corpus.files where file.expected.contains("MUST BE REJECTED") {
            #expect(Self.entry(Self.refused, file) != nil || Self.entry(Self.readAllTheSame, file) != nil)
        }
    }

    @Test(arguments: Corpus.files)
    func isReadWithoutLossOrRefused(file: Corpus.File) throws {
        let bytes = try file.bytes()
        if Self.entry(Self.refused, file) != nil {
            let error = #expect(throws: OPMLError.self) { try Reading(bytes) }
            #expect(error?.code == .notOPML)
            #expect(OPMLRecognition(prefix: bytes) == .none)
            return
        }
        #expect(OPMLRecognition(prefix: bytes) == .certain)
        let reading = try Reading(bytes)
        #expect(reading.codes == Self.entry(Self.issues, file) ?? [])
        let isStrict = !file.exercises.contains("NOT well-formed")
        if isStrict, let count = file.number(before: "outline(s)") {
            #expect(reading.outlines.count == count)
        }
        if isStrict, let depth = file.number(after: "depth"), depth > 0, !reading.outlines.isEmpty {
            #expect(reading.outlines.map(\.depth).max() == depth)
        }

        let written = try reading.written()
        let again = try written.map { try Reading($0) }
        #expect(again.flatMap(\.content) == reading.content)
        #expect(try again.flatMap { try $0.written() } == written)
        #expect(again.allSatisfy { $0.codes.allSatisfy { $0 == .unknownVersion } })
    }

    @Test(arguments: Corpus.files.filter { $0.expected.hasPrefix("asserted count") })
    func hasTheFeedsThatItsTestCounts(file: Corpus.File) throws {
        let count = file.expected.split(separator: " ").compactMap { Int($0) }.first
        let top = try Reading(file.bytes()).outlines.filter { $0.depth == 1 }
        #expect(top.count == count)
    }

    /// The assertions that listparser's files hold as comments, of the form `result['feeds'][0]['title'] == 'x'`.
    @Test(arguments: Corpus.files.filter { $0.path.contains("listparser/tests") })
    func saysWhatTheFileItselfExpects(file: Corpus.File) throws {
        let text = String(decoding: try file.bytes(), as: UTF8.self).replacing("\"", with: "'")
        let feeds = try Reading(file.bytes()).outlines.filter { $0.feedURL != nil }
        let pattern = /result\['feeds'\]\[(\d+)\]\['(url|title)'\] == u?'([^']*)'/
        for match in text.matches(of: pattern) {
            let index = try #require(Int(match.output.1))
            try #require(feeds.indices.contains(index))
            let found = match.output.2 == "url" ? feeds[index].feedURL : feeds[index].text.trimmed
            #expect(found == String(match.output.3))
        }
        let head = /result\['meta'\]\['title'\] == u?'([^']*)'/
        for match in text.matches(of: head) {
            #expect(try Reading(file.bytes()).documents.first?.title == String(match.output.1))
        }
    }
}
