import Foundation
import GRDB
import Glibc
import Testing

@testable import AtriumHost

/// What a process leaves on the disk that only reads.
@Suite final class DatabaseLogTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/atrium-log-\(UUID().uuidString)"
    private var path: String { folder + "/vault.sqlite" }

    init() throws { try Folders.make(folder) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func opened<Result>(_ body: (DatabasePool) throws -> Result) throws -> Result {
        let pool = try VaultFile.open(at: path)
        defer { try? pool.close() }
        return try body(pool)
    }

    private func makeDatabase() throws {
        try opened { pool in
            try pool.write { db in
                try db.execute(sql: "CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('kept')")
            }
        }
    }

    private func notes(_ pool: DatabasePool) throws -> [String] {
        try pool.read { db in try String.fetchAll(db, sql: "SELECT text FROM note ORDER BY rowid") }
    }

    @Test func toReadWritesNothing() throws {
        try makeDatabase()
        let before = try FileDigest(of: path)
        #expect(try opened(notes) == ["kept"])
        #expect(try FileDigest(of: path).sha256 == before.sha256)
        #expect(DatabaseLog.isEmpty(of: path))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(left).isSubset(of: ["vault.sqlite", "vault.sqlite-wal", "vault.sqlite-shm"]))
    }

    @Test func whatIsWrittenIsThereForTheNext() throws {
        try makeDatabase()
        try opened { pool in
            try pool.write { db in try db.execute(sql: "INSERT INTO note VALUES ('new')") }
            #expect(try notes(pool) == ["kept", "new"])
        }
        #expect(try opened(notes) == ["kept", "new"])
    }

    /// Another process may have written it: what stands there is nobody else's to touch.
    @Test func aLogThatIsThereStaysAsItIs() throws {
        try makeDatabase()
        try opened { pool in
            try pool.write { db in try db.execute(sql: "INSERT INTO note VALUES ('new')") }
            let size = try #require(FileSystem.size(ofFile: path + "-wal"))
            #expect(size > 32)
            DatabaseLog.make(for: path)
            #expect(FileSystem.size(ofFile: path + "-wal") == size)
            #expect(!DatabaseLog.isEmpty(of: path))
            #expect(try opened(notes) == ["kept", "new"])
        }
    }

    /// A process may end at any moment: the next one finds a log of a byte, an empty one, or what it left of the staging.
    @Test(arguments: [0, 1, 31])
    func whatAnEndedProcessLeftIsNoHindrance(bytes: Int) throws {
        try makeDatabase()
        try Data(repeating: 0x37, count: bytes).write(to: URL(fileURLWithPath: path + "-wal"))
        #expect(DatabaseLog.isEmpty(of: path))
        #expect(try opened(notes) == ["kept"])
    }

    /// A file that is about to be made needs none: SQLite would remove it.
    @Test func aNewFileGetsNone() throws {
        try Folders.makePrivateFile(path)
        DatabaseLog.make(for: path)
        #expect(access(path + "-wal", F_OK) != 0)
    }
}
