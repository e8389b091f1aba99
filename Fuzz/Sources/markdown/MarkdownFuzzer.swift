import FuzzSupport
import MarkdownFormat
import TextDecoding

/// The documents of a file, up to the error that ended it.
private func items(_ source: some ByteSource) -> (
    items: [(document: MarkdownDocument, source: [UInt8])], isWhole: Bool
) {
    var items: [(MarkdownDocument, [UInt8])] = []
    var reader = MarkdownReader(source)
    do {
        while let item = try reader.next() { items.append((item.document, item.source)) }
        return (items, true)
    } catch {
        require(error is TextTooLong, "an error that is none of the codec's: \(error)")
        return (items, false)
    }
}

/// What a document says, whatever its lines look like.
private struct Said: Equatable {
    var fields: [String]
    var body: String

    init(_ document: MarkdownDocument) {
        fields = document.frontMatter?.fields.map { "\($0.key): \(String(describing: $0.value))" } ?? []
        body = document.body
    }
}

/// A document that was given a value says it, and the rest as before.
private func edit(_ document: MarkdownDocument, to text: String) {
    var edited = document
    edited.set("fuzzed", to: .text(text))
    edited.set("lists", to: .list([text, "", text]))
    let again = MarkdownDocument(edited.written())
    require(
        again.frontMatter?.field("fuzzed")?.value == .text(text),
        "a text reads otherwise: \(text.debugDescription)")
    require(
        again.frontMatter?.field("lists")?.value == .list([text, "", text]),
        "a list reads otherwise: \(text.debugDescription)")
    require(again.body == document.body, "another text below " + difference(document.body, again.body))
    edited.set("fuzzed", to: nil)
    edited.set("lists", to: nil)
    require(
        edited.frontMatter?.fields.count ?? 0 == document.frontMatter?.fields.count ?? 0,
        "a field is left over")
}

private func difference(_ left: String, _ right: String) -> String {
    firstDifferentLine(Array(left.utf8), Array(right.utf8))
}

/// What was read, written and read again says the same; so do documents that stand in one file, one after the other.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMarkdown(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = MarkdownRecognition(prefix: bytes)
    let first = items(ArrayByteSource(bytes))
    let pieces = items(PiecewiseSource(bytes, size: 1 + count % 7))
    require(
        pieces.items.map(\.source) == first.items.map(\.source) && pieces.isWhole == first.isWhole,
        "pieces differ " + firstDifference(first.items.map(\.source), pieces.items.map(\.source)))
    var file: [UInt8] = []
    for (number, item) in first.items.enumerated() {
        let said = Said(item.document)
        let written = item.document.written()
        let again = MarkdownDocument(written)
        require(Said(again) == said, "written, read " + firstDifferentPart(said, Said(again)))
        require(again.written() == written, "writing again " + firstDifferentLine(written, again.written()))
        edit(item.document, to: String(decoding: bytes.suffix(40), as: UTF8.self))
        var named = item.document
        named.begin(withUID: "fuzz-\(number)")
        require(named.body == said.body, "a uid changes the text " + difference(said.body, named.body))
        file += named.written()
    }
    let together = items(ArrayByteSource([0xEF, 0xBB, 0xBF] + file)).items
    require(together.count == first.items.count, "\(first.items.count) documents became \(together.count)")
    for (number, (old, new)) in zip(first.items, together).enumerated() {
        require(
            new.document.frontMatter?.field("uid")?.value == .text("fuzz-\(number)"),
            "another uid in one file")
        require(
            new.document.body == old.document.body,
            "in one file " + difference(old.document.body, new.document.body))
    }
    return 0
}
