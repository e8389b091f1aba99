import AtriumSDK
import GRDB

/// A database's schema at one moment: to see what a migration did to it, and whether it is still what migrations made.
struct SchemaSnapshot {
    private struct Entry: Hashable {
        let type: String
        let name: String
        let table: String
        let sql: String?

        /// The statement without blanks and quotes: SQLite puts some there as it renames a table or adds a column, by its version.
        var words: String? { sql?.filter { !$0.isWhitespace && $0 != "\"" } }
    }

    private let entries: Set<Entry>
    private let tables: [String: String]

    init(_ db: Database) throws {
        var entries: Set<Entry> = []
        var tables: [String: String] = [:]
        let rows = try Row.fetchCursor(db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_master")
        while let row = try rows.next() {
            let entry = Entry(type: row["type"], name: row["name"], table: row["tbl_name"], sql: row["sql"])
            if entry.name == "sqlite_sequence" { continue }
            entries.insert(entry)
            if entry.type == "table" { tables[entry.name] = entry.sql ?? "" }
        }
        self.entries = entries
        self.tables = tables
    }

    /// The tables that were there before and have another shape or other rows, or are gone.
    func changedTables(in after: SchemaSnapshot, written: Set<String>) -> [String] {
        tables.filter { after.tables[$0.key] != $0.value || written.contains($0.key) }.keys.sorted()
    }

    /// How a schema departs from what the migrations make.
    struct Departures {
        /// What is missing or otherwise, a sentence each.
        var findings: [String] = []
        /// The statements of the indexes that are missing of tables that are there.
        var missingIndexes: [String] = []
        /// What no migration made.
        var foreign: [String] = []

        /// Whether all is well once the missing indexes are made.
        var needsIndexesOnly: Bool { findings.count == missingIndexes.count }
    }

    /// Compares the tables with some prefixes, and their indexes.
    func departures(from expected: SchemaSnapshot, prefixes: [String]) -> Departures {
        // Which tables a virtual one has, and with what text, is a matter of SQLite's version.
        let virtual = expected.tables.filter { $0.value.hasPrefix("CREATE VIRTUAL") }.map { $0.key + "_" }
        func known(_ entries: Set<Entry>) -> [Entry] {
            entries.filter { entry in
                ["table", "index"].contains(entry.type) && !entry.name.hasPrefix("sqlite_")
                    && prefixes.contains(where: entry.table.hasPrefix)
                    && !virtual.contains(where: entry.table.hasPrefix)
            }.sorted { $0.name < $1.name }
        }
        let (found, made) = (known(entries), known(expected.entries))
        var departures = Departures()
        for entry in made where entry.type == "table" || tables[entry.table] != nil {
            guard let other = found.first(where: { $0.name == entry.name }) else {
                departures.findings.append("the \(entry.type) \(entry.name) is missing")
                if entry.type == "index", let sql = entry.sql { departures.missingIndexes.append(sql) }
                continue
            }
            if other.type != entry.type || other.table != entry.table || other.words != entry.words {
                departures.findings.append(
                    "the \(entry.type) \(entry.name) is not the one that Atrium creates")
            }
        }
        let names = Set(made.map(\.name))
        departures.foreign = found.filter { !names.contains($0.name) }.map { "\($0.type) \($0.name)" }
        return departures
    }

    /// Checks that a module's migration kept to its own tables, and that undo can follow them.
    func check(
        against before: SchemaSnapshot, written: Set<String>, prefix: String, migration: Migrator.Pending
    ) throws {
        func refuse(_ what: String) -> AtriumError {
            AtriumError(
                .internal, "migration “\(migration.migration.name)” of \(migration.module) \(what)",
                remedy: "it was rolled back; see docs/module-guide.md, Migrations")
        }
        for entry in entries.symmetricDifference(before.entries).sorted(by: { $0.name < $1.name }) {
            guard entry.table.hasPrefix(prefix),
                entry.name.hasPrefix(prefix) || entry.name.hasPrefix("sqlite_auto")
            else {
                let name = entry.name.hasPrefix("sqlite_") ? entry.table : entry.name
                throw refuse("changed \(name), which does not belong to the module (\(prefix)…)")
            }
            guard entry.type == "table" || entry.type == "index" else {
                throw refuse("created the \(entry.type) \(entry.name); only tables and indexes are allowed")
            }
        }
        for table in written.sorted() where !table.hasPrefix(prefix) {
            throw refuse("wrote to \(table), which does not belong to the module (\(prefix)…)")
        }
        for (table, sql) in tables where table.hasPrefix(prefix) && before.tables[table] != sql {
            let words =
                " " + sql.uppercased().split { $0.isWhitespace || ",()".contains($0) }.joined(separator: " ")
            guard words.contains(" ID INTEGER PRIMARY KEY AUTOINCREMENT") else {
                throw refuse("created \(table) without id INTEGER PRIMARY KEY AUTOINCREMENT")
            }
            guard words.hasSuffix("STRICT") else { throw refuse("created \(table) without STRICT") }
        }
    }
}
