import Foundation
import SharedFiles

/// Files of other programs that stand beside the package.
enum Corpus {
    static let root = SharedFiles.corpus

    /// The paths of all files under a folder of the corpus, sorted.
    static func files(under folder: String) -> [URL] {
        let base = root.appendingPathComponent(folder)
        guard
            let walker = FileManager.default.enumerator(
                at: base, includingPropertiesForKeys: [.isRegularFileKey])
        else { return [] }
        return walker.compactMap { $0 as? URL }
            .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true }
            .sorted { $0.path < $1.path }
    }
}

/// One rule of the corpus and what another project's tests expect of it.
struct RuleVector: Decodable {
    let id: String
    let rrule: String
    let dtstart: String
    let instances: [String]?
    let complete: Bool?

    static func load() throws -> [RuleVector] {
        let names = ["dateutil", "ical.js", "libical", "rrule.js"]
        return try names.flatMap { name in
            let url = Corpus.root.appendingPathComponent("rrule/_expansions/\(name).jsonl")
            return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
                try JSONDecoder().decode(RuleVector.self, from: Data($0.utf8))
            }
        }
    }
}
