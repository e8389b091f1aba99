import AtriumSDK
import Foundation
import GRDB
import ICalendarExchange
import ICalendarFormat

/// The queries over days: agenda and free.
enum AgendaCommands {
    static let all = [agenda, free, commitments]

    private static let from = Field<LocalDate>.date("from", help: "The first day. Defaults to today.")
    private static let to = Field<LocalDate>.date(
        "to", help: "The last day. Defaults to six days after the first.")
    private static let zone = Field<String>.text(
        "zone", help: "The zone in which days begin and times are shown. Defaults to yours.")
    private static let inCalendar = Field<Int64>.record(
        "calendar", of: .calendars, help: "Only events of this calendar: its name, id or uid.")
    private static let limit = Field<Int64>
        .integer("limit", in: 1...10_000, help: "The maximum number of occurrences, earliest first.")
        .defaulting(to: .integer(1000))
    /// How many times and periods are looked at, and given, where all of them count.
    private static let mostTimes = 100_000
    private static let mostPeriods = 10_000
    private static let fields = [
        from.declaration, to.declaration, zone.declaration, inCalendar.declaration,
    ]
    /// How many days one question may span: a little over ten years.
    private static let longestSpan = 3700

    private static let entryFields = [
        FieldDeclaration(
            "kind", .text,
            help: "The kind: event, or an entry of another module, such as birthday.",
            isRequired: true),
        FieldDeclaration(
            "collection", .text, help: "The record's collection: events, or people for a birthday.",
            isRequired: true),
        FieldDeclaration(
            "id", .integer(), help: "The record's id. A changed occurrence has its own.", isRequired: true
        ),
        FieldDeclaration("uid", .text, help: "The event's uid, or null if the entry is not an event."),
        FieldDeclaration(
            "seriesId", .reference(.events), help: "The id of the series of a changed occurrence."),
        FieldDeclaration(
            "recurrenceId", .when, help: "The original start of an occurrence of a series, which names it."
        ).onClock(of: "recurrenceZone").role(.occurrence),
        FieldDeclaration("recurrenceZone", .text, help: "The zone of recurrenceId."),
        FieldDeclaration(
            "calendar", .text, help: "The event's calendar, or null if the entry is not an event."),
        FieldDeclaration("summary", .text, help: "The title."),
        FieldDeclaration("location", .text, help: "The location in words."),
        FieldDeclaration("color", .text, help: "The color of the event, or else of its calendar."),
        FieldDeclaration(
            "start", .when, help: "The start in the zone's time; a day for an all-day event.",
            isRequired: true),
        FieldDeclaration("end", .when, help: "The end, exclusive, in the same form.", isRequired: true),
        FieldDeclaration("lastDay", .date, help: "The last day, inclusive.", isRequired: true),
        FieldDeclaration("startsAt", .instant, help: "The instant of the start.", isRequired: true),
        FieldDeclaration("endsAt", .instant, help: "The instant of the end, exclusive.", isRequired: true),
        FieldDeclaration("zone", .text, help: "The zone of start and end.", isRequired: true),
        FieldDeclaration("allDay", .boolean, help: "True if the event lasts whole days.", isRequired: true),
        FieldDeclaration(
            "recurring", .boolean, help: "True if the event is part of a series.", isRequired: true),
        FieldDeclaration("status", .text, help: "The status: confirmed, tentative or cancelled."),
        FieldDeclaration("state", .text, help: "The state in words: \(EventState.help)").asState,
        FieldDeclaration("busy", .boolean, help: "True if the event counts as busy.", isRequired: true),
        FieldDeclaration(
            "zoneKnown", .boolean,
            help: "False if the event's own zone is unknown; its local time is then shown unchanged.",
            isRequired: true),
        FieldDeclaration(
            "complete", .boolean, help: "False if the series has too many occurrences to show all.",
            isRequired: true),
    ]

    static let agenda = Command(
        "agenda", .query, summary: "List the events of a range of days.",
        discussion: """
            Lists every occurrence of every event that touches the days, by start. Series are expanded, with their changed
            and cancelled occurrences. Ends are exclusive: an all-day event of one day ends on the next day.
            Birthdays and anniversaries of people are included, unless you choose one calendar.
            A warning names a series with too many occurrences to show all; if none can be found, the command fails.
            If there are more occurrences than the limit, a warning says where the list ends.
            """,
        fields: fields + [limit.declaration],
        result: .list(
            entryFields, columns: ["start", "end", "summary", "state", "location", "calendar", "kind"])
    ) { input, context in
        let agenda = try question(input, context)
        let names = try CalendarNames(context.db)
        let limit = Int(try input.required(limit))
        let contents = try agenda.contents(context.db, limit: limit)
        if let id = contents.missing.first {
            // An answer without it would look complete.
            throw AtriumError(
                .badData, "event \(id) repeats too often to find its occurrences on these days",
                remedy:
                    "ask for fewer days or another calendar, or give the event a rule with fewer occurrences",
                field: "to")
        }
        let events = contents.entries.map { entry in
            let source = contents.sources[entry.source]
            return (
                start: entry.occurrence.start,
                item: object(entry, source, contents, calendars: names, zone: agenda.zone)
            )
        }
        let remedy = "; ask for fewer days or raise the limit"
        var warnings = warnings(contents, zone: agenda.zone, orElse: remedy)
        // Behind the last event that is given there may be others.
        let last = contents.isCut ? contents.entries.last?.occurrence.start : nil
        let others = try others(agenda, context, &warnings).filter { other in
            last.map { other.start <= $0 } ?? true
        }
        // What lasts the day comes before what begins with it: sorting keeps the order of what is equal.
        var items = (others + events).sorted { $0.start < $1.start }
        if items.count > limit, !contents.isCut {
            warnings.append("these are the first \(limit) of \(items.count)\(remedy)")
        }
        items = Array(items.prefix(limit))
        var result: DataObject = ["items": .list(items.map { .object($0.item) })]
        if !warnings.isEmpty { result["warnings"] = .list(warnings.map(DataValue.text)) }
        return .object(result)
    }

    /// What other modules have on the days; nothing where one calendar is asked for.
    private static func others(
        _ agenda: Agenda, _ context: CommandContext, _ warnings: inout [String]
    ) throws -> [(start: Instant, item: DataObject)] {
        guard agenda.calendar == nil else { return [] }
        let days =
            LocalDate(
                daysSince1970: agenda.days.lowerBound.dayNumber)...LocalDate(
                daysSince1970: agenda.days.upperBound.dayNumber)
        let found = try context.modules.entries(on: days, of: [.marksDay])
        warnings += found.warnings
        return found.entries.map { entry in
            let day = CivilDate(entry.day)
            let (start, end) = (
                agenda.zone.startOfDay(day), agenda.zone.startOfDay(day.adding(days: 1))
            )
            return (
                start,
                [
                    "kind": .text(entry.kind.name),
                    "collection": .text(entry.record.collection.description),
                    "id": .integer(entry.record.id), "uid": .null, "seriesId": .null,
                    "recurrenceId": .null, "recurrenceZone": .null, "calendar": .null,
                    "summary": .text(entry.title), "location": .null, "color": .null,
                    "start": .text(day.isoText),
                    "end": .text(day.adding(days: 1).isoText), "lastDay": .text(day.isoText),
                    "startsAt": .text(start.description), "endsAt": .text(end.description),
                    "zone": .text(agenda.zone.id), "allDay": .bool(true), "recurring": .bool(true),
                    "status": .null, "state": .null, "busy": .bool(false), "zoneKnown": .bool(true),
                    "complete": .bool(true),
                ]
            )
        }
    }

    /// What is said where there is more than is listed: of a series, or of all.
    ///
    /// - Parameter remedy: words behind the last one, on how to see more.
    static func warnings(_ contents: Agenda.Contents, zone: Zone, orElse remedy: String = "") -> [String] {
        var counts: [Int64: Int] = [:]
        for entry in contents.entries where !entry.isComplete {
            let source = contents.sources[entry.source]
            counts[source.seriesID ?? source.id, default: 0] += 1
        }
        let series = contents.incomplete.map { id in
            "event \(id) has too many occurrences to list: these are the first \(counts[id] ?? 0)"
        }
        guard contents.isCut, let last = contents.entries.last else { return series }
        let time = zone.wallTime(at: last.occurrence.start).isoText
        return series + [
            "these are the first \(contents.entries.count), up to \(time): there are more\(remedy)"
        ]
    }

    private static let allDay = Field<Bool>.boolean(
        "allDay", help: "Count all-day events as busy.")

    private static let periodFields = [
        FieldDeclaration("start", .localTime, help: "The start in the zone's time.", isRequired: true),
        FieldDeclaration("end", .localTime, help: "The end, exclusive, in the same form.", isRequired: true),
        FieldDeclaration("startsAt", .instant, help: "The instant of the start.", isRequired: true),
        FieldDeclaration("endsAt", .instant, help: "The instant of the end, exclusive.", isRequired: true),
    ]

    static let free = Command(
        "free", .query, summary: "List the busy and free times of a range of days.",
        discussion: """
            Busy times that overlap or touch are merged. Events that are transparent, cancelled or in a calendar that is not
            busy do not count; all-day events count, from midnight to midnight, only with \(flag: "allDay").
            """,
        fields: fields + [allDay.declaration],
        result: .object([
            FieldDeclaration("from", .date, help: "The first day.", isRequired: true),
            FieldDeclaration("to", .date, help: "The last day.", isRequired: true),
            FieldDeclaration("zone", .text, help: "The zone of the times.", isRequired: true),
            FieldDeclaration("busy", .list(.object(periodFields)), help: "The busy times.", isRequired: true),
            FieldDeclaration("free", .list(.object(periodFields)), help: "The free times.", isRequired: true),
            FieldDeclaration(
                "complete", .boolean, help: "False if a series has too many occurrences to count all.",
                isRequired: true),
        ])
    ) { input, context in
        let agenda = try question(input, context)
        let contents = try agenda.contents(context.db, limit: mostTimes)
        let window = agenda.start..<agenda.end
        let busy = BusyTime.merge(
            contents.entries.filter {
                contents.sources[$0.source].isBusy && (!$0.occurrence.isAllDay || input[allDay] == true)
            }.map { $0.occurrence.span(within: window) })
        guard busy.count <= mostPeriods else {
            throw AtriumError(
                .badData, "there are more than \(mostPeriods) busy times on these days",
                remedy: "ask for fewer days or one calendar", field: "to")
        }
        func list(_ spans: [Range<Instant>]) -> DataValue {
            .list(
                spans.map { span in
                    let (start, end) = (span.lowerBound, span.upperBound)
                    return .object([
                        "start": .text(agenda.zone.wallTime(at: start).isoText),
                        "end": .text(agenda.zone.wallTime(at: end).isoText),
                        "startsAt": .text(start.description), "endsAt": .text(end.description),
                    ])
                })
        }
        return .object([
            "from": .text(agenda.days.lowerBound.isoText), "to": .text(agenda.days.upperBound.isoText),
            "zone": .text(agenda.zone.id), "busy": list(busy),
            "free": list(BusyTime.gaps(between: busy, within: window)),
            "complete": .bool(contents.incomplete.isEmpty && !contents.isCut),
        ])
    }

    /// What days get that end before they begin.
    static let backwards = AtriumError(
        .badData, "the last day is before the first", remedy: "give a later last day", field: "to")

    // MARK: - What is fixed, week after week

    /// How many days are looked ahead: what repeats every four weeks is among them.
    private static let commitmentDays = 28

    static let commitments = Command(
        "commitments", .query, summary: "List your weekly commitments: classes, meetings, shifts.",
        discussion: """
            Lists each event that repeats, has a time and counts as busy, with its weekdays and times in the next four \
            weeks. To change one, use \(command: "calendar edit") or \(command: "calendar remove").
            """,
        result: .list(
            [
                FieldDeclaration("id", .integer(), help: "The event's id.", isRequired: true),
                FieldDeclaration("summary", .text, help: "The title."),
                FieldDeclaration(
                    "weekdays", .list(.text), help: "The weekdays of the event.", isRequired: true),
                FieldDeclaration(
                    "time", .text, help: "The time in your zone, such as 10:00-12:00.", isRequired: true),
                FieldDeclaration(
                    "next", .localTime, help: "The next start, in your zone.", isRequired: true),
                FieldDeclaration("location", .text, help: "The location in words."),
                FieldDeclaration("calendar", .text, help: "The event's calendar.", isRequired: true),
                FieldDeclaration("collection", .text, help: "The collection of events.", isRequired: true),
            ], columns: ["id", "summary", "weekdays", "time", "location", "calendar"])
    ) { _, context in
        let zone = Zones.viewer(context.settings)
        let today = CivilDate(context.today)
        let agenda = Agenda(zone: zone, days: today...today.adding(days: commitmentDays - 1))
        let contents = try agenda.contents(context.db, limit: mostTimes, mostOfOne: commitmentDays)
        let names = try CalendarNames(context.db)
        var order: [Int64] = []
        var found: [Int64: [(source: Agenda.Source, occurrence: Occurrence)]] = [:]
        for entry in contents.entries where !entry.occurrence.isAllDay {
            let source = contents.sources[entry.source]
            guard source.isRecurring, source.isBusy else { continue }
            let id = source.seriesID ?? source.id
            if found[id] == nil { order.append(id) }
            found[id, default: []].append((source, entry.occurrence))
        }
        let items = order.compactMap { id -> DataValue? in
            guard let times = found[id],
                let first = times.first(where: { $0.source.seriesID == nil }) ?? times.first
            else { return nil }
            let weekdays = Set(times.map { $0.occurrence.localStart.date.weekday.rawValue })
            return .object([
                "id": .integer(id), "summary": .text(orNull: first.source.summary),
                "weekdays": .texts(weekdays.sorted().map { LocalDate.name(ofWeekday: $0 + 1) }),
                "time": .text(
                    "\(first.occurrence.localStart.clockText)-\(first.occurrence.localEnd.clockText)"),
                "next": .text(times[0].occurrence.localStart.isoText),
                "location": .text(orNull: first.source.location),
                "calendar": .text(names[first.source.calendarID]),
                "collection": .text(CollectionID.events.description),
            ])
        }
        return .object(["items": .list(items)])
    }

    /// The question that the fields ask.
    private static func question(_ input: Arguments, _ context: CommandContext) throws -> Agenda {
        let zone = try input[zone].map { try ZoneNames.zone($0) } ?? Zones.viewer(context.settings)
        let now = Instant(epochSeconds: Int(context.now.timeIntervalSince1970.rounded(.down)))
        let first = input[from].map { CivilDate($0) } ?? zone.wallTime(at: now).date
        let last = input[to].map { CivilDate($0) } ?? first.adding(days: 6)
        guard first <= last else {
            throw backwards
        }
        guard last.dayNumber - first.dayNumber < longestSpan else {
            throw AtriumError(
                .badData, "the days span more than ten years", remedy: "ask for fewer days", field: "to")
        }
        return Agenda(zone: zone, days: first...last, calendar: input[inCalendar])
    }

    private static func object(
        _ entry: Agenda.Entry, _ source: Agenda.Source, _ contents: Agenda.Contents,
        calendars: CalendarNames, zone: Zone
    ) -> DataObject {
        let occurrence = entry.occurrence
        let id = source.isRecurring ? occurrence.recurrenceID : nil
        func shown(_ time: CivilDateTime) -> DataValue {
            .text(occurrence.isAllDay ? time.date.isoText : time.isoText)
        }
        return [
            "kind": .text(DayEntry.Kind.event.name), "collection": .text(CollectionID.events.description),
            "id": .integer(source.id), "uid": .text(source.uid),
            "seriesId": .integer(orNull: source.seriesID),
            "recurrenceId": .text(orNull: id?.storedText),
            "recurrenceZone": .text(orNull: id?.zoneID.map { contents.zoneNames[$0] ?? $0 }),
            "calendar": .text(calendars[source.calendarID]), "summary": .text(orNull: source.summary),
            "location": .text(orNull: source.location),
            "color": .text(orNull: calendars.color(of: source)), "start": shown(occurrence.localStart),
            "end": shown(occurrence.localEnd), "lastDay": .text(occurrence.lastDay.isoText),
            "startsAt": .text(occurrence.start.description), "endsAt": .text(occurrence.end.description),
            "zone": .text(zone.id), "allDay": .bool(occurrence.isAllDay),
            "recurring": .bool(source.isRecurring),
            "status": .text(orNull: source.status?.rawValue.lowercased()),
            "state": .text(orNull: source.state),
            "busy": .bool(source.isBusy), "zoneKnown": .bool(!occurrence.isZoneUnresolved),
            "complete": .bool(entry.isComplete),
        ]
    }
}
