/// Numbers in plain decimals.
public enum DecimalText {
    /// The shortest text that reads as `number` again, without an exponent: `0.00001` and not `1e-05`.
    ///
    /// The formats' values of type FLOAT have no exponents (RFC 5545, section 3.3.7; RFC 5870, section 3.3), so that
    /// readers take `1e-05` for 1, or refuse it. What is not finite has no decimals, and is given as Swift writes it.
    public static func text(_ number: Double) -> String {
        let text = "\(number)"
        guard number.isFinite, let mark = text.firstIndex(of: "e"),
            let exponent = Int(text[text.index(after: mark)...])
        else { return text }
        let sign = number < 0 ? "-" : ""
        let parts = text[..<mark].drop { $0 == "-" }.split(separator: ".")
        let whole = parts.first ?? "0"
        // `1.0e-05` has no decimals that count.
        let decimals = parts.count > 1 && parts[1] != "0" ? parts[1] : ""
        let digits = whole + decimals
        let point = whole.count + exponent
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
        if point >= digits.count {
            return sign + digits + String(repeating: "0", count: point - digits.count) + ".0"
        }
        let place = digits.index(digits.startIndex, offsetBy: point)
        return sign + digits[..<place] + "." + digits[place...]
    }
}
