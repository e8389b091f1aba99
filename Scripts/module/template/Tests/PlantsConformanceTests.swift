import AtriumFormats
import AtriumSDK
import AtriumTesting
import SeededRandom
import Testing

@testable import Plants

@Suite struct PlantsConformanceTests {
    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        try ModuleConformance(plantsModule, formats: [CSVFileFormat()], samples: samples).check(rule)
    }

    @Test func thePlantFitsItsTableAndComesBack() throws {
        var generator = SeededGenerator(seed: 1)
        let conformance = RecordConformance(plantKind, of: plantsModule, formats: [CSVFileFormat()])
        #expect(try conformance.schemaFindings() == [])
        #expect(try conformance.roundTripFindings(rounds: 20, using: &generator) == [])
        #expect(try conformance.mergeFindings(rounds: 20, using: &generator) == [])
    }

    private let samples = ModuleSamples(
        commands: [
            SampleCommand(
                "plants add",
                [
                    "name": "One, \"quoted\"", "rating": 5, "since": "2026-01-31",
                    "tags": ["first, of two", "b"],
                ]),
            SampleCommand("plants add", ["name": "Two", "notes": "Two\nlines"]),
            SampleCommand("plants edit", ["record": "Two", "archived": true]),
            SampleCommand("plants add", ["name": "Three"]),
            SampleCommand("plants remove", ["record": "Three"]),
        ],
        files: [
            TextFile(
                "plants.csv",
                "uid,name,rating,since\r\n7b1d4ba6-41ab-4c5c-92b2-7b4f9d6a0f01,Four,4,2026-02-28\r\n")
        ])
}
