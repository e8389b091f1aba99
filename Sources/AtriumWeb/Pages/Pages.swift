import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird

typealias HTTPStatus = HTTPResponse.Status

/// Which page an address leads to, and what a form that is sent there does.
struct Pages: Sendable {
    let service: HubService
    let frame: Frame
    /// The version of the program; empty if nobody said it.
    var version = ""

    // MARK: - Looking

    /// The page at an address.
    func shown(_ visit: Visit) async throws -> Drawn {
        let segments = visit.segments
        switch segments.first {
        case "login", "join": return try await GatePages(pages: self, visit: visit).shown()
        case "setup" where target(segments) == nil:
            return try await GatePages(pages: self, visit: visit).shown()
        case "logout":
            // To follow a link is no wish to leave.
            throw HTTPFailure.methodNotAllowed("POST")
        default: break
        }
        guard try await service.visitor(visit) != nil else { return toLogIn(visit) }
        let query = try visit.query()
        if segments == [""] {
            return try await page(visit) { site in
                try HomePage(site: site.sharingAnswers(), query: query).page()
            }
        }
        if ImportPages.isAt(segments) {
            return try await ImportPages(pages: self, visit: visit).shown(query)
        }
        if segments.first == "export" {
            return try await ExportPages(pages: self, visit: visit).shown(query)
        }
        if segments == ["more"] { return try await page(visit) { Self.more($0) } }
        if segments == ["help"] {
            let version = version
            return try await page(visit) { try HelpPage(site: $0, version: version).page() }
        }
        if segments == ["add"] { return try await page(visit) { Self.add($0) } }
        if segments == ["search"] {
            return try await page(visit) { try SearchPage(site: $0, query: query).page() }
        }
        if segments.first == "figures", segments.count != 2, segments.count <= 3 {
            return try await page(visit) { site in
                let figures = FigurePages(site: site)
                return segments.count == 1 ? try figures.all() : try figures.page(segments[1], segments[2])
            }
        }
        if segments == ["suggest"] { return try await suggestions(visit, query) }
        if segments == ["undo"] {
            return try await page(visit) { site in
                guard let change = query.last(named: "change").flatMap({ Int64($0) }) else {
                    return try HistoryPage(site: site, query: query).page()
                }
                return try UndoPage(site: site, change: change).page()
            }
        }
        if segments == ["history"] {
            return try await page(visit) { try HistoryPage(site: $0, query: query).page() }
        }
        if segments.first == "settings" || segments.first == "admin" {
            if let drawn = try await settings(visit, query) { return drawn }
        }
        return try await command(visit, query)
    }

    /// Draws a page for whoever is logged in.
    func page(_ visit: Visit, _ make: @escaping @Sendable (Site) throws -> Page) async throws -> Drawn {
        let frame = frame
        return try await read(visit) { frame.draw(try make($0), for: $0) }
    }

    /// Does something that reads, for whoever is logged in.
    func read<Result: Sendable>(
        _ visit: Visit, _ body: @escaping @Sendable (Site) throws -> Result
    ) async throws -> Result {
        let service = service
        return try await service.read(visit) { try body(Site($0, visit, service)) }
    }

    /// To the log-in, and from there back to where somebody wanted to go.
    private func toLogIn(_ visit: Visit) -> Drawn {
        let path = visit.request.head.path ?? "/"
        let next = path == "/" ? nil : SafeLink(next: path)
        return .seeOther(SafeLink.own(["login"]).then(next))
    }

    private static func more(_ site: Site) -> Page {
        var page = Page("More", section: "more")
        page.content = Navigation(site: site, section: "more").all
        return page
    }

    private static func add(_ site: Site) -> Page {
        var page = Page("Add", section: "add")
        let entries = site.commands.filter { $0.declaration.kind == .add && $0.module != nil }
        func isMain(_ entry: CatalogEntry) -> Bool {
            entry.collection.flatMap(site.registry.collection)?.isMain ?? false
        }
        page.subtitle = HTML("What would you like to add?")
        page.content =
            entries.isEmpty
            ? empty(
                "No module is on", "Switch on what you want to keep.",
                action: button("Modules", to: .own(["settings", "modules"]), style: "btn"))
            : tag("div", .class("flow")) {
                // What a module is for comes first.
                let (main, others) = (entries.filter(isMain), entries.filter { !isMain($0) })
                kinds(main, site)
                if !others.isEmpty {
                    tag("section") {
                        tag("h2") { "More" }
                        kinds(others, site)
                    }
                }
            }
        return page
    }

    private static func kinds(_ entries: [CatalogEntry], _ site: Site) -> HTML {
        tag("ul", .class("rows")) {
            for entry in entries {
                let collection = entry.collection.flatMap(site.registry.collection)
                let module = entry.module.flatMap(site.registry.module)
                Row(
                    entry.declaration.ownTitle ?? collection?.recordTitle ?? entry.declaration.title,
                    to: .own(entry.segments()), icon: Icon(module: module?.manifest.icon ?? ""),
                    facts: [module?.manifest.title ?? ""]
                ).html
            }
        }
    }

    // MARK: - Commands

    /// A command at an address, and whether its form is meant.
    struct Target {
        let entry: CatalogEntry
        let record: String?
        let isForm: Bool
    }

    /// The command at an address: `/habits/add`, `/habits/3/edit`, `/habits/3`, `/habits/3/toggle`.
    func target(_ segments: [String]) -> Target? { Self.target(segments, among: service.commands(at:)) }

    /// The same, where the commands at a path of the API are known.
    static func target(
        _ segments: [String],
        among commands: ([String]) -> (entries: [Route.Method: CatalogEntry], record: String?)?
    ) -> Target? {
        if let last = segments.last, let (method, kind) = forms[last], segments.count > 1,
            let found = commands(Array(segments.dropLast())), let entry = found.entries[method],
            entry.declaration.kind == kind
        {
            return Target(entry: entry, record: found.record, isForm: true)
        }
        guard let found = commands(segments) else { return nil }
        if let entry = found.entries[.get] {
            return Target(entry: entry, record: found.record, isForm: false)
        }
        guard let entry = found.entries[.post], entry.declaration.kind != .add else { return nil }
        return Target(entry: entry, record: found.record, isForm: true)
    }

    private static let forms: [String: (Route.Method, CommandDeclaration.Kind)] = [
        "add": (.post, .add), "edit": (.patch, .edit), "remove": (.delete, .remove),
    ]

    private func command(_ visit: Visit, _ query: [(name: String, value: String)]) async throws -> Drawn {
        guard let target = target(visit.segments) else {
            // A module without a list of its own has a page all the same.
            if visit.segments.count == 1, let module = service.hub.registry.module(visit.segments[0]) {
                return try await page(visit) { site in
                    guard site.modules.contains(where: { $0.id == module.id }) else {
                        throw AtriumError(
                            .unavailable, "the module \(module.id) is off",
                            remedy: "enable it with \(command: "modules enable", .argument("id", module.id))")
                    }
                    var page = Page(module.manifest.title, section: module.id)
                    page.subtitle = HTML(module.manifest.summary)
                    page.content =
                        ModuleSections(site: site, module: module).html(
                            current: []) ?? HTML()
                    return page
                }
            }
            throw HTTPFailure.notFound
        }
        let (entry, record) = (target.entry, target.record)
        let pages = self
        return try await page(visit) { site in
            try site.session.require(entry)
            if target.isForm { return try pages.form(site, entry, record, query) }
            switch entry.declaration.kind {
            case .list:
                if let calendar = CalendarPage(of: entry, site: site, query: query) {
                    return try calendar.page()
                }
                if let sheet = SheetPage(of: entry, site: site, query: query) { return try sheet.page() }
                return try ListPage(site: site, entry: entry, query: query).page()
            case .show:
                return try RecordPage(site: site, entry: entry, record: record ?? "", query: query).page()
            default:
                if let fit = FitPage(of: entry, site: site, query: query) { return try fit.page() }
                if let pairs = PairPage(of: entry, site: site, query: query) { return try pairs.page() }
                return try QueryPage(site: site, entry: entry, record: record, query: query).page(
                    title: pages.title(of: entry, record: record, site),
                    back: pages.back(from: entry, record: record, site))
            }
        }
    }

    private func form(
        _ site: Site, _ entry: CatalogEntry, _ record: String?, _ query: [(name: String, value: String)]
    ) throws -> Page {
        var form = FormPage(site: site, entry: entry)
        form.record = record
        form.next = query.next?.address
        let fields = FormPage.fields(of: entry)
        let isEdit = entry.declaration.kind == .edit
        if isEdit || entry.declaration.kind == .recordAction && fields.contains(where: { $0.shownAs != nil })
        {
            let reading = try form.read(query)
            form.shown = reading.value
            if isEdit { form.version = reading.version }
        } else if !PartChoice.parts(of: entry).isEmpty {
            _ = try form.read(query)
        }
        // What the address says stands in the form: a link can begin one.
        let given = FormTexts(query, of: fields).values
        if !given.isEmpty {
            var texts = FormPage.texts(of: fields, shown: form.shown, entry: entry, site.forms)
            for name in given.keys { texts.clear(name) }
            for (name, values) in given { for value in values { texts.add(name, value) } }
            for field in fields { Self.settle(field, in: &texts, site.forms) }
            form.typed = texts
        }
        let title = title(of: entry, record: form.record, site)
        let back = back(
            from: entry, record: form.record, occurrence: form.part?.occurrence, next: query.next, site)
        guard entry.declaration.kind == .remove else { return form.page(title: title, back: back) }
        return removal(form, title, back)
    }

    /// Replaces the value that a link gives by the texts of the field's controls: the number of a record (`people=12`) by its
    /// name, a word and a rule by what is chosen for them.
    private static func settle(_ field: FieldDeclaration, in texts: inout FormTexts, _ context: FormContext) {
        switch ControlKind(field) {
        case .suggested, .recurrence:
            let given = texts.all(field.name)
            guard let text = given.last else { return }
            texts.clear(field.name)
            let value: DataValue = if case .list = field.type { .texts(given) } else { .text(text) }
            return ControlTexts(context: context).add(value, of: field, named: field.name, to: &texts)
        default: break
        }
        guard case .reference(let collection) = field.type.element,
            let id = texts[field.name].flatMap(Int64.init),
            context.title(RecordReference(collection, id)) != nil
        else { return }
        var value = DataValue.integer(id)
        if case .list = field.type { value = .list([value]) }
        texts.clear(field.name)
        ControlTexts(context: context).add(value, of: field, named: field.name, to: &texts)
    }

    /// What asks before something is removed: by a form like any other, with no field.
    private func removal(_ form: FormPage, _ title: String, _ back: (SafeLink, String)?) -> Page {
        var page = form.page(title: title, back: back)
        var words = tag("p", .class("sub")) {
            form.part == nil
                ? "It goes from all lists. You can restore it under “Recently removed”."
                : "It goes from all lists. Undo brings it back."
        }
        words.append(page.content)
        page.content = words
        return page
    }

    // MARK: - What a command's page is called, and where it leads back

    func title(of entry: CatalogEntry, record: String?, _ site: Site) -> String {
        let collection = entry.collection.flatMap(site.registry.collection)
        let noun = collection?.recordTitle ?? ""
        switch entry.declaration.kind {
        case .add: return entry.declaration.ownTitle ?? "New \(noun.lowercased())"
        case .edit: return "Edit: " + name(of: record, collection, site)
        case .remove: return "Remove: " + name(of: record, collection, site)
        case .recordQuery, .recordAction:
            return "\(entry.declaration.title): " + name(of: record, collection, site)
        case .query where entry.module == nil:
            return HostPage.all.first { $0.list == entry.path }?.title ?? HostPage.title(of: entry.path)
        default:
            return entry.module == nil ? HostPage.title(of: entry.path) : entry.declaration.title
        }
    }

    private func name(of record: String?, _ collection: Collection?, _ site: Site) -> String {
        guard let record, let collection else { return record ?? "" }
        return Int64(record).flatMap { site.title(of: RecordReference(collection.id, $0)) } ?? record
    }

    /// The link back from a command's page, and its title; nil if there is none.
    ///
    /// - Parameter next: the address to go to after the form; the record's page, to which Cancel leads, gets it too.
    func back(
        from entry: CatalogEntry, record: String?, occurrence: String? = nil, next: SafeLink? = nil,
        _ site: Site
    ) -> (SafeLink, String)? {
        guard let id = entry.collection, let collection = site.registry.collection(id) else {
            if let module = entry.module.flatMap(site.registry.module) {
                return (.own([module.id]), module.manifest.title)
            }
            if let page = HostPage.of(entry), page.list != entry.path { return (page.link, page.title) }
            return (.own(["settings"]), "Settings")
        }
        let title =
            collection.isMain
            ? site.registry.module(id.module)?.manifest.title ?? collection.title : collection.title
        guard let record else { return (.own(collection.segments), title) }
        let page = SafeLink.own(
            collection.segments + [record], occurrence.map { [(RecordReading.occurrenceName, $0)] } ?? [])
        return (page.then(next), name(of: record, collection, site))
    }

    // MARK: - Doing

    /// What a form that is sent to an address does.
    func done(_ visit: Visit) async throws -> Drawn {
        try visit.requireOwnForm(of: service)
        let segments = visit.segments
        switch segments.first {
        case "login", "join": return try await GatePages(pages: self, visit: visit).done()
        case "setup" where target(segments) == nil:
            return try await GatePages(pages: self, visit: visit).done()
        case "logout": return try await logOut(visit)
        default: break
        }
        if segments.first == "import" { return try await ImportPages(pages: self, visit: visit).done() }
        let isSetting = segments.count == 2 && segments[0] == "settings" && target(segments) == nil
        let entry = target(segments).map(\.entry)
        guard isSetting || entry?.declaration.kind.writes == true else { throw HTTPFailure.notFound }
        guard let principal = try await service.visitor(visit) else {
            // The session has ended meanwhile: what was typed goes along to the log-in, and back.
            let form = try await FormInput(visit, limit: FormInput.limitOfNobody)
            return try await GatePages(pages: self, visit: visit).logInAgain(
                try Self.meant(form, entry, visit), entry)
        }
        let form = try Self.meant(try await service.form(visit, of: principal, for: entry), entry, visit)
        if let owner = form[FormNames.user], owner != principal.user.mark { return strangersForm() }
        guard let target = target(segments), !isSetting else {
            return try await setting(form, visit, of: principal.user)
        }
        if let undo = UndoRequest(
            pages: self, visit: visit, entry: target.entry, user: principal.user, form: form)
        {
            return try await undo.answer()
        }
        return try await FormSubmission(
            pages: self, visit: visit, entry: target.entry, record: target.record, user: principal.user,
            form: form
        ).answer()
    }

    /// A form with what its address says: of a button in a list, which time of a record is meant, and which way; of one that puts
    /// the list into another order, which records, and whose order.
    ///
    /// Only actions have such buttons, and what stands in the form itself goes first.
    private static func meant(
        _ form: FormInput, _ entry: CatalogEntry?, _ visit: Visit
    ) throws -> FormInput {
        guard let entry, [.recordAction, .action].contains(entry.declaration.kind) else { return form }
        var form = form
        form.fields += PairPage.taken(in: form.fields, of: entry.declaration.fields)
        let texts = FormTexts(form.fields)
        for (name, value) in try visit.query() {
            let own = name.prefix { $0 != "." }
            guard let field = entry.declaration.fields.first(where: { $0.name == own }),
                !texts.hasText(in: field.name)
            else { continue }
            switch field.type {
            case .boolean, .date, .reference, .list(.reference): form.fields.append((name, value))
            // A day and a time stand in several controls.
            case .when: form.fields.append((name + ControlTexts.raw, value))
            default: continue
            }
        }
        return form
    }

    /// Ends the session; whatever became of it, the browser forgets what it keeps of this hub.
    private func logOut(_ visit: Visit) async throws -> Drawn {
        var headers: HTTPFields
        do {
            headers = try await service.logOut(visit)
        } catch let failure as HTTPFailure where failure.status == .unauthorized {
            headers = service.forgettingSession
        }
        if let name = HTTPField.Name("Clear-Site-Data") { headers[name] = "\"cache\", \"storage\"" }
        return .seeOther(.own(["login"]), headers: headers)
    }

    /// A form that was opened by another user in the same browser: nothing of it is done or shown.
    private func strangersForm() -> Drawn {
        var page = Page("Another user is logged in")
        page.status = .forbidden
        page.content = tag("div", .class("flow")) {
            tag("p") {
                "Another user opened this form in this browser. Nothing was done or saved."
            }
            tag("p") { button("To the first page", to: .own([""]), style: "btn") }
        }
        return frame.draw(gate: page)
    }

    // MARK: - Searching as one types

    /// Records whose names begin with words, as rows: for the field of a form that names one.
    private func suggestions(_ visit: Visit, _ query: [(name: String, value: String)]) async throws -> Drawn {
        let text = query.last(named: "q") ?? ""
        let collection = query.last(named: "collection") ?? ""
        return try await read(visit) { site in
            var html = HTML()
            // What nothing can be found for has no suggestions; the form says what is wrong with it.
            if !text.isEmpty, text.utf8.count <= 200 {
                let module = String(collection.prefix { $0 != "/" })
                let found = try? site.ask(
                    "search", with: ["text": .texts([text]), "module": .text(module), "limit": .integer(20)])
                let items = found?.objectValue?["items"]?.listValue?.compactMap(\.objectValue) ?? []
                for item in items.filter({ $0["collection"]?.textValue == collection }).prefix(8) {
                    html.append(
                        tag(
                            "li", Attribute("role", "option"), .anyDirection,
                            Attribute("data-id", "\(item["id"]?.integerValue ?? 0)"),
                            Attribute("data-title", item["title"]?.textValue ?? "")
                        ) {
                            item["title"]?.textValue ?? ""
                            // Two of one name are told apart by where the words were found.
                            if let context = item["context"]?.textValue, context != item["title"]?.textValue {
                                tag("small", .class("soft foot")) { context }
                            }
                        })
                }
            }
            return Drawn(bytes: html.isEmpty ? Array("<li></li>".utf8) : html.bytes)
        }
    }
}
