import AtriumHTTP
import AtriumHost
import AtriumSDK

/// One request for a page by somebody who is logged in: what all parts of the page ask.
struct Site {
    private(set) var session: Session
    let visit: Visit
    let service: HubService
    /// The modules that are on, in the order of navigation.
    let modules: [Module]
    let page: PageSettings
    let user: UserSettings

    init(_ session: Session, _ visit: Visit, _ service: HubService) throws {
        self.session = session
        self.visit = visit
        self.service = service
        (modules, page, user) = try session.pageState()
    }

    /// The same for a page that asks what stands on a day more than once.
    func sharingAnswers() -> Site {
        var site = self
        site.session = session.sharingAnswers()
        return site
    }

    var registry: ModuleRegistry { service.hub.registry }

    /// What tells this user from others to scripts, and says nothing of them.
    var mark: String { session.user.mark }

    /// The user's name as they are greeted.
    var name: String {
        if !user.name.isEmpty { return user.name }
        return session.user.displayName.isEmpty ? session.user.name : session.user.displayName
    }

    /// The day that it is for the user.
    var today: LocalDate { LocalDate(session.now, in: user.timeZone) }

    /// How many minutes of the user's day are over, on their clock.
    var minuteOfDay: Int {
        DayTimeline.minutes(String(LocalClock(zone: user.timeZone).text(of: session.now).dropFirst(11))) ?? 0
    }

    /// An instant as the user's clock shows it; other texts as they are.
    func clock(_ instant: String) -> String {
        Timestamp.date(instant).map { LocalClock(zone: values.zone).text(of: $0) } ?? instant
    }

    private static let hues = ["purple", "blue", "green", "amber", "gold", "red"]

    /// The hue of a module's things: by its place among the modules that there are.
    func hue(of module: String) -> String {
        let place = registry.modules.firstIndex { $0.id == module } ?? 0
        return Self.hues[place % Self.hues.count]
    }

    // MARK: - Asking

    /// Asks something of the host or a module by the words of its command.
    func ask(_ path: String..., with values: DataObject = [:]) throws -> DataValue {
        guard let entry = service.installed.entry(path) else {
            throw AtriumError(.notFound, "there is no command \(path.joined(separator: " "))")
        }
        return try session.run(entry, values: values)
    }

    /// The names under which columns of tables were kept.
    var keptMaps: [String] {
        let found = try? ask("maps", "list").objectValue?["items"]?.listValue
        return (found ?? []).compactMap { $0.objectValue?["name"]?.textValue }
    }

    /// Whether the user has a command: its module is on, and they may run it.
    func has(_ entry: CatalogEntry) -> Bool {
        (entry.module == nil || modules.contains { $0.id == entry.module }) && session.mayRun(entry)
    }

    /// The commands that the user has.
    var commands: [CatalogEntry] { service.installed.entries.filter(has) }

    /// A command by its words, if the user has it.
    func command(_ path: [String]) -> CatalogEntry? {
        service.installed.entry(path).flatMap { has($0) ? $0 : nil }
    }

    /// A collection's command of a kind, if the user has it.
    func command(_ kind: CommandDeclaration.Kind, of collection: CollectionID) -> CatalogEntry? {
        service.installed.entry(kind, of: collection).flatMap { has($0) ? $0 : nil }
    }

    /// A collection's commands of a kind that the user has.
    func commands(_ kind: CommandDeclaration.Kind, of collection: CollectionID) -> [CatalogEntry] {
        service.installed.entries(kind, of: collection).filter(has)
    }

    // MARK: - Records

    /// The title of a record; nil if it is gone or out of reach.
    func title(of record: RecordReference) -> String? { try? session.title(of: record) }

    /// The page of a record; nil if its collection has none.
    func address(of record: RecordReference) -> SafeLink? {
        guard let collection = registry.collection(record.collection),
            modules.contains(where: { $0.id == collection.id.module }),
            collection.command(.show) != nil
        else { return nil }
        return .own(collection.segments + [String(record.id)])
    }

    /// The page of an occurrence of a record; that of the record if it does not open on one occurrence.
    ///
    /// - Parameter occurrence: the name of the occurrence as a result has it, or nil.
    func address(of record: RecordReference, occurrence: String?) -> SafeLink? {
        guard let page = address(of: record) else { return nil }
        let show = registry.collection(record.collection)?.command(.show)
        guard let occurrence, show?.declaration.fields.first(.occurrence) != nil else { return page }
        return page.adding([(RecordReading.occurrenceName, occurrence)])
    }

    /// The page of the record or the occurrence that an item of a result is about.
    func address(of item: DataObject, _ fields: [FieldDeclaration]) -> SafeLink? {
        guard let record = reference(item) else { return nil }
        let name = fields.first(.occurrence)?.name
        return address(of: record, occurrence: name.flatMap { item[$0]?.textValue })
    }

    /// How values are shown.
    var values: ValueView {
        ValueView(zone: user.timeZone, title: title, name: "", address: address)
    }

    /// What forms ask.
    var forms: FormContext { FormContext(zone: user.timeZone, title: title) }

    /// A record's collection and id, from a result that names them.
    func reference(_ object: DataObject?) -> RecordReference? {
        guard let collection = object?["collection"]?.textValue.flatMap({ CollectionID($0) }),
            let id = object?["id"]?.integerValue
        else { return nil }
        return RecordReference(collection, id)
    }

    /// How guidance is said.
    var guidance: GuidanceView { GuidanceView(commands: service.installed) }
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
