import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import AtriumHost

/// Files that belong together become one, in archives and beside each other.
@Suite struct JoinedFilesTests {
    /// `names.txt` has a line for each tool, `kinds.txt` what stands before them.
    private static let join = FileJoin(
        "workshop", anchor: "names.txt", fileName: "Workshop.lines",
        select: { paths in
            paths.contains("more/kinds.txt")
                ? .init(files: ["names.txt", "more/kinds.txt"], derived: paths.filter { $0 == "sum.txt" })
                : nil
        },
        join: { contents in
            guard let kinds = contents["more/kinds.txt"], kinds.first != 0x21 else {
                throw AtriumError(.badData, "the kinds are wrong", remedy: "export again")
            }
            return kinds + (contents["names.txt"] ?? [])
        })

    private let hub: TemporaryHub
    private let names = Array("u1|Saw\nu2|Axe\n".utf8)
    private let kinds = Array("tools:\n".utf8)

    init() throws {
        var module = WorkshopModule.module
        module.joins = [Self.join]
        hub = try TemporaryHub(modules: [module], formats: [LineFormat()])
    }

    private func report(_ files: [(String, [UInt8])]) throws -> ImportReport {
        try hub.session().importFiles(
            ImportRequest(
                inputs: files.map { path, content in
                    let name = path.split(separator: "/").last.map(String.init) ?? path
                    return ImportInput(path: path, file: TextFile(name, content: content), isFound: true)
                }))
    }

    @Test(arguments: ["", "export/"])
    func filesOfAnArchiveAreJoined(folder: String) throws {
        let content = ArchiveMaker.zip([
            (folder + "sum.txt", Array("2".utf8)), (folder + "more/kinds.txt", kinds),
            (folder + "names.txt", names), ("other.lines", Array("tools:\nu9|Rope\n".utf8)),
            ("__MACOSX/._x", [1, 2]), ("readme.txt", Array("read me\n".utf8)),
        ])
        let report = try report([("tools.zip", content)])
        #expect(
            report.files.map(\.path) == ["tools.zip/\(folder)Workshop.lines", "tools.zip/other.lines"])
        #expect(report.files.map(\.added) == [2, 1])
        #expect(
            report.passedOver.map(\.reason) == [
                "unknown file format",
                "the other files of workshop contain the same data", "hidden",
            ])
        #expect(try self.report([("later.zip", content)]).files.map(\.unchanged) == [2, 1])
    }

    @Test func filesBesideEachOtherAreJoinedFolderByFolder() throws {
        let report = try report([
            ("a/more/kinds.txt", kinds), ("a/names.txt", names), ("a/sum.txt", Array("2".utf8)),
            ("b/names.txt", Array("u3|Nail\n".utf8)), ("b/more/kinds.txt", kinds),
            ("c.lines", Array("tools:\nu4|Glue\n".utf8)),
        ])
        #expect(report.files.map(\.path) == ["a/Workshop.lines", "b/Workshop.lines", "c.lines"])
        #expect(report.files.map(\.added) == [2, 1, 1])
        #expect(report.passedOver.map(\.path) == ["a/sum.txt"])
    }

    @Test func filesWithoutTheOthersAreReadAsTheyAre() throws {
        let alone = try report([("a/names.txt", Array("tools:\nu1|Saw\n".utf8))])
        #expect(alone.files.map(\.path) == ["a/names.txt"])
        let archive = ArchiveMaker.zip([("names.txt", Array("tools:\nu2|Axe\n".utf8))])
        #expect(try report([("x.zip", archive)]).files.map(\.path) == ["x.zip/names.txt"])
    }

    @Test func whatCannotBeJoinedFailsAsAWhole() throws {
        let wrong = Array("!".utf8)
        let report = try report([
            ("a/names.txt", names), ("a/more/kinds.txt", wrong),
            ("x.zip", ArchiveMaker.zip([("names.txt", names), ("more/kinds.txt", wrong)])),
            ("c.lines", Array("tools:\nu4|Glue\n".utf8)),
        ])
        #expect(
            report.files.map { $0.error?.message } == ["the kinds are wrong", "the kinds are wrong", nil])
        #expect(report.files.map(\.added) == [0, 0, 1])
    }

    /// A module that is off joins nothing.
    @Test func whatIsOffJoinsNothing() throws {
        try hub.run("modules disable", ["id": .text("workshop")])
        let report = try report([("a/names.txt", names), ("a/more/kinds.txt", kinds)])
        #expect(report.files.allSatisfy { $0.path != "a/Workshop.lines" })
    }
}
