import AtriumSDK
import GRDB

/// How the tables that undo follows hang together: which rows belong to which record, which rows refer to which.
struct TableGraph {
    /// A foreign key from one followed table to another.
    struct Edge: Hashable {
        let child: String
        let column: String
        let parent: String
    }

    /// A row of one of the tables.
    struct Row: Hashable {
        let table: String
        let id: Int64
    }

    /// How a row finds the record that it belongs to.
    enum Owner {
        /// The row is a record of the collection.
        case itself(CollectionID)
        /// The row names its collection's number and record in two columns, or two such pairs: a tag, a source, a link.
        case named([(collection: String, record: String)])
        /// The row belongs to the same record as the row of `parent` that `column` refers to: it is deleted with that row,
        /// and mostly cannot be without one.
        case parent(String, column: String)
    }

    /// The followed tables, each after the tables that refer to it.
    let tables: [String]
    /// The foreign keys among them.
    let edges: [Edge]
    private let owners: [String: Owner]

    /// The tables of which a row says something more of a row of another and goes with it: how a file was read, what a
    /// text was declined for.
    static let describing: Set = ["host_source_layout", "host_source_mapping", "host_source_contest"]

    /// The tables that say of sources where they stood: without a source their rows say nothing.
    static let aroundSources = describing.union(["host_source_file", "host_source_container"])

    /// Reads the graph from the schema.
    init(_ db: Database, registry: ModuleRegistry) throws {
        var recordTables: [String: CollectionID] = [:]
        for module in registry.modules {
            for collection in module.collections { recordTables[collection.table] = collection.id }
        }
        let present = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        let prefixes = registry.modules.map(\.tablePrefix)
        let followed = present.filter { table in
            HostMigrations.undoableTables.contains(table) || prefixes.contains { table.hasPrefix($0) }
        }
        var edges: [Edge] = []
        var owners: [String: Owner] = [:]
        for table in followed {
            if let collection = recordTables[table] { owners[table] = .itself(collection) }
        }
        let followedTables = Set(followed)
        for (edge, deletesWithParent) in try Self.foreignKeys(of: followed, db)
        where followedTables.contains(edge.parent) {
            edges.append(edge)
            if owners[edge.child] == nil, deletesWithParent,
                !HostMigrations.undoableTables.contains(edge.child)
            {
                owners[edge.child] = .parent(edge.parent, column: edge.column)
            }
        }
        for table in ["host_record_tag", "host_attachment", "host_source_item", "host_former_uid"] {
            owners[table] = .named([("collection_id", "record_id")])
        }
        owners["host_link"] = .named([
            ("from_collection_id", "from_record_id"), ("to_collection_id", "to_record_id"),
        ])
        self.edges = edges
        self.owners = owners
        tables = Self.childrenFirst(followed, edges)
    }

    /// The foreign keys of tables, and whether a row goes with the one it refers to; one query for all, as each asking of a
    /// schema costs more than its answer.
    ///
    /// A row belongs to what it cannot be without: such keys come first; SQLite lists the key that was declared last first.
    private static func foreignKeys(
        of tables: [String], _ db: Database
    ) throws -> [(edge: Edge, deletesWithParent: Bool)] {
        let rows = try GRDB.Row.fetchAll(
            db,
            sql: """
                SELECT t.value, k."from", k."table", k.on_delete = 'CASCADE'
                FROM json_each(?) t CROSS JOIN pragma_foreign_key_list(t.value) k
                    CROSS JOIN pragma_table_info(t.value) c ON c.name = k."from" COLLATE NOCASE
                ORDER BY t.key, c."notnull" DESC, k.id DESC
                """, arguments: [DataValue.list(tables.map { .text($0) }).json])
        return rows.map { (Edge(child: $0[0], column: $0[1], parent: $0[2]), $0[3]) }
    }

    /// The owner of a table's rows; nil where they belong to no record (settings, tags, containers).
    func owner(of table: String) -> Owner? { owners[table] }

    /// The tables of records, with their collections.
    var recordTables: [(table: String, collection: CollectionID)] {
        tables.compactMap { table in
            guard case .itself(let collection) = owners[table] else { return nil }
            return (table, collection)
        }
    }

    /// The record table's collection at the end of a table's chain of parents, and the SQL of the record's id over an
    /// alias of the table; nil where the rows belong to no record of one collection.
    func record(of table: String, alias: String, depth: Int = 0) -> (collection: CollectionID, id: String)? {
        switch owners[table] {
        case .itself(let collection): return (collection, "\(alias).id")
        case .parent(let parent, let column) where depth < 8:
            let inner = "\(alias)p"
            guard let owner = record(of: parent, alias: inner, depth: depth + 1) else { return nil }
            if case .itself = owners[parent] {
                return (owner.collection, "\(alias).\(column.quotedDatabaseIdentifier)")
            }
            let name = parent.quotedDatabaseIdentifier
            return (
                owner.collection,
                "(SELECT \(owner.id) FROM \(name) \(inner) WHERE \(inner).id = \(alias).\(column.quotedDatabaseIdentifier))"
            )
        case .parent, .named, nil: return nil
        }
    }

    private static func childrenFirst(_ tables: [String], _ edges: [Edge]) -> [String] {
        var result: [String] = []
        var visited: Set<String> = []
        func visit(_ table: String) {
            guard visited.insert(table).inserted else { return }
            for edge in edges where edge.parent == table { visit(edge.child) }
            result.append(table)
        }
        for table in tables { visit(table) }
        return result
    }
}
