import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// Something that the user did with people: a call, a meeting, a letter.
struct Interaction: Hashable, Sendable {
    /// What it was, in the user's words and in lower case: `call`, `meeting`; never empty.
    var kind: String
    /// When it was.
    var when: HappenedAt
    /// What there is to remember of it; nil or not empty.
    var note: String?
    /// With whom, in the order in which it was said.
    var companions: [Companion] = []

    /// What it is where nothing is said.
    static let usualKind = "meeting"

    /// A kind as it is kept: in lower case, on one line, without blanks around; nil where nothing is left.
    static func kind(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        return words.isEmpty ? nil : words
    }
}

/// A day in the past, or a time on it, on the clock of a zone.
struct HappenedAt: Hashable, Sendable {
    /// The day.
    var day: LocalDate
    /// The time as `HH:MM:SS`; nil where only the day is known.
    var time: String?
    /// The zone of the time, a name of the zone database; nil where only the day is known.
    var zone: String?

    /// A day.
    init(_ day: LocalDate) { self.day = day }

    /// Reads what ``FieldType/when`` gives: a day, a time in the user's zone, or an instant, which becomes such a time.
    ///
    /// Nil where the text is none of them.
    init?(_ text: String, in settings: UserSettings) { self.init(text, in: Zones.viewer(settings)) }

    /// The same on the clock of a zone.
    init?(_ text: String, in zone: Zone) {
        if let day = LocalDate(iso: text) {
            self.init(day)
        } else if let instant = AtriumSDK.Instant.date(text) {
            self.init(ICalendarFormat.Instant(instant), in: zone)
        } else {
            self.init(clock: text, zone: zone.id)
        }
    }

    /// An instant, as a clock in a zone shows it.
    init?(_ instant: ICalendarFormat.Instant, in zone: Zone) {
        self.init(clock: zone.wallTime(at: instant).isoText, zone: zone.id)
    }

    /// Reads `YYYY-MM-DDTHH:MM:SS` on the clock of a zone; nil where the text is anything else.
    init?(clock text: String, zone: String) {
        guard text.utf8.count == 19, text.utf8.dropFirst(10).first == UInt8(ascii: "T"),
            let day = LocalDate(iso: String(text.prefix(10))), Self.isTime(text.utf8.dropFirst(11))
        else { return nil }
        self.day = day
        time = String(text.suffix(8))
        self.zone = zone
    }

    /// Whether bytes are `HH:MM:SS`: a regular expression would take longer than all else of an import's row.
    private static func isTime(_ bytes: Substring.UTF8View) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3 else { return false }
        return zip(parts, [24, 60, 60]).allSatisfy { part, limit in
            guard part.count == 2, part.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            else { return false }
            return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } < limit
        }
    }

    /// The day as `YYYY-MM-DD`, or the time as `YYYY-MM-DDTHH:MM:SS`.
    var text: String { day.description + (time.map { "T" + $0 } ?? "") }
}
