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
        case .heatMap(let map): return try month(map)
        case .calendar, .quote: return HTML()
        }
    }

    private func month(_ map: View.HeatMapFields) throws -> HTML {
        let today = site.today
        let said = query.last(named: view.name).flatMap { LocalDate(iso: $0 + "-01") }
        let first = MonthGrid.beginning(of: said ?? today)
        var values: DataObject = [map.month: .text(String(first.description.prefix(7)))]
        if let field = entry.declaration.fields.first { values[field.name] = .integer(record) }
        let result = try site.session.run(entry, values: values).objectValue ?? DataObject()
        let items = Dictionary(
            (result[map.items]?.listValue ?? []).compactMap(\.objectValue).compactMap { item in
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
                canToggle: target != nil)
        }
        return tag("section", .id(view.name), .class("mid2")) {
            Steps(
                previous: (address(of: first.adding(days: -1)), DayWords.month(of: first.adding(days: -1))),
                next: next <= today ? (address(of: next), DayWords.month(of: next)) : nil,
                title: DayWords.month(of: first)
            ).html
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

    private func address(of month: LocalDate) -> SafeLink {
        here.adding([(view.name, String(month.description.prefix(7)))])
    }

    private func cell(
        _ day: LocalDate, isOut: Bool, _ item: DataObject?, _ map: View.HeatMapFields, _ today: LocalDate,
        canToggle: Bool
    ) -> HTML {
        guard !isOut else { return tag("td", .class("out")) {} }
        let level = item?[map.level]?.textValue
        let isOpen = map.canToggle.map { item?[$0] == .bool(true) } ?? (day <= today)
        let step = map.levels.firstIndex(of: level ?? "") ?? 0
        let shade = map.levels.count < 2 ? 0 : step * 3 / (map.levels.count - 1)
        let words = "\(DayWords.long(day)): \((level ?? map.levels.first ?? "").titleOfWords.lowercased())"
        let mark = Attribute("aria-current", "date").when(day == today)
        return tag("td", .class("lv l\(shade)")) {
            if canToggle, isOpen {
                tag(
                    "button", .name("day"), .value(day.description), .label(words), mark,
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
