import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import StandInModules
import Testing

@testable import Reminders

/// Whose a to-do is, of the modules that share them: item by item, the first rule that fits.
///
/// Beside the reminders stand two that take to-dos: tasks, which takes any, and family, which takes those with its mark.
@Suite struct ToDoRoutingTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: [remindersModule, TasksModule.module, FamilyModule.module],
            formats: [ICalendarFileFormat(), CSVFileFormat()])
    }

    /// A file of to-dos, each with its name as UID and as title, and its mark.
    private func file(_ toDos: (name: String, mark: String?)...) -> TextFile {
        let components = toDos.map { name, mark in
            "BEGIN:VTODO\nUID:\(name)\nDTSTAMP:20260101T000000Z\nSUMMARY:\(name)\n"
                + (mark.map { "X-ATRIUM-\($0):\n" } ?? "") + "END:VTODO"
        }
        return TextFile("a.ics", Fixtures.calendar(components.joined(separator: "\n")))
    }

    /// The modules, of those that are on, that have a record of a name.
    private func holders(of name: String) throws -> [String] {
        try hub.session().enabledModules().map(\.id).filter { module in
            let found =
                module == "reminders"
                ? try hub.items("reminders list") : try hub.items("\(module) named", ["names": [.text(name)]])
            return found.contains { ($0["title"] ?? $0["name"]) == .text(name) }
        }
    }

    private func set(_ modules: String...) throws {
        for module in ["reminders", "tasks", "family"] {
            try hub.run("modules \(modules.contains(module) ? "enable" : "disable")", ["id": .text(module)])
        }
    }

    private func words(_ report: ImportReport.File) -> [String] { report.remarks.map(\.description) }

    // MARK: - The module that is named

    @Test(arguments: [nil, "TASK", "REMINDER", "PARENTING"] as [String?])
    func theNamedModuleTakesAll(mark: String?) throws {
        let report = try hub.importFile(file(("a", mark)), module: "tasks")
        #expect(report.added == 1 && report.remarks.isEmpty)
        #expect(try holders(of: "a") == ["tasks"])
    }

    @Test func whatAnotherModuleHasStaysThere() throws {
        try hub.importFile(file(("a", nil)), module: "reminders")
        let both = file(("a", "TASK"), ("b", nil))
        let report = try hub.importFile(both, module: "tasks")
        #expect([report.items, report.added, report.elsewhere, report.unchanged] == [2, 1, 1, 0])
        #expect(report.unclaimed.isEmpty)
        let issue = try #require(report.issues.first)
        #expect(
            report.issues.count == 1
                && [issue.code, issue.property] == ["held-elsewhere", "UID"] && issue.item == 1
                && !issue.isKept)
        #expect(
            issue.message == "skipped, because reminders already has this record")
        #expect(
            words(report) == [
                "skipped 1 to-do already in reminders; to import it into tasks, undo the import that added it "
                    + "with atrium imports undo, then import again"
            ])
        #expect(try holders(of: "a") == ["reminders"] && holders(of: "b") == ["tasks"])
        // The report that is kept says the same.
        let kept = try hub.run("imports show", ["run": 2])["files"]?.listValue?.first?.objectValue
        #expect(kept?["elsewhere"] == 1)
        #expect(kept?["remarks"]?.listValue?.first?.textValue?.contains("skipped 1 to-do") == true)
        // As it says, so it goes.
        try hub.run("imports undo", ["run": 1])
        #expect(try hub.importFile(both, module: "tasks").added == 1)
        #expect(try holders(of: "a") == ["tasks"])
    }

    @Test func whatBothHaveIsTakenByTheNamedOne() throws {
        try heldTwice()
        let report = try hub.importFile(file(("a", nil)), module: "tasks")
        #expect([report.unchanged, report.elsewhere] == [1, 0])
    }

    // MARK: - The module that has it

    @Test(arguments: [nil, "REMINDER", "PARENTING"] as [String?])
    func theModuleThatHasItTakesIt(mark: String?) throws {
        try hub.importFile(file(("a", mark)), module: "tasks")
        let report = try hub.importFile(file(("a", mark)))
        #expect(report.unchanged == 1 && report.remarks.isEmpty && report.issues.isEmpty)
        #expect(try holders(of: "a") == ["tasks"])
    }

    @Test func aRecordOfOneThatTakesMarkedOnesIsKnownWithoutItsMark() throws {
        try hub.importFile(file(("a", "PARENTING")))
        #expect(try hub.importFile(file(("a", nil), ("b", nil))).added == 1)
        #expect(try holders(of: "a") == ["family"] && holders(of: "b") == ["reminders"])
    }

    @Test func whatHasNoUIDIsKnownByItsText() throws {
        let file = TextFile("a.ics", Fixtures.calendar("BEGIN:VTODO\nSUMMARY:a\nEND:VTODO"))
        try hub.importFile(file, module: "tasks")
        let report = try hub.importFile(file)
        #expect(report.unchanged == 1 && report.remarks.isEmpty)
    }

    @Test func anOccurrenceGoesWithItsSeries() throws {
        let series =
            "BEGIN:VTODO\nUID:s\nDTSTART:20260101T080000Z\nRRULE:FREQ=DAILY\nSUMMARY:Water\nEND:VTODO"
        let moved =
            "BEGIN:VTODO\nUID:s\nRECURRENCE-ID:20260102T080000Z\nDTSTART:20260102T090000Z\nSUMMARY:Later\nEND:VTODO"
        try hub.importFile(TextFile("a.ics", Fixtures.calendar(series)))
        try hub.run("settings set", ["key": "to-dos", "value": "tasks"])
        #expect(try hub.importFile(TextFile("b.ics", Fixtures.calendar(moved))).added == 1)
        #expect(try holders(of: "Later").contains("tasks") == false)
    }

    /// Has reminders and tasks each hold a record of one UID.
    private func heldTwice() throws {
        try set("reminders")
        try hub.importFile(file(("a", nil)))
        try set("tasks")
        try hub.importFile(file(("a", nil)))
        try set("reminders", "tasks")
        #expect(try holders(of: "a") == ["reminders", "tasks"])
    }

    @Test(
        arguments: [
            (nil, "reminders", "reminders"), (nil, "tasks", "tasks"), ("TASK", "reminders", "tasks"),
            ("REMINDER", "tasks", "reminders"),
            // Family has none of it.
            ("PARENTING", "reminders", "reminders"),
        ] as [(String?, String, String)])
    func whatTwoHaveIsOfItsMarkOrAsIsSet(mark: String?, setting: String, taker: String) throws {
        try heldTwice()
        try hub.run("settings set", ["key": "to-dos", "value": .text(setting)])
        let report = try hub.importFile(file(("a", mark)))
        #expect(report.unchanged == 1)
        #expect(report.issues.map(\.code) == ["held-twice"])
        #expect(
            report.issues.first?.message
                == "reminders and tasks both have this record; the import used the one in \(taker)")
        #expect(report.remarks.isEmpty)
    }

    // MARK: - The mark

    @Test func aMarkSaysWhoseItIs() throws {
        let report = try hub.importFile(
            file(("a", "TASK"), ("b", "REMINDER"), ("c", "PARENTING"), ("d", "OTHER")))
        #expect(report.added == 4)
        #expect(try ["a", "b", "c"].map(holders) == [["tasks"], ["reminders"], ["family"]])
        #expect(words(report) == ["imported 1 to-do into reminders; --module tasks imports it as tasks"])
    }

    @Test(arguments: [("tasks", "TASK"), ("reminders", "REMINDER"), ("family", "PARENTING")])
    func theMarkedItemsOfAModuleThatIsOffAreNobodys(module: String, mark: String) throws {
        try hub.run("modules disable", ["id": .text(module)])
        let report = try hub.importFile(file(("a", mark), ("b", mark)))
        #expect(report.added == 0 && report.issues.isEmpty)
        #expect(report.unclaimed[.vtodo]?.parts.map(\.module) == [module])
        #expect(report.unclaimed[.vtodo]?.count == 2)
        #expect(try holders(of: "a").isEmpty)
    }

    @Test func unclaimedItemsAreCountedByTheModuleThatWouldTakeThem() throws {
        try set()
        let report = try hub.importFile(file(("a", "TASK"), ("b", nil), ("c", "PARENTING"), ("d", nil)))
        let parts = report.unclaimed[.vtodo]?.parts ?? []
        #expect(parts.map(\.module) == ["family", "reminders", "tasks"] && parts.map(\.count) == [1, 2, 1])
        let kept = try hub.run("imports show", ["run": 1])["files"]?.listValue?.first?.objectValue
        #expect(kept?["unclaimed"]?.listValue?.count == 3)
    }

    // MARK: - The one that is on

    @Test(arguments: ["reminders", "tasks"])
    func theOnlyOneThatIsOnTakesThem(module: String) throws {
        try hub.run(
            "settings set", ["key": "to-dos", "value": .text(module == "tasks" ? "reminders" : "tasks")])
        try set(module, "family")
        let report = try hub.importFile(file(("a", nil)))
        #expect(report.added == 1 && report.remarks.isEmpty)
        #expect(try holders(of: "a") == [module])
    }

    @Test(arguments: [("reminders", "reminders"), ("tasks", "tasks")])
    func oneThatTakesMarkedItemsIsNotTheOnlyOne(setting: String, wouldTake: String) throws {
        try hub.run("settings set", ["key": "to-dos", "value": .text(setting)])
        try set("family")
        let report = try hub.importFile(file(("a", nil)))
        #expect(report.added == 0)
        #expect(report.unclaimed[.vtodo]?.module == wouldTake)
    }

    // MARK: - The setting

    @Test func whatNothingElseDecidesGoesAsIsSet() throws {
        let first = try hub.importFile(file(("a", nil), ("b", nil)))
        #expect(words(first) == ["imported 2 to-dos into reminders; --module tasks imports them as tasks"])
        try hub.run("settings set", ["key": "to-dos", "value": "TASKS"])
        let second = try hub.importFile(file(("a", nil), ("c", nil)))
        #expect([second.unchanged, second.added] == [1, 1])
        #expect(words(second) == ["imported 1 to-do into tasks; --module reminders imports it as reminders"])
        #expect(try holders(of: "a") == ["reminders"] && holders(of: "c") == ["tasks"])
        // What is known is not said again.
        #expect(try hub.importFile(file(("a", nil), ("c", nil))).remarks.isEmpty)
        try hub.run("undo")
        #expect(try hub.run("settings get", ["key": "to-dos"])["value"] == "tasks")
    }

    @Test func theSettingIsOfTheModulesThatMayTakeThem() throws {
        let get = { try self.hub.run("settings get", ["key": "to-dos"]) }
        #expect(try get()["value"] == "reminders")
        #expect(
            try get()["help"]
                == "The module that imports to-dos, unless another module already has them or has marked them as its own: reminders or tasks."
        )
        #expect(try hub.items("settings list").contains { $0["key"] == "to-dos" })
        let field = try #require(try hub.session().settingFields().first { $0.name == "to-dos" })
        #expect(field.type == .choice(["reminders", "tasks"]))
        let error = #expect(throws: AtriumError.self) {
            try hub.run("settings set", ["key": "to-dos", "value": "family"])
        }
        #expect(
            error.map { [$0.message, $0.remedy.description] }
                == ["“family” is not a valid value for to-dos", "use one of: reminders, tasks"])
        // One that is off may be set: it takes nothing then, and all again when it is on.
        try hub.run("settings set", ["key": "to-dos", "value": "tasks"])
        #expect(try get()["value"] == "tasks")
        // Without the other module there is nothing to set.
        let alone = try hub.reopened(with: [remindersModule])
        #expect(try !alone.items("settings list").contains { $0["key"] == "to-dos" })
        #expect(throws: AtriumError.self) { try alone.run("settings get", ["key": "to-dos"]) }
        #expect(try alone.importFile(file(("z", nil))).added == 1)
    }

    // MARK: - What follows

    @Test func theFolderOfAVaultKnowsWhoseItsRecordsAre() throws {
        try hub.importFile(file(("a", nil), ("b", "TASK")), module: "reminders")
        try hub.run("settings set", ["key": "to-dos", "value": "tasks"])
        let (other, files) = try hub.restored()
        #expect(files["reminders.ics"]?.contains("X-ATRIUM-REMINDER") == false)
        #expect(try other.items("reminders list").count == 2)
        #expect(try other.run("settings get", ["key": "to-dos"])["value"] == "tasks")
    }

    @Test func onlyWhatIsMadeHereIsMarked() throws {
        try hub.run("reminders add", ["text": ["Made here"]])
        #expect(try hub.export("reminders").contains("X-ATRIUM-REMINDER:\r\n"))
        try hub.run("reminders remove", ["record": "Made here"])
        try hub.importFile(file(("a", nil)), module: "reminders")
        #expect(try !hub.export("reminders").contains("X-ATRIUM-REMINDER"))
        try hub.run("reminders edit", ["record": "a", "title": "Another title"])
        let text = try hub.export("reminders")
        #expect(text.contains("SUMMARY:Another title") && !text.contains("X-ATRIUM-REMINDER"))
    }

    /// The text of a to-do without a UID, of which only the note is another each time.
    private func nameless(_ note: String, _ mark: String) -> String {
        "BEGIN:VTODO\nSUMMARY:Call\nDUE:20260301T100000Z\nDESCRIPTION:\(note)\n\(mark)END:VTODO"
    }

    @Test func whatIsOfAnotherModuleIsNoSecondOfAKind() throws {
        func file(_ note: String) -> TextFile {
            TextFile(
                "a.ics", Fixtures.calendar(nameless(note, "") + "\n" + nameless(note, "X-ATRIUM-TASK:\n")))
        }
        try hub.importFile(file("one"))
        // Two alike would be nobody's: the one with the mark is not compared with reminders.
        let report = try hub.importFile(file("two"))
        #expect([report.updated, report.added] == [1, 1])
        #expect(try hub.items("reminders list").count == 1)
    }
}
