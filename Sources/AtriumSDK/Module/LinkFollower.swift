/// How a module links its records to others that came after them.
///
/// Records may name by their uids others that the vault does not have: those stand in files, and come in an import of their
/// own or in a later file of the same. The host calls the follower at the end of every import that brought new records of
/// the collection, in the import's transaction. What it writes is part of the import: it is undone with it, and marks no
/// source as edited. It is also called, with all records of the collection, when its own module or theirs is switched on:
/// what came while one of the two was off has not been followed.
public struct LinkFollower: Sendable {
    /// The collection whose records are named.
    public let collection: CollectionID
    /// Makes links to those who have come.
    public let follow: @Sendable (Arrivals, CommandContext) throws -> Void

    /// Declares how records of a collection are followed, whose module the manifest names.
    public init(
        to collection: CollectionID,
        follow: @escaping @Sendable (Arrivals, CommandContext) throws -> Void
    ) {
        self.collection = collection
        self.follow = follow
    }
}

/// The records of one collection that have come: those that an import has brought, or all when a module is switched on.
public struct Arrivals {
    private let find: (String) throws -> Int64?
    private let newest: Int64

    /// Describes them; the host does.
    ///
    /// - Parameters:
    ///   - newest: the greatest id that was there before.
    ///   - find: gives the id of the new record with a uid; nil where there is none.
    public init(after newest: Int64, find: @escaping (String) throws -> Int64?) {
        self.newest = newest
        self.find = find
    }

    /// The id of the new record with a uid; nil where there is none.
    public func id(of uid: String) throws -> Int64? { try find(uid) }

    /// Whether a record is new.
    public func contains(_ id: Int64) -> Bool { id > newest }
}
