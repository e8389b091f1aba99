import AtriumSDK

/// The mark between a number's whole and its parts.
enum DecimalMark: String, Sendable, CaseIterable {
    case point, comma

    /// Its byte.
    var byte: UInt8 { self == .point ? UInt8(ascii: ".") : UInt8(ascii: ",") }
    /// The byte of the mark that then parts thousands.
    var thousands: UInt8 { self == .point ? UInt8(ascii: ",") : UInt8(ascii: ".") }
}

/// Numbers as people and programs write them.
///
/// A point stands before the parts of a number; so does a comma, but where it may as well part thousands: `1,000` is a thousand
/// to some and one to others. Such a number is not read before somebody says which mark the parts have.
extension Quantities {
    // MARK: - In

    /// A decimal number without a sign; nil for anything else, and for what may be two numbers.
    ///
    /// What can be but one, as `1,000.5` can, is that one, whether or not somebody says which mark the parts have.
    /// - Parameter mark: what stands before the parts; the other mark then parts thousands, and only these.
    static func number(_ text: some StringProtocol, _ mark: DecimalMark? = nil) -> Double? {
        guard let mark else {
            if isAmbiguous(text) { return nil }
            return plainNumber(text) ?? DecimalMark.allCases.lazy.compactMap { number(text, $0) }.first
        }
        guard text.utf8.contains(mark.thousands) else { return plainNumber(text) }
        return withoutThousands(text, mark).flatMap { plainNumber($0) }
    }

    /// Whether some number in a text may be two: one to three figures, a comma, and just three more.
    static func hasAmbiguousNumber(_ text: String) -> Bool {
        text.utf8.split { !isFigure($0) && $0 != DecimalMark.point.byte && $0 != DecimalMark.comma.byte }
            .contains { isAmbiguous(Substring($0)) }
    }

    private static func isAmbiguous(_ number: some StringProtocol) -> Bool {
        let bytes = number.utf8
        guard (5...7).contains(bytes.count), bytes.first != UInt8(ascii: "0") else { return false }
        let parts = bytes.drop(while: isFigure)
        return parts.count == 4 && parts.first == DecimalMark.comma.byte
            && parts.dropFirst().allSatisfy(isFigure)
    }

    /// A number without the marks that part its thousands; nil where they do not stand before every third figure.
    private static func withoutThousands(_ text: some StringProtocol, _ mark: DecimalMark) -> String? {
        let halves = text.utf8.split(separator: mark.byte, maxSplits: 1, omittingEmptySubsequences: false)
        let groups = halves[0].split(separator: mark.thousands, omittingEmptySubsequences: false)
        guard groups.count > 1, (1...3).contains(groups[0].count), groups[0].first != UInt8(ascii: "0"),
            groups.dropFirst().allSatisfy({ $0.count == 3 }),
            halves.count == 1 || !halves[1].contains(mark.thousands)
        else { return nil }
        let whole = groups.map { String(decoding: $0, as: UTF8.self) }.joined()
        return halves.count == 1 ? whole : whole + "." + String(decoding: halves[1], as: UTF8.self)
    }

    private static func isFigure(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// A decimal number with a point or a comma and no sign; nil for anything else.
    private static func plainNumber(_ text: some StringProtocol) -> Double? {
        var mantissa: Int64 = 0
        var (figures, places) = (0, 0)
        var (hasDigit, hasPoint) = (false, false)
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39:
                hasDigit = true
                // A Double has fifteen figures; further ones behind the point say nothing more.
                guard figures < 15 else {
                    if hasPoint { continue } else { return nil }
                }
                mantissa = mantissa * 10 + Int64(byte - 0x30)
                if mantissa > 0 { figures += 1 }
                if hasPoint { places += 1 }
            case 0x2E, 0x2C:
                guard !hasPoint else { return nil }
                hasPoint = true
            default: return nil
            }
        }
        guard hasDigit, places <= 22 else { return nil }
        return Double(mantissa) / powersOfTen[places]
    }

    private static let powersOfTen: [Double] = (0...22).map {
        (0..<$0).reduce(1.0) { power, _ in power * 10 }
    }

    /// A number and the unit behind it, which may be empty; nil where the text does not begin with a number, or that may be two.
    static func parts(_ text: String, _ mark: DecimalMark? = nil) -> (Double, String)? {
        guard let text = Words.text(text), text.utf8.count <= 40 else { return nil }
        let digits = text.utf8.prefix { isFigure($0) || $0 == 0x2E || $0 == 0x2C }
        guard let number = number(Substring(digits), mark) else { return nil }
        return (number, String(text[digits.endIndex...].drop { $0 == " " }))
    }

    // MARK: - Out

    /// A number that is not negative with at most so many places behind the point, and none that say nothing.
    static func decimal(_ number: Double, places: Int) -> String {
        let scaled = Int64((number * powersOfTen[places]).rounded())
        let unit = Int64(powersOfTen[places])
        guard scaled % unit != 0 else { return String(scaled / unit) }
        let digits = String(scaled % unit)
        var fraction = String(repeating: "0", count: places - digits.utf8.count) + digits
        while fraction.utf8.last == 0x30 { fraction.removeLast() }
        return "\(scaled / unit).\(fraction)"
    }

    /// A sum or an estimate as results have it: what is beyond a thousandth comes from reckoning and not from the scales.
    static func thousandths(_ number: Double) -> Double { rounded(number, to: 1000) }

    /// A number on a grid of so many steps to one.
    static func rounded(_ number: Double, to scale: Double) -> Double {
        (number * scale).rounded() / scale
    }
}
