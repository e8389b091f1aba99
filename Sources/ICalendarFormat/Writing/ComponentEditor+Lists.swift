import ContentLine

extension ComponentEditor {
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

    // MARK: Rules and dates

    mutating func changeRules(_ name: String, _ old: [RecurrenceRule], _ new: [RecurrenceRule]) {
        guard old != new else { return }
        // One rule changed into another keeps its line's place and parameters.
        if old.count == 1, new.count == 1 { return set(name, text(of: new[0], name)) }
        var (removed, added) = Self.difference(old, new)
        let version = version
        removeLines { line in
            guard line.canonicalName == name, let rule = Self.rule(line, version),
                let count = removed[rule], count > 0
            else { return false }
            removed[rule] = count - 1
            return true
        }
        added.reverse()
        while let rule = added.popLast() { append(ContentLine(name: name, value: text(of: rule, name))) }
    }

    /// A rule in the grammar of the component's version.
    private mutating func text(of rule: RecurrenceRule, _ name: String) -> String {
        guard version == .vCalendar else { return rule.text }
        if let text = VCalendarRule.text(of: rule) { return text }
        unsaid.append(name)
        return rule.text
    }

    private static func rule(_ line: ContentLine, _ version: CalendarVersion) -> RecurrenceRule? {
        let text = String(decoding: line.value, as: UTF8.self)
        if version == .vCalendar, let translated = VCalendarRule.translated(text) {
            return try? RecurrenceRule(translated)
        }
        return try? RecurrenceRule(text)
    }

    /// RDATE, EXDATE and FREEBUSY: values may stand in several lines, each a list.
    ///
    /// - Parameters:
    ///   - parameter: what each new line has.
    ///   - holds: which lines of the name it is about.
    mutating func changeDates(
        _ name: String, _ old: [RecurrenceDate], _ new: [RecurrenceDate], parameter: Parameter? = nil,
        where holds: (ContentLine) -> Bool = { _ in true }
    ) {
        guard old != new else { return }
        var (removed, added) = Self.difference(old, new)
        let (separator, localZone) = (separator, localZone)
        editLists(name, separator: separator) { line, part in
            guard holds(line) else { return true }
            var issues: [ContentIssue] = []
            var single = line
            single.value = part
            guard var date = PropertyReader.dates(single, separator: separator, &issues).first else {
                return true
            }
            if let localZone { date = date.placed(in: localZone) }
            guard let count = removed[date], count > 0 else { return true }
            removed[date] = count - 1
            return false
        }
        for date in added {
            var line = ContentLine(name: name, value: date.start.text)
            write(date.start, to: &line)
            let end: String? =
                switch date.end {
                case .time(let end)?: end.text
                case .duration(let duration)?: duration.text
                case nil: nil
                }
            if let end {
                line.value = ArraySlice("\(date.start.text)/\(end)".utf8)
                // A FREEBUSY is a period by its name.
                if name != "FREEBUSY" { line.setParameter("VALUE", to: ["PERIOD"]) }
            }
            if let parameter { line.parameters.append(parameter) }
            append(line)
        }
    }

    // MARK: Words

    /// CATEGORIES and RESOURCES: words in several lines, each a list.
    mutating func changeWords(_ name: String, _ old: [String], _ new: [String]) {
        guard old != new else { return }
        var (removed, added) = Self.difference(old, new)
        if removed.isEmpty, added.isEmpty {
            // Only their order differs.
            removeLines { $0.canonicalName == name }
            added = new
        }
        editLists(name, separator: separator) { line, part in
            var single = line
            single.value = part
            let word = trimmed(single.text())
            guard let count = removed[word], count > 0 else { return true }
            removed[word] = count - 1
            return false
        }
        guard !added.isEmpty else { return }
        if version == .iCalendar,
            let index = component.properties.lastIndex(where: { $0.canonicalName == name }),
            component.properties[index].parameters.isEmpty, !component.properties[index].value.isEmpty
        {
            component.properties[index].value += Array(("," + TextValue.list(added)).utf8)
        } else {
            let text = added.map(TextValue.escape).joined(separator: version == .vCalendar ? ";" : ",")
            append(ContentLine(name: name, value: text))
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

    // MARK: Values of one line each

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
        changeLines("ATTACH", old, new) { $0.write(to: &$1) }
    }

    mutating func changeLines<Value: LineValue>(_ name: String, _ old: [Value], _ new: [Value]) {
        changeLines(name, old, new) { $0.write(to: &$1) }
    }

    /// Makes the lines of a name say these values: each value that was there keeps its line.
    ///
    /// A line whose value could not be read is not in `old`, so that places are matched by how many there are.
    mutating func changeLines<Value: Hashable>(
        _ name: String, _ old: [Value], _ new: [Value], write: (Value, inout ContentLine) -> Void
    ) {
        guard old != new else { return }
        let places = component.properties.indices.filter { component.properties[$0].canonicalName == name }
        var known: [Value: [Int]] = [:]
        for (position, value) in old.enumerated().reversed() where position < places.count {
            known[value, default: []].append(position)
        }
        var used: Set<Int> = []
        var lines: [ContentLine?] = new.map { value in
            guard let position = known[value]?.popLast() else { return nil }
            used.insert(position)
            return component.properties[places[position]]
        }
        // A value that changed keeps the parameters of the line whose value is gone.
        var free = old.indices.filter { $0 < places.count && !used.contains($0) }.reversed() as [Int]
        for index in lines.indices where lines[index] == nil {
            var line =
                free.popLast().map { component.properties[places[$0]] } ?? ContentLine(name: name, value: "")
            write(new[index], &line)
            lines[index] = line
        }
        replaceLines(at: places, with: lines.compactMap { $0 })
    }
}
