import AtriumSDK
import RecordKit

/// What a memory is: something that the user wants to remember of a day with people; a note, a photo, or both.
let memoryKind = RecordKind(
    RecordDeclaration(
        .memories, "memory", table: "connections_memory",
        titleSQL: "ifnull(\(NoteSQL.beginning), 'memory, ' || r.happened_on)",
        values: [
            .date("day", "The day; at first today.").column("happened_on")
                .todayAtFirst.neverEmpty.past.filtered(.from, as: "from", "Only from this day on.")
                .filtered(.until, as: "until", "Only up to this day, with it."),
            .text("note", "What there is to remember.").positional.searched
                .filtered(.contains, as: "text", "Only those whose note contains this."),
            Companions.declaration("Those it was with.", option: "person"),
            .tags("What it was about: summer, travel.").listed(as: .lines)
                .filtered(.equals, as: "tag", "Only those with this tag."),
        ].map(\.always),
        computed: [
            FieldDeclaration(
                "photo", .object(PersonFields.photoFields), help: "The photo, where there is one.")
        ],
        filters: [Companions.filter(.memories)],
        listColumns: ["id", "day", "people", "note", "tags"],
        sorts: [
            SortDeclaration("latest", HappenedSort.latest("r.happened_on")),
            SortDeclaration("oldest", "r.happened_on"),
        ],
        file: FileDeclaration(
            "memories.csv",
            signs: [
                SignDeclaration(["day", "note", "people", "uid"]),
                SignDeclaration(["day", "note", "people"], isCertain: false),
                SignDeclaration(["note", "day"], isCertain: false, isSaid: true),
                SignDeclaration(["day", "note"], isCertain: false, isSaid: true),
            ], fingerprints: [["day", "note"]]),
        look: RecordLook(
            title: "note", lead: .day("day"), facts: ["people", "tags"], grouping: .month("day"),
            groups: [FieldGroup("", ["day", "people", "tags"]), FieldGroup("Photo", ["photo"])])),
    rules: MemoryRules()
)
.codec(Companions(.memories), of: "people")
.place(Companions(.memories), of: "people")
.describing("list", "List memories, the latest first.")
.describing("add", "Keep a memory of a day with people.")

/// What the declaration of a memory does not say: its photo, an attachment, which has no place in a table.
struct MemoryRules: RecordRules {
    private static let photo = Field<UploadedFile>.file(
        "photo", help: "A photo: a JPEG, PNG, GIF, WebP, BMP, TIFF, HEIC or AVIF file.")
    private static let removePhoto = Field<Bool>.boolean("removePhoto", help: "Takes the photo away.")

    let addFields = [photo.declaration]
    let editFields = [photo.declaration, removePhoto.declaration]

    func mend(_ values: inout RecordValues) -> [RowCells.Problem] { Companions.problems(values) }

    func attach(_ input: Arguments, to record: StoredRecord, _ context: CommandContext) throws -> Bool {
        let photos = photos(context)
        var isChanged = false
        func show(_ photo: Photo?) throws {
            isChanged = try !photos.matches(photo, of: record.id)
            if isChanged { try photos.set(photo, of: record.id) }
        }
        switch try ConnectionsCommands.photo(input) {
        case .keep: break
        case .clear: try show(nil)
        case .set(let photo): try show(photo)
        }
        if record.values.isEmpty("note"), try photos.attachment(of: record.id) == nil {
            throw AtriumError(
                .badData, "a memory without a note and without a photo says nothing",
                remedy: "give \(field: "note") or \(field: "photo")", field: "note")
        }
        return isChanged
    }

    func computed(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject {
        let photo = try photos(context).attachment(of: record.id)
        return ["photo": photo.map { .object(PersonValue.photo($0)) } ?? .null]
    }

    private func photos(_ context: CommandContext) -> PhotoStore {
        PhotoStore(attachments: context.attachments, collection: .memories)
    }
}
