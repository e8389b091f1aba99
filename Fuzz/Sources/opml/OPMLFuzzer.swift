import FuzzSupport
import OPMLFormat
import TextDecoding

/// A file read to its end, or to the error that ended it.
private struct Reading {
    var events: [OPMLEvent] = []
    var error: OPMLError?

    init(_ source: some ByteSource) {
        var reader = OPMLReader(source)
        do {
            while let event = try reader.next() { events.append(event) }
        } catch {
            self.error = error as? OPMLError
            require(self.error != nil, "an error that is none of the codec's: \(error)")
        }
    }

    /// What a writer must keep.
    var content: [OPMLEvent] {
        events.compactMap { event in
            switch event {
            case .document(var document):
                document.internalSubset = nil
                return .document(document)
            case .outline(var outline, _):
                outline.line = 0
                return .outline(outline, issues: [])
            case .other: return event
            case .issue: return nil
            }
        }
    }

    /// Each document written anew.
    func written() -> [[UInt8]] {
        var files: [[UInt8]] = []
        var writer = OPMLWriter()
        do {
            for event in events {
                switch event {
                case .document(let document):
                    if let last = files.indices.last { writer.finish(to: &files[last]) }
                    files.append([])
                    writer = OPMLWriter()
                    try writer.begin(document, to: &files[files.count - 1])
                case .outline(let outline, _): try writer.append(outline, to: &files[files.count - 1])
                case .other(let other): try writer.append(other, to: &files[files.count - 1])
                case .issue: break
                }
            }
        } catch {
            require(false, "what was read cannot be written: \(error)")
        }
        if let last = files.indices.last { writer.finish(to: &files[last]) }
        return files
    }
}

/// Whatever is read is mended so that the XML parser takes it; what was read, written and read again is the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOPML(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = OPMLRecognition(prefix: bytes)
    let first = Reading(ArrayByteSource(bytes))
    require(
        first.error?.code != .notWellFormed,
        "the parser refused what was mended: \(first.error?.message ?? "")")
    let pieces = Reading(PiecewiseSource(bytes, size: 1 + count % 7))
    require(pieces.events == first.events, "pieces differ " + firstDifference(first.events, pieces.events))
    guard first.error == nil else { return 0 }
    let files = first.written()
    let second = files.map { Reading(ArrayByteSource($0)) }
    let content = second.flatMap(\.content)
    require(content == first.content, "written, read " + firstDifference(first.content, content))
    for (file, reading) in zip(files, second) {
        require(reading.error == nil, "what was written cannot be read: \(reading.error?.message ?? "")")
        require(reading.written() == [file], "writing again gives another file")
    }
    return 0
}
