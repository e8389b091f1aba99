import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Habits

/// Exports of Loop Habit Tracker, in the layouts of its versions 1.7, 2.0 and 2.3; the habits are invented.
@Suite struct LoopHabitsTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [habitsModule], formats: [CSVFileFormat()])
    }

    private static let habits = """
        Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,Target Type,Target Value,Archived?
        001,Meditate,YES_NO,Did you sit?,"at home, early",1,1,#FF8F00,,,,false
        002,"Read, slowly",NUMERICAL,How much?,,1,1,#00897B,pages,AT_LEAST,10.5,false
        003,Swim,YES_NO,,,3,7,#8E24AA,,,,true

        """

    /// As version 2.3 writes it, beside `Habits.csv`.
    private static let single = [
        (
            "001 Meditate/Checkmarks.csv",
            "Date,Value,Notes\n2026-03-02,YES_MANUAL,\n2026-03-01,YES_AUTO,\n2026-02-28,YES_MANUAL,\"warm, \"\"dry\"\"\"\n2026-02-27,SKIP,\n2026-02-26,UNKNOWN,\n2026-02-25,NO,\n"
        ),
        ("001 Meditate/Scores.csv", "Date,Score\n2026-03-02,0.2557\n"),
        (
            "002 Read slowly/Checkmarks.csv",
            "Date,Value,Notes\n2026-03-02,12500,\"two\nlines\"\n2026-03-01,4000,\n2026-02-28,NO,\n"
        ),
        ("003 Swim/Checkmarks.csv", "Date,Value,Notes\n"),
        ("Checkmarks.csv", "Date,Meditate,Read, slowly,Swim,\n2026-03-02,YES_MANUAL,12500,NO,\n"),
        ("Scores.csv", "Date,Meditate,Read, slowly,Swim,\n2026-03-02,0.25,0.1,0.0,\n"),
    ]

    private func importLoop(
        _ others: [(String, String)], habits: String = Self.habits, folder: String = "loop/"
    ) throws -> ImportReport {
        let files = [("Habits.csv", habits)] + others
        return try hub.session().importFiles(
            ImportRequest(
                inputs: files.map { path, text in
                    let name = path.split(separator: "/").last.map(String.init) ?? path
                    return ImportInput(path: folder + path, file: TextFile(name, text), isFound: true)
                }))
    }

    @Test func habitsComeInWithTheirDays() throws {
        let report = try importLoop(Self.single)
        #expect(report.files.map(\.path) == ["loop/Loop habits.csv"])
        let file = try #require(report.files.first)
        #expect(file.profile == "loop-habits" && file.added == 3 && file.issues.isEmpty)
        #expect(file.unmappedColumns == ["Position", "Question", "Description"])
        #expect(
            report.passedOver.map(\.path) == [
                "loop/001 Meditate/Scores.csv", "loop/Checkmarks.csv", "loop/Scores.csv",
            ])
        #expect(
            Set(report.passedOver.map(\.reason)) == [
                "the other files of loop-habits contain the same data"
            ])

        let habits = try hub.items("habits list", ["archived": .bool(true)])
        #expect(habits.map { $0["title"] } == [.text("Meditate"), .text("Read, slowly"), .text("Swim")])
        #expect(habits.map { $0["color"] } == [.text("#FF8F00"), .text("#00897B"), .text("#8E24AA")])
        #expect(habits.map { $0["schedule"] } == [.text("weekdays"), .text("weekdays"), .text("weekly")])
        #expect(habits.map { $0["archived"] } == [.bool(false), .bool(false), .bool(true)])
        #expect(habits[0]["days"] == .list([.text("2026-02-28"), .text("2026-03-02")]))
        #expect(habits[1]["goal"] == .decimal(10.5) && habits[1]["unit"] == .text("pages"))
        #expect(habits[1]["days"] == .list([.text("2026-03-02")]))
        let entries = habits.map { habit in
            habit["entries"]?.listValue?.map { entry in
                ["amount", "note"].map { entry.objectValue?[$0] }
            }
        }
        #expect(entries[0] == [[.null, .text("warm, \"dry\"")]])
        #expect(entries[1] == [[.decimal(4), .null], [.decimal(12.5), .text("two lines")]])
    }

    @Test func importingTwiceChangesNothingAndALaterExportAdds() throws {
        _ = try importLoop(Self.single)
        let before = try hub.items("habits list", ["archived": .bool(true)])
        let again = try importLoop(Self.single, folder: "elsewhere/")
        #expect(again.files.map(\.unchanged) == [3] && again.files.map(\.added) == [0])
        #expect(try hub.items("habits list", ["archived": .bool(true)]) == before)

        var later = Self.single
        later[3].1 += "2026-03-03,YES_MANUAL,\n"
        let report = try importLoop(later)
        #expect(report.files.map(\.updated) == [1] && report.files.map(\.unchanged) == [2])
        #expect(try hub.run("habits show", ["record": .text("Swim")])["days"] == .list([.text("2026-03-03")]))
    }

    /// Loop gives habits no identifier, and two may have one name.
    @Test(arguments: [
        // The first days tell them apart, also after they changed places.
        ("2026-02-01", "2026-02-10", false), ("2026-02-01", "2026-02-10", true),
        // Where these are the same, the positions do.
        ("2026-02-01", "2026-02-01", false),
    ])
    func habitsOfOneNameAreKnownAgain(first: String, second: String, areSwapped: Bool) throws {
        func export(_ days: [String], colors: [String]) -> (habits: String, files: [(String, String)]) {
            let header = "Position,Name,Question,Description,NumRepetitions,Interval,Color\n"
            let rows = colors.enumerated().map { "00\($0 + 1),Read,,,1,1,\($1)\n" }
            let files = days.enumerated().map { ("00\($0 + 1) Read/Checkmarks.csv", $1) }
            return (header + rows.joined(), files)
        }
        let (old, oldFiles) = export(["\(first),2\n", "\(second),2\n"], colors: ["#FF8F00", "#00897B"])
        #expect(try importLoop(oldFiles, habits: old).files.map(\.added) == [2])
        var days = ["2026-03-01,2\n\(first),2\n", "2026-03-02,2\n\(second),2\n"]
        var colors = ["#FF8F00", "#00897B"]
        if areSwapped {
            days.reverse()
            colors.reverse()
        }
        let (new, newFiles) = export(days, colors: colors)
        let report = try importLoop(newFiles, habits: new)
        #expect(report.files.map(\.added) == [0] && report.files.map(\.updated) == [2])
        let habits = try hub.items("habits list")
        #expect(habits.map { $0["color"] } == [.text("#FF8F00"), .text("#00897B")])
        #expect(
            habits.map { $0["days"] } == [
                .list([.text(first), .text("2026-03-01")]), .list([.text(second), .text("2026-03-02")]),
            ])
    }

    /// What Loop says and has no place here stands in columns of its own, with the text of the days.
    @Test func anExportKeepsWhatHasNoPlaceHere() throws {
        _ = try importLoop(Self.single)
        let text = try hub.export("habits")
        #expect(text.contains("Did you sit?") && text.contains("\"at home, early\""))
        #expect(text.contains("2026-02-27,SKIP,"))
        let other = try TemporaryHub(modules: [habitsModule], formats: [CSVFileFormat()])
        let report = try other.importFile(TextFile("habits.csv", text))
        #expect(report.added == 3 && report.issues.isEmpty)
        for title in ["Meditate", "Read, slowly", "Swim"] {
            var found = try other.run("habits show", ["record": .text(title)])
            var wanted = try hub.run("habits show", ["record": .text(title)])
            (found["id"], wanted["id"]) = (nil, nil)
            #expect(found == wanted)
        }
        #expect(try other.export("habits") == text)
    }

    /// Version 1.7: numbers for words, no notes, no header in the files of single habits.
    @Test func olderExportsAreRead() throws {
        let habits = """
            Position,Name,Description,NumRepetitions,Interval,Color
            001,Meditate,Did you sit?,1,1,#FF8F00
            002,Run,,10,30,#00897B

            """
        let report = try importLoop(
            [("001 Meditate/Checkmarks.csv", "2026-03-02,2\n2026-03-01,1\n2026-02-28,0\n2026-02-27,-1\n")],
            habits: habits)
        #expect(report.files.map(\.added) == [2])
        #expect(report.files.first?.issues.isEmpty == true)
        let found = try hub.items("habits list")
        #expect(found.map { $0["days"] } == [.list([.text("2026-03-02")]), .list([])])
        #expect(found.map { $0["target"] } == [.null, .integer(10)])
    }

    /// Where there is only the file of all habits: its names have no quotes.
    @Test func daysOfAllHabitsAreReadFromOneFile() throws {
        let report = try importLoop([
            (
                "Checkmarks.csv",
                "Date,Meditate,Read, slowly,Swim,\n2026-03-02,YES_MANUAL,12500,NO,\n2026-03-01,-1,3000,2,\n"
            )
        ])
        #expect(report.files.map(\.added) == [3])
        let found = try hub.items("habits list", ["archived": .bool(true)])
        #expect(
            found.map { $0["days"] } == [
                .list([.text("2026-03-02")]), .list([.text("2026-03-02")]), .list([.text("2026-03-01")]),
            ])
    }

    @Test func whatHasNoPlaceHereIsNamed() throws {
        let habits = """
            Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,Target Type,Target Value,Archived?
            001,Water,YES_NO,,,1,3,#FF8F00,,,,false
            002,Coffee,NUMERICAL,,,1,1,#00897B,cups,AT_MOST,2.0,false

            """
        let report = try importLoop(
            [
                ("001 Water/Checkmarks.csv", "Date,Value,Notes\n2026-03-02,NO,ill\n2026-03-01,PERHAPS,\n"),
                ("002 Coffee/Checkmarks.csv", "Date,Value,Notes\n2026-03-02,3000,\n"),
            ], habits: habits)
        #expect(
            report.files.first?.issues.map(\.code) == [
                "unmapped-frequency", "bad-checkmark", "note-without-day", "unmapped-target",
            ])
        let coffee = try hub.run("habits show", ["record": .text("Coffee")])
        #expect(coffee["goal"] == .null && coffee["unit"] == .text("cups"))
        #expect(coffee["entries"]?.listValue?.first?.objectValue?["amount"] == .decimal(3))
    }

    @Test func theReportNamesTheProgramThatIsDeclared() throws {
        let program = try #require(habitsModule.importers.first?.programs.first)
        let report = try importLoop(Self.single)
        #expect(report.files.first?.profile == program.profile)
    }

    @Test func habitsWithoutTheirDaysAreNoHalfImport() throws {
        let report = try importLoop([])
        #expect(report.files.allSatisfy { $0.added == 0 })
        #expect(try hub.items("habits list").isEmpty)
    }

    @Test func aFileOfTheSameNameIsRefused() throws {
        let report = try importLoop([("Checkmarks.csv", "Date,x,\n")], habits: "a,b\n1,2\n")
        #expect(
            report.files.first?.error?.message == "Habits.csv is not a file that Loop Habit Tracker exports")
    }
}
