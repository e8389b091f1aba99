import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import AtriumHTTP
@testable import AtriumWeb

/// The calendar's pages: states of events in every view, and the page of duplicates.
@Suite struct PageCalendarTests {
    private let server: PageServer

    init() throws {
        server = try PageServer()
    }

    private func add(_ summary: String, _ values: DataObject = [:]) throws {
        var event: DataObject = [
            "summary": .text(summary), "start": "2026-03-03T09:00:00", "end": "2026-03-03T10:00:00",
        ]
        for entry in values.entries { event[entry.name] = entry.value }
        try server.hub.run("calendar add", event)
    }

    /// The part of a page after a text, up to another one.
    private func part(_ text: String, from start: String, to end: String) throws -> String {
        let from = try #require(text.range(of: start), "\(start) is not on the page")
        let to = try #require(text.range(of: end, range: from.upperBound..<text.endIndex))
        return String(text[from.upperBound..<to.lowerBound])
    }

    /// Row i59 of the reported files: cancelled events are marked in words and struck through, and are not counted.
    @Test func statesAreMarkedInEveryView() async throws {
        try add("Choir", ["status": "cancelled"])
        try add("Maybe", ["status": "tentative"])
        try add("Fair", ["transparency": "transparent"])
        try add("Dentist")
        let cookie = try await server.logIn()
        let month = try await server.get("/calendar?view=month&day=2026-03-03", cookie).text
        #expect(month.contains("3 March 2026, 3 events, 1 cancelled"))
        for view in ["month", "week", "day"] {
            let page = try await server.get("/calendar?view=\(view)&day=2026-03-03", cookie).text
            for word in ["cancelled", "tentative", "free"] { #expect(page.contains(word), "\(view) \(word)") }
            #expect(page.contains(" off\""), "\(view)")
        }
        let list = try await server.get("/calendar?view=list", cookie).text
        let row = try part(list, from: "class=\"row off\"", to: "</li>")
        #expect(row.contains("Choir") && row.contains("<span class=\"st\">cancelled</span>"))
        let today = try await server.get("/?day=2026-03-03", cookie).text
        #expect(today.contains("3 events"))
        #expect(today.contains("cancelled") && today.contains("tentative"))
        let search = try await server.get("/search?q=choir", cookie).text
        #expect(search.contains("row off") && search.contains("<span class=\"st\">cancelled</span>"))
        let record = try await server.get("/calendar/1", cookie).text
        #expect(
            record.contains("<h1 class=\"off\"") && record.contains("<span class=\"st\">cancelled</span>"))
        // The hours of the day are free, as in plans.
        let hours = try server.hub.run("tasks day", ["day": "2026-03-03"])
        let states = (hours["entries"]?.listValue ?? []).compactMap { entry -> String? in
            guard entry.objectValue?["kind"] == "commitment" else { return nil }
            let title = entry.objectValue?["title"]?.textValue ?? ""
            return title + ": " + (entry.objectValue?["state"]?.textValue ?? "-")
        }
        #expect(
            Set(states) == ["Choir: cancelled", "Maybe: tentative", "Fair: free", "Dentist: -"])
        for title in ["Maybe", "Dentist"] {
            try server.hub.run("calendar remove", ["record": .text(title)])
        }
        let free = try server.hub.run("tasks day", ["day": "2026-03-03"])["freeMinutes"]?.integerValue
        try server.hub.run("calendar remove", ["record": "Choir"])
        try server.hub.run("calendar remove", ["record": "Fair"])
        #expect(try server.hub.run("tasks day", ["day": "2026-03-03"])["freeMinutes"]?.integerValue == free)
    }

    @Test func aGroupOfDuplicatesMergesByOneButton() async throws {
        for location in ["Room 1", "Room 2", "Room 3"] { try add("Talk", ["location": .text(location)]) }
        try add("Other")
        try add("Other")
        let cookie = try await server.logIn()
        let page = try await server.get("/calendar/duplicates", cookie).text
        #expect(page.contains("Merge all 3") && page.contains("Room 2") && page.contains("3 March 2026"))
        let fields = [
            (":key", "k1"), (":next", "/calendar/duplicates"), ("other:raw", "2"),
            (":side.take.location", "other"),
        ]
        let done = try await server.post("/calendar/1/merge", fields + [("all", "true")], cookie)
        #expect(done.status == 303)
        #expect(done.location.hasPrefix("/calendar/duplicates"))
        let merged = try server.hub.run("calendar show", ["record": "1"])
        #expect(merged["location"] == "Room 2")
        #expect(try server.hub.items("calendar list").count == 3)
        let next = try await server.get(done.location, cookie).text
        #expect(next.contains("Other") && !next.contains("Merge all"))
        let dismissed = try await server.post(
            "/calendar/4/dismiss", [(":key", "k2"), ("other:raw", "5"), (":next", "/calendar/duplicates")],
            cookie)
        #expect(dismissed.status == 303)
        #expect(try await server.get("/calendar/duplicates", cookie).text.contains("No duplicates found"))
        let one = try await server.post(
            "/calendar/4/merge", [(":key", "k3"), ("other:raw", "5"), (":next", "/calendar")], cookie)
        #expect(one.status == 303)
        #expect(try server.hub.items("calendar list").count == 2)
    }
}
