public import GRDB

/// What a module keeps beside its records and no format has a place for, such as what a user has said about two of them.
///
/// `export --all` writes it as lines of JSON, and an import of that folder brings it back. It names records by their uids,
/// which are the same in every vault.
public struct SideData: Sendable {
    /// The name: lower-case words joined by hyphens, unique within the module.
    public let name: String
    /// Hands on one object for each thing that is kept, in an order that is always the same.
    public let write: @Sendable (Database, (DataObject) throws -> Void) throws -> Void
    /// Keeps what an object says; called when all records are there.
    ///
    /// True where it was new, false where it was known, nil where the object is not one of these.
    public let read: @Sendable (DataObject, Database) throws -> Bool?

    /// Declares data of a module.
    public init(
        name: String, write: @escaping @Sendable (Database, (DataObject) throws -> Void) throws -> Void,
        read: @escaping @Sendable (DataObject, Database) throws -> Bool?
    ) {
        self.name = name
        self.write = write
        self.read = read
    }
}
