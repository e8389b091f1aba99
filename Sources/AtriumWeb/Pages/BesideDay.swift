import AtriumHost
import AtriumSDK

/// What stands beside a day, whatever stands on it: words for the day, what the next days bring, lists in short, figures.
struct BesideDay {
    private let site: Site
    private let words: HTML
    /// What the dashboard says of the next days, with its cards; nil on other days than today.
    private let ahead: DataObject?
    private let figures: HTML?

    /// How many days it looks ahead.
    private static let days: Int64 = 7
    /// How many things of these days are shown.
    private static let most: Int64 = 8

    init(_ day: LocalDate, _ site: Site) throws {
        self.site = site
        words = try Self.words(of: day, site)
        let isToday = day == site.today
        ahead =
            isToday
            ? try site.ask(
                "dashboard",
                with: [
                    "days": .integer(Self.days), "limit": .integer(Self.most),
                    "parts": .list([.text("upcoming"), .text("cards")]),
                ]
            ).objectValue : nil
        figures = isToday ? try Self.figures(site) : nil
    }

    /// All of it.
    ///
    /// - Parameter shown: the collections whose records the page shows already, if the day has any.
    func html(besides shown: Set<CollectionID>) -> HTML {
        var html = words
        if let ahead { html.append(comingUp(ahead, besides: shown)) }
        if let figures { html.append(figures) }
        return html
    }

    /// What modules have to say for a day: the quote of the day.
    private static func words(of day: LocalDate, _ site: Site) throws -> HTML {
        var html = HTML()
        for view in site.modules.flatMap(\.views) {
            guard case .quote(let text, let by) = view.form, let command = site.command(view.command) else {
                continue
            }
            let found = try site.session.run(command, values: ["day": .text(day.description)])
            guard let item = found.items.first, let words = item[text]?.textValue else { continue }
            let names = by.compactMap { item[$0]?.textValue }.joined(separator: ", ")
            let record = command.collection.flatMap { collection in
                item["id"]?.integerValue.map { RecordReference(collection, $0) }
            }
            html.append(
                tag("blockquote", .class("quote")) {
                    tag("p", .anyDirection) { String(words.prefix(600)) }
                    tag("footer") {
                        link(record.flatMap(site.address) ?? .own(command.segments())) {
                            names.isEmpty ? view.title : names
                        }
                    }
                })
        }
        return html
    }

    /// What stands on the next days, the nearest first, and lists in short.
    private func comingUp(_ found: DataObject, besides shown: Set<CollectionID>) -> HTML {
        var html = HTML()
        for warning in found["warnings"]?.texts ?? [] { html.append(tag("p", .class("note")) { warning }) }
        if let upcoming = upcoming(found) { html.append(upcoming) }
        for card in (found["cards"]?.listValue ?? []).compactMap(\.objectValue) {
            if let drawn = self.card(card, besides: shown) { html.append(drawn) }
        }
        return html
    }

    private func upcoming(_ found: DataObject) -> HTML? {
        let entries = (found["upcoming"]?.listValue ?? []).compactMap(\.objectValue).map {
            HomePage.Entry($0, site)
        }
        guard !entries.isEmpty else { return nil }
        return tag("section") {
            tag("h2") { "Coming up" }
            tag("ul", .class("rows")) {
                for entry in entries {
                    Row(
                        entry.title, to: entry.target(site), icon: entry.icon(site),
                        facts: [
                            entry.day.map {
                                DayWords.weekday($0) + " " + DayWords.short($0, in: site.today.year)
                            }
                                ?? "", entry.time.map { "at \($0)" } ?? "",
                        ], state: entry.state
                    ).html
                }
            }
            furtherRows(
                Int(found["omittedUpcoming"]?.integerValue ?? 0),
                to: CalendarPage.ways(site)?.day(site.today.adding(days: 1)))
        }
    }

    /// A list in short, unless the page shows its records elsewhere: boxes and the quote of the day.
    private func card(_ card: DataObject, besides shown: Set<CollectionID>) -> HTML? {
        let items = (card["items"]?.listValue ?? []).compactMap(\.objectValue)
        let name = card["name"]?.textValue
        let words = card["command"]?.textValue?.split(separator: " ").map(String.init) ?? []
        let isQuote =
            site.registry.module(card["module"]?.textValue ?? "")?.views.contains { view in
                if case .quote = view.form { view.name == name } else { false }
            } ?? false
        let isShown = items.contains { site.reference($0).map { shown.contains($0.collection) } ?? false }
        guard !isQuote, !isShown else { return nil }
        return tag("section") {
            tag("div", .class("hd")) {
                tag("h2") { card["title"]?.textValue ?? "" }
                if let entry = site.command(words) { link(.own(entry.segments())) { "All" } }
            }
            tag("ul", .class("rows")) {
                for item in items {
                    Row(
                        item["title"]?.textValue ?? "", to: site.reference(item).flatMap(site.address),
                        facts: item["facts"]?.texts ?? []
                    ).html
                }
            }
        }
    }

    private static func figures(_ site: Site) throws -> HTML? {
        // One for each module: the rest is a tap away.
        let shown = try site.modules.compactMap { module -> DataObject? in
            guard let figure = module.figures.first else { return nil }
            return try site.ask("figures", with: ["module": .text(module.id), "name": .text(figure.name)])
                .items.first { !ValueView.isEmpty($0["value"]) }
        }
        guard !shown.isEmpty else { return nil }
        return tag("section") {
            tag("div", .class("hd")) {
                tag("h2") { "In figures" }
                link(.own(["figures"])) { "All" }
            }
            FigurePages.stat(shown)
        }
    }
}
