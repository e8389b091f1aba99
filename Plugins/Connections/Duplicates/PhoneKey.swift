/// A phone number as it is compared: its figures, and whether they begin with the code of a country (E.164).
///
/// An extension does not count: it leads to the same line.
struct PhoneKey: Hashable, Sendable {
    /// The figures as a number: at most 15 (E.164), without the zeros that stand before an area's code.
    let figures: UInt64
    /// Whether the first figures are the code of a country: the number was written with `+` or `00`.
    let isInternational: Bool

    /// Shorter numbers are no evidence: services, and extensions within a house.
    private static let fewestFigures = 5
    /// A number within a country that is compared with an international one needs as many figures: with fewer, its
    /// area's code is not in it.
    private static let fewestWithArea = 8
    private static let mostFigures = 15

    /// Reads a number as people write it; nil where it is none that can be compared.
    init?(_ text: String) {
        var figures: [UInt8] = []
        var hasPlus = false
        for scalar in text.droppingScheme("tel").unicodeScalars {
            if let value = scalar.properties.numericType == .decimal ? scalar.properties.numericValue : nil {
                figures.append(UInt8(value))
            } else if scalar == "+" || scalar == "\u{FF0B}" {
                if figures.isEmpty { hasPlus = true }
            } else if scalar.properties.isAlphabetic || scalar == ";" || scalar == "," || scalar == "#" {
                // `x12`, `ext. 12`, `;ext=12`, a pause: what follows is dialled later.
                if !figures.isEmpty { break }
            }
        }
        // `+43 (0) 664`: the zero in brackets is for those who dial without the code.
        if hasPlus, let zero = Self.zeroInBrackets(text) {
            guard zero < figures.count else { return nil }
            figures.remove(at: zero)
        }
        let zeros = figures.prefix { $0 == 0 }.count
        let isInternational = hasPlus || zeros == 2
        figures.removeFirst(zeros)
        guard (Self.fewestFigures...Self.mostFigures).contains(figures.count) else { return nil }
        self.figures = figures.reduce(0) { $0 * 10 + UInt64($1) }
        self.isInternational = isInternational
    }

    /// How many figures stand before `(0)`; nil where a text has no such thing.
    private static func zeroInBrackets(_ text: String) -> Int? {
        guard let range = text.firstRange(of: "(0)") else { return nil }
        return text[..<range.lowerBound].count { $0.isNumber }
    }

    init(figures: UInt64, isInternational: Bool) {
        self.figures = figures
        self.isInternational = isInternational
    }

    /// What two numbers that may be the same have in common: the last seven figures.
    var block: UInt64 { figures % 10_000_000 }

    /// Whether two numbers reach the same line.
    ///
    /// Two international ones, or two without the code of a country, have to be equal. One of each is the same where the
    /// international one is the other behind a country's code of one to three figures.
    func isSame(as other: PhoneKey) -> Bool {
        if isInternational == other.isInternational { return figures == other.figures }
        let (long, short) = isInternational ? (figures, other.figures) : (other.figures, figures)
        var scale: UInt64 = 10
        var count = 1
        while scale <= short {
            scale *= 10
            count += 1
        }
        // Some countries keep the zero before an area's code behind their own: +39 06 stands for 06.
        return count >= Self.fewestWithArea && long % scale == short && (1...999).contains(long / scale)
    }
}
