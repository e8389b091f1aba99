import AtriumSDK
import GRDB
import RecordKit

/// Joins one person into another.
enum MergeCommand {
    private static let result: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id of the remaining person.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The uid of the remaining person.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name of the remaining person.", isRequired: true),
        FieldDeclaration(
            "merged", .integer(), help: "The former id of the merged person.", isRequired: true),
        FieldDeclaration(
            "mergedUid", .text,
            help: "The uid of the merged person. Imports use it to find the remaining one.",
            isRequired: true),
        FieldDeclaration(
            "kept",
            .list(
                .object([
                    FieldDeclaration(
                        "field", .text, help: "The field that differed, such as birthday.", isRequired: true),
                    FieldDeclaration(
                        "value", .text, help: "The replaced value, or null for a photo."),
                    FieldDeclaration(
                        "keptAs", .text, help: "The place where the value is kept.", isRequired: true),
                ])), help: "Values that were replaced by the other person's.", isRequired: true),
        FieldDeclaration("links", .integer(), help: "The number of links that moved.", isRequired: true),
        FieldDeclaration(
            "attachments", .integer(), help: "The number of attachments that moved.", isRequired: true),
        FieldDeclaration(
            "sources", .integer(), help: "The number of original texts that moved.", isRequired: true),
    ]

    private static let take = Field<[String]>.choices(
        "take", of: PersonMerge.takeable.map(\.name),
        titles: Dictionary(uniqueKeysWithValues: PersonMerge.takeable.map { ($0.name, $0.title) }),
        help: """
            Fields to take from the other person; the first person's value then becomes the custom field. \
            If the other person has no value for a field, the first person's stays.
            """
    ).titled("Take from the other person")

    static let merge = Command(
        "merge", .recordAction, past: "merged",
        summary: "Merge two people into one.",
        discussion: """
            Lists are combined without repeats; e-mail addresses and phone numbers are compared in a normalized \
            form but kept as written. If a field with a single value differs, the first person's value stays and \
            the other value becomes a custom field, such as “Merged birthday”; a second photo becomes an \
            additional one. \(field: "take") reverses this for the fields it names. Tags, links, attachments and \
            original texts move too: an export contains the data of both cards, and a file with the other person \
            finds the remaining one. Relations between the two are removed. \(command: "undo") undoes the merge.
            """,
        fields: [
            DuplicateCommands.dismissals.record.declaration,
            DuplicateCommands.dismissals.other.required.declaration, take.declaration,
        ],
        result: .object(result)
    ) { input, context in
        let dismissals = DuplicateCommands.dismissals
        let (id, uid, otherID, otherUID) = try dismissals.both(input, context.db)
        let store = PersonStore(db: context.db, tags: context.tags)
        guard let other = try store.person(otherID) else {
            throw AtriumError(.internal, "the person to merge disappeared")
        }
        let related = try RelatedPeople(context.db)
        /// Nobody is related to themselves.
        func unrelated(_ person: Person, _ holder: Int64) throws -> Person {
            var person = person
            person.details = try person.details.filter { detail in
                guard detail.kind == .relation,
                    let target = try related.person(detail.value, of: holder, context.modules)
                else { return true }
                return target != id && target != otherID
            }
            return person
        }
        let taken = Set(input[take] ?? [])
        let (behind, shown) = taken.contains(PersonMerge.photo) ? (id, otherID) : (otherID, id)
        let hasFurtherPhoto = try PhotoStore(attachments: context.attachments)
            .putBehind(of: behind, for: shown)
        let moved = try context.records.merge(PersonStore.reference(otherID), into: PersonStore.reference(id))
        try dismissals.move(from: otherUID, to: uid, context.db)
        for companions in CompanionTable.all { try companions.move(from: otherID, to: id, context.db) }
        // Read now: the tags of both are the person's.
        guard let old = try store.person(id) else {
            throw AtriumError(.notFound, "the person does not exist", field: "record")
        }
        let merged = try PersonMerge(unrelated(other, otherID), into: unrelated(old, id), taking: taken)
        try store.update(id, from: old, to: merged.person, now: context.nowText)
        try context.db.execute(sql: "DELETE FROM connections_person WHERE id = ?", arguments: [otherID])
        return .object([
            "id": .integer(id), "uid": .text(uid), "name": .text(merged.person.displayName),
            "merged": .integer(otherID), "mergedUid": .text(otherUID),
            "kept": .list(values(merged.kept, hasFurtherPhoto: hasFurtherPhoto)),
            "links": .integer(Int64(moved.links)), "attachments": .integer(Int64(moved.attachments)),
            "sources": .integer(Int64(moved.sources)),
        ])
    }

    /// The result's list of what gave way.
    private static func values(_ kept: [PersonMerge.Kept], hasFurtherPhoto: Bool) -> [DataValue] {
        let values = kept.map { kept -> DataValue in
            .object([
                "field": .text(kept.field), "value": .text(kept.value),
                "keptAs": .text(kept.detail.qualifier.map { "custom field “\($0)”" } ?? "note"),
            ])
        }
        guard hasFurtherPhoto else { return values }
        let photo: DataValue = .object([
            "field": .text("photo"), "value": .null, "keptAs": .text("an additional photo"),
        ])
        return values + [photo]
    }
}
