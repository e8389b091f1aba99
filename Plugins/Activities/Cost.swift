import AtriumSDK
import GRDB
import RecordKit

/// What something costs: an exact decimal number, and in which currency.
///
/// The amount is kept as the digits that were given, so that no cent is lost to binary fractions: `12.50` stays `12.50`.
struct Cost: Sendable, Hashable, CustomStringConvertible {
    /// The amount: digits, and after a point up to four more; without leading zeros.
    let amount: String
    /// The currency by the three letters of ISO 4217; nil only where it costs nothing.
    let currency: String?

    /// Why a text is no cost.
    enum Problem: Error {
        /// There is no number, or one with more digits than amounts have.
        case notAnAmount
        /// It is less than nothing.
        case negative
        /// It says no currency, or one that is not three letters.
        case noCurrency

        /// What is wrong, in a few words.
        var message: String {
            switch self {
            case .notAnAmount: "is not an amount with a currency"
            case .negative: "is negative"
            case .noCurrency: "has no currency"
            }
        }
    }

    /// Makes a cost of what is kept.
    init(amount: String, currency: String?) {
        self.amount = amount
        self.currency = currency
    }

    /// Reads `12.50 EUR`, `EUR 12.50`, `€ 12,50`, `0` or `free`.
    ///
    /// A comma counts as the point where one or two digits follow it; thousands are not grouped. `€` and `£` are read; `$` and
    /// `¥` are signs of several currencies, and are not.
    init(_ text: String) throws(Problem) {
        let text = text.replacing("€", with: " EUR ").replacing("£", with: " GBP ")
        if text.filter({ !$0.isWhitespace }).lowercased() == "free" {
            self.init(amount: "0", currency: nil)
            return
        }
        // Letters stand before the number or after it, not on both sides.
        let words = Words.line(text) ?? ""
        let head = words.prefix(while: \.isLetter)
        let tail = words.suffix(words.reversed().prefix(while: \.isLetter).count)
        guard head.isEmpty || tail.isEmpty else { throw .notAnAmount }
        let letters = String(head + tail)
        let number = words.dropFirst(head.count).dropLast(tail.count)
        let trimmed = Words.line(String(number)) ?? ""
        if trimmed.hasPrefix("-") || trimmed.hasPrefix("−") { throw .negative }
        guard let amount = Self.amount(trimmed) else { throw .notAnAmount }
        let currency = letters.uppercased()
        let isNothing = amount.allSatisfy { $0 == "0" || $0 == "." }
        guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (65...90).contains($0) }) else {
            guard currency.isEmpty, isNothing else { throw .noCurrency }
            self.init(amount: amount, currency: nil)
            return
        }
        self.init(amount: amount, currency: currency)
    }

    /// The digits of an amount in the form in which they are kept; nil where there are none, or too many.
    private static func amount(_ text: String) -> String? {
        var text = text
        if let comma = text.firstIndex(of: ","), !text.contains("."),
            (1...2).contains(text[comma...].dropFirst().count)
        {
            text.replaceSubrange(comma...comma, with: ".")
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        let whole = parts[0].drop { $0 == "0" }
        guard whole.count <= 15, !parts[0].isEmpty || parts.count == 2 else { return nil }
        let integer = whole.isEmpty ? "0" : String(whole)
        guard parts.count == 2 else { return integer }
        guard (1...4).contains(parts[1].count) else { return nil }
        return integer + "." + parts[1]
    }

    /// The amount and its currency: `12.50 EUR`.
    var description: String { currency.map { amount + " " + $0 } ?? amount }
}

extension Cost {
    static let rule = WordRule("the cost is not an amount with a currency") { text in
        do throws(Problem) {
            return try Cost(text).description
        } catch {
            throw AtriumError(
                .badData, "cost \(error.message)",
                remedy: "write it as 12.50 EUR, with an ISO 4217 currency code, or 0 if it is free",
                field: "cost")
        }
    }

    /// Two columns hold it.
    static let split = ColumnSplit(
        columns: { text in
            let words = text.split(separator: " ").map(String.init)
            return [words.first.databaseValue, words.dropFirst().first.databaseValue]
        },
        text: { columns in
            String.fromDatabaseValue(columns[0]).map {
                Cost(amount: $0, currency: String.fromDatabaseValue(columns[1])).description
            }
        })
}
