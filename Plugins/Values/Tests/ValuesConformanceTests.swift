import AtriumFormats
import AtriumSDK
import AtriumTesting
import RecordKit
import SeededRandom
import StandInModules
import Testing

@testable import Values

@Suite struct ValuesConformanceTests {
    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        try ModuleConformance(
            valuesModule, formats: [CSVFileFormat()], samples: samples, enhanced: [ProjectsModule.module]
        ).check(rule)
    }

    @Test func theValueFitsItsTableAndComesBack() throws {
        try check(valueKind, words: ["color": ["teal", "#FF8F00"], "icon": ["heart", "heart-pulse"]])
    }

    @Test func theDreamFitsItsTableAndComesBack() throws {
        try check(
            dreamKind,
            words: ["timeframe": ["by 2030", "in 5 years", "18 months", "someday", "when I am 40"]])
    }

    private func check(_ kind: RecordKind, words: [String: [String]]) throws {
        var generator = SeededGenerator(seed: 26)
        let conformance = RecordConformance(
            kind, of: valuesModule, formats: [CSVFileFormat()], words: words)
        let schema = try conformance.schemaFindings()
        #expect(schema == [])
        #expect(try conformance.roundTripFindings(rounds: 40, using: &generator) == [])
        let merges = try conformance.mergeFindings(rounds: 40, using: &generator)
        #expect(merges == [])
    }

    private let samples = ModuleSamples(
        commands: [
            SampleCommand("values named", ["names": .list([.text("Health")])]),
            SampleCommand("values dreams named", ["names": .list([.text("Health")])]),
            SampleCommand("values add", ["title": "Health", "color": "teal", "icon": "heart-pulse"]),
            SampleCommand("values add", ["title": "Craft, \"made\"", "description": "Two\nlines"]),
            SampleCommand("values add", ["title": "Gone"]),
            SampleCommand("values edit", ["record": "Health", "description": "Sleep first"]),
            SampleCommand("values reorder", ["records": ["Gone", "Craft, \"made\""]]),
            SampleCommand("values remove", ["record": "Gone"]),
            SampleCommand(
                "values dreams add",
                ["title": "Sail round Ireland", "timeframe": "in 5 years", "tags": ["sea, cold", "wind"]]),
            SampleCommand(
                "values dreams add",
                ["title": "A house", "timeframe": "by 2040", "description": "Two\nlines"]),
            SampleCommand("values dreams add", ["title": "Gone"], files: ["photo": Fixtures.photo]),
            SampleCommand("values dreams edit", ["record": "A house", "timeframe": "by 2038"]),
            SampleCommand("values dreams achieve", ["record": "Sail round Ireland", "on": "2026-01-31"]),
            SampleCommand("values dreams remove", ["record": "Gone"]),
        ],
        files: [
            TextFile(
                "values.csv",
                """
                uid,title,description,position,color,icon\r
                7b1d4ba6-41ab-4c5c-92b2-7b4f9d6a2601,Friends,"Who come, and stay",1,teal,\r
                7b1d4ba6-41ab-4c5c-92b2-7b4f9d6a2602,Truth,,2,,heart\r

                """),
            TextFile(
                "dreams.csv",
                """
                uid,title,timeframe,tags,achievedOn\r
                7b1d4ba6-41ab-4c5c-92b2-7b4f9d6a2611,Speak Irish,by 2031,"words,sea",\r
                7b1d4ba6-41ab-4c5c-92b2-7b4f9d6a2612,Swim at night,,,2025-07-01\r

                """),
            TextFile("others.csv", "title;timeframe;shelf\nWrite a book;10 years;3\n"),
        ])
}

/// Files for tests.
enum Fixtures {
    /// The beginning of a PNG, which is all that is looked at.
    static let photo = UploadedFile(
        name: "boat.png", content: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
    /// Another one.
    static let otherPhoto = UploadedFile(name: "house.png", content: photo.content + [4])
}
