import AtriumSDK
import DatePhrases
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// Dates that Todoist's rows say in English words: `every monday at 9`, `tomorrow`, `every! 3 days`.
///
/// They count from the day of the import, as the words of a command do: the file does not say when it was written. A task
/// that has a day or a repetition keeps it, so that the same file says nothing else on another day.
enum TodoistWords {
    private static let clue = "words"
    /// Beside a clue: the zone on whose clock the words are.
    private static let zone = "words-zone"

    /// Takes the words of a date down, if they can be read.
    ///
    /// - Returns: whether they can.
    static func note(_ text: String, language: String?, zone: String?, in row: inout ProgramRow) -> Bool {
        let anyDay = PhraseMoment(
            today: LocalDate(daysSince1970: 0), now: .midnight, firstWeekday: 1,
            hasZone: { Zones.system.zone($0) != nil })
        guard language?.lowercased() == "en", read(text, at: anyDay) != nil else { return false }
        row.clue(clue, text)
        row.clue(self.zone, zone)
        return true
    }

    /// What words say; nil: they say no day, or more than a time.
    private static func read(_ text: String, at moment: PhraseMoment) -> DatePhrase? {
        guard let phrase = try? DatePhrase(text.replacing("every!", with: "every"), at: moment),
            phrase.text.isEmpty, phrase.leftInText.isEmpty, phrase.day != nil
        else { return nil }
        return phrase
    }

    /// The words that a file has said so far: templates say the same ones again and again.
    private final class Known { var phrases: [String: DatePhrase?] = [:] }

    /// Gives a task the times of its words, unless it has some.
    static func complete(
        _ values: inout RecordValues, by draft: RecordDraft, _ context: RecordContext
    ) {
        guard let text = draft.clues[clue], ["planned", "repeat"].allSatisfy(values.isEmpty) else { return }
        let zone = draft.clues[zone].flatMap(Zones.system.zone) ?? Zones.viewer(context.settings)
        let moment = PhraseMoment(at: context.now, context.settings, in: zone)
        let known = context.once { _ in Known() }
        let key = zone.id + text
        let phrase = known.phrases[key] ?? read(text, at: moment)
        known.phrases[key] = .some(phrase)
        guard let phrase, let day = phrase.day else { return }
        values["planned"] = .text(day.description)
        if let time = phrase.time, values.isEmpty("due") {
            let clock = CivilDateTime(
                date: CivilDate(day),
                secondOfDay: (time.hour * 60 + time.minute) * 60)
            values["due"] = CalendarTime.zoned(clock, zone: phrase.zone ?? zone.id).value
        }
        values["repeat"] = .text(orNull: phrase.rule?.text(endingIn: zone, at: phrase.time))
        if text.contains("every!") { values["repeatFrom"] = .text("completion") }
    }
}
