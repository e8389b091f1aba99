import AtriumSDK
import GRDB

/// The rows that keep what an imported file said, made as they are needed.
///
/// A file or container of which nothing is kept leaves no row.
final class SourceFile {
    private let run: Int64
    private let name: String
    let format: FormatID
    /// How the container's columns are read: the mapping and the options as JSON; empty where nothing was given, and for
    /// formats without columns.
    private(set) var mapping = ""
    private let given: String
    private let db: Database
    private var fileID: Int64?
    private var containerID: Int64?
    private var containerText: [UInt8] = []

    init(run: Int64, name: String, format: FormatID, options: ImportOptions, db: Database) {
        let isNothing = options.columns.isEmpty && options.arguments.values.isEmpty
        given =
            isNothing
            ? ""
            : DataValue.object([
                "columns": .list(options.columns.map { .list([.text($0.column), .text($0.field)]) }),
                "options": .object(options.arguments.values),
            ]).json
        self.run = run
        self.name = name
        self.format = format
        self.db = db
    }

    /// From here on items stand in this container.
    func begin(_ container: Container) {
        containerText = container.source
        mapping = container.columns.isEmpty ? "" : given
        containerID = nil
    }

    /// The id of the container's row.
    func container() throws -> Int64 {
        if let containerID { return containerID }
        let file: Int64
        if let fileID {
            file = fileID
        } else {
            try db.execute(
                sql: "INSERT INTO host_source_file (run_id, name, format) VALUES (?, ?, ?)",
                arguments: [run, name, format.rawValue])
            file = db.lastInsertedRowID
            fileID = file
            if !mapping.isEmpty {
                try db.execute(
                    sql: "INSERT INTO host_source_mapping (file_id, mapping) VALUES (?, ?)",
                    arguments: [file, mapping])
            }
        }
        try db.cachedStatement(sql: "INSERT INTO host_source_container (file_id, text) VALUES (?, ?)")
            .execute(arguments: [file, containerText.databaseBytes])
        let id = db.lastInsertedRowID
        containerID = id
        return id
    }

    /// Keeps the text of an item that became no record; once, however often it is imported.
    func keep(_ text: [UInt8], collection: Int64) throws {
        // Apart from the keys of items: a text that becomes usable one day must not seem known.
        let key = "!" + SourceKeys.key(ofText: text)
        let isKept = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM host_source_item INDEXED BY host_source_item_on_key
                WHERE item_key = ? AND collection_id = ? AND format = ? AND record_id = 0)
                """, arguments: [key, collection, format.rawValue])
        if isKept == true { return }
        try db.execute(
            sql: """
                INSERT INTO host_source_item
                (container_id, collection_id, record_id, format, scope, item_key, ordinal, is_edited, text)
                VALUES (?, ?, 0, ?, '', ?, 0, 0, ?)
                """, arguments: [container(), collection, format.rawValue, key, text.databaseBytes])
    }
}
