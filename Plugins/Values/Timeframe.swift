import AtriumSDK

/// When a dream is to be, as far as a year can be read from free text in English.
///
/// | text | year |
/// |---|---|
/// | `by 2030`, `summer 2030`, `2028-2030` | the last year that is named |
/// | `the 2030s` | the last year of the decade: 2039 |
/// | `in 5 years`, `5 years`, `within two years`, `3-5 years`, `18 months` | the last span, from the day of writing |
/// | `this year`, `next year` | that year and the one after it, seen from that day |
/// | `someday`, `when I am 40`, `every 2 years`, `half a year` | none |
enum Timeframe: Equatable {
    /// A year that is named.
    case year(Int)
    /// A span from the day on which it was written.
    case span(Span)

    /// How long it is until then.
    struct Span: Equatable {
        var months = 0
        var days = 0

        /// The year in which it ends; nil after 9999.
        func year(from day: LocalDate) -> Int? {
            let end = days == 0 ? day : day.adding(days: days)
            let year = (end.year * 12 + end.month - 1 + months) / 12
            return year <= 9999 ? year : nil
        }
    }

    /// Reads a text; nil if it says neither a year nor a span.
    init?(_ text: String) {
        let words = Self.words(of: text)
        if let year = Self.year(in: words) {
            self = .year(year)
        } else if let span = Self.span(in: words) {
            self = .span(span)
        } else {
            return nil
        }
    }

    /// Runs of letters and runs of digits, in small letters: `10y` is two.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var last: Character?
        for character in text.lowercased() {
            defer { last = character }
            guard character.isLetter || character.isASCIIDigit else { continue }
            if let last, last.isLetter || last.isASCIIDigit, last.isLetter == character.isLetter {
                words[words.count - 1].append(character)
            } else {
                words.append(String(character))
            }
        }
        return words
    }

    private static func year(in words: [String]) -> Int? {
        for (place, word) in words.enumerated().reversed() where word.count == 4 {
            guard let year = Int(word), (1900...2999).contains(year) else { continue }
            let next = words.dropFirst(place + 1).first ?? ""
            if units[next] != nil { continue }
            return next == "s" && year % 10 == 0 ? year + 9 : year
        }
        return nil
    }

    private static func span(in words: [String]) -> Span? {
        if words.contains(where: ["half", "ago", "old", "every", "each", "last"].contains) { return nil }
        for (place, word) in words.enumerated().reversed() where place > 0 {
            guard let unit = units[word] else { continue }
            let before = words[place - 1]
            if before == "this", unit.months == 12 { return Span() }
            guard let count = before == "next" ? 1 : numbers[before] ?? Int(before), count <= 9999 else {
                continue
            }
            return Span(months: unit.months * count, days: unit.days * count)
        }
        return nil
    }

    private static let units: [String: Span] = {
        let spans: [(String, Span)] = [
            ("day days d", Span(days: 1)), ("week weeks w", Span(days: 7)),
            ("month months", Span(months: 1)), ("year years yr yrs y", Span(months: 12)),
            ("decade decades", Span(months: 120)),
        ]
        return spans.reduce(into: [:]) { units, entry in
            for word in entry.0.split(separator: " ") { units[String(word)] = entry.1 }
        }
    }()

    private static let numbers: [String: Int] = {
        let names = "one two three four five six seven eight nine ten eleven twelve".split(separator: " ")
        let counted = names.enumerated().map { (String($1), $0 + 1) }
        return Dictionary(uniqueKeysWithValues: counted + [("a", 1), ("an", 1)])
    }()
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
