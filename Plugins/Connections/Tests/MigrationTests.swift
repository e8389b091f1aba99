import AtriumSDK
import AtriumTesting
import GRDB
import Testing

@testable import Connections

@Suite struct MigrationTests {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    @Test func tablesAreStrictAndInTheModulesNamespace() throws {
        let tables = try vault.queue.read { db in
            try Row.fetchAll(
                db, sql: "SELECT name, strict FROM pragma_table_list WHERE name LIKE 'connections%'")
        }
        #expect(
            Set(tables.map { $0["name"] as String })
                == [
                    "connections_person", "connections_detail", "connections_address",
                    "connections_dismissal", "connections_interaction",
                    "connections_interaction_companion", "connections_memory",
                    "connections_memory_companion",
                ])
        #expect(tables.allSatisfy { $0["strict"] == 1 })
    }

    @Test(arguments: [
        "INSERT INTO connections_person (uid, display_name, created_at, updated_at) VALUES ('', 'A', 't', 't')",
        "INSERT INTO connections_person (uid, display_name, created_at, updated_at) VALUES ('u', '', 't', 't')",
        "INSERT INTO connections_person (uid, display_name, created_at, updated_at) VALUES ('taken', 'A', 't', 't')",
        "UPDATE connections_person SET given = ''",
        "UPDATE connections_person SET gender = 'm'",
        "UPDATE connections_person SET kind = 'individual'",
        "INSERT INTO connections_detail (person_id, kind, value) VALUES (1, 'fax', 'x')",
        "INSERT INTO connections_detail (person_id, kind, value) VALUES (1, 'email', '')",
        "INSERT INTO connections_detail (person_id, kind, value) VALUES (1, 'org', '')",
        "INSERT INTO connections_detail (person_id, kind, value) VALUES (1, 'custom', 'x')",
        "INSERT INTO connections_detail (person_id, kind, value) VALUES (2, 'email', 'x')",
        "INSERT INTO connections_detail (person_id, kind, value, preference) VALUES (1, 'email', 'x', 0)",
        "INSERT INTO connections_address (person_id, street) VALUES (1, '')",
        "INSERT INTO connections_dismissal (first_uid, second_uid) VALUES ('a', 'a')",
        "INSERT INTO connections_dismissal (first_uid, second_uid) VALUES ('b', 'a')",
    ])
    func theSchemaRefuses(_ sql: String) throws {
        try vault.queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO connections_person (uid, display_name, created_at, updated_at)
                    VALUES ('taken', 'A', 't', 't')
                    """)
            let error = #expect(throws: DatabaseError.self) { try db.execute(sql: sql) }
            #expect(error?.resultCode == .SQLITE_CONSTRAINT)
        }
    }

    /// What was a custom field before interests had a place of their own is one of them; all else stays.
    @Test func interestsOfBeforeAreTakenOver() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            for migration in connectionsMigrations.prefix(2) { try db.execute(sql: migration.sql) }
            try db.execute(
                sql: """
                    INSERT INTO connections_person (uid, display_name, created_at) VALUES ('u', 'A', 't');
                    INSERT INTO connections_detail (person_id, kind, value, qualifier, label, types, preference)
                    VALUES (1, 'custom', 'chess', 'INTEREST', 'l', 't', 3), (1, 'custom', 'opera', 'HOBBY', NULL, NULL, NULL),
                        (1, 'note', 'n', NULL, NULL, NULL, NULL);
                    """)
            for migration in connectionsMigrations.dropFirst(2) { try db.execute(sql: migration.sql) }
            let rows = try Row.fetchAll(
                db,
                sql:
                    "SELECT id, kind, value, qualifier, label, types, preference FROM connections_detail ORDER BY id"
            )
            #expect(
                rows.map { $0.databaseValues.map(\.description).joined(separator: " ") } == [
                    "1 \"interest\" \"chess\" NULL \"l\" \"t\" 3",
                    "2 \"custom\" \"opera\" \"HOBBY\" NULL NULL NULL",
                    "3 \"note\" \"n\" NULL NULL NULL NULL",
                ])
        }
    }

    @Test func everyKindFitsTheTable() throws {
        _ = try vault.run("add", ["name": "A"])
        try vault.queue.write { db in
            for kind in DetailKind.allCases {
                try db.execute(
                    sql:
                        "INSERT INTO connections_detail (person_id, kind, value, qualifier) VALUES (1, ?, 'x', 'q')",
                    arguments: [kind.rawValue])
            }
        }
        #expect(try vault.person(1).details.map(\.kind) == DetailKind.allCases)
    }

    @Test func namesAreSortedByTheTextOfTheIndex() throws {
        #expect(connectionsMigrations[0].sql.contains(SortKey.nameSQL.replacing("r.", with: "")))
    }
}
