import AtriumHost
import AtriumSDK
import AtriumTesting
import GRDB
import Testing

/// Breaks a well-made module in one way after another: the rule that speaks of it must find it.
@Suite struct ConformanceTests {
    private static let workshop: Module = {
        var module = WorkshopModule.module
        for index in module.collections.indices {
            module.collections[index].recordFields =
                index == 0 ? WorkshopModule.toolFields : WorkshopModule.shelfFields
            module.collections[index].look = RecordLook(title: "name")
            // It is there to fail.
            module.collections[index].commands.removeAll { $0.declaration.name == "fail" }
        }
        return module
    }()

    private static let samples = ModuleSamples(
        commands: [
            SampleCommand("workshop add", ["name": .text("Hand saw"), "weight": .decimal(1.5)]),
            SampleCommand("workshop edit", ["record": .text("Hand saw"), "weight": .decimal(2)]),
            SampleCommand(
                "workshop fill", ["record": .text("Hand saw"), "name": .text("blade"), "size": .integer(1)]),
            SampleCommand("workshop replace-part", ["record": .text("Hand saw"), "name": .text("blade")]),
            SampleCommand("workshop replace", ["record": .text("Hand saw"), "name": .text("Power saw")]),
            SampleCommand("workshop shelves add", ["name": .text("Top shelf")]),
            SampleCommand("workshop move-all", ["name": .text("Bottom shelf")]),
            SampleCommand("workshop shelves replace", ["record": .text("Top shelf")]),
            SampleCommand("workshop shelves remove", ["record": .text("Top shelf")]),
            SampleCommand("workshop come-and-go", ["name": .text("Old file")]),
            SampleCommand("workshop merge", ["record": .text("Power saw"), "other": .text("Old file")]),
            SampleCommand("workshop come-and-go", ["name": .text("Round rasp")]),
            SampleCommand("workshop remove", ["record": .text("Round rasp")]),
        ],
        files: [TextFile("a.lines", "tools:\nuid-one|Hammer drill\nuid-two|Splitting axe\n")],
        rows: [
            ("create shelves and tools", "INSERT INTO workshop_tool (uid, name) VALUES ('old', 'Old saw')")
        ],
        lossyFormats: [FormatID(rawValue: "lines")])

    private static func conformance(_ module: Module, _ samples: ModuleSamples = samples) -> ModuleConformance
    {
        ModuleConformance(module, formats: [LineFormat()], samples: samples)
    }

    @Test(arguments: ConformanceRule.allCases.filter { $0 != .readme })
    func aWellMadeModuleKeepsEveryRule(rule: ConformanceRule) throws {
        try Self.conformance(Self.workshop).check(rule)
    }

    private static let faults: [(ConformanceRule, String, @Sendable (inout Module) -> Void)] = [
        (.namespace, "no table workshop_thing", { $0.collections[1].table = "workshop_thing" }),
        (
            .names, "is not camelCase",
            { $0.collections[0].commands[1].declaration.fields[0].name = "the_name" }
        ),
        (
            .names, "is not Collection.recordField",
            { $0.collections[0].commands[2].declaration.fields.swapAt(0, 1) }
        ),
        (.names, "has no required field uid", { $0.collections[0].recordFields.remove(at: 1) }),
        (.names, "the version", { $0.manifest.version = "1" }),
        (.looks, "workshop/tools declares no look", { $0.collections[0].look = nil }),
        (.looks, "price is not a field of list", { $0.collections[0].look = RecordLook(facts: ["price"]) }),
        (.looks, "weight is not a text of list", { $0.collections[0].look = RecordLook(text: "weight") }),
        (
            .looks, "fill is not a record action that a tap can run",
            { $0.collections[0].look = RecordLook(lead: .tick(command: "fill", done: "weight")) }
        ),
        (.looks, "price is not a field of show", { $0.collections[0].look = RecordLook(figures: ["price"]) }),
        (
            .looks, "story is not a record query",
            { $0.collections[0].look = RecordLook(parts: [.query("story")]) }
        ),
        (
            .looks, "there is no command workshop month",
            {
                $0.views = [
                    View(
                        "month", title: "Month", command: ["workshop", "month"],
                        form: .heatMap(
                            .init(
                                items: "days", day: "day", level: "state", levels: [], span: .month("month")))
                    )
                ]
            }
        ),
        (.help, "workshop/tools add has no help", { $0.collections[0].commands[1].declaration.summary = "" }),
        (
            .help, "name: the help does not end with a full stop",
            { $0.collections[0].commands[1].declaration.fields[0].help = "A name" }
        ),
        (.readme, "there is no ", { $0.manifest.version = "1.0.0" }),
        (
            .programs, "names Saw twice",
            { $0.importers = [reading([("Saw", "File > Export"), ("Saw", "Tools > Export")])] }
        ),
        (.programs, "a program has no name", { $0.importers = [reading([("", "File > Export")])] }),
        (.programs, "does not say where Saw exports", { $0.importers = [reading([("Saw", " ")])] }),
        (.programs, "contain a line break", { $0.importers = [reading([("Saw", "File\nExport")])] }),
        (
            .programs, "more than 90 characters",
            { $0.importers = [reading([("Saw", String(repeating: "a", count: 91))])] }
        ),
        (
            .migrations, "no such table",
            { $0.migrations[1] = Migration("create", sql: "INSERT INTO nowhere VALUES (1);") }
        ),
        (
            .migrations, "indexesUnusedByImports names workshop_tool_name",
            { $0.indexesUnusedByImports = ["workshop_tool_name"] }
        ),
        (
            .results, "result.weight is missing",
            {
                $0.collections[0].commands[1].run = { _, context in
                    try context.db.execute(
                        sql: "INSERT INTO workshop_tool (uid, name) VALUES ('x', 'Hand saw')")
                    return .object(["id": .integer(1), "uid": .text("x"), "name": .text("Hand saw")])
                }
            }
        ),
        (
            .results, "result.name is not a line of text",
            {
                $0.collections[1].commands[0].run = { _, context in
                    try context.db.execute(
                        sql: "INSERT INTO workshop_shelf (uid, name) VALUES ('x', 'Top shelf')")
                    return .object(["id": .integer(1), "uid": .text("x"), "name": .integer(5)])
                }
            }
        ),
        (
            .results, "“workshop list” reports a total of 0",
            {
                let list = $0.collections[0].commands[0].run
                $0.collections[0].commands[0].run = { input, context in
                    var page = try list(input, context).objectValue ?? [:]
                    page["total"] = 0
                    return .object(page)
                }
            }
        ),
        (
            .undo, "wrote rows that its change does not record",
            {
                // Rows under ids of its own choice are in no range of new ids.
                $0.collections[1].commands[0].run = { _, context in
                    try context.db.execute(
                        sql: """
                            INSERT INTO workshop_shelf (id, uid, name) VALUES (-1, 'x', 'Top shelf')
                            """)
                    return .object(["id": .integer(-1), "uid": .text("x"), "name": .text("Top shelf")])
                }
            }
        ),
        (
            .takenBack, "were added",
            { $0.importers = [ShelvingWriter.importer(ForgetLog(isHeeded: false))] }
        ),
        (
            .importTwice, "were unchanged",
            {
                $0.importers = [
                    Importer(
                        LineFormat().id, kinds: [LineFormat.kind], into: WorkshopModule.tools,
                        map: { item, container, options in
                            var mapped = try LineFormat.importer.map(item, in: container, options: options)
                            mapped.uid = (mapped.uid ?? "") + String(UInt64.random(in: 0 ... .max))
                            return MappedItem(draft: mapped.draft as? String ?? "", uid: mapped.uid)
                        }, writer: LineFormat.ToolWriter.init)
                ]
            }
        ),
        (
            .roundTrip, "became",
            {
                $0.exporters = [
                    Exporter(LineFormat().id, of: WorkshopModule.tools, fileName: "tools.lines") { context in
                        try context.write(Array("tools:\nuid-one|Hammer drill\n".utf8))
                    }
                ]
            }
        ),
        (.selection, "an export of one record contains all records", { $0.exporters = [unselective] }),
        (
            .wholeVault, "is new, and was not exported",
            {
                $0.exporters = [
                    Exporter(LineFormat().id, of: WorkshopModule.tools, fileName: "tools.lines") { context in
                        try unselective.run(context)
                        try context.write(Array("uid-more|Nail\n".utf8))
                    }
                ]
            }
        ),
    ]

    /// An importer of files of programs, each with the steps to its export.
    private static func reading(_ programs: [(name: String, steps: String)]) -> Importer {
        Importer(
            LineFormat().id, kinds: [LineFormat.kind], into: WorkshopModule.tools,
            programs: programs.map { SourceProgram($0.name, steps: $0.steps, isTried: false) },
            map: { item, container, options in
                let mapped = try LineFormat.importer.map(item, in: container, options: options)
                return MappedItem(draft: mapped.draft as? String ?? "", uid: mapped.uid)
            }, writer: LineFormat.ToolWriter.init)
    }

    /// Writes all tools, whatever is asked for.
    private static let unselective = Exporter(
        LineFormat().id, of: WorkshopModule.tools, fileName: "tools.lines"
    ) { context in
        try context.write(Array("tools:\n".utf8))
        for row in try Row.fetchAll(context.db, sql: "SELECT uid, name FROM workshop_tool ORDER BY id") {
            let (uid, name): (String, String) = (row[0], row[1])
            try context.write(Array("\(uid)|\(name)\n".utf8))
        }
    }

    @Test(arguments: faults.indices)
    func aFaultIsFoundByItsRule(index: Int) throws {
        let (rule, finding, breaks) = Self.faults[index]
        var module = Self.workshop
        breaks(&module)
        do {
            try Self.conformance(module).check(rule)
            Issue.record("nothing was found")
        } catch {
            #expect("\(error)".contains(finding), "\(error)")
        }
    }

    @Test func aCommandWithoutASampleIsFound() throws {
        var samples = Self.samples
        samples.commands.removeLast()
        for rule in [ConformanceRule.results, .undo] {
            let error = #expect(throws: ConformanceFailure.self) {
                try Self.conformance(Self.workshop, samples).check(rule)
            }
            #expect(error?.description.contains("workshop remove") == true)
        }
    }
}
