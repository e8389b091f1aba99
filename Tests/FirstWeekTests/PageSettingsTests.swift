import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

/// Settings of modules on the page, and what the first page shows of the modules in short.
@Suite struct PageSettingsTests {
    private static let planner = Module(
        manifest: Manifest(
            id: "planner", title: "Planner", summary: "Plans days.", version: "1.0.0", icon: "clock"),
        queries: [
            Command(
                "seen", .query, summary: "Show what is set.",
                result: .object([FieldDeclaration("seen", .text, help: "What is set.", isRequired: true)])
            ) { _, context in .object(["seen": .text(context.moduleSettings[hours])]) }
        ],
        settings: [
            ModuleSetting.choice(
                "default-kind", of: ["must-do", "flexible"], default: "flexible",
                titles: ["must-do": "Must be done"], help: "The kind of a new task."
            ).declaration,
            ModuleSetting.boolean("loud", default: false, help: "Whether it rings.").declaration,
            hours.declaration,
        ])
    private static let hours = ModuleSetting.text("hours", help: "The hours of a day.") { text in
        guard text.isEmpty || text.contains("-") else {
            throw AtriumError(.badData, "“\(text)” are no hours", remedy: "use 9-17", field: "value")
        }
        return text
    }

    private func server() throws -> PageServer {
        try PageServer(modules: installedModules + [Self.planner])
    }

    @Test func modulesHaveSectionsOfTheirOwn() async throws {
        let server = try server()
        let cookie = try await server.logIn()
        let page = try await server.get("/settings", cookie).text
        #expect(page.contains("<h2>Planner</h2>"))
        #expect(page.contains("href=\"/settings/planner.default-kind\""))
        #expect(page.contains("Default kind") && page.contains("Flexible"))
        try server.hub.run("modules disable", ["id": "planner"])
        #expect(try await !server.get("/settings", cookie).text.contains("Planner</h2>"))
        #expect(try await server.get("/settings/planner.loud", cookie).status == 404)
    }

    @Test func aFormSetsThemAndLeadsBack() async throws {
        let server = try server()
        let cookie = try await server.logIn()
        let form = try await server.get("/settings/planner.default-kind", cookie)
        #expect(form.status == 200)
        #expect(form.text.contains("The kind of a new task.") && form.text.contains("Must be done"))
        #expect(!form.text.contains("/settings/clear"))
        let sent = try await server.post(
            "/settings/planner.default-kind", [("value", "must-do")], cookie)
        #expect(sent.status == 303)
        #expect(try await server.get("/settings", cookie).text.contains("Must be done"))
        let again = try await server.get("/settings/planner.default-kind", cookie).text
        #expect(again.contains("action=\"/settings/clear\"") && again.contains("Back to flexible"))
        let cleared = try await server.post(
            "/settings/clear", [("key", "planner.default-kind"), (":next", "/settings")], cookie)
        #expect(cleared.status == 303)
        #expect(cleared.location.hasPrefix("/settings"))
        #expect(try await !server.get("/settings", cookie).text.contains("Must be done"))
    }

    @Test func aWrongTextIsSaid() async throws {
        let server = try server()
        let cookie = try await server.logIn()
        let answer = try await server.post("/settings/planner.hours", [("value", "nine")], cookie)
        #expect(answer.status == 422)
        #expect(answer.text.contains("are no hours") && answer.text.contains("nine"))
        _ = try await server.post("/settings/planner.hours", [("value", "9-17")], cookie)
        #expect(try server.hub.run("planner seen")["seen"] == "9-17")
        // Emptied: nothing is a value.
        _ = try await server.post("/settings/planner.hours", [("value", "")], cookie)
        #expect(try server.hub.run("planner seen")["seen"] == "")
    }

    @Test func theFirstPageShowsListsInShort() async throws {
        let server = try server()
        let cookie = try await server.logIn()
        try server.hub.run("journal add", ["text": "A walk by the lake"])
        try server.hub.run("quotes add", ["text": "Look twice", "author": "Ada"])
        let page = try await server.get("/", cookie).text
        #expect(page.contains("Latest entries") && page.contains("A walk by the lake"))
        // The quote has its own place.
        #expect(page.ranges(of: "Look twice").count == 1)
    }

    @Test func figuresHaveIconsAndGoals() async throws {
        let server = try server()
        let cookie = try await server.logIn()
        try server.hub.run("habits add", ["title": "Read"])
        let page = try await server.get("/figures", cookie).text
        #expect(page.contains("0 of 1") && page.contains("NA"))
        #expect(page.contains("class=\"amber\""))
        let figure = try await server.get("/figures/habits/done-today", cookie).text
        #expect(figure.contains("The query of what is aimed at"))
    }
}
