import AtriumHost
import AtriumSDK
import Foundation
import Glibc
import Testing

@testable import AtriumCLI

@Suite("Streams and files")
struct StreamTests {
    @Test func aReaderThatHasGoneEndsTheRunQuietly() {
        let output = MemoryOutput(capacity: 10), errors = MemoryOutput()
        let status = CommandLineTool(modules: [gardenModule], formats: []).run(
            ["--help"], environment: ["ATRIUM_HOME": "/dev/null/atrium"], input: MemoryInput(),
            output: output,
            errors: errors)
        #expect(status == ReaderGone.exitStatus)
        #expect(errors.bytes.isEmpty)
    }

    @Test func aPipeWithoutAReaderIsNoticed() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        signal(SIGPIPE, SIG_IGN)
        close(ends[0])
        defer { close(ends[1]) }
        let output = FileOutput(descriptor: ends[1], name: "pipe")
        try output.write("text")
        #expect(throws: ReaderGone.self) { try output.flush() }
    }

    @Test func aFullDiskIsNamed() throws {
        let descriptor = open("/dev/full", O_WRONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let output = FileOutput(descriptor: descriptor, name: "standard output")
        try output.write("text")
        let error = #expect(throws: AtriumError.self) { try output.flush() }
        #expect(error?.code == .inputOutput)
        #expect(
            error?.description
                == "cannot write to standard output: no space left on device: free some space and try again")
    }

    @Test func spooledInputCanBeReadAgain() throws {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let file = try SpoolFile(MemoryInput(bytes))
        var first = file.open()
        #expect(try all(&first) == bytes)
        var second = file.open()
        #expect(try all(&second) == bytes)
    }

    private func all(_ reader: inout any ImportFileReader) throws -> [UInt8] {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
            if count == 0 { return result }
            result += buffer.prefix(count)
        }
    }

    @Test func foldersAreWalkedInOrderAndPatternsExpanded() throws {
        try inFolder { folder in
            for name in ["b.vcf", "a.vcf", ".hidden.vcf", "sub/c.ics", "sub/.git/x.vcf", "sub/deeper/d.csv"] {
                let path = folder + "/" + name
                try FileManager.default.createDirectory(
                    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
                try write("x", to: path)
            }
            symlink(folder, folder + "/sub/loop")
            symlink(folder + "/a.vcf", folder + "/z.vcf")
            // What stands elsewhere was not named.
            symlink("/etc/passwd", folder + "/sub/y.csv")
            let inside = ["a.vcf", "b.vcf", "sub/c.ics", "sub/deeper/d.csv", "z.vcf"].map {
                folder + "/" + $0
            }
            #expect(ImportPaths.expand([folder]).paths.map(\.path) == inside)
            #expect(ImportPaths.expand([folder + "/"]).paths.map(\.path) == inside)
            #expect(!ImportPaths.expand([folder]).paths.map(\.isFound).contains(false))
            #expect(
                ImportPaths.expand([folder]).passedOver.map(\.path)
                    == [".hidden.vcf", "sub/.git", "sub/loop", "sub/y.csv"].map { folder + "/" + $0 })
            #expect(
                ImportPaths.expand([folder]).passedOver.last?.reason == "a link to a file outside the folder")
            #expect(ImportPaths.expand([folder + "/sub/y.csv"]).paths.count == 1)
            let globbed = ImportPaths.expand([
                folder + "/*.vcf", "-", "-", folder + "/none", folder + "/*.opml",
            ])
            #expect(
                globbed.paths.map(\.path) == ["a.vcf", "b.vcf", "z.vcf"].map { folder + "/" + $0 } + ["-"])
            #expect(globbed.problems.map(\.path) == [folder + "/none", folder + "/*.opml"])
            #expect(
                globbed.problems.allSatisfy {
                    $0.named.code == .notFound && $0.named.message.contains($0.path)
                })
        }
    }

    @Test func aFileThatACommandTakesWholeHasALimit() throws {
        #expect(try FileContent.read("-", MemoryInput([1, 2, 3])).content == [1, 2, 3])
        let error = #expect(throws: AtriumError.self) {
            try FileContent.read("/dev/zero", MemoryInput())
        }
        #expect(error?.code == .badData)
    }

    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/atrium-cli-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func write(_ text: String, to path: String) throws {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
}
