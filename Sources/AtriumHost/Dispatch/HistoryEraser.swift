import GRDB

/// Takes a module's part out of what the host keeps beside its tables: rows about its records, and change sets.
///
/// Of a change set that touched other modules too, their part stays and can be undone. Foreign keys are off, and nothing
/// of this is recorded.
struct HistoryEraser {
    let db: Database
    let graph: TableGraph

    /// Erases the part of a module, while its tables still stand.
    ///
    /// - Parameters:
    ///   - tables: the module's, with those that it once had.
    ///   - numbers: its collections', likewise.
    ///   - module: the module's id, with which its settings begin.
    /// - Returns: how many change sets went, since nothing was left of them.
    func erase(
        tables: [String], collections numbers: [Int64], settingsOf module: String
    ) throws -> Int64 {
        for table in tables {
            try db.execute(sql: "DELETE FROM host_change_row WHERE table_name = ?", arguments: [table])
            try db.execute(sql: "DELETE FROM host_change_range WHERE table_name = ?", arguments: [table])
        }
        try eraseRows(ofRecordsIn: numbers)
        try eraseSettings(of: module)
        // What is left, or comes back by an undo, still needs its tags and containers.
        for (table, child, column) in [
            ("host_tag", "host_record_tag", "tag_id"),
            ("host_source_container", "host_source_item", "container_id"),
            ("host_source_file", "host_source_container", "file_id"),
        ] {
            try eraseRows(
                """
                SELECT '\(table)', id FROM (\(Self.ids(of: table))) WHERE id NOT IN
                    (SELECT reference FROM (\(Self.references(in: child, by: column))))
                """)
        }
        for edge in graph.edges where TableGraph.describing.contains(edge.child) {
            try eraseRows(
                """
                SELECT '\(edge.child)', id FROM (\(Self.references(in: edge.child, by: edge.column)))
                WHERE reference NOT IN (\(Self.ids(of: edge.parent)))
                """)
        }
        return try forgetEmptyChangeSets()
    }

    /// The rows that name records of collections, in whatever state a change set keeps them.
    private func eraseRows(ofRecordsIn collections: [Int64]) throws {
        let list = collections.map(String.init).joined(separator: ", ")
        try eraseRows(
            ChangeRecorder.recordColumns.map { table, collection, _ in
                """
                SELECT '\(table)', id FROM \(table) WHERE \(collection) IN (\(list))
                UNION SELECT table_name, row_id FROM host_change_row WHERE table_name = '\(table)'
                AND json_extract(old_row, '$.\(collection)') IN (\(list))
                """
            }.joined(separator: " UNION "))
    }

    /// The settings that are for a module, as they are or were.
    private func eraseSettings(of module: String) throws {
        try eraseRows(
            """
            SELECT 'host_setting', id FROM host_setting WHERE \(SettingKey.condition("key", of: module))
            UNION SELECT table_name, row_id FROM host_change_row WHERE table_name = 'host_setting'
            AND \(SettingKey.condition("json_extract(old_row, '$.key')", of: module))
            """)
    }

    /// Erases rows of the host's tables: those that are there, and what change sets keep of them.
    ///
    /// - Parameter rows: SQL that gives their tables and ids.
    private func eraseRows(_ rows: String) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE erased_row (table_name, row_id, PRIMARY KEY (table_name, row_id)) WITHOUT ROWID;
                INSERT OR IGNORE INTO temp.erased_row \(rows);
                DELETE FROM host_change_row
                WHERE (table_name, row_id) IN (SELECT table_name, row_id FROM temp.erased_row);
                """)
        for table in try String.fetchAll(db, sql: "SELECT DISTINCT table_name FROM temp.erased_row") {
            try db.execute(
                sql: """
                    DELETE FROM \(table) WHERE id IN
                        (SELECT row_id FROM temp.erased_row WHERE table_name = ?)
                    """, arguments: [table])
        }
        try db.execute(sql: "DROP TABLE temp.erased_row")
    }

    /// SQL of the ids of a table's rows that are there or were.
    private static func ids(of table: String) -> String {
        "SELECT id FROM \(table) UNION SELECT row_id FROM host_change_row WHERE table_name = '\(table)'"
    }

    /// SQL of the rows of a table, and of what each refers or referred to.
    private static func references(in table: String, by column: String) -> String {
        """
        SELECT id, \(column) AS reference FROM \(table) UNION
        SELECT row_id, json_extract(old_row, '$.\(column)') FROM host_change_row
        WHERE table_name = '\(table)' AND old_row IS NOT NULL
        """
    }

    /// Removes change sets that hold nothing any more; a change and its undoes together, or the history would show in force
    /// what was taken back.
    private func forgetEmptyChangeSets() throws -> Int64 {
        for table in HostMigrations.undoableTables {
            try db.execute(
                sql: """
                    DELETE FROM host_change_range AS r WHERE table_name = ?1
                    AND NOT EXISTS (SELECT 1 FROM \(table) t WHERE t.id BETWEEN r.first AND r.last)
                    AND NOT EXISTS (SELECT 1 FROM host_change_row c WHERE c.table_name = ?1
                        AND c.row_id BETWEEN r.first AND r.last)
                    """, arguments: [table])
        }
        try db.execute(
            sql: """
                WITH RECURSIVE whole(id) AS (
                    SELECT change_set_id FROM host_change_row
                    UNION SELECT change_set_id FROM host_change_range
                    UNION SELECT s.id FROM whole w JOIN host_change_set s ON s.undoes = w.id
                    UNION SELECT s.undoes FROM whole w JOIN host_change_set s ON s.id = w.id
                        WHERE s.undoes IS NOT NULL
                ) DELETE FROM host_change_set WHERE id NOT IN (SELECT id FROM whole)
                """)
        let count = Int64(db.changesCount)
        try db.execute(
            sql: """
                UPDATE host_import_run SET change_set_id = NULL
                WHERE change_set_id NOT IN (SELECT id FROM host_change_set)
                """)
        return count
    }
}
