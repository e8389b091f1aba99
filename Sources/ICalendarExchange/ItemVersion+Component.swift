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
            stamp: stamp.flatMap { Self.seconds(of: $0.text()) }, content: Self.lines(of: item.bytes))
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

    /// A text with one line feed between its lines and none at its end.
    private static func lines(of text: [UInt8]) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(text.count)
        for byte in text {
            if byte != 13, byte != 10 {
                lines.append(byte)
            } else if let last = lines.last, last != 10 {
                lines.append(10)
            }
        }
        while lines.last == 10 { lines.removeLast() }
        return lines
    }
}
