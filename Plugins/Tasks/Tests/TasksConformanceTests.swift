import AtriumFormats
import AtriumSDK
import AtriumTesting
import RecordKit
import SeededRandom
import StandInModules
import Testing

@testable import Tasks

@Suite struct TasksConformanceTests {
    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        try ModuleConformance(
            tasksModule,
            formats: [TodoTxtFileFormat(), TaskPaperFileFormat(), CSVFileFormat(), ICalendarFileFormat()],
            samples: samples,
            enhanced: [
                PeopleModule.module, PurposeModules.values, PurposeModules.ideas, StandInCalendar.module,
            ]
        ).check(rule)
    }

    @Test func theTaskFitsItsTableAndComesBack() throws {
        var generator = SeededGenerator(seed: 26)
        let conformance = RecordConformance(
            taskKind, of: plain, formats: [CSVFileFormat()],
            words: [
                "repeat": [], "link": ["https://example.org", "mailto:a@b.c"], "zone": [],
                "project": [], "parent": [], "start": [],
            ])
        #expect(try conformance.schemaFindings() == [])
        #expect(try conformance.roundTripFindings(rounds: 40, using: &generator) == [])
        let merges = try conformance.mergeFindings(rounds: 40, using: &generator)
        #expect(merges == [])
    }

    @Test func theProjectFitsItsTableAndComesBack() throws {
        var generator = SeededGenerator(seed: 26)
        let conformance = RecordConformance(
            projectKind, of: tasksModule, formats: [CSVFileFormat()],
            words: [
                "link": ["https://example.org"], "zone": [], "color": ["teal"], "archived": [],
                "priority": [],
            ])
        #expect(try conformance.schemaFindings() == [])
        #expect(try conformance.roundTripFindings(rounds: 40, using: &generator) == [])
        let merges = try conformance.mergeFindings(rounds: 40, using: &generator)
        #expect(merges == [])
    }

    /// The module whose command `add` takes a title, as those of other declared records do.
    private var plain: Module {
        var module = tasksModule
        module.collections[0] = taskKind.collection(with: TaskActions.all + TaskPlans.all + TaskLists.all)
        return module
    }

    private let samples = ModuleSamples(
        commands: [
            SampleCommand(
                "tasks projects add",
                [
                    "title": "Thesis", "impact": "high", "tasks": ["Read", "Outline"], "due": "2026-06-30",
                    "description": "All of it;\nin two lines", "tags": ["uni"],
                ]),
            SampleCommand("tasks projects add", ["title": "Garden", "color": "green"]),
            SampleCommand("tasks projects add", ["title": "Attic"]),
            SampleCommand("tasks projects edit", ["record": "Garden", "link": "https://example.org"]),
            SampleCommand("tasks projects prioritize", ["record": "Garden"]),
            SampleCommand("tasks projects prioritize", ["record": "Thesis"]),
            SampleCommand("tasks projects reorder", ["records": ["Garden"]]),
            SampleCommand("tasks projects archive", ["record": "Attic"]),
            SampleCommand("tasks projects add", ["title": "Shed", "tasks": ["Paint"]]),
            SampleCommand("tasks projects remove", ["record": "Shed"]),
            SampleCommand("tasks projects add", ["title": "Move", "tasks": ["Pack", "Call"]]),
            SampleCommand("tasks projects finish", ["record": "Move"]),
            SampleCommand("tasks next"),
            SampleCommand("tasks parts", ["record": 1]),
            SampleCommand(
                "tasks understand",
                ["text": ["Essay by friday 18:00, 2h, must-do, high energy #uni +Thesis //Intro !! top"]]),
            SampleCommand(
                "tasks add",
                [
                    "text": ["Essay"], "kind": "must-do", "estimate": 90, "today": true, "top": true,
                    "due": "2026-05-31T18:00", "zone": "Europe/Vienna", "notes": "Two;\nlines",
                    "energy": "high",
                    "priority": 1, "tags": ["uni", "Home, sweet"], "section": "Writing", "project": "Thesis",
                    "link": "https://example.org/a?b=1,2;3",
                ]),
            SampleCommand("tasks add", ["text": ["Sources"], "parent": "Essay", "start": "2026-05-01"]),
            SampleCommand("tasks add", ["text": ["Tax"], "today": true]),
            SampleCommand(
                "tasks add", ["text": ["Call Ann"], "planned": "2026-03-20", "due": "2026-05-31T18:00:00Z"]),
            SampleCommand(
                "tasks add", ["text": ["Water"], "planned": "2026-03-10", "repeat": "FREQ=DAILY;COUNT=9"]),
            SampleCommand(
                "tasks add",
                [
                    "text": ["Filter"], "due": "2026-03-01T09:00", "zone": "floating",
                    "repeat": "FREQ=MONTHLY",
                    "repeatFrom": "completion",
                ]),
            SampleCommand("tasks add", ["text": ["Gone"]]),
            SampleCommand("tasks edit", ["record": "Tax", "priority": 5, "energy": "low"]),
            SampleCommand("tasks complete", ["record": "Water"]),
            SampleCommand("tasks complete", ["record": "Water"]),
            SampleCommand("tasks reopen", ["record": "Water"]),
            SampleCommand("tasks complete", ["record": "Filter"]),
            SampleCommand("tasks toggle", ["record": "Call Ann"]),
            SampleCommand("tasks toggle", ["record": "Call Ann"]),
            SampleCommand("tasks cancel", ["record": "Gone"]),
            SampleCommand("tasks top", ["record": "Tax"]),
            SampleCommand("tasks top", ["record": "Tax", "rank": 1]),
            SampleCommand("tasks plan-for", ["record": "Outline", "day": "2026-03-01"]),
            SampleCommand("tasks carry-over"),
            SampleCommand("tasks plan-for", ["record": "Read", "day": "+2d"]),
            SampleCommand("tasks log", ["record": "Essay", "minutes": 25, "note": "A start: slow"]),
            SampleCommand("tasks log", ["record": "Essay", "minutes": 20]),
            SampleCommand("tasks reorder", ["records": ["Essay", "Tax"], "day": "today"]),
            SampleCommand("tasks move", ["record": "Read", "last": true]),
            SampleCommand("tasks plan", ["day": "tomorrow", "flexible": true]),
            SampleCommand(
                "tasks add", ["text": ["Report"], "kind": "must-do", "planned": "+3d", "estimate": 45]),
            SampleCommand("tasks plan", ["day": "+3d"]),
            SampleCommand("tasks unplan", ["day": "+3d"]),
            SampleCommand("tasks plan", ["day": "+3d"]),
            SampleCommand(
                "tasks blocks add",
                ["title": "Walk", "start": "today 06:00", "minutes": 30, "note": "Round\nthe pond"]),
            SampleCommand("tasks blocks add", ["task": "Tax", "start": "+4d 14:00", "end": "+4d 15:30"]),
            SampleCommand("tasks blocks add", ["title": "Lunch", "start": "+4d 12:00", "minutes": 60]),
            SampleCommand("tasks blocks move", ["record": "Lunch", "to": "+4d 12:34"]),
            SampleCommand("tasks blocks resize", ["record": "Lunch", "minutes": 45]),
            SampleCommand("tasks blocks edit", ["record": "Lunch", "title": "Late lunch"]),
            SampleCommand("tasks blocks swap", ["record": "Late lunch", "other": "Tax"]),
            SampleCommand("tasks blocks lock", ["record": "Tax"]),
            SampleCommand("tasks blocks unlock", ["record": "Tax"]),
            SampleCommand("tasks blocks done", ["record": "Walk"]),
            SampleCommand("tasks blocks undone", ["record": "Walk"]),
            SampleCommand("tasks blocks done", ["record": "Walk"]),
            SampleCommand("tasks blocks add", ["title": "Nap", "start": "+5d 12:00"]),
            SampleCommand("tasks blocks remove", ["record": "Nap"]),
            SampleCommand("tasks suggest", ["energy": "low", "at": "+6d 10:00"]),
            SampleCommand("tasks take", ["record": "Sources", "at": "+6d 10:00", "energy": "medium"]),
            SampleCommand("tasks dismiss", ["records": ["Call Ann"], "energy": "low"]),
            SampleCommand("tasks check-ins add", ["mood": "good", "control": 4, "note": "Slept well"]),
            SampleCommand("tasks check-ins add", ["energy": "low"]),
            SampleCommand("tasks check-ins edit", ["record": 2, "control": 5]),
            SampleCommand("tasks check-ins remove", ["record": 3]),
            SampleCommand("tasks add", ["text": ["Away"]]),
            SampleCommand("tasks remove", ["record": "Away"]),
        ],
        files: [
            TextFile(
                "tasks.csv",
                """
                uid,title,kind,status,project,section,parent,position,planned,top,dayPosition,due,zone,estimate,log\r
                t-1,Paint,must-do,open,House,Inside,,0,2026-04-01,1,0,2026-04-05T10:00:00,Europe/Vienna,90,2026-03-01=45 2026-03-02=15\r
                t-2,"Buy paint; brushes",flexible,done,House,Inside,t-1,0,,,,2026-04-02,,,\r
                t-3,Rest,flexible,cancelled,,,,1,,,,,,,\r

                """),
            TextFile(
                "projects.csv",
                """
                uid,title,description,due,impact,priority,archived,tags\r
                p-1,House,All of it,2026-12-31,high,yes,no,"home,big"\r
                p-2,Cellar,,,low,,yes,\r

                """),
            TextFile(
                "blocks.csv",
                """
                uid,title,task,start,zone,minutes,spent,origin,locked,note\r
                b-1,,t-1,2026-04-01T10:00:00,Europe/Vienna,90,,plan,no,\r
                b-2,"Tea, and cake",,2026-04-01T16:00:00,Europe/Vienna,30,25,hand,yes,Two\r

                """),
            TextFile(
                "check-ins.csv",
                """
                uid,at,zone,energy,mood,control,note,slotStart,slotMinutes,suggested,taken,dismissed\r
                c-1,2026-04-01T09:30:00,Europe/Vienna,low,bad,2,Rain,2026-04-01T08:00:00Z,45,t-1,t-1,\r
                c-2,2026-04-02T09:30:00,Europe/Vienna,high,,,,,,,,t-2\r

                """),
            TextFile(
                "tasks.ics",
                """
                BEGIN:VCALENDAR\r
                VERSION:2.0\r
                PRODID:-//Example//Tasks//EN\r
                X-WR-CALNAME:Errands\r
                BEGIN:VTODO\r
                UID:v-1\r
                DTSTAMP:20260301T080000Z\r
                SUMMARY:Post the parcel\r
                DUE;VALUE=DATE:20260320\r
                PRIORITY:5\r
                CATEGORIES:post,home\r
                X-ATRIUM-TASK:must-do\r
                X-ATRIUM-PLANNED;X-TOP=1;X-POSITION=3:20260318\r
                X-ATRIUM-ESTIMATE:PT20M\r
                END:VTODO\r
                BEGIN:VTODO\r
                UID:v-2\r
                DTSTAMP:20260301T080000Z\r
                SUMMARY:Find the address\r
                STATUS:COMPLETED\r
                COMPLETED:20260302T090000Z\r
                RELATED-TO:v-1\r
                END:VTODO\r
                END:VCALENDAR\r

                """),
            TextFile(
                "todo.txt",
                """
                (A) 2026-03-01 Call the plumber +House @phone due:2026-04-05
                x 2026-03-02 2026-03-01 Pay the rent @home
                Water the fern rec:+1w due:2026-04-10

                """),
            TextFile(
                "garden.taskpaper",
                """
                Garden plan:
                \t- Order seeds @due(2026-04-05) @estimate(30m) @shop
                \t\tOnly the old kinds
                \t- Dig @done(2026-03-01)

                """),
        ], formatsWithoutUIDs: [.todoTxt, .taskPaper])
}
