import AtriumHost
import AtriumSDK
import AtriumTesting
import CSVFormat
import Foundation
import SharedFiles
import Testing
import TextDecoding

@testable import Tasks

/// Real files of Todoist, TickTick and Asana come in whole, change nothing when they come again, and come back.
@Suite(.needsShared())
struct ProgramCorpusTests {
    /// A file, and how many tasks, lists and sections its origin says that it has.
    struct Sample: Sendable, CustomTestStringConvertible {
        let path: String
        let profile: String
        let tasks: Int
        var done = 0
        var projects = 1
        var testDescription: String { path }
    }

    static let samples: [Sample] =
        [
            ("code-review-checklist", 39), ("daily-review", 15), ("house-admin", 29), ("one-on-one", 15),
            ("weekly-review", 25),
        ].map {
            Sample(
                path: "todoist/todoist-playbook/csv-templates/\($0.0)/template.csv", profile: "todoist",
                tasks: $0.1)
        }
        + [
            ("sample", 17, 9, 3), ("edge_cases", 6, 1, 3), ("many_sections", 23, 0, 23),
            ("over_limit", 12, 0, 12),
        ]
        .map {
            Sample(
                path: "ticktick/ticktick-to-todoist-migrator/tests/fixtures/\($0.0).csv", profile: "ticktick",
                tasks: $0.1, done: $0.2, projects: $0.3)
        } + [
            Sample(
                path: "asana/delivery-value-dashboard/tests/fixtures/asana-export.csv", profile: "asana",
                tasks: 22, done: 12, projects: 5)
        ]

    @Test(arguments: samples)
    func comesInWhole(_ sample: Sample) throws {
        let vault = try ProgramVault()
        let file = try ProgramCorpus.file(sample.path)
        let report = try vault.take(file)
        #expect(report.profile == sample.profile)
        #expect(report.added == sample.tasks && report.unreadable == 0)
        // Two of the templates have commas without quotes, so that words stand where the priority belongs.
        let codes = Set(report.issues.map(\.code)).subtracting(
            ["unknown-person", "few-fields"]
                + (sample.profile == "todoist" ? ["bad-priority", "bad-indent"] : []))
        #expect(codes.isEmpty, "\(codes)")
        #expect(try vault.tasks("status").count { $0 == ["done"] } == sample.done)
        #expect(try vault.hub.items("tasks projects list").count == sample.projects)
        let again = try vault.take(file)
        #expect(again.unchanged == sample.tasks && again.added == 0 && again.updated == 0)
        try vault.expectOwnExportToComeBack()
    }

    @Test(arguments: samples)
    func everyCellComesBack(_ sample: Sample) throws {
        let vault = try ProgramVault()
        let file = try ProgramCorpus.file(sample.path)
        try vault.take(file)
        let table = try vault.table().table
        var reader = try CSVReader(ArrayByteSource(file.content))
        var originals: [CSVRow] = []
        let type = reader.header.firstIndex(of: "TYPE")
        while let row = try reader.next() {
            if type.map({ row[$0] == "task" }) ?? true { originals.append(row) }
        }
        #expect(originals.count == table.rows.count)
        // Fields hold these.
        let held: Set = ["Title", "Notes", "Tags"]
        let program =
            tasksModule.importers.flatMap(\.programs).first { $0.profile == sample.profile }?.name ?? ""
        for (row, original) in zip(table.rows, originals) {
            for (index, name) in reader.header.names.enumerated() where !held.contains(name) {
                let written = table.header.names.contains("\(program) \(name)") ? "\(program) \(name)" : name
                #expect(row.value(written, in: table.header) ?? "" == original[index] ?? "", "\(name)")
            }
        }
    }

    @Test func partsAndRepetitionsOfTickTick() throws {
        let vault = try ProgramVault()
        try vault.take(
            try ProgramCorpus.file("ticktick/ticktick-to-todoist-migrator/tests/fixtures/edge_cases.csv"))
        let tasks = try vault.byTitle()
        #expect(["Write launch doc", "Notify legal"].allSatisfy { tasks[$0]?["parent"] == "Ship v2" })
        #expect(tasks.values.count { $0["repeat"] != .null } == 2)
        #expect(tasks["Old idea"]?["status"] == "cancelled")
        #expect(tasks["Ship v2"]?["due"] == "2026-09-01T10:00:00")
        #expect(tasks["Ship v2"]?["zone"] == "America/Vancouver")
        #expect(tasks["Ship v2"]?["priority"] == 1 && tasks["Write launch doc"]?["priority"] == 5)
    }

    @Test func labelsSectionsAndPartsOfTodoist() throws {
        let vault = try ProgramVault()
        try vault.take(
            try ProgramCorpus.file("todoist/todoist-playbook/csv-templates/weekly-review/template.csv"))
        let tasks = try vault.byTitle()
        #expect(
            tasks["Clear email backlog"]?["tags"] == [
                "people-self", "place-anywhere", "tools-todoist", "when-evening", "duration-25m",
            ])
        #expect(
            tasks["If target met: note what worked well and what to repeat"]?["parent"]
                == "Did I reach my target deep work hours this week?")
        #expect(Set(tasks.values.compactMap { $0["section"]?.textValue }).count == 6)
        #expect(tasks["Clear email backlog"]?["priority"] == 9)
    }
}

/// The real files beside the package.
enum ProgramCorpus {
    private static let root = SharedFiles.corpusPath + "/"

    static func file(_ path: String) throws -> TextFile {
        TextFile(
            (path as NSString).lastPathComponent,
            content: Array(try Data(contentsOf: URL(filePath: root + path))))
    }
}
