import AtriumSDK
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// The fields that `add` and `edit` take, and what they make of an entry.
///
/// A local time is read on the clock of `zone`; without one on that of the time that it replaces, else on the user's.
enum EntryInput {
    static let record = Collection.recordField(of: .entries, named: "entry")
    static let text = Field<String>.longText("text", help: "The text, in Markdown.")
    static let title = Field<String>.text(
        "title", help: "The title. Without one, lists show the first line of the text.")
    static let at = Field<String>.when(
        "at",
        help: "The day, a time in the zone, or an instant. Defaults to now."
    ).titled("When").hinted("Defaults to now.")
    static let zone = Field<String>.text(
        "zone", help: "The time zone (Europe/Vienna), UTC or floating. Defaults to yours."
    ).hinted("Such as Europe/Vienna. Defaults to yours.")
    static let mood = Field<String>.choice("mood", of: Mood.words, help: "The mood.")
    static let place = Field<String>.text("place", help: "The place, in words.")
    static let people = PeopleFields(
        "people", of: .people, words: "the people in the entry", option: "person")
    static let tags = Field<[String]>.texts("tags", help: "The tags.").option("tag").formatted(.words)

    /// What add and edit have in common.
    static let fields: [FieldDeclaration] = [
        title.declaration, at.declaration, mood.declaration, people.all.declaration, place.declaration,
        tags.declaration, zone.declaration.grouped("Details"),
    ]

    /// Applies all fields that were given, but for people.
    ///
    /// - Parameter zones: knows the zone of the entry's time.
    /// - Throws: ``AtriumError`` with code `badData` where a value is wrong.
    static func apply(
        _ input: Arguments, to entry: inout Entry, zones: ZoneResolver, _ context: CommandContext
    ) throws {
        input.apply(title, to: &entry.title)
        entry.title = entry.title.flatMap(JournalText.line)
        input.apply(text, to: &entry.text)
        entry.text = JournalText.body(entry.text)
        input.apply(place, to: &entry.place)
        entry.place = entry.place.flatMap(JournalText.line)
        var word = entry.mood?.word
        input.apply(mood, to: &word)
        entry.mood = word.flatMap(Mood.init)
        if let words = input[tags] { entry.tags = Words.distinctTags(words) }
        if case .clear = input.change(tags) { entry.tags = [] }
        try applyTime(input, to: &entry, zones: zones, context)
    }

    private static func applyTime(
        _ input: Arguments, to entry: inout Entry, zones: ZoneResolver, _ context: CommandContext
    ) throws {
        let given = GivenTime(
            zone: input.change(zone), other: entry.at, userZone: Zones.id(of: context.settings.timeZone),
            zones: zones)
        switch input.change(at) {
        case .clear: entry.at = nil
        case .set(let text): entry.at = try given.time(text, field: "at")
        case .keep: entry.at = try given.showingSame(as: entry.at, field: "at")
        }
    }

    /// The moment at which a command runs, on the user's clock.
    static func now(_ context: CommandContext) -> CalendarTime {
        let viewer = Zones.viewer(context.settings)
        return .zoned(viewer.wallTime(at: Instant(context.now)), zone: viewer.id)
    }
}
