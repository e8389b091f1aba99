public import AtriumSDK
import ContentLine
import ICalendarFormat

extension ItemVersion {
    /// Reads the version of a component from its text: SEQUENCE, then DTSTAMP (RFC 5546, section 2.1.5).
    public init(ofComponent text: [UInt8]) {
        var item = RawItem(name: "", bytes: text)
        var stamp = item.take("DTSTAMP")
        var sequence = item.property("SEQUENCE")
        if stamp == nil {
            // The names may be in lower case.
            var component = Component.parse(text).component
            sequence = component.property("SEQUENCE")
            if let index = component.properties.firstIndex(where: { $0.canonicalName == "DTSTAMP" }) {
                stamp = component.removeProperty(at: index)
                item.bytes = component.written()
            }
        }
        self.init(
            revision: sequence.flatMap { Int($0.text().filter { !$0.isWhitespace }) } ?? 0,
            stamp: stamp.flatMap { Self.seconds(of: $0.text()) }, content: item.bytes)
    }

    private static func seconds(of text: String) -> Int? {
        switch DateTimeText(text.filter { !$0.isWhitespace }) {
        case .utc(let instant): instant.epochSeconds
        // DTSTAMP must be in UTC; a missing Z changes nothing in the order.
        case .local(let time): time.seconds
        case .date(let date): CivilDateTime(date: date).seconds
        case nil: nil
        }
    }
}
