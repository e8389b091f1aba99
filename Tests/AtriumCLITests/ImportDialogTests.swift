import AtriumHost
import AtriumSDK
import Foundation
import Testing

@testable import AtriumCLI

@Suite("Imports at a terminal and elsewhere")
struct ImportDialogTests {
    @Test func foldersNameWhatTheyPassOver() throws {
        let home = TemporaryHome()
        _ = try home.file("a.plants", "PLANT Rose\n")
        _ = try home.file("README.md", "Read me\n")
        _ = try home.file(".hidden", "x")
        let run = home.run("import", home.folder)
        #expect(run.status == 0)
        #expect(run.output.contains("skipped, not recognized: 2\n"))
        #expect(run.output.contains("  \(home.folder)/.hidden: hidden\n"))
        #expect(run.output.contains("  \(home.folder)/README.md: unknown file format\n"))
        #expect(home.run("import", home.folder + "/README.md").status == 65)
        let json = home.run("import", home.folder, "--json")
        #expect(json.output.contains(#""passedOver":[{"path":"\#(home.folder)/.hidden","reason":"hidden"}"#))
    }

    @Test func verboseNamesEachItem() throws {
        let home = TemporaryHome()
        let path = try home.file("a.plants", "PLANT Rose\n")
        let plain = home.run("import", path, "--dry-run", "--json")
        #expect(try JSONReader.value(plain.output).objectValue?["items"] == nil)
        let run = home.run("import", path, "--dry-run", "--verbose")
        #expect(run.output.contains("  line 1: new: Rose\n"))
        #expect(
            home.run("import", path, "--dry-run", "--verbose", "--json").output.contains(#""outcome":"new""#))
        #expect(home.run("garden", "list").output.isEmpty)
        // A file that is named twice: each line once, below its own.
        let twice = home.run("import", path, path, "--dry-run", "--verbose").output
        #expect(twice.split(separator: "\n").count { $0.hasPrefix("  line 1: ") } == 2)
    }

    @Test func mappingsAreKeptAndRemoved() throws {
        let home = TemporaryHome()
        let path = try home.file("a.plants", "PLANT Rose\n")
        #expect(home.run("import", path, "--name-prefix", "My ", "--save-map", "mine").status == 0)
        #expect(home.run("maps", "list").output.contains("mine"))
        let other = try home.file("b.plants", "PLANT Tulip\n")
        #expect(home.run("import", other, "--use-map", "mine").status == 0)
        #expect(home.run("export", "garden").output == "PLANT My Rose\nPLANT My Tulip\n")
        let wrong = home.run("import", other, "--use-map", "mini")
        #expect(wrong.status == 66)
        #expect(wrong.errors == "atrium: --use-map: there is no mapping “mini”: did you mean “mine”?\n")
        #expect(home.run("maps", "remove", "mine").status == 0)
        #expect(home.run("maps", "list").output.isEmpty)
    }

    @Test func aMappingOfNothingIsNotKept() throws {
        let home = TemporaryHome()
        let path = try home.file("a.plants", "PLANT Rose\n")
        let run = home.run("import", path, "--save-map", "only")
        #expect(run.status == 64)
        #expect(
            run.errors
                == "atrium: --save-map: there is no column mapping to save: map the columns with --map COLUMN=FIELD\n"
        )
        #expect(home.run("maps", "list").output.isEmpty)
        #expect(home.run("garden", "list").output.isEmpty)
    }

    /// What is held until the end is bounded; the rest is counted.
    @Test func verboseNamesNoMoreThanFitsInMemory() throws {
        let home = TemporaryHome()
        let lines = (0..<ImportReport.shownItems + 7).map { "PLANT Rose \($0)\n" }.joined()
        let path = try home.file("a.plants", lines)
        let run = home.run("import", path, "--dry-run", "--verbose")
        #expect(run.output.split(separator: "\n").count { $0.contains(": new: ") } == ImportReport.shownItems)
        #expect(run.output.contains("… and 7 more entries, included in the counts above\n"))
        let json = home.run("import", path, "--dry-run", "--verbose", "--json")
        let report = try #require(try JSONReader.value(json.output).objectValue)
        #expect(report["omittedItems"] == .integer(7))
        #expect(report["items"]?.listValue?.count == ImportReport.shownItems)
    }

    @Test func answersAreReadLineByLine() throws {
        let errors = MemoryOutput(terminalColumns: 80)
        let prompt = Prompt(
            streams: Streams(
                input: MemoryInput(Array("  yes  \n\nno".utf8), isTerminal: true), output: MemoryOutput(),
                errors: errors, environment: [:]))
        #expect(prompt.canAsk)
        #expect(try prompt.ask("First?") == "yes")
        #expect(try prompt.ask("Second?") == "")
        #expect(try prompt.ask("Third?") == "no")
        #expect(try prompt.ask("Fourth?") == nil)
        #expect(errors.text == "First? Second? Third? Fourth? ")
    }

    @Test func progressIsDrawnTenTimesASecondAndOnTerminalsOnly() throws {
        let terminal = MemoryOutput(terminalColumns: 80)
        var time = 0.0
        let line = ProgressLine(terminal, clock: { time })
        for step in 0..<100 {
            time = Double(step) / 50
            line.show(
                ImportProgress(path: "a.vcf", bytes: Int64(step), byteCount: 100, items: step * 10))
        }
        let draws = terminal.text.components(separatedBy: "\r\u{1B}[K").dropFirst()
        #expect(draws.count <= 20 && draws.count >= 15)
        #expect(draws.last == "a.vcf  [###################-] 98%  980 entries  500/s  0:01 left")
        try line.clear()
        #expect(terminal.text.hasSuffix("\r\u{1B}[K"))
        let file = MemoryOutput()
        ProgressLine(file, clock: { 1 }).show(
            ImportProgress(path: "a.vcf", bytes: 1, byteCount: 2, items: 3))
        #expect(file.text.isEmpty)
    }

    @Test func theEndIsSaidAtOnceAndNarrowWindowsAreNeverOverrun() throws {
        let terminal = MemoryOutput(terminalColumns: 24)
        let line = ProgressLine(terminal, clock: { 1 })
        line.show(ImportProgress(path: "李小龍.vcf", bytes: 1, byteCount: 2, items: 30_000))
        line.show(ImportProgress(path: "", bytes: 0, byteCount: nil, items: 0, isFinishing: true))
        line.show(ImportProgress(path: "", bytes: 0, byteCount: nil, items: 0, isFinishing: true))
        let draws = terminal.text.components(separatedBy: "\r\u{1B}[K").dropFirst()
        #expect(draws.count == 2)
        #expect(draws.last?.hasPrefix("finishing") == true)
        for draw in draws { #expect(TerminalText.width(draw) < 24) }
    }

    @Test func aLongPathLeavesRoomForTheRest() {
        let text = ProgressLine.text(
            ImportProgress(path: String(repeating: "x", count: 200), bytes: 1, byteCount: 2, items: 3),
            seconds: 0, columns: 60)
        #expect(TerminalText.width(text) <= 60)
        #expect(text.hasSuffix("[##########----------] 50%  3 entries"))
    }

    @Test func anInterruptedRunSaysSo() {
        let output = MemoryOutput(), errors = MemoryOutput()
        let streams = Streams(input: MemoryInput(), output: output, errors: errors, environment: [:])
        let report = ErrorReport(streams: streams, isJSON: true, isColorless: true)
        #expect(report.end(ImportCancelled()) == 130)
        #expect(errors.text == "atrium: interrupted; nothing was changed\n")
        #expect(output.text.contains(#""code":"interrupted""#))
    }
}
