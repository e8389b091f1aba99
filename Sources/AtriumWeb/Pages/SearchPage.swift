import AtriumHTTP
import AtriumHost
import AtriumSDK

/// Records of all modules by words in them, module by module.
struct SearchPage {
    let site: Site
    let query: [(name: String, value: String)]

    private static let limit: Int64 = 100

    func page() throws -> Page {
        let text = query.last(named: "q") ?? ""
        var page = Page("Search", section: "search")
        let results = try self.results(text)
        page.content = tag("div", .class("flow")) {
            tag(
                "form", .class("find"), Attribute("method", "get"), .action(.own(["search"])),
                Attribute("role", "search"), Attribute("data-live", "results")
            ) {
                searchField(
                    "q", text, label: "Search everything", placeholder: "Search everything",
                    hasFocus: text.isEmpty)
            }
            tag("div", .id("results"), .class("flow")) { results }
        }
        return page
    }

    private func results(_ text: String) throws -> HTML {
        guard !text.allSatisfy(\.isWhitespace) else {
            return tag("p", .class("soft")) { "Words of a name, a note, a place: whatever you remember." }
        }
        let found = try site.ask("search", with: ["text": .texts([text]), "limit": .integer(Self.limit)])
        let items = found.objectValue?["items"]?.listValue?.compactMap(\.objectValue) ?? []
        guard !items.isEmpty else {
            return empty("Nothing found", "No record has these words. Try fewer, or only their beginnings.")
        }
        var html = HTML()
        for module in site.modules {
            let own = items.filter { ($0["collection"]?.textValue ?? "").hasPrefix(module.id + "/") }
            guard !own.isEmpty else { continue }
            html.append(
                tag("section") {
                    tag("div", .class("hd")) {
                        tag("h2") { module.manifest.title }
                        tag("span", .class("soft sub")) {
                            own.count == Int(Self.limit) ? "\(own.count) or more" : "\(own.count)"
                        }
                    }
                    tag("ul", .class("rows")) { for item in own { row(item, module) } }
                })
        }
        return html
    }

    private func row(_ item: DataObject, _ module: Module) -> HTML {
        let title = item["title"]?.textValue ?? ""
        let context = item["context"]?.textValue ?? ""
        return Row(
            title, to: site.reference(item).flatMap(site.address), icon: Icon(module: module.manifest.icon),
            facts: [
                context == title ? "" : context, item["approximate"] == .bool(true) ? "spelled alike" : "",
            ], state: RecordState(item["state"]?.textValue)
        ).html
    }
}
