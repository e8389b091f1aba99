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
        let failure = WholeImportError(error: AtriumError(code, "there is no room"))
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
        let failure = WholeImportError(error: AtriumError(.diskFull, "there is no room"))
        #expect(throws: WholeImportError.self) {
            try ArchivedVaultFolder.open(FailingFile(content: archive, error: failure), path: "all.zip")
        }
        // What is wrong with the file itself, its import says.
        let other = FailingFile(content: archive, error: AtriumError(.inputOutput, "it cannot be read"))
        #expect(try ArchivedVaultFolder.open(other, path: "all.zip")?.folder.path == nil)
    }

    @Test func whatIsWrongWithTemporaryFilesIsMarked() throws {
        let missing = hub.hub.home + "/none"
        let error = #expect(throws: WholeImportError.self) {
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
        #expect(error?.code == .cannotCreate)
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

    /// Between two passes nothing is locked: what was switched off there takes nothing.
    @Test func aModuleThatIsSwitchedOffMeanwhileTakesNothing() throws {
        let session = try hub.session()
        let before = try session.contents(.everything)
        let request = ImportRequest(files: [("a.lines", TextFile("a.lines", "tools:\nu1|Big saw\nu3|Adze\n"))]
        )
        let observer = ImportObserver(decide: { [hub] _ in
            try hub.run("modules disable", ["id": "workshop"])
            return [.replace]
        })
        #expect(
            message { _ = try session.importFiles(request, observer: observer) }
                == "the module workshop is off: enable it with atrium modules enable workshop")
        try hub.run("modules enable", ["id": "workshop"])
        #expect(try session.contents(.everything).difference(from: before) == [])
    }
}

/// Who an import is for is asked again while it goes on.
@Suite struct ImportRightsTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: [WorkshopModule.module, LibraryModule.module], formats: [LineFormat()])
    }

    /// What the look-up throws, and what the user may no longer do, leaves the vault as it was.
    @Test func nothingIsCommittedWithoutRights() throws {
        let accounts = try hub.hub.accounts()
        let ada = try hub.hub.firstUser()
        let session = try hub.session()
        let (secret, token) = try accounts.addToken(of: ada, name: "t", scope: .everything)
        let credential = try #require(Credential(.token, secret: secret))
        let before = try session.contents(.everything)
        let ends: [(String, () throws -> Void)] = [
            ("ask an admin to allow it", { try accounts.setAllowedModules(["library"], of: ada) }),
            (
                "gone",
                {
                    try accounts.setAllowedModules(nil, of: ada)
                    try accounts.revokeToken(token.id, of: ada)
                }
            ),
        ]
        for (expected, end) in ends {
            let observer = ImportObserver(
                progress: { if $0.isFinishing { try end() } },
                principal: {
                    guard let found = try accounts.principal(behind: credential) else {
                        throw AtriumError(.notAuthenticated, "gone")
                    }
                    return found
                })
            let text = message {
                _ = try session.importFiles(
                    ImportRequest(files: [("a.lines", TextFile("a.lines", "tools:\nu1|Saw\n"))]),
                    observer: observer)
            }
            #expect(text?.contains(expected) == true)
            #expect(try session.contents(.everything).difference(from: before) == [])
        }
    }

    /// Modules that the import has no business with may come and go.
    @Test func otherModulesAreNoMatter() throws {
        let accounts = try hub.hub.accounts()
        let ada = try hub.hub.firstUser()
        var request = ImportRequest(files: [("a.lines", TextFile("a.lines", "tools:\nu1|Saw\n"))])
        request.module = "workshop"
        let report = try hub.session().importFiles(
            request,
            observer: ImportObserver(
                progress: { if $0.isFinishing { try accounts.setAllowedModules(["workshop"], of: ada) } },
                principal: {
                    Principal(user: try hub.hub.firstUser(), means: .terminal, scope: .everything)
                }))
        #expect(report.files.map(\.added) == [1])
    }
}
