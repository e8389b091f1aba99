import FuzzSupport
import JrnlFormat
import TextDecoding

/// An item of a file.
private struct Read: Equatable {
    let entry: JrnlEntry?
    let source: [UInt8]
    let line: Int
}

/// The items of a file, up to the error that ended it.
private func items(_ source: some ByteSource) -> [Read] {
    var items: [Read] = []
    var reader = JrnlReader(source)
    do {
        while let item = try reader.next() {
            items.append(Read(entry: item.entry, source: item.source, line: item.line))
        }
    } catch {
        require(error is TextTooLong, "an error that is none of the codec's: \(error)")
    }
    return items
}

/// What was read is all of the file, in entries that read the same by themselves.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJrnl(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let first = items(ArrayByteSource(bytes))
    let pieces = items(PiecewiseSource(bytes, size: 1 + count % 7))
    require(pieces == first, "pieces differ " + firstDifference(first, pieces))
    for (number, item) in first.enumerated() {
        guard let entry = item.entry else {
            require(number == 0, "what is no entry stands behind the first")
            continue
        }
        require(JrnlEntry(item.source) == entry, "an entry's text reads otherwise")
        require(entry.title.last != "*" && entry.title.first != "*", "a star is left in the title")
        require(entry.tags.allSatisfy { !$0.isEmpty && !$0.contains("@") }, "an odd tag")
    }
    // The text in UTF-8, marked so that nobody takes it for anything else.
    let text = first.flatMap(\.source)
    let again = items(ArrayByteSource([0xEF, 0xBB, 0xBF] + text))
    require(again == first, "written, read " + firstDifference(first, again))
    if let entry = first.first?.entry {
        require(JrnlRecognition(prefix: text) == .likely, "not recognised: [\(entry.time)]")
    }
    return 0
}
