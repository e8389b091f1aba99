/// A date of which parts may be unknown, with what is said about the time of day (RFC 6350, section 4.3).
///
/// Year, month and day are of the Gregorian calendar. No part is ever made up.
public struct PartialDate: Sendable, Hashable {
    /// The year, 0 to 9999, or `nil`.
    public var year: Int?
    /// The month, 1 to 12, or `nil`.
    public var month: Int?
    /// The day of the month, 1 to 31, or `nil`.
    public var day: Int?
    /// What follows the `T`: time of day and offset, as written, such as `102200Z`; `nil` if nothing does.
    public var time: String?

    /// Makes a date of its parts.
    public init(year: Int? = nil, month: Int? = nil, day: Int? = nil, time: String? = nil) {
        self.year = year
        self.month = month
        self.day = day
        self.time = time
    }

    /// Reads a date in any form of the three versions, or gives `nil`.
    ///
    /// Basic (`19850412`), extended (`1985-04-12`), truncated (`--0412`, `--04-12`, `---12`, `--04`), reduced
    /// (`1985-04`, `1985`), each also with a time after `T`, and a time alone (`T1022`).
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        let mark = bytes.firstIndex { $0 == 0x54 || $0 == 0x74 || $0 == 0x20 } ?? bytes.count
        var time: String?
        if mark < bytes.count {
            let rest = bytes[(mark + 1)...]
            guard rest.first.map({ 0x30...0x39 ~= $0 || $0 == 0x2D }) == true,
                rest.allSatisfy({ 0x30...0x3A ~= $0 || [0x2B, 0x2D, 0x2E, 0x2C, 0x5A, 0x7A].contains($0) })
            else { return nil }
            time = String(decoding: rest, as: UTF8.self)
        }
        guard let parts = Self.parts(bytes[..<mark], hasTime: time != nil) else { return nil }
        self.init(year: parts.year, month: parts.month, day: parts.day, time: time)
        guard isPossible else { return nil }
    }

    private static func parts(
        _ date: ArraySlice<UInt8>, hasTime: Bool
    ) -> (year: Int?, month: Int?, day: Int?)? {
        guard date.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2D }) else { return nil }
        // The form, with n for each digit, says where the parts are.
        let form = String(decoding: date.map { 0x30...0x39 ~= $0 ? 0x6E : $0 }, as: UTF8.self)
        let digits = date.filter { 0x30...0x39 ~= $0 }.map { Int($0 - 0x30) }
        func number(_ range: Range<Int>) -> Int { range.reduce(0) { $0 * 10 + digits[$1] } }
        switch form {
        case "nnnnnnnn", "nnnn-nn-nn": return (number(0..<4), number(4..<6), number(6..<8))
        case "nnnn-nn": return (number(0..<4), number(4..<6), nil)
        case "nnnn": return (number(0..<4), nil, nil)
        case "--nnnn", "--nn-nn": return (nil, number(0..<2), number(2..<4))
        case "--nn": return (nil, number(0..<2), nil)
        case "---nn": return (nil, nil, number(0..<2))
        case "" where hasTime: return (nil, nil, nil)
        default: return nil
        }
    }

    /// Whether there is such a date; 29 February is possible without a year.
    private var isPossible: Bool {
        guard month.map({ 1...12 ~= $0 }) ?? true, day.map({ 1...31 ~= $0 }) ?? true else { return false }
        guard let month, let day else { return true }
        switch month {
        case 2:
            guard let year else { return day <= 29 }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            return day <= (isLeap ? 29 : 28)
        case 4, 6, 9, 11: return day <= 30
        default: return true
        }
    }

    /// The date in the basic form of vCard 4.0: `19850412`, `--0412`, `1985-04`, `---12`.
    public var basic: String { text(separator: "") }

    /// The date with hyphens, as vCard 3.0 has it where all is known: `1985-04-12`, `--04-12`.
    public var extended: String { text(separator: "-") }

    private func text(separator: String) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let tail = time.map { "T" + $0 } ?? ""
        let years = year.map { year in
            String(repeating: "0", count: max(0, 4 - String(year).utf8.count)) + String(year)
        }
        switch (years, month, day) {
        case (let year?, let month?, let day?):
            return year + separator + two(month) + separator + two(day) + tail
        case (let year?, let month?, nil): return year + "-" + two(month) + tail
        case (let year?, nil, _): return year + tail
        case (nil, let month?, let day?): return "--" + two(month) + separator + two(day) + tail
        case (nil, let month?, nil): return "--" + two(month) + tail
        case (nil, nil, let day?): return "---" + two(day) + tail
        case (nil, nil, nil): return tail
        }
    }
}
