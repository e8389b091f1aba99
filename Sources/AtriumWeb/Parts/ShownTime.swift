import AtriumSDK
import Foundation

/// A day or a time as it is shown: instants on the user's clock, others on that of their zone, which is named if it is another.
struct ShownTime: Hashable {
    let date: String
    let time: String?
    /// Where the clock is, in words behind the time: ` (New York)`; empty for the user's own.
    let place: String

    /// Reads the text of a record's field; nil for what is no day and no time.
    init?(_ text: String, _ field: FieldDeclaration?, of record: DataObject, _ site: Site) {
        guard let written = WrittenTime(text) else { return nil }
        guard written.isUTC else {
            (date, time) = (written.date, written.time)
            let zone = time == nil ? nil : field?.zone.flatMap { record[$0]?.textValue }
            place =
                zone == nil || zone == site.user.timeZone.identifier
                ? "" : " (\(zone?.split(separator: "/").last?.replacing("_", with: " ") ?? ""))"
            return
        }
        guard let local = WrittenTime(site.clock(text)) else { return nil }
        (date, time, place) = (local.date, local.time, "")
    }

    init(date: String, time: String? = nil, place: String = "") {
        (self.date, self.time, self.place) = (date, time, place)
    }
}
