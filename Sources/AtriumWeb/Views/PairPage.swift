import AtriumHTTP
import AtriumHost
import AtriumSDK

/// A pair of records that may be one, side by side: what differs is chosen, nothing is joined by itself.
struct PairPage {
    let site: Site
    let entry: CatalogEntry
    let fields: View.PairFields
    let query: [(name: String, value: String)]

    /// The page of a query that a module declares as pairs; nil for another, and where dismissed ones are asked for.
    init?(of entry: CatalogEntry, site: Site, query: [(name: String, value: String)]) {
        let views = entry.module.flatMap(site.registry.module)?.views ?? []
        guard let view = views.first(where: { $0.command == entry.path }),
            case .pairs(let fields) = view.form,
            query.allSatisfy({
                [Self.cursor, Self.number, Self.end, ResultMessage.change, ResultMessage.command]
                    .contains($0.name)
            })
        else { return nil }
        (self.site, self.entry, self.fields, self.query) = (site, entry, fields, query)
    }

    private static let cursor = "cursor"
    /// The field of the address that counts the pairs.
    private static let number = "at"
    /// The field of the address that says that the last pair was seen.
    private static let end = "end"
    /// What a choice is called that means the other record's value.
    private static let other = "other"

    private func action(_ name: String) -> CatalogEntry? {
        site.command(Array(entry.path.dropLast()) + [name])
    }

    /// A record of the pair.
    private struct Side {
        let id: Int64
        let title: String
        let record: DataObject
        /// The time of the record, or nil if its look has none.
        let span: String?
    }

    func page() throws -> Page {
        let collection = action(fields.merge)?.collection.flatMap(site.registry.collection)
        var page = Page(
            "The same \(collection?.recordTitle.lowercased() ?? "record")?", section: entry.module ?? "")
        page.back = entry.module.flatMap(site.registry.module).map { (.own([$0.id]), $0.manifest.title) }
        page.message = ResultMessage(site: site).html(query, at: entry.segments())
        var values: DataObject = ["limit": .integer(1)]
        if let cursor = query.last(named: Self.cursor) { values["cursor"] = .text(cursor) }
        let found = try site.session.run(entry, values: values).objectValue ?? [:]
        let total = Int(found["total"]?.integerValue ?? 0)
        guard query.last(named: Self.end) == nil, let pair = found["items"]?.listValue?.first?.objectValue,
            let collection,
            let first = try side(pair[fields.first], collection),
            let second = try side(pair[fields.second], collection)
        else {
            page.title = "Duplicates"
            page.content = nothing(total)
            return page
        }
        page.isForm = true
        let count = fields.count.flatMap { pair[$0]?.integerValue } ?? 2
        let isGroup = count > 2
        let number = min(max(1, query.last(named: Self.number).flatMap { Int($0) } ?? 1), max(1, total))
        page.subtitle = tag("span") {
            "\(NumberWords.figures(min(number, total))) of \(NumberWords.count(total, "pair"))"
            let reasons = pair[fields.reasons]?.texts ?? []
            if !reasons.isEmpty { " · \(reasons.joined(separator: ", "))" }
            if isGroup { " · \(count) in all" }
        }
        page.content = content(
            first, second, collection, next: found["next"]?.textValue, number, all: isGroup ? count : nil)
        return page
    }

    private func side(_ id: DataValue?, _ collection: Collection) throws -> Side? {
        guard let id = id?.integerValue, let show = site.command(.show, of: collection.id),
            let subject = show.declaration.subject?.name
        else { return nil }
        let record = try site.session.run(show, values: [subject: .integer(id)]).objectValue ?? [:]
        let title = site.title(of: RecordReference(collection.id, id)) ?? ""
        let card = RecordCard(
            site: site, look: collection.look ?? RecordLook(),
            shown: .init(value: record, version: "", fields: show.declaration.result.fields), title: title)
        return Side(id: id, title: title, record: record, span: card.span)
    }

    private func nothing(_ total: Int) -> HTML {
        let isEnd = total > 0
        return empty(
            isEnd ? "That was the last pair" : "No duplicates found",
            isEnd
                ? "What you left for later is still there." : "Nothing is here twice, as far as can be told.",
            action: tag("div", .class("line wrap")) {
                if isEnd { button("From the first again", to: .own(entry.segments()), style: "btn") }
                button("Pairs kept apart", to: .own(entry.segments(), [("dismissed", "true")]))
            })
    }

    /// What a form takes of the other record, each choice in a control of its own: as elements of the lists that name it.
    static func taken(
        in form: [(name: String, value: String)], of fields: [FieldDeclaration]
    ) -> [(name: String, value: String)] {
        form.compactMap { name, value in
            guard name.hasPrefix(FormNames.side), value == other else { return nil }
            let parts = name.dropFirst(FormNames.side.count).split(separator: ".", maxSplits: 1)
                .map(String.init)
            guard parts.count == 2,
                case .list(.choice(let choices))? = fields.first(where: { $0.name == parts[0] })?.type,
                choices.contains(parts[1])
            else { return nil }
            return (parts[0], parts[1])
        }
    }

    // MARK: - The pair

    private func content(
        _ first: Side, _ second: Side, _ collection: Collection, next: String?, _ number: Int, all: Int64?
    ) -> HTML {
        let place = SafeLink.own(
            entry.segments(),
            query.filter {
                [Self.cursor, Self.number].contains($0.name)
            }.map { ($0.name, $0.value) })
        let shown = site.service.installed.entry(.show, of: collection.id)?.declaration.result.fields ?? []
        var html = HTML()
        if let merge = action(fields.merge) {
            html.append(
                tag(
                    "form", Attribute("method", "post"),
                    .action(.own(merge.segments(record: String(first.id)))),
                    .id("pair")
                ) {
                    sent(site, next: place)
                    hidden(FormNames.key, RequestKey.make())
                    hidden(fields.other + ControlTexts.raw, String(second.id))
                    tag("div", .class("same")) {
                        head(first, collection)
                        head(second, collection)
                    }
                    for field in choices(merge, shown, first, second) { pick(field, first, second) }
                    rest(merge, shown, collection, first, second)
                })
        }
        html.append(
            tag("div", .class("apply")) {
                if let dismiss = action(fields.dismiss) {
                    ActionButton(
                        site: site, target: .own(dismiss.segments(record: String(first.id))),
                        title: "Not the same", style: "btn text",
                        fields: [(fields.other + ControlTexts.raw, String(second.id))], next: place
                    ).html
                }
                let later = next.map { [(Self.cursor, $0), (Self.number, String(number + 1))] }
                button("Later", to: .own(entry.segments(), later ?? [(Self.end, "true")]), style: "btn text")
                tag("button", .class(all == nil ? "btn" : "btn text"), Attribute("form", "pair")) { "Merge" }
                if let all, let name = fields.all {
                    tag("button", .class("btn"), Attribute("form", "pair"), .name(name), .value("true")) {
                        "Merge all \(all)"
                    }
                }
            })
        return html
    }

    private func hidden(_ name: String, _ value: String) -> HTML {
        void("input", .type("hidden"), .name(name), .value(value))
    }

    private func head(_ side: Side, _ collection: Collection) -> HTML {
        tag("div") {
            tag("h2", .anyDirection) {
                if let target = site.address(of: RecordReference(collection.id, side.id)) {
                    link(target) { side.title }
                } else {
                    HTML(side.title)
                }
            }
            if let span = side.span { tag("p", .class("sub")) { span } }
            if let day = side.record["createdAt"]?.textValue {
                tag("p", .class("foot soft")) { "here since \(DayWords.instant(day, site.user.timeZone))" }
            }
        }
    }

    /// The fields of which both have another value, and only one can stay.
    private func choices(
        _ merge: CatalogEntry, _ shown: [FieldDeclaration], _ first: Side, _ second: Side
    ) -> [FieldDeclaration] {
        guard
            case .list(.choice(let names))? = merge.declaration.fields.first(where: { $0.name == fields.take }
            )?.type
        else { return [] }
        return names.compactMap { name in shown.first { $0.name == name } }.filter { field in
            !ValueView.isEmpty(first.record[field.name]) && !ValueView.isEmpty(second.record[field.name])
                && first.record[field.name] != second.record[field.name]
        }
    }

    private func pick(_ field: FieldDeclaration, _ first: Side, _ second: Side) -> HTML {
        let name = FormNames.side + fields.take + "." + field.name
        return tag("fieldset", .class("mts")) {
            tag("legend", .class("lab")) { field.title }
            tag("div", .class("pick")) {
                for (value, side) in [("", first), (Self.other, second)] {
                    radio(name, value, isChosen: value.isEmpty) { self.value(field, of: side) }
                }
            }
        }
    }

    private func value(_ field: FieldDeclaration, of side: Side) -> HTML {
        var view = site.values
        view.name = side.title
        // A link in a table would be too small to touch.
        view.isPlain = true
        guard let value = side.record[field.name], !ValueView.isEmpty(value) else {
            return tag("span", .class("soft")) { "nothing" }
        }
        // A picture is seen, not described.
        if case .object = field.type { return view.block(value, field) }
        return view.line(value, field)
    }

    /// What tells a side from the other: its name, or of two of one name which was here first.
    private func name(_ side: Side, _ other: Side) -> String {
        guard side.title == other.title else { return side.title }
        return side.id < other.id ? "the older one" : "the newer one"
    }

    /// What needs no choice: what is the same, what only one has, and lists, of which all is kept.
    private func rest(
        _ merge: CatalogEntry, _ shown: [FieldDeclaration], _ collection: Collection, _ first: Side,
        _ second: Side
    ) -> HTML? {
        let chosen = Set(choices(merge, shown, first, second).map(\.name))
        let hidden = Set((collection.look?.hidden ?? []) + ["id", "uid", "createdAt", "updatedAt"])
        let fields = shown.filter { field in
            !chosen.contains(field.name) && !hidden.contains(field.name) && !field.isDerived
                && !(ValueView.isEmpty(first.record[field.name])
                    && ValueView.isEmpty(second.record[field.name]))
                && field.type != .boolean && first.record[field.name] != second.record[field.name]
        }
        guard !fields.isEmpty else { return nil }
        return tag("section") {
            tag("h2", .class("mt")) { "Kept of both" }
            tag("table", .class("table stack")) {
                tag("caption", .class("vh")) { "Kept of both" }
                tag("thead") {
                    tag("tr") {
                        for title in ["", name(first, second), name(second, first)] {
                            tag("th", Attribute("scope", "col"), .anyDirection) { title }
                        }
                    }
                }
                tag("tbody") {
                    for field in fields {
                        tag("tr") {
                            tag("th", Attribute("scope", "row")) { field.title }
                            for side in [first, second] {
                                tag(
                                    "td", .anyDirection,
                                    Attribute(
                                        "data-label",
                                        side.id == first.id ? name(first, second) : name(second, first))
                                ) {
                                    value(field, of: side)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
