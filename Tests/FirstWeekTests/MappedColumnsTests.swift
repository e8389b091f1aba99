import AtriumCLI
import Foundation
import Testing

/// Tables of which a user has said some columns, but not all that the records need.
@Suite struct MappedColumnsTests {
    /// Imports a table at the terminal, into a home of its own with all modules, and gives what is printed.
    private func imported(_ text: String, _ arguments: [String]) throws -> String {
        let home = FileManager.default.temporaryDirectory.appending(path: "atrium-map-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let file = home.appending(path: "q.csv")
        try Data(text.utf8).write(to: file)
        let (output, errors) = (MemoryOutput(terminalColumns: nil), MemoryOutput(terminalColumns: nil))
        for words in [["modules", "enable", "--all"], ["import", file.path()] + arguments] {
            _ = CommandLineTool(modules: installedModules, formats: installedFormats).run(
                words,
                environment: [
                    "ATRIUM_HOME": home.appending(path: "hub").path(), "USER": "ada", "TERM": "dumb",
                ],
                input: MemoryInput([]), output: output, errors: errors)
        }
        return output.text + errors.text
    }

    @Test(
        arguments: [
            (
                "Date,Who,What\n2026-11-01,Pia,hello\n", "connections", ["Date=when", "What=note"],
                "lacks people, which interactions need: add --map COLUMN=people"
            ),
            (
                "Tag,Ort,Wer\n2026-11-01,UTC,Pia\n", "connections", ["Ort=zone"],
                "lacks when and people, which interactions need: add --map COLUMN=when --map COLUMN=people"
            ),
            (
                "Titel,Datum\nLesen,2026-11-01\n", "habits", ["Titel=title"],
                "lacks days, which habits need: add --map COLUMN=days"
            ),
            (
                "Titel\nLesen\n", "reminders", ["Titel=title"],
                "“Titel”: reminders cannot import files with columns"
            ),
        ])
    func whatIsMissingIsNamed(text: String, module: String, columns: [String], expected: String) throws {
        let printed = try imported(text, ["--module", module] + columns.flatMap { ["--map", $0] })
        #expect(printed.contains(expected), "\(printed)")
        #expect(!printed.contains("unknown columns"), "\(printed)")
        #expect(!printed.contains("leave out --module"), "\(printed)")
    }

    /// Who says which column is the time, or the day, means interactions or memories: the rest may be missing.
    @Test(
        arguments: [
            (
                "Date,Person,What\n2026-11-01,Pia,hello\n",
                ["--map", "Date=when", "--map", "Person=people", "--map", "What=note"]
            ),
            ("Tag,Was\n2026-11-01,hello\n", ["--map", "Tag=day", "--map", "Was=note"]),
        ])
    func whatIsMeantIsTaken(text: String, arguments: [String]) throws {
        let printed = try imported(text, ["--module", "connections"] + arguments)
        #expect(printed.contains("1 added"), "\(printed)")
    }
}
