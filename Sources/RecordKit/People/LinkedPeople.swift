public import AtriumSDK

/// People whom records name by their uids, as the module that keeps people knows them; nobody, while it is off.
///
/// A record keeps the uids, which stand in its files; links lead to those of them whom the vault has. Which collection people
/// are in, the module of the record says, which names in its manifest whose it is; of that collection two commands are asked:
/// `show`, and `named` for those who are called so.
public struct LinkedPeople {
    private let collection: CollectionID
    private let modules: any ModuleDirectory

    /// Asks through the directory that a command or an import is lent.
    ///
    /// - Parameter collection: the collection of people.
    public init(_ collection: CollectionID, _ modules: any ModuleDirectory) {
        self.collection = collection
        self.modules = modules
    }

    /// The uid of a person.
    public func uid(of id: Int64) throws -> String? { try person(id)?["uid"]?.textValue }

    /// A person as `show` gives it; nil while the module is off.
    public func person(_ id: Int64) throws -> DataObject? {
        try modules.answer("show", of: collection, ["record": .integer(id)])?.objectValue
    }

    /// The person with a uid, or who was merged with the one that had it; nil where there is none.
    public func id(of uid: String) throws -> Int64? { try modules.record(of: uid, in: collection) }

    /// The uid of the one person who is called so; nil where there is none, or more than one.
    public func uid(named name: String) throws -> String? {
        guard let found = try ids(named: name), found.count == 1, let id = found.first else { return nil }
        return try uid(of: id)
    }

    /// Whether people can be asked for: the module that keeps them is on.
    public var areReachable: Bool {
        get throws { try modules.answer("named", of: collection, ["names": .list([])]) != nil }
    }

    /// Those who are called so; nil while the module is off.
    public func ids(named name: String) throws -> Set<Int64>? {
        try ids(named: [name]).map { $0[name] ?? [] }
    }

    /// Those who are called by each of some names, all at once: whoever answers looks through all people; nil while the module
    /// is off.
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
