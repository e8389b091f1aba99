/// A time of day in a cell, as it is written: no zone.
public struct CSVTime: Hashable, Sendable, CustomStringConvertible {
    /// The hour, 0 to 23.
    public var hour: Int
    /// The minute, 0 to 59.
    public var minute: Int
    /// The second, 0 to 59, without a fraction.
    public var second: Int

    /// Makes a time; nil where there is no such time of day.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else {
            return nil
        }
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// ISO 8601: `07:48:00`.
    public var description: String {
        [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// Reads a time: `19:30`, `7:30:15 PM`, `9 am`, `07:48:00.250`; nil where it is none.
    ///
    /// `12 AM` is midnight, `12 PM` noon; `AM` or `PM` after an hour beyond 12 is no time.
    public static func parse(_ text: String) -> CSVTime? {
        var body = text.trimmingBlanks().lowercased()
        guard body.utf8.count <= 20 else { return nil }
        var isAfternoon: Bool?
        for (suffix, afternoon) in [("a.m.", false), ("p.m.", true), ("am", false), ("pm", true)]
        where body.hasSuffix(suffix) {
            body.removeLast(suffix.count)
            isAfternoon = afternoon
            break
        }
        let parts = body.trimmingBlanks().split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), parts.count > 1 || isAfternoon != nil else { return nil }
        var numbers: [Int] = []
        for (index, part) in parts.enumerated() {
            // Seconds may have a fraction.
            let whole = index == 2 ? part.prefix { $0 != "." } : part
            let fraction = part.dropFirst(whole.count).dropFirst()
            guard (1...2).contains(whole.utf8.count), whole.utf8.allSatisfy(isDigit), let number = Int(whole),
                fraction.utf8.allSatisfy(isDigit)
            else { return nil }
            numbers.append(number)
        }
        var hour = numbers[0]
        if let isAfternoon {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        return CSVTime(
            hour: hour, minute: numbers.count > 1 ? numbers[1] : 0, second: numbers.count > 2 ? numbers[2] : 0
        )
    }
}

/// A date and a time of day in one cell.
public struct CSVDateTime: Hashable, Sendable {
    /// The day.
    public var date: CSVDate
    /// The time of that day; nil where the cell has a date only.
    public var time: CSVTime?
    /// What follows the time: `Z`, or an offset such as `+02:00`; empty where the time is local.
    public var zone: String

    /// Makes a date with a time.
    public init(date: CSVDate, time: CSVTime?, zone: String = "") {
        self.date = date
        self.time = time
        self.zone = zone
    }

    /// Reads a date with or without a time: `2024-01-02T03:04:05Z`, `01/02/2024 7:30 PM`, `15 Sep 2025, 07:48`.
    ///
    /// - Throws: ``CSVDateProblem`` as ``CSVDate/parse(_:order:)`` does.
    public static func parse(_ text: String, order: CSVDateOrder? = nil) throws(CSVDateProblem) -> CSVDateTime
    {
        let text = String(text.trimmingBlanks())
        guard text.utf8.count <= 60 else { throw .notADate }
        // The time begins behind a blank or a T; behind any of those a date may end.
        for index in text.indices where text[index] == " " || text[index] == "T" || text[index] == "t" {
            let rest = String(text[text.index(after: index)...])
            guard let (time, zone) = timeAndZone(rest) else { continue }
            var head = String(text[..<index])
            if head.hasSuffix(",") { head.removeLast() }
            return CSVDateTime(date: try CSVDate.parse(head, order: order), time: time, zone: zone)
        }
        return CSVDateTime(date: try CSVDate.parse(text, order: order), time: nil)
    }

    private static func timeAndZone(_ text: String) -> (CSVTime, String)? {
        if let time = CSVTime.parse(text) { return (time, "") }
        guard let start = text.lastIndex(where: { "Zz+-".contains($0) }), text.contains(":"),
            let time = CSVTime.parse(String(text[..<start]))
        else { return nil }
        let zone = text[start...]
        if zone.uppercased() == "Z" { return (time, "Z") }
        let digits = zone.dropFirst().filter { $0 != ":" }
        guard digits.utf8.count == 2 || digits.utf8.count == 4, digits.utf8.allSatisfy(isDigit) else {
            return nil
        }
        return (time, String(zone))
    }
}
