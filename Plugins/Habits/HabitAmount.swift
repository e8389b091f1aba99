import Foundation

/// Amounts of what a habit counts, as text.
enum HabitAmount {
    /// The greatest amount that is taken; it is written with all its digits.
    static let greatest = 1_000_000_000.0

    /// The number without a fraction of nothing: `12`, `1.5`.
    static func text(_ amount: Double) -> String {
        amount == amount.rounded() && abs(amount) <= greatest ? String(Int64(amount)) : "\(amount)"
    }

    /// The sum of amounts as they are written: 9.99 and 10 are 19.99, which binary fractions do not give.
    static func sum(_ amounts: some Sequence<Double>) -> Double {
        let sum = amounts.reduce(Decimal(0)) { $0 + (Decimal(string: "\($1)") ?? Decimal($1)) }
        return Double("\(sum)") ?? 0
    }

    /// The number in at most five characters, rounded: `12`, `1.5`, `123.5`, `123k`, `12.3M`.
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
