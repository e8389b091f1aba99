import AtriumSDK

/// The hours of each weekday that plans may use, as the setting `hours` has them: `mon-fri 09:00-12:00 13:00-18:00; sat 10:00-14:00`.
struct DayHours {
    /// The spans of each weekday from Monday on, in minutes from midnight, ascending; nil: nothing is said of any day.
    private let spans: [[ClosedRange<Int>]]?

    /// How many minutes a day has on the clock.
    static let wholeDay = 1440

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let names = [
        "mon": "monday", "tue": "tuesday", "wed": "wednesday", "thu": "thursday", "fri": "friday",
        "sat": "saturday", "sun": "sunday",
    ]

    /// Reads the setting; no hours of any day if it is empty.
    ///
    /// - Throws: ``AtriumError`` with code `badData` that says what cannot be read.
    init(_ text: String) throws {
        guard text.contains(where: { !$0.isWhitespace }) else {
            spans = nil
            return
        }
        var spans = [[ClosedRange<Int>]](repeating: [], count: 7)
        for part in text.lowercased().split(separator: ";", omittingEmptySubsequences: false) {
            let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let first = words.first else {
                throw Self.error("there is an empty part next to a semicolon")
            }
            let days = try Self.days(first)
            guard words.count > 1 else {
                throw Self.error("the hours for \(first) are missing")
            }
            let hours = try words.dropFirst().map(Self.span)
            for day in days { spans[day] += hours }
        }
        for day in spans.indices {
            spans[day].sort { $0.lowerBound < $1.lowerBound }
            for (one, next) in zip(spans[day], spans[day].dropFirst()) where next.lowerBound < one.upperBound
            {
                throw Self.error("two time ranges of \(Self.weekdays[day]) overlap")
            }
        }
        self.spans = spans
    }

    /// The hours of a day; nil: nothing is said of any day.
    func spans(on day: LocalDate) -> [ClosedRange<Int>]? { spans?[day.weekday - 1] }

    /// Reads `HH:MM`, up to `24:00`, as minutes from midnight.
    static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
            parts.joined().utf8.allSatisfy({ (48...57).contains($0) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), (0...59).contains(minute),
            (0...wholeDay).contains(hour * 60 + minute)
        else { return nil }
        return hour * 60 + minute
    }

    /// Minutes from midnight as `HH:MM`.
    static func text(_ minutes: Int) -> String {
        let two = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
        return "\(two(minutes / 60)):\(two(minutes % 60))"
    }

    /// The form in which a time of the day is kept.
    ///
    /// - Throws: ``AtriumError`` with code `badData`.
    static func kept(_ text: String) throws -> String {
        guard let minutes = minutes(text) else {
            throw AtriumError(
                .badData, "“\(text)” is not a time of day", remedy: "write it as 08:30", field: "value")
        }
        return Self.text(minutes)
    }

    private static func days(_ text: String) throws -> [Int] {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { end in
            weekdays.firstIndex { end == $0 || end.count > 3 && names[$0]?.hasPrefix(end) == true }
        }
        switch (ends.count, ends.first ?? nil, ends.last ?? nil) {
        case (1, let day?, _): return [day]
        case (2, let first?, let last?):
            return (0...(last - first + 7) % 7).map { (first + $0) % 7 }
        default: throw error("“\(text)” is not a weekday")
        }
    }

    private static func span(_ text: String) throws -> ClosedRange<Int> {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { minutes(String($0)) }
        guard ends.count == 2, let start = ends[0], let end = ends[1] else {
            throw error("“\(text)” is not a time range")
        }
        guard start < end else { throw error("the end of \(text) is not after its start") }
        return start...end
    }

    private static func error(_ message: String) -> AtriumError {
        AtriumError(
            .badData, message, remedy: "write them as mon-fri 09:00-12:00 13:00-18:00; sat 10:00-14:00",
            field: "value")
    }
}
