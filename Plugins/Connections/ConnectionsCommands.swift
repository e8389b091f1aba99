import AtriumSDK
import GRDB

/// The commands of people.
enum ConnectionsCommands {
    /// All of them, in the order of help.
    static let all =
        [list, show, add, edit, remove, named] + DuplicateCommands.all + PeopleLists.all + Relations.all
        + [Timeline.timeline]

    private static let record = Collection.recordField(of: PersonStore.collection, named: "person")

    // MARK: list

    private static let query = ListQuery(
        table: "connections_person",
        sorts: [
            .init("name", sql: SortKey.nameSQL, folding: SortKey.folded),
            .init("family", sql: SortKey.familySQL, folding: SortKey.folded),
            .init("created", sql: "r.created_at"),
            .init("updated", sql: "ifnull(r.updated_at, r.created_at)"),
            // By the day in the year, so that the list reads as a calendar; without a day at the end.
            .init(
                "birthday",
                sql: """
                    CASE WHEN r.birthday GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' THEN substr(r.birthday, 6) \
                    WHEN r.birthday GLOB '--[0-9][0-9]-[0-9][0-9]' THEN substr(r.birthday, 3) ELSE '~' END
                    """),
            .init("last-interaction", sql: Touch.lastSQL, missing: "'~'", missingDescending: "''"),
            .init("health", sql: Touch.healthSQL, missing: "101", missingDescending: "-1"),
        ])
    private static let tag = Field<String>.text("tag", help: "Only people with this tag.")
    private static let organization = Field<String>
        .text("organization", help: "Only people with an organization whose name contains this text.")
    private static let interest = Field<String>
        .text("interest", help: "Only people with this interest.")
    private static let text = Field<String>
        .text("text", help: "Only people whose name, values or addresses contain this text.")

    private static let list = Command(
        "list", .list, summary: "List people.",
        discussion: """
            To find words in any order, without accents or with typos, use \(command: "search"). If you sort by \
            last-interaction or health, people without a value are listed last in both directions.
            """,
        fields: [
            tag.declaration, organization.declaration, interest.declaration, text.declaration,
        ] + query.fields,
        result: .page(
            PersonValue.fields, columns: ["id", "name", "email", "phone", "organization", "birthday", "tags"])
    ) { input, context in
        var conditions: [ListQuery.Condition] = []
        if let tag = input[tag] {
            let sql = context.tags.condition(idColumn: "r.id", in: PersonStore.collection)
            conditions.append(.init(sql, [tag]))
        }
        if let organization = input[organization] {
            conditions.append(
                .init(
                    """
                    r.id IN (SELECT person_id FROM connections_detail
                        WHERE kind = 'org' AND \(TextMatch.contains("value", "?")))
                    """, [organization]))
        }
        if let interest = input[interest] {
            conditions.append(
                .init(
                    "r.id IN (SELECT person_id FROM connections_detail WHERE \(Interests.condition("?")))",
                    [try Interests.spellings(of: [interest], context.db)]))
        }
        if let text = input[text] { conditions.append(containing(text)) }
        let columns = PersonStore.columns + ", r.uid, r.created_at, ifnull(r.updated_at, r.created_at)"
        let touches = try TouchReader(context)
        return try query.page(
            input, context.db, select: columns, where: conditions, parameters: Touch.arguments(context)
        ) { row in
            // Behind the two columns that the query puts first.
            try object(row[0], row, from: 2, touches, context)
        }
    }

    private static func containing(_ text: String) -> ListQuery.Condition {
        ListQuery.Condition(
            """
            instr(\(SortKey.nameSQL), ?)
            OR r.id IN (SELECT person_id FROM connections_detail
                WHERE \(TextMatch.contains("value", "?")) OR \(TextMatch.contains("qualifier", "?")))
            OR r.id IN (SELECT person_id FROM connections_address
                WHERE \(TextMatch.contains(PersonStore.addressText, "?")))
            """,
            [SortKey.folded(text), text, text, text])
    }

    // MARK: show

    private static let show = Command(
        "show", .show, summary: "Show a person.", fields: [record.declaration],
        result: .object(PersonValue.fields)
    ) { input, context in
        try object(input.required(record), context)
    }

    // MARK: add

    private static let add = Command(
        "add", .add, summary: "Add a person.",
        discussion: """
            \(terminal: """
                Write a value with its types as `--email "value=ada@example.org;types=home;preferred=true"`, or just as \
                `--email ada@example.org`.
                """)
            """,
        fields: PersonFields.add, result: .object(PersonValue.fields)
    ) { input, context in
        let unnamed = Person(displayName: Person(displayName: "").derivedDisplayName, isNameDerived: true)
        let person = try PersonEdit(input: input).applied(to: unnamed)
        if person.isNameDerived, person.displayName == unnamed.displayName {
            throw AtriumError(
                .badData, "a person needs a name",
                remedy: "give a name, an organization or an e-mail address",
                field: "name")
        }
        let photo = try photo(input)
        let store = PersonStore(db: context.db, tags: context.tags)
        let id = try store.insert(person, uid: context.newUID(), now: context.nowText)
        if case .set(let photo) = photo {
            try PhotoStore(attachments: context.attachments).set(photo, of: id)
        }
        return try object(id, context)
    }

    // MARK: edit

    private static let edit = Command(
        "edit", .edit, summary: "Change a person.",
        discussion: """
            You can replace a list (\(field: "emails", as: "email")), add to it (\(field: "addEmails", as: "add-email")) \
            or remove from it (\(field: "removeEmails", as: "remove-email")). The display name \
            follows the parts of the name unless you gave a different one.
            """,
        fields: [record.declaration] + PersonFields.edit, result: .object(PersonValue.fields)
    ) { input, context in
        let id = try input.required(record)
        let store = PersonStore(db: context.db, tags: context.tags)
        guard let old = try store.person(id) else { throw notFound() }
        let new = try PersonEdit(input: input).applied(to: old)
        let photo = try photo(input)
        var hasNewPhoto = false
        if case .keep = photo {} else { hasNewPhoto = true }
        if new != old || hasNewPhoto { try store.update(id, from: old, to: new, now: context.nowText) }
        switch photo {
        case .keep: break
        case .clear: try PhotoStore(attachments: context.attachments).set(nil, of: id)
        case .set(let photo): try PhotoStore(attachments: context.attachments).set(photo, of: id)
        }
        return try object(id, context)
    }

    /// What the arguments ask of a photo.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where the file is no photo, or is to be taken away in the same breath.
    static func photo(_ input: Arguments) throws -> Arguments.Change<Photo> {
        if input[PersonFields.photo] != nil, input[PersonFields.removePhoto] == true {
            throw AtriumError(
                .badData, "the photo cannot be set and removed at the same time",
                remedy: "give only \(field: "photo") to replace the current one", field: "removePhoto")
        }
        guard let file = input[PersonFields.photo] else {
            let isCleared = input.values[PersonFields.photo.declaration.name]?.isNull == true
            return isCleared || input[PersonFields.removePhoto] == true ? .clear : .keep
        }
        guard let photo = Photo(file.content) else {
            throw AtriumError(
                .badData, "\(file.name) is not a photo",
                remedy: "give a JPEG, PNG, GIF, WebP, BMP, TIFF, HEIC or AVIF file", field: "photo")
        }
        return .set(photo)
    }

    // MARK: remove

    private static let remove = Command(
        "remove", .remove, summary: "Remove a person.",
        discussion: "Your interactions and memories with the person are kept, with the person's name.",
        fields: [record.declaration], result: .removal
    ) { input, context in
        let id = try input.required(record)
        let uid = try String.fetchOne(
            context.db, sql: "SELECT uid FROM connections_person WHERE id = ?", arguments: [id])
        guard let uid else { throw notFound() }
        try context.tags.setTags([], of: PersonStore.reference(id))
        for attachment in try context.attachments.attachments(of: PersonStore.reference(id), role: nil) {
            try context.attachments.remove(attachment.id)
        }
        for table in CompanionTable.all { try table.nameOnly(id, context.db) }
        try context.db.execute(sql: "DELETE FROM connections_person WHERE id = ?", arguments: [id])
        return .object(["removed": .bool(true), "id": .integer(id), "uid": .text(uid)])
    }

    // MARK: named

    private static let names = Field<[String]>.texts(
        "names",
        help: "The names to find: full, given or family names, nicknames, or e-mail addresses."
    ).required.positional

    private static let named = Command(
        "named", .query, summary: "Find people by name.",
        discussion: """
            Ignores case and accents. For names with typos, use \(command: "search").
            """,
        fields: [names.declaration],
        result: .list(
            [
                FieldDeclaration("id", .integer(), help: "The person's id.", isRequired: true),
                FieldDeclaration("name", .text, help: "The person's name.", isRequired: true),
                FieldDeclaration("matched", .text, help: "The name that you searched for.", isRequired: true),
            ], columns: ["id", "name", "matched"])
    ) { input, context in
        .object(["items": .list(try PeopleNames(db: context.db).find(input.required(names)))])
    }

    // MARK: One record

    private static func object(_ id: Int64, _ context: CommandContext) throws -> DataValue {
        let statement = try context.db.cachedStatement(
            sql: """
                SELECT \(PersonStore.columns), r.uid, r.created_at,
                    ifnull(r.updated_at, r.created_at) FROM connections_person r
                WHERE r.id = ?
                """)
        let rows = try Row.fetchCursor(statement, arguments: [id])
        // The row is the statement's: it ends with the cursor.
        defer { withExtendedLifetime(rows) {} }
        guard let row = try rows.next() else { throw notFound() }
        return try object(id, row, from: 0, TouchReader(context), context)
    }

    private static func object(
        _ id: Int64, _ row: Row, from start: Int, _ touches: TouchReader, _ context: CommandContext
    ) throws -> DataValue {
        let person = try PersonStore(db: context.db, tags: context.tags).person(id, row, from: start)
        let photo = try PhotoStore(attachments: context.attachments).attachment(of: id)
        let own = start + PersonStore.columnCount
        return PersonValue.object(
            person,
            .init(
                id: id, uid: row[own], createdAt: row[own + 1], updatedAt: row[own + 2], photo: photo,
                touch: try touches.times(id, person)))
    }

    private static func notFound() -> AtriumError {
        AtriumError(
            .notFound, "the person does not exist", remedy: "see \(command: "connections list")",
            field: "record")
    }
}
