import Foundation

/// Functions that format and add habit amounts.
enum HabitAmount {
    /// The greatest valid amount.
    ///
    /// The amount's text contains all digits.
    static let greatest = 1_000_000_000.0

    /// Returns an amount as text, such as `12` or `1.5`.
    ///
    /// The text for a whole number has no fraction.
    static func text(_ amount: Double) -> String {
        amount == amount.rounded() && abs(amount) <= greatest ? String(Int64(amount)) : "\(amount)"
    }

    /// Returns the sum of amounts, computed with decimal arithmetic.
    ///
    /// With decimal arithmetic, 9.99 + 10 is 19.99. Binary floating-point arithmetic has a different result.
    static func sum(_ amounts: some Sequence<Double>) -> Double {
        let sum = amounts.reduce(Decimal(0)) { $0 + (Decimal(string: "\($1)") ?? Decimal($1)) }
        return Double("\(sum)") ?? 0
    }

    /// Returns a rounded amount with at most five characters: `12`, `1.5`, `123.5`, `123k`, `12.3M`.
    static func short(_ amount: Double) -> String {
        if text(amount).count <= 5 { return text(amount) }
        for (unit, sign) in [(1.0, ""), (1e3, "k"), (1e6, "M"), (1e9, "G")] {
            for scale in [10.0, 1] {
                let rounded = (amount / unit * scale).rounded() / scale
                let text = text(rounded) + sign
                if text.count <= 5 { return rounded > 0 ? text : "<0.1" }
            }
        }
        return ">999G"
    }
}
