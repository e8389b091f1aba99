import AtriumHTTP
import AtriumHost
import AtriumSDK

/// A record: what it says, what can be done with it.
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
        let shown = try RecordReading(site: site, entry: entry, record: record).read()
        let id = shown.value["id"]?.integerValue ?? 0
        let title = site.title(of: RecordReference(collection.id, id)) ?? collection.recordTitle
        var page = Page(title.isEmpty ? "Without a name" : title, section: module.id)
        page.back = (back(collection, id), collection.isMain ? module.manifest.title : collection.title)
        page.message = Told(site: site).message(query, at: collection.segments + [String(id)])
        page.subtitle = HTML(collection.recordTitle)
        if let edit = site.command(.edit, of: collection.id) {
            page.actions = button("Edit", to: .own(edit.segments(record: String(id))), style: "btn tint")
        }
        page.content = tag("div", .class("flow")) {
            actions(collection, String(id))
            facts(shown, title)
        }
        page.aside = aside(collection, String(id), shown)
        return page
    }

    /// The list as it was when the record was opened.
    private func back(_ collection: Collection, _ id: Int64) -> SafeLink {
        let position = query.last(named: ListPage.position) ?? ""
        let fields = position.hasPrefix("/?") ? (try? FormInput.pairs(position.dropFirst(2))) ?? [] : []
        return .own(collection.segments, fields.map { ($0.name, $0.value) }, at: "r-\(id)")
    }

    private func actions(_ collection: Collection, _ id: String) -> HTML? {
        let actions = site.commands(.recordAction, of: collection.id)
        let queries = site.commands(.recordQuery, of: collection.id)
        guard !actions.isEmpty || !queries.isEmpty else { return nil }
        return tag(
            "div", .class("line wrap acts-row"), Attribute("role", "group"), .label("What can be done")
        ) {
            for action in actions {
                let target = SafeLink.own(action.segments(record: id))
                // What asks for nothing is done at once.
                if action.declaration.fields.count == 1 {
                    ActionButton(site: site, target: target, title: action.declaration.title).html
                } else {
                    button(action.declaration.title, to: target)
                }
            }
            for query in queries {
                button(query.declaration.title, to: .own(query.segments(record: id)), style: "btn text")
            }
        }
    }

    private func facts(_ shown: RecordReading.Shown, _ title: String) -> HTML {
        let fields = shown.fields.filter { field in
            let value = shown.value[field.name]
            guard !Self.bookkeeping.contains(field.name), !ValueView.isEmpty(value), value != .bool(false)
            else { return false }
            // The title stands above, and what stands first in a list of its own stands there.
            if value == .text(title) { return false }
            return !shown.fields.contains {
                $0.name == field.name + "s" && !ValueView.isEmpty(shown.value[$0.name])
            }
        }
        let (large, small) = (fields.filter(isLarge), fields.filter { !isLarge($0) })
        var values = site.values
        values.name = title
        return tag("div", .class("flow")) {
            if !small.isEmpty { tag("section") { values.facts(shown.value, small) } }
            for field in large {
                if let value = shown.value[field.name] {
                    tag("section") {
                        tag("h2") { field.title }
                        values.block(value, field)
                    }
                }
            }
            if fields.isEmpty { tag("p", .class("soft")) { "There is nothing more to say of it." } }
        }
    }

    /// Whether a field has a section of its own.
    private func isLarge(_ field: FieldDeclaration) -> Bool {
        switch field.type {
        case .longText, .list(.longText), .list(.object), .object: true
        default: false
        }
    }

    private func aside(
        _ collection: Collection, _ id: String, _ shown: RecordReading.Shown
    ) -> HTML {
        let kept = shown.fields.filter { ["createdAt", "updatedAt", "uid"].contains($0.name) }
        return tag("section") {
            tag("h2") { "About" }
            site.values.facts(shown.value, kept)
            tag("ul", .class("rows")) {
                tag("li") {
                    link(
                        .own(["history"], [("collection", collection.id.description), ("record", id)]),
                        .class("lnk")
                    ) {
                        "What happened to it"
                    }
                }
                if let remove = site.command(.remove, of: collection.id) {
                    tag("li") {
                        link(.own(remove.segments(record: id)), .class("lnk red ink")) { "Remove it" }
                    }
                }
            }
        }
    }
}
