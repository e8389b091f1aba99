import AtriumFormats
import AtriumSDK
import Foundation
import SharedFiles
import Testing

/// The files of the shared corpus that its manifest names as input of a format.
private enum Corpus {
    static let folder = SharedFiles.corpus

    static let files: [(path: String, format: FormatID)] = {
        guard let manifest = try? String(contentsOf: folder.appending(path: "MANIFEST.tsv"), encoding: .utf8)
        else { return [] }
        return manifest.split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard columns.count > 2, columns[2] == "input" else { return nil }
            return (String(columns[0]), FormatID(rawValue: String(columns[1])))
        }
    }()
}

@Suite(.needsShared())
private struct CorpusRecognitionTests {
    /// Files that are not known by their content, and why: by a part of the path, and after a bar by its end.
    static let exceptions: [(reason: String, parts: [String])] = [
        (
            "JSContact conversions, as text",
            [
                "jscontact/001_", "jscontact/002_", "jscontact/003_", "jscontact/004_", "jscontact/005_",
                "jscontact/006_", "jscontact/007_", "jscontact/008_", "jscontact/009_", "jscontact/010_",
                "jscontact/011_", "jscontact/012_", "jscontact/013_", "jscontact/014_", "jscontact/016_",
                "jscontact/017_",
            ]
        ),
        ("LDIF", [".ldif"]),
        ("JSON", [".json", "csv/error/json.csv", "csv/test/5438.csv"]),
        ("XML", [".xml", ".xcal"]),
        ("HTML", ["hcalendar/example1.html"]),
        (
            "the own format of a program",
            [
                "calcurse/test/data/apts", "calcurse/test/data/todo", "calcurse/test/data/conf",
                "calcurse/test/data/rfc5545|",
            ]
        ),
        ("titles and times that a test expects", ["fixtures/vTimezone/|.txt"]),
        (
            "nothing in it",
            ["testdata/empty.ics", "csv/test/empty.csv", "add_escaped_rfc.csv", "libical/src/test/2446.ics"]
        ),
        (
            "prose",
            [
                "vCalendar/readme.txt", "vcard-samples-license.txt", "py-vobject/test_files/more_tests.txt",
                "invalid/invalid.ics",
            ]
        ),
        (
            "no whole BEGIN",
            ["corpus/Index_Error.ics", "corpus/Type_Error.ics", "libical/test-data/issue250.ics"]
        ),
        (
            "a component that no RFC names",
            [
                "fuzz_testcase_0_char_in_component_name.ics", "fuzz_testcase_invalid_month.ics",
                "issue_178_component_with_invalid_name_represented.ics",
            ]
        ),
        ("content lines without a component", ["silly_test.ics", "property_error.vcf"]),
        ("a vCard, and known as one", ["libical/test-data/issue339.ics"]),
        ("a calendar, and known as one", ["libical/test-data/user-cal.vcf"]),
        ("hyphens or a group before BEGIN", ["vcarderrors/4.vcf", "vcard_with_groups.ics"]),
        ("the own format of an address book", ["examples/Eudora.txt"]),
        (
            "columns parted by blanks, and texts with blanks or rows of any length",
            ["issue_1573_fill.txt", "file_field_delimiter_0x20.csv"]
        ),
        (
            "a delimiter of several letters or beyond ASCII, which the reader does not have",
            ["multidelimiter/abac_mix.csv", "test/long_escaped_value.csv"]
        ),
        ("three bytes, one of them NUL", ["null_terminator.csv"]),
        ("bytes of a fuzzer", ["quoted_comment_buffer_boundary.csv"]),
        ("comments with a comma in front, in a file with semicolons", ["comments/simple_comma.csv"]),
        (
            "line ends within fields that are not quoted",
            ["unescaped_quotes/unescaped_quote_new_line", "human_eval.csv"]
        ),
    ]

    static func isException(_ path: String, _ part: String) -> Bool {
        let ends = part.split(separator: "|", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return path.contains(part) }
        return path.contains(ends[0]) && path.hasSuffix(ends[1].isEmpty ? ends[0] : ends[1])
    }

    @Test func theExceptionsAreFilesOfTheCorpus() {
        for part in Self.exceptions.flatMap(\.parts) {
            #expect(Corpus.files.contains { Self.isException($0.path, part) }, "\(part)")
        }
    }

    /// Only a file's own format takes it, however it is named.
    @Test(arguments: [FormatID.vcard, .icalendar, .csv])
    func everyInputIsKnownByItsContent(format: FormatID) throws {
        let formats: [any Format] = [VCardFileFormat(), ICalendarFileFormat(), CSVFileFormat()]
        let own = try #require(formats.first { $0.id == format })
        let files = Corpus.files.filter { $0.format == format }
        #expect(files.count > 100)
        let parts = Self.exceptions.flatMap(\.parts)
        for file in files {
            let bytes = try Data(contentsOf: Corpus.folder.appending(path: file.path)).prefix(64 << 10)
            let confidence = own.confidence(in: Array(bytes))
            let others = formats.filter { $0.id != format }.map { $0.confidence(in: Array(bytes)) }
            let isKnown = confidence > .none && others.allSatisfy { $0 < confidence }
            let isException = parts.contains { Self.isException(file.path, $0) }
            #expect(isKnown != isException, "\(file.path): \(confidence), others \(others)")
        }
    }

    /// Tasks in lines are known by their content, and nothing else is taken for them.
    @Test func filesOfTasksAreKnownByTheirContent() throws {
        let own: [any Format] = [TodoTxtFileFormat(), TaskPaperFileFormat()]
        for file in Corpus.files {
            let bytes = Array(try Data(contentsOf: Corpus.folder.appending(path: file.path)).prefix(64 << 10))
            for format in own {
                let isLikely = format.confidence(in: bytes) >= .likely
                #expect(isLikely == (file.format == format.id), "\(file.path): \(format.id)")
            }
        }
        #expect(Corpus.files.contains { $0.format == .todoTxt })
    }

    /// What no content shows, the name may: text that is called CSV and is in no other format's form.
    @Test func aNameIsEnoughForText() throws {
        let refused = [
            "csv/error/json.csv", "csv/test/5438.csv", "csv/test/empty.csv", "add_escaped_rfc.csv",
            "null_terminator.csv", "quoted_comment_buffer_boundary.csv",
        ]
        let own = CSVFileFormat()
        for file in Corpus.files where file.format == .csv && file.path.hasSuffix(".csv") {
            let bytes = try Data(contentsOf: Corpus.folder.appending(path: file.path)).prefix(64 << 10)
            let isTaken = own.confidence(in: Array(bytes)) > .none || own.accepts(Array(bytes))
            #expect(isTaken != refused.contains { file.path.hasSuffix($0) }, "\(file.path)")
        }
    }
}
