import AtriumSDK
import Foundation
import Glibc
import Synchronization
import Testing

@testable import AtriumHost

/// Files that are written under another name until they are whole.
@Suite struct OutputFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func permissions(_ path: String) -> mode_t {
        var information = stat()
        return stat(path, &information) == 0 ? information.st_mode & 0o777 : 0
    }

    /// What the process takes from the permissions of new files, as the kernel says it.
    private static func mask() throws -> String {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        return try String(#require(status.split(separator: "\n").first { $0.hasPrefix("Umask:") }))
    }

    @Test func aNewFileHasThePermissionsOfNewFiles() throws {
        let path = folder.path + "/new"
        let plain = folder.path + "/plain"
        close(open(plain, O_WRONLY | O_CREAT, 0o666))
        let file = try OutputFile(path: path)
        try file.write([1, 2])
        #expect(folder.names.count == 2)
        #expect(try file.finish() == 2)
        #expect(permissions(path) == permissions(plain))
        #expect(folder.names == ["new", "plain"])
    }

    @Test func whatWasThereStaysUntilTheFileIsWhole() throws {
        let path = folder.path + "/old"
        try Data([1]).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o640)
        do {
            let abandoned = try OutputFile(path: path)
            try abandoned.write([2, 3])
        }
        #expect(folder.names == ["old"])
        #expect(FileManager.default.contents(atPath: path) == Data([1]))
        let file = try OutputFile(path: path)
        try file.write([2, 3])
        _ = try file.finish()
        #expect(FileManager.default.contents(atPath: path) == Data([2, 3]))
        #expect(permissions(path) == 0o640)
    }

    /// The mask is the whole process's: where one thread changes it, files of the others come out readable by everyone.
    @Test func theMaskOfTheProcessIsLeftAlone() throws {
        let before = try Self.mask()
        let isDone = Atomic(false)
        var differs = false
        let thread = Thread { [path = folder.path + "/a"] in
            for _ in 0..<3000 { _ = try? OutputFile(path: path) }
            isDone.store(true, ordering: .releasing)
        }
        thread.start()
        while !isDone.load(ordering: .acquiring) {
            if try Self.mask() != before { differs = true }
        }
        #expect(!differs)
        #expect(folder.names == [])
    }

    @Test func aPipeIsWrittenToAsItIs() throws {
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        // Open for both, so that neither end waits for the other.
        let reader = open(path, O_RDWR | O_CLOEXEC)
        defer { close(reader) }
        let file = try OutputFile(path: path)
        try file.write(Array("records".utf8))
        #expect(try file.finish() == 7)
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &buffer, buffer.count) == 7)
        #expect(folder.names == ["pipe"])
    }

    @Test func aFolderIsNoFile() {
        let error = #expect(throws: AtriumError.self) { try OutputFile(path: folder.path) }
        #expect(error?.code == .cannotCreate)
    }
}
