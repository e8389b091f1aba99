import TextDecoding

@testable import OPMLFormat

/// A file read to its end.
struct Reading {
    var events: [OPMLEvent] = []
    /// The name of the encoding that was found.
    var encoding: String?

    init(_ bytes: [UInt8]) throws {
        var reader = OPMLReader(ArrayByteSource(bytes))
        while let event = try reader.next() { events.append(event) }
        encoding = reader.encoding?.encoding.name
    }

    init(_ text: String) throws {
        try self.init(Array(text.utf8))
    }

    /// What a reader would have given.
    init(events: [OPMLEvent]) { self.events = events }

    /// Reads outlines and whatever else stands in a body.
    init(body: String) throws {
        try self.init("<opml version=\"2.0\"><head/><body>\n\(body)\n</body></opml>")
    }

    var documents: [OPMLDocument] {
        events.compactMap { if case .document(let document) = $0 { document } else { nil } }
    }
    var outlines: [OPMLOutline] {
        events.compactMap { if case .outline(let outline, _) = $0 { outline } else { nil } }
    }
    var others: [OPMLOther] { events.compactMap { if case .other(let other) = $0 { other } else { nil } } }
    /// All issues in order, those of outlines before what follows the outline.
    var issues: [OPMLIssue] {
        events.flatMap { (event) -> [OPMLIssue] in
            switch event {
            case .outline(_, let issues): issues
            case .issue(let issue): [issue]
            default: []
            }
        }
    }
    var codes: [OPMLIssue.Code] { issues.map(\.code) }

    /// What the file says, without what a writer need not keep: lines, issues, an internal subset.
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

    /// The file written anew: one for each document in it.
    func written() throws -> [[UInt8]] {
        var files: [[UInt8]] = []
        var writer = OPMLWriter()
        for event in events {
            switch event {
            case .document(let document):
                if !files.isEmpty { writer.finish(to: &files[files.count - 1]) }
                files.append([])
                writer = OPMLWriter()
                try writer.begin(document, to: &files[files.count - 1])
            case .outline(let outline, _): try writer.append(outline, to: &files[files.count - 1])
            case .other(let other): try writer.append(other, to: &files[files.count - 1])
            case .issue: break
            }
        }
        if !files.isEmpty { writer.finish(to: &files[files.count - 1]) }
        return files
    }
}
