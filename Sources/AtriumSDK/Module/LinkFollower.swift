/// A rule that links a module's records to records that are imported later.
///
/// A record may contain the uid of another record that the vault does not contain yet. A later file or a
/// later import may add the other record. The host calls the follower at the end of every import that added
/// records of the collection, in the import's transaction. The import therefore includes the follower's
/// changes: undoing the import also undoes the follower's changes, and these changes mark no original text as
/// edited.
///
/// The host also calls the follower, with all records of the collection, when a user enables the follower's
/// module or the collection's module. Records that arrived while one of the two modules was disabled have not
/// been linked.
public struct LinkFollower: Sendable {
    /// The collection whose new records the follower links to.
    public let collection: CollectionID
    /// Links records to the new records of the collection.
    public let follow: @Sendable (Arrivals, CommandContext) throws -> Void

    /// Declares a follower for a collection; the manifest must list the collection's module.
    public init(
        to collection: CollectionID,
        follow: @escaping @Sendable (Arrivals, CommandContext) throws -> Void
    ) {
        self.collection = collection
        self.follow = follow
    }
}

/// A collection's new records.
///
/// After an import, the new records are the records that the import added. After a module was enabled, all
/// records are new records.
public struct Arrivals {
    private let find: (String) throws -> Int64?
    private let newest: Int64

    /// Creates a list of arrivals; only the host calls this initializer.
    ///
    /// - Parameters:
    ///   - newest: the greatest id among the records that are not new.
    ///   - find: returns the id of the new record with a uid, or nil if no new record has this uid.
    public init(after newest: Int64, find: @escaping (String) throws -> Int64?) {
        self.newest = newest
        self.find = find
    }

    /// Returns the id of the new record with a uid, or nil if no new record has this uid.
    public func id(of uid: String) throws -> Int64? { try find(uid) }

    /// Returns true if a record is new.
    public func contains(_ id: Int64) -> Bool { id > newest }
}
