import Foundation

/// A duration as hours and minutes.
struct HoursAndMinutes: Hashable {
    let hours: String?
    let minutes: String?

    /// Reads a kept duration (RFC 5545 section 3.3.6); nil for one that is not made of hours and minutes, or is written in a way
    /// that these would not come back in.
    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /PT(?:(\d{1,9})H)?(?:(\d{1,9})M)?/),
            match.1 != nil || match.2 != nil
        else { return nil }
        hours = match.1.map(String.init)
        minutes = match.2.map(String.init)
    }

    /// The duration of two texts; nil where both are empty.
    static func text(hours: String?, minutes: String?, name: String) throws(ControlError) -> String? {
        guard hours != nil || minutes != nil else { return nil }
        func number(_ text: String?, _ unit: String) throws(ControlError) -> String {
            guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return "" }
            guard text.utf8.count <= 9, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
                throw ControlError(name: name, message: "give whole hours and minutes")
            }
            return text + unit
        }
        return try "PT" + number(hours, "H") + number(minutes, "M")
    }
}
