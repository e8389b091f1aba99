import AtriumHost
import AtriumSDK
import Testing

@testable import AtriumCLI

/// Names that fit several records: at a terminal the user is asked which is meant.
@Suite struct RecordQuestionTests {
    private let home = TemporaryHome()

    /// Runs the tool at a terminal with what a person types.
    private func typed(_ text: String, _ arguments: String...) -> (
        status: Int32, output: String, errors: String
    ) {
        let (output, errors) = (MemoryOutput(), MemoryOutput(terminalColumns: 80))
        let status = CommandLineTool(modules: [gardenModule], formats: [PlantFormat()]).run(
            arguments, environment: ["ATRIUM_HOME": home.hub, "USER": "ada", "NO_COLOR": "1"],
            input: MemoryInput(Array(text.utf8), isTerminal: true), output: output, errors: errors)
        return (status, output.text, errors.text)
    }

    private static let menu = """
        “Rose” may be:
          1  Rose (1)
          2  rose (2)
        Which one, 1 to 2? (Enter: cancel)\u{20}
        """
    private static let refusal =
        "atrium: more than one plant is called “Rose”: give one of the ids: 1, 2\n"

    init() {
        for name in ["Rose", "rose", "Tulip"] { _ = home.run("garden", "add", name) }
    }

    @Test func oneOfThemIsChosen() {
        let run = typed("3\nfirst\n2\n", "garden", "edit", "Rose", "--height-now", "7")
        #expect(run.status == 0)
        let again =
            "answer with a number from 1 to 2, or press Enter to cancel\nWhich one, 1 to 2? (Enter: cancel) "
        #expect(run.errors == Self.menu + again + again)
        #expect(run.output.contains("2"))
    }

    @Test func oneOfSeveralIsChosen() {
        let run = typed("2\n", "garden", "remove", "Tulip", "Rose")
        #expect(run.status == 0)
        #expect(home.run("garden", "list").output.contains(" 1  Rose\n"))
        #expect(!home.run("garden", "list").output.contains("rose"))
    }

    /// Also of the commands that take any record as text.
    @Test func theHostsCommandsAsk() {
        #expect(typed("2\n", "tags", "add", "garden", "Rose", "red").status == 0)
        #expect(home.run("tags", "show", "garden", "2").output.contains("red"))
        #expect(!home.run("tags", "show", "garden", "1").output.contains("red"))
    }

    @Test(arguments: ["", "\n", "q\n"]) func noneIsTheErrorAsElsewhere(_ answer: String) {
        let run = typed(answer, "garden", "edit", "Rose", "--height-now", "7")
        #expect(run.status == 65)
        #expect(run.errors == Self.menu + Self.refusal)
        #expect(run.output.isEmpty)
    }

    @Test func elsewhereNobodyIsAsked() {
        let plain = home.run("garden", "edit", "Rose", "--height-now", "7")
        #expect(plain.status == 65)
        #expect(plain.errors == Self.refusal)
        let json = typed("2\n", "garden", "edit", "Rose", "--height-now", "7", "--json")
        #expect(json.status == 65)
        #expect(json.errors == Self.refusal)
        #expect(
            json.output == """
                {"error":{"code":"ambiguous","message":"more than one plant is called “Rose”",\
                "remedy":"give one of the ids: 1, 2","choices":[{"field":"record","words":"Rose",\
                "records":[{"id":1,"name":"Rose"},{"id":2,"name":"rose"}],"more":false}]}}

                """)
    }

    // MARK: - Lists

    private static let field = FieldDeclaration(
        "people", .list(.reference(CollectionID(module: "a", name: "b"))), help: "")

    private static func choice(_ words: String, _ ids: Int64..., field: String = "people") -> RecordChoice {
        RecordChoice(field: field, matchedText: words, among: ids.map { .init(id: $0, name: words) })
    }

    /// What the last call of a command got that refuses with these choices, each once.
    private func given(
        _ people: [String]?, _ choices: [[RecordChoice]], typing text: String
    ) throws -> (people: [String]?, calls: Int) {
        let streams = Streams(
            input: MemoryInput(Array(text.utf8), isTerminal: true), output: MemoryOutput(),
            errors: MemoryOutput(terminalColumns: 80), environment: [:])
        var calls = 0
        let values: DataObject = people.map { ["people": .list($0.map(DataValue.text))] } ?? [:]
        let questions = RecordQuestions(prompt: Prompt(streams: streams), fields: [Self.field])
        let result = try questions.asking(values) { values in
            calls += 1
            guard calls > choices.count else {
                throw AtriumError(.ambiguous, "two", choices: choices[calls - 1])
            }
            return values["people"] ?? .null
        }
        return (result.listValue?.compactMap(\.textValue), calls)
    }

    @Test func inListsItStandsInPlaceOfTheName() throws {
        let names = ["Ada", "Ann", "Ben", "Ann"]
        let found = try given(
            names, [[Self.choice("Ann", 3, 4)], [Self.choice("Ben", 5, 6)]], typing: "2\n1\n")
        #expect(found.people == ["Ada", "4", "5", "4"])
        #expect(found.calls == 3)
    }

    /// Names that were read in a text: the clear ones are given too, for the field says all.
    @Test func besideTheseItStandsWhereNoNameWasGiven() throws {
        let choices = [Self.choice("John", 9), Self.choice("Ann", 3, 4), Self.choice("Ben", 5, 6)]
        #expect(try given(nil, [choices], typing: "2\n1\n").people == ["9", "4", "5"])
    }

    @Test func noQuestionComesTwiceAndNoneOfAnotherCommand() {
        let ann = Self.choice("Ann", 3, 4)
        #expect(throws: AtriumError.self) { try given(nil, [[ann], [ann]], typing: "1\n1\n") }
        #expect(throws: AtriumError.self) {
            try given(nil, [[Self.choice("Ann", 3, 4, field: "other")]], typing: "1\n")
        }
    }

    @Test func ofManyTheFirstAreOffered() {
        let choice = RecordChoice(
            field: "people", matchedText: "Ann", among: (1...30).map { .init(id: $0, name: nil) })
        #expect(choice.candidates.count == RecordChoice.longest)
        #expect(choice.hasMore)
    }
}
