import AtriumSDK
import Foundation

// Tries every input of the corpus and tells what does not come through: see docs/formats.md.
//
//     corpus-check CORPUS FORMATS-PAGE [PATTERN | --formats FORMAT,... | --every NUMBER]
//
// With a pattern, only files whose path contains it are tried, and known differences are printed, too. With formats, only
// files of these formats are tried; with a number, only every eighth file, say.

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

func run(_ corpus: URL, _ page: URL, _ pattern: String?, where isChosen: (Int, CorpusFile) -> Bool) throws
    -> Int32
{
    var known = try KnownDifferences(readingFrom: page)
    let all = try CorpusFile.all(in: corpus)
    let files = all.enumerated().filter { isChosen($0.offset, $0.element) }.map(\.element)
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
    // A row may be met only by files that were not tried.
    let stale = files.count == all.count ? known.rows.filter { !$0.isMet } : []
    for row in stale {
        print("STALE: line \(row.line) of \(page.lastPathComponent): no \(row.kind) in `\(row.pattern)`")
    }
    print(
        "\(outcomes.count) files, \(unexplained) unexplained differences, \(stale.count) stale explanations")
    return unexplained + stale.count == 0 && outcomes.count == files.count ? 0 : 1
}

let arguments = CommandLine.arguments.dropFirst()
let corpus = URL(filePath: arguments.first ?? "")
let page = URL(filePath: arguments.dropFirst().first ?? "")
do {
    switch (arguments.first, arguments.count) {
    case ("--worker", 2): try work(URL(filePath: CommandLine.arguments[2]))
    case (_, 4) where CommandLine.arguments[3] == "--formats":
        let formats = CommandLine.arguments[4].split(separator: ",").map(String.init)
        for format in formats where !CorpusFile.formats.contains(format) {
            let known = CorpusFile.formats.joined(separator: ", ")
            throw CorpusError("the format \(format) is not tried; choose from \(known)")
        }
        exit(try run(corpus, page, nil) { _, file in formats.contains(file.format) })
    case (_, 4) where CommandLine.arguments[3] == "--every":
        guard let step = Int(CommandLine.arguments[4]), step > 0 else {
            throw CorpusError("--every needs a number from 1")
        }
        exit(try run(corpus, page, nil) { index, _ in index.isMultiple(of: step) })
    case (_, 2): exit(try run(corpus, page, nil) { _, _ in true })
    case (_, 3):
        let pattern = CommandLine.arguments[3]
        exit(try run(corpus, page, pattern) { _, file in file.path.contains(pattern) })
    default:
        throw CorpusError(
            "usage: corpus-check CORPUS FORMATS-PAGE [PATTERN | --formats FORMAT,... | --every NUMBER]")
    }
} catch {
    FileHandle.standardError.write(Data("corpus-check: \(error)\n".utf8))
    exit(2)
}
