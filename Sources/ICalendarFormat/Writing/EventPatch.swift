public import ContentLine

/// A component after a change to its event, and what had to go with it.
public struct PatchedEvent: Sendable {
    /// The component: every line that the change did not touch is as it was.
    public var component: Component
    /// The names of properties and parameters that said in another form what was changed, and were dropped: the HTML
    /// twin of a description, say.
    public var dropped: [String]
}

extension CalendarEvent {
    /// Makes the component of a new event.
    ///
    /// DTSTAMP is set to `now`; CREATED and LAST-MODIFIED are what the event says.
    public func component(now: Instant) -> Component {
        var empty = CalendarEvent()
        empty.stamp = now
        var editor = EventEditor(
            component: Component(
                name: "VEVENT", properties: [ContentLine(name: "DTSTAMP", value: CalendarTime.utc(now).text)])
        )
        var event = self
        event.stamp = now
        editor.apply(from: empty, to: event)
        return editor.component
    }

    /// Changes in a component exactly what differs between what it says and this event.
    ///
    /// The component is read first; properties whose typed values are equal keep their lines, byte for byte, and
    /// values that could not be read stay. Lists (categories, attendees, dates, attachments, alarms) change only at
    /// the entries that differ. Where anything differs, DTSTAMP and LAST-MODIFIED are set to `now`, and SEQUENCE goes
    /// up by one, unless this event says another; else the component comes back as it was.
    public func patch(
        _ component: Component, version: CalendarVersion = .iCalendar, now: Instant
    ) -> PatchedEvent {
        var issues: [ContentIssue] = []
        let old = CalendarEvent(component, version: version, issues: &issues)
        var new = self
        // These follow from the change itself.
        new.stamp = old.stamp
        if new == old { return PatchedEvent(component: component, dropped: []) }
        new.stamp = now
        if new.lastModified == old.lastModified { new.lastModified = now }
        if new.sequence == old.sequence { new.sequence = min((old.sequence ?? 0) + 1, Int(Int32.max)) }
        var editor = EventEditor(component: component)
        editor.version = version
        editor.apply(from: old, to: new)
        return PatchedEvent(component: editor.component, dropped: editor.dropped)
    }
}

/// Changes lines of a component, and leaves the others alone.
struct EventEditor {
    var component: Component
    var version = CalendarVersion.iCalendar
    var dropped: [String] = []

    init(component: Component) {
        self.component = component
    }

    mutating func apply(from old: CalendarEvent, to new: CalendarEvent) {
        change(old.uid, new.uid) { editor, value in editor.setText("UID", value) }
        change(old.stamp, new.stamp) { editor, value in editor.setTime("DTSTAMP", value.map { .utc($0) }) }
        change(old.recurrenceID, new.recurrenceID) { editor, value in
            editor.setTime("RECURRENCE-ID", value?.time)
            if let index = editor.index("RECURRENCE-ID") {
                editor.component.properties[index].setParameter(
                    "RANGE", to: value?.includesFuture == true ? ["THISANDFUTURE"] : [])
            }
        }
        change(old.start, new.start) { editor, value in editor.setTime("DTSTART", value) }
        change(old.end, new.end) { editor, value in editor.setEnd(value) }
        changeRules("RRULE", old.rules, new.rules)
        changeRules("EXRULE", old.exclusionRules, new.exclusionRules)
        changeDates("RDATE", old.additions, new.additions)
        changeDates(
            "EXDATE", old.exclusions.map { RecurrenceDate($0) }, new.exclusions.map { RecurrenceDate($0) })

        change(old.summary, new.summary) { editor, value in editor.setText("SUMMARY", value) }
        change(old.description, new.description) { editor, value in
            editor.setText("DESCRIPTION", value)
            editor.dropTwins()
        }
        change(old.location, new.location) { editor, value in editor.setText("LOCATION", value) }
        change(old.position, new.position) { editor, value in
            editor.set("GEO", value.map { "\($0.latitude);\($0.longitude)" })
        }
        change(old.status, new.status) { editor, value in editor.set("STATUS", value?.rawValue) }
        change(old.isTransparent, new.isTransparent) { editor, value in
            let isOld = editor.version == .vCalendar
            editor.set("TRANSP", value.map { $0 ? (isOld ? "1" : "TRANSPARENT") : (isOld ? "0" : "OPAQUE") })
        }
        change(old.classification, new.classification) { editor, value in editor.set("CLASS", value?.rawValue)
        }
        change(old.priority, new.priority) { editor, value in editor.set("PRIORITY", value.map(String.init)) }
        changeCategories(old.categories, new.categories)
        change(old.url, new.url) { editor, value in editor.set("URL", value.map(PropertyValue.uri)) }
        change(old.color, new.color) { editor, value in editor.setText("COLOR", value) }
        change(old.organizer, new.organizer) { editor, value in editor.setOrganizer(value) }
        changeAttendees(old.attendees, new.attendees)
        changeAttachments(old.attachments, new.attachments)
        changeAlarms(old.alarms, new.alarms)

        change(old.created, new.created) { editor, value in editor.setTime("CREATED", value.map { .utc($0) })
        }
        change(old.lastModified, new.lastModified) { editor, value in
            editor.setTime("LAST-MODIFIED", value.map { .utc($0) })
        }
        change(old.sequence, new.sequence) { editor, value in editor.set("SEQUENCE", value.map(String.init)) }
    }

    private mutating func change<Value: Equatable>(
        _ old: Value, _ new: Value, _ write: (inout EventEditor, Value) -> Void
    ) {
        if old != new { write(&self, new) }
    }

    /// The place of the line that counts: the first of its name.
    func index(_ name: String) -> Int? {
        component.properties.firstIndex { $0.canonicalName == name }
    }

    /// Sets the value of a property, which is already escaped; nil removes it.
    mutating func set(_ name: String, _ value: String?) {
        guard let value else {
            removeLines { $0.canonicalName == name }
            return
        }
        // A value that could have been read, but stands behind another of its name, stays where it is.
        if let index = index(name) {
            component.properties[index].value = ArraySlice(value.utf8)
            // What is written now is plain UTF-8.
            for parameter in ["ENCODING", "CHARSET"] {
                component.properties[index].setParameter(parameter, to: [])
            }
            component.properties[index].parameters.removeAll { $0.name.isEmpty }
        } else {
            append(ContentLine(name: name, value: value))
        }
    }

    mutating func setText(_ name: String, _ value: String?) {
        set(name, value.map(TextValue.escape))
    }

    mutating func setTime(_ name: String, _ value: CalendarTime?) {
        set(name, value?.text)
        if let value, let index = index(name) { write(value, to: &component.properties[index]) }
    }

    /// Makes VALUE and TZID of a line say what a time's kind needs.
    func write(_ time: CalendarTime, to line: inout ContentLine) {
        let isDate = line.parameter("VALUE")?.asciiUppercased() == "DATE"
        if isDate != time.isDate { line.setParameter("VALUE", to: time.isDate ? ["DATE"] : []) }
        if line.parameter("TZID") != time.zoneID {
            line.setParameter("TZID", to: time.zoneID.map { [$0] } ?? [])
        }
    }

    mutating func setEnd(_ end: CalendarEvent.End?) {
        switch end {
        case .time(let time)?:
            set("DURATION", nil)
            setTime("DTEND", time)
        case .duration(let duration)?:
            set("DTEND", nil)
            set("DURATION", duration.text)
        case nil:
            set("DTEND", nil)
            set("DURATION", nil)
        }
    }

    mutating func setOrganizer(_ user: CalendarUser?) {
        guard let user else { return set("ORGANIZER", nil) }
        if let index = index("ORGANIZER") {
            user.write(to: &component.properties[index])
        } else {
            var line = ContentLine(name: "ORGANIZER", value: "")
            user.write(to: &line)
            append(line)
        }
    }

    /// Drops what says a description in HTML, since it no longer says the same.
    mutating func dropTwins() {
        for name in ["X-ALT-DESC", "STYLED-DESCRIPTION"] where index(name) != nil {
            dropped.append(name)
            removeLines { $0.canonicalName == name }
        }
        if let index = index("DESCRIPTION"), component.properties[index].parameter("ALTREP") != nil {
            dropped.append("ALTREP")
            component.properties[index].setParameter("ALTREP", to: [])
        }
    }

    /// Adds a line after all others; inner components that stood after all lines still do.
    mutating func append(_ line: ContentLine) {
        let count = component.properties.count
        component.properties.append(line)
        for index in component.components.indices
        where component.components[index].precedingProperties == count {
            component.components[index].precedingProperties = count + 1
        }
    }

    mutating func insert(_ lines: some Collection<ContentLine>, at place: Int) {
        component.properties.insert(contentsOf: lines, at: place)
        for index in component.components.indices {
            let before = component.components[index].precedingProperties
            if before >= place, before != .max {
                component.components[index].precedingProperties = before + lines.count
            }
        }
    }

    mutating func removeLines(where matches: (ContentLine) -> Bool) {
        removeLines(at: component.properties.indices.filter { matches(component.properties[$0]) })
    }

    /// Removes lines by their places, ascending, in one pass; 20,000 of them cost no more than reading them did.
    mutating func removeLines(at places: [Int]) {
        guard !places.isEmpty else { return }
        for inner in component.components.indices
        where component.components[inner].precedingProperties != .max {
            let before = component.components[inner].precedingProperties
            component.components[inner].precedingProperties = before - places.prefix { $0 < before }.count
        }
        var next = 0
        var kept: [ContentLine] = []
        kept.reserveCapacity(component.properties.count - places.count)
        for (index, line) in component.properties.enumerated() {
            if next < places.count, places[next] == index { next += 1 } else { kept.append(line) }
        }
        component.properties = kept
    }
}
