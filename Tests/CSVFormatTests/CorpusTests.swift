import CSVFormat
import Glibc
import SharedFiles
import Testing
import TextDecoding

/// The CSV files of the shared corpus and what its manifest says of them.
private struct CorpusFile: CustomTestStringConvertible {
    var path: String
    var exercises: String
    var testDescription: String { path }

    /// The number that stands before `word` in the manifest.
    func number(before word: String) -> Int? {
        let parts = exercises.split { " ,:".contains($0) }
        guard let index = parts.firstIndex(of: Substring(word)), index > 0 else { return nil }
        return Int(parts[index - 1])
    }

    var delimiter: UInt8? {
        let names = ["comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"]
        return names.first { exercises.contains("delimiter \($0.key)") }?.value.utf8.first
    }
}

private enum Corpus {
    static let folder = SharedFiles.corpusPath

    static let files: [CorpusFile] = {
        guard let manifest = bytes("MANIFEST.tsv") else { return [] }
        return String(decoding: manifest, as: UTF8.self).split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count > 6, columns[1] == "csv", columns[2] == "input" else { return nil }
            return CorpusFile(path: columns[0], exercises: columns[6])
        }
    }()

    static func bytes(_ path: String) -> [UInt8]? {
        guard let file = fopen(folder + "/" + path, "rb") else { return nil }
        defer { fclose(file) }
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return result }
            result.append(contentsOf: buffer[..<count])
        }
    }
}

@Suite(.needsShared())
private struct CorpusTests {
    /// Read, write and read again gives the same fields; every row's bytes are accounted for.
    @Test(arguments: Corpus.files)
    func readsWritesAndReadsAgain(file: CorpusFile) throws {
        let bytes = try #require(Corpus.bytes(file.path))
        let first = try read(bytes, header: .absent)
        var writer = CSVWriter()
        var output: [UInt8] = []
        for row in first.rows { writer.append(row, to: &output) }
        let second = try read(output, dialect: CSVDialect(), header: .absent)
        #expect(second.rows == first.rows)
        #expect(second.issues.allSatisfy { $0.code == .nulCharacter })
    }

    /// Files of which the manifest was made by a reader that sees them otherwise, and why ours is right.
    static let differing: [String: String] = [
        "quoted_values_delimited.csv": "one quoted field in each row; the semicolons are inside the quotes",
        "malformed.tsv": "a field opens with a quote and never closes; ten lines are ten rows, not nine",
        "unquoted_escape/mixed.csv":
            "quotes are escaped by backslashes; the manifest's reader knows only doubled ones",
    ]

    static func isComparable(_ file: CorpusFile) -> Bool {
        file.delimiter != nil && !differing.keys.contains { file.path.hasSuffix($0) }
    }

    @Test func theExceptionsAreFilesOfTheCorpus() {
        for suffix in Self.differing.keys { #expect(Corpus.files.contains { $0.path.hasSuffix(suffix) }) }
    }

    @Test(arguments: Corpus.files.filter(isComparable))
    func findsTheDelimiterOfTheManifest(file: CorpusFile) throws {
        let bytes = try #require(Corpus.bytes(file.path))
        let found = try CSVReader(ArrayByteSource(bytes)).dialect.delimiter
        #expect(found == file.delimiter)
    }

    @Test(arguments: Corpus.files.filter { isComparable($0) && $0.number(before: "record(s)") != nil })
    func countsTheRecordsOfTheManifest(file: CorpusFile) throws {
        let bytes = try #require(Corpus.bytes(file.path))
        var reader = try CSVReader(
            ArrayByteSource(bytes), options: .init(delimiter: file.delimiter, headerPosition: .absent))
        // The manifest's numbers are those of a reader for which every line is a record.
        var count = reader.dialect.hasSeparatorLine ? 1 : 0
        while try reader.next() != nil { count += 1 }
        #expect(count + reader.blankLineCount == file.number(before: "record(s)"))
    }

    @Test func profilesOfRealFilesAreRecognisedAsCSV() throws {
        for file in Corpus.files where file.path.contains("FolkerKinzel") {
            let bytes = try #require(Corpus.bytes(file.path))
            let text = TextEncoding.decodeUnlabelled(bytes).text
            #expect(looksLikeCSV(Array(text.utf8)) >= 0.4, "\(file.path)")
        }
    }
}
