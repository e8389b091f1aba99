import AtriumFormats
import AtriumSDK
import AtriumTesting
import StandInModules
import Testing

@testable import Journal

@Suite struct JournalConformanceTests {
    private let samples = ModuleSamples(
        commands: [
            SampleCommand(
                "journal add",
                [
                    "text": "# By the sea\n\nWe walked; *far*, and \"talked\"\\.\n\n---\n\nLate: home",
                    "title": "A day off, at last", "at": "2026-02-28T21:30", "zone": "Europe/Vienna",
                    "mood": "great", "place": "Neusiedl; the pier", "tags": ["Home, sweet", "back\\slash"],
                ]),
            SampleCommand("journal add", ["text": "Rain", "at": "2025-02-28T06:30:00Z"]),
            SampleCommand("journal add", ["text": "Float", "at": "2024-02-29T08:00", "zone": "floating"]),
            SampleCommand("journal add", ["title": "Only a title", "at": "2026-01-02"]),
            SampleCommand("journal add", ["text": "Now"]),
            SampleCommand("journal add", ["text": "Gone"]),
            SampleCommand("journal edit", ["record": "Rain", "mood": "bad"]),
            SampleCommand("journal remove", ["record": "Gone"]),
            SampleCommand(
                "journal add-photo", ["record": "Rain"],
                files: ["photo": UploadedFile(name: "rain.gif", content: Fixtures.gif)]),
            SampleCommand("journal remove-photo", ["record": "Rain", "photo": 1]),
            SampleCommand(
                "journal decisions add",
                [
                    "title": "Move, or not", "context": "Rent rises; *again*.\n\nThree rooms",
                    "expected": "Less\nnoise",
                    "options": ["Stay", "Move; out", "Wait, and see"], "chosen": "Move; out",
                    "models": ["Inversion"],
                    "confidence": 70, "reviewOn": "2026-06-01", "tags": ["home"],
                ]),
            SampleCommand(
                "journal decisions add", ["title": "Job", "expected": "More to learn", "confidence": 90]),
            SampleCommand("journal decisions add", ["title": "Bike"]),
            SampleCommand("journal decisions add", ["title": "Slip"]),
            SampleCommand("journal decisions edit", ["record": "Bike", "context": "The old one rusts"]),
            SampleCommand("journal decisions remove", ["record": "Slip"]),
            SampleCommand("journal decisions seal", ["record": "Move, or not"]),
            SampleCommand("journal decisions seal", ["record": "Job"]),
            SampleCommand(
                "journal decisions amend",
                ["record": "Job", "text": "They pay less, too;\nsays \"Ann\": a \\ lot"]),
            SampleCommand(
                "journal decisions review",
                [
                    "record": "Job", "outcome": "I learned\na lot", "cameOut": "yes", "lessons": "Ask, first",
                    "rating": 4,
                ]),
            SampleCommand("journal on-this-day", ["day": "2027-02-28"]),
        ],
        files: [
            Fixtures.journal,
            TextFile(
                "own.csv",
                """
                uid,date,zone,title,text,mood,place,tags,people\r
                e-1,2026-04-01T10:00:00,Europe/Vienna,Zoo,"We saw, and ""heard""\r
                two lines",4,Schönbrunn,"kids,outdoors",\r
                e-2,2026-04-02,,,"Rain, all day",meh,,,\r

                """),
            TextFile(
                "foreign.csv",
                """
                Date;Text;Mood;Weather
                2026-03-01 08:15;Up early;good;fog
                2026-03-02;Slept;5;sun

                """),
            TextFile(
                "2026-05-01 A walk.md",
                """
                ---
                date: 2026-05-01T07:15
                zone: Europe/Vienna
                location: "The lake: north"
                mood: good
                tags:
                  - out
                  - "with, comma"
                nested:
                  a: 1
                ---

                # Round the lake

                Fog.

                """),
            TextFile(
                "jrnl.txt",
                """
                [2026-06-01 09:30] A @walk again. *
                Sun.

                [2026-06-02 10:30:00 PM] Late

                """),
            TextFile(
                "decisions.csv",
                """
                uid,title,expected,confidence,reviewOn,sealedAt,addenda,outcome,cameOut,rating,Budget
                d-1,Buy the house,It gets dearer,80 %,2026-05-01,2025-05-01T10:00:00Z,"2025-05-02T10:00:00Z: Or not\\, who knows",It did,partly,3,500000
                d-2,Sell it,,,,,,,,,

                """),
        ])

    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        try ModuleConformance(
            journalModule,
            formats: [CSVFileFormat(), ICalendarFileFormat(), MarkdownFileFormat(), JrnlFileFormat()],
            samples: samples,
            enhanced: [PeopleModule.module, ModelsModule.module]
        ).check(rule)
    }
}
