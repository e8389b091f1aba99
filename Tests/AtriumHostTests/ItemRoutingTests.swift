import AtriumHost
import AtriumSDK
import AtriumTesting
import Synchronization
import Testing

/// Whose items a file's are is asked once for the file, not once for each item.
@Suite struct ItemRoutingTests {
    /// How often a module's importer was asked.
    private final class Questions: Sendable {
        private let count = Mutex(0)

        var value: Int { count.withLock { $0 } }

        func add() { count.withLock { $0 += 1 } }
    }

    /// The workshop, whose importer takes what it is asked about, or nothing.
    private func module(_ questions: Questions, takes: Bool) -> Module {
        var module = WorkshopModule.module
        module.importers = [
            Importer(
                LineFormat().id, kinds: [LineFormat.kind], into: WorkshopModule.tools,
                recognise: { _, _ in
                    questions.add()
                    return takes ? Importer.Recognition(profile: "lines", confidence: .certain) : nil
                },
                map: { item, _, _ in try LineFormat.map(item) }, writer: LineFormat.ToolWriter.init)
        ]
        return module
    }

    private let file = TextFile(
        "tools.lines", "tools:\n" + (1...500).map { "Hammer \($0)" }.joined(separator: "\n") + "\n")

    @Test func aFileThatNoModuleKnowsIsRecognisedOnce() throws {
        let questions = Questions()
        let hub = try TemporaryHub(modules: [module(questions, takes: false)], formats: [LineFormat()])
        let report = try hub.importFile(file)
        #expect(report.unclaimed[LineFormat.kind]?.count == 500)
        #expect(report.unclaimed[LineFormat.kind]?.module == nil)
        // Once as a module that is on, once as one that may be off.
        #expect(questions.value == 2)
    }

    @Test func aFileOfAModuleThatIsOffIsRecognisedOnce() throws {
        let questions = Questions()
        let hub = try TemporaryHub(modules: [module(questions, takes: true)], formats: [LineFormat()])
        try hub.run("modules disable", ["id": .text("workshop")])
        let report = try hub.importFile(file)
        #expect(report.unclaimed[LineFormat.kind]?.count == 500)
        #expect(report.unclaimed[LineFormat.kind]?.module == "workshop")
        #expect(questions.value == 1)
    }
}
