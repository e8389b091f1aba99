import AtriumHTTP
import AtriumHost
import AtriumSDK

/// The imports that were made: what each did, and the way back.
struct ImportRunPages {
    let site: Site

    /// The number of entries of a list on one page.
    static let most = 100

    /// All imports, the last one first.
    func all(_ query: [(name: String, value: String)]) throws -> Page {
        var page = Page("Imports", section: "import")
        page.back = (ImportPages.start, "Import")
        page.message = ResultMessage(site: site).html(query, at: ["imports"])
        let rows = try rows(atMost: .max)
        page.content =
            rows.isEmpty
            ? empty(
                "Nothing was imported yet", "What you bring in is listed here, and can be taken back.",
                action: button("Import", to: ImportPages.start, style: "btn"))
            : tag("ul", .class("rows")) { rows }
        return page
    }

    /// Imports as rows.
    func rows(atMost most: Int) throws -> [HTML] {
        let items = try site.ask("imports", "list").objectValue?["items"]?.listValue ?? []
        return items.compactMap(\.objectValue).prefix(most).map { run in
            func count(_ name: String) -> Int { Int(run[name]?.integerValue ?? 0) }
            let when = run["madeAt"]?.textValue.map { DayWords.instant($0, site.user.timeZone) } ?? ""
            let paths = (run["paths"]?.texts ?? []).map(Self.name)
            let more = count("files") - paths.count
            return Row(
                paths.joined(separator: ", ")
                    + (more > 0 ? " and \(NumberWords.count(more, "more file", "more files"))" : ""),
                to: .own(["imports", "\(count("run"))"]), icon: .import,
                facts: [
                    when, "\(NumberWords.figures(count("added"))) new",
                    "\(NumberWords.figures(count("updated"))) changed",
                    count("failed") > 0 ? "\(NumberWords.count(count("failed"), "file")) failed" : "",
                    run["inForce"] == .bool(false) ? "taken back" : "",
                ]
            ).html
        }
    }

    /// The name of a file without its folders, which at a terminal are the machine's.
    static func name(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// One import.
    func page(_ number: Int64, _ query: [(name: String, value: String)]) throws -> Page {
        let report =
            try site.ask("imports", "show", with: ["run": .integer(number), "verbose": .bool(true)])
            .objectValue
            ?? [:]
        let files = (report["files"]?.listValue ?? []).compactMap(\.objectValue)
        func sum(_ name: String) -> Int { files.reduce(0) { $0 + Int($1[name]?.integerValue ?? 0) } }
        let changes = sum("added") + sum("updated")
        let isInForce = report["inForce"] == .bool(true)
        let touched = (report["records"]?.listValue ?? []).compactMap(\.objectValue)
        var page = Page(
            isInForce
                ? "\(NumberWords.count(changes, "change")) \(changes == 1 ? "is" : "are") in"
                : report["changed"] == .bool(true) ? "This import was taken back" : "Nothing was new",
            section: "import")
        page.back = (ImportPages.start, "Import")
        page.message = ResultMessage(site: site).html(query, at: ["imports", String(number)])
        page.subtitle = tag("bdi") {
            files.count == 1
                ? Self.name(files[0]["path"]?.textValue ?? "") : NumberWords.count(files.count, "file")
        }
        let lists = ImportRunLists(run: number, files: files)
        if let name = query.last(named: "show"), let list = lists.list(name, query) {
            page.back = (.own(["imports", String(number)]), page.title)
            page.content = list
            return page
        }
        page.content = tag("div", .class("flow")) {
            tag("div", .class("line wrap")) {
                if isInForce, site.command(["imports", "undo"]) != nil {
                    ActionButton(
                        site: site, target: .own(["imports", "undo"]), title: "Undo this import", icon: .undo,
                        fields: [("run", String(number))], next: .own(["imports", String(number)])
                    ).html
                }
                button("Import more", to: ImportPages.start)
            }
            lists.failed()
            lists.read()
            if isInForce { records(touched, "Records") } else { left(touched, number) }
            duplicates(sum("possibleDuplicates"))
            lists.issuesFold
        }
        return page
    }

    /// The records that it made and changed, with the way to each.
    private func records(_ records: [DataObject], _ title: String) -> HTML? {
        guard !records.isEmpty else { return nil }
        // Of each collection the first: of many events nobody would find the workouts.
        let kinds = records.map { $0["collection"]?.textValue ?? "" }.unique
        return tag("section") {
            tag("h2") { title }
            for kind in kinds {
                self.records(
                    records.filter { $0["collection"]?.textValue == kind }, of: kind,
                    most: max(10, Self.most / kinds.count), hasTitle: kinds.count > 1)
            }
        }
    }

    private func records(_ records: [DataObject], of kind: String, most: Int, hasTitle: Bool) -> HTML {
        let words = ["new": "new", "changed": "changed", "removed": "removed", "back": "brought back"]
        let collection = CollectionID(kind).flatMap(site.registry.collection)
        let module = collection.flatMap { site.registry.module($0.id.module) }
        let list = collection.map {
            button("All \($0.title.lowercased())", to: .own($0.segments), style: "btn text")
        }
        return tag("section") {
            if hasTitle {
                tag("h3", .class("mt")) {
                    "\(collection?.title ?? kind): \(NumberWords.figures(records.count))"
                }
            }
            tag("ul", .class("rows")) {
                for record in records.prefix(most) {
                    let reference = site.reference(record)
                    Row(
                        record["title"]?.textValue ?? "", to: reference.flatMap(site.address),
                        icon: Icon(module: module?.manifest.icon ?? ""),
                        facts: [words[record["what"]?.textValue ?? ""] ?? ""]
                    ).html
                }
            }
            if records.count > most {
                tag("p", .class("line wrap")) {
                    tag("span", .class("foot soft")) {
                        records.count < 10_000
                            ? "and \(NumberWords.figures(records.count - most)) more" : "and many more"
                    }
                    list
                }
            }
        }
    }

    /// What an import brought that is there although it was taken back: somebody has changed it since.
    private func left(_ records: [DataObject], _ number: Int64) -> HTML? {
        let left = records.filter { $0["what"] == .text("new") }
        guard !left.isEmpty else { return nil }
        var html = self.records(left, "Kept: changed after the import, or needed by such a record") ?? HTML()
        html.append(
            ActionButton(
                site: site, target: .own(["imports", "undo"]), title: "Undo these too",
                fields: [("run", String(number)), ("force", "true")], next: .own(["imports", String(number)])
            ).html)
        return html
    }

    /// The way to where pairs are looked at, of modules that have such a place.
    private func duplicates(_ count: Int) -> HTML? {
        guard count > 0 else { return nil }
        let places = site.modules.flatMap(\.views).filter { if case .pairs = $0.form { true } else { false } }
        guard !places.isEmpty else { return nil }
        return tag("section") {
            tag("h2") { "Possible duplicates" }
            tag("p") { "\(NumberWords.count(count, "new record")) may be one that was here before." }
            for place in places { tag("p") { button(place.title, to: .own(place.command)) } }
        }
    }
}
