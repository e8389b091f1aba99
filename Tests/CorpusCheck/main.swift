import AtriumSDK
import Foundation

// Tries every input of the corpus and tells what does not come through: see docs/formats.md.
//
//     corpus-check CORPUS FORMATS-PAGE [PATTERN]
//
// With a pattern, only the files whose path has it are tried, and all that is found is shown.

/// How long one file may take, in seconds; the longest takes about one.
let timeLimit: UInt32 = 120

func work(_ corpus: URL) throws {
    let files = Dictionary(uniqueKeysWithValues: try CorpusFile.all(in: corpus).map { ($0.path, $0) })
    let check = FileCheck(corpus: corpus, formats: installedFormats, modules: installedModules)
    while let path = readLine() {
        guard let file = files[path] else { throw CorpusError("\(path) is not in the manifest") }
        alarm(timeLimit)
        let outcome = try check.outcome(of: file)
        alarm(0)
        try FileHandle.standardOutput.write(contentsOf: try JSONEncoder().encode(outcome) + [10])
    }
}

func run(_ corpus: URL, _ page: URL, _ pattern: String?) throws -> Int32 {
    var known = try KnownDifferences(readingFrom: page)
    let files = try CorpusFile.all(in: corpus).filter { file in pattern.map { file.path.contains($0) } ?? true
    }
    let outcomes = try Workers(corpus: corpus, paths: files.map(\.path)).run()
    print(Summary(outcomes: Array(zip(files.map(\.format), outcomes))).printed())
    var unexplained = 0
    for outcome in outcomes {
        for difference in outcome.differences {
            let isKnown = known.explain(difference, of: outcome.path)
            if isKnown, pattern == nil { continue }
            unexplained += isKnown ? 0 : 1
            print("\(isKnown ? "known" : "NEW"): \(outcome.path): \(difference.kind): \(difference.detail)")
        }
    }
    let stale = pattern == nil ? known.rows.filter { !$0.isMet } : []
    for row in stale {
        print("STALE: line \(row.line) of \(page.lastPathComponent): no \(row.kind) in `\(row.pattern)`")
    }
    print(
        "\(outcomes.count) files, \(unexplained) unexplained differences, \(stale.count) stale explanations")
    return unexplained + stale.count == 0 && outcomes.count == files.count ? 0 : 1
}

let arguments = CommandLine.arguments.dropFirst()
do {
    switch (arguments.first, arguments.count) {
    case ("--worker", 2): try work(URL(filePath: CommandLine.arguments[2]))
    case (let corpus?, 2...3):
        exit(
            try run(
                URL(filePath: corpus), URL(filePath: CommandLine.arguments[2]),
                arguments.count == 3 ? CommandLine.arguments[3] : nil))
    default:
        throw CorpusError("usage: corpus-check CORPUS FORMATS-PAGE [PATTERN]")
    }
} catch {
    FileHandle.standardError.write(Data("corpus-check: \(error)\n".utf8))
    exit(2)
}
