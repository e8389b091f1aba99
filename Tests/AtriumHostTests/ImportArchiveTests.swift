import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import AtriumHost

/// Files in archives, and what is refused or passed over.
@Suite struct ImportArchiveTests {
    private let hub: TemporaryHub
    private let tools = Array("tools:\nu1|Saw\nu2|Axe\n".utf8)

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()])
    }

    private func report(_ name: String, _ content: [UInt8], isFound: Bool = false) throws -> ImportReport {
        let file = TextFile(name, content: content)
        return try hub.session().importFiles(
            ImportRequest(inputs: [ImportInput(path: name, file: file, isFound: isFound)]))
    }

    @Test(arguments: ["zip", "tar.gz"])
    func archivesAreOpened(kind: String) throws {
        let entries: ArchiveMaker.Entries = [
            ("a/tools.lines", tools), ("../../etc/more.lines", Array("tools:\nu3|Nail\n".utf8)),
            ("readme.txt", Array("read me\n".utf8)), ("__MACOSX/._x", [1, 2]),
            ("photo.png", [0x89, 0x50, 0x4E, 0x47]),
        ]
        let content = kind == "zip" ? ArchiveMaker.zip(entries) : ArchiveMaker.tarGzip(entries)
        let report = try report("backup.\(kind)", content)
        #expect(
            report.files.map(\.path) == [
                "backup.\(kind)/a/tools.lines", "backup.\(kind)/../../etc/more.lines",
            ])
        #expect(report.files.map(\.added) == [2, 1])
        #expect(
            report.passedOver.map(\.reason) == [
                "unknown file format", "hidden", "this is a PNG image",
            ])
        #expect(try self.report("backup.\(kind)", content).files.map(\.unchanged) == [2, 1])
    }

    /// `export --split` writes a file for each record: an archive may have as many entries as a vault has records.
    @Test func anArchiveMayHoldAFileForEachRecord() throws {
        let budget = ArchiveBudget()
        #expect(throws: Never.self) { for _ in 0..<200_000 { try budget.addEntry() } }
    }

    /// A report that is kept in memory lists a bounded number of issues; an import of too many files is rejected as a whole.
    @Test func whoImportsMayBoundFilesAndIssues() throws {
        let bad = Array("tools:\nu1|Saw\n|\n|\n".utf8)
        let archive = TextFile("a.zip", content: ArchiveMaker.zip([("a.lines", bad), ("b.lines", bad)]))
        var request = ImportRequest(inputs: [ImportInput(path: "a.zip", file: archive)], isDryRun: true)
        request.maximumIssues = 3
        request.maximumFiles = 2
        let report = try hub.session().importFiles(request)
        #expect(report.files.map(\.issues.count) == [2, 1])
        #expect(report.files.map(\.omittedIssues) == [0, 1])
        request.maximumFiles = 1
        let refused = message { _ = try hub.session().importFiles(request) }
        #expect(
            refused?.hasPrefix("the import contains more than 1 files, so nothing was imported: ") == true)
    }

    /// All or nothing: the first files of an archive are not imported without the others.
    @Test func tooManyFilesLeaveNothing() throws {
        let before = try hub.session().contents(.everything)
        let archive = ArchiveMaker.zip([
            ("a.lines", tools), ("__MACOSX/._a", [1]), ("b.lines", Array("tools:\nu3|Nail\n".utf8)),
            ("photo.png", [0x89, 0x50, 0x4E, 0x47]),
        ])
        var request = ImportRequest(files: [
            ("c.lines", TextFile("c.lines", "tools:\nu4|Rasp\n")),
            ("a.zip", TextFile("a.zip", content: archive)),
        ])
        request.maximumFiles = 2
        #expect(error { _ = try hub.session().importFiles(request) }?.code == .badData)
        #expect(try hub.session().contents(.everything).difference(from: before) == [])
        #expect(try hub.items("imports list").isEmpty)
        // Files that are passed over do not count.
        request.maximumFiles = 3
        #expect(try hub.session().importFiles(request).files.map(\.added) == [1, 2, 1])
    }

    /// A zip whose entry's name is marked as UTF-8, whatever locale the process was started in.
    @Test func namesInArchivesAreOfAnyScript() throws {
        let zip = try #require(
            Data(
                base64Encoded:
                    "UEsDBBQAAAgAAAAAIVxV9ABhDgAAAA4AAAAUAAAAYsO8Y2hlci/lkI3liY0ubGluZXN0b29sczoKdTF8U2F3"
                    + "ClBLAQIUAxQAAAgAAAAAIVxV9ABhDgAAAA4AAAAUAAAAAAAAAAAAAACAAQAAAABiw7xjaGVyL+WQjeWJjS5s"
                    + "aW5lc1BLBQYAAAAAAQABAEIAAABAAAAAAAA="))
        #expect(try report("a.zip", Array(zip)).files.map(\.path) == ["a.zip/bücher/名前.lines"])
    }

    @Test func aCompressedFileGoesByItsName() throws {
        let report = try report("tools.lines.gz", ArchiveMaker.gzip(tools))
        #expect(report.files.map(\.path) == ["tools.lines.gz"])
        #expect(report.files.map(\.added) == [2])
    }

    @Test func archivesStandInArchives() throws {
        let inner = ArchiveMaker.zip([("tools.lines", tools)])
        let outer = ArchiveMaker.tarGzip([
            ("sub/inner.zip", inner), ("empty.zip", ArchiveMaker.zip([("x", [])])),
        ])
        let report = try report("all.tgz", outer)
        #expect(report.files.map(\.path) == ["all.tgz/sub/inner.zip/tools.lines"])
        #expect(report.files.map(\.added) == [2])
        #expect(report.passedOver.map(\.path) == ["all.tgz/empty.zip/x", "all.tgz/empty.zip"])
    }

    @Test(arguments: ["traditional", "aes256"])
    func whatNeedsAPasswordIsNamed(cipher: String) throws {
        let locked = ArchiveMaker.encryptedZip([("a.lines", tools), ("b.lines", tools)], cipher: cipher)
        let outer = ArchiveMaker.tarGzip([("locked.zip", locked), ("open.lines", tools)])
        let report = try report("all.tgz", outer)
        #expect(
            report.failedFiles.map(\.path) == ["all.tgz/locked.zip/a.lines", "all.tgz/locked.zip/b.lines"])
        for file in report.failedFiles {
            #expect(
                file.error?.description
                    == "the file is encrypted: unpack it yourself with its password")
        }
        #expect(report.files.last?.added == 2)
    }

    @Test func linksInArchivesLeadNowhere() throws {
        let report = try report(
            "a.tar",
            ArchiveMaker.tar(linkNamed: "link.lines", to: "/etc/passwd", and: [("tools.lines", tools)]))
        #expect(report.files.map(\.added) == [2])
        #expect(report.passedOver == [ImportReport.PassedOver(path: "a.tar/link.lines", reason: "a link")])
    }

    @Test func archivesAreBounded() throws {
        var deep = ArchiveMaker.zip([("tools.lines", tools)])
        for _ in 0..<3 { deep = ArchiveMaker.zip([("inner.zip", deep)]) }
        let report = try report("deep.zip", deep)
        #expect(
            report.failedFiles.map(\.error?.message) == ["archives are nested more than 3 levels deep"])
        // A bomb: 40 MB of one line.
        let bomb = tools + [UInt8](repeating: 10, count: 40 << 20)
        let bombed = try self.report("bomb.lines.gz", ArchiveMaker.gzip(bomb))
        #expect(
            bombed.failedFiles.map(\.error?.message)
                == ["the archive expands to more than 200 times its size"])
        #expect(try hub.session().titles(of: WorkshopModule.tools).isEmpty)
    }

    @Test func theNumberOfEntriesIsBounded() throws {
        let budget = ArchiveBudget(ArchiveLimits(entries: 2))
        try budget.addEntry()
        try budget.addEntry()
        #expect(throws: WholeImportError.self) { try budget.addEntry() }
        #expect(throws: WholeImportError.self) {
            try budget.add(9 << 30, entry: 1 << 30, expanded: 9 << 30, compressed: 1 << 30)
        }
        #expect(throws: AtriumError.self) { try budget.checkDepth(3) }
        #expect(throws: AtriumError.self) {
            try budget.add(1, entry: 3 << 30, expanded: 3 << 30, compressed: 1 << 30)
        }
    }

    @Test func damagedArchivesFailAndTheOthersGoOn() throws {
        let whole = ArchiveMaker.tarGzip([("a.lines", tools), ("b.lines", Array("tools:\nu9|Vice\n".utf8))])
        let cut = TextFile("cut.tgz", content: Array(whole.prefix(whole.count / 2)))
        let report = try hub.importFiles([cut, TextFile("c.lines", "tools:\nu7|Anvil\n")])
        #expect(report.failedFiles.count == 1)
        #expect(report.files.last?.added == 1)
        let empty = try self.report("nothing.zip", ArchiveMaker.zip([("readme", Array("x".utf8))]))
        #expect(empty.failedFiles.map(\.error?.message) == ["nothing in it can be imported"])
    }

    @Test func whatAFolderHoldsBesideIsPassedOver() throws {
        let report = try report("README.md", Array("Read me\n".utf8), isFound: true)
        #expect(report.files.isEmpty)
        #expect(report.passedOver.map(\.path) == ["README.md"])
        #expect(try self.report("README.md", Array("Read me\n".utf8)).failedFiles.count == 1)
    }

    @Test(arguments: [
        (#"["vcard",[["version",{},"text","4.0"]]]"#, "jCard (JSON)"),
        (#"[["vcalendar",[],[]]]"#, "jCal (JSON)"), (#"{"a": 1}"#, "JSON"),
        (#"{"tags": {"@walk": 1}, "entries": []}"#, "jrnl's export (JSON)"),
        (
            "<?xml version='1.0'?><icalendar xmlns='urn:ietf:params:xml:ns:icalendar-2.0'/>", "xCal (XML)"
        ),
        ("<?xml version='1.0'?>\n<vcards xmlns='urn:ietf:params:xml:ns:vcard-4.0'/>", "xCard (XML)"),
        ("<!DOCTYPE html><html></html>", "a web page (HTML)"),
        ("# x\nversion: 1\ndn: cn=Ada\n", "LDIF"), ("%PDF-1.7\n", "a PDF document"),
        ("SQLite format 3\0", "an SQLite database"),
        (
            "PK\u{3}\u{4}" + String(repeating: "\0", count: 22) + "\u{8}\0\0\0mimetype",
            "a spreadsheet or another office document"
        ),
    ])
    func foreignContentIsNamed(text: String, kind: String) throws {
        let report = try report("file.csv", Array(text.utf8))
        #expect(report.failedFiles.map(\.error?.message) == ["this is \(kind)"])
        #expect(report.failedFiles.allSatisfy { $0.error?.remedy.isEmpty == false })
    }

    @Test func aFileThatChangesWhileItIsReadIsRefused() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/tools.lines"
        try Data(tools).write(to: URL(filePath: path))
        let file = try DiskFile(path: path)
        try Data(tools + tools).write(to: URL(filePath: path))
        let report = try hub.session().importFiles(ImportRequest(files: [(path, file)]))
        #expect(report.failedFiles.map(\.error?.code) == [.tryAgain])
    }

    /// Some devices never end.
    @Test(arguments: ["/dev/null", "/dev/zero"]) func devicesAreRefused(path: String) {
        #expect(message { _ = try DiskFile(path: path) } == "\(path) is a device: name a file or a pipe")
    }
}
