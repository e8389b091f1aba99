import AtriumSDK
import AtriumTesting
import Foundation
import Synchronization
import Testing

@testable import AtriumHost

/// What goes wrong with a file fails that file; what goes wrong with the vault ends the import.
@Suite struct ImportFailureTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()])
    }

    /// A file that can be looked at and then no more, as on a disk that is failing.
    private final class FailingFile: ImportFile {
        private let text: TextFile
        private let error: any Error
        private let openings = Mutex(0)
        let name = "failing.lines"

        init(_ text: String, error: any Error = AtriumError(.inputOutput, "the file cannot be read")) {
            self.text = TextFile("failing.lines", text)
            self.error = error
        }

        init(content: [UInt8], error: any Error) {
            text = TextFile("failing.zip", content: content)
            self.error = error
        }

        func open() throws -> any ImportFileReader {
            let number = openings.withLock { count -> Int in
                count += 1
                return count
            }
            guard number == 1 else { throw error }
            return text.open()
        }
    }

    @Test(arguments: [AtriumError.Code.inputOutput, .readOnly, .cannotCreate, .diskFull])
    func aFileThatCannotBeReadFailsAlone(code: AtriumError.Code) throws {
        let failing = FailingFile("tools:\nu1|Saw\n", error: AtriumError(code, "the file cannot be read"))
        let report = try hub.session().importFiles(
            ImportRequest(files: [
                ("failing.lines", failing), ("b.lines", TextFile("b.lines", "tools:\nu2|Axe\n")),
            ]))
        #expect(report.files.map(\.error?.code) == [code, nil])
        #expect(report.files.map(\.added) == [0, 1])
    }

    /// No place for temporary files is no fault of the file that is read: nothing says that the others would do better.
    @Test(arguments: [AtriumError.Code.diskFull, .cannotCreate, .readOnly, .inputOutput])
    func aMachineWithoutRoomEndsTheImport(code: AtriumError.Code) throws {
        let session = try hub.session()
        let before = try session.contents(.everything)
        let failure = TemporaryFileError(error: AtriumError(code, "there is no room"))
        let error = #expect(throws: AtriumError.self) {
            try session.importFiles(
                ImportRequest(files: [
                    ("a.lines", TextFile("a.lines", "tools:\nu1|Saw\n")),
                    ("failing.lines", FailingFile("tools:\nu2|Axe\n", error: failure)),
                ]))
        }
        #expect(error?.code == code)
        #expect(try session.contents(.everything).difference(from: before) == [])
    }

    /// Taken for an archive without a manifest, it would come in as loose files.
    @Test func anArchiveThatCannotBeUnpackedIsNotPassedOver() throws {
        let archive = ArchiveMaker.zip([("manifest.json", Array("{}".utf8))])
        let failure = TemporaryFileError(error: AtriumError(.diskFull, "there is no room"))
        #expect(throws: TemporaryFileError.self) {
            try ArchivedVaultFolder.open(FailingFile(content: archive, error: failure), path: "all.zip")
        }
        // What is wrong with the file itself, its import says.
        let other = FailingFile(content: archive, error: AtriumError(.inputOutput, "it cannot be read"))
        #expect(try ArchivedVaultFolder.open(other, path: "all.zip")?.folder.path == nil)
    }

    @Test func whatIsWrongWithTemporaryFilesIsMarked() throws {
        let missing = hub.hub.home + "/none"
        let error = #expect(throws: TemporaryFileError.self) {
            _ = try SpoolFile(name: "a", in: missing) { _ in }
        }
        #expect(error?.error.code == .cannotCreate)
        // What cannot be read is not.
        #expect(throws: AtriumError.self) {
            _ = try SpoolFile(name: "a") { _ in throw AtriumError(.inputOutput, "a disk is failing") }
        }
    }

    /// The writer fails as it does where the disk is full: no content of an attachment can be written.
    @Test func aVaultThatCannotBeWrittenEndsTheImport() throws {
        let session = try hub.session()
        let before = try session.contents(.everything)
        let folder = session.vault.filesFolder
        try FileManager.default.removeItem(atPath: folder)
        try Data().write(to: URL(fileURLWithPath: folder))
        let error = #expect(throws: AtriumError.self) {
            try session.importFiles(
                ImportRequest(files: [
                    ("a.lines", TextFile("a.lines", "tools:\nu1|Pictured saw\n")),
                    ("b.lines", TextFile("b.lines", "tools:\nu2|Axe\n")),
                ]))
        }
        #expect(error?.code == .inputOutput)
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        #expect(try session.contents(.everything).difference(from: before) == [])
    }
}

/// Conflicts that the user decides between two passes.
@Suite struct ConflictDecisionTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()])
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\nu2|Axe\n"))
        for name in ["Saw", "Axe"] {
            try hub.run("workshop edit", ["record": .text(name), "weight": .decimal(2)])
        }
    }

    /// Two files may have one name: a file and its namesake in another archive.
    @Test func answersBelongToTheirFile() throws {
        let request = ImportRequest(files: [
            ("a.lines", TextFile("a.lines", "tools:\nu1|Big saw\n")),
            ("a.lines", TextFile("a.lines", "tools:\nu2|Big axe\n")),
        ])
        let report = try hub.session().importFiles(
            request, observer: ImportObserver(decide: { _ in [.keep, .replace] }))
        #expect(report.files.map(\.kept) == [1, 0])
        #expect(report.files.map(\.updated) == [0, 1])
        #expect(try hub.session().titles(of: WorkshopModule.tools) == ["Saw", "Big axe"])
    }

    /// A file that becomes another while the user is asked.
    private final class ChangingFile: ImportFile {
        let name = "a.lines"
        let text = Mutex("tools:\nu1|Big saw\n")

        func open() -> any ImportFileReader { TextFile(name, text.withLock { $0 }).open() }
    }

    @Test func anAnswerIsOnlyForWhatWasShown() throws {
        let file = ChangingFile()
        let report = try hub.session().importFiles(
            ImportRequest(files: [("a.lines", file)]),
            observer: ImportObserver(decide: { _ in
                file.text.withLock { $0 = "tools:\nu1|Rusty saw\n" }
                return [.replace]
            }))
        #expect(report.files.map(\.conflicts) == [1])
        #expect(try hub.session().titles(of: WorkshopModule.tools) == ["Saw", "Axe"])
    }
}
