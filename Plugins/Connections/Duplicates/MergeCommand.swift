import AtriumSDK
import GRDB

/// Joins one person into another.
enum MergeCommand {
    private static let result: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id of the person that remains.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The uid of the person that remains.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name of the person that remains.", isRequired: true),
        FieldDeclaration(
            "merged", .integer(), help: "The id that the merged person had.", isRequired: true),
        FieldDeclaration(
            "mergedUid", .text,
            help: "The uid of the merged person, by which imports find the remaining one.",
            isRequired: true),
        FieldDeclaration(
            "kept",
            .list(
                .object([
                    FieldDeclaration(
                        "field", .text, help: "What differed: birthday, say.", isRequired: true),
                    FieldDeclaration(
                        "value", .text, help: "The value that gave way; nothing for a photo."),
                    FieldDeclaration("keptAs", .text, help: "As what it is kept.", isRequired: true),
                ])), help: "Values of either person that gave way to the other's.", isRequired: true),
        FieldDeclaration("links", .integer(), help: "How many links were moved.", isRequired: true),
        FieldDeclaration(
            "attachments", .integer(), help: "How many attachments were moved.", isRequired: true),
        FieldDeclaration("sources", .integer(), help: "How many sources were moved.", isRequired: true),
    ]

    private static let take = Field<[String]>.choices(
        "take", of: PersonMerge.takeable.map(\.name),
        titles: Dictionary(uniqueKeysWithValues: PersonMerge.takeable.map { ($0.name, $0.title) }),
        help: """
            The fields of which the other person's value stays; the first person's becomes the custom field. \
            If the other person has no value there, the first person's stays.
            """
    ).titled("Take from the other person")

    static let merge = Command(
        "merge", .recordAction, past: "joined",
        summary: "Join another person into a person, who has the values of both then.",
        discussion: """
            Lists are united without repeats; e-mail addresses and phone numbers are compared as they are \
            dialled, and kept as they are written. If both have different values for what a person has once, \
            the first one's stays and the other's becomes a custom field, such as “Merged birthday”; a \
            second photo is kept behind the first. \(field: "take") names the fields for which it is the \
            other way round. Tags, links, attachments and sources move too: an export has what was in the \
            cards of both, and a file that brings the other person finds this one. What the two were to each \
            other goes. \(command: "undo") takes it back.
            """,
        fields: [
            DuplicateCommands.record.declaration, DuplicateCommands.other.declaration, take.declaration,
        ],
        result: .object(result)
    ) { input, context in
        let id = try input.required(DuplicateCommands.record)
        let otherID = try input.required(DuplicateCommands.other)
        guard id != otherID else {
            throw AtriumError(
                .badData, "a person cannot be merged with itself", remedy: "name another one", field: "other")
        }
        let store = PersonStore(db: context.db, tags: context.tags)
        guard let other = try store.person(otherID), let uid = try store.uid(id),
            let otherUID = try store.uid(otherID)
        else {
            throw AtriumError(
                .notFound, "there is no such person", remedy: "see \(command: "connections list")",
                field: "other")
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
        try DismissalStore(db: context.db).move(from: otherUID, to: uid)
        for companions in CompanionTable.all { try companions.move(from: otherID, to: id, context.db) }
        // Read now: the tags of both are the person's.
        guard let old = try store.person(id) else {
            throw AtriumError(.notFound, "there is no such person", field: "record")
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
            "field": .text("photo"), "value": .null, "keptAs": .text("a further photo"),
        ])
        return values + [photo]
    }
}
