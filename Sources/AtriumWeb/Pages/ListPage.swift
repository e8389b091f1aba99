import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes

/// A collection's list: found, filtered, sorted, page by page.
struct ListPage {
    let site: Site
    let entry: CatalogEntry
    let query: [(name: String, value: String)]

    private static let pageFields: Set = ["sort", "descending", "limit", "cursor", "startingAt"]
    /// How many records stand on a page.
    private static let limit: Int64 = 50

    /// The field of a record's address that says from which page of the list it was opened.
    static let position = "list"

    func page() throws -> Page {
        guard let collection = entry.collection.flatMap(site.registry.collection),
            let module = site.registry.module(collection.id.module)
        else { throw AtriumError(.internal, "a list without a collection") }
        var page = Page(collection.isMain ? module.manifest.title : collection.title, section: module.id)
        if !collection.isMain { page.back = (.own([module.id]), module.manifest.title) }
        page.isWide = true
        page.message = ResultMessage(site: site).html(query, at: entry.segments())
        page.actions = tag("div", .class("line")) {
            for action in site.commands(.action, of: collection.id) {
                button(action.declaration.title, to: .own(action.segments()), style: "btn tint")
            }
            if let add = site.command(.add, of: collection.id) {
                link(
                    .own(add.segments()), .class("ico"), .label("Add: \(collection.recordTitle.lowercased())")
                ) { Icon.plus.drawn() }
            }
        }
        let sections = ModuleSections(site: site, module: module).html(current: entry.path)
        let (values, texts, errors) = filters()
        let found: DataObject
        var problem: String?
        do {
            guard errors.isEmpty else {
                throw AtriumError(.badData, errors.values.sorted().joined(separator: "; "))
            }
            found = try site.session.run(entry, values: values).objectValue ?? DataObject()
        } catch let error as AtriumError where [.badData, .usage, .notFound, .ambiguous].contains(error.code)
        {
            // A filter that fits nothing, or a place in a list that was sorted otherwise.
            problem = "\(error.message)"
            found = DataObject()
            page.status = .unprocessableContent
            page.isError = true
        }
        page.content = try tag("div", .class("flow")) {
            if collection.isMain, texts.values.isEmpty, query.last(named: "cursor") == nil {
                try FigurePages.cards(module, site, current: entry.path)
            }
            tag("div", .class("mid")) {
                calendar?.choices(site.today, isList: true)
                sections
                filterForm(texts, errors)
                if let problem { tag("p", .class("err"), Attribute("role", "alert")) { problem } }
            }
            list(found, collection, isFiltered: !texts.values.isEmpty)
            belowList(of: collection, site)
        }
        return page
    }

    /// The calendar that takes the place of the list, if it is not asked for.
    private var calendar: CalendarPage? { CalendarPage(of: entry, site: site, query: []) }
    private var hasCalendar: Bool {
        calendar != nil || SheetPage(of: entry, site: site, query: []) != nil
    }

    /// The list without a filter.
    private var whole: SafeLink {
        .own(entry.segments(), hasCalendar ? [(CalendarPage.spanField, CalendarPage.list)] : [])
    }

    // MARK: - Filters

    private var filterFields: [FieldDeclaration] {
        entry.declaration.fields.filter { !Self.pageFields.contains($0.name) }
    }

    private func filters() -> (DataObject, FormTexts, [String: String]) {
        let fields = entry.declaration.fields.filter { $0.name != "limit" && $0.name != "cursor" }
        let texts = FormTexts(query, of: fields)
        var (values, errors) = ControlTexts(context: site.forms).values(of: fields, in: texts)
        if entry.declaration.fields.contains(where: { $0.name == "limit" }) {
            values["limit"] = .integer(Self.limit)
        }
        if let cursor = query.last(named: "cursor") { values["cursor"] = .text(cursor) }
        return (values, texts, errors)
    }

    /// The field that is searched by words.
    private var textField: FieldDeclaration? { filterFields.first { $0.name == "text" && $0.type == .text } }

    private func filterForm(_ texts: FormTexts, _ errors: [String: String]) -> HTML {
        let others = entry.declaration.fields.filter {
            !["text", "limit", "cursor", "startingAt"].contains($0.name)
        }
        guard textField != nil || !others.isEmpty else { return HTML() }
        let used = others.count { texts.hasText(in: $0.name) && $0.name != "sort" && $0.name != "descending" }
        let drawing = ControlDrawing(texts: texts, errors: errors)
        return tag(
            "form", Attribute("method", "get"), .action(.own(entry.segments())), Attribute("role", "search"),
            .class("filters")
        ) {
            if hasCalendar {
                void("input", .type("hidden"), .name(CalendarPage.spanField), .value(CalendarPage.list))
            }
            if let textField {
                tag("div", .class("find")) {
                    searchField(
                        textField.name, texts[textField.name] ?? "", label: "Search in this list",
                        placeholder: "Search")
                }
            }
            if !others.isEmpty {
                tag("details", .class("fold filter"), Attribute("open").when(!errors.isEmpty)) {
                    tag("summary", .class(used > 0 ? "on" : "")) {
                        Icon.filter.drawn()
                        tag("span") { "Filter and sort" }
                        if used > 0 { tag("span", .class("foot")) { "\(used) in use" } }
                    }
                    tag("div") {
                        for field in others { drawing.draw(field, named: field.name) }
                        tag("p", .class("line wrap mtop")) {
                            tag("button", .class("btn tint")) { "Show" }
                            button("Reset", to: whole, style: "btn text")
                        }
                    }
                }
            }
        }
    }

    // MARK: - Rows

    private func list(_ found: DataObject, _ collection: Collection, isFiltered: Bool)
        -> HTML
    {
        let items = found["items"]?.listValue ?? []
        guard !items.isEmpty else {
            if query.contains(where: { $0.name == "cursor" }) {
                let kept = query.filter {
                    !["cursor", ResultMessage.change, ResultMessage.command].contains($0.name)
                }
                return empty(
                    "Nothing on this page any more", "What stood here was removed or stands elsewhere now.",
                    action: button(
                        "To the first page", to: .own(entry.segments(), kept.map { ($0.name, $0.value) })))
            }
            guard isFiltered else {
                return empty(
                    "Nothing here yet", "What you add or import is listed here.",
                    action: site.command(.add, of: collection.id).map {
                        button(
                            "Add: \(collection.recordTitle.lowercased())", to: .own($0.segments()),
                            style: "btn")
                    })
            }
            return empty(
                "Nothing found", "No record fits what you asked for.",
                action: button("Show all", to: whole))
        }
        let (fields, columns) = (entry.declaration.result.fields, entry.declaration.result.columns)
        let hasPage = site.command(.show, of: collection.id) != nil
        let here = query.filter { $0.name != ResultMessage.change && $0.name != ResultMessage.command }
        let position =
            here.isEmpty ? [] : [(Self.position, SafeLink.own([], here.map { ($0.name, $0.value) }).address)]
        var rows = RecordRows(
            site: site, look: collection.look ?? RecordLook(of: columns, fields: fields), fields: fields,
            items: items.compactMap(\.objectValue))
        rows.collection = collection
        rows.hasAnchors = true
        rows.isInOrder = (query.last(named: "sort") ?? "").isEmpty && query.last(named: "descending") == nil
        rows.here = .own(entry.segments(), here.map { ($0.name, $0.value) })
        rows.address = { object in
            guard hasPage, let id = object["id"]?.integerValue else { return nil }
            return .own(collection.segments + [String(id)], position)
        }
        return tag("div") {
            count(found, items)
            letters(found)
            rows.html
            pager(found)
        }
    }

    /// The way to each letter of a list by name that has more than one page.
    private func letters(_ found: DataObject) -> HTML? {
        let field = ListQuery.startingAt.declaration.name
        guard entry.declaration.fields.contains(where: { $0.name == field }),
            query.last(named: "sort").map({ ["", "name", "family"].contains($0) }) ?? true,
            found["next"]?.textValue != nil || found["previous"]?.textValue != nil
        else { return nil }
        let kept = query.filter {
            ![field, "cursor", ResultMessage.change, ResultMessage.command].contains($0.name)
        }
        return tag("nav", .class("letters"), .label("To a letter")) {
            for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
                link(
                    .own(entry.segments(), kept.map { ($0.name, $0.value) } + [(field, String(letter))]),
                    Attribute("aria-current", "true").when(query.last(named: field) == String(letter))
                ) { String(letter) }
            }
        }
    }

    private func count(_ found: DataObject, _ items: [DataValue]) -> HTML {
        var html = HTML()
        if let total = found["total"]?.integerValue, total > Int64(items.count) {
            html.append(tag("p", .class("foot soft")) { "\(items.count) of \(total)" })
        }
        for warning in found["warnings"]?.texts ?? [] { html.append(tag("p", .class("note")) { warning }) }
        return html
    }

    private func pager(_ found: DataObject) -> HTML? {
        let (previous, next) = (found["previous"]?.textValue, found["next"]?.textValue)
        guard previous != nil || next != nil else { return nil }
        func page(_ cursor: String) -> SafeLink {
            let kept = query.filter {
                !["cursor", ResultMessage.change, ResultMessage.command].contains($0.name)
            }
            return .own(entry.segments(), kept.map { ($0.name, $0.value) } + [("cursor", cursor)])
        }
        return tag("nav", .class("line between mt"), .label("Pages")) {
            if let previous { button("Previous", to: page(previous), icon: .left) } else { tag("span") }
            if let next { button("Next", to: page(next), icon: .right) } else { tag("span") }
        }
    }
}

/// The ways to what was removed of a collection, and to its records as a file.
func belowList(of collection: Collection, _ site: Site) -> HTML {
    let module = site.registry.module(collection.id.module)
    return tag("p", .class("foot line wrap")) {
        link(
            .own(["history"], [("collection", collection.id.description), ("removed", "true")]), .class("lnk")
        ) { "Recently removed" }
        if let target = module.flatMap({ ExportForm.address(of: collection, in: $0) }) {
            link(target, .class("lnk")) { "Export" }
        }
    }
}

/// What else a module has: its other collections, and its questions.
struct ModuleSections {
    let site: Site
    let module: Module

    /// Links to the lists and questions of a module, the present one marked.
    func html(current: [String]) -> HTML? {
        let entries = site.commands.filter { entry in
            entry.module == module.id && !elsewhere.contains(entry.path)
                && (entry.declaration.kind == .list || entry.declaration.kind == .query)
        }
        guard entries.count > 1 else { return nil }
        // What asks for something first is no list that one looks at every day.
        func asks(_ entry: CatalogEntry) -> Bool {
            entry.declaration.fields.contains { $0.isRequired && $0.defaultValue == nil }
        }
        let lists = entries.filter { $0.declaration.kind == .list }
        let questions = entries.filter { $0.declaration.kind != .list }
        let sorted = lists + questions.filter { !asks($0) } + questions.filter(asks)
        return tag("nav", .class("pills"), .label("Parts of \(module.manifest.title)")) {
            for entry in sorted {
                link(
                    target(entry), .class("pill"),
                    Attribute("aria-current", "page").when(entry.path == current)
                ) { title(entry) }
            }
        }
    }

    /// The commands that have a place of their own: a card, or a view of another page.
    private var elsewhere: Set<[String]> {
        let views = module.views.filter { view in
            switch view.form {
            case .pairs, .sheet: false
            default: true
            }
        }
        let previews = module.views.compactMap { view in
            if case .sheet(let sheet) = view.form { sheet.preview.map { [module.id, $0] } } else { nil }
        }
        return Set(site.modules.flatMap(\.figures).compactMap(\.opens) + views.map(\.command) + previews)
    }

    private func target(_ entry: CatalogEntry) -> SafeLink {
        let isElsewhere =
            CalendarPage(of: entry, site: site, query: []) != nil
            || SheetPage(of: entry, site: site, query: []) != nil
        return .own(entry.segments(), isElsewhere ? [(CalendarPage.spanField, CalendarPage.list)] : [])
    }

    private func title(_ entry: CatalogEntry) -> String {
        guard entry.declaration.kind == .list else { return entry.declaration.title }
        guard let collection = entry.collection.flatMap(site.registry.collection) else {
            return entry.declaration.title
        }
        return collection.isMain ? "All" : collection.title
    }
}
