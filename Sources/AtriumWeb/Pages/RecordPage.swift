import AtriumHTTP
import AtriumHost
import AtriumSDK

/// A record: what it says, what can be done with it, what stands with it.
struct RecordPage {
    let site: Site
    let entry: CatalogEntry
    let record: String
    let query: [(name: String, value: String)]

    /// Fields that are for programs.
    private static let bookkeeping: Set = ["id", "uid", "createdAt", "updatedAt", "sequence"]

    func page() throws -> Page {
        guard let collection = entry.collection.flatMap(site.registry.collection),
            let module = site.registry.module(collection.id.module)
        else { throw AtriumError(.internal, "a record without a collection") }
        let shown = try RecordReading(
            site: site, entry: entry, record: record,
            occurrence: query.last(named: RecordReading.occurrenceName)
        ).read()
        let id = shown.occurrence?.series ?? shown.value["id"]?.integerValue ?? 0
        let day = shown.occurrence?.parameters ?? []
        let title = title(collection, id, shown)
        var page = Page(title.isEmpty ? "Without a name" : title, section: module.id)
        // What was opened on a day leads back to it.
        let next = query.next
        page.back =
            next.flatMap { next in HomePage.title(of: next, in: site.today.year).map { (next, $0) } }
            ?? (back(collection, id), collection.isMain ? module.manifest.title : collection.title)
        page.message = ResultMessage(site: site).html(query, at: collection.segments + [String(id)])
        let look = collection.look ?? RecordLook()
        let card = RecordCard(site: site, look: look, shown: shown, title: page.title)
        page.lead = card.face
        page.isCancelled = card.state.isCancelled
        if let summary = card.summary { page.subtitle = summary }
        if let edit = site.command(.edit, of: collection.id) {
            page.actions = button(
                "Edit", to: SafeLink.own(edit.segments(record: String(id)), day).then(next), style: "btn tint"
            )
        }
        let reference = RecordReference(collection.id, id)
        let here = SafeLink.own(collection.segments + [String(id)], day)
        let parts = RecordParts(
            site: site, module: module, collection: collection, record: reference, here: here, query: query)
        page.content = try tag("div", .class("flow")) {
            problem(shown, collection, String(id), next)
            SeriesNote(site: site, collection: collection, shown: shown).html
            RecordActions(
                site: site, collection: collection, look: look, id: id, value: shown.value, next: next,
                day: day, isRepeating: shown.isSeries || shown.occurrence != nil
            ).html
            card.figures
            // What a module draws of a record says more than its fields.
            try parts.views
            card.sections(without: Self.bookkeeping)
        }
        let (lists, about) = (try parts.lists, about(collection, String(id), shown))
        if lists.isEmpty {
            page.content.append(tag("div", .class("mt")) { about })
        } else {
            page.aside = tag("div", .class("flow")) {
                lists
                about
            }
        }
        return page
    }

    /// The record's defect, with the way to correct it; nil if it has none.
    private func problem(
        _ shown: RecordReading.Shown, _ collection: Collection, _ id: String, _ next: SafeLink?
    ) -> HTML? {
        guard let text = shown.fields.problem.flatMap({ shown.value[$0.name]?.textValue }) else { return nil }
        return tag("div", .class("note amber"), Attribute("role", "note")) {
            Icon.warn.drawn()
            tag("p", .anyDirection) { text }
            if let edit = site.command(.edit, of: collection.id) {
                button("Correct", to: SafeLink.own(edit.segments(record: id)).then(next), style: "btn text")
            }
        }
    }

    /// What the record's page is called: as in its list, and what has no title of its own by its day.
    private func title(_ collection: Collection, _ id: Int64, _ shown: RecordReading.Shown) -> String {
        let usual = site.title(of: RecordReference(collection.id, id)) ?? collection.recordTitle
        guard let look = collection.look else { return usual }
        func words(_ name: String) -> String? {
            guard let field = shown.fields.first(where: { $0.name == name }), let value = shown.value[name],
                !ValueView.isEmpty(value)
            else { return nil }
            return site.values.words(value, field.type, field)
        }
        let card = RecordCard(site: site, look: look, shown: shown, title: usual)
        if let name = look.untitled, words(name) == nil, let span = card.span { return span }
        // A long text stands below its beginning.
        let own = look.title.flatMap(words)
        return own.flatMap { $0.count <= Self.longestTitle && !$0.contains(where: \.isNewline) ? $0 : nil }
            ?? usual
    }

    private static let longestTitle = 80

    /// The list as it was when the record was opened.
    private func back(_ collection: Collection, _ id: Int64) -> SafeLink {
        let position = query.last(named: ListPage.position) ?? ""
        let fields = position.hasPrefix("/?") ? (try? FormInput.pairs(position.dropFirst(2))) ?? [] : []
        return .own(collection.segments, fields.map { ($0.name, $0.value) }, at: "r-\(id)")
    }

    /// What is kept of the record beside what it says, folded away, and what is seldom done with it.
    private func about(_ collection: Collection, _ id: String, _ shown: RecordReading.Shown) -> HTML {
        let kept = shown.fields.filter { ["createdAt", "updatedAt", "uid"].contains($0.name) }
        return tag("section") {
            fold("About this record") { site.values.facts(shown.value, kept) }
            tag("p", .class("line wrap ends")) {
                button(
                    "History",
                    to: .own(["history"], [("collection", collection.id.description), ("record", id)]),
                    style: "btn text")
                if let remove = site.command(.remove, of: collection.id) {
                    button(
                        "Remove",
                        to: SafeLink.own(
                            remove.segments(record: id), shown.occurrence?.parameters ?? []
                        ).then(query.next),
                        style: "btn text red")
                }
            }
        }
    }
}
