import AtriumSDK
import GRDB

/// What an import brought for the records that named it before; see ``LinkFollower``.
struct ImportedArrivals {
    private let session: Session
    /// The greatest id of each collection that is followed, before the import.
    private var newest: [CollectionID: Int64] = [:]

    /// Begins before the first file.
    init(_ session: Session, _ db: Database) throws {
        self.session = session
        for follower in session.hub.registry.modules.flatMap(\.followers) {
            guard let collection = session.hub.registry.collection(follower.collection),
                try db.tableExists(collection.table)
            else { continue }
            newest[collection.id] = try Int64.fetchOne(
                db, sql: "SELECT max(id) FROM \(collection.table.quotedDatabaseIdentifier)")
        }
    }

    /// Lets the modules that are on follow what has come; after the last file.
    ///
    /// - Returns: true if the import added records of a collection that a module follows.
    func follow(_ writer: ImportWriter, _ db: Database) throws -> Bool {
        var hasFollowed = false
        let enabled = try session.enabledIDs(db)
        for module in session.hub.registry.modules where enabled.contains(module.id) {
            for follower in module.followers where enabled.contains(follower.collection.module) {
                guard let collection = session.hub.registry.collection(follower.collection) else { continue }
                let (table, last) = (collection.table.quotedDatabaseIdentifier, newest[collection.id] ?? 0)
                let hasCome = try Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id > ?)", arguments: [last])
                guard hasCome == true else { continue }
                try follower.follow(collection, after: last, writer.commandContext(for: module))
                hasFollowed = true
            }
        }
        return hasFollowed
    }
}

extension LinkFollower {
    /// Lets it look among the records of its collection that came after one.
    func follow(_ collection: Collection, after last: Int64, _ context: CommandContext) throws {
        let resolver = RecordResolver(db: context.db)
        let arrivals = Arrivals(after: last) { uid in
            try resolver.record(of: uid, in: collection).flatMap { $0 > last ? $0 : nil }
        }
        try follow(arrivals, context)
    }
}
