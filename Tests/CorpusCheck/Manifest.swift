import Foundation

/// A file of the corpus, with what its manifest says of it.
struct CorpusFile {
    /// Relative to the corpus.
    let path: String
    /// The format that the manifest gives it.
    let format: String
    /// What it is for, with numbers of items.
    let exercises: String
    /// What the tests of the project that it comes from expect.
    let expected: String

    /// The formats whose files are tried, in the order of the table that is printed.
    static let formats = ["vcard", "icalendar", "opml", "csv", "taskpaper", "todotxt"]

    /// The files that `MANIFEST.tsv` names as input of ``formats``.
    static func all(in corpus: URL) throws -> [CorpusFile] {
        let manifest = try String(contentsOf: corpus.appending(path: "MANIFEST.tsv"), encoding: .utf8)
        return manifest.split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count > 7, columns[2] == "input", formats.contains(columns[1]) else { return nil }
            return CorpusFile(
                path: columns[0], format: columns[1], exercises: columns[6], expected: columns[7])
        }
    }

    /// How many things of each kind the manifest counts: `3 VEVENT`, `2 card(s)`, `4 outline(s)`, `5 record(s)`, `6 tasks`,
    /// `7 task lines`, `8 project lines`, `9 done`.
    var statedCounts: [String: Int] {
        var counts: [String: Int] = [:]
        let words = exercises.split { " ,:".contains($0) }
        for (number, noun) in zip(words, words.dropFirst()) {
            guard let count = Int(number) else { continue }
            switch noun {
            case "tasks", "task", "project",
                "done" where ["taskpaper", "todotxt"].contains(format):
                counts[String(noun)] = count
            case "card(s)", "outline(s)", "record(s)": counts[String(noun.dropLast(3))] = count
            case _ where noun.first == "V" && noun.allSatisfy({ $0.isUppercase }):
                counts[String(noun)] = count
            default: continue
            }
        }
        return counts
    }

    /// Whether the project that it comes from refuses it: then an issue or a refusal has to say what is wrong.
    var isMeantToBeRefused: Bool {
        expected.contains("MUST BE REJECTED") || expected.contains("strict parse/validate must fail")
    }
}
