import Foundation
import SharedFiles
import Testing

/// The OPML files of the shared corpus, and what its manifest says of them.
enum Corpus {
    struct File: CustomTestStringConvertible {
        var path: String
        var exercises: String
        var expected: String
        var testDescription: String { path }

        func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: Corpus.folder.appending(path: path))) }

        /// The number that stands before `word` in what the manifest says: `211 outline(s)`.
        func number(before word: String) -> Int? {
            number { $0.dropFirst(1).first == Substring(word) ? $0.first : nil }
        }

        /// The number that stands after `word`: `depth 2`.
        func number(after word: String) -> Int? {
            number { $0.first == Substring(word) ? $0.dropFirst(1).first : nil }
        }

        private func number(_ find: (ArraySlice<Substring>) -> Substring?) -> Int? {
            let words = exercises.split { " ,:".contains($0) }
            for start in words.indices {
                if let found = find(words[start...]) { return Int(found) }
            }
            return nil
        }
    }

    static let folder = SharedFiles.corpus

    static let files: [File] = {
        guard let manifest = try? String(contentsOf: folder.appending(path: "MANIFEST.tsv"), encoding: .utf8)
        else { return [] }
        return manifest.split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count > 6, columns[1] == "opml", columns[2] == "input" else { return nil }
            return File(
                path: columns[0], exercises: columns[6], expected: columns.count > 7 ? columns[7] : "")
        }
    }()
}
