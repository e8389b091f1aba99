import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// The command that merges events.
enum EventMergeCommand {
    private static let all = Field<Bool>.boolean(
        "all", help: "Merge all events that are listed as duplicates of the event, in one step.")

    private static let take: Field<[String]> = {
        let fields = EventFields.single.filter { EventMerge.takeable.contains($0.name) }
        return Field<[String]>.choices(
            "take", of: fields.map(\.name),
            titles: Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.title) }),
            help: """
                Fields to take from the other event; the first event's value then becomes a line of the \
                description. If the other event has no value for a field, the first event's stays.
                """
        ).titled("Take from the other event")
    }()

    private static let keptFields = [
        FieldDeclaration(
            "field", .text, help: "The field that differed, such as location.", isRequired: true),
        FieldDeclaration("value", .text, help: "The replaced value.", isRequired: true),
        FieldDeclaration("keptAs", .text, help: "The place where the value is kept.", isRequired: true),
    ]

    private static let result: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id of the remaining event.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The uid of the remaining event.", isRequired: true),
        FieldDeclaration("summary", .text, help: "The title of the remaining event."),
        FieldDeclaration(
            "merged", .list(.integer()), help: "The former ids of the merged events.", isRequired: true),
        FieldDeclaration(
            "mergedUids", .list(.text),
            help: "The uids of the merged events. Imports use them to find the remaining one.",
            isRequired: true),
        FieldDeclaration(
            "kept", .list(.object(keptFields)), help: "Values that were replaced by another event's.",
            isRequired: true),
        FieldDeclaration("links", .integer(), help: "The number of links that moved.", isRequired: true),
        FieldDeclaration(
            "attachments", .integer(), help: "The number of attachments that moved.", isRequired: true),
        FieldDeclaration(
            "sources", .integer(), help: "The number of original texts that moved.", isRequired: true),
    ]

    static let merge = Command(
        "merge", .recordAction, past: "merged",
        summary: "Merge two events, or a group of duplicates, into one.",
        discussion: """
            The events must be at the same time. Guests, reminders, documents, tags, links and original texts of both \
            remain: an export contains the data of both, and a file with the other event finds the remaining one. \
            Descriptions are joined. If another field differs, the first event's value stays and the other value becomes \
            a line of the description, such as “Merged location: Room 2”; \(field: "take") reverses this for the fields \
            it names. The changed occurrences of a series follow it, and a day takes place if it takes place in one of \
            the series. \(command: "undo") undoes the merge.
            """,
        fields: [
            EventDuplicateCommands.dismissals.record.declaration,
            EventDuplicateCommands.dismissals.other.declaration, all.declaration, take.declaration,
        ],
        result: .object(result)
    ) { input, context in
        let dismissals = EventDuplicateCommands.dismissals
        let id = try input.required(dismissals.record)
        let taken = Set(input[take] ?? [])
        var others: [Int64] = []
        if input[dismissals.other] != nil {
            others = [try dismissals.both(input, context.db).otherID]
        } else if !taken.isEmpty || input[all] != true {
            throw AtriumError(
                .badData, "no other event is named",
                remedy: "name the event to merge, or give \(flag: "all") without \(field: "take")",
                field: "other")
        }
        if input[all] == true {
            others += try group(of: id, context).filter { !others.contains($0) }
        }
        return try merge(others, into: id, taking: taken, context)
    }

    /// Returns the other events of the event's group of duplicates.
    private static func group(of id: Int64, _ context: CommandContext) throws -> [Int64] {
        let search = DuplicateEvents(
            context.db, viewer: Zones.viewer(context.settings))
        guard let found = try search.duplicates(of: id) else {
            throw AtriumError(
                .notFound, "event \(id) has no duplicates",
                remedy: "\(command: "calendar duplicates") lists them", field: "record")
        }
        return found
    }

    private static func merge(
        _ others: [Int64], into id: Int64, taking taken: Set<String>, _ context: CommandContext
    ) throws -> DataValue {
        let merger = try EventMerger(context)
        var (kept, moved, uids): ([EventMerge.Kept], RecordMerge, [String]) = ([], RecordMerge(), [])
        for (index, other) in others.enumerated() {
            uids += try String.fetchAll(
                context.db, sql: "SELECT uid FROM calendar_event WHERE id = ?", arguments: [other])
            let result = try merger.merge(other, into: id, taking: index == 0 ? taken : [])
            kept += result.kept.filter { !kept.contains($0) }
            moved.links += result.moved.links
            moved.attachments += result.moved.attachments
            moved.sources += result.moved.sources
        }
        guard let event = try EventTable(context).find(id, withContent: false) else {
            throw AtriumError(.internal, "the remaining event disappeared")
        }
        return .object([
            "id": .integer(id), "uid": .text(event.uid), "summary": .text(orNull: event.details.summary),
            "merged": .list(others.map(DataValue.integer)), "mergedUids": .texts(uids),
            "kept": .list(
                kept.map { kept in
                    .object([
                        "field": .text(kept.field), "value": .text(kept.value), "keptAs": .text(kept.place),
                    ])
                }), "links": .integer(Int64(moved.links)),
            "attachments": .integer(Int64(moved.attachments)), "sources": .integer(Int64(moved.sources)),
        ])
    }
}
