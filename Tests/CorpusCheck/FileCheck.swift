import AtriumHost
import AtriumSDK
import Foundation

/// Tries one file: recognise, read, write, read again, and the way through a vault.
struct FileCheck {
    let corpus: URL
    let formats: [any Format]
    let modules: [Module]

    func outcome(of file: CorpusFile) throws -> Outcome {
        var outcome = Outcome(path: file.path)
        let bytes = [UInt8](try Data(contentsOf: corpus.appending(path: file.path)))
        let content = MemoryFile(name: (file.path as NSString).lastPathComponent, bytes: bytes)

        var hub = try HubCheck(modules: modules, formats: formats)
        guard let format = try hub.importFirst(content, &outcome) else { return outcome }
        outcome.format = format.rawValue
        guard let reader = formats.first(where: { $0.id == format }) else { return outcome }

        switch format {
        case .vcard, .icalendar: try ContentLineCheck(format: reader).check(content, file, &outcome)
        case .opml: try OutlineCheck().check(bytes, file, &outcome)
        case .csv: try TableCheck().check(bytes, file, &outcome)
        case .todoTxt: try TodoTxtCheck().check(bytes, file, &outcome)
        case .taskPaper: try TaskPaperCheck().check(bytes, file, &outcome)
        default: outcome.add(.codec, "no check for \(format)")
        }
        if file.isMeantToBeRefused, outcome.issues == 0 {
            outcome.add(.unreported, "its project refuses it; nothing was reported")
        }
        try hub.checkExports(of: content, reader, &outcome)
        return outcome
    }
}

extension Outcome {
    /// Compares what was counted with what the manifest states.
    mutating func compare(_ counted: [String: Int], with file: CorpusFile) {
        for (noun, stated) in file.statedCounts.sorted(by: { $0.key < $1.key }) {
            let count = counted[noun, default: 0]
            if count != stated { add(.count, "\(noun): \(stated) stated, \(count) found") }
        }
    }
}
