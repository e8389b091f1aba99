import AtriumSDK
import DatePhrases
import Foundation
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// The commands that make and change reminders.
enum ReminderCommands {
    static let all = [show, add, edit, remove]

    private static let phrase = Field<[String]>.texts(
        "text", help: "What to do, with the time in words: “call mum every second Sunday at 18:00”."
    ).required.positional.titled("What to do").hinted(
        "With the time in words: “call mum every Sunday at 18:00”.")
    private static let plain = Field<Bool>.boolean(
        "plain", help: "Keep the text as it is, without reading times or names from it."
    )
    .defaulting(to: .bool(false))
    private static let addedFields: [FieldDeclaration] = [
        FieldDeclaration(
            "understood", .list(.text),
            help: "Words that were read as a time, a zone, a repetition or a person.",
            isRequired: true),
        FieldDeclaration(
            "leftInText", .list(.text),
            help:
                "Words that look like a time, zone or person but were not understood and stay in the title.",
            isRequired: true),
    ]

    private static let show = Command(
        "show", .show, summary: "Show a reminder.", fields: [ReminderInput.record.declaration],
        result: .object(ReminderFields.record)
    ) { input, context in
        .object(
            try ReminderFields.value(input.required(ReminderInput.record), ReminderTable(context), context))
    }

    // MARK: - add

    private static let add = Command(
        "add", .add, summary: "Add a reminder, in words.",
        discussion: """
            Times are read from the text: tomorrow morning, in 3 days, next week, on the 5th, end of month, every Monday and \
            Thursday at 7pm, weekly on Mondays and Fridays. So are the names of people. Midnight is the end of the day named \
            with it, and 00:00 the beginning. Words that are not understood stay in the title, and the result lists them. \
            With \(field: "due"), \(field: "repeat") or \(flag: "plain") the text stays unchanged; quotation marks do the \
            same for a part of it.
            """,
        fields: [phrase.declaration] + ReminderInput.newFields + [plain.declaration],
        result: .object(ReminderFields.record + addedFields)
    ) { input, context in
        let text = try input.required(phrase).joined(separator: " ")
        if input[plain] != true {
            try DatePhrase.checkLength(text, of: "a reminder in words", restIn: "note")
        }
        var reminder = Reminder(title: Words.filled(Words.text(text)))
        try checkTitle(reminder, field: "text")
        var understood: [String] = []
        var left: [String] = []
        let hasTime = [ReminderInput.due, ReminderInput.start, ReminderInput.rule].contains {
            input[$0] != nil
        }
        if input[plain] != true, !hasTime {
            let read = try read(text, context)
            try take(read, into: &reminder, context)
            (understood, left) = (read.understood, read.leftInText)
        }
        var people = input[ReminderInput.people]
        if input[plain] != true {
            let found = try PeopleInText(context).find(in: reminder.shownTitle, among: people)
            if people == nil, !found.people.isEmpty { people = found.people }
            understood += found.words
            // Some names are words of time, too: what is somebody's is understood, and what is nobody's said once.
            for word in found.words.flatMap({ $0.split(separator: " ") }) {
                if let place = left.firstIndex(of: String(word)) { left.remove(at: place) }
            }
            left += found.unknown.filter { !left.contains($0) }
        }
        let table = ReminderTable(context)
        let inVault = LinkedPeople(.people, context.modules)
        reminder.people = try people?.compactMap(inVault.uid(of:)) ?? []
        try ReminderInput.apply(input, to: &reminder, zones: Zones.system, context)
        try ReminderInput.check(reminder, since: nil, zones: Zones.system, viewer: table.viewer)
        let id = try table.insert(
            reminder, uid: context.newUID(), createdAt: context.nowText, updatedAt: context.nowText)
        try table.refreshNext(id)
        try setPeople(people, of: id, context)
        var result = try ReminderFields.value(id, table, context)
        result["understood"] = .list(understood.map(DataValue.text))
        result["leftInText"] = .list(left.map(DataValue.text))
        return .object(result)
    }

    /// Reads a phrase on the user's clock; where it says a zone and no day, on the clock of that.
    private static func read(_ text: String, _ context: CommandContext) throws -> DatePhrase {
        try PhraseMoment.reading(context) {
            try DatePhrase(text, at: $0)
        } zone: {
            $0.saysDay ? nil : $0.zone
        }
    }

    private static func take(
        _ read: DatePhrase, into reminder: inout Reminder, _ context: CommandContext
    ) throws {
        reminder.title = Words.filled(read.text) ?? reminder.title
        reminder.priority = read.priority
        guard let day = read.day else { return }
        let date = CivilDate(day)
        let zone = read.zone ?? Zones.id(of: context.settings.timeZone)
        func time(on date: CivilDate) -> CalendarTime {
            read.time.map {
                .zoned(CivilDateTime(date: date, secondOfDay: $0.minutes * 60), zone: zone)
            } ?? .date(date)
        }
        reminder.due = time(on: date)
        reminder.alert = Reminder.usualAlert(for: time(on: date))
        if let rule = read.rule {
            let clock = Zones.system.zone(zone) ?? Zones.viewer(context.settings)
            reminder.rules = [try RecurrenceRule(rule.text(endingIn: clock, at: read.time))]
            reminder.exclusions = read.exceptions.map { time(on: CivilDate($0)) }
        }
    }

    // MARK: - edit

    private static let edit = Command(
        "edit", .edit, summary: "Change a reminder.",
        discussion: """
            The start moves with a new due time. A new due time or repetition starts over: completed occurrences stay \
            recorded, and the next one is the first after them.
            """,
        fields: [ReminderInput.record.declaration, ReminderInput.title.declaration] + ReminderInput.fields,
        result: .object(ReminderFields.record)
    ) { input, context in
        let id = try input.required(ReminderInput.record)
        let zones = try ZoneTable(
            ReminderTable.zones, context.db, known: ReminderTable(context).knownZones(of: id))
        let table = ReminderTable(context, zones: zones)
        let old = try table.reminder(id)
        var reminder = old.reminder
        if input.values["title"] != nil {
            input.apply(ReminderInput.title, to: &reminder.title)
            reminder.title = Words.filled(reminder.title.flatMap(Words.text))
            try checkTitle(reminder, field: "title")
        }
        try ReminderInput.apply(input, to: &reminder, zones: old.zones, context)
        try ReminderInput.check(reminder, since: old.reminder, zones: old.zones, viewer: table.viewer)
        if reminder.due != old.reminder.due || reminder.rules != old.reminder.rules {
            reminder.snoozedUntil = nil
            // An occurrence that was done stays done at whatever time.
            if old.seriesID == nil { reminder.completedAt = nil }
        }
        var people: [Int64]?
        switch input.change(ReminderInput.people) {
        case .keep: break
        case .clear: people = []
        case .set(let given): people = given
        }
        if let people {
            guard old.seriesID == nil else {
                throw AtriumError(
                    .badData, "an occurrence has the people of its series", remedy: "edit the series",
                    field: "people")
            }
            reminder.people = try people.compactMap(LinkedPeople(.people, context.modules).uid(of:))
        }
        if reminder != old.reminder {
            try table.update(old, to: reminder, updatedAt: context.nowText)
            try table.refreshNext(old.seriesID ?? id)
        }
        try setPeople(people, of: id, context)
        return .object(try ReminderFields.value(id, ReminderTable(context), context))
    }

    private static func checkTitle(_ reminder: Reminder, field: String) throws {
        guard reminder.title != nil else {
            throw AtriumError(
                .badData, "title cannot be empty", remedy: "write what to do", field: field)
        }
    }

    private static func setPeople(_ people: [Int64]?, of id: Int64, _ context: CommandContext) throws {
        guard let people else { return }
        try context.links.setTargets(
            people, in: .people, of: RecordReference(.reminders, id), kind: ReminderFields.forPerson)
    }

    // MARK: - remove

    private static let remove = Command(
        "remove", .remove, summary: "Remove a reminder with all its occurrences, or one occurrence.",
        discussion: "A removed occurrence is due again as the series defines it.",
        fields: [ReminderInput.record.declaration], result: .removal
    ) { input, context in
        let table = ReminderTable(context)
        let old = try table.reminder(input.required(ReminderInput.record))
        try table.remove(old.id)
        if let series = old.seriesID { try table.refreshNext(series) }
        return .object(["removed": .bool(true), "id": .integer(old.id), "uid": .text(old.uid)])
    }
}
