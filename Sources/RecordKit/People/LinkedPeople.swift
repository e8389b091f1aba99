public import AtriumSDK

/// The people whom records identify by uid, as an interface to the module that manages people.
///
/// The interface finds no people while that module is disabled.
///
/// A record stores the people's uids, which the record's files also contain. Links connect the record to the
/// people whom the vault contains. The record's module specifies the collection that contains people, and the
/// module's manifest names that collection's module. The record's module uses two commands from that
/// collection: `show`, and `named`, which finds people by name.
public struct LinkedPeople {
    private let collection: CollectionID
    private let modules: any ModuleDirectory

    /// Creates an interface to people from the module directory that a command or an import provides.
    ///
    /// - Parameter collection: the collection that contains people.
    public init(_ collection: CollectionID, _ modules: any ModuleDirectory) {
        self.collection = collection
        self.modules = modules
    }

    /// Returns the person's uid.
    public func uid(of id: Int64) throws -> String? { try person(id)?["uid"]?.textValue }

    /// Returns the person in the form that `show` returns, or nil while the people module is disabled.
    public func person(_ id: Int64) throws -> DataObject? {
        try modules.answer("show", of: collection, ["record": .integer(id)])?.objectValue
    }

    /// Returns the person with a uid, or nil if the vault does not contain the person.
    ///
    /// If the person was merged into another person, the function returns the other person.
    public func id(of uid: String) throws -> Int64? { try modules.record(of: uid, in: collection) }

    /// Returns the uid of the only person with a name, or nil if no person or several people have the name.
    public func uid(named name: String) throws -> String? {
        guard let found = try ids(named: name), found.count == 1, let id = found.first else { return nil }
        return try uid(of: id)
    }

    /// True if the people module is enabled and answers requests.
    public var areReachable: Bool {
        get throws { try modules.answer("named", of: collection, ["names": .list([])]) != nil }
    }

    /// Returns the people with a name, or nil while the people module is disabled.
    public func ids(named name: String) throws -> Set<Int64>? {
        try ids(named: [name]).map { $0[name] ?? [] }
    }

    /// Returns the people with each of the given names, or nil while the people module is disabled.
    ///
    /// The function searches all people in one query.
    func ids(named names: [String]) throws -> [String: Set<Int64>]? {
        let answer = try modules.answer("named", of: collection, ["names": .list(names.map(DataValue.text))])
        guard let items = answer?.objectValue?["items"]?.listValue?.compactMap(\.objectValue) else {
            return nil
        }
        return items.reduce(into: [:]) { called, item in
            guard let name = item["matched"]?.textValue, let id = item["id"]?.integerValue else { return }
            called[name, default: []].insert(id)
        }
    }
}
