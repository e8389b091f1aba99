import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Testing

@testable import AtriumHost

@Suite("Files of attachments")
struct AttachmentContentTests {
    private static let photo: [UInt8] = Array("a photo".utf8)
    private static let other: [UInt8] = Array("another photo".utf8)

    /// Ends a write, as a dry run does.
    private struct TakenBack: Error {}

    let library: LibraryVault
    let book: Int64

    init() throws {
        library = try LibraryVault()
        book = try library.add("Emma")
    }

    private var folder: String { library.vault.filesFolder }
    private var names: [String] { FileSystem.names(in: folder) }

    /// Attaches content in a write that goes on with `body`.
    private func attach(
        _ content: [UInt8], in vault: Vault? = nil,
        then body: (RecordAttachments, AtriumSDK.Attachment) throws -> Void = { _, _ in }
    ) throws {
        let vault = vault ?? library.vault
        let cause = ChangeRecorder.Cause(actor: "ada", command: "test")
        _ = try ChangeRecorder(vault: vault).write(cause) { db, scope in
            let store = RecordAttachments(
                db: db, collections: scope.collections, folder: vault.filesFolder, content: scope.content)
            let attachment = try store.add(
                content, mediaType: "image/png", name: "cover.png", role: "cover",
                to: RecordReference(LibraryModule.books, book))
            try body(store, attachment)
        }
    }

    private func put(_ content: [UInt8], as name: String) throws {
        try Data(content).write(to: URL(fileURLWithPath: folder + "/" + name))
    }

    private func removeUnused() throws {
        try library.vault.pool.write { db in try AttachmentContent.removeUnused(db, folder: folder) }
    }

    // MARK: - Writes

    @Test("New content has a staging name of its own until its write ends, and can be read meanwhile")
    func staging() throws {
        var whileWriting: [String] = []
        var read: [UInt8] = []
        try attach(Self.photo) { store, attachment in
            whileWriting = names
            read = try store.content(of: attachment)
        }
        #expect(read == Self.photo)
        let sha256 = try #require(names.first)
        #expect(names == [sha256])
        let staging = try #require(whileWriting.first)
        #expect(whileWriting == [staging])
        #expect(staging.hasPrefix(sha256 + ".") && staging.hasSuffix(".new"))
        #expect(try AttachmentContent.read(sha256, folder: folder) == Self.photo)
    }

    @Test("What keeps content from being written is said by its kind")
    func failures() throws {
        let error = #expect(throws: AtriumError.self) {
            _ = try AttachmentContent(folder: folder + "/none").stage(Self.photo)
        }
        #expect(error?.code == .cannotCreate)
    }

    /// Between the two, the process may be killed: the row must find its file.
    @Test("Content has its name before the commit")
    func namedBeforeTheCommit() throws {
        let content = AttachmentContent(folder: folder)
        let sha256 = try content.stage(Self.photo)
        #expect(try content.stage(Self.photo) == sha256)
        #expect(names.count == 1)
        try content.synchronize()
        #expect(names == [sha256])
        // A commit that fails after it leaves the file: another write may refer to it by then.
        content.discard()
        #expect(names == [sha256])
    }

    @Test("Content whose row is gone again by the end of its write leaves no file")
    func unused() throws {
        try attach(Self.photo) { store, attachment in try store.remove(attachment.id) }
        #expect(names == [])
        let sha256 = try library.attach(Self.photo, to: book)
        try attach(Self.photo) { store, attachment in try store.remove(attachment.id) }
        #expect(names == [sha256])
    }

    @Test("A write that is rolled back leaves no staging name, and what is committed stays")
    func rollback() throws {
        let sha256 = try library.attach(Self.photo, to: book)
        #expect(throws: TakenBack.self) {
            try attach(Self.photo) { _, _ in
                throw TakenBack()
            }
        }
        #expect(names == [sha256])
        #expect(throws: TakenBack.self) { try attach(Self.other) { _, _ in throw TakenBack() } }
        #expect(names == [sha256])
        #expect(try AttachmentContent.read(sha256, folder: folder) == Self.photo)
        #expect(Doctor(vault: library.vault).examine().isHealthy)
    }

    @Test("A rollback removes nothing of another write's staged content")
    func twoStagings() throws {
        let first = AttachmentContent(folder: folder)
        let second = AttachmentContent(folder: folder)
        let sha256 = try first.stage(Self.photo)
        #expect(try second.stage(Self.photo) == sha256)
        #expect(names.count == 2)
        second.discard()
        try first.synchronize()
        #expect(names == [sha256])
        #expect(try AttachmentContent.read(sha256, folder: folder) == Self.photo)
    }

    /// Earlier versions could be killed between the commit and the renaming.
    @Test("Content that was committed as a staging name outlives a dry run and a write of the same bytes")
    func committedUnderStagingName() throws {
        let sha256 = try library.attach(Self.photo, to: book)
        let old = sha256 + ".new"
        try FileManager.default.moveItem(atPath: folder + "/" + sha256, toPath: folder + "/" + old)
        #expect(try AttachmentContent.read(sha256, folder: folder) == Self.photo)
        #expect(throws: TakenBack.self) { try attach(Self.photo) { _, _ in throw TakenBack() } }
        try removeUnused()
        #expect(names == [old])
        #expect(try AttachmentContent.read(sha256, folder: folder) == Self.photo)
        try attach(Self.photo)
        try removeUnused()
        #expect(names == [sha256])
    }

    @Test("A file that was cut short is written anew")
    func cutShort() throws {
        let sha256 = try library.attach(Self.photo, to: book)
        try put(Array(Self.photo.prefix(3)), as: sha256)
        try attach(Self.photo)
        #expect(names == [sha256])
        #expect(try AttachmentContent.read(sha256, folder: folder) == Self.photo)
    }

    @Test("Where content cannot take its name, nothing is committed")
    func renameFails() throws {
        let sha256 = try library.attach(Self.photo, to: book)
        try library.write { db in try db.execute(sql: "DELETE FROM host_attachment") }
        try FileManager.default.removeItem(atPath: folder + "/" + sha256)
        try FileManager.default.createDirectory(
            atPath: folder + "/" + sha256, withIntermediateDirectories: false)
        #expect(throws: AtriumError.self) { try attach(Self.photo) }
        #expect(names == [sha256])
        #expect(
            try library.vault.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM host_attachment") }
                == 0)
    }

    // MARK: - Leftovers

    @Test("Staging names and files that killed writes left are notes to the doctor and do no harm")
    func leftovers() throws {
        let sha256 = try library.attach(Self.photo, to: book)
        let staging = "\(sha256).\(UUID().uuidString).new"
        let unused = String(repeating: "a", count: 64)
        try put(Array(Self.photo.prefix(3)), as: staging)
        try put(Self.other, as: unused)
        let report = Doctor(vault: library.vault).examine()
        #expect(report.isHealthy)
        #expect(
            Set(report.checks.flatMap(\.notes))
                == ["no attachment uses the file \(staging)", "no attachment uses the file \(unused)"])
        try attach(Self.photo)
        #expect(try AttachmentContent.read(sha256, folder: folder) == Self.photo)
        try removeUnused()
        #expect(names == [sha256])
    }

    @Test("The file of a removed attachment stays while undo needs it")
    func neededByUndo() throws {
        let sha256 = try library.attach(Self.photo, to: book)
        try library.write { db in try db.execute(sql: "DELETE FROM host_attachment") }
        try removeUnused()
        #expect(names == [sha256])
    }

    @Test("Erasing a module removes the files of its attachments, and those only")
    func erasing() throws {
        let hub = try TemporaryHub(modules: [LibraryModule.module, WorkshopModule.module])
        try hub.run("workshop add", ["name": .text("Saw")])
        let session = try hub.session()
        let vault = session.vault
        _ = try ChangeRecorder(vault: vault).write(ChangeRecorder.Cause(actor: "ada", command: "test")) {
            db, _ in
            try db.execute(
                sql: "INSERT INTO library_book (id, uid, title) VALUES (?, 'b', 'Emma')", arguments: [book])
        }
        try attach(Self.photo, in: vault)
        let kept = FileSystem.names(in: vault.filesFolder)
        try Data(Self.other).write(
            to: URL(fileURLWithPath: vault.filesFolder + "/" + String(repeating: "a", count: 64) + ".x.new"))
        try hub.run("modules erase", ["id": .text("workshop"), "yes": .bool(true)])
        #expect(kept.count == 1)
        #expect(FileSystem.names(in: vault.filesFolder) == kept)
        try hub.run("modules erase", ["id": .text("library"), "yes": .bool(true)])
        #expect(FileSystem.names(in: vault.filesFolder).isEmpty)
    }

    /// Known by size and SHA-256, without a look into the file; one that is missing or cut short holds nothing.
    @Test func whatAnAttachmentHoldsIsKnownByItsHash() throws {
        try attach(Self.photo) { store, attachment in
            #expect(store.holds(Self.photo, as: attachment))
            #expect(!store.holds(Self.other, as: attachment))
            #expect(!store.holds(Array(Self.photo.reversed()), as: attachment))
        }
        let name = try #require(names.first)
        let attachment = AtriumSDK.Attachment(
            id: 1, role: "cover", sha256: name, mediaType: "image/png", byteCount: Int64(Self.photo.count),
            name: "")
        func holds() throws -> Bool {
            try library.vault.read { db in
                RecordAttachments(
                    db: db, collections: try CollectionNumbers(db), folder: folder, content: nil
                ).holds(Self.photo, as: attachment)
            }
        }
        #expect(try holds())
        try put(Array(Self.photo.dropLast()), as: name)
        #expect(try !holds())
        try FileManager.default.removeItem(atPath: folder + "/" + name)
        #expect(try !holds())
    }
}
