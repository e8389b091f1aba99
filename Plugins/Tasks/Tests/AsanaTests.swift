import AtriumHost
import AtriumSDK
import AtriumTesting
import CSVFormat
import StandInModules
import Testing

@testable import Tasks

/// Asana's exports of a project.
@Suite struct AsanaTests {
    private func website() throws -> TextFile { try ProgramVault.fixture("asana/website.csv") }

    @Test func aProjectComesIn() throws {
        let vault = try ProgramVault()
        let report = try vault.take(try website())
        #expect(report.profile == "asana")
        #expect(report.added == 9 && report.unreadable == 0)
        #expect(report.unmappedColumns == ["Last Modified", "Blocked By (Dependencies)", "Priority"])
        let parents = report.issues.filter { $0.property == "Parent task" || $0.code == "parent-circle" }
        #expect(
            parents.map { [$0.code, String($0.line)] } == [
                ["ambiguous-parent", "10"], ["parent-circle", "12"], ["parent-circle", "13"],
                ["no-parent", "14"],
            ])
        #expect(
            try vault.tasks("title", "project", "section", "parent", "status") == [
                ["Launch", "Website", "To do", .null, "open"],
                ["Write texts", "Website", "Done", "Launch", "done"],
                ["Check", "Website", "To do", "Launch", "open"],
                ["Check", "Website", "To do", .null, "open"],
                ["Ask Ann", .null, .null, .null, "open"], ["Left", .null, .null, .null, "open"],
                ["Right", .null, .null, "Left", "open"], ["Alone", .null, .null, .null, "open"],
                ["Lost", .null, .null, .null, "open"],
            ])
        let launch = try #require(try vault.byTitle()["Launch"])
        #expect(launch["uid"] == "asana-1201" && launch["createdAt"] == "2026-02-01T12:00:00Z")
        #expect(launch["tags"] == ["site", "big", "Spring"])
        #expect(launch["start"] == "2026-03-01" && launch["due"] == "2026-03-20")
        #expect(launch["notes"] == "All of it,\nin lines")
        #expect(try vault.tasks("tags")[2] == [["qa", "web"]])
        #expect(try vault.byTitle()["Write texts"]?["completedAt"] == "2026-02-20T12:00:00Z")
    }

    @Test func theSameFileAgainChangesNothingAndALaterOneUpdates() throws {
        let vault = try ProgramVault()
        try vault.take(try website())
        let again = try vault.take(try website())
        #expect(again.unchanged == 9 && again.updated == 0 && again.added == 0)
        let text = String(decoding: try website().content, as: UTF8.self)
        let later = text.replacing("Ask Ann,,", with: "Ask Ann and Bob,Next,").replacing(
            ",Lost,", with: ",Found,")
        let report = try vault.take(TextFile("other.csv", later))
        #expect(report.updated == 2 && report.added == 0)
        #expect(try vault.byTitle()["Ask Ann and Bob"]?["section"] == "Next")
    }

    @Test func theAssigneeIsFoundByTheAddress() throws {
        let vault = try ProgramVault(modules: [tasksModule, PeopleModule.module])
        // The stand-in finds people by their names alone.
        _ = try vault.hub.run("connections add", ["name": "ada@example.org"])
        _ = try vault.hub.run("connections add", ["name": "Bob Ray"])
        try vault.take(try website())
        let people = try vault.tasks("title", "people").prefix(3).map { $0[1] }
        #expect(people == [["ada@example.org"], [], ["Bob Ray"]])
        #expect(try vault.take(try website()).unchanged == 9)
    }

    @Test func whatNoFieldHoldsComesBack() throws {
        let vault = try ProgramVault()
        try vault.take(try website())
        let table = try vault.table().table
        let row = try #require(table.rows.first)
        #expect(row.value("Asana Priority", in: table.header) == "High")
        #expect(row.value("Projects", in: table.header) == "Website, Spring")
        #expect(row.value("Assignee Email", in: table.header) == "ada@example.org")
        #expect(table.rows[2].value("Blocked By (Dependencies)", in: table.header) == "Write texts")
        #expect(table.rows[2].value("Parent task", in: table.header) == "Launch")
        try vault.expectOwnExportToComeBack()
    }
}
