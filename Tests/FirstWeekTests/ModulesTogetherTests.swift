import AtriumCLI
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

/// What modules say together, each of them the real one.
@Suite struct ModulesTogetherTests {
    private let home = FileManager.default.temporaryDirectory.appending(
        path: "atrium-together-\(UUID().uuidString)")

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a command and gives what it prints.
    @discardableResult
    private func run(_ words: String...) throws -> String {
        let output = MemoryOutput(terminalColumns: nil)
        let errors = MemoryOutput(terminalColumns: nil)
        let status = CommandLineTool(modules: installedModules, formats: installedFormats).run(
            words,
            environment: ["ATRIUM_HOME": home.appending(path: "hub").path(), "USER": "ada", "TERM": "dumb"],
            input: MemoryInput([]), output: output, errors: errors)
        guard status == 0 else { throw Failure(description: "\(words): \(output.text)\(errors.text)") }
        return output.text
    }

    /// A column of the items that a command gives.
    private func items(_ field: String, _ words: String...) throws -> [String] {
        let output = MemoryOutput(terminalColumns: nil)
        let errors = MemoryOutput(terminalColumns: nil)
        _ = CommandLineTool(modules: installedModules, formats: installedFormats).run(
            words + ["--json"],
            environment: ["ATRIUM_HOME": home.appending(path: "hub").path(), "USER": "ada", "TERM": "dumb"],
            input: MemoryInput([]), output: output, errors: errors)
        let answer = try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [String: Any]
        return (answer?["items"] as? [[String: Any]] ?? []).map { $0[field] as? String ?? "" }
    }

    /// A run builds only the commands that its words can mean; among them is the one that is meant, also where the words name
    /// another module too.
    @Test func everyCommandIsFoundByItsWords() throws {
        for entry in try ModuleRegistry(installedModules).catalog {
            let errors = MemoryOutput(terminalColumns: nil)
            let status = CommandLineTool(modules: installedModules, formats: installedFormats).run(
                ["--user", "calendar"] + entry.path + ["--nonsense", "habits"],
                environment: ["ATRIUM_HOME": "/dev/null/atrium", "TERM": "dumb"], input: MemoryInput([]),
                output: MemoryOutput(terminalColumns: nil), errors: errors)
            #expect(status == 64)
            #expect(errors.text.contains("see “atrium \(entry.path.joined(separator: " ")) --help”"))
        }
    }

    /// Help names the records of a list by a noun phrase: “Add to the values that it serves.”.
    @Test func listsOfRecordsHaveANoun() throws {
        let fields = try ModuleRegistry(installedModules).catalog.flatMap(\.declaration.fields)
        let helps = Set(fields.map(\.help).filter { $0.hasPrefix("Add to ") || $0.hasPrefix("Remove from ") })
        #expect(helps.contains("Add to the dreams that it contributes to."))
        for help in helps {
            #expect(help.contains(/^(Add to|Remove from) the [a-z]+ (that|it|you|in|behind)\b/), "\(help)")
        }
    }

    private func begin() throws {
        try run("settings", "set", "zone", "UTC")
        try run("modules", "enable", "--all")
    }

    /// Birthdays stand in the agenda beside events, by day; with connections off it has the events alone.
    @Test func theAgendaHasBirthdays() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        try begin()
        try run("connections", "add", "Ada", "--birthday", "1985-04-12", "--anniversary", "--04-13")
        try run("calendar", "add", "Breakfast", "--start", "2026-04-12T08:00")
        let agenda = ["calendar", "agenda", "--from", "2026-04-12", "--to", "2026-04-13"]
        func summaries() throws -> [String] {
            try items("summary", agenda[0], agenda[1], agenda[2], agenda[3], agenda[4], agenda[5])
        }
        #expect(try summaries() == ["Ada (41)", "Breakfast", "Ada"])
        let kinds = try items("kind", agenda[0], agenda[1], agenda[2], agenda[3], agenda[4], agenda[5])
        #expect(kinds == ["birthday", "event", "anniversary"])
        #expect(
            try items(
                "summary", "calendar", "agenda", "--from", "2026-04-12", "--calendar", "Personal")
                == ["Breakfast"])
        #expect(
            try items("summary", "calendar", "agenda", "--from", "2026-04-12", "--limit", "1") == ["Ada (41)"]
        )
        try run("modules", "disable", "connections")
        #expect(try summaries() == ["Breakfast"])
    }

    /// The calendar of birthdays that comes back doubles nothing, and a feed can give it beside the contacts.
    @Test func birthdaysThatComeBackDoubleNothing() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        try begin()
        try run("connections", "add", "Ada", "--birthday", "1985-04-12")
        let file = home.appending(path: "birthdays.ics").path()
        try run("export", "connections", "--format", "icalendar", "--output", file)
        let error = #expect(throws: Failure.self) { try run("import", file) }
        #expect(error?.description.contains("they are copies of dates in the people's cards") == true)
        #expect(try items("summary", "calendar", "agenda", "--from", "2026-04-12") == ["Ada (41)"])
        #expect(try items("name", "connections", "list") == ["Ada"])
        #expect(try run("feeds", "add", "connections").contains("/contacts.vcf"))
        #expect(try run("feeds", "add", "connections", "--kind", "calendar").contains("/calendar.ics"))
        let refusal = #expect(throws: Failure.self) {
            try run("feeds", "add", "calendar", "--kind", "contacts")
        }
        #expect(refusal?.description.contains("calendar has no feed of contacts") == true)
    }

    /// The figure has as many as the list: reminders for people, of a month, that are not overdue.
    @Test func theFigureCountsTheRemindersForPeople() throws {
        let hub = try TemporaryHub(modules: installedModules, formats: installedFormats)
        try hub.run("connections add", ["name": "Ada"])
        func remind(_ title: String, _ due: LocalDate, _ values: DataObject = [:]) throws {
            var all: DataObject = ["text": [.text(title)], "plain": true, "due": .text(due.description)]
            for entry in values.entries { all[entry.name] = entry.value }
            try hub.run("reminders add", all)
        }
        let today = LocalDate(hub.clock.now, in: .gmt)
        for offset in [-1, 1, 30, 31] {
            try remind("For Ada", today.adding(days: offset), ["people": ["Ada"]])
            try remind("For nobody", today.adding(days: offset))
        }
        try remind("Daily", today, ["people": ["Ada"], "repeat": "FREQ=DAILY"])
        func count() throws -> DataValue? {
            try hub.run("dashboard")["figures"]?.listValue?.compactMap(\.objectValue)
                .first { $0["name"] == "upcoming-reminders" }?["value"]
        }
        for expected in [3, 3, 2] {
            #expect(try hub.items("connections upcoming-reminders").count == expected)
            #expect(try count() == .decimal(Double(expected)))
            hub.clock.advance(days: 1)
        }
        try hub.run("modules disable", ["id": "connections"])
        #expect(try count() == .decimal(0))
    }

    /// Who waits longest is found among thousands whose turn it is not.
    @Test func theOldestFriendIsFound() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        try begin()
        var cards = ""
        for number in 0..<1100 {
            cards +=
                "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:p\(number)\r\nFN:P\(number)\r\nX-ATRIUM-CADENCE:365\r\nEND:VCARD\r\n"
        }
        cards += "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:old\r\nFN:Old Friend\r\nEND:VCARD\r\n"
        let file = home.appending(path: "people.vcf")
        try Data(cards.utf8).write(to: file)
        try run("import", file.path())
        try run("connections", "interactions", "add", "Old Friend", "--when", "2020-01-01")
        #expect(try items("name", "discover", "reconnect") == ["Old Friend"])
        // And of an interest only what has the word.
        try run("activities", "add", "Go-kart party")
        try run("activities", "add", "Gallery", "--tag", "Arts")
        try run("activities", "add", "Art for all")
        #expect(try items("name", "discover", "interests", "art") == ["Gallery", "Art for all"])
    }
}
