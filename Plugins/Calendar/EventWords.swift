import AtriumSDK
import DatePhrases
import ICalendarExchange
import ICalendarFormat

/// What the title of a new event says in words: `Maths lecture every monday 10-12`.
///
/// The words become the values of the fields that say the same, so that an event in words and one by fields are made in one way.
struct EventWords {
    /// The input, with what the words say.
    private(set) var input: Arguments
    /// The words that were understood.
    private(set) var understood: [String] = []
    /// The words that sound like a time and stayed in the title.
    private(set) var leftInText: [String] = []

    /// Fields with the event's time: if one of them has a value, the title stays unchanged.
    private static let timeFields = [
        "start", "end", "duration", "zone", "recurrenceRules", "recurrenceDates", "exceptionDates",
    ]

    /// Reads the title, unless a field has the event's time or `isPlain` is true.
    ///
    /// - Throws: ``AtriumError`` with code `badData` that names the title, as ``EventPhrase`` does.
    init(_ input: Arguments, isPlain: Bool, _ context: CommandContext) throws {
        self.input = input
        guard !isPlain, !Self.timeFields.contains(where: { input.values[$0].map { !$0.isNull } ?? false })
        else { return }
        let text = try input.required(EventInput.summary)
        let event = try PhraseMoment.reading(context) { moment in
            var moment = moment
            moment.field = "summary"
            moment.instead = "give \(field: "start") and \(field: "recurrenceRules", as: "rrule")"
            return try EventPhrase(text, at: moment)
        } zone: {
            $0.saysDay ? nil : $0.zone
        }
        guard let day = event.day else { return }
        var values = input.values
        values["summary"] = .text(event.text.isEmpty ? text : event.text)
        values["start"] = .text(Self.when(day, event.start))
        if let endDay = event.endDay { values["end"] = .text(Self.when(endDay, event.end)) }
        if let zone = event.zone { values["zone"] = .text(zone) }
        if let priority = event.priority, values["priority"] == nil {
            values["priority"] = .integer(Int64(priority))
        }
        if let rule = event.rule {
            let clock = event.zone.flatMap(Zones.system.zone) ?? Zones.viewer(context.settings)
            values["recurrenceRules"] = .texts([rule.text(endingIn: clock, at: event.start)])
            if !event.exceptions.isEmpty {
                // A day means the instance at the series' time of day.
                values["exceptionDates"] = .list(
                    event.exceptions.map { .object(["value": .text($0.description)]) })
            }
        }
        self.input = Arguments(checked: values, files: input.files)
        (understood, leftInText) = (event.understood, event.leftInText)
    }

    private static func when(_ day: LocalDate, _ time: ClockTime?) -> String {
        time.map { "\(day)T\($0):00" } ?? day.description
    }
}
