import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Testing

@testable import AtriumHost

/// How modules reach each other: by asking, by links, by days and happenings.
@Suite struct ModuleAnswersTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: [WorkshopModule.module, DiaryModule.module, RegistryTests.standIn("garden")])
        for name in ["Axe", "Drill", "Saw"] { try hub.run("workshop add", ["name": .text(name)]) }
        try hub.run("diary add", ["title": .text("Sharpen"), "day": .text("2026-03-02")])
        try hub.run("diary add", ["title": .text("Oil"), "day": .text("2026-03-03")])
    }

    private func about(_ note: Int64, _ tools: [String]) throws {
        try hub.run(
            "diary about", ["record": .integer(note), "tools": .list(tools.map(DataValue.text))])
    }

    private func tools(_ note: Int64) throws -> DataObject {
        try hub.run("diary tools", ["record": .integer(note)])
    }

    // MARK: - Asking

    @Test func aModuleAnswersAnotherOnTheSameSnapshot() throws {
        let answer = try hub.run(
            "diary ask", ["question": .text("list"), "module": .text("workshop/tools")])["answer"]?.textValue
        #expect(answer?.contains("\"Drill\"") == true)
    }

    @Test func aModuleThatIsOffAnswersNothing() throws {
        try hub.run("modules disable", ["id": .text("workshop")])
        #expect(
            try hub.run("diary ask", ["question": .text("list"), "module": .text("workshop/tools")])["answer"]
                == .null)
    }

    @Test(arguments: [
        ("list", "garden/beds", "does not name"), ("add", "workshop/tools", "no read-only command"),
    ])
    func whatIsNotDeclaredIsNotAnswered(question: String, collection: String, message: String) throws {
        let error = #expect(throws: AtriumError.self) {
            try hub.run("diary ask", ["question": .text(question), "module": .text(collection)])
        }
        #expect(error?.code == .internal)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func modulesAskNotInACircle() throws {
        let session = try hub.session()
        try session.vault.read { db in
            let state = try session.state(db)
            var answers = ModuleAnswers(
                session: session, db: db, state: state, collections: state.collections,
                asking: DiaryModule.module)
            answers.waiting = [WorkshopModule.module.id]
            let error = #expect(throws: AtriumError.self) {
                try answers.answer("list", of: WorkshopModule.tools, [:])
            }
            #expect(error?.message == "modules query each other in a cycle: workshop, diary, workshop")
        }
    }

    /// What makes one answer is of one moment, and asks each module once; the next one sees what was written meanwhile.
    @Test func commandsShareAnswers() throws {
        let day = try #require(LocalDate(iso: "2026-03-02"))
        func titles(_ session: Session) throws -> [String] {
            try session.vault.read { db in
                try session.answers(db).entries(on: day...day).entries.map(\.title)
            }
        }
        let shared = try hub.session().sharingAnswers()
        #expect(try titles(shared) == ["Sharpen"])
        let moment = shared.now
        try hub.run("diary add", ["title": "Grind", "day": "2026-03-02"])
        hub.clock.set(moment.addingTimeInterval(60))
        #expect(try titles(shared) == ["Sharpen"])
        #expect(shared.now == moment)
        #expect(try titles(hub.session()) == ["Grind", "Sharpen"])
        #expect(try titles(hub.session().sharingAnswers()) == ["Grind", "Sharpen"])
    }

    // MARK: - Links

    @Test func linksKeepTheirOrderAndAreUndone() throws {
        try about(1, ["Saw", "Axe", "Saw"])
        #expect(try tools(1)["titles"] == .list([.text("Saw"), .text("Axe")]))
        try about(1, ["Saw", "Drill"])
        #expect(try tools(1)["titles"] == .list([.text("Saw"), .text("Drill")]))
        try hub.run("undo")
        #expect(try tools(1)["titles"] == .list([.text("Saw"), .text("Axe")]))
        // They are the links that everybody sees.
        let seen = try hub.items("links list", ["collection": .text("workshop"), "record": .text("Axe")])
        #expect(seen.map { $0["fromTitle"] } == [.text("Sharpen")])
        #expect(seen.map { $0["kind"] } == [.text(DiaryModule.linkKind)])
    }

    @Test func anUnchangedListWritesNothing() throws {
        try about(1, ["Saw", "Axe"])
        let before = try hub.items("history").count
        try about(1, ["Saw", "Axe"])
        #expect(try hub.items("history").count == before)
    }

    @Test func linksOfAModuleThatIsOffStayAndAreNotSeen() throws {
        try about(1, ["Saw"])
        try about(2, ["Saw"])
        #expect(try tools(1)["notes"] == .integer(2))
        try hub.run("modules disable", ["id": .text("workshop")])
        #expect(try tools(1)["titles"] == .list([]))
        #expect(try tools(1)["notes"] == .integer(0))
        // What is said of tools would be said in vain, also that there are none.
        for tools in [[], ["Axe"]] {
            let error = #expect(throws: AtriumError.self) { try about(1, tools) }
            #expect(error?.code == .unavailable)
        }
        try hub.run("modules enable", ["id": .text("workshop")])
        #expect(try tools(1)["titles"] == .list([.text("Saw")]))
    }

    // MARK: - Days and figures

    @Test func todayShowsTheDaysOfModulesThatAreOn() throws {
        func titles(_ day: String) throws -> [DataValue?] {
            try hub.items("today", ["day": .text(day)]).map { $0["title"] }
        }
        #expect(try titles("2026-03-02") == [.text("Sharpen")])
        #expect(try titles("2026-03-03") == [.text("Oil")])
        try hub.run("modules disable", ["id": .text("diary")])
        #expect(try titles("2026-03-02") == [])
    }

    @Test func aTokenSeesTheDaysAndFiguresOfItsModules() throws {
        let day: DataObject = ["day": .text("2026-03-02")]
        for (module, count) in [("diary", 1), ("workshop", 0)] {
            let session = try hub.session().limited(to: Scope(modules: [module], access: .read))
            let today = try session.run(try #require(try session.entry("today")), values: day)
            #expect(today.objectValue?["items"]?.listValue?.count == count)
            let dashboard = try session.run(try #require(try session.entry("dashboard")), values: [:])
            #expect(dashboard.objectValue?["figures"]?.listValue?.count == count)
        }
    }

    /// Of what is due a dashboard has the latest, and says how much there is before it.
    @Test func aDashboardIsNoLongerThanItIsWanted() throws {
        let today = LocalDate(hub.clock.now, in: .gmt).description
        for title in ["Grind", "Polish", "Sand"] {
            try hub.run("diary add", ["title": .text(title), "day": .text(today)])
        }
        let all = try hub.items("today").compactMap { $0["title"]?.textValue }
        #expect(all.count >= 3)
        for limit in [1, all.count - 1, all.count] {
            let dashboard = try hub.run("dashboard", ["limit": .integer(Int64(limit))])
            let due = dashboard["due"]?.listValue?.compactMap { $0.objectValue?["title"]?.textValue }
            #expect(due == all.suffix(limit))
            let omitted = all.count - limit
            #expect(dashboard["omittedDue"] == (omitted == 0 ? .null : .integer(Int64(omitted))))
        }
    }

    @Test func whatADayLeavesOutIsSaid() throws {
        let day: DataObject = ["day": .text("2026-03-02")]
        #expect(try hub.run("today", day)["warnings"] == nil)
        try hub.run("diary add", ["title": .text("Grind"), "day": .text("2026-03-02")])
        #expect(try hub.run("today", day)["warnings"] == .list([.text("there are many notes")]))
    }

    @Test func theDashboardGivesEachNumberWithItsQuery() throws {
        func figures(source: Bool) throws -> [DataObject] {
            try hub.run("dashboard", ["source": .bool(source)])["figures"]?.listValue?.compactMap(
                \.objectValue) ?? []
        }
        let plain = try #require(try figures(source: false).first)
        #expect(plain["module"] == .text("diary"))
        #expect(plain["query"] == .null)
        let sourced = try #require(try figures(source: true).first)
        #expect(sourced["table"] == .text("diary_note"))
        #expect(sourced["query"]?.textValue?.hasPrefix("SELECT count(*)") == true)
        let today = LocalDate(hub.clock.now, in: .gmt).description
        let expected = ["2026-03-02", "2026-03-03"].count { $0 <= today }
        #expect(sourced["value"] == .decimal(Double(expected)))
        try hub.run("modules disable", ["id": .text("diary")])
        #expect(try figures(source: true) == [])
    }

    /// The others' parts stand without it.
    @Test func aModuleThatFailsIsLeftOutAndNamed() throws {
        let broken = try TemporaryHub(modules: [DiaryModule.module, DiaryModule.broken])
        try broken.run("diary add", ["title": .text("Sharpen"), "day": .text("2026-03-02")])
        let today = try broken.run("today", ["day": .text("2026-03-02")])
        #expect(today["items"]?.listValue?.count == 1)
        #expect(today["warnings"] == .list([.text("Broken is left out: it fell down")]))
        let dashboard = try broken.run("dashboard")
        #expect(dashboard["omittedDue"] == .null)
        let figures = dashboard["figures"]?.listValue?.compactMap(\.objectValue) ?? []
        #expect(figures.map { $0["value"] == .null } == [false, true])
        #expect(dashboard["warnings"]?.listValue?.count == 2)
    }

    @Test(arguments: [
        ("friday", "2026-03-20"), ("Fri", "2026-03-20"), ("monday", "2026-03-16"), ("sun", "2026-03-15"),
        ("last monday", "2026-03-09"), ("last-friday", "2026-03-13"), ("last sunday", "2026-03-08"),
        ("Tomorrow", "2026-03-16"), ("+3D", "2026-03-18"), ("-2w", "2026-03-01"),
        ("next week", "2026-03-16"), ("in 3 days", "2026-03-18"), ("5 June", "2026-06-05"),
    ])
    func daysAreNamedAsPeopleDo(words: String, day: String) throws {
        // The clock of tests stands on Sunday, 2026-03-15.
        try hub.run("diary add", ["title": .text("Here"), "day": .text(words)])
        let titles = try hub.items("today", ["day": .text(day)]).map { $0["title"] }
        #expect(titles.contains(.text("Here")))
    }

    @Test(arguments: [
        "fr", "next", "nextfriday", "lastfriday", "last", "+3x", "tomorrow 9am", "in 2 hours", "every friday",
    ])
    func otherWordsAreNoDay(words: String) throws {
        let error = #expect(throws: AtriumError.self) {
            try hub.run("diary add", ["title": .text("Here"), "day": .text(words)])
        }
        #expect(error?.field == "day")
    }

    @Test func happeningsComeFromAllOtherModules() throws {
        try about(1, ["Saw"])
        try about(2, ["Saw"])
        let session = try hub.session()
        let found = try session.vault.read { db in
            let answers = try ModuleAnswers(
                session: session, db: db, state: session.state(db), collections: CollectionNumbers(db),
                asking: WorkshopModule.module)
            return try answers.happenings(about: Subject(RecordReference(WorkshopModule.tools, 3)))
        }
        #expect(found.happenings.map(\.title).sorted() == ["Oil", "Sharpen"])
        #expect(found.warnings.isEmpty)
    }

    /// What a module cannot say is left out, and said: the others' parts stand.
    @Test func happeningsThatFailLeaveTheOthers() throws {
        let refusing = Module(
            manifest: Manifest(
                id: "refusing", title: "Refusing", summary: "Fails.", version: "1.0.0", icon: "bolt",
                isEnabledAtFirst: true),
            migrations: [], collections: [],
            happenings: [
                HappeningSource { _, _ in throw AtriumError(.badData, "the tides are unreadable") },
                HappeningSource { _, context in
                    _ = try Row.fetchAll(context.db, sql: "SELECT * FROM refusing_nothing")
                    return []
                },
            ])
        let plain = Module(
            manifest: Manifest(
                id: "plain", title: "Plain", summary: "Answers.", version: "1.0.0", icon: "leaf",
                isEnabledAtFirst: true),
            migrations: [], collections: [],
            happenings: [
                HappeningSource { subject, _ in
                    [Happening("tide", when: "2026-03-01", title: "High", record: subject.record)]
                }
            ])
        let hub = try TemporaryHub(modules: [WorkshopModule.module, refusing, plain])
        let session = try hub.session()
        let found = try session.vault.read { db in
            let answers = try ModuleAnswers(
                session: session, db: db, state: session.state(db), collections: CollectionNumbers(db),
                asking: WorkshopModule.module)
            return try answers.happenings(about: Subject(RecordReference(WorkshopModule.tools, 1)))
        }
        #expect(found.happenings.map(\.title) == ["High"])
        #expect(
            found.warnings == [
                "Refusing is left out: the tides are unreadable",
                "Refusing is left out: no such table: refusing_nothing",
            ])
    }

    /// Instants by the user's clock, all others by their own.
    @Test func happeningsAreSortedByTheClock() throws {
        let record = RecordReference(WorkshopModule.tools, 1)
        let times = [
            "2026-03-01T23:30:00Z", "2026-03-01", "2026-03", "2026", "2026-03-02T00:10:00", "2026-03-02",
        ]
        var found = Happenings(times.map { Happening("seen", when: $0, title: "Seen", record: record) })
        found.sort(in: try #require(TimeZone(identifier: "Europe/Vienna")))
        #expect(
            found.happenings.map(\.when) == [
                "2026-03-01T23:30:00Z", "2026-03-02T00:10:00", "2026-03-02", "2026-03-01", "2026-03", "2026",
            ])
    }

    @Test func anAnswerAsksNotAllOthers() throws {
        let session = try hub.session()
        try session.vault.read { db in
            var answers = try ModuleAnswers(
                session: session, db: db, state: session.state(db), collections: CollectionNumbers(db),
                asking: nil)
            answers.isAmongAll = true
            let error = #expect(throws: AtriumError.self) {
                try answers.entries(on: LocalDate(daysSince1970: 0)...LocalDate(daysSince1970: 1))
            }
            #expect(error?.code == .internal)
        }
    }

    @Test func onlySourcesOfTheRolesAreAsked() throws {
        try hub.run("diary add", ["title": "Sharpen", "day": "1970-01-02"])
        let session = try hub.session()
        try session.vault.read { db in
            let answers = try ModuleAnswers(
                session: session, db: db, state: session.state(db), collections: CollectionNumbers(db),
                asking: nil)
            let days = LocalDate(daysSince1970: 0)...LocalDate(daysSince1970: 1)
            #expect(try answers.entries(on: days).entries.map(\.kind) == [DiaryModule.review])
            #expect(try answers.entries(on: days, of: [.toBeDone]).entries.count == 1)
            #expect(try answers.entries(on: days, of: [.takesPlace, .marksDay]).entries.isEmpty)
        }
    }
}
