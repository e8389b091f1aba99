import AtriumSDK

/// A day of which year, month or day may be unknown (RFC 6350 section 4.3.1).
///
/// As text it is `1985-04-12`, `--04-12`, `1985-04`, `1985`, `--04` or `---12`. It has neither time nor zone.
struct PartialDate: Hashable, Sendable {
    /// The year, 1 to 9999; nil: unknown.
    let year: Int?
    /// The month, 1 to 12; nil: unknown.
    let month: Int?
    /// The day of the month, from 1; nil: unknown.
    let day: Int?

    /// Makes a partial date, or nil where there is no such day, nothing is known, or a year and a day are known without
    /// their month.
    init?(year: Int? = nil, month: Int? = nil, day: Int? = nil) {
        guard year != nil || month != nil || day != nil, month != nil || year == nil || day == nil else {
            return nil
        }
        guard (1...9999).contains(year ?? 1), (1...12).contains(month ?? 1) else { return nil }
        // Without a year 29 February may exist; 2000 was a leap year.
        let days = month.map { LocalDate.days(inMonth: $0, of: year ?? 2000) } ?? 31
        guard (1...days).contains(day ?? 1) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads the form that ``description`` gives, or nil where the text is anything else.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (48...57).contains($0) }) else {
                return nil
            }
            return bytes[range].reduce(0) { $0 * 10 + Int($1 - 48) }
        }
        func isHyphen(_ places: Int...) -> Bool {
            places.allSatisfy { $0 < bytes.count && bytes[$0] == UInt8(ascii: "-") }
        }
        var parts: (year: Int?, month: Int?, day: Int?)
        switch bytes.count {
        case 10 where isHyphen(4, 7): parts = (number(0..<4), number(5..<7), number(8..<10))
        case 7 where isHyphen(0, 1, 4): parts = (nil, number(2..<4), number(5..<7))
        case 7 where isHyphen(4): parts = (number(0..<4), number(5..<7), nil)
        case 5 where isHyphen(0, 1, 2): parts = (nil, nil, number(3..<5))
        case 4 where isHyphen(0, 1): parts = (nil, number(2..<4), nil)
        case 4: parts = (number(0..<4), nil, nil)
        default: return nil
        }
        self.init(year: parts.year, month: parts.month, day: parts.day)
        // Refuses what has a letter where a digit should stand: it must say the same when written again.
        if description != text { return nil }
    }
}

extension PartialDate: CustomStringConvertible {
    /// The date as vaults store it and commands show it.
    var description: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        var text = year.map { padded($0, 4) } ?? "-"
        if let month { text += "-" + padded(month, 2) } else if year == nil { text += "-" }
        if let day { text += "-" + padded(day, 2) }
        return text
    }
}
