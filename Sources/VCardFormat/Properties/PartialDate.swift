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
        var text = text
        let parts: (year: Int?, month: Int?, day: Int?, time: String?)? = text.withUTF8 { buffer in
            let bytes = UnsafeRawBufferPointer(buffer)
            let mark = bytes.firstIndex { $0 == 0x54 || $0 == 0x74 || $0 == 0x20 } ?? bytes.count
            var time: String?
            if mark < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[(mark + 1)...])
                guard let first = rest.first, 0x30...0x39 ~= first || first == 0x2D,
                    rest.allSatisfy(Self.isOfTime)
                else { return nil }
                time = String(decoding: rest, as: UTF8.self)
            }
            let date = UnsafeRawBufferPointer(rebasing: bytes[..<mark])
            return Self.parts(date, hasTime: time != nil).map { ($0.year, $0.month, $0.day, time) }
        }
        guard let parts else { return nil }
        self.init(year: parts.year, month: parts.month, day: parts.day, time: parts.time)
        guard isPossible else { return nil }
    }

    private static func isOfTime(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3A, 0x2B, 0x2D, 0x2E, 0x2C, 0x5A, 0x7A: true
        default: false
        }
    }

    private static func parts(
        _ date: UnsafeRawBufferPointer, hasTime: Bool
    ) -> (year: Int?, month: Int?, day: Int?)? {
        // Which of the characters are hyphens says what the digits between them are.
        guard date.count <= 10 else { return nil }
        var hyphens = 0
        var number = 0
        var digits = 0
        for (index, byte) in date.enumerated() {
            switch byte {
            case 0x2D: hyphens |= 1 << index
            case 0x30...0x39:
                number = number * 10 + Int(byte - 0x30)
                digits += 1
            default: return nil
            }
        }
        switch (hyphens, digits) {
        case (0, 8), (0b10010000, 8): return (number / 10000, number / 100 % 100, number % 100)
        case (0b10000, 6): return (number / 100, number % 100, nil)
        case (0, 4): return (number, nil, nil)
        case (0b11, 4), (0b10011, 4): return (nil, number / 100, number % 100)
        case (0b11, 2): return (nil, number, nil)
        case (0b111, 2): return (nil, nil, number)
        case (0, 0) where hasTime: return (nil, nil, nil)
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
