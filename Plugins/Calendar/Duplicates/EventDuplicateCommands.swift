import AtriumSDK
import GRDB
import ICalendarExchange
import RecordKit

/// The commands that find duplicates of events, merge them, or mark them as different events.
enum EventDuplicateCommands {
    static let all = [duplicates, EventMergeCommand.merge, dismissals.dismiss]

    /// The pairs that the user marked as different events.
    static let dismissals = DismissedPairs(
        of: .events, "event", "events", records: "calendar_event", in: "calendar_dismissal")

    /// Each page compares all events again, so that its limit is higher than that of other lists.
    private static let limit = Field<Int64>
        .integer("limit", in: 1...10_000, help: "The maximum number of groups, 1 to 10,000.").defaulting(
            to: .integer(100))

    private static let groupFields: [FieldDeclaration] = [
        FieldDeclaration("count", .integer(from: 2), help: "The number of equal events.", isRequired: true),
        FieldDeclaration("start", .when, help: "The start of the first event.", isRequired: true),
        FieldDeclaration("summary", .text, help: "The title."),
        FieldDeclaration("first", .integer(), help: "The id of the event added first.", isRequired: true),
        FieldDeclaration("firstUid", .text, help: "The first event's uid.", isRequired: true),
        FieldDeclaration("second", .integer(), help: "The id of the next event.", isRequired: true),
        FieldDeclaration("secondUid", .text, help: "The next event's uid.", isRequired: true),
        FieldDeclaration(
            "others", .list(.reference(.events)),
            help: "The ids of all events of the group except the first one.", isRequired: true),
        FieldDeclaration(
            "calendars", .list(.text), help: "The calendars of the events, in their order.",
            isRequired: true),
        FieldDeclaration("reasons", .list(.text), help: "The reasons for the match.", isRequired: true),
    ]

    private static let duplicates = Command(
        "duplicates", .query, summary: "List groups of events with the same start, end and title.",
        discussion: """
            Events of all calendars are compared; the case of the title does not matter. A series is compared by its first \
            occurrence and its rules, and includes its changed occurrences. Merge two events or a whole group with \
            \(command: "calendar merge"), or mark two events as different with \(command: "calendar dismiss").
            """,
        fields: [DismissedPairs.dismissed.declaration, limit.declaration, ListQuery.cursor.declaration],
        result: .page(groupFields, columns: ["count", "start", "summary", "first", "others", "calendars"])
    ) { input, context in
        let search = DuplicateEvents(
            context.db, viewer: Zones.viewer(context.settings))
        let isDismissed = input[DismissedPairs.dismissed] == true
        let groups = try isDismissed ? search.dismissedPairs() : search.groups()
        let start = try input[ListQuery.cursor].map { try position($0, in: groups) } ?? 0
        let page = groups[start...].prefix(Int(input[limit] ?? 100))
        let names = try CalendarNames(context.db)
        let next = page.endIndex < groups.endIndex ? page.last?.position : nil
        return .object([
            "items": .list(page.map { value($0, names) }), "total": .integer(Int64(groups.count)),
            "next": .text(orNull: next.map { $0.map(String.init).joined(separator: ":") }),
        ])
    }

    private static func value(_ group: DuplicateEvents.Group, _ names: CalendarNames) -> DataValue {
        let (first, others) = (group.first, group.others)
        return .object([
            "count": .integer(Int64(others.count + 1)), "start": .text(first.start),
            "summary": .text(orNull: first.summary), "first": .integer(first.id),
            "firstUid": .text(first.uid), "second": .integer(others[0].id), "secondUid": .text(others[0].uid),
            "others": .list(others.map { .integer($0.id) }),
            "calendars": .texts(group.members.map { names[$0.calendarID] }.unique),
            "reasons": .texts(["same start, end and title"]),
        ])
    }

    /// Returns the index of the first group after a cursor.
    private static func position(_ cursor: String, in groups: [DuplicateEvents.Group]) throws -> Int {
        let position = cursor.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int64($0) }
        guard position.count == 3 else {
            throw AtriumError(
                .badData, "the cursor does not belong to this list",
                remedy: "use the `next` value of a page of this list, or none", field: "cursor")
        }
        return groups.firstIndex { position.lexicographicallyPrecedes($0.position) } ?? groups.count
    }
}
