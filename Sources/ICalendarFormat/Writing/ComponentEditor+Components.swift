import ContentLine

extension ComponentEditor {
    /// Makes the inner components of one name say these values: each that was there keeps its own.
    mutating func changeComponents<Value: InnerComponent>(_ old: [Value], _ new: [Value]) {
        guard old != new else { return }
        let places = component.components.indices.filter {
            component.components[$0].isNamed(Value.componentName)
        }
        var known: [Value: [Int]] = [:]
        for (position, value) in old.enumerated().reversed() where position < places.count {
            known[value, default: []].append(position)
        }
        var used: Set<Int> = []
        var result: [Component?] = new.map { value in
            guard let position = known[value]?.popLast() else { return nil }
            used.insert(position)
            return component.components[places[position]]
        }
        // One that changed takes the place of one that is gone.
        var free = old.indices.filter { $0 < places.count && !used.contains($0) }.reversed() as [Int]
        for index in result.indices where result[index] == nil {
            let base = free.popLast()
            var editor = ComponentEditor(
                component: base.map { component.components[places[$0]] }
                    ?? Component(name: Value.componentName))
            new[index].write(from: base.map { old[$0] }, &editor)
            result[index] = editor.component
        }
        let values = result.compactMap { $0 }
        for (place, value) in zip(places, values) {
            var value = value
            value.precedingProperties = component.components[place].precedingProperties
            component.components[place] = value
        }
        if values.count < places.count {
            let gone = Set(places[values.count...])
            component.components = component.components.indices.filter { !gone.contains($0) }.map {
                component.components[$0]
            }
        } else {
            component.components += values[places.count...]
        }
    }

    /// Alarms: components in iCalendar, lines in vCalendar 1.0.
    ///
    /// Those of vCalendar name their time itself, so that a new start changes them too.
    mutating func changeAlarms(from old: CommonProperties, to new: CommonProperties) {
        guard version == .vCalendar else { return changeComponents(old.alarms, new.alarms) }
        guard old.alarms != new.alarms || old.start != new.start else { return }
        let places = component.properties.indices.filter {
            VCalendarAlarm.names.contains(component.properties[$0].canonicalName)
        }
        // Those that are components come after those that are lines.
        let components = component.components.filter { $0.isNamed(Alarm.componentName) }.count
        let oldLines = Array(old.alarms.dropLast(components))
        let oldComponents = Array(old.alarms.suffix(components))
        let newComponents = new.alarms.filter(oldComponents.contains)
        changeComponents(oldComponents, newComponents)

        var known: [Alarm: [Int]] = [:]
        for (position, alarm) in oldLines.enumerated().reversed() where position < places.count {
            known[alarm, default: []].append(position)
        }
        let lines = new.alarms.filter { !oldComponents.contains($0) }.map { alarm in
            let line = known[alarm]?.popLast().map { component.properties[places[$0]] }
            if let line, old.start == new.start { return line }
            return VCalendarAlarm.line(alarm, start: new.start, over: line)
        }
        replaceLines(at: places, with: lines)
    }
}
