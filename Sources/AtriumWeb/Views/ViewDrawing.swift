import AtriumHTTP
import AtriumHost
import AtriumSDK

/// What a module's view shows of one record, as a section of the record's page.
struct ViewDrawing {
    let site: Site
    let view: View
    let entry: CatalogEntry
    let record: Int64
    /// The record's page.
    let here: SafeLink
    let query: [(name: String, value: String)]

    /// The section; nothing for a view that is no part of a record.
    func section() throws -> HTML {
        switch view.form {
        case .heatMap(let map):
            switch map.span {
            case .month(let field): return try month(map, field)
            case .year(let field): return try year(map, field)
            }
        case .board(let field, let collection): return try board(by: field, of: collection)
        case .calendar, .quote, .pairs, .sheet, .hours: return HTML()
        }
    }

    /// Columns by the values of a field, in the order in which these come.
    private func board(by field: String, of id: CollectionID) throws -> HTML {
        guard let collection = site.registry.collection(id), let subject = entry.declaration.fields.first
        else { return HTML() }
        let items = try site.session.run(entry, values: [subject.name: .integer(record)]).items
        var columns: [(title: String?, items: [DataObject])] = []
        for item in items {
            let title = item[field]?.textValue
            if let index = columns.firstIndex(where: { $0.title == title }) {
                columns[index].items.append(item)
            } else {
                columns.append((title, [item]))
            }
        }
        guard !columns.isEmpty else { return HTML() }
        return tag("section", .id(view.name)) {
            tag("div", .class("hd")) {
                tag("h2") { view.title }
                tag("span", .class("foot soft")) { String(items.count) }
            }
            tag("div", .class("board")) {
                for column in columns {
                    tag("section") {
                        if columns.count > 1 || column.title != nil {
                            tag("h3", .anyDirection) { column.title ?? "Without a heading" }
                        }
                        rows(column.items, of: collection, without: field)
                    }
                }
            }
        }
    }

    private func rows(_ items: [DataObject], of collection: Collection, without field: String) -> HTML {
        var look = collection.look ?? RecordLook()
        // The heading, and the page, say the same.
        look.facts.removeAll { [field, "project"].contains($0) }
        var rows = RecordRows(
            site: site, look: look, fields: entry.declaration.result.fields, items: items)
        rows.collection = collection
        rows.here = here
        rows.address = { $0["id"]?.integerValue.map { .own(collection.segments + [String($0)]) } }
        return rows.html
    }

    /// What the view's command gives of the record, item by item.
    private func items(
        _ map: View.HeatMapFields, _ field: String, _ span: DataValue
    ) throws -> [DataObject] {
        var values: DataObject = [field: span]
        if let field = entry.declaration.fields.first { values[field.name] = .integer(record) }
        let result = try site.session.run(entry, values: values).objectValue
        return (result?[map.items]?.listValue ?? []).compactMap(\.objectValue)
    }

    /// From 0 for nothing to 3 for all.
    private func shade(_ level: String?, _ map: View.HeatMapFields) -> Int {
        let step = map.levels.firstIndex(of: level ?? "") ?? 0
        return map.levels.count < 2 ? 0 : step * 3 / (map.levels.count - 1)
    }

    private func year(_ map: View.HeatMapFields, _ field: String) throws -> HTML {
        let asked = AskedDay(query, view.name, span: .year)
        var bounds = 1...9999
        if case .integer(let declared)? = entry.declaration.fields.first(where: { $0.name == field })?.type {
            bounds = bounds.clamped(to: Int(declared.lowerBound)...Int(declared.upperBound))
        }
        let year = min(max((asked.day ?? site.today).year, bounds.lowerBound), bounds.upperBound)
        let items = try items(map, field, .integer(Int64(year)))
        let shades = items.reduce(into: [LocalDate: Int]()) { shades, item in
            let shade = shade(item[map.level]?.textValue, map)
            if shade > 0, let day = item[map.day]?.textValue.flatMap({ LocalDate(iso: $0) }) {
                shades[day] = shade
            }
        }
        func address(_ year: Int) -> SafeLink { here.adding([(view.name, String(year))], at: view.name) }
        return tag("section", .id(view.name), .class("mid2")) {
            Steps(
                previous: year > bounds.lowerBound ? (address(year - 1), String(year - 1)) : nil,
                next: year < site.today.year ? (address(year + 1), String(year + 1)) : nil,
                title: String(year)
            ).html
            asked.problem
            YearMap(
                year: year, firstWeekday: site.user.firstWeekday, shades: shades,
                word: (map.levels.last ?? "").titleOfWords.lowercased()
            ).html
        }
    }

    private func month(_ map: View.HeatMapFields, _ field: String) throws -> HTML {
        let today = site.today
        let asked = AskedDay(query, view.name, span: .month)
        let first = MonthGrid.beginning(of: asked.day ?? today)
        let items = Dictionary(
            try items(map, field, .text(String(first.description.prefix(7)))).compactMap { item in
                item[map.day]?.textValue.map { ($0, item) }
            }, uniquingKeysWith: { first, _ in first })
        let toggle = map.toggledBy.flatMap { name in site.command(view.command.dropLast() + [name]) }
        let target = toggle.map { SafeLink.own($0.segments(record: String(record))) }
        let next = MonthGrid.next(after: first)
        let back = first != MonthGrid.beginning(of: today) ? address(of: first) : here
        let grid = MonthGrid(
            first: first, firstWeekday: site.user.firstWeekday,
            caption: "\(view.title): \(DayWords.month(of: first))"
        ) { day in
            cell(
                day, isOut: day.month != first.month, items[day.description], map, today,
                toggle: toggle)
        }
        return tag("section", .id(view.name), .class("mid2")) {
            Steps(
                previous: (
                    address(of: first.adding(days: -1), at: view.name),
                    DayWords.month(of: first.adding(days: -1))
                ),
                next: next <= today ? (address(of: next, at: view.name), DayWords.month(of: next)) : nil,
                title: DayWords.month(of: first)
            ).html
            asked.problem
            if let target {
                tag("form", Attribute("method", "post"), .action(target)) {
                    void("input", .type("hidden"), .name(FormNames.key), .value(RequestKey.make()))
                    sent(site, next: back)
                    grid.html
                }
            } else {
                grid.html
            }
        }
    }

    private func address(of month: LocalDate, at anchor: String? = nil) -> SafeLink {
        here.adding([(view.name, String(month.description.prefix(7)))], at: anchor)
    }

    private func cell(
        _ day: LocalDate, isOut: Bool, _ item: DataObject?, _ map: View.HeatMapFields, _ today: LocalDate,
        toggle: CatalogEntry?
    ) -> HTML {
        guard !isOut else { return tag("td", .class("out")) {} }
        let level = item?[map.level]?.textValue
        let isOpen = map.canToggle.map { item?[$0] == .bool(true) } ?? (day <= today)
        let shade = shade(level, map)
        let words = "\(DayWords.long(day)): \((level ?? map.levels.first ?? "").titleOfWords.lowercased())"
        let mark = Attribute("aria-current", "date").when(day == today)
        return tag("td", .class("lv l\(shade)")) {
            if let toggle, isOpen {
                tag(
                    "button", .name("day"), .value(day.description), .label(words), mark,
                    Tick.takesState(toggle)
                        ? Attribute(
                            "formaction",
                            SafeLink.own(
                                toggle.segments(record: String(record)),
                                [(Tick.state, shade == 3 ? "false" : "true")]
                            ).address) : nil,
                    Attribute("aria-pressed", shade == 3 ? "true" : "false")
                ) { tag("b") { String(day.day) } }
            } else {
                tag("span", mark) {
                    tag("b") { String(day.day) }
                    if shade > 0 { tag("span", .class("vh")) { words } }
                }
            }
        }
    }
}
