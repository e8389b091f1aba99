/// A collection's identifier, unique across all modules: `connections/people`.
public struct CollectionID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The module's id.
    public let module: String
    /// The collection's name within the module.
    public let name: String

    /// Creates a collection's identifier.
    public init(module: String, name: String) {
        self.module = module
        self.name = name
    }

    /// Parses `module/name`, or returns nil if the text has another form.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        self.init(module: String(parts[0]), name: String(parts[1]))
    }

    /// The identifier as `module/name`: the form that vaults store.
    public var description: String { module + "/" + name }
}

/// A reference to one record in a vault, which modules and the host use for records in other modules.
public struct RecordReference: Sendable, Hashable {
    /// The collection that contains the record.
    public let collection: CollectionID
    /// The record's id: its row id in the collection's table.
    public let id: Int64

    /// Creates a reference to a record without checking that the record exists.
    public init(_ collection: CollectionID, _ id: Int64) {
        self.collection = collection
        self.id = id
    }
}
