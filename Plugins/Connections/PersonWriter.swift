import AtriumSDK
import GRDB

/// What an import makes of one item: a person and its photo.
struct PersonDraft: Hashable, Sendable {
    /// The person.
    var person: Person
    /// The photo; nil: the item has none that can be shown.
    var photo: Photo?
    /// Whether the format can say a photo at all; CSV cannot, and so takes none away.
    var saysPhoto = true
}

/// Puts drafts into the module's tables, for every format that people come in.
final class PersonWriter: RecordWriter {
    private let store: PersonStore
    private let photos: PhotoStore
    private let now: String
    private var duplicates: ImportedDuplicates

    /// Makes a writer for one file.
    init(_ context: ImportContext) {
        store = PersonStore(db: context.db, tags: context.tags)
        photos = PhotoStore(attachments: context.attachments)
        now = context.nowText
        duplicates = ImportedDuplicates(context.db)
    }

    func record(uid: String, part: String) throws -> Int64? {
        try Int64.fetchOne(
            store.db.cachedStatement(sql: "SELECT id FROM connections_person WHERE uid = ?"), arguments: [uid]
        )
    }

    func insert(_ draft: PersonDraft, uid: String, part: String) throws -> Int64 {
        let id = try store.insert(draft.person, uid: uid, now: now)
        if let photo = draft.photo { try photos.set(photo, of: id) }
        duplicates.add(draft.person, id: id)
        return id
    }

    func combined(_ draft: PersonDraft, with other: PersonDraft) -> PersonDraft? {
        var combined = draft
        combined.person = PersonMerge(other.person, into: draft.person).person
        combined.person.tags += other.person.tags.filter { !combined.person.tags.contains($0) }
        combined.photo = draft.photo ?? other.photo
        combined.saysPhoto = draft.saysPhoto || other.saysPhoto
        return combined
    }

    func possibleDuplicates(of record: Int64, _ draft: PersonDraft) throws -> [Int64] {
        try duplicates.people(like: draft.person, id: record)
    }

    func update(_ record: Int64, to draft: PersonDraft) throws {
        guard let old = try store.person(record) else { return }
        try store.update(record, from: old, to: draft.person, now: now)
        guard try draft.saysPhoto && !photos.matches(draft.photo, of: record) else { return }
        try photos.set(draft.photo, of: record)
    }

    func matches(_ record: Int64, _ draft: PersonDraft) throws -> Bool {
        guard let person = try store.person(record), person.comparable == draft.person.comparable else {
            return false
        }
        return try !draft.saysPhoto || photos.matches(draft.photo, of: record)
    }
}
