import AtriumFormats
import AtriumSDK
import AtriumTesting
import RecordKit
import SeededRandom
import StandInModules
import Testing

@testable import Ideas

@Suite struct IdeasConformanceTests {
    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        try ModuleConformance(
            ideasModule, formats: [CSVFileFormat(), OPMLFileFormat()], samples: samples,
            enhanced: [ProjectsModule.module]
        ).check(rule)
    }

    @Test func theIdeaFitsItsTableAndComesBack() throws {
        var generator = SeededGenerator(seed: 22)
        let conformance = RecordConformance(
            ideaKind, of: ideasModule, formats: [CSVFileFormat()],
            words: ["link": ["https://example.org/a?b=c", "mailto:a@example.org"]])
        let schema = try conformance.schemaFindings()
        #expect(schema == [])
        #expect(try conformance.roundTripFindings(rounds: 40, using: &generator) == [])
        let merges = try conformance.mergeFindings(rounds: 40, using: &generator)
        #expect(merges == [])
    }

    private let samples = ModuleSamples(
        commands: [
            SampleCommand("ideas named", ["names": .list([.text("Health")])]),
            SampleCommand(
                "ideas add",
                [
                    "title": "Podcast on tides #sea #sound", "words": true, "tags": ["one, of two"],
                    "description": "Two\nlines & \"quotes\"", "link": "https://example.org/tides?a=b",
                ]),
            SampleCommand("ideas add", ["title": "Bread club", "votes": -2]),
            SampleCommand("ideas add", ["title": "Gone"]),
            SampleCommand("ideas vote", ["record": "Podcast on tides"]),
            SampleCommand("ideas vote", ["record": "Bread club", "down": true, "by": 2]),
            SampleCommand("ideas edit", ["record": "Bread club", "status": "taken"]),
            SampleCommand("ideas remove", ["record": "Gone"]),
            SampleCommand("ideas tags"),
            SampleCommand("ideas random", ["day": "2026-03-02", "seed": 7]),
        ],
        files: [
            TextFile(
                "ideas.csv",
                """
                uid,title,votes,tags,status\r
                7b1d4ba6-41ab-4c5c-92b2-7b4f9d6a2201,"Nets, mended",3,"sea,work",open\r
                7b1d4ba6-41ab-4c5c-92b2-7b4f9d6a2202,A choir of neighbours,,,dropped\r

                """),
            Fixtures.own, Fixtures.mindMap,
        ])
}

/// Outlines for tests.
enum Fixtures {
    /// What an export writes.
    static let own = TextFile(
        "ideas.opml",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <opml version="2.0">
          <head><title>Ideas</title></head>
          <body>
            <outline text="Podcast on tides" type="idea" uid="i-1" votes="3" tags="sea,sound"
              description="Two&#10;lines"/>
            <outline text="Bread club" type="idea" uid="i-2" status="dropped"/>
          </body>
        </opml>

        """)

    /// What a program for mind maps writes: a tree of words, one with a note.
    static let mindMap = TextFile(
        "map.opml",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <opml version="1.0">
          <head><title>Map</title></head>
          <body>
            <outline text="Summer">
              <outline text="Sea">
                <outline text="Swim at night" _note="With lamps"/>
              </outline>
              <outline text="Jam, of plums"/>
            </outline>
          </body>
        </opml>

        """)
}
