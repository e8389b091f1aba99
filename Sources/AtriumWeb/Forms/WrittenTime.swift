import AtriumSDK
import Foundation

/// A day, perhaps with a time, as inputs of a browser hold them.
struct WrittenTime: Hashable {
    /// `2026-03-01`.
    let date: String
    /// `09:30`, or with seconds where they are not 0: so browsers give it back.
    let time: String?
    let isUTC: Bool

    /// Reads a kept date, local time or instant; nil for one that inputs cannot hold.
    init?(_ text: String) {
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard let day = parts.first, let date = LocalDate(iso: String(day)), date.description == day,
            (1...9999).contains(Int(day.prefix(4)) ?? 0)
        else { return nil }
        self.date = String(day)
        guard parts.count == 2 else {
            (time, isUTC) = (nil, false)
            return
        }
        var clock = parts[1]
        isUTC = clock.hasSuffix("Z")
        if isUTC { clock.removeLast() }
        let bytes = Array(clock.utf8)
        guard bytes.count == 5 || bytes.count == 8,
            bytes.enumerated().allSatisfy({ $0 % 3 == 2 ? $1 == UInt8(ascii: ":") : (48...57).contains($1) }),
            clock.prefix(2) < "24", clock.dropFirst(3).prefix(2) < "60",
            clock.count == 5 || clock.suffix(2) < "60"
        else { return nil }
        time = String(clock.hasSuffix(":00") && clock.count == 8 ? clock.dropLast(3) : clock)
    }
}
