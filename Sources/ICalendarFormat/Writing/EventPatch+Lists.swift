import ContentLine

extension EventEditor {
    /// What to take out of and put into a list to make it another.
    private static func difference<Value: Hashable>(_ old: [Value], _ new: [Value]) -> (
        removed: [Value: Int], added: [Value]
    ) {
        var counts: [Value: Int] = [:]
        for value in old { counts[value, default: 0] += 1 }
        var added: [Value] = []
        for value in new {
            if let count = counts[value], count > 0 { counts[value] = count - 1 } else { added.append(value) }
        }
        return (counts.filter { $0.value > 0 }, added)
    }

    mutating func changeRules(_ name: String, _ old: [RecurrenceRule], _ new: [RecurrenceRule]) {
        guard old != new else { return }
        // One rule changed into another keeps its line's place and parameters.
        if old.count == 1, new.count == 1 { return set(name, new[0].text) }
        var (removed, added) = Self.difference(old, new)
        removeLines { line in
            guard line.canonicalName == name,
                let rule = try? RecurrenceRule(String(decoding: line.value, as: UTF8.self)),
                let count = removed[rule], count > 0
            else { return false }
            removed[rule] = count - 1
            return true
        }
        added.reverse()
        while let rule = added.popLast() { append(ContentLine(name: name, value: rule.text)) }
    }

    /// RDATE and EXDATE: values may stand in several lines, each a list.
    mutating func changeDates(_ name: String, _ old: [RecurrenceDate], _ new: [RecurrenceDate]) {
        guard old != new else { return }
        var (removed, added) = Self.difference(old, new)
        let separator: UInt8 = version == .vCalendar ? 0x3B : 0x2C
        editLists(name, separator: separator) { line, part in
            var issues: [ContentIssue] = []
            var single = line
            single.value = part
            guard let date = PropertyReader.dates(single, separator: separator, &issues).first,
                let count = removed[date], count > 0
            else { return true }
            removed[date] = count - 1
            return false
        }
        for date in added {
            var line = ContentLine(name: name, value: date.start.text)
            write(date.start, to: &line)
            switch date.end {
            case .time(let end)?:
                line.value = ArraySlice("\(date.start.text)/\(end.text)".utf8)
                line.setParameter("VALUE", to: ["PERIOD"])
            case .duration(let duration)?:
                line.value = ArraySlice("\(date.start.text)/\(duration.text)".utf8)
                line.setParameter("VALUE", to: ["PERIOD"])
            case nil: break
            }
            append(line)
        }
    }

    mutating func changeCategories(_ old: [String], _ new: [String]) {
        guard old != new else { return }
        var (removed, added) = Self.difference(old, new)
        let separator: UInt8 = version == .vCalendar ? 0x3B : 0x2C
        if removed.isEmpty, added.isEmpty {
            // Only their order differs.
            removeLines { $0.canonicalName == "CATEGORIES" }
            added = new
        }
        editLists("CATEGORIES", separator: separator) { line, part in
            var single = line
            single.value = part
            let category = trimmed(single.text())
            guard let count = removed[category], count > 0 else { return true }
            removed[category] = count - 1
            return false
        }
        guard !added.isEmpty else { return }
        if version == .iCalendar,
            let index = component.properties.lastIndex(where: { $0.canonicalName == "CATEGORIES" }),
            component.properties[index].parameters.isEmpty, !component.properties[index].value.isEmpty
        {
            component.properties[index].value += Array(("," + TextValue.list(added)).utf8)
        } else {
            let text = added.map(TextValue.escape).joined(separator: version == .vCalendar ? ";" : ",")
            append(ContentLine(name: "CATEGORIES", value: text))
        }
    }

    /// Goes through the values of all lines of a name, and takes out those that `keeps` refuses; a line left without
    /// values goes, one that lost none is not touched.
    private mutating func editLists(
        _ name: String, separator: UInt8, keeps: (ContentLine, ArraySlice<UInt8>) -> Bool
    ) {
        var emptied: [Int] = []
        for index in component.properties.indices where component.properties[index].canonicalName == name {
            let line = component.properties[index]
            var parts: [ArraySlice<UInt8>] = []
            var start = line.value.startIndex
            var position = start
            while position < line.value.endIndex {
                if line.value[position] == 0x5C {
                    position = min(position + 2, line.value.endIndex)
                    continue
                }
                if line.value[position] == separator {
                    parts.append(line.value[start..<position])
                    start = position + 1
                }
                position += 1
            }
            parts.append(line.value[start...])
            let kept = parts.filter { keeps(line, $0) }
            guard kept.count < parts.count else { continue }
            if kept.isEmpty {
                emptied.append(index)
            } else {
                component.properties[index].value = ArraySlice(kept.joined(separator: [separator]))
            }
        }
        removeLines(at: emptied)
    }

    mutating func changeAttendees(_ old: [CalendarUser], _ new: [CalendarUser]) {
        guard old != new else { return }
        let places = component.properties.indices.filter {
            component.properties[$0].canonicalName == "ATTENDEE"
        }
        var byAddress: [String: [Int]] = [:]
        for (position, user) in old.enumerated().reversed() where position < places.count {
            byAddress[user.address, default: []].append(position)
        }
        var lines: [ContentLine] = []
        for user in new {
            if let position = byAddress[user.address]?.popLast() {
                var line = component.properties[places[position]]
                if old[position] != user { user.write(to: &line) }
                lines.append(line)
            } else {
                var line = ContentLine(name: "ATTENDEE", value: "")
                user.write(to: &line)
                lines.append(line)
            }
        }
        replaceLines(at: places, with: lines)
    }

    mutating func changeAttachments(_ old: [Attachment], _ new: [Attachment]) {
        guard old != new else { return }
        let places = component.properties.indices.filter {
            component.properties[$0].canonicalName == "ATTACH"
        }
        var known: [Attachment: [Int]] = [:]
        for (position, attachment) in old.enumerated().reversed() where position < places.count {
            known[attachment, default: []].append(position)
        }
        let lines = new.map { attachment in
            known[attachment]?.popLast().map { component.properties[places[$0]] } ?? attachment.line
        }
        replaceLines(at: places, with: lines)
    }

    /// Puts lines into the places of others of their name, in order; those left over go, those missing come last.
    private mutating func replaceLines(at places: [Int], with lines: [ContentLine]) {
        for (place, line) in zip(places, lines) { component.properties[place] = line }
        if lines.count < places.count {
            removeLines(at: Array(places[lines.count...]))
        } else if lines.count > places.count {
            let rest = lines[places.count...]
            if let last = places.last { insert(rest, at: last + 1) } else { rest.forEach { append($0) } }
        }
    }

    mutating func changeAlarms(_ old: [Alarm], _ new: [Alarm]) {
        guard old != new else { return }
        let places = component.components.indices.filter { component.components[$0].isNamed("VALARM") }
        // Alarms of vCalendar are lines, and stand before those that are components in the list.
        let oldComponents = Array(old.suffix(places.count))
        var known: [Alarm: [Int]] = [:]
        for (position, alarm) in oldComponents.enumerated().reversed() {
            known[alarm, default: []].append(position)
        }
        var used: Set<Int> = []
        var result: [Component?] = new.map { alarm in
            guard let position = known[alarm]?.popLast() else { return nil }
            used.insert(position)
            return component.components[places[position]]
        }
        // An alarm that changed takes the place of one that is gone.
        var free = oldComponents.indices.filter { !used.contains($0) }.reversed() as [Int]
        for index in result.indices where result[index] == nil {
            let base = free.popLast()
            let inner = base.map { component.components[places[$0]] }
            result[index] = new[index].written(over: inner, from: base.map { oldComponents[$0] })
        }
        let alarms = result.compactMap { $0 }
        for (place, alarm) in zip(places, alarms) { component.components[place] = alarm }
        if alarms.count < places.count {
            let gone = Set(places[alarms.count...])
            component.components = component.components.indices.filter { !gone.contains($0) }.map {
                component.components[$0]
            }
        } else {
            component.components += alarms[places.count...]
        }
        if version == .vCalendar {
            removeLines { ["AALARM", "DALARM", "MALARM", "PALARM"].contains($0.canonicalName) }
        }
    }
}

extension Alarm {
    /// The alarm as a component: another one with the lines changed that differ, or a new one.
    func written(over component: Component?, from old: Alarm?) -> Component {
        var editor = EventEditor(component: component ?? Component(name: "VALARM"))
        let isNew = component == nil
        if isNew || old?.action != action { editor.setText("ACTION", action) }
        if isNew || old?.trigger != trigger {
            switch trigger {
            case .relative(let duration, let toEnd)?:
                editor.set("TRIGGER", duration.text)
                if let index = editor.index("TRIGGER") {
                    editor.component.properties[index].setParameter("VALUE", to: [])
                    editor.component.properties[index].setParameter("RELATED", to: toEnd ? ["END"] : [])
                }
            case .absolute(let instant)?:
                editor.set("TRIGGER", CalendarTime.utc(instant).text)
                if let index = editor.index("TRIGGER") {
                    editor.component.properties[index].setParameter("VALUE", to: ["DATE-TIME"])
                    editor.component.properties[index].setParameter("RELATED", to: [])
                }
            case nil: editor.set("TRIGGER", nil)
            }
        }
        if old?.description != description { editor.setText("DESCRIPTION", description) }
        if old?.summary != summary { editor.setText("SUMMARY", summary) }
        if old?.repeatCount != repeatCount { editor.set("REPEAT", repeatCount.map(String.init)) }
        if old?.repeatInterval != repeatInterval { editor.set("DURATION", repeatInterval?.text) }
        if old?.acknowledged != acknowledged {
            editor.setTime("ACKNOWLEDGED", acknowledged.map { .utc($0) })
        }
        if old?.uid != uid { editor.setText("UID", uid) }
        return editor.component
    }
}
