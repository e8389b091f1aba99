import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

/// What one module keeps of another's records: links, companions, uids in files.
@Suite struct SharedRecordsTests {
    private let hub: TemporaryHub

    init() throws {
        // Another day than that of the vaults into which exports come back.
        let clock = FixedClock()
        clock.advance(days: 1)
        hub = try TemporaryHub(modules: installedModules, formats: installedFormats, clock: clock)
        try hub.importFile(
            TextFile("pia.vcf", "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:p1\r\nFN:Pia\r\nEND:VCARD\r\n"))
    }

    /// Links that come with their records and others, in whatever order they were made.
    @Test func linksAreTheSameInEveryVault() throws {
        try hub.run("habits add", ["title": "Read"])
        try hub.run(
            "links add",
            [
                "fromCollection": "habits", "fromRecord": "Read", "toCollection": "connections",
                "toRecord": "p1", "kind": "with",
            ])
        try hub.run("activities add", ["name": "Chess", "goodFor": ["p1"]])
        try hub.run("reminders add", ["text": ["Call"], "people": ["p1"], "plain": true])
        let (other, files) = try hub.restored()
        #expect(files["links.jsonl"]?.split(separator: "\n").count == 3)
        #expect(try other.restored().files["links.jsonl"] == files["links.jsonl"])
    }

    /// A name that a later file of the import resolves is no issue.
    ///
    /// A name without a record is an issue with its noun.
    @Test func namesOfLaterFilesAreNoIssues() throws {
        let report = try hub.importFiles([
            TextFile(
                "projects.csv",
                "uid,title,description,due,impact,priority,archived,values,dreams\n"
                    + "pr1,Boat,,,high,no,no,\"v1,Nothing\",Sail\n"),
            TextFile("values.csv", "uid,title,description,position,color,icon\nv1,Health,,1,teal,\n"),
            TextFile("dreams.csv", "uid,title,description,tags,timeframe,by,achievedOn\nd1,Sail,,,,,\n"),
        ])
        #expect(report.files.map(\.added) == [1, 1, 1])
        let issues = report.files.flatMap(\.issues)
        #expect(issues.map { [$0.code, $0.property] } == [["unknown-value", "values"]])
        #expect(issues.map(\.message) == ["a name or uid matches no value: kept as text"])
        let run = try #require(report.run)
        let shown = try hub.run("imports show", ["run": .integer(run)])["files"]?.listValue
        let listed = (shown ?? []).map { (file: DataValue) in file.objectValue?["issues"]?.listValue ?? [] }
        #expect(listed.joined().count == 1)
        #expect(try hub.run("tasks projects show", ["record": "pr1"])["dreams"] == ["Sail"])
    }

    /// A task that was ticked after its import stays with its project; links from there to what is removed go.
    @Test func anImportIsUndoneAfterOneOfItsTasksWasTicked() throws {
        let files = [
            TextFile(
                "dreams.csv", "uid,title,description,tags,timeframe,by,achievedOn\nd1,Sail,,,,,\n"),
            TextFile(
                "projects.csv",
                "uid,title,description,due,impact,priority,archived,values,dreams\n"
                    + "pr1,Boat,,,high,no,no,,Sail\n"),
            TextFile(
                "tasks.csv",
                """
                uid,title,notes,kind,status,project,section,parent,planned,top,start,due,zone,estimate,energy,\
                priority,repeat,repeatFrom,tags,people,waitingFor,completedAt,cancelledAt,log
                t1,Sand the hull,,must-do,open,Boat,,,,,,,,,,,,,,,,,,
                t2,Varnish,,must-do,open,,,,,,,,,,,,,,,,,,,

                """),
        ]
        let before = try hub.session().contents()
        let run = try #require(try hub.importFiles(files).run)
        try hub.run("tasks complete", ["record": "t1"])
        func kept(force: Bool) throws -> [String?]? {
            try hub.run("imports undo", ["run": .integer(run), "force": .bool(force)])["kept"]?.listValue?.map
            {
                $0.objectValue?["title"]?.textValue
            }
        }
        #expect(try kept(force: false) == ["Boat", "Sand the hull"])
        #expect(try hub.run("tasks show", ["record": "t1"])["status"] == "done")
        #expect(try hub.items("values dreams list").isEmpty)
        #expect(try hub.session().contradictions() == [])
        #expect(try kept(force: true) == [])
        #expect(try hub.session().contents().difference(from: before) == [])
        #expect(try hub.session().contradictions() == [])
    }

    /// Files of several modules that name two people: nine records, eight links.
    private static let life = [
        TextFile(
            "contacts.vcf",
            """
            BEGIN:VCARD\r
            VERSION:4.0\r
            UID:ann-1\r
            FN:Ann Lee\r
            END:VCARD\r
            BEGIN:VCARD\r
            VERSION:4.0\r
            UID:ben-1\r
            FN:Ben Kay\r
            END:VCARD\r

            """),
        TextFile(
            "activities.csv",
            """
            uid,name,category,goodFor,done,doneWith
            a1,Chess,hobbies,"Ann Lee,ben-1",2026-01-02,"2026-01-02: Ben Kay,ann-1"

            """),
        TextFile(
            "interactions.csv",
            "uid,when,kind,people,personUids\ni1,2026-01-03,call,Ann Lee,\ni2,2026-01-04,call,Ben,ben-1\n"
        ),
        TextFile("memories.csv", "uid,day,note,people\nm1,2026-01-05,Fog,Ben Kay\n"),
        TextFile(
            "journal.csv",
            """
            uid,date,text,mood,people
            j1,2026-01-06,Sun,good,"Ann Lee,ben-1"
            j2,2026-01-07,Fog,okay,ANN LEE

            """),
        TextFile(
            "tasks.ics",
            """
            BEGIN:VCALENDAR\r
            VERSION:2.0\r
            BEGIN:VTODO\r
            UID:t1\r
            SUMMARY:Call\r
            RELATED-TO;RELTYPE=X-ATRIUM-FOR:ann-1\r
            END:VTODO\r
            END:VCALENDAR\r

            """),
    ]

    /// A folder's files come in the order of their names: what names people may come before them.
    @Test func filesAreLinkedInAnyOrder() throws {
        let files = Self.life
        let (links, people) = try linked(files)
        // Two that it is good for, two with whom it was, three of the entries, one of the task.
        #expect(links.count == 8, "\(links)")
        #expect(people == [["Ann Lee"], ["Ben Kay"], ["Ben Kay"]])
        for order in [Array(files.reversed()), files.sorted { $0.name < $1.name }] {
            let other = try linked(order)
            #expect(other.links == links)
            #expect(other.people == people)
        }
    }

    /// What a hub links that imports some files at once: all links, and the people of interactions and memories.
    private func linked(_ files: [TextFile]) throws -> (links: [String], people: [DataValue]) {
        let hub = try TemporaryHub(modules: installedModules, formats: installedFormats)
        let report = try hub.session().importFiles(
            ImportRequest(
                inputs: files.map { ImportInput(path: "life/" + $0.name, file: $0, isFound: true) }))
        #expect(report.files.map(\.added).reduce(0, +) == 9)
        let links = try hub.restored().files["links.jsonl"]?.split(separator: "\n").map(String.init)
        let people = try ["interactions", "memories"].flatMap { name in
            try hub.items("connections \(name) list").sorted {
                ($0["uid"]?.textValue ?? "") < ($1["uid"]?.textValue ?? "")
            }.map { $0["people"] ?? .null }
        }
        return ((links ?? []).sorted(), people)
    }

    /// An export of before a merge, and after it.
    @Test(arguments: [nil, .keep, .merge, .replace] as [ConflictDecision?])
    func anExportOfBeforeAMergeLeavesWhoeverRemains(decision: ConflictDecision?) throws {
        try hub.run("connections add", ["name": "Zoe"])
        try hub.run("connections interactions add", ["people": ["p1"]])
        try hub.run("activities add", ["name": "Chess", "goodFor": ["p1"]])
        let path = FileManager.default.temporaryDirectory.path + "/atrium-test-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try hub.session().exportAll(to: path, includesDisabled: false)
        try hub.run("connections merge", ["record": "Zoe", "other": "p1"])
        try hub.importWholeVault(path, deciding: decision)
        #expect(try hub.items("connections interactions list").map { $0["people"] } == [["Zoe"]])
        #expect(try hub.items("activities list").map { $0["goodFor"] } == [["Zoe"]])
        #expect(try hub.items("connections list").map { $0["name"] } == ["Zoe"])
        #expect(try hub.session().contradictions() == [])
    }

    /// Whoever is noted in an interaction by hand stays when their card goes, and is named.
    @Test(arguments: [false, true]) func whoeverWasMetByHandStays(isForced: Bool) throws {
        try hub.run("connections interactions add", ["people": ["p1"]])
        let undone = try hub.run("imports undo", ["run": 1, "force": .bool(isForced)])
        let kept = undone["kept"]?.listValue?.compactMap { $0.objectValue?["title"]?.textValue }
        #expect(kept == ["Pia"])
        #expect(try hub.items("connections interactions list").map { $0["people"] } == [["Pia"]])
    }
}
