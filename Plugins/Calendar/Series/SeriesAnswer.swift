import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// The part of a command's result that describes the changes of a series.
struct SeriesAnswer {
    /// The effect of a change on an event.
    enum Change: String {
        case changed
        case new
        case dropped
    }

    var scope = SeriesPart.all
    /// The number of changed occurrences whose own time moved with the series.
    var movedAlong = 0
    /// The number of changed occurrences that keep a time of their own.
    var kept = 0
    /// The exceptions that match no occurrence after the change.
    var unmatched: [String] = []
    private var parts: [DataValue] = []
    private var partCount = 0
    /// The largest number of parts and exceptions that a result lists.
    private static let most = 50

    /// Notes what became of an event.
    mutating func add(_ change: Change, _ event: Event) {
        partCount += 1
        guard parts.count < Self.most else { return }
        parts.append(
            .object([
                "change": .text(change.rawValue), "id": .integer(event.id),
                "start": .text(orNull: event.details.start?.storedText),
                "summary": .text(orNull: event.details.summary),
            ]))
    }

    /// The field of a result that describes the changes of a series.
    static let field = FieldDeclaration(
        "change", .object(fields), help: "How the series changed, or null if the event is not part of one.")

    private static let fields = [
        FieldDeclaration(
            "scope", .choice(SeriesPart.allCases.map(\.rawValue)),
            help: "The part of the series that changed.",
            isRequired: true
        ).role(.part),
        FieldDeclaration(
            "parts",
            .list(
                .object([
                    FieldDeclaration(
                        "change", .text, help: "What became of the event: changed, new or dropped.",
                        isRequired: true),
                    FieldDeclaration("id", .integer(), help: "The event's id.", isRequired: true),
                    FieldDeclaration("start", .when, help: "The event's start."),
                    FieldDeclaration("summary", .text, help: "The title."),
                ])), help: "The events that the command changed, at most \(most).", isRequired: true),
        FieldDeclaration(
            "partCount", .integer(from: 0), help: "The number of events that the command changed.",
            isRequired: true),
        FieldDeclaration(
            "movedAlong", .integer(from: 0),
            help: "The number of changed occurrences that moved with the series.", isRequired: true
        ).counted("changed day moved along", "changed days moved along"),
        FieldDeclaration(
            "kept", .integer(from: 0),
            help: "The number of changed occurrences that keep a time of their own.", isRequired: true
        ).counted("day keeps a time of its own", "days keep a time of their own"),
        FieldDeclaration(
            "unmatched", .list(.text),
            help: "Exceptions that match no occurrence of the series any more, at most \(most).",
            isRequired: true),
        FieldDeclaration(
            "unmatchedCount", .integer(from: 0), help: "The number of such exceptions.", isRequired: true
        ).counted(
            "exception matches no occurrence now", "exceptions match no occurrence now",
            remedy: EventInput.dropUnmatched.declaration.name),
    ]

    /// The value of ``field`` after a change of a series.
    var value: DataValue {
        .object([
            "scope": .text(scope.rawValue), "parts": .list(parts), "partCount": .integer(Int64(partCount)),
            "movedAlong": .integer(Int64(movedAlong)), "kept": .integer(Int64(kept)),
            "unmatched": .texts(Array(unmatched.prefix(Self.most))),
            "unmatchedCount": .integer(Int64(unmatched.count)),
        ])
    }
}
