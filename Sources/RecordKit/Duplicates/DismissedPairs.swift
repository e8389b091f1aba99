public import AtriumSDK
public import GRDB

/// The pairs of a collection's records that the user marked as not duplicates, and the command that marks them.
///
/// The module creates the table, with the columns `id`, `first_uid` and `second_uid`, which are unique together. A pair is
/// stored by uids, so that it survives an undone import, an export and a restore. The lesser uid is the first one, so that
/// each pair has one row.
public struct DismissedPairs: Sendable {
    private let collection: CollectionID
    private let recordName: String
    private let pluralName: String
    private let records: String
    private let table: String

    /// Declares the pairs of a collection.
    ///
    /// - Parameters:
    ///   - recordName: the name of one record: `person`.
    ///   - pluralName: the name of several records: `people`.
    ///   - records: the table of the records.
    ///   - table: the table of the pairs.
    public init(
        of collection: CollectionID, _ recordName: String, _ pluralName: String, records: String,
        in table: String
    ) {
        self.collection = collection
        self.recordName = recordName
        self.pluralName = pluralName
        self.records = records
        self.table = table
    }

    /// All pairs, including pairs of removed records: an import can restore the records.
    public var sideData: SideData {
        SideData(
            name: "dismissals",
            write: { db, add in
                let rows = try Row.fetchCursor(
                    db, sql: "SELECT first_uid, second_uid FROM \(table) ORDER BY 1, 2")
                while let row = try rows.next() {
                    try add(["first": .text(row[0]), "second": .text(row[1])])
                }
            },
            read: { object, db in
                guard let first = object["first"]?.textValue, let second = object["second"]?.textValue,
                    !first.isEmpty, !second.isEmpty, first != second
                else { return nil }
                return try add(first, second, db)
            })
    }

    /// Sorts two uids by bytes, as SQLite does.
    private static func inOrder(_ one: String, _ other: String) -> StatementArguments {
        StatementArguments(other.utf8.lexicographicallyPrecedes(one.utf8) ? [other, one] : [one, other])
    }

    /// Adds a pair; returns true if the pair is new.
    @discardableResult
    public func add(_ one: String, _ other: String, _ db: Database) throws -> Bool {
        try db.execute(
            sql: "INSERT INTO \(table) (first_uid, second_uid) VALUES (?, ?) ON CONFLICT DO NOTHING",
            arguments: Self.inOrder(one, other))
        return db.changesCount > 0
    }

    /// Removes a pair.
    public func remove(_ one: String, _ other: String, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM \(table) WHERE first_uid = ? AND second_uid = ?",
            arguments: Self.inOrder(one, other))
    }

    /// Returns true if the user marked the pair.
    public func contains(_ one: String, _ other: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE first_uid = ? AND second_uid = ?)"),
            arguments: Self.inOrder(one, other)) ?? false
    }

    /// Returns the ids of the pairs whose records both exist, with the lower id first.
    public func pairs(_ db: Database) throws -> [(first: Int64, second: Int64)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT min(a.id, b.id), max(a.id, b.id) FROM \(table) d
                JOIN \(records) a ON a.uid = d.first_uid JOIN \(records) b ON b.uid = d.second_uid
                ORDER BY 1, 2
                """
        ).map { ($0[0], $0[1]) }
    }

    /// Moves the pairs of a merged record to the remaining record.
    public func move(from merged: String, to remaining: String, _ db: Database) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, iif(first_uid = ?1, second_uid, first_uid) FROM \(table)
                WHERE first_uid = ?1 OR second_uid = ?1
                """, arguments: [merged])
        for row in rows {
            try db.execute(sql: "DELETE FROM \(table) WHERE id = ?", arguments: [row[0]])
            let other: String = row[1]
            if other != remaining { try add(remaining, other, db) }
        }
    }
}

// MARK: - The command

extension DismissedPairs {
    /// The record of the commands `merge` and `dismiss`.
    public var record: Field<Int64> { Collection.recordField(of: collection, named: recordName) }

    /// The other record of the commands `merge` and `dismiss`.
    public var other: Field<Int64> {
        Field<Int64>
            .record(
                "other", of: collection,
                help: "The other \(recordName): an id, a uid, or a name that matches exactly one."
            ).positional
    }

    /// The option of the list of duplicates that lists the dismissed pairs instead.
    public static let dismissed = Field<Bool>
        .boolean("dismissed", help: "List the dismissed pairs instead.").defaulting(to: .bool(false))

    private static let undo = Field<Bool>
        .boolean("undo", help: "List the pair as possible duplicates again.").defaulting(to: .bool(false))

    /// The command that marks two records as not duplicates.
    public var dismiss: Command {
        let module = collection.module
        return Command(
            "dismiss", .recordAction, title: "Not a duplicate", past: "dismissed",
            summary: "Mark two \(pluralName) as not duplicates.",
            discussion: """
                The pair is no longer listed, even after an import. If one of the two is merged into another \(recordName), \
                the mark applies to that \(recordName). \
                \(command: "\(module) duplicates", .flag("dismissed")) lists the marked pairs.
                """,
            fields: [record.declaration, other.required.declaration, Self.undo.declaration],
            result: .object([
                FieldDeclaration("id", .integer(), help: "The \(recordName)'s id.", isRequired: true),
                FieldDeclaration("uid", .text, help: "The \(recordName)'s uid.", isRequired: true),
                FieldDeclaration(
                    "other", .integer(), help: "The other \(recordName)'s id.", isRequired: true),
                FieldDeclaration(
                    "otherUid", .text, help: "The other \(recordName)'s uid.", isRequired: true),
                FieldDeclaration(
                    "dismissed", .boolean, help: "True if the pair is dismissed now.", isRequired: true),
            ])
        ) { input, context in
            let (id, uid, otherID, otherUID) = try both(input, context.db)
            let isUndo = input[Self.undo] == true
            if isUndo { try remove(uid, otherUID, context.db) } else { try add(uid, otherUID, context.db) }
            return .object([
                "id": .integer(id), "uid": .text(uid), "other": .integer(otherID),
                "otherUid": .text(otherUID), "dismissed": .bool(!isUndo),
            ])
        }
    }

    /// Returns the two different records that a command names.
    ///
    /// - Throws: `AtriumError` with code `badData` if both are one record, or `notFound` if one does not exist.
    public func both(_ input: Arguments, _ db: Database) throws -> (
        id: Int64, uid: String, otherID: Int64, otherUID: String
    ) {
        let (id, otherID) = (try input.required(record), try input.required(other))
        guard id != otherID else {
            throw AtriumError(
                .badData, "both are the same \(recordName)", remedy: "name another \(recordName)",
                field: "other")
        }
        guard let uid = try self.uid(of: id, db), let otherUID = try self.uid(of: otherID, db) else {
            throw AtriumError(
                .notFound, "the \(recordName) does not exist",
                remedy: "see \(command: "\(collection.module) list")", field: "other")
        }
        return (id, uid, otherID, otherUID)
    }

    private func uid(of id: Int64, _ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT uid FROM \(records) WHERE id = ?", arguments: [id])
    }
}
