import AtriumSDK
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What an entry looks like in results.
enum EntryFields {
    private static let photo: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The photo's id.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name of its file."),
        FieldDeclaration("mediaType", .text, help: "What it is: image/jpeg, say.", isRequired: true),
        FieldDeclaration("byteCount", .integer(from: 0), help: "Its size in bytes.", isRequired: true),
        FieldDeclaration("sha256", .text, help: "The SHA-256 of its content.", isRequired: true),
    ]

    /// The fields of an entry.
    static let record: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The uid, which stays the same over export and import.", isRequired: true),
        FieldDeclaration(
            "at", .when, help: "The moment that it is of: a day, or a time on the clock of its zone."
        ).onClock(of: "zone"),
        FieldDeclaration("zone", .text, help: "The zone of a time; empty: a day, UTC or floating."),
        FieldDeclaration(
            "heading", .text, help: "Its title, else the first line of its text.", isRequired: true),
        FieldDeclaration("title", .text, help: "Its title."),
        FieldDeclaration("text", .longText, help: "What was written, in Markdown."),
        FieldDeclaration("mood", .choice(Mood.words), help: "How it was."),
        FieldDeclaration("place", .text, help: "Where it was, in words."),
        FieldDeclaration(
            "people", .list(.text), help: "The names of those whom it tells of.", isRequired: true),
        FieldDeclaration("tags", .list(.text), help: "Its tags.", isRequired: true),
        FieldDeclaration("photos", .list(.object(photo)), help: "Its photos, in order.", isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "When it was made.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "When it was last changed.", isRequired: true),
    ]

    /// An entry in the shape of ``record``.
    static func value(_ stored: StoredEntry, _ context: CommandContext) throws -> DataObject {
        let entry = stored.entry
        let photos = try context.attachments.attachments(
            of: RecordReference(.entries, stored.id), role: EntryPhotos.role)
        return [
            "id": .integer(stored.id), "uid": .text(stored.uid), "at": .text(orNull: entry.at?.storedText),
            "zone": .text(orNull: entry.at?.zoneID), "heading": .text(entry.heading),
            "title": .text(orNull: entry.title), "text": .text(orNull: entry.text),
            "mood": .text(orNull: entry.mood?.word), "place": .text(orNull: entry.place),
            "people": .list(try JournalPeople.of(context).names(stored.entry.people, of: stored.id)),
            "tags": .list(entry.tags.map(DataValue.text)),
            "photos": .list(
                photos.map { photo in
                    .object([
                        "id": .integer(photo.id),
                        "name": .text(orNull: photo.name.isEmpty ? nil : photo.name),
                        "mediaType": .text(photo.mediaType), "byteCount": .integer(photo.byteCount),
                        "sha256": .text(photo.sha256),
                    ])
                }),
            "createdAt": .text(stored.createdAt), "updatedAt": .text(stored.updatedAt),
        ]
    }

    /// The entry with an id, in the shape of ``record``.
    static func value(_ id: Int64, _ context: CommandContext) throws -> DataValue {
        .object(try value(EntryTable(context).entry(id), context))
    }
}
