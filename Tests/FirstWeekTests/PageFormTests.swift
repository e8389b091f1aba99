import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import AtriumWeb

/// Forms of all modules, sent back as a browser does.
@Suite struct PageFormTests {
    private let server: PageServer
    private var hub: TemporaryHub { server.hub }

    init() throws { server = try PageServer() }

    private func changes() throws -> Int { try hub.items("history", ["limit": .integer(1000)]).count }

    /// A form that is opened and sent back unchanged changes nothing, whatever a file had said.
    @Test func unchangedFormsChangeNothing() async throws {
        let cookie = try await server.logIn()
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../SampleData")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where name != "README.md" {
            let data = try Data(contentsOf: folder.appendingPathComponent(name))
            _ = try hub.importFile(TextFile(name, String(decoding: data, as: UTF8.self)))
        }
        _ = try hub.importFile(
            TextFile(
                "odd.ics",
                """
                BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:odd\r\n\
                DTSTAMP:20260101T000000Z\r\n\
                DTSTART;TZID=Europe/Berlin:20260301T093015\r\nDURATION:P1W\r\nSUMMARY:Odd\\, one\r\n\
                DESCRIPTION:\\n two\\n\\nlines \r\nCATEGORIES:Red\\nBlue,\\, \r\n\
                ATTENDEE;RSVP=FALSE:mailto:a@example.org\r\n\
                BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT90S\r\nEND:VALARM\r\n\
                END:VEVENT\r\nEND:VCALENDAR\r\n
                """))
        try hub.run("connections add", ["name": .text("Tagged"), "tags": .texts(["a, b", "c"])])
        let before = try changes()
        var count = 0
        for entry in try ModuleRegistry(installedModules).catalog where entry.declaration.kind == .edit {
            let list = (entry.path.dropLast() + ["list"]).joined(separator: " ")
            for item in try hub.items(list, ["limit": .integer(60)]) {
                let id = String(item["id"]?.integerValue ?? 0)
                let path = "/" + entry.segments(record: id).joined(separator: "/")
                let form = try #require(UntouchedForm(try await server.get(path, cookie).text), "\(path)")
                let answer = try await server.post(path, form.fields, cookie)
                #expect(
                    answer.status == 303 && answer.location.hasSuffix("told=0"), "\(path): \(answer.location)"
                )
                count += 1
            }
        }
        #expect(count > 100)
        #expect(try changes() == before)
    }

    @Test func ofTwoWhoChangeOtherFieldsBothWin() async throws {
        let cookie = try await server.logIn()
        try hub.run("connections add", ["name": .text("Ada"), "given": .text("A")])
        var form = try #require(UntouchedForm(try await server.get("/connections/1/edit", cookie).text))
        form.set("family", "Lovelace")
        try hub.run("connections edit", ["record": .integer(1), "given": .text("Augusta")])
        #expect(try await server.post("/connections/1/edit", form.fields, cookie).status == 303)
        let person = try hub.run("connections show", ["record": .integer(1)])
        #expect([person["given"], person["family"]] == [.text("Augusta"), .text("Lovelace")])
    }

    /// Both changed one field, and one of them another: the second is asked, and sees what the first has made of all.
    @Test(arguments: ["mine", "theirs"]) func ofTwoWhoChangeTheSameOneIsAsked(whose: String) async throws {
        let cookie = try await server.logIn()
        try hub.run("connections add", ["name": .text("Ada"), "given": .text("A"), "metPlace": .text("one")])
        var form = try #require(UntouchedForm(try await server.get("/connections/1/edit", cookie).text))
        form.set("given", "Mine")
        try hub.run(
            "connections edit", ["record": .integer(1), "given": .text("Theirs"), "metPlace": .text("two")])
        let asked = try await server.post("/connections/1/edit", form.fields, cookie)
        #expect(asked.status == 412)
        var again = try #require(UntouchedForm(asked.text))
        #expect(again.fields.contains { $0 == ("metPlace", "two") })
        again.set(":take.given", whose)
        // One more thing is wrong: the choice is not forgotten over it.
        var wrong = again
        wrong.set("cadenceDays", "often")
        let refused = try await server.post("/connections/1/edit", wrong.fields, cookie)
        #expect(refused.status == 422)
        var last = try #require(UntouchedForm(refused.text))
        last.set("cadenceDays", "30")
        #expect(try await server.post("/connections/1/edit", last.fields, cookie).status == 303)
        let person = try hub.run("connections show", ["record": .integer(1)])
        #expect(person["given"] == .text(whose == "mine" ? "Mine" : "Theirs"))
        #expect([person["metPlace"], person["cadenceDays"]] == [.text("two"), .integer(30)])
    }

    /// Of several names that fit several people each is chosen by itself.
    @Test func namesThatFitSeveralAreChosenOneByOne() async throws {
        let cookie = try await server.logIn()
        for name in ["Anna", "Anna", "Ben", "Ben"] { try hub.run("connections add", ["name": .text(name)]) }
        var form = try #require(UntouchedForm(try await server.get("/reminders/add", cookie).text))
        form.set("text", "Call them")
        form.set("people.0", "Anna")
        form.set("people.1", "Ben")
        var answer = try await server.post("/reminders/add", form.fields, cookie)
        for id in ["2", "3"] {
            #expect(answer.status == 409)
            var choice = try #require(UntouchedForm(answer.text))
            choice.set(":pick.0.id", id)
            answer = try await server.post("/reminders/add", choice.fields, cookie)
        }
        #expect(answer.status == 303, "\(answer.text)")
        let linked = try hub.items("links list", ["collection": .text("reminders"), "record": .text("1")])
        #expect(linked.count == 2)
    }

    /// A reminder always notifies in one of three ways, so that its forms offer no empty choice.
    @Test func aReminderCanBeSilent() async throws {
        let cookie = try await server.logIn()
        func choices(_ page: String) -> [String] {
            page.matches(of: /name="notification" value="([a-z]*)"/).map { String($0.1) }
        }
        let page = try await server.get("/reminders/add", cookie).text
        #expect(choices(page) == ["standard", "persistent", "none"])
        var form = try #require(UntouchedForm(page))
        #expect(form.fields.contains { $0 == ("notification", "standard") })
        form.set("text", "Call")
        form.set("notification", "none")
        #expect(try await server.post("/reminders/add", form.fields, cookie).status == 303)
        #expect(try hub.run("reminders show", ["record": .integer(1)])["notification"] == .text("none"))
        let edit = try await server.get("/reminders/1/edit", cookie).text
        #expect(choices(edit) == ["standard", "persistent", "none"])
        #expect(try #require(UntouchedForm(edit)).fields.contains { $0 == ("notification", "none") })
    }

    @Test func aSealedDecisionIsNotSealedAgain() async throws {
        let cookie = try await server.logIn()
        try hub.run(
            "journal decisions add", ["title": "Move", "expected": "Less noise", "confidence": .integer(70)])
        let target = "/journal/decisions/1/seal"
        #expect(try await server.get("/journal/decisions/1", cookie).text.contains(target))
        try hub.run("journal decisions seal", ["record": .integer(1)])
        #expect(try await !server.get("/journal/decisions/1", cookie).text.contains(target))
    }

    /// Somebody of whom a record knows only the name stays, whoever else is added.
    @Test func strangersStay() async throws {
        let cookie = try await server.logIn()
        try hub.run("connections add", ["name": .text("Anna")])
        try hub.run("connections add", ["name": .text("Ben")])
        _ = try hub.importFile(
            TextFile(
                "journal.csv",
                "uid,date,title,text,people\r\nx,2026-03-01,Day,Words,\"Anna,Granny\"\r\n"))
        let entry = try #require(try hub.items("journal list").first?["id"]?.integerValue)
        var form = try #require(UntouchedForm(try await server.get("/journal/\(entry)/edit", cookie).text))
        let rows = form.fields.filter { $0.0.wholeMatch(of: /people\.\d+/) != nil && !$0.1.isEmpty }
        try #require(rows.count == 2)
        form.set("people.2", "Ben")
        let answer = try await server.post("/journal/\(entry)/edit", form.fields, cookie)
        #expect(answer.status == 303, "\(answer.text)")
        let people = try hub.run("journal show", ["record": .integer(entry)])["people"]
        #expect(Set(people?.texts ?? []) == ["Anna", "Ben", "Granny"])
    }

    @Test func aFormThatComesTwiceIsDoneOnce() async throws {
        let cookie = try await server.logIn()
        var form = try #require(UntouchedForm(try await server.get("/habits/add", cookie).text))
        form.set("title", "Read")
        let first = try await server.post("/habits/add", form.fields, cookie)
        let second = try await server.post("/habits/add", form.fields, cookie)
        #expect(first.status == 303 && second.location == first.location)
        form.set("title", "Swim")
        #expect(try await server.post("/habits/add", form.fields, cookie).location != first.location)
        #expect(try hub.items("habits list").count == 2)
    }
}
