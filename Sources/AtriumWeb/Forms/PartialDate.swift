import Foundation

/// A date of which parts may be unknown, as three texts.
struct PartialDate: Hashable {
    var day: String?
    var month: String?
    var year: String?

    init(day: String?, month: String?, year: String?) {
        self.day = Self.trimmed(day)
        self.month = Self.trimmed(month)
        self.year = Self.trimmed(year)
    }

    private static func trimmed(_ text: String?) -> String? {
        let text = text?.trimmingCharacters(in: .whitespaces)
        return text?.isEmpty == true ? nil : text
    }

    /// The parts of a kept date; nil for one of another form.
    init?(_ text: String) {
        let parts: (String?, String?, String?)
        switch text.utf8.count {
        case 10: parts = (String(text.suffix(2)), String(text.dropFirst(5).prefix(2)), String(text.prefix(4)))
        case 7 where text.hasPrefix("--"):
            parts = (String(text.suffix(2)), String(text.dropFirst(2).prefix(2)), nil)
        case 7: parts = (nil, String(text.suffix(2)), String(text.prefix(4)))
        case 5 where text.hasPrefix("---"): parts = (String(text.suffix(2)), nil, nil)
        case 4 where text.hasPrefix("--"): parts = (nil, String(text.suffix(2)), nil)
        case 4: parts = (nil, nil, text)
        default: return nil
        }
        self.init(day: parts.0, month: parts.1, year: parts.2)
        guard self.text == text else { return nil }
    }

    /// Whether nothing is known.
    var isEmpty: Bool { day == nil && month == nil && year == nil }

    /// The date as it is kept (RFC 6350 section 4.3.1, with hyphens); nil for parts that make none.
    var text: String? {
        func padded(_ part: String?, _ length: Int) -> String? {
            guard let part else { return "" }
            guard part.utf8.count <= length, part.utf8.allSatisfy({ (48...57).contains($0) }) else {
                return nil
            }
            return String(repeating: "0", count: length - part.utf8.count) + part
        }
        guard let day = padded(day, 2), let month = padded(month, 2), let year = padded(year, 4) else {
            return nil
        }
        switch (day.isEmpty, month.isEmpty, year.isEmpty) {
        case (false, false, false): return "\(year)-\(month)-\(day)"
        case (false, false, true): return "--\(month)-\(day)"
        case (true, false, false): return "\(year)-\(month)"
        case (true, true, false): return year
        case (true, false, true): return "--\(month)"
        case (false, true, true): return "---\(day)"
        default: return nil
        }
    }
}
