import AtriumHost
import AtriumSDK

/// The first page: what stands on the day, and the figures of the modules.
struct HomePage {
    let site: Site
    let query: [(name: String, value: String)]

    func page() throws -> Page {
        var page = Page("Today", section: "today")
        page.message = Told(site: site).message(query, at: [""])
        let day = try site.ask("dashboard", with: ["limit": .integer(100)]).objectValue ?? DataObject()
        let due = day["due"]?.listValue?.compactMap(\.objectValue) ?? []
        let overdue = due.filter { $0["overdue"] == .bool(true) }
        let today = due.filter { $0["overdue"] != .bool(true) }
        page.content = tag("div", .class("flow")) {
            if site.modules.isEmpty {
                empty(
                    "Welcome", "Switch on what you want to keep here.",
                    action: button("Choose modules", to: .own(["settings", "modules"]), style: "btn"))
            }
            if !overdue.isEmpty { section("Overdue", overdue) }
            if !today.isEmpty {
                section("On this day", today)
            } else if !site.modules.isEmpty, overdue.isEmpty {
                empty(
                    "Nothing stands on this day", "Enjoy it, or add something.",
                    action: button("Add", to: .own(["add"]), style: "btn"))
            }
            figures(day["figures"]?.listValue?.compactMap(\.objectValue) ?? [])
        }
        return page
    }

    private func section(_ title: String, _ entries: [DataObject]) -> HTML {
        tag("section") {
            tag("div", .class("hd")) {
                tag("h2") { title }
                tag("span", .class("soft sub")) { "\(entries.count)" }
            }
            tag("ul", .class("rows")) {
                for entry in entries { row(entry) }
            }
        }
    }

    private func row(_ entry: DataObject) -> HTML {
        Row(
            entry["title"]?.textValue ?? "", to: site.reference(entry).flatMap(site.address),
            lead: entry["time"]?.textValue ?? "", facts: [(entry["kind"]?.textValue ?? "").titleOfWords]
        ).html
    }

    private func figures(_ figures: [DataObject]) -> HTML? {
        let shown = figures.filter { !ValueView.isEmpty($0["value"]) }
        guard !shown.isEmpty else { return nil }
        return tag("section") {
            tag("h2") { "In figures" }
            tag("div", .class("stat mts")) {
                for figure in shown {
                    tag("div") {
                        tag("b") { figure["value"].flatMap(ControlTexts.text) ?? "" }
                        tag("span") {
                            [
                                figure["title"]?.textValue ?? "",
                                figure["unit"]?.textValue.map { "(\($0))" } ?? "",
                            ]
                            .filter { !$0.isEmpty }.joined(separator: " ")
                        }
                    }
                }
            }
        }
    }
}
