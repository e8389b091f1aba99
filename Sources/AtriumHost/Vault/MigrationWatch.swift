import GRDB

/// Sees which tables a migration writes to; the schema does not show that.
final class MigrationWatch: TransactionObserver {
    private var tables: Set<String> = []

    /// Runs a migration's statements and gives the tables of which they insert, update or delete rows.
    static func tablesWritten(by sql: String, _ db: Database) throws -> Set<String> {
        let watch = MigrationWatch()
        db.add(transactionObserver: watch)
        defer { db.remove(transactionObserver: watch) }
        try db.execute(sql: sql)
        // SQLite's own tables are written to by statements that make tables and by AUTOINCREMENT.
        return watch.tables.filter { !$0.hasPrefix("sqlite_") }
    }

    /// GRDB asks before each statement runs, by what SQLite's compiler has found it to write.
    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        tables.insert(kind.tableName)
        return false
    }

    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}
