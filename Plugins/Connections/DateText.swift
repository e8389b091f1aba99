import VCardFormat

/// Dates as the module keeps them: `1985-04-12`, `--04-12`, `1985-04`, `1985`, `--04`, `---12`, or words.
///
/// A day of which year, month or day may be unknown is vCard's own idea (RFC 6350 section 4.3.1), and so is its type,
/// `PartialDate`. A time of day that a card gives with a date stays in the source.
enum DateText {
    /// The text of a date, or nil where a text is no date, or has a time of day.
    static func canonical(_ text: String) -> String? {
        guard let date = PartialDate(text), date.time == nil, (1...9999).contains(date.year ?? 1) else {
            return nil
        }
        return date.extended
    }

    /// The text of what a card says; nil where it says a time of day only.
    static func text(_ value: DateValue) -> String? {
        switch value {
        case .text(let words): words.nonEmpty
        case .date(let date): PartialDate(year: date.year, month: date.month, day: date.day).extended.nonEmpty
        }
    }

    /// What a card shall say for a text.
    static func value(_ text: String) -> DateValue {
        guard canonical(text) != nil, let date = PartialDate(text) else { return .text(text) }
        return .date(date)
    }
}
