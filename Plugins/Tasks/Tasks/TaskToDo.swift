import AtriumSDK
import ContentLine
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// The mapping between VTODO (RFC 5545, section 3.6.2) and tasks, both ways.
///
/// Pure. What iCalendar has no property for stands in properties of our own; `X-ATRIUM-TASK` marks a VTODO as a task, and is
/// how an import knows it from a reminder. The project is the VCALENDAR's: see ``TasksCalendar``.
enum TaskToDo {
    /// The property that marks a VTODO as a task.
    static let mark = "X-ATRIUM-TASK"

    private static let due = "DUE"
    /// The values that a vault gives a task of which a file says nothing.
    private static let byItself = ["project", "kind", "position", "dayPosition"]

    // MARK: - In

    /// The draft of a VTODO, and by what it is known again.
    ///
    /// - Throws: ``AtriumError`` with code `badData` if nothing is left to call it by.
    static func map(_ component: CalendarComponent, project: String?) throws -> MappedItem<RecordDraft> {
        guard let toDo = component.toDo else {
            throw AtriumError(.internal, "the importer of tasks expected a to-do")
        }
        var issues: [ImportIssue] = []
        guard var values = normalized(toDo, component.component, &issues) else {
            throw AtriumError(.badData, "the task has no summary")
        }
        values["project"] = .text(orNull: project)
        issues += taskKind.rules.mend(&values).map {
            ImportIssue(line: component.source.line, property: $0.header, code: $0.code, message: $0.message)
        }
        let occurrence = toDo.recurrenceID.flatMap { $0.includesFuture ? nil : $0.time }
        if let occurrence, let uid = component.uid {
            values["series"] = SeriesCodec.value(uid, occurrence.storedText)
        }
        // What it says nothing of, the vault has by itself.
        let included = Set(taskKind.declaration.values.map(\.name)).subtracting(
            byItself.filter(values.isEmpty))
        var draft = taskKind.draft(of: values, including: included)
        draft.createdAt = toDo.created?.description
        draft.updatedAt = toDo.lastModified?.description
        return MappedItem(draft: draft, uid: component.uid, part: component.part, issues: issues)
    }

    /// What a VTODO says, as far as the tables hold it; the source keeps the rest.
    private static func normalized(
        _ toDo: CalendarToDo, _ component: Component, _ issues: inout [ImportIssue]
    ) -> RecordValues? {
        func line(_ text: String?) -> String? { Words.filled(text).flatMap(Words.line) }
        let firstNote = toDo.description?.split(whereSeparator: \.isNewline).first.map(String.init)
        guard var title = line(toDo.summary) ?? line(firstNote) else { return nil }
        if Words.length(title) > longestTitle {
            title = Words.cut(title, to: longestTitle)
            issues.append(
                ImportIssue(
                    at: component.property("SUMMARY"), "too-long",
                    "the title has more than \(longestTitle) characters"))
        }
        var values = taskKind.initial
        values["title"] = .text(title)
        values["notes"] = .text(orNull: Words.filled(toDo.description))
        values["due"] = component.naming(toDo.dueTime, in: due)?.value ?? .null
        values["start"] = .text(orNull: startDay(of: toDo)?.description)
        values["priority"] = .integer(orNull: toDo.priority.flatMap { $0 == 0 ? nil : Int64($0) })
        // What comes more than once a day is no task; its source keeps the rule.
        values["repeat"] = .text(orNull: toDo.rules.first.flatMap { $0.isOfTimes ? nil : $0.text })
        if toDo.rules.first?.isOfTimes == true {
            issues.append(
                ImportIssue(
                    at: component.property("RRULE"), "too-often",
                    "a task can repeat at most once a day; it was imported without its repetition"))
        }
        values["exceptions"] = exceptions(of: toDo)
        values["tags"] = .texts(Words.distinctTags(toDo.categories))
        values["people"] = .texts(toDo.peopleUIDs)
        values["waitingFor"] = .texts(toDo.uids(relatedBy: waitingType))
        values["link"] = .text(orNull: line(toDo.url))
        values["parent"] = .text(orNull: toDo.parentUID)
        values["state"] = state(of: toDo, component)
        for property in OwnProperties.all { property.read(component, &values, &issues) }
        // Another program may have moved DTSTART since.
        if values.text("start") != toDo.start?.day.description {
            values["start"] = .text(orNull: startDay(of: toDo)?.description)
        }
        // What repeats has a DTSTART, also one that is only planned.
        if !values.isEmpty("repeat"), values.isEmpty("due"), values["start"] == values["planned"],
            component.property(OwnProperties.start.name) == nil
        {
            values["start"] = .null
        }
        return values
    }

    /// The day of DTSTART, if that is before what is due; programs also write DTSTART beside an equal DUE.
    private static func startDay(of toDo: CalendarToDo) -> LocalDate? {
        guard let start = toDo.start, start != toDo.dueTime else { return nil }
        return start.day
    }

    /// EXDATE as days that are left out, RDATE as days that come beside the rule.
    private static func exceptions(of toDo: CalendarToDo) -> DataValue {
        var days: [LocalDate: [DataValue]] = [:]
        for time in toDo.exclusions { days[time.day] = [.null] }
        for date in toDo.additions { days[date.start.day] = [.text(date.start.storedText)] }
        return Days.value(days)
    }

    private static let waitingType = "X-ATRIUM-WAITING-FOR"
    private static let cancelled = "X-ATRIUM-CANCELLED"

    /// Done by STATUS or COMPLETED, at COMPLETED, else when it was changed last.
    private static func state(of toDo: CalendarToDo, _ component: Component) -> DataValue {
        let changed = toDo.lastModified ?? toDo.stamp
        let fallback = changed?.description ?? StateCodec.unknown
        if toDo.status == .cancelled {
            let time = component.property(cancelled).flatMap { Timestamp.date($0.text()) }.map(Timestamp.text)
            return .object(["cancelledAt": .text(time ?? fallback)])
        }
        guard toDo.isCompleted else { return .null }
        return .object(["completedAt": .text(toDo.completed?.description ?? fallback)])
    }

    // MARK: - Out

    /// The component of a task that no file of iCalendar brought.
    static func component(of record: (stored: StoredRecord, zones: ZoneResolver)) -> Component {
        let (stored, zones) = record
        var toDo = CalendarToDo(uid: stored.uid, summary: nil)
        if let series = stored.values["series"].objectValue, let uid = series["uid"]?.textValue,
            let time = series["occurrence"]?.textValue
        {
            toDo.uid = uid
            toDo.recurrenceID = CalendarTime(stored: time, zone: stored.values.due?.zoneID)
                .map { RecurrenceID($0) }
        }
        merge(stored.values, since: nil, into: &toDo, zones)
        var component = toDo.component(createdAt: stored.createdAt, updatedAt: stored.updatedAt)
        mergeOwn(stored.values, since: nil, into: &component, zones)
        return component
    }

    /// The component that a file brought, with just the differences between what it says and the task.
    ///
    /// - Returns: the component with what the change cost; nil if there is no difference, so that the source can be given back
    ///   byte for byte.
    static func patched(
        _ component: Component, version: CalendarVersion, localZone: String? = nil,
        to record: (stored: StoredRecord, zones: ZoneResolver)
    ) -> PatchedComponent? {
        let (stored, zones) = record
        var contentIssues: [ContentIssue] = []
        var issues: [ImportIssue] = []
        let old = CalendarToDo(component, version: version, localZone: localZone, issues: &contentIssues)
        guard let before = normalized(old, component, &issues) else { return nil }
        var imported = before
        for name in byItself where imported.isEmpty(name) {
            imported[name] = stored.values[name]
        }
        imported["series"] = stored.values["series"]
        guard imported != stored.values else { return nil }
        var new = old
        merge(stored.values, since: imported, into: &new, zones)
        var patched = new.patch(
            component, version: version, localZone: localZone, uid: stored.uid, updatedAt: stored.updatedAt)
        mergeOwn(stored.values, since: imported, into: &patched.component, zones)
        return patched
    }

    /// Writes into a to-do what differs from what an import makes of it.
    private static func merge(
        _ task: RecordValues, since old: RecordValues?, into toDo: inout CalendarToDo, _ zones: ZoneResolver
    ) {
        func differs(_ name: String) -> Bool {
            old.map { $0[name] != task[name] } ?? !task.isEmpty(name)
        }
        if differs("title") { toDo.summary = task.text("title") }
        if differs("notes") { toDo.description = task.text("notes") }
        let isOfPlan = !task.isEmpty("repeat") && task.isEmpty("due")
        if differs("due") || differs("start") || differs("repeat") || isOfPlan && differs("planned") {
            setTimes(of: task, in: &toDo, zones)
        }
        if differs("repeat") {
            toDo.rules = task.text("repeat").flatMap { try? RecurrenceRule($0) }.map { [$0] } ?? []
        }
        if differs("exceptions") { setExceptions(of: task, in: &toDo) }
        if differs("priority") { toDo.priority = task.integer("priority").map(Int.init) }
        if differs("tags") {
            toDo.categories = Words.categories(
                toDo.categories, imported: old?.texts("tags") ?? [], tags: task.texts("tags"))
        }
        if differs("people") { toDo.peopleUIDs = task.texts("people") }
        if differs("waitingFor") { toDo.setUIDs(task.texts("waitingFor"), relatedBy: waitingType) }
        if differs("link") { toDo.url = task.text("link") }
        if differs("parent") { toDo.parentUID = task.text("parent") }
        if differs("state") {
            toDo.setState(
                isCancelled: task.cancelledAt != nil,
                completedAt: task.completedAt.flatMap { Instant(stored: $0) })
        }
    }

    /// DTSTART has the type of DUE (RFC 5545, section 3.8.2.3), and what repeats has one.
    private static func setTimes(of task: RecordValues, in toDo: inout CalendarToDo, _ zones: ZoneResolver) {
        let due = task.due?.writable(zones)
        if toDo.dueTime != due { toDo.due = due.map { .time($0) } }
        if let start = task.day("start") {
            let date = CivilDate(start)
            toDo.start =
                due.map { $0.isDate ? .date(date) : $0.showing(CivilDateTime(date: date)) } ?? .date(date)
        } else if !task.isEmpty("repeat") {
            toDo.start = due ?? task.day("planned").map { .date(CivilDate($0)) }
        } else {
            toDo.start = toDo.start == nil ? nil : due
        }
    }

    private static func setExceptions(of task: RecordValues, in toDo: inout CalendarToDo) {
        let anchor = TaskRepeat.anchor(of: task)
        toDo.exclusions = []
        toDo.additions = []
        for (day, parts) in Days.inOrder(task["exceptions"]) {
            // What is a task of its own says itself which time it is.
            if parts.first?.textValue?.hasPrefix(TaskSeries.ownTask) == true { continue }
            let date = CivilDate(day)
            let time = anchor.map { $0.showing($0.clock.onDay(day)) } ?? .date(date)
            let moved = parts.first?.textValue.flatMap { CalendarTime(stored: $0, zone: anchor?.zoneID) }
            if let moved, !toDo.additions.contains(where: { $0.start == moved }) {
                toDo.additions.append(RecurrenceDate(moved))
            }
            if moved.map({ $0.clock.date != date }) ?? true { toDo.exclusions.append(time) }
        }
    }

    /// Writes the properties of our own that differ.
    private static func mergeOwn(
        _ task: RecordValues, since old: RecordValues?, into component: inout Component, _ zones: ZoneResolver
    ) {
        if old?["due"] != task["due"] { component.nameZone(of: task.due, in: due, zones) }
        for property in OwnProperties.all where old.map({ property.differs($0, task) }) ?? true {
            component.replace(property.name, by: property.lines(task))
        }
        let given = task.cancelledAt.map { [ContentLine(name: cancelled, value: $0)] } ?? []
        if old?.cancelledAt != task.cancelledAt { component.replace(cancelled, by: given) }
    }
}
