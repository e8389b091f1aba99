import AtriumHTTP
import AtriumHost
import AtriumSDK

/// What stands with a record on its page: what its look names, and records of other collections that are about it.
struct RecordParts {
    let site: Site
    let module: Module
    let collection: Collection
    let record: RecordReference
    /// The record's page.
    let here: SafeLink
    let query: [(name: String, value: String)]

    /// How many rows a part shows.
    private static let most = 5

    /// What the module draws of the record.
    var views: HTML {
        get throws {
            var html = HTML()
            for case .view(let name) in collection.look?.parts ?? [] { html.append(try view(name)) }
            return html
        }
    }

    /// What other commands say of the record, and the records of other collections that are about it.
    var lists: HTML {
        get throws {
            var html = HTML()
            // What a part has shown already is not shown again.
            var seen: Set<RecordReference> = []
            for case .query(let name) in collection.look?.parts ?? [] {
                html.append(try answer(name, &seen))
            }
            if collection.look?.hidesReferences == true { return html }
            for (entry, field) in site.references(to: record.collection, .list) {
                html.append(try related(entry, field, seen))
            }
            return html
        }
    }

    private func answer(_ name: String, _ seen: inout Set<RecordReference>) throws -> HTML {
        guard let entry = site.command(collection.segments + [name]) else { return HTML() }
        let value = try ask(entry)
        seen.formUnion(value.items.prefix(Self.most).compactMap(site.reference))
        let all = SafeLink.own(entry.segments(record: String(record.id)))
        return rows(entry, value.items, total: value.items.count, all: all, title: entry.declaration.title)
    }

    private func view(_ name: String) throws -> HTML {
        guard let view = module.views.first(where: { $0.name == name }),
            let entry = site.command(view.command)
        else { return HTML() }
        return try ViewDrawing(
            site: site, view: view, entry: entry, record: record.id, here: here, query: query
        ).section()
    }

    private func ask(_ entry: CatalogEntry) throws -> DataValue {
        guard let field = entry.declaration.fields.first else { return .null }
        return try site.session.run(entry, values: [field.name: .integer(record.id)])
    }

    /// The records of another collection that are about this one: the first of them.
    private func related(
        _ entry: CatalogEntry, _ field: FieldDeclaration, _ seen: Set<RecordReference>
    ) throws -> HTML {
        var values: DataObject = [field.name: .integer(record.id)]
        if case .list = field.type { values[field.name] = .list([.integer(record.id)]) }
        if entry.declaration.fields.contains(where: { $0.name == "limit" }) {
            values["limit"] = .integer(Int64(Self.most))
        }
        let found = try site.session.run(entry, values: values)
        let total = found.objectValue?["total"]?.integerValue.map(Int.init) ?? found.items.count
        let other = entry.collection.flatMap(site.registry.collection)
        let isNew = found.items.contains { item in
            guard let id = item["id"]?.integerValue, let collection = other?.id else { return true }
            return !seen.contains(RecordReference(collection, id))
        }
        guard isNew || total > Self.most else { return HTML() }
        return rows(
            entry, found.items, total: total,
            all: .own(entry.segments(), [(field.name, String(record.id))]),
            title: other?.title ?? entry.declaration.title)
    }

    private func rows(
        _ entry: CatalogEntry, _ items: [DataObject], total: Int, all: SafeLink, title: String
    ) -> HTML {
        guard !items.isEmpty else { return HTML() }
        return tag("section") {
            tag("div", .class("hd")) {
                tag("h2") { title }
                if total > Self.most { link(all) { "All \(total)" } }
            }
            ResultRows(site: site, entry: entry, items: Array(items.prefix(Self.most)), here: here).html
        }
    }
}

/// What a command lists, as rows: by the look of its collection if they are records of it, else by its columns.
struct ResultRows {
    let site: Site
    let entry: CatalogEntry
    let items: [DataObject]
    var here = SafeLink.own([""])

    var html: HTML {
        let (fields, columns) = (entry.declaration.result.fields, entry.declaration.result.columns)
        let collection = entry.collection.flatMap(site.registry.collection)
        let isOfRecord = entry.declaration.kind == .recordQuery
        let look =
            isOfRecord ? nil : collection?.look.flatMap { $0.fits(fields) ? $0 : nil }
        var rows = RecordRows(
            site: site, look: look ?? RecordLook(of: columns, fields: fields), fields: fields, items: items)
        if look != nil { rows.collection = collection }
        rows.here = here
        rows.address = { object in
            if let reference = site.reference(object) { return site.address(of: reference) }
            for field in fields {
                if isOfRecord, case .reference(let other) = field.type,
                    let id = object[field.name]?.integerValue
                {
                    return site.address(of: RecordReference(other, id))
                }
            }
            // Only what has a uid is a record of the collection: an id alone may be that of another.
            guard let collection, !isOfRecord, object["uid"] != nil, let id = object["id"]?.integerValue
            else { return nil }
            return site.address(of: RecordReference(collection.id, id))
        }
        return rows.html
    }
}

extension RecordLook {
    /// Whether some fields have what a row by this look needs: its title, and half of what stands below it.
    func fits(_ fields: [FieldDeclaration]) -> Bool {
        let names = Set(fields.map(\.name))
        guard names.contains("id"), names.contains("uid"),
            facts.isEmpty || facts.count(where: names.contains) * 2 >= facts.count
        else {
            return false
        }
        return title.map(names.contains) ?? !names.isDisjoint(with: RecordRows.titles)
    }
}

extension DataValue {
    /// The items of a list that a command gave.
    var items: [DataObject] { objectValue?["items"]?.listValue?.compactMap(\.objectValue) ?? [] }
}
