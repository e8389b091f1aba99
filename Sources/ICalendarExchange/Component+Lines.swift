public import AtriumSDK
public import ContentLine
public import ICalendarFormat

extension Component {
    /// Puts lines in the place of those of a name; if there are none, behind all others.
    public mutating func replace(_ name: String, by lines: [ContentLine]) {
        let places = properties.indices.filter { properties[$0].canonicalName == name }
        for place in places.reversed() { removeProperty(at: place) }
        let start = places.first ?? properties.count
        for (offset, line) in lines.enumerated() { insert(line, at: start + offset) }
    }
}

extension CalendarComponent {
    /// Which part of a series it is: the text of RECURRENCE-ID, also where that cannot be read; empty: none.
    public var part: String {
        common?.recurrenceID?.time.text ?? component.property("RECURRENCE-ID")?.text() ?? ""
    }
}

extension ImportIssue {
    /// What is to be said of a line of a component; nil: of the component as a whole.
    public init(at line: ContentLine?, _ code: String, _ message: String) {
        self.init(
            line: line?.lineNumber ?? 0, property: line?.canonicalName, code: code, message: message)
    }
}
