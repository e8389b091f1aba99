import AtriumSDK
import Testing

@testable import DatePhrases

/// Tasks in words, said on Wednesday, 4 March 2026 at 10:00.
@Suite struct TaskPhraseTests {
    static let moment = DatePhraseTests.moment

    @Test(arguments: TaskTable.all)
    func reads(_ row: TaskTable.Row) throws {
        let task = try TaskPhrase(row.phrase, at: Self.moment)
        #expect(task.text == row.title)
        #expect(Self.rest(of: task) == row.rest)
    }

    /// No phrase is read in two ways, or read and refused.
    @Test func everyPhraseIsInTheTablesOnce() {
        let phrases = TaskTable.all.map(\.phrase) + TaskTable.refused.map { $0.0 }
        let repeated = Dictionary(grouping: phrases) { $0 }.filter { $0.value.count > 1 }.keys
        #expect(repeated.isEmpty)
    }

    /// What was read beside the title, in one line.
    static func rest(of task: TaskPhrase) -> String {
        let due = [task.due?.description, task.dueTime?.description].compactMap { $0 }.joined(separator: " ")
        let parts: [String?] = [
            task.planned.map { "plan \($0)" }, due.isEmpty ? nil : "due \(due)", task.zone, task.rule?.text,
            task.estimate.map { "est \($0)" }, task.kind?.rawValue,
            task.energy.map { "energy \($0.rawValue)" },
            task.priority.map { "prio \($0)" },
            task.tags.isEmpty ? nil : task.tags.map { "#\($0)" }.joined(separator: " "),
            task.project.map { "+\($0.name)" }, task.section.map { "//\($0.name)" }, task.isTop ? "top" : nil,
            task.leftInText.isEmpty ? nil : "left " + task.leftInText.joined(separator: ", "),
        ]
        return parts.compactMap { $0 }.joined(separator: "; ")
    }

    @Test(arguments: TaskTable.refused)
    func refuses(_ phrase: String, _ message: String) {
        let error = #expect(throws: AtriumError.self) { try TaskPhrase(phrase, at: Self.moment) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.code == .badData)
        #expect(error?.field == "text")
        #expect(error?.remedy.isEmpty == false)
    }

    @Test func errorsNameTheFieldsOfTheCommand() {
        var moment = Self.moment
        moment.field = "title"
        moment.instead = "give \(field: "planned")"
        let error = #expect(throws: AtriumError.self) { try TaskPhrase("Essay tomorrow 5 June", at: moment) }
        #expect(error?.field == "title")
        #expect(error?.remedy.description.hasSuffix("or give --planned") == true)
    }

    @Test func saysWhatItUnderstood() throws {
        let task = try TaskPhrase(
            "Draft the essay by friday 18:00, 2h, must-do, high energy #uni +\"My thesis\" !!",
            at: Self.moment)
        #expect(
            task.understood == [
                "by friday", "18:00", "2h", "must-do", "high energy", "#uni", "+\"My thesis\"", "!!",
            ])
    }

    @Test func aProjectThatIsNotThereGoesBackIntoTheTitle() throws {
        let task = try TaskPhrase("Essay +\"My thesis\" about tea 2h //Intro", at: Self.moment)
        let project = try #require(task.project)
        #expect(project.name == "My thesis")
        let kept = task.keepingInText(project)
        #expect(kept.text == "Essay +\"My thesis\" about tea")
        #expect(kept.project == nil)
        #expect(kept.understood == ["2h", "//Intro"])
        #expect(kept.leftInText == ["+\"My thesis\""])
        let both = kept.keepingInText(try #require(kept.section))
        #expect(both.text == "Essay +\"My thesis\" about tea //Intro")
        #expect(both.section == nil)
        #expect(both.estimate == 120)
    }

    @Test func itHasAtMost500Characters() throws {
        #expect(try TaskPhrase(String(repeating: "a", count: 500), at: Self.moment).text.count == 500)
        let error = #expect(throws: AtriumError.self) {
            try TaskPhrase(String(repeating: "a", count: 501), at: Self.moment)
        }
        #expect(error?.message == "a task in words can have at most 500 characters; this one has 501")
    }

    /// Days, times and repetitions of the table of reminders are those of a task.
    @Test(arguments: PhraseTable.days + PhraseTable.times + PhraseTable.repetitions)
    func readsDaysAsRemindersDo(_ row: PhraseTable.Row) throws {
        let phrase = try DatePhrase(row.phrase, at: Self.moment)
        let task = try TaskPhrase(row.phrase, at: Self.moment)
        #expect(task.rule == phrase.rule)
        #expect((task.due ?? task.planned) == phrase.day)
        #expect(task.dueTime == phrase.time)
        #expect(task.text == phrase.text)
    }
}
