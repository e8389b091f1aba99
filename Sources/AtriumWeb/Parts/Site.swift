import AtriumHTTP
import AtriumHost
import AtriumSDK

/// One request for a page by somebody who is logged in: what all parts of the page ask.
struct Site {
    let session: Session
    let visit: Visit
    let registry: ModuleRegistry
    /// The modules that are on, in the order of navigation.
    let modules: [Module]
    let page: PageSettings
    let user: UserSettings

    init(_ session: Session, _ visit: Visit, _ registry: ModuleRegistry) throws {
        self.session = session
        self.visit = visit
        self.registry = registry
        modules = try session.enabledModules()
        (page, user) = try session.settings()
    }

    /// What tells this user from others to scripts, and says nothing of them.
    var mark: String { session.user.mark }

    /// The user's name as they are greeted.
    var name: String {
        if !user.name.isEmpty { return user.name }
        return session.user.displayName.isEmpty ? session.user.name : session.user.displayName
    }

    // MARK: - Asking

    /// The commands that the user has.
    func catalog() throws -> Catalog { Catalog(try session.catalog()) }

    /// Asks something of the host or a module by the words of its command.
    func ask(_ path: String..., with values: DataObject = [:]) throws -> DataValue {
        guard
            let entry = registry.catalog(beginningWith: Set(path.prefix(1))).first(where: { $0.path == path })
        else { throw AtriumError(.notFound, "there is no command \(path.joined(separator: " "))") }
        return try session.run(entry, values: values)
    }

    /// The title of a record; nil where it is gone or out of reach.
    func title(of record: RecordReference) -> String? { try? session.title(of: record) }

    /// The page of a record; nil where its collection has none.
    func address(of record: RecordReference) -> SafeLink? {
        guard let collection = registry.collection(record.collection),
            modules.contains(where: { $0.id == collection.id.module }),
            collection.commands.contains(where: { $0.declaration.kind == .show })
        else { return nil }
        return .own(collection.segments + [String(record.id)])
    }

    /// How values are shown.
    var values: ValueView {
        ValueView(zone: user.timeZone, title: title, name: "", address: address)
    }

    /// What forms ask.
    var forms: FormContext { FormContext(zone: user.timeZone, title: title) }

    /// A record's collection and id, from a result that names them.
    func reference(_ object: DataObject?) -> RecordReference? {
        guard let name = object?["collection"]?.textValue, let id = object?["id"]?.integerValue else {
            return nil
        }
        let parts = name.split(separator: "/").map(String.init)
        guard parts.count == 2 else { return nil }
        return RecordReference(CollectionID(module: parts[0], name: parts[1]), id)
    }
}

/// The commands that a user has, to be looked up.
struct Catalog {
    let entries: [CatalogEntry]

    init(_ entries: [CatalogEntry]) { self.entries = entries }

    /// A command by its words.
    func entry(_ path: [String]) -> CatalogEntry? { entries.first { $0.path == path } }

    /// A collection's command of a kind; the first, where there are several.
    func entry(_ kind: CommandDeclaration.Kind, of collection: CollectionID) -> CatalogEntry? {
        entries.first { $0.collection == collection && $0.declaration.kind == kind }
    }

    /// A collection's commands of a kind.
    func entries(_ kind: CommandDeclaration.Kind, of collection: CollectionID) -> [CatalogEntry] {
        entries.filter { $0.collection == collection && $0.declaration.kind == kind }
    }
}

extension Collection {
    /// The segments of the address under which its records stand.
    var segments: [String] { isMain ? [id.module] : [id.module, id.name] }
}

extension CatalogEntry {
    /// The segments of the command's page, with a record in its place.
    func segments(record: String? = nil) -> [String] {
        let parent = Array(path.dropLast())
        let name = path.last ?? ""
        return switch declaration.kind {
        case .list: parent
        case .add: parent + ["add"]
        case .show: parent + [record ?? ""]
        case .edit: parent + [record ?? "", "edit"]
        case .remove: parent + [record ?? "", "remove"]
        case .query, .action: parent + [name]
        case .recordQuery, .recordAction: parent + [record ?? "", name]
        }
    }
}

extension User {
    /// What tells a user from others to forms and scripts, and says nothing of them.
    var mark: String { "u\(id)-" + createdAt.filter(\.isNumber) }
}
