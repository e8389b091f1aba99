import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Testing

@testable import AtriumHost

@Suite struct MigratorTests {
    /// A module whose history is the workshop's first migration and then others, without collections.
    private func workshop(_ more: Migration..., first: Migration = WorkshopModule.migrations[0]) -> Module {
        var module = WorkshopModule.module
        module.migrations = [first] + more
        module.collections = []
        module.importers = []
        module.exporters = []
        return module
    }

    private func garden(_ sql: String) -> Module {
        Module(
            manifest: Manifest(
                id: "garden", title: "Garden", summary: "Keeps beds.", version: "1.0.0", icon: "sprout"),
            migrations: [Migration("create beds", sql: sql)], collections: [])
    }

    private let beds = "CREATE TABLE garden_bed (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT) STRICT;"

    @Test func aChangedMigrationIsRefusedByName() throws {
        let hub = try TemporaryHub(modules: [workshop()])
        let changed = Migration(
            WorkshopModule.migrations[0].name, sql: WorkshopModule.migrations[0].sql + " -- and a remark")
        let reopened = try hub.reopened(with: [workshop(first: changed)])
        #expect(
            message { _ = try reopened.session() }
                == "migration “create shelves and tools” of workshop was changed after it was applied: open the "
                + "vault with the version of Atrium used last, and report this to the module's author")
        // With the right text all is well again.
        #expect(try hub.session().tableNames().contains("workshop_tool"))
    }

    @Test func aMigrationOfANewerVersionIsRefusedByName() throws {
        let hub = try TemporaryHub(modules: [workshop(WorkshopModule.migrations[1])])
        let older = try hub.reopened(with: [workshop()])
        #expect(
            message { _ = try older.session() }
                == "the vault has migration “create parts and screws” of workshop, which this version of Atrium does not "
                + "know: open it with the newer version that wrote it")
    }

    @Test func aModuleThatIsNoLongerInstalledIsLeftAlone() throws {
        let hub = try TemporaryHub(modules: [workshop(), garden(beds)])
        let less = try hub.reopened(with: [workshop()])
        #expect(try less.session().enabledModules().map(\.id) == ["workshop"])
        #expect(try less.session().tableNames().contains("garden_bed"))
        #expect(try hub.session().enabledModules().map(\.id) == ["workshop", "garden"])
    }

    @Test(
        arguments: [
            (
                "DROP TABLE workshop_tool;",
                "changed workshop_tool, which does not belong to the module (garden_…)"
            ),
            (
                "CREATE TABLE shed (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;",
                "changed shed, which does not belong to the module (garden_…)"
            ),
            (
                "CREATE INDEX garden_index ON workshop_tool (name);",
                "changed garden_index, which does not belong to the module (garden_…)"
            ),
            (
                "UPDATE workshop_tool SET name = 'mine';",
                "wrote to workshop_tool, which does not belong to the module (garden_…)"
            ),
            (
                "DELETE FROM host_setting;",
                "wrote to host_setting, which does not belong to the module (garden_…)"
            ),
            (
                "INSERT INTO search_term (term) VALUES ('mine');",
                "wrote to search_term, which does not belong to the module (garden_…)"
            ),
            (
                "CREATE TABLE garden_path (id INTEGER PRIMARY KEY AUTOINCREMENT);",
                "created garden_path without STRICT"
            ),
            (
                "CREATE TABLE garden_path (id INTEGER PRIMARY KEY) STRICT;",
                "created garden_path without id INTEGER PRIMARY KEY AUTOINCREMENT"
            ),
            (
                "CREATE TABLE garden_path (bed_id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;",
                "created garden_path without id INTEGER PRIMARY KEY AUTOINCREMENT"
            ),
            (
                "CREATE VIEW garden_view AS SELECT 1;",
                "created the view garden_view; only tables and indexes are allowed"
            ),
            (
                "CREATE TRIGGER garden_trigger AFTER DELETE ON garden_bed BEGIN SELECT 1; END;",
                "created the trigger garden_trigger; only tables and indexes are allowed"
            ),
        ])
    func whatIsNotTheModulesOwnIsRolledBack(sql: String, what: String) throws {
        let hub = try TemporaryHub(modules: [workshop()])
        try hub.session().execute("INSERT INTO workshop_tool (uid, name) VALUES ('t', 'Saw')")
        let tables = try hub.session().tableNames()
        let contents = try hub.session().contents()

        let bad = try hub.reopened(with: [workshop(), garden(beds + sql)])
        #expect(
            message { try bad.run("modules enable", ["id": .text("garden")]) }
                == "migration “create beds” of garden \(what): it was rolled back; see docs/module-guide.md, Migrations"
        )

        #expect(try hub.session().tableNames() == tables)
        #expect(try hub.session().contents().difference(from: contents) == [])
        // The module is off, and a corrected one can be enabled.
        #expect(try bad.session().enabledModules().map(\.id) == ["workshop"])
        let good = try hub.reopened(with: [workshop(), garden(beds)])
        try good.run("modules enable", ["id": .text("garden")])
        #expect(try good.session().enabledModules().map(\.id) == ["workshop", "garden"])
    }

    @Test func theVaultIsCopiedAsideBeforeMigrationsThatAreNotTheFirst() throws {
        let hub = try TemporaryHub(modules: [workshop()])
        let folder = try hub.session().vault.folder + "/before-migration"
        #expect(!FileManager.default.fileExists(atPath: folder))
        try hub.session().execute("INSERT INTO workshop_tool (uid, name) VALUES ('t', 'Saw')")

        let session = try hub.reopened(with: [workshop(WorkshopModule.migrations[1])]).session()

        func copies() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sqlite") }
        }
        #expect(try copies().count == 1)
        let copy = try VaultFile.open(at: folder + "/" + #require(copies().first))
        let tables = try copy.read { db in
            try (db.tableExists("workshop_tool"), db.tableExists("workshop_part"))
        }
        #expect(tables == (true, false))
        #expect(try session.tableNames().contains("workshop_part"))
        // Opening it again needs none.
        _ = try hub.reopened(with: [workshop(WorkshopModule.migrations[1])]).session()
        #expect(try copies().count == 1)
    }

    @Test func aMigrationThatFailsLeavesTheVaultAsItWas() throws {
        let hub = try TemporaryHub(modules: [workshop()])
        try hub.session().execute("INSERT INTO workshop_tool (uid, name) VALUES ('t', 'Saw')")
        let before = try hub.session().contents()
        let bad = Migration("go wrong", sql: "DELETE FROM workshop_tool; INSERT INTO nowhere VALUES (1);")
        let error = message { _ = try hub.reopened(with: [workshop(bad)]).session() }
        #expect(error?.contains("nowhere") == true)
        #expect(try hub.session().contents().difference(from: before) == [])
    }

    /// SQLite's way to change a table's constraints: make it anew under its name.
    ///
    /// Its children must not go with it.
    @Test func aTableCanBeMadeAnewWithoutLosingItsChildren() throws {
        let hub = try TemporaryHub(modules: [workshop(WorkshopModule.migrations[1])])
        try hub.session().execute(
            """
            INSERT INTO workshop_tool (uid, name) VALUES ('t', 'Saw');
            INSERT INTO workshop_part (tool_id, name) VALUES (1, 'blade');
            INSERT INTO workshop_screw (part_id, size) VALUES (1, 4);
            """)
        let rebuild = Migration(
            "tools have a maker",
            sql: """
                CREATE TABLE workshop_new (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
                    maker TEXT NOT NULL DEFAULT '') STRICT;
                INSERT INTO workshop_new (id, uid, name) SELECT id, uid, name FROM workshop_tool;
                DROP TABLE workshop_tool;
                ALTER TABLE workshop_new RENAME TO workshop_tool;
                """)
        let session = try hub.reopened(with: [workshop(WorkshopModule.migrations[1], rebuild)]).session()
        let contents = try session.contents()
        #expect(contents.rows["workshop_tool"] == ["1, 't', 'Saw', ''"])
        #expect(contents.rows["workshop_part"]?.count == 1)
        #expect(contents.rows["workshop_screw"]?.count == 1)
        #expect(try session.contradictions() == [])
        // Foreign keys hold again.
        try session.execute("DELETE FROM workshop_tool")
        #expect(try session.contents().rows["workshop_screw"] == nil)
    }

    @Test func aMigrationThatLeavesRowsWithoutTheirParentsIsRolledBack() throws {
        let hub = try TemporaryHub(modules: [workshop(WorkshopModule.migrations[1])])
        try hub.session().execute(
            "INSERT INTO workshop_tool (uid, name) VALUES ('t', 'Saw'); INSERT INTO workshop_part (tool_id, name) VALUES (1, 'blade');"
        )
        let before = try hub.session().contents()
        let bad = Migration("empty the tools", sql: "DELETE FROM workshop_tool;")
        #expect(
            message { _ = try hub.reopened(with: [workshop(WorkshopModule.migrations[1], bad)]).session() }
                != nil)
        #expect(try hub.session().contents().difference(from: before) == [])
    }

    // MARK: - Migrations and what stands on the tables

    @Test(arguments: [
        "ALTER TABLE workshop_tool ADD COLUMN maker TEXT;", "UPDATE workshop_tool SET name = upper(name);",
    ])
    func aMigrationClosesUndoForTheTablesThatItChanges(sql: String) throws {
        let hub = try TemporaryHub(modules: [WorkshopModule.module])
        try hub.run("workshop add", ["name": .text("Saw")])
        try hub.run("workshop shelves add", ["name": .text("Top")])
        var module = WorkshopModule.module
        module.migrations.append(Migration("alter tools", sql: sql))
        let newer = try hub.reopened(with: [module])

        #expect(
            message { try newer.run("undo", ["change": .integer(1)]) }
                == "change 1 (workshop add) can no longer be undone: migration “alter tools” of workshop changed its "
                + "table: change the records by hand, or restore a backup")
        // What stands in other tables can be undone, and nothing of the migration goes with it.
        let tools = try newer.session().contents().rows["workshop_tool"]
        try newer.run("undo", ["change": .integer(2)])
        #expect(try newer.session().contents().rows["workshop_shelf"] == nil)
        #expect(try newer.session().contents().rows["workshop_tool"] == tools)
        // And what comes later too.
        try newer.run("workshop add", ["name": .text("Drill")])
        try newer.run("undo")
        #expect(try newer.session().contents().rows["workshop_tool"] == tools)
    }

    @Test func searchFindsWhatAMigrationHasWritten() throws {
        let hub = try TemporaryHub(modules: [WorkshopModule.module])
        try hub.run("workshop add", ["name": .text("Saw")])
        var module = WorkshopModule.module
        module.migrations.append(Migration("rename", sql: "UPDATE workshop_tool SET name = 'Jigsaw';"))
        let newer = try hub.reopened(with: [module])
        #expect(try newer.items("search", ["text": .list([.text("jigsaw")])]).count == 1)
        #expect(try newer.items("search", ["text": .list([.text("saw")])]).isEmpty)
        #expect(try newer.session().contradictions() == [])
        try newer.run("workshop remove", ["record": .text("Jigsaw")])
        #expect(try newer.session().contradictions() == [])
    }

    @Test func aCollectionThatComesWithoutAMigrationIsKnown() throws {
        var earlier = WorkshopModule.module
        earlier.collections.removeLast()
        let hub = try TemporaryHub(modules: [earlier])
        try hub.session().execute("INSERT INTO workshop_shelf (uid, name) VALUES ('s', 'Topmost')")
        let newer = try hub.reopened(with: [WorkshopModule.module])
        #expect(try newer.items("search", ["text": .list([.text("topmost")])]).count == 1)
        try newer.run("workshop shelves remove", ["record": .text("Topmost")])
        #expect(try newer.session().contradictions() == [])
    }
}
