import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Testing

@testable import AtriumHost

/// The folder of a whole vault, with what ModuleConformance cannot try: two modules, contents, damage.
@Suite struct VaultFolderTests {
    private static let tool = RecordReference(WorkshopModule.tools, 1)
    private let work = try? TemporaryFolder()
    private var folder: String { (work?.path ?? "") + "/all" }

    private func hub(isEnabled: Bool = true) throws -> TemporaryHub {
        try TemporaryHub(
            modules: [WorkshopModule.module, BookFormat.library], formats: [LineFormat(), BookFormat()],
            isEnabled: isEnabled)
    }

    private func filled() throws -> TemporaryHub {
        let hub = try hub()
        try hub.importFile(TextFile("a.lines", "tools:\none|Hammer\ntwo|Axe\n"))
        try hub.importFile(TextFile("a.books", "books:\none|On hammers\n"))
        try hub.run("settings set", ["key": .text("zone"), "value": .text("Europe/Vienna")])
        try hub.run(
            "links add",
            [
                "fromCollection": .text("workshop"), "fromRecord": .text("one"),
                "toCollection": .text("library"), "toRecord": .text("one"), "kind": .text("is told of in"),
            ])
        try hub.run(
            "tags add",
            [
                "collection": .text("workshop"), "record": .text("two"),
                "tags": .list([.text("Sharp"), .text("b")]),
            ])
        try attach([1, 2, 3], name: "manual.pdf", hub)
        return hub
    }

    private func exportFilled() throws {
        let source = try filled()
        // The hub's folder goes with the hub.
        try withExtendedLifetime(source) {
            _ = try source.session().exportAll(to: folder, includesDisabled: false)
        }
    }

    private func attach(_ content: [UInt8], name: String, _ hub: TemporaryHub) throws {
        let session = try hub.session()
        _ = try session.write("test") { db, scope in
            try RecordAttachments(
                db: db, collections: scope.collections, folder: session.vault.filesFolder,
                content: scope.content
            ).add(content, mediaType: "application/pdf", name: name, role: "document", to: Self.tool)
        }
    }

    private func importFolder(into hub: TemporaryHub, isDryRun: Bool = false) throws -> ImportReport {
        let opened = try #require(try VaultFolder.open(at: folder))
        let names = FileSystem.names(in: folder).filter { !opened.ownNames.contains($0) }
        return try hub.session().importFiles(
            ImportRequest(
                files: try names.map { ($0, try DiskFile(path: folder + "/" + $0)) }, folders: [opened],
                isDryRun: isDryRun))
    }

    private func codes(_ report: ImportReport) -> [String] { report.files.flatMap(\.issues).map(\.code) }

    @Test func everythingComesBackAndGoesAgain() throws {
        let source = try filled()
        _ = try source.session().exportAll(to: folder, includesDisabled: false)
        let other = try hub(isEnabled: false)
        let report = try importFolder(into: other)
        #expect(codes(report) == ["module-enabled"])
        // Two tools, a book, a setting, a link, the tags of one record, a content.
        #expect(report.files.reduce(0) { $0 + $1.added } == 7)
        let files = try other.session().attachmentFiles()
        #expect(try files == source.session().attachmentFiles())
        #expect(try other.items("tags list").count == 2)
        let links = try other.items("links list", ["collection": .text("library"), "record": .text("one")])
        #expect(links.map { $0["kind"] } == [.text("is told of in")])
        #expect(links.map { $0["fromTitle"] } == [.text("Hammer")])
        #expect(try other.run("settings get", ["key": .text("zone")])["value"] == .text("Europe/Vienna"))
        // Again: nothing. Undone: nothing is left.
        let before = try other.session().contents()
        #expect(try other.session().contents() == before)
        try other.run("imports undo", ["run": .integer(1)])
        #expect(try other.session().contents().rows["workshop_tool"] == nil)
        #expect(try other.session().contents().rows["host_attachment"] == nil)
        #expect(try other.session().contents().rows["host_link"] == nil)
        #expect(try other.session().contents().rows["host_setting"] == nil)
    }

    // MARK: - In archives

    /// The folder's files by their names in it, below a folder of the archive or at its top.
    private func entries(below top: String) throws -> ArchiveMaker.Entries {
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().compactMap { name in
            guard FileSystem.size(ofFile: folder + "/" + name) != nil else { return nil }
            return (
                top + name, Array(try #require(FileManager.default.contents(atPath: folder + "/" + name)))
            )
        }
    }

    private func importArchive(_ content: [UInt8], into hub: TemporaryHub) throws -> ImportReport {
        try hub.session().importFiles(
            ImportRequest(files: [("all.zip", TextFile("all.zip", content: content))]))
    }

    @Test(arguments: ["", "./", "My vault/"])
    func aPackedFolderComesBackLikeTheFolder(top: String) throws {
        try exportFilled()
        let (one, other) = (try hub(isEnabled: false), try hub(isEnabled: false))
        _ = try importFolder(into: one)
        let more: ArchiveMaker.Entries = [("../../x.lines", Array("tools:\nfoul|Play\n".utf8))]
        let entries = try entries(below: top) + more
        let report = try importArchive(ArchiveMaker.zip(entries), into: other)
        #expect(codes(report) == ["module-enabled"])
        #expect(
            report.passedOver
                == [ImportReport.PassedOver(path: "all.zip/../../x.lines", reason: "not in the manifest")])
        #expect(try other.session().attachmentFiles() == one.session().attachmentFiles())
        for command in ["workshop list", "tags list", "settings list"] {
            #expect(try other.items(command).count == one.items(command).count, "\(command)")
        }
        #expect(
            try other.items("links list", ["collection": .text("library"), "record": .text("one")]).count == 1
        )
        let again = try importArchive(ArchiveMaker.tarGzip(entries), into: other)
        #expect(again.files.allSatisfy { $0.added == 0 && $0.updated == 0 && $0.error == nil })
    }

    /// The files of a vault's folder by name, without the manifest, which names its time.
    private func files(_ hub: TemporaryHub, _ name: String) throws -> [String: Data] {
        let path = try #require(work?.path) + "/" + name
        _ = try hub.session().exportAll(to: path, includesDisabled: false)
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path)
        where name != VaultFolderManifest.fileName && FileSystem.size(ofFile: path + "/" + name) != nil {
            files[name] = FileManager.default.contents(atPath: path + "/" + name)
        }
        return files
    }

    @Test func theHubPacksAFolderThatGivesTheSameFolderAgain() throws {
        let source = try filled()
        let session = try source.session()
        let file = try session.makeVaultFile(.folder)
        #expect(file.name.hasPrefix("atrium-\(session.user.name)-") && file.name.hasSuffix("Z.zip"))
        #expect(!FileSystem.names(in: session.vault.folder).contains { $0.hasPrefix(".atrium-") })
        let content = Array(try file.contents())
        #expect(content.starts(with: Array("PK".utf8)))
        // The same content gives the same bytes.
        #expect(Array(try session.makeVaultFile(.folder).contents()) == content)
        let other = try hub(isEnabled: false)
        let report = try importArchive(content, into: other)
        #expect(codes(report) == ["module-enabled"])
        #expect(report.passedOver.isEmpty)
        #expect(report.files.reduce(0) { $0 + $1.added } == 7)
        #expect(try files(other, "again") == files(source, "first"))
    }

    @Test func aBackupIsTheOtherForm() throws {
        let source = try filled()
        let file = try source.session().makeVaultFile(.backup)
        #expect(file.name.hasSuffix("Z.tar.gz"))
        #expect(Array(try file.contents()).starts(with: [0x1F, 0x8B]))
    }

    /// Wherever nobody wants it any more, the work ends and nothing of it is left.
    @Test func anArchiveThatIsStoppedLeavesNothing() throws {
        struct Stopped: Error {}
        let source = try filled()
        let session = try source.session()
        let before = FileSystem.names(in: session.vault.folder)
        var steps = 0
        _ = try session.makeVaultFile(.folder) { steps += 1 }
        #expect(steps > 10)
        for last in 0..<steps {
            var step = 0
            #expect(throws: Stopped.self) {
                try session.makeVaultFile(.folder) {
                    if step == last { throw Stopped() }
                    step += 1
                }
            }
        }
        #expect(FileSystem.names(in: session.vault.folder) == before)
    }

    @Test func aPackedFolderThatIsDamagedIsNotImportedByHalf() throws {
        try exportFilled()
        let other = try hub()
        var entries = try entries(below: "")
        let place = try #require(entries.firstIndex { $0.name == VaultFolderManifest.fileName })
        let text = String(decoding: entries[place].content, as: UTF8.self)
        entries[place].content = Array(text.replacing("\"version\":1", with: "\"version\":2").utf8)
        let newer = try importArchive(ArchiveMaker.zip(entries), into: other)
        #expect(
            newer.failedFiles.map(\.error?.message) == [
                "the folder was written by a newer version of Atrium"
            ])
        // A part that is missing is named, as in a folder.
        entries[place].content = Array(text.utf8)
        entries.removeAll { $0.name == "tags.jsonl" || $0.name.hasPrefix("attachments/") }
        let partial = try importArchive(ArchiveMaker.zip(entries), into: other)
        #expect(Set(codes(partial)) == ["missing-file", "missing-attachment"])
    }

    @Test func aDryRunChangesNothing() throws {
        try exportFilled()
        let other = try hub()
        let before = try other.session().contents(.everything)
        let report = try importFolder(into: other, isDryRun: true)
        let added = report.files.map { "\(Folders.name(of: $0.path)) \($0.added)" }
        #expect(
            added == [
                "books.books 1", "tools.lines 2", "manifest.json 1", "links.jsonl 1", "tags.jsonl 1",
                "attachments.jsonl 1", "former-uids.jsonl 0",
            ])
        #expect(try other.session().contents(.everything) == before)
        #expect(try other.session().attachmentFiles().isEmpty)
    }

    /// The modules of the folder are in no vault yet: a rehearsal is for that above all.
    @Test func aDryRunIsTheImport() throws {
        try exportFilled()
        let other = try hub(isEnabled: false)
        let before = try other.session().contents(.everything)
        let rehearsed = try importFolder(into: other, isDryRun: true)
        #expect(try other.session().contents(.everything).difference(from: before) == [])
        #expect(try other.session().enabledModules().map(\.id) == ["library"])
        let done = try importFolder(into: other)
        func values(_ report: ImportReport) -> [DataValue] {
            report.files.map { $0.value(guidance: \.kept) }
        }
        #expect(values(done) == values(rehearsed))
        #expect(done.files.reduce(0) { $0 + $1.added } == 7)
    }

    @Test func anImportThatFailsLeavesNoModuleOn() throws {
        struct Stopped: Error {}
        try exportFilled()
        let other = try hub(isEnabled: false)
        let before = try other.session().contents(.everything)
        let opened = try #require(try VaultFolder.open(at: folder))
        let tools = try DiskFile(path: folder + "/tools.lines")
        #expect(throws: Stopped.self) {
            try other.session().importFiles(
                ImportRequest(files: [("tools.lines", tools)], folders: [opened]),
                observer: ImportObserver(progress: { _ in throw Stopped() }))
        }
        #expect(try other.session().contents(.everything).difference(from: before) == [])
        #expect(try other.session().enabledModules().map(\.id) == ["library"])
        // It can be tried again.
        #expect(try importFolder(into: other).files.reduce(0) { $0 + $1.added } == 7)
    }

    @Test(arguments: [false, true])
    func anImportThatIsTakenBackSwitchesItsModulesOff(isUsed: Bool) throws {
        try exportFilled()
        let other = try hub(isEnabled: false)
        _ = try importFolder(into: other)
        if isUsed { try other.run("workshop add", ["name": .text("Mine")]) }
        let undone = try other.run("imports undo", ["run": .integer(1)])
        #expect(undone["disabled"] == .list(isUsed ? [] : [.text("workshop")]))
        #expect(
            try other.session().enabledModules().map(\.id).sorted()
                == (isUsed ? ["library", "workshop"] : ["library"]))
        // With the import its modules are on again, by an undo of the undo; and off by another way to take it back.
        let again = try other.run("undo", ["change": undone["change"] ?? .null])
        #expect(again["enabled"] == .list(isUsed ? [] : [.text("workshop")]))
        #expect(try other.session().enabledModules().map(\.id).sorted() == ["library", "workshop"])
        guard !isUsed else { return }
        #expect(try other.run("undo")["disabled"] == .list([.text("workshop")]))
        #expect(try other.session().enabledModules().map(\.id) == ["library"])
    }

    /// The second import is like the first; only what the user has switched off stays off.
    @Test func anImportThatIsTakenBackCanBeMadeAgain() throws {
        try exportFilled()
        let other = try hub(isEnabled: false)
        let first = try importFolder(into: other)
        try other.run("imports undo", ["run": .integer(1)])
        let again = try importFolder(into: other)
        #expect(codes(again) == codes(first))
        #expect(again.files.map(\.added) == first.files.map(\.added))
        #expect(again.files.count { !$0.unclaimed.isEmpty } == 0)
        try other.run("imports undo", ["run": .integer(2)])
        try other.run("modules disable", ["id": .text("workshop")])
        let off = try importFolder(into: other)
        #expect(off.files.count { !$0.unclaimed.isEmpty } > 0)
        #expect(try other.session().enabledModules().map(\.id) == ["library"])
    }

    /// What the user has switched off since the import stays off, whatever comes of the import.
    @Test func anImportThatStandsAgainSwitchesNothingOnAgainstTheUser() throws {
        try exportFilled()
        let other = try hub(isEnabled: false)
        _ = try importFolder(into: other)
        try other.run("undo")
        try other.run("modules disable", ["id": "workshop"])
        #expect(error { try other.run("undo", ["change": 2]) }?.code == .unavailable)
        #expect(try other.session().enabledModules().map(\.id) == ["library"])
    }

    /// An undo by force is undone: the records that an undo before had kept are back, and so is their module.
    @Test func aModuleComesBackWithItsRecords() throws {
        let source = try hub()
        try source.importFile(TextFile("a.lines", "tools:\none|Hammer\ntwo|Axe\n"))
        _ = try source.session().exportAll(to: folder, includesDisabled: false)
        let other = try hub(isEnabled: false)
        _ = try importFolder(into: other)
        try other.run("workshop edit", ["record": "one", "weight": 9])
        try other.run("imports undo", ["run": 1])
        #expect(try other.run("imports undo", ["run": 1, "force": true])["disabled"] == ["workshop"])
        #expect(try other.run("undo")["enabled"] == ["workshop"])
        #expect(try other.items("workshop list").map { $0["name"] } == ["Hammer"])
    }

    /// An undo that takes nothing back leaves the modules as the user has them.
    @Test func anUndoWithoutEffectSwitchesNoModule() throws {
        let source = try hub()
        try source.importFile(TextFile("a.lines", "tools:\none|Hammer\n"))
        _ = try source.session().exportAll(to: folder, includesDisabled: false)
        let other = try hub(isEnabled: false)
        #expect(codes(try importFolder(into: other)) == ["module-enabled"])
        try other.run("workshop edit", ["record": "one", "weight": 9])
        let undone = try other.run("imports undo", ["run": 1])
        #expect(undone["change"] == .null)
        #expect(undone["kept"]?.listValue?.count == 1)
        #expect(try other.session().enabledModules().map(\.id) == ["workshop", "library"])
    }

    /// A line that is too long ends the file, so that none of its lines may be in the vault.
    @Test func aFileThatFailsInItsMiddleChangesNothing() throws {
        try exportFilled()
        let path = folder + "/tags.jsonl"
        var lines = try #require(FileManager.default.contents(atPath: path))
        lines.append(Data(repeating: UInt8(ascii: "x"), count: 2 << 20))
        try lines.write(to: URL(fileURLWithPath: path))
        let other = try hub()
        let report = try importFolder(into: other)
        let file = try #require(report.files.first { $0.path == path })
        #expect(file.error?.code == .badData)
        #expect(file.items == 0 && file.added == 0)
        #expect(try other.items("tags list").isEmpty)
        #expect(try other.items("workshop list").count == 2)
    }

    /// Taken for no manifest, the links, tags and attachments of the folder would be lost without a word.
    @Test(arguments: ["long", "cut off"])
    func aManifestOfOursIsNeverPassedOver(kind: String) throws {
        try exportFilled()
        let path = folder + "/manifest.json"
        var text = try #require(FileManager.default.contents(atPath: path))
        switch kind {
        case "long": text.append(Data(repeating: 0x20, count: Int(VaultFolderManifest.maximumSize)))
        default: text = text.prefix(text.count / 2)
        }
        try text.write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: AtriumError.self) { try VaultFolder.open(at: folder) }
        #expect(error?.code == .badData)
    }

    @Test func aManifestBehindALinkIsRead() throws {
        try exportFilled()
        let moved = (work?.path ?? "") + "/moved.json"
        try FileManager.default.moveItem(atPath: folder + "/manifest.json", toPath: moved)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/manifest.json", withDestinationPath: moved)
        #expect(try VaultFolder.open(at: folder)?.path == folder)
    }

    @Test func aManifestByItselfIsNamed() throws {
        try exportFilled()
        let manifest = try #require(FileManager.default.contents(atPath: folder + "/manifest.json"))
        let foreign = try #require(ForeignContent(Array(manifest)))
        #expect(foreign.kind == "the manifest of an exported vault")
    }

    @Test func whatIsThereStays() throws {
        try exportFilled()
        let other = try hub()
        try other.run("settings set", ["key": .text("zone"), "value": .text("Asia/Tokyo")])
        try other.importFile(TextFile("b.lines", "tools:\ntwo|Axe\n"))
        try other.run(
            "tags add",
            ["collection": .text("workshop"), "record": .text("two"), "tags": .list([.text("Mine")])])
        _ = try importFolder(into: other)
        let tags = try other.run("tags show", ["collection": .text("workshop"), "record": .text("two")])
        #expect(tags["tags"] == .list([.text("Mine"), .text("Sharp"), .text("b")]))
        #expect(try other.run("settings get", ["key": .text("zone")])["value"] == .text("Asia/Tokyo"))
    }

    @Test func modulesThatAreOffAreLeftOutOrComeBackOff() throws {
        let source = try filled()
        try source.run("modules disable", ["id": .text("workshop")])
        let result = try source.session().exportAll(to: folder, includesDisabled: false).objectValue
        #expect(result?["leftOut"] == .list([.text("workshop")]))
        #expect(FileSystem.size(ofFile: folder + "/tools.lines") == nil)
        #expect(result?["warnings"]?.listValue?.count == 1)
        try FileManager.default.removeItem(atPath: folder)
        _ = try source.session().exportAll(to: folder, includesDisabled: true)
        let other = try hub(isEnabled: false)
        _ = try importFolder(into: other)
        let off = try other.items("modules list").filter { $0["enabled"] == .bool(false) }
        #expect(off.map { $0["id"] } == [.text("workshop")])
        try other.run("modules enable", ["id": .text("workshop")])
        #expect(try other.items("workshop list").count == 2)
    }

    @Test func modulesThatTheProgramLacksAreNamed() throws {
        let source = try filled()
        let fewer = try source.reopened(with: [WorkshopModule.module])
        let result = try fewer.session().exportAll(to: folder, includesDisabled: true).objectValue
        #expect(result?["leftOut"] == .list([.text("library")]))
        let warnings = result?["warnings"]?.texts ?? []
        #expect(warnings.first?.hasPrefix("the data of the module library was left out") == true)
        let manifest = try #require(FileManager.default.contents(atPath: folder + "/manifest.json"))
        #expect(try VaultFolderManifest(json: manifest)?.leftOut == ["library"])
    }

    @Test func aModuleThatTheUserSwitchedOffStaysOff() throws {
        try exportFilled()
        let other = try hub()
        try other.run("modules disable", ["id": .text("workshop")])
        let report = try importFolder(into: other)
        #expect(report.files.contains { !$0.unclaimed.isEmpty })
        #expect(codes(report).contains("no-record"))
        #expect(try !other.session().enabledModules().contains { $0.id == "workshop" })
    }

    @Test func missingAndDamagedFilesAreNamed() throws {
        let source = try filled()
        try attach([4, 5, 6], name: "lost.pdf", source)
        let stored = try source.session().vault.filesFolder
        try FileManager.default.removeItem(atPath: stored + "/" + source.session().attachmentFiles()[1])
        let result = try source.session().exportAll(to: folder, includesDisabled: false).objectValue
        let warnings = "\(result?["warnings"] ?? .null)"
        #expect(warnings.contains("missing"))
        let contents = FileSystem.names(in: folder + "/attachments")
        #expect(contents.count == 1)
        try Data([9]).write(to: URL(fileURLWithPath: folder + "/attachments/" + contents[0]))
        try Data("{\"collection\":\"workshop/tools\"\nnot json\n".utf8)
            .write(to: URL(fileURLWithPath: folder + "/tags.jsonl"))
        try FileManager.default.removeItem(atPath: folder + "/links.jsonl")
        let other = try hub()
        let report = try importFolder(into: other)
        #expect(
            codes(report).sorted() == [
                "changed-file", "malformed-line", "malformed-line", "missing-attachment",
                "missing-attachment",
                "missing-file",
            ])
        #expect(report.failedFiles.map(\.path) == [folder + "/links.jsonl"])
        #expect(try other.items("workshop list").count == 2)
        #expect(try other.session().attachmentFiles().isEmpty)
    }

    @Test(arguments: [
        ("{\"format\":\"atrium-export\",\"version\":2,\"files\":[],\"madeAt\":\"\"}", "newer version"),
        ("{\"format\":\"atrium-export\",\"version\":1}", "damaged"),
        (
            """
            {"format":"atrium-export","version":1,"madeAt":"","files":[{"file":"../a","holds":"tags","format":"jsonl",
            "items":0,"bytes":0,"sha256":"\(String(repeating: "0", count: 64))"}]}
            """, "damaged"
        ),
    ])
    func aManifestThatCannotBeFollowedIsRefused(json: String, message: String) throws {
        let work = try TemporaryFolder()
        try Data(json.utf8).write(to: URL(fileURLWithPath: work.path + "/manifest.json"))
        let error = #expect(throws: AtriumError.self) { try VaultFolder.open(at: work.path) }
        #expect(error?.code == .badData)
        #expect(error?.message.contains(message) == true)
    }

    @Test(arguments: ["{\"name\":\"a web app\"}", "no json", "", "[1]"])
    func anotherManifestIsNoneOfOurs(text: String) throws {
        let work = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: work.path + "/manifest.json"))
        #expect(try VaultFolder.open(at: work.path)?.path == nil)
    }
}
