public import GRDB

/// A module's data outside its records that no file format can represent.
///
/// For instance, the data contains a user's decision about two records.
///
/// `export --all` writes the data as JSON lines, and an import of the exported folder restores the data. The
/// data refers to records by uid, because a record has the same uid in every vault.
public struct SideData: Sendable {
    /// The name: lower-case words joined by hyphens, unique within the module.
    public let name: String
    /// Passes one object for each piece of data to the callback, always in the same order.
    public let write: @Sendable (Database, (DataObject) throws -> Void) throws -> Void
    /// Stores an object's data; the host calls this function after all records have been imported.
    ///
    /// Returns true if the data was new, false if the data already existed, and nil if the object has another
    /// kind of data.
    public let read: @Sendable (DataObject, Database) throws -> Bool?

    /// Declares a module's side data.
    public init(
        name: String, write: @escaping @Sendable (Database, (DataObject) throws -> Void) throws -> Void,
        read: @escaping @Sendable (DataObject, Database) throws -> Bool?
    ) {
        self.name = name
        self.write = write
        self.read = read
    }
}
