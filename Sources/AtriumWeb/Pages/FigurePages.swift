import AtriumHost
import AtriumSDK

/// The figures of the modules, and each with its source.
struct FigurePages {
    let site: Site

    /// The page of a figure: its number, what it counts, and by which query it was read.
    func page(_ module: String, _ name: String) throws -> Page {
        let input: DataObject = ["module": .text(module), "name": .text(name), "source": .bool(true)]
        guard let figure = try site.ask("figures", with: input).items.first else {
            throw AtriumError(.notFound, "\(module) has no figure \(name)")
        }
        var page = Page(figure["title"]?.textValue ?? name, section: module)
        page.back = (.own(["figures"]), "Figures")
        page.subtitle = HTML(figure["help"]?.textValue ?? "")
        page.content = tag("div", .class("flow")) {
            tag("div", .class("stat")) {
                tag("div") {
                    tag("b") { Self.number(figure) }
                    tag("span") { site.registry.module(module)?.manifest.title ?? module }
                }
            }
            if let entry = Self.opens(figure, site) {
                tag("p") { button("Show them", to: .own(entry.segments()), style: "btn tint") }
            }
            source(figure)
        }
        return page
    }

    private func source(_ figure: DataObject) -> HTML {
        let parameters = (figure["parameters"]?.listValue ?? []).compactMap(\.objectValue)
        return tag("section", .class("mid2")) {
            tag("h2") { "Where it comes from" }
            tag("dl", .class("kv")) {
                fact("Table", figure["table"]?.textValue)
                fact("Read", figure["fetchedAt"]?.textValue.map { DayWords.instant($0, site.user.timeZone) })
                for parameter in parameters {
                    fact(":" + (parameter["name"]?.textValue ?? ""), parameter["value"]?.textValue)
                }
            }
            query(figure["query"]?.textValue ?? "", "The query")
            if let goal = figure["goalQuery"]?.textValue { query(goal, "The query of what is aimed at") }
        }
    }

    private func query(_ sql: String, _ label: String) -> HTML {
        tag("pre", .class("code pre"), Attribute("tabindex", "0"), .label(label)) { sql }
    }

    private func fact(_ title: String, _ value: String?) -> HTML {
        guard let value else { return HTML() }
        var html = tag("dt") { title }
        html.append(tag("dd", .anyDirection) { value })
        return html
    }

    /// All figures, module by module.
    func all() throws -> Page {
        var page = Page("Figures", section: "figures")
        page.subtitle = HTML("What the modules count. Each number leads to its source.")
        let figures = try site.ask("figures").items
        page.content = tag("div", .class("flow")) {
            for module in site.modules {
                let own = figures.filter { $0["module"]?.textValue == module.id }
                if !own.isEmpty {
                    tag("section") {
                        tag("h2") { module.manifest.title }
                        Self.stat(own)
                    }
                }
            }
        }
        return page
    }

    /// Numbers side by side, each a link to its source.
    static func stat(_ figures: [DataObject]) -> HTML {
        tag("div", .class("stat mts")) {
            for figure in figures {
                link(
                    .own(["figures", figure["module"]?.textValue ?? "", figure["name"]?.textValue ?? ""]),
                    hue(figure).map { .class($0.rawValue) }
                ) {
                    if let icon = icon(figure) { icon.drawn("i s ink") }
                    tag("b") { number(figure) }
                    tag("span") { figure["title"]?.textValue ?? "" }
                }
            }
        }
    }

    /// Cards of the lists that figures open, with how many stand in each.
    static func cards(_ module: Module, _ site: Site, current: [String]) throws -> HTML? {
        // Another module may count what this one lists, such as reminders for people.
        let figures = try site.modules.flatMap { other in
            try other.figures.filter { $0.opens?.first == module.id }.flatMap { figure in
                try site.ask("figures", with: ["module": .text(other.id), "name": .text(figure.name)]).items
            }
        }
        let cards = figures.compactMap { figure in
            opens(figure, site).flatMap { $0.module == module.id ? (figure, $0) : nil }
        }
        guard !cards.isEmpty else { return nil }
        return tag("nav", .class("smart"), .label("Lists of \(module.manifest.title)")) {
            for (index, (figure, entry)) in cards.enumerated() {
                link(
                    .own(entry.segments()),
                    .class(hue(figure)?.rawValue ?? hues[index % hues.count]),
                    Attribute("aria-current", "page").when(entry.path == current)
                ) {
                    (icon(figure) ?? Icon(action: entry.path.last ?? "")).drawn()
                    tag("b") { number(figure) }
                    tag("span") { figure["title"]?.textValue ?? "" }
                }
            }
        }
    }

    private static let hues = ["red", "blue", "green", "amber", "purple"]

    /// The command that lists what a figure counts, if the user has it.
    static func opens(_ figure: DataObject, _ site: Site) -> CatalogEntry? {
        figure["opens"]?.textValue.flatMap { site.command($0.split(separator: " ").map(String.init)) }
    }

    /// The drawing for a figure's icon, if it has one that the page draws.
    private static func icon(_ figure: DataObject) -> Icon? {
        figure["icon"]?.textValue.flatMap(Icon.init(lucide:))
    }

    private static func hue(_ figure: DataObject) -> Hue? {
        figure["tint"]?.textValue.flatMap(Figure.Tint.init(rawValue:)).map { Hue($0) }
    }

    /// Returns the number with its target and its unit, or `NA` if there is no number.
    ///
    /// A target of 0, such as a day without planned tasks, is left out.
    static func number(_ figure: DataObject) -> String {
        guard var value = figure["value"].flatMap(ControlTexts.text), !value.isEmpty else { return "NA" }
        let goal = figure["goal"].flatMap(ControlTexts.text) ?? ""
        if !["", "0"].contains(goal) { value += " of " + goal }
        let unit = figure["unit"]?.textValue.map { $0 == "%" ? "%" : " " + $0 } ?? ""
        return value + unit
    }
}
