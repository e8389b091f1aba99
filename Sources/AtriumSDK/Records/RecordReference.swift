/// The name of a collection over all modules: `connections/people`.
public struct CollectionID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The module's id.
    public let module: String
    /// The collection's name within the module.
    public let name: String

    /// Names a collection.
    public init(module: String, name: String) {
        self.module = module
        self.name = name
    }

    /// Reads `module/name`, or nil where the text is anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        self.init(module: String(parts[0]), name: String(parts[1]))
    }

    /// The name as `module/name`: the form that vaults store.
    public var description: String { module + "/" + name }
}

/// One record over all modules, within one vault: the way in which modules and the host point at each other's records.
public struct RecordReference: Sendable, Hashable {
    /// The collection that the record is in.
    public let collection: CollectionID
    /// The record's id: its row id in the collection's table.
    public let id: Int64

    /// Refers to a record; whether it exists is not checked.
    public init(_ collection: CollectionID, _ id: Int64) {
        self.collection = collection
        self.id = id
    }
}
