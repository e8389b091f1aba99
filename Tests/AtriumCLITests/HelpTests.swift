import AtriumCLI
import AtriumSDK
import Foundation
import Testing

@Suite("Help")
struct HelpTests {
    @Test func rootListsModulesAndWhatIsForTheHub() {
        let run = ToolRun(["--help"])
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "OVERVIEW: Your personal data hub.")
        #expect(lines.contains("USAGE: atrium <command> ..."))
        #expect(lines.contains("  garden                  Plants and the beds they stand in."))
        #expect(lines.contains("HUB SUBCOMMANDS:"))
        for word in ["import", "export", "backup", "restore", "doctor", "openapi"] {
            #expect(lines.contains { $0.hasPrefix("  \(word) ") })
        }
    }

    @Test(arguments: [["garden", "add", "--help"], ["garden", "add", "-h"], ["help", "garden", "add"]])
    func commandWithEveryKindOfField(arguments: [String]) {
        #expect(
            ToolRun(arguments).output == """
                OVERVIEW: Add a plant.

                Heights are in millimetres.

                USAGE: atrium garden add <title> [options]

                ARGUMENTS:
                  <title>                 What the plant is called.

                OPTIONS:
                  --height-now <number>   Its height in millimetres.
                  --sown <when>           When it was sown.
                  --edible/--no-edible    Whether it can be eaten.
                  --name <value>          Its names in languages. (parts: name, language,
                                          regions; write "name=…;language=…", JSON, or the
                                          first part alone)
                  --tag <tag>             Its tags.
                  --photo <file>          A photo.
                \(Self.globals)

                """)
    }

    @Test func defaultsAndChoicesAreShown() {
        #expect(
            ToolRun(["garden", "list", "--help"]).output == """
                OVERVIEW: List plants.

                USAGE: atrium garden list [options]

                OPTIONS:
                  --sort <sort>           By what to sort. (values: title, height; default:
                                          title)
                  --descending            Sort from the last to the first.
                \(Self.globals)

                """)
    }

    @Test func editsCanClearFields() {
        let lines = ToolRun(["garden", "edit", "--help"]).output.split(separator: "\n").map(String.init)
        #expect(lines.contains("USAGE: atrium garden edit <record> [options]"))
        #expect(lines.contains("                          (values: title, height-now, edible)"))
    }

    @Test func groupWithoutACommandShowsItsHelp() {
        let run = ToolRun(["garden"])
        #expect(run.status == 0)
        #expect(run.output.contains("  beds                    Commands for each bed.\n"))
        #expect(run.output == ToolRun(["help", "garden"]).output)
    }

    @Test func lineBreaksOfTheSourceAreNotThoseOfHelp() {
        var module = gardenModule
        module.collections[0].commands[0].declaration.discussion = "One\ntwo.\n\nThree:\n- four\n  five\nsix."
        let text = ToolRun(["garden", "list", "--help"], modules: [module]).output
        #expect(text.hasPrefix("OVERVIEW: List plants.\n\nOne two.\n\nThree:\n- four\n  five\nsix.\n"))
    }

    @Test func helpIsWrappedToTheTerminal() {
        let narrow = ToolRun(["garden", "list", "--help"], columns: 60).output
        #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 60 })
        #expect(narrow != ToolRun(["garden", "list", "--help"]).output)
    }

    /// What the parsing library's tools make manuals of: an answer, and no error.
    @Test func allCommandsAreDescribedForTools() throws {
        let run = ToolRun(["--experimental-dump-help"])
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        let value = try DataValue(json: Data(run.output.utf8))
        let root = try #require(value.objectValue?["command"]?.objectValue)
        #expect(root["commandName"] == .text("atrium"))
        let words = root["subcommands"]?.listValue?.compactMap { $0.objectValue?["commandName"] } ?? []
        #expect(words.contains(.text("garden")) && words.contains(.text("restore")))
        #expect(ToolRun(["garden", "--experimental-dump-help"]).output == run.output)
    }

    @Test func versionNeedsNothing() {
        let run = ToolRun(["--version"], environment: [:])
        #expect(run.status == 0)
        #expect(run.output == "atrium \(CommandLineTool.version)\n")
    }

    private static let globals = """
          --home <home>           The hub's folder. (default: $ATRIUM_HOME, or
                                  ~/.local/share/atrium)
          --user <user>           Act as this user. (default: the hub's first user)
          --json                  Print the result as one JSON document.
          --no-color              Print without colors.
          --version               Show the version.
          -h, --help              Show help information.
        """
}
