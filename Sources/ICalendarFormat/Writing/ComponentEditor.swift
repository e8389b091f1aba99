import ContentLine

/// Changes lines of a component, and leaves the others alone.
struct ComponentEditor {
    var component: Component
    var version = CalendarVersion.iCalendar
    /// The TZID of times that are written without one.
    var localZone: String?
    var dropped: [String] = []
    var unsaid: [String] = []

    init(component: Component, version: CalendarVersion = .iCalendar, localZone: String? = nil) {
        self.component = component
        self.version = version
        self.localZone = localZone
    }

    /// What stands between the values of a list.
    var separator: UInt8 { version == .vCalendar ? 0x3B : 0x2C }

    /// Writes where a value is another than it was.
    mutating func change<Value: Equatable>(
        _ old: Value, _ new: Value, _ write: (inout ComponentEditor, Value) -> Void
    ) {
        if old != new { write(&self, new) }
    }

    /// The place of the line that counts: the first of its name.
    func index(_ name: String) -> Int? {
        component.properties.firstIndex { $0.canonicalName == name }
    }

    /// Changes the line that counts, if there is one.
    mutating func editLine(_ name: String, _ edit: (inout ContentLine) -> Void) {
        if let index = index(name) { edit(&component.properties[index]) }
    }

    // MARK: Values

    /// Sets the value of a property, which is already escaped; nil removes it.
    mutating func set(_ name: String, _ value: String?) {
        guard let value else {
            removeLines { $0.canonicalName == name }
            return
        }
        // A value that could have been read, but stands behind another of its name, stays where it is.
        guard let index = index(name) else { return append(ContentLine(name: name, value: value)) }
        component.properties[index].value = ArraySlice(value.utf8)
        component.properties[index].removeEncoding()
    }

    mutating func setText(_ name: String, _ value: String?) {
        set(name, value.map { version == .vCalendar ? VCalendarText.escape($0) : TextValue.escape($0) })
        if version == .vCalendar { editLine(name) { VCalendarText.encode(&$0) } }
    }

    mutating func setTime(_ name: String, _ value: CalendarTime?) {
        set(name, value?.text)
        guard let value, let index = index(name) else { return }
        var line = component.properties[index]
        write(value, to: &line)
        component.properties[index] = line
    }

    /// Makes VALUE and TZID of a line say what a time's kind needs.
    func write(_ time: CalendarTime, to line: inout ContentLine) {
        let isDate = line.parameter("VALUE")?.asciiUppercased() == "DATE"
        // vCalendar 1.0 has no VALUE for dates: their form says it.
        let wantsDate = time.isDate && version == .iCalendar
        if isDate != time.isDate, wantsDate || isDate {
            line.setParameter("VALUE", to: time.isDate ? ["DATE"] : [])
        }
        let zone = time.zoneID == localZone ? nil : time.zoneID
        if line.parameter("TZID") != zone { line.setParameter("TZID", to: zone.map { [$0] } ?? []) }
    }

    /// Sets an end: as a time under its own name, or as DURATION; the other goes.
    mutating func setEnd(_ name: String, _ end: CalendarEnd?) {
        switch end {
        case .time(let time)?:
            set("DURATION", nil)
            setTime(name, time)
        case .duration(let duration)?:
            set(name, nil)
            set("DURATION", duration.text)
        case nil:
            set(name, nil)
            set("DURATION", nil)
        }
    }

    mutating func setOrganizer(_ user: CalendarUser?) {
        guard let user else { return set("ORGANIZER", nil) }
        if index("ORGANIZER") == nil { append(ContentLine(name: "ORGANIZER", value: "")) }
        editLine("ORGANIZER") { user.write(to: &$0) }
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

    // MARK: Lines

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

    /// Puts lines into the places of others of their name, in order; those left over go, those missing come last.
    mutating func replaceLines(at places: [Int], with lines: [ContentLine]) {
        for (place, line) in zip(places, lines) { component.properties[place] = line }
        if lines.count < places.count {
            removeLines(at: Array(places[lines.count...]))
        } else if lines.count > places.count {
            let rest = lines[places.count...]
            if let last = places.last { insert(rest, at: last + 1) } else { rest.forEach { append($0) } }
        }
    }
}

extension ContentLine {
    /// Takes away what says how the old value was encoded: what is written now is plain UTF-8.
    mutating func removeEncoding() {
        for parameter in ["ENCODING", "CHARSET"] { setParameter(parameter, to: []) }
        parameters.removeAll { $0.name.isEmpty }
    }
}
