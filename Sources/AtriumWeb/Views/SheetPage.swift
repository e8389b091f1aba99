import AtriumHTTP
import AtriumHost
import AtriumSDK

/// A module's sheet: what adds to it in words, and several of its lists, each with what can be done about it.
struct SheetPage {
    let site: Site
    let module: Module
    let view: View
    let fields: View.SheetFields
    let collection: Collection
    let query: [(name: String, value: String)]

    /// How many records a list of it shows.
    private static let most = 50
    /// The field of the page's address for words of which it says what is understood, instead of its lists.
    private static let words = "say"

    /// The sheet that stands in the place of a module's main list; nil if the list is asked for, or the module has none.
    init?(of list: CatalogEntry, site: Site, query: [(name: String, value: String)]) {
        let own: Set = [ResultMessage.change, ResultMessage.command, Self.words]
        guard let collection = list.collection.flatMap(site.registry.collection), collection.isMain,
            let module = site.registry.module(collection.id.module),
            query.allSatisfy({ own.contains($0.name) })
        else { return nil }
        for view in module.views {
            guard case .sheet(let fields) = view.form, site.command(view.command) != nil else { continue }
            (self.site, self.module, self.view, self.fields) = (site, module, view, fields)
            (self.collection, self.query) = (collection, query)
            return
        }
        return nil
    }

    private var here: SafeLink { .own([module.id]) }

    func page() throws -> Page {
        var page = Page(view.title, section: module.id)
        page.isWide = true
        page.message = ResultMessage(site: site).html(query, at: [module.id])
        let words = query.last(named: Self.words)
        if words != nil {
            page.content = tag("div", .class("flow")) { add(words) }
            return page
        }
        var (main, aside) = ([HTML](), [HTML]())
        var seen: Set<Int64> = []
        for section in fields.sections {
            guard let entry = site.command(section.command) else { continue }
            var items = try items(of: section, entry)
            if !section.isAside {
                items.removeAll { item in item["id"]?.integerValue.map { !seen.insert($0).inserted } ?? false
                }
            }
            if items.isEmpty { continue }
            let html = list(section, entry, items)
            if section.isAside { aside.append(html) } else { main.append(html) }
        }
        page.content = tag("div", .class("flow")) {
            add(nil)
            ModuleSections(site: site, module: module).html(current: [module.id])
            if main.isEmpty, aside.isEmpty {
                empty("Nothing to do", "What you add above stands here.")
            }
            for html in main { html }
            belowList(of: collection, site)
        }
        for html in aside { page.aside.append(html) }
        return page
    }

    // MARK: - Adding

    /// The field in which something is added in words.
    ///
    /// - Parameter words: those of which it says what is understood; nil: there are none yet.
    private func add(_ words: String?) -> HTML? {
        guard let entry = site.command(.add, of: collection.id),
            let field = entry.declaration.fields.first(where: { $0.name == fields.field })
        else { return nil }
        let preview = fields.preview.flatMap { site.command(collection.segments + [$0]) }
        return tag(
            "form", Attribute("method", "post"), .action(.own(entry.segments())), .class("say"),
            preview == nil ? nil : Attribute("data-reads", here.address)
        ) {
            void("input", .type("hidden"), .name(FormNames.key), .value(RequestKey.make()))
            sent(site, next: here)
            tag("div", .class("find")) {
                tag("span", .class("ico soft"), .isDecoration) { Icon.plus.drawn() }
                tag("label", .class("grow line")) {
                    tag("span", .class("vh")) { field.title }
                    void(
                        "input", .type("text"), .name(field.name), words.map { .value($0) },
                        Attribute("required"),
                        Attribute("maxlength", "500"),
                        Attribute("placeholder", "Add: \(collection.recordTitle.lowercased())"),
                        Attribute("autocomplete", "off"), Attribute("enterkeyhint", "done"),
                        field.hint == nil ? nil : Attribute("aria-describedby", "say-hint"))
                }
                tag("button", .class("btn")) { "Add" }
            }
            if let hint = field.hint { tag("p", .class("foot soft"), .id("say-hint")) { hint } }
            if let preview {
                tag("div", .class("said foot"), Attribute("role", "status")) {
                    if let words, !words.isBlank { readings(of: words, preview) }
                }
            }
        }
    }

    /// What is understood of words, or why they are refused.
    private func readings(of words: String, _ preview: CatalogEntry) -> HTML {
        do {
            let value = try site.session.run(preview, values: [fields.field: .list([.text(words)])])
            return readings(value.objectValue ?? [:], preview.declaration.result.fields)
        } catch let error as AtriumError {
            return tag("p", .class("bad")) { error.message }
        } catch {
            return HTML()
        }
    }

    private func readings(_ value: DataObject, _ declared: [FieldDeclaration]) -> HTML {
        var values = site.values
        (values.isPlain, values.record) = (true, value)
        let hidden: Set = ["understood", Self.left, "zone"]
        return tag("p") {
            for field in declared where !hidden.contains(field.name) {
                if let own = value[field.name], !ValueView.isEmpty(own), own != .bool(false) {
                    tag("span", .class("tag")) {
                        if case .choice = field.type { "\(field.title): " }
                        tag("span", .anyDirection) { values.factWords(own, field) }
                    }
                }
            }
            for words in value[Self.left]?.listValue ?? [] {
                tag("span", .class("tag amber")) { "not understood: \(words.textValue ?? "")" }
            }
        }
    }

    /// The field of a preview of words that sound like something and were not understood.
    private static let left = "leftInText"

    // MARK: - Lists

    private func items(of section: View.SheetSection, _ entry: CatalogEntry) throws -> [DataObject] {
        var values = DataObject()
        for (name, value) in section.values { values[name] = value }
        if entry.declaration.fields.contains(where: { $0.name == "limit" }) {
            values["limit"] = .integer(Int64(Self.most))
        }
        return try site.session.run(entry, values: values).items
    }

    private func list(_ section: View.SheetSection, _ entry: CatalogEntry, _ items: [DataObject]) -> HTML {
        tag("section") {
            tag("div", .class("hd")) {
                tag("h2") { section.title }
                if let done = section.done, items.count < Self.most {
                    let count = items.count { $0[done] == .bool(true) }
                    tag("span", .class("foot soft")) { "\(count) of \(items.count) done" }
                } else {
                    tag("span", .class("foot soft")) {
                        items.count < Self.most ? String(items.count) : "\(Self.most) and more"
                    }
                }
                if let name = section.action, let action = site.command(collection.segments + [name]) {
                    ActionButton(
                        site: site, target: .own(action.segments()), title: action.declaration.title,
                        style: "btn text", next: here
                    ).html
                }
            }
            rows(section, entry, Array(items.prefix(Self.most)))
        }
    }

    private func rows(_ section: View.SheetSection, _ entry: CatalogEntry, _ items: [DataObject]) -> HTML {
        var look = collection.look ?? RecordLook()
        look.facts.removeAll(where: section.without.contains)
        var rows = RecordRows(
            site: site, look: look, fields: entry.declaration.result.fields, items: items)
        rows.collection = collection
        rows.here = here
        rows.done = section.done
        let order = section.order.flatMap { site.command(collection.segments + [$0]) }
        if let order, items.count > 1 {
            rows.order = RecordRows.Order(command: order, values: formFields(section.orderValues, order))
        }
        rows.address = { object in object["id"]?.integerValue.map { .own(collection.segments + [String($0)]) }
        }
        return rows.html
    }

    /// What an action is asked beside the records, as its form would send it; today is the day that is shown.
    private func formFields(_ values: [String: DataValue], _ entry: CatalogEntry) -> [(String, String)] {
        values.sorted { $0.key < $1.key }.map { name, value in
            let isDay = entry.declaration.fields.contains { $0.name == name && $0.type == .date }
            if isDay, value == .text("today") { return (name, site.today.description) }
            return (name, value.textValue ?? value.json)
        }
    }
}
