import AtriumSDK
import RecordKit

/// What a memory is: something that the user wants to remember of a day with people; a note, a photo, or both.
let memoryKind = RecordKind(
    RecordDeclaration(
        .memories, "memory", table: "connections_memory",
        titleSQL: "ifnull(\(NoteSQL.beginning), 'memory, ' || r.happened_on)",
        values: [
            .date("day", "The day. Defaults to today.").column("happened_on")
                .todayAtFirst.notNull.past.filtered(.from, as: "from", "Only from this day on.")
                .filtered(.until, as: "until", "Only up to and including this day."),
            .text("note", "The memory in words.").positional.searched
                .filtered(.contains, as: "text", "Only memories whose note contains this text."),
            Companions.declaration("The people in the memory.", option: "person"),
            .tags("Tags, such as summer or travel.").listed(as: .lines)
                .filtered(.equals, as: "tag", "Only memories with this tag."),
        ].map(\.always),
        photo: "A photo.",
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
                SignDeclaration(["note", "day"], isCertain: false, requiresMapping: true),
                SignDeclaration(["day", "note"], isCertain: false, requiresMapping: true),
            ], fingerprints: [["day", "note"]]),
        look: RecordLook(
            title: "note", lead: .day("day"), facts: ["people", "tags"], grouping: .month("day"),
            groups: [FieldGroup("", ["day", "people", "tags"]), FieldGroup("Photo", ["photo"])])),
    rules: MemoryRules()
)
.codec(Companions(.memories), of: "people")
.place(Companions(.memories), of: "people")
.describing("list", "List memories, newest first.")
.describing("add", "Add a memory of a day with people.")

/// What the declaration of a memory does not say: that it says something.
struct MemoryRules: RecordRules {
    func mend(_ values: inout RecordValues) -> [RowCells.Problem] { Companions.problems(values) }

    func attach(_ input: Arguments, to record: StoredRecord, _ context: CommandContext) throws -> Bool {
        guard record.values.isEmpty("note") else { return false }
        let reference = RecordReference(.memories, record.id)
        guard try context.attachments.attachments(of: reference, role: Photo.role).isEmpty else {
            return false
        }
        throw AtriumError(
            .badData, "a memory needs a note or a photo",
            remedy: "give \(field: "note") or \(field: "photo")", field: "note")
    }
}
