import AtriumSDK
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What an activity looks like in results.
enum ActivityFields {
    /// The fields of an activity in lists.
    static let listed: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The uid, which stays the same over export and import.", isRequired: true),
        FieldDeclaration("name", .text, help: "What it is called.", isRequired: true),
        FieldDeclaration("category", .text, help: "Its kind, such as restaurants."),
        FieldDeclaration("place", .text, help: "Where it is, in words."),
        FieldDeclaration(
            "coordinates", .text, help: "Where it is on the globe: latitude and longitude in degrees."),
        FieldDeclaration("notes", .longText, help: "More about it."),
        FieldDeclaration("link", .text, help: "Where to read more: a URI."),
        FieldDeclaration("cost", .text, help: "What it costs: an exact amount with its currency."),
        FieldDeclaration("rating", .integer(1...5), help: "How good it is, from 1 to 5, the best."),
        FieldDeclaration(
            "planned", .when, help: "When it is planned: a day, or a time on the clock of its zone."),
        FieldDeclaration(
            "zone", .text, help: "The zone of a planned time; empty: a day, UTC or floating."),
        FieldDeclaration(
            "goodFor", .list(.text), help: "The names of those whom it is good for.", isRequired: true),
        FieldDeclaration("tags", .list(.text), help: "Its tags.", isRequired: true),
        FieldDeclaration("timesDone", .integer(), help: "On how many days it was done.", isRequired: true),
        FieldDeclaration("lastDone", .date, help: "The last day on which it was done."),
        FieldDeclaration("createdAt", .instant, help: "When it was made.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "When it was last changed.", isRequired: true),
    ]

    /// The fields of one activity.
    static let record =
        listed + [
            FieldDeclaration(
                "done",
                .list(
                    .object([
                        FieldDeclaration("day", .date, help: "The day.", isRequired: true),
                        FieldDeclaration("note", .text, help: "What was noted of it."),
                        FieldDeclaration(
                            "with", .list(.text), help: "The names of those with whom it was.",
                            isRequired: true),
                    ])), help: "The days on which it was done, in order.", isRequired: true)
        ]

    /// An activity in the shape of ``listed``.
    static func item(_ stored: StoredActivity, _ context: CommandContext) throws -> DataObject {
        let activity = stored.activity
        return [
            "id": .integer(stored.id), "uid": .text(stored.uid), "name": .text(activity.name),
            "category": .text(orNull: activity.category), "place": .text(orNull: activity.place),
            "coordinates": .text(orNull: activity.coordinates?.description),
            "notes": .text(orNull: activity.notes), "link": .text(orNull: activity.link),
            "cost": .text(orNull: activity.cost?.description),
            "rating": .integer(orNull: activity.rating.map(Int64.init)),
            "planned": .text(orNull: activity.planned?.storedText),
            "zone": .text(orNull: activity.planned?.zoneID),
            "goodFor": .list(
                try ActivityLinks(context).goodFor.names(activity.goodFor, of: stored.id)),
            "tags": .list(activity.tags.map(DataValue.text)),
            "timesDone": .integer(Int64(activity.occasions.count)),
            "lastDone": .text(orNull: activity.lastDone?.description),
            "createdAt": .text(stored.createdAt), "updatedAt": .text(stored.updatedAt),
        ]
    }

    /// An activity in the shape of ``record``.
    static func value(_ id: Int64, _ table: ActivityTable, _ context: CommandContext) throws -> DataValue {
        let stored = try table.activity(id)
        var object = try item(stored, context)
        let days = stored.activity.occasions.sorted { $0.key < $1.key }
        object["done"] = .list(
            try days.map { day, occasion in
                let row = try table.occasion(of: id, on: day)
                let with = try row.map {
                    try ActivityLinks(context).with.names(occasion.with, of: $0)
                }
                return .object([
                    "day": .text(day.description), "note": .text(orNull: occasion.note),
                    "with": .list(with ?? []),
                ])
            })
        return .object(object)
    }
}
