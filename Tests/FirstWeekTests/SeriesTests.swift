import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import HTTPTypes
import Testing

@testable import AtriumWeb

/// One occurrence, this and following, or all of a series: on the page and over HTTP.
@Suite struct SeriesTests {
    private let server: PageServer
    private let cookie: String
    private var hub: TemporaryHub { server.hub }

    /// A class on Mondays at 18:00 for 20 weeks from 3 March 2031.
    init() async throws {
        server = try PageServer()
        cookie = try await server.logIn()
        try hub.run("settings set", ["key": "zone", "value": "Europe/Berlin"])
        try hub.run(
            "calendar add",
            [
                "summary": "Yoga", "start": "2031-03-03T18:00", "end": "2031-03-03T19:00", "location": "Hall",
                "plain": true, "recurrenceRules": ["FREQ=WEEKLY;COUNT=20"],
            ])
    }

    private func starts(_ from: String = "2031-03-01", _ to: String = "2031-03-31") throws -> [String] {
        try hub.items("calendar agenda", ["from": .text(from), "to": .text(to)]).map {
            "\($0["start"]?.textValue?.dropFirst(5).prefix(11) ?? "") \($0["location"]?.textValue ?? "-")"
        }
    }

    private static let march = [
        "03-03T18:00 Hall", "03-10T18:00 Hall", "03-17T18:00 Hall", "03-24T18:00 Hall", "03-31T18:00 Hall",
    ]

    /// Opens a form on a day, changes it, and sends it.
    @discardableResult
    private func send(
        _ command: String, _ day: String, _ part: SeriesPart?, _ values: [String: String] = [:]
    ) async throws -> PageServer.Answer {
        let page = try await server.get("/calendar/1/\(command)?occurrence=\(day)T18:00:00", cookie)
        var form = try #require(UntouchedForm(page.text), "\(page.status)")
        #expect(form.fields.contains { $0 == (":part", "occurrence") })
        if let part { form.set(":part", part.rawValue) }
        for (name, value) in values { form.set(name, value) }
        return try await server.post("/calendar/1/\(command)", form.fields, cookie)
    }

    // MARK: - The page

    @Test func everyViewLeadsToTheDay() async throws {
        let link = "/calendar/1?occurrence=2031-03-10T18%3A00%3A00"
        for path in [
            "/calendar?view=month&day=2031-03-10", "/calendar?view=week&day=2031-03-10",
            "/calendar?view=day&day=2031-03-10", "/?day=2031-03-10",
        ] {
            let page = try await server.get(path, cookie)
            #expect(page.text.contains(link), "\(path)")
        }
        let day = try await server.get(link, cookie)
        #expect(day.status == 200)
        #expect(day.text.contains("10 March 2031"))
        #expect(day.text.contains("/calendar/1/cancel?occurrence=2031-03-10T18%3A00%3A00"))
        #expect(day.text.contains("/calendar/1/remove?occurrence=2031-03-10T18%3A00%3A00"))
        #expect(try await server.get("/calendar/1?occurrence=2031-03-11", cookie).status == 422)
    }

    @Test func theWholeSeriesSaysThatItIs() async throws {
        for path in ["/calendar/1", "/calendar/1/edit", "/calendar/1/remove", "/calendar/1/cancel"] {
            let page = try await server.get(path, cookie)
            #expect(
                page.text.contains("open the day from the") || page.text.contains("open it from the"),
                "\(path)")
            #expect(!page.text.contains(":part"), "\(path)")
        }
    }

    @Test func anUntouchedFormChangesNothing() async throws {
        for part in SeriesPart.allCases {
            let answer = try await send("edit", "2031-03-10", part)
            #expect(answer.location.contains("told=0"), "\(part): \(answer.location)")
        }
        #expect(try starts() == Self.march)
    }

    @Test func onlyTheChangedFieldsAreSent() async throws {
        try await send("edit", "2031-03-10", .all, ["location": "Park"])
        #expect(try starts() == Self.march.map { $0.replacing("Hall", with: "Park") })
        try hub.run("undo")
        // A time that is changed on one day is meant for the days of the series.
        try await send("edit", "2031-03-17", .all, ["start:time": "18:30", "end:time": "19:30"])
        #expect(try starts() == Self.march.map { $0.replacing("18:00", with: "18:30") })
        #expect(try hub.run("calendar show", ["record": 1])["start"] == "2031-03-03T18:30:00")
    }

    @Test func oneDayOfMany() async throws {
        let answer = try await send(
            "edit", "2031-03-10", nil, ["start:date": "2031-03-11", "end:date": "2031-03-11"])
        #expect(answer.location.hasPrefix("/calendar/1?occurrence=2031-03-10T18%3A00%3A00"))
        #expect(try starts()[1] == "03-11T18:00 Hall")
        let page = try await server.get(answer.location, cookie)
        #expect(page.text.contains("only this one"))
        #expect(page.text.contains("Different on this day"))
        // The form shows the day's own values, also at the address of its own record.
        for path in ["/calendar/1/edit?occurrence=2031-03-10T18:00:00", "/calendar/2/edit"] {
            let form = try #require(UntouchedForm(try await server.get(path, cookie).text))
            #expect(form.fields.contains { $0 == ("start:date", "2031-03-11") }, "\(path)")
            #expect(form.fields.contains { $0 == (":occurrence", "2031-03-10T18:00:00") }, "\(path)")
        }
        // From a day that was moved, the rest is moved as far as the person moved it.
        try await send("edit", "2031-03-10", .following, ["start:time": "20:00", "end:time": "21:00"])
        #expect(try starts()[2] == "03-17T20:00 Hall")
    }

    @Test func theRestOfTheSeries() async throws {
        let answer = try await send(
            "edit", "2031-03-17", .following, ["start:date": "2031-03-18", "end:date": "2031-03-18"])
        #expect(answer.location.hasPrefix("/calendar/2?"))
        #expect(
            try starts() == ["03-03T18:00 Hall", "03-10T18:00 Hall", "03-18T18:00 Hall", "03-25T18:00 Hall"])
        let page = try await server.get(answer.location, cookie)
        for words in ["this one and all later ones", "The series before", "Undo"] {
            #expect(page.text.contains(words), "\(words)")
        }
        #expect(try await server.get("/calendar/1", cookie).text.contains("The rest of this series"))
        try hub.run("undo")
        #expect(try starts() == Self.march)
    }

    @Test func oneDayDoesNotRepeat() async throws {
        let answer = try await send("edit", "2031-03-10", nil, ["recurrenceRules:frequency": "daily"])
        #expect(answer.status == 422)
        #expect(answer.text.contains("an occurrence of a series cannot repeat"))
        // The form keeps the question and the answer.
        let form = try #require(UntouchedForm(answer.text))
        #expect(form.fields.contains { $0 == (":occurrence", "2031-03-10T18:00:00") })
        #expect(form.fields.contains { $0 == (":part", "occurrence") })
    }

    /// A changed day without its series opens as the record that it is.
    @Test func anOrphan() async throws {
        _ = try hub.importFile(
            TextFile(
                "orphan.ics",
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:o\r\nDTSTAMP:20310101T000000Z\r\n"
                    + "RECURRENCE-ID:20310305T080000Z\r\nDTSTART:20310305T090000Z\r\nSUMMARY:Alone\r\nEND:VEVENT\r\n"
                    + "END:VCALENDAR\r\n"))
        for path in ["/calendar/2", "/calendar/2?occurrence=2031-03-05T08:00:00Z", "/calendar/2/edit"] {
            let page = try await server.get(path, cookie)
            #expect(page.status == 200, "\(path)")
            #expect(!page.text.contains(":part"), "\(path)")
        }
    }

    @Test func removingAndCancelling() async throws {
        try await send("remove", "2031-03-10", nil)
        #expect(try !starts().contains("03-10T18:00 Hall"))
        try await send("remove", "2031-03-24", .following)
        #expect(try starts() == ["03-03T18:00 Hall", "03-17T18:00 Hall"])
        try await send("cancel", "2031-03-17", nil)
        #expect(
            try hub.items("calendar agenda", ["from": "2031-03-01", "to": "2031-03-31"]).map { $0["status"] }
                == [.null, "cancelled"])
        for _ in 0..<3 { try hub.run("undo") }
        #expect(try starts() == Self.march)
        try await send("remove", "2031-03-17", .all)
        #expect(try starts() == [])
    }

    @Test func exceptionsThatMatchNothingAreNamed() async throws {
        try await send("remove", "2031-03-10", nil)
        let answer = try await send(
            "edit", "2031-03-17", .all,
            ["recurrenceRules:frequency": "other", "recurrenceRules:rule": "FREQ=WEEKLY;BYDAY=WE;COUNT=20"])
        #expect(answer.location.contains("n.unmatchedCount=1"), "\(answer.location)")
        let page = try await server.get(answer.location, cookie)
        #expect(page.text.contains("1 exception matches no occurrence now"))
        #expect(page.text.contains("Remove them"))
        _ = try await server.post("/calendar/1/edit", [("dropUnmatched", "true")], cookie)
        #expect(try hub.run("calendar show", ["record": 1])["exceptionDates"] == [])
    }

    // MARK: - HTTP

    @Test func theSameFieldsOverHTTP() async throws {
        func json(_ answer: PageServer.Answer) throws -> DataObject {
            #expect(answer.status == 200, "\(answer.text)")
            return try #require(try DataValue(json: Data(answer.text.utf8)).objectValue)
        }
        let path = "/api/v1/calendar/1"
        let one = try json(
            try await server.ask(
                .patch, path, cookie, json: #"{"occurrence":"2031-03-10T18:00:00","location":"Room 2"}"#))
        #expect(
            [one["change"]?.objectValue?["scope"], one["location"], one["seriesId"]] == [
                "occurrence", "Room 2", 1,
            ])
        let shown = try json(try await server.ask(.get, path + "?occurrence=2031-03-10", cookie))
        #expect([shown["location"], shown["recurrenceId"]] == ["Room 2", "2031-03-10T18:00:00"])
        _ = try json(try await server.ask(.delete, path + "?occurrence=2031-03-10", cookie))
        #expect(try !starts().contains { $0.hasPrefix("03-10") })
        let rest = try json(
            try await server.ask(.patch, path, cookie, json: #"{"from":"2031-03-24","location":"Park"}"#))
        #expect([rest["change"]?.objectValue?["scope"], rest["splitFrom"]] == ["following", 1])
        _ = try json(
            try await server.ask(
                .delete, "/api/v1/calendar/\(rest["id"]?.integerValue ?? 0)?from=2031-03-31", cookie))
        #expect(try starts() == ["03-03T18:00 Hall", "03-17T18:00 Hall", "03-24T18:00 Park"])
        let cancelled = try json(
            try await server.ask(.post, path + "/cancel", cookie, json: #"{"occurrence":"2031-03-17"}"#))
        #expect(cancelled["status"] == "cancelled")
        let wrong = try await server.ask(.delete, path + "?occurrence=2031-03-11", cookie)
        #expect(wrong.status == 422)
        #expect(wrong.text.contains("the nearest are"))
        // A query of a request with a body is refused, as for all fields.
        let query = try await server.ask(.patch, path + "?occurrence=2031-03-03", cookie, json: "{}")
        #expect(query.status == 400)
    }

    @Test func theDescriptionHasTheFields() async throws {
        let answer = try await server.get("/api/openapi.json", cookie)
        let paths = try DataValue(json: Data(answer.text.utf8)).objectValue?["paths"]?.objectValue
        let event = try #require(
            paths?.entries.first { $0.name.hasSuffix("/calendar/{id}") }?.value.objectValue)
        func parameters(_ method: String) -> [String] {
            event[method]?.objectValue?["parameters"]?.listValue?.compactMap {
                $0.objectValue?["name"]?.textValue
            }
                ?? []
        }
        #expect(parameters("get").contains("occurrence"))
        #expect(parameters("delete").contains("occurrence") && parameters("delete").contains("from"))
    }
}
