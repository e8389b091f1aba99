public import AtriumSDK

/// The modules that are installed, checked once at start.
public struct ModuleRegistry: Sendable {
    /// The modules, each after those that it requires, otherwise in the order given.
    public let modules: [Module]
    private let byID: [String: Module]
    private let collectionsByID: [CollectionID: Collection]
    /// By what modules know items of files as their own, in the order of the modules.
    public let itemMarks: [ItemMark]
    /// The kinds of entries on days, each once, in the order of the modules.
    public let dayKinds: [DayEntry.Kind]

    /// Registers modules.
    ///
    /// - Throws: ``AtriumError`` with code `internal` that names the modules at fault: an id that is malformed or taken,
    ///   a table prefix that is the beginning of another's, a required module that is missing, a cycle, a collection
    ///   under another module's name, with a table of another's, with a repeated command or named like one, a query that is
    ///   none, a mark of items or a kind of entries on days that two modules declare in two ways, a kind
    ///   of items of which two modules are the default.
    public init(_ modules: [Module]) throws {
        try Self.checkNames(of: modules)
        itemMarks = try Self.checkedMarks(of: modules)
        dayKinds = try Self.checkedDayKinds(of: modules)
        try Self.checkClaims(of: modules)
        self.modules = try Self.sorted(modules)
        byID = Dictionary(uniqueKeysWithValues: modules.map { ($0.id, $0) })
        collectionsByID = Dictionary(
            uniqueKeysWithValues: modules.flatMap { $0.collections.map { ($0.id, $0) } })
    }

    /// The module with an id, or nil.
    public func module(_ id: String) -> Module? { byID[id] }

    /// The collection with an id, or nil.
    public func collection(_ id: CollectionID) -> Collection? { collectionsByID[id] }

    /// The modules that require a module, directly.
    public func dependents(of id: String) -> [Module] {
        modules.filter { $0.manifest.requires.contains(id) }
    }

    private static func checkNames(of modules: [Module]) throws {
        var seen: Set<String> = HostNames.reservedWords
        for module in modules {
            guard HostNames.isName(module.id) else {
                throw AtriumError(
                    .internal, "the module id “\(module.id)” is malformed",
                    remedy: "use lower-case words joined by hyphens")
            }
            guard seen.insert(module.id).inserted else {
                throw AtriumError(
                    .internal, "the module id “\(module.id)” is already in use",
                    remedy: "use another id for the module")
            }
            try checkCollections(of: module)
            let settings = module.settings.map(\.name)
            guard Set(settings).count == settings.count, settings.allSatisfy(HostNames.isName) else {
                throw AtriumError(
                    .internal, "module “\(module.id)” has a setting with a malformed or repeated name")
            }
            let data = module.sideData.map(\.name)
            guard Set(data).count == data.count, data.allSatisfy(HostNames.isName) else {
                throw AtriumError(
                    .internal, "module “\(module.id)” has side data with a malformed or repeated name")
            }
        }
        let prefixes = modules.map { (module: $0.id, prefix: $0.tablePrefix) }
        for (module, prefix) in prefixes {
            guard !HostNames.tablePrefixes.contains(where: prefix.hasPrefix) else {
                throw AtriumError(
                    .internal, "the tables of module “\(module)” have a prefix that is reserved for the host",
                    remedy: "use another id for the module")
            }
            if let other = prefixes.first(where: { $0.module != module && $0.prefix.hasPrefix(prefix) }) {
                throw AtriumError(
                    .internal, "the tables of module “\(other.module)” have the prefix of module “\(module)”",
                    remedy: "use another id for one of them")
            }
        }
    }

    private static func checkCollections(of module: Module) throws {
        var names: Set<String> = []
        var tables: Set<String> = []
        let prefix = module.tablePrefix
        guard module.collections.count(where: \.isMain) <= 1 else {
            throw AtriumError(.internal, "module “\(module.id)” has more than one main collection")
        }
        for collection in module.collections {
            guard collection.id.module == module.id, HostNames.isName(collection.id.name),
                collection.table.hasPrefix(prefix), names.insert(collection.id.name).inserted
            else {
                throw AtriumError(
                    .internal,
                    "collection “\(collection.id)” of module “\(module.id)” has a wrong name or table",
                    remedy: "use the module's id and table prefix, and each name only once")
            }
            guard tables.insert(collection.table).inserted else {
                throw AtriumError(
                    .internal,
                    "the table \(collection.table) belongs to two collections of module “\(module.id)”",
                    remedy: "use a separate table for each")
            }
            let commands = collection.commands.map(\.declaration.name)
            guard Set(commands).count == commands.count, commands.allSatisfy(HostNames.isName) else {
                throw AtriumError(
                    .internal, "collection “\(collection.id)” has a malformed or repeated command")
            }
        }
        let queries = module.queries.map(\.declaration)
        guard queries.allSatisfy({ $0.kind == .query && HostNames.isName($0.name) }) else {
            throw AtriumError(
                .internal, "module “\(module.id)” has a query with a malformed name or of another kind")
        }
        let commands =
            module.collections.filter(\.isMain).flatMap(\.commands).map(\.declaration.name)
            + queries.map(\.name)
        guard Set(commands).count == commands.count else {
            throw AtriumError(.internal, "two commands of module “\(module.id)” have the same name")
        }
        for collection in module.collections where !collection.isMain && commands.contains(collection.id.name)
        {
            throw AtriumError(
                .internal,
                "“\(collection.id.name)” is both a command and a collection of module “\(module.id)”",
                remedy: "rename one of them")
        }
    }

    /// Sorts by dependency (depth first), keeping the given order where it is free.
    private static func sorted(_ modules: [Module]) throws -> [Module] {
        let byID = Dictionary(uniqueKeysWithValues: modules.map { ($0.id, $0) })
        var result: [Module] = []
        var done: Set<String> = []
        var path: [String] = []

        func visit(_ module: Module) throws {
            if done.contains(module.id) { return }
            if let start = path.firstIndex(of: module.id) {
                let cycle = (path[start...] + [module.id]).joined(separator: " → ")
                throw AtriumError(
                    .internal, "modules require each other in a cycle: \(cycle)",
                    remedy: "make one of them optional")
            }
            path.append(module.id)
            for id in module.manifest.requires {
                guard let required = byID[id] else {
                    throw AtriumError(
                        .internal, "module “\(module.id)” requires “\(id)”, which is not installed",
                        remedy: "install it too")
                }
                try visit(required)
            }
            path.removeLast()
            done.insert(module.id)
            result.append(module)
        }
        for module in modules { try visit(module) }
        return result
    }
}

/// Names that belong to the host.
enum HostNames {
    /// First words of the command line, of paths and of the page's addresses that no module may take.
    static let reservedWords: Set<String> = [
        "import", "export", "imports", "maps", "modules", "users", "search", "undo", "history", "doctor",
        "backup",
        "restore",
        "serve", "session", "sign-up", "jobs", "feeds", "settings", "tags", "links", "openapi", "help",
        "atrium", "dashboard", "today", "tokens", "sessions", "logins", "hub", "account", "login", "logout",
        "signup", "events", "me", "add", "admin", "api", "assets", "figures", "health", "inbox",
        "invitations",
        "join", "more", "offline", "outbox", "ready", "setup", "suggest",
    ]

    /// What the host's own tables begin with; SQLite's too.
    static let tablePrefixes = [
        "host_", "sqlite_", "search_",
    ]

    /// Whether a text is lower-case words joined by hyphens, each beginning with a letter.
    ///
    /// Every name is looked at at every start: without taking the words apart.
    static func isName(_ text: String) -> Bool {
        var isAtStartOfWord = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): isAtStartOfWord = false
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !isAtStartOfWord: break
            case UInt8(ascii: "-") where !isAtStartOfWord: isAtStartOfWord = true
            default: return false
            }
        }
        return !isAtStartOfWord && text.utf8.count <= 40
    }
}
