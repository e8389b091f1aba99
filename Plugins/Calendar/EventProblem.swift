import AtriumSDK
import ContentLine
import ICalendarFormat

/// The reason why an event has no start, from the text that a file had for it.
///
/// Such an event takes place on no day, so that only the list and its own page show it.
enum EventProblem {
    /// The longest value to quote, in characters.
    private static let longestValue = 60

    /// The reason and the remedy, or nil if the event has a start.
    static func text(of event: Event, _ context: CommandContext) throws -> String? {
        guard event.details.start == nil else { return nil }
        let source = try context.records.originalText(
            of: RecordReference(.events, event.id), in: .icalendar)
        let line = source.flatMap { Component.parse($0).component.property("DTSTART") }
        return "\(reason(line)) Edit the event and give it a start."
    }

    private static func reason(_ line: ContentLine?) -> String {
        guard let line else { return "The file has no start (DTSTART) for this event." }
        let words = String(decoding: line.value, as: UTF8.self).filter { !$0.isNewline }
        guard let value = Words.filled(words) else { return "The start (DTSTART) in the file is empty." }
        let quoted = value.count > longestValue ? value.prefix(longestValue) + "…" : value[...]
        return "The start (DTSTART) in the file is “\(quoted)”, which is not a date or time."
    }
}
