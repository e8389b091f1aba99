import AtriumSDK
import Foundation

/// Wall-clock times of a zone, and the instants that they are.
struct LocalClock {
    let zone: TimeZone

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// What the clock shows: `2026-03-01T09:30:00`.
    func text(of instant: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: instant)
        func padded(_ number: Int?, _ length: Int = 2) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, length - text.count)) + text
        }
        return "\(padded(parts.year, 4))-\(padded(parts.month))-\(padded(parts.day))"
            + "T\(padded(parts.hour)):\(padded(parts.minute)):\(padded(parts.second))"
    }

    /// The instant at which the clock shows something; nil where it never does.
    func instant(of text: String) -> Date? {
        guard let written = WrittenTime(text), let time = written.time, let day = LocalDate(iso: written.date)
        else {
            return nil
        }
        let clock = time.split(separator: ":").compactMap { Int($0) }
        var parts = DateComponents()
        (parts.year, parts.month, parts.day) = (day.year, day.month, day.day)
        (parts.hour, parts.minute, parts.second) = (
            clock.first, clock.dropFirst().first, clock.dropFirst(2).first ?? 0
        )
        guard let instant = calendar.date(from: parts) else { return nil }
        let full = time.count == 5 ? "\(written.date)T\(time):00" : "\(written.date)T\(time)"
        return self.text(of: instant) == full ? instant : nil
    }
}
