public import AtriumSDK
public import ContentLine
public import ICalendarFormat

extension Component {
    /// Replaces the properties of a name by lines, at the place of the first; if there are none, appends the lines.
    public mutating func replace(_ name: String, by lines: [ContentLine]) {
        let places = properties.indices.filter { properties[$0].canonicalName == name }
        for place in places.reversed() { removeProperty(at: place) }
        let start = places.first ?? properties.count
        for (offset, line) in lines.enumerated() { insert(line, at: start + offset) }
    }
}

extension CalendarComponent {
    /// The text of RECURRENCE-ID, which names the part of a series, even if it cannot be read; empty if there is none.
    public var part: String {
        common?.recurrenceID?.time.text ?? component.property("RECURRENCE-ID")?.text() ?? ""
    }
}

extension ImportIssue {
    /// Makes an issue about a line of a component, or about the whole component if the line is nil.
    public init(at line: ContentLine?, _ code: String, _ message: String) {
        self.init(
            line: line?.lineNumber ?? 0, property: line?.canonicalName, code: code, message: message)
    }
}
