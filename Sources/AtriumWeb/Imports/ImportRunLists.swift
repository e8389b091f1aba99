import AtriumHTTP
import AtriumHost
import AtriumSDK

/// The lists of one import on its page: files that failed, files that were read, remarks.
///
/// Each list is complete: the import's page has the first entries, and separate pages have all of them.
struct ImportRunLists {
    /// The import's number.
    let run: Int64
    /// The files as `imports show` returns them.
    let files: [DataObject]

    private static let counts = [
        ("added", "New"), ("updated", "Changed"), ("unchanged", "The same, left alone"),
        ("conflicts", "Edited here, left as they are"), ("kept", "Kept as they are here, as you chose"),
        ("unreadable", "Kept as text only"), ("elsewhere", "In another module already, left there"),
    ]

    /// Returns the list with a name, from the position that the address asks for, or nil if no list has that name.
    func list(_ name: String, _ query: [(name: String, value: String)]) -> HTML? {
        let from = max(0, query.last(named: "from").flatMap { Int($0) } ?? 0)
        return switch name {
        case "failed": failed(from: from) ?? HTML()
        case "files": read(from: from) ?? HTML()
        case "issues": section("issues", "Remarks", issues, from: from, issueRows)
        default: nil
        }
    }

    // MARK: - Files

    /// The files that could not be read, each with the reason.
    func failed(from: Int? = nil) -> HTML? {
        let failed = files.filter { $0["error"]?.objectValue != nil }
        guard !failed.isEmpty else { return nil }
        let title = "\(NumberWords.count(failed.count, "file")) could not be read"
        return section("failed", title, failed, from: from) { files in
            tag("ul", .class("rows")) {
                for file in files {
                    let error = file["error"]?.objectValue
                    Row(
                        ImportRunPages.name(file["path"]?.textValue ?? ""), icon: .warn,
                        facts: [
                            (error?["message"]?.textValue ?? "").capitalizedFirst,
                            (error?["remedy"]?.textValue ?? "").capitalizedFirst,
                        ]
                    ).html
                }
            }
        }
    }

    /// The files that were read, each with what became of its items.
    func read(from: Int? = nil) -> HTML? {
        let read = files.filter { $0["error"]?.objectValue == nil }
        guard !read.isEmpty else { return nil }
        return section("files", "What happened", read, from: from) { shown in
            var html = HTML()
            for file in shown { html.append(counts(of: file)) }
            return html
        }
    }

    private func counts(of file: DataObject) -> HTML {
        var html = HTML()
        if files.count > 1 {
            html.append(
                tag("h3", .anyDirection) { ImportRunPages.name(file["path"]?.textValue ?? "") })
        }
        html.append(
            tag("dl", .class("kv")) {
                for (name, title) in Self.counts {
                    if let count = file[name]?.integerValue, count > 0 {
                        tag("dt") { title }
                        tag("dd") { NumberWords.figures(Int(count)) }
                    }
                }
            })
        for remark in file["remarks"]?.texts ?? [] {
            html.append(tag("p", .class("sub soft")) { remark })
        }
        return html
    }

    // MARK: - Remarks

    /// The first remarks, folded away, or nil if the import has no remarks.
    var issuesFold: HTML? {
        let issues = issues
        guard !issues.isEmpty else { return nil }
        return tag("section") {
            fold("Remarks", note: NumberWords.figures(issues.count)) {
                section("issues", nil, issues, from: nil, issueRows)
            }
        }
    }

    private var issues: [(path: String, issue: DataObject)] {
        files.flatMap { file in
            let path = file["path"]?.textValue ?? ""
            return (file["issues"]?.listValue ?? []).compactMap(\.objectValue).map { (path: path, issue: $0) }
        }
    }

    private func issueRows(_ issues: ArraySlice<(path: String, issue: DataObject)>) -> HTML {
        tag("ul", .class("rows")) {
            for (path, issue) in issues {
                let line = Int(issue["line"]?.integerValue ?? 0)
                Row(
                    (issue["message"]?.textValue ?? "").capitalizedFirst,
                    facts: [
                        line > 0 ? "line \(NumberWords.figures(line))" : "",
                        files.count > 1 ? ImportRunPages.name(path) : "",
                    ]
                ).html
            }
        }
    }

    // MARK: - Pages

    /// Some entries of a list: the first ones with a link to all, or one page of them.
    ///
    /// - Parameter from: the position of the first entry, or nil on the import's page.
    private func section<Entry>(
        _ name: String, _ title: String?, _ entries: [Entry], from: Int?, _ draw: (ArraySlice<Entry>) -> HTML
    ) -> HTML {
        let first = min(from ?? 0, entries.count)
        let shown = entries.dropFirst(first).prefix(ImportRunPages.most)
        return tag("section", .id(name)) {
            if let title { tag("h2") { title } }
            draw(shown)
            if from == nil, shown.count < entries.count {
                tag("p") { way("All \(NumberWords.figures(entries.count))", name, 0) }
            } else if shown.count < entries.count {
                tag("p", .class("foot soft")) {
                    "\(NumberWords.figures(first + 1)) to \(NumberWords.figures(first + shown.count)) of \(NumberWords.figures(entries.count))"
                }
                tag("nav", .class("line between mt"), .label("Pages")) {
                    if first > 0 { way("Previous", name, max(0, first - ImportRunPages.most)) }
                    if first + shown.count < entries.count { way("Next", name, first + shown.count) }
                }
            }
        }
    }

    private func way(_ title: String, _ name: String, _ from: Int) -> HTML {
        button(title, to: .own(["imports", String(run)], [("show", name), ("from", String(from))]))
    }
}
