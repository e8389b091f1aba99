import AtriumSDK
import GRDB
import RecordKit

/// What an occasion looks like in results: a day on which an activity was done.
enum OccasionFields {
    /// The fields of a day within its activity.
    static let day: [FieldDeclaration] = [
        FieldDeclaration("day", .date, help: "The day.", isRequired: true),
        FieldDeclaration("note", .text, help: "The note about the day."),
        FieldDeclaration(
            "with", .list(.text), help: "The names of the people you did it with.", isRequired: true),
    ]

    static let record: [FieldDeclaration] =
        [
            FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
            FieldDeclaration(
                "uid", .text, help: "The activity's uid and the day.", isRequired: true),
            FieldDeclaration("activity", .reference(.activities), help: "The activity.", isRequired: true),
            FieldDeclaration("name", .text, help: "The activity's name.", isRequired: true),
        ] + day

    /// What ``value(_:_:)`` reads, over the alias `r`.
    static let columns = """
        r.id, r.uid, r.activity_id, r.day, r.note, r.with_uids,
        (SELECT a.name FROM activities_activity a WHERE a.id = r.activity_id) AS name
        """

    static func value(_ row: Row, _ context: CommandContext) throws -> DataObject {
        let id: Int64 = row["id"]
        let words = Words.names(column: row["with_uids"])
        return [
            "id": .integer(id), "uid": .text(row["uid"]), "activity": .integer(row["activity_id"]),
            "name": .text(row["name"]), "day": .text(row["day"]), "note": .text(orNull: row["note"]),
            "with": .list(try people(context).names(words, of: id)),
        ]
    }

    /// The days of an activity, in the shape of ``day``.
    static func days(of record: StoredRecord, _ context: CommandContext) throws -> [DataValue] {
        let rows = try Row.fetchAll(
            context.db.cachedStatement(
                sql: "SELECT \(columns) FROM activities_occasion r WHERE r.activity_id = ? ORDER BY r.day"),
            arguments: [record.id])
        return try rows.map { row in
            let value = try value(row, context)
            return .object(day.reduce(into: [:]) { $0[$1.name] = value[$1.name] })
        }
    }

    /// Those with whom days were.
    static func people(_ context: CommandContext) -> NamedPeople {
        NamedPeople(ActivityLinks.with, of: .occasions, among: .people, context.links, context.modules)
    }
}
