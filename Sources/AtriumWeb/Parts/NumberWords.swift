/// Numbers as people write them.
enum NumberWords {
    /// A number of bytes in the unit that gives a short number: 60 MB.
    static func bytes(_ bytes: Int64) -> String {
        switch bytes {
        case ..<1000: "\(bytes) bytes"
        case ..<1_000_000: "\(bytes / 1000) kB"
        case ..<1_000_000_000: "\(bytes / 1_000_000) MB"
        default:
            (bytes % 1_000_000_000 == 0
                ? "\(bytes / 1_000_000_000)" : "\(bytes / 1_000_000_000).\(bytes / 100_000_000 % 10)") + " GB"
        }
    }

    /// A number of things, figures in threes: 1,204 items.
    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(figures(number)) \(number == 1 ? one : many ?? one + "s")"
    }

    /// A number with its figures in threes.
    static func figures(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { text.append(",") }
            text.append(digit.element)
        }
    }
}
