import OPMLFormat
import TextDecoding

/// OPML: every event is written and read again; what the repair of a file mends is read the same without any.
struct OutlineCheck {
    func check(_ bytes: [UInt8], _ file: CorpusFile, _ outcome: inout Outcome) throws {
        let first = try read(bytes)
        outcome.items = first.outlines
        outcome.issues += first.issues
        outcome.compare(["outline": first.outlines], with: file)
        guard first.documents > 0 else { return }
        let written = try write(first.content)
        let again = try read(written)
        if again.content != first.content {
            let pair = zip(first.content, again.content).first { $0 != $1 }
            outcome.add(.codec, String(describing: pair))
        }
        if try write(again.content) != written { outcome.add(.codec, "written otherwise again") }
    }

    private struct Reading {
        /// What the file says, without line numbers and issues.
        var content: [OPMLEvent] = []
        var documents = 0
        var outlines = 0
        var issues = 0
    }

    private func read(_ bytes: [UInt8]) throws -> Reading {
        var reader = OPMLReader(ArrayByteSource(bytes))
        var reading = Reading()
        while let event = try reader.next() {
            switch event {
            case .document(var document):
                reading.documents += 1
                // Declarations of entities are kept, and written for sources only.
                document.internalSubset = nil
                reading.content.append(.document(document))
            case .outline(var outline, let issues):
                reading.outlines += 1
                reading.issues += issues.count
                outline.line = 0
                reading.content.append(.outline(outline, issues: []))
            case .other: reading.content.append(event)
            case .issue: reading.issues += 1
            }
        }
        return reading
    }

    private func write(_ content: [OPMLEvent]) throws -> [UInt8] {
        var writer = OPMLWriter()
        var output: [UInt8] = []
        for event in content {
            switch event {
            case .document(let document): try writer.begin(document, to: &output)
            case .outline(let outline, _): try writer.append(outline, to: &output)
            case .other(let other): try writer.append(other, to: &output)
            case .issue: break
            }
        }
        writer.finish(to: &output)
        return output
    }
}
