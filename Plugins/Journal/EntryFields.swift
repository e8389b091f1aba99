import AtriumSDK
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What an entry looks like in results.
enum EntryFields {
    private static let photo: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The photo's id.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name of its file."),
        FieldDeclaration("mediaType", .text, help: "The media type, such as image/jpeg.", isRequired: true),
        FieldDeclaration("byteCount", .integer(from: 0), help: "Its size in bytes.", isRequired: true),
        FieldDeclaration("sha256", .text, help: "The SHA-256 of its content.", isRequired: true),
    ]

    /// The fields of an entry.
    static let record: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The uid, which stays the same over export and import.", isRequired: true),
        FieldDeclaration(
            "at", .when, help: "The day, or the time in the entry's time zone."
        ).onClock(of: "zone"),
        FieldDeclaration("zone", .text, help: "The time zone; empty for a day, UTC or a floating time."),
        FieldDeclaration(
            "heading", .text, help: "The title, or else the first line of the text.", isRequired: true),
        FieldDeclaration("title", .text, help: "The title."),
        FieldDeclaration("text", .longText, help: "The text, in Markdown."),
        FieldDeclaration("mood", .choice(Mood.words), help: "The mood."),
        FieldDeclaration("place", .text, help: "The place, in words."),
        FieldDeclaration(
            "people", .list(.text), help: "The names of the people in the entry.", isRequired: true),
        FieldDeclaration("tags", .list(.text), help: "The tags.", isRequired: true),
        FieldDeclaration("photos", .list(.object(photo)), help: "The photos, in order.", isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "The time when it was created.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "The time when it was last changed.", isRequired: true),
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
