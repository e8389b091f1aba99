import AtriumHost
import AtriumSDK
import Testing

@testable import AtriumCLI

@Suite("Words to values")
struct ParsingTests {
    struct Case: Sendable {
        let words: [String]
        let json: String
    }

    @Test(arguments: [
        Case(words: ["add", "Rose"], json: #"{"title":"Rose"}"#),
        Case(words: ["add", "Rose", "--height-now", "20"], json: #"{"title":"Rose","heightNow":"20"}"#),
        Case(words: ["add", "--height-now=20", "Rose"], json: #"{"title":"Rose","heightNow":"20"}"#),
        // What begins with a hyphen is a value all the same.
        Case(words: ["add", "Rose", "--height-now", "-5"], json: #"{"title":"Rose","heightNow":"-5"}"#),
        Case(words: ["add", "Rose", "--sown", "--04-20"], json: #"{"title":"Rose","sown":"--04-20"}"#),
        Case(words: ["add", "Rose", "--sown", "-2w"], json: #"{"title":"Rose","sown":"-2w"}"#),
        Case(words: ["add", "Rose", "--sown", "--json"], json: #"{"title":"Rose","sown":"--json"}"#),
        Case(words: ["add", "Rose", "--sown", "---"], json: #"{"title":"Rose","sown":"---"}"#),
        Case(words: ["add", "-5"], json: #"{"title":"-5"}"#),
        Case(words: ["add", "-"], json: #"{"title":"-"}"#),
        Case(words: ["add", "--", "--edible"], json: #"{"title":"--edible"}"#),
        // Empty, with line breaks, equal signs, any script.
        Case(words: ["add", "", "--sown="], json: #"{"title":"","sown":""}"#),
        Case(words: ["add", "Rose", "--sown", ""], json: #"{"title":"Rose","sown":""}"#),
        Case(words: ["add", "a\nb", "--sown", "x=y=z"], json: #"{"title":"a\nb","sown":"x=y=z"}"#),
        Case(words: ["add", "薔薇 🌹", "--tag", "é"], json: #"{"title":"薔薇 🌹","tags":["é"]}"#),
        // Flags and their opposites; the last one counts.
        Case(words: ["add", "Rose", "--edible"], json: #"{"title":"Rose","edible":true}"#),
        Case(words: ["add", "Rose", "--no-edible"], json: #"{"title":"Rose","edible":false}"#),
        Case(words: ["add", "Rose", "--edible", "--no-edible"], json: #"{"title":"Rose","edible":false}"#),
        Case(words: ["list", "--descending"], json: #"{"descending":true}"#),
        Case(words: ["list"], json: "{}"),
        // Lists are the option repeated; of single options the last one counts.
        Case(
            words: ["add", "Rose", "--tag", "a", "--tag=b,c"], json: #"{"title":"Rose","tags":["a","b,c"]}"#),
        Case(words: ["add", "R", "--sown", "2026", "--sown", "2027"], json: #"{"title":"R","sown":"2027"}"#),
        // Objects: the first field alone, parts, JSON.
        Case(words: ["add", "R", "--name", "Rosa"], json: #"{"title":"R","names":[{"name":"Rosa"}]}"#),
        Case(
            words: [
                "add", "R", "--name", "name=Rosa; language=la", "--name", #"{"name":"Rose","language":"en"}"#,
            ],
            json: #"{"title":"R","names":[{"name":"Rosa","language":"la"},{"name":"Rose","language":"en"}]}"#),
        Case(
            words: ["add", "R", "--name", "https://x.test/?a=b;c"],
            json: #"{"title":"R","names":[{"name":"https://x.test/?a=b;c"}]}"#),
        Case(
            words: ["add", "R", "--name", #"name=a\;b\\c\d;language="#],
            json: #"{"title":"R","names":[{"name":"a;b\\c\\d","language":""}]}"#),
        Case(
            words: ["add", "R", "--name", "name=a;regions=x;regions=y"],
            json: #"{"title":"R","names":[{"name":"a","regions":["x","y"]}]}"#),
        Case(words: ["edit", "3", "--title", "New"], json: #"{"record":"3","title":"New"}"#),
        // Several records: what else there is takes the last words.
        Case(words: ["remove", "3"], json: #"{"record":"3"}"#),
        Case(words: ["remove", "3", "", "a b"], json: #"{"record":["3","","a b"]}"#),
        Case(words: ["water", "3"], json: #"{"record":"3"}"#),
        Case(words: ["water", "3", "today"], json: #"{"record":"3","day":"today"}"#),
        Case(words: ["water", "3", "4", "today"], json: #"{"record":["3","4"],"day":"today"}"#),
    ])
    func values(_ example: Case) throws {
        let root = try CommandNode.root(
            entries: ModuleRegistry([gardenModule]).catalog, modules: [gardenModule], builtIns: [])
        let scan = ArgumentScan(["garden"] + example.words, root: root)
        let given = try CommandParsing.given(scan, root: root)
        var values = DataObject()
        let command = try #require(scan.node.command)
        for parameter in command.parameters {
            values[parameter.field.name] = try given[parameter.field.name].map(parameter.value)
        }
        #expect(DataValue.object(values).json == example.json)
    }

    @Test func globalOptionsStandAnywhere() throws {
        let root = try CommandNode.root(
            entries: ModuleRegistry([gardenModule]).catalog, modules: [gardenModule], builtIns: [])
        let scan = ArgumentScan(
            ["garden", "--json", "add", "Rose", "--user=eve", "--json", "--no-color", "--home=/b"],
            root: root)
        #expect(scan.repetition == nil)
        #expect(scan.globals == GlobalValues(home: "/b", user: "eve", isJSON: true, isColorless: true))
        #expect(scan.arguments == ["--", "Rose"])
        #expect(ArgumentScan(["garden", "add", "--", "--json"], root: root).globals.isJSON == false)
    }

    struct Failure: Sendable {
        let words: [String]
        let message: String
        var status: Int32 = 64
    }

    @Test(arguments: [
        Failure(words: ["gardn"], message: "“atrium” has no command “gardn”: did you mean “garden”?"),
        Failure(words: ["xyz"], message: "“atrium” has no command “xyz”: see “atrium --help”"),
        Failure(
            words: ["garden", "lst"], message: "“atrium garden” has no command “lst”: did you mean “list”?"),
        Failure(
            words: ["garden", "add", "Rose", "--photo", "a.png", "--photo=b.png"],
            message: "--photo is given twice: give one value"),
        Failure(
            words: ["garden", "edit", "1", "--title", "a", "--title=b"],
            message: "--title is given twice: give one value"),
        Failure(
            words: ["--home", "/a", "garden", "add", "a", "--home=/b"],
            message: "--home is given twice: give one value"),
        Failure(
            words: ["garden", "--user", "ada", "--user", "eve"],
            message: "--user is given twice: give one value"),
        Failure(
            words: ["garden", "add", "a", "--edible", "--no-edible"],
            message: "--edible and --no-edible are both given: give one of the two"),
        Failure(words: ["--bogus"], message: "unknown option '--bogus': see “atrium --help”"),
        Failure(
            words: ["garden", "--user"],
            message: "missing value for '--user <user>': see “atrium garden --help”"),
        Failure(
            words: ["garden", "add"],
            message: "missing expected argument '<title>': see “atrium garden add --help”"),
        Failure(
            words: ["garden", "add", "a", "b"],
            message: "unexpected argument 'b': see “atrium garden add --help”"),
        Failure(
            words: ["garden", "add", "a", "--edibel"],
            message: "unknown option '--edibel'. Did you mean '--edible'?: see “atrium garden add --help”"),
        Failure(
            words: ["garden", "add", "a", "--sown"],
            message: "missing value for '--sown <when>': see “atrium garden add --help”"),
        Failure(
            words: ["garden", "add", "a", "--home"],
            message: "missing value for '--home <home>': see “atrium garden add --help”"),
        Failure(
            words: ["garden", "add", "a", "--edible=yes"],
            message:
                "the option '--edible' does not take any value, but 'yes' was specified: see “atrium garden add --help”"
        ),
        Failure(
            words: ["garden", "add", "a", "-x"],
            message: "unknown option '-x': see “atrium garden add --help”"),
        Failure(
            words: ["garden", "add", "a", "--name", "name=b;size=3"],
            message: "--name: “size=3” is not a name=value part: the parts are name, language, regions"),
        Failure(
            words: ["garden", "add", "a", "--name", "{name"],
            message: "--name: “{name” is not valid JSON: check quotes, commas and braces"),
        Failure(
            words: ["garden", "edit", "1", "--clear", "titel"],
            message: "--clear: there is no field “titel” to clear: did you mean “title”?"),
        Failure(
            words: ["garden", "edit", "1", "--clear", "title", "--title", "x"],
            message: "--clear: “title” is also given a value: leave out one of the two"),
        Failure(
            words: ["garden", "add", "a", "--photo", "/nonexistent/photo"],
            message: "cannot open /nonexistent/photo: no such file or directory: check the path", status: 66),
        Failure(
            words: ["--generate-completion-script", "csh"],
            message: "there is no completion script for “csh”: use bash, zsh or fish"),
        Failure(
            words: ["export"], message: "there is nothing to export: name a module, or use --all DIR"),
        Failure(
            words: ["import", "/nonexistent/a.vcf"],
            message: "cannot read /nonexistent/a.vcf: no such file or directory: check the path", status: 66),
        Failure(
            words: ["import", "/nonexistent/*.vcf"],
            message: "nothing matches /nonexistent/*.vcf: check the pattern",
            status: 66),
        Failure(
            words: ["garden", "add", "a\u{1B}[2J", "--\u{1B}]0;x"],
            message: #"unknown option '--\x1b]0;x': see “atrium garden add --help”"#),
    ])
    func errorsAreOneLineWithAStatusAndOpenNoHub(_ failure: Failure) {
        // The hub's folder cannot be made: opening it would be another error.
        let run = ToolRun(failure.words)
        #expect(run.status == failure.status)
        #expect(run.output.isEmpty)
        #expect(run.errors == "atrium: \(failure.message)\n")
    }

    @Test func errorsAreAlsoJSON() {
        let run = ToolRun(["garden", "lst", "--json"])
        #expect(run.status == 64)
        #expect(
            run.output == """
                {"error":{"code":"usage","message":"“atrium garden” has no command “lst”","remedy":"did you mean “list”?"}}

                """)
        #expect(run.errors == "atrium: “atrium garden” has no command “lst”: did you mean “list”?\n")
    }

    @Test func groupWithJSONNeedsACommand() {
        let run = ToolRun(["garden", "--json"])
        #expect(run.status == 64)
        #expect(run.output.hasPrefix(#"{"error":{"code":"usage""#))
    }

    @Test func exportAndJSONCannotShareStandardOutput() {
        let run = ToolRun(["export", "garden", "--json"])
        #expect(run.status == 64)
        #expect(run.output.contains(#""remedy":"give --output FILE""#))
    }

    @Test func optionsNamedLikeGlobalOnesAreADefect() {
        var module = gardenModule
        module.collections[0].commands[0].declaration.fields.append(
            FieldDeclaration("json", .text, help: "No."))
        let run = ToolRun(["garden", "list"], modules: [module])
        #expect(run.status == 70)
        #expect(
            run.errors
                == "atrium: “garden list” cannot have an option --json: declare the field with another option name\n"
        )
    }

    @Test(arguments: [
        ("lst", "list", 1), ("", "abc", 3), ("abc", "abc", 0), ("ab", "ba", 1), ("kitten", "sitting", 3),
    ])
    func distance(first: String, second: String, expected: Int) {
        #expect(NearNames.distance(first, second) == expected)
        #expect(NearNames.distance(second, first) == expected)
    }
}
