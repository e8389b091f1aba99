import AtriumHTTP
import AtriumHost
import AtriumSDK

/// The lists of a dry run besides its items: files that failed, all other files, skipped files, remarks.
///
/// Each list is complete: the overview has the first entries, and separate pages have all of them.
extension Rehearsal {
    /// The position of the first entry to show, if a part of the page is open.
    var first: Int { max(0, query.last(named: "from").flatMap { Int($0) } ?? 0) }

    /// Returns all entries of the list with a name, page by page, or nil if no list has that name.
    func list(of name: String) -> HTML? {
        switch name {
        case "failed": failed(from: first) ?? Self.nothing
        case "files": others(from: first) ?? Self.nothing
        case "skipped": skipped(from: first) ?? Self.nothing
        case "issues": issues(from: first) ?? Self.nothing
        default: nil
        }
    }

    private static let nothing = tag("p") { "This list is empty." }

    /// The first entries of the lists of files.
    var files: HTML {
        var html = HTML()
        for list in [failed(), others()] { if let list { html.append(list) } }
        if let list = skipped() {
            html.append(
                fold("Passed over", note: "\(report.passedOver.count + report.omittedPassedOver)") { list })
        }
        return html
    }

    // MARK: - Files

    /// The files that could not be read.
    private func failed(from: Int? = nil) -> HTML? {
        section(
            Part("failed", "Files that could not be read", from, most: Self.few), report.failedFiles, row)
    }

    /// The files that were read, each with its format and program.
    private func others(from: Int? = nil) -> HTML? {
        section(Part("files", "Files", from), report.files.filter { $0.error == nil }, row)
    }

    /// The files in folders and archives that are not for the import.
    private func skipped(from: Int? = nil) -> HTML? {
        section(
            Part(
                "skipped", "Passed-over files", from,
                total: report.passedOver.count + report.omittedPassedOver),
            report.passedOver
        ) { Row($0.path, facts: [$0.reason]).html }
    }

    private func row(_ file: ImportReport.File) -> HTML {
        if let error = file.error {
            return tag("li", .class("row red")) {
                tag("span", .class("lead ink")) { Icon.warn.drawn() }
                tag("div", .class("body")) {
                    tag("div", .class("t any")) {
                        tag("span", .class("tt"), .anyDirection) { file.path }
                        tag("small") { site.guidance.paragraph(error.message, error.remedy) }
                    }
                }
            }
        }
        let known = ProgramNames(site: site)
        // The items that a module would import if it were on.
        let off = file.unclaimed.values.flatMap(\.parts).compactMap { part in
            part.module.flatMap(site.registry.module).map { (part.count, $0.manifest.title) }
        }
        return Row(
            file.path, icon: .file,
            facts: [
                known.words(file), NumberWords.count(file.items, "item"),
                file.unmappedColumns.isEmpty
                    ? ""
                    : "columns without a field: \(file.unmappedColumns.prefix(8).joined(separator: ", "))",
            ] + file.remarks.map(site.guidance.text),
            trailing: off.isEmpty
                ? HTML()
                : tag("span", .class("line wrap")) {
                    for (count, title) in off {
                        tag("span", .class("foot")) {
                            "\(NumberWords.count(count, "item")) for \(title), which is off"
                        }
                    }
                    button("Modules", to: .own(["settings", "modules"]), style: "btn text")
                }
        ).html
    }

    // MARK: - Remarks

    /// The remarks about a file, without the remarks that its conflicts show.
    private func remarks(_ file: ImportReport.File) -> [ImportIssue] {
        file.issues.filter { !["conflict", "possible-duplicate"].contains($0.code) }
    }

    /// The number of remarks about all files, including remarks that the report only counts.
    var issueCount: Int { report.files.reduce(0) { $0 + remarks($1).count + $1.omittedIssues } }

    /// The remarks about all files.
    func issues(most: Int = Rehearsal.pageSize, from: Int? = nil) -> HTML? {
        let all = report.files.flatMap { file in remarks(file).map { (path: file.path, issue: $0) } }
        return section(Part("issues", "Remarks", from, most: most, total: issueCount), all) { remark in
            Row(
                remark.issue.message.capitalizedFirst,
                facts: [
                    remark.issue.line > 0 ? "line \(NumberWords.figures(remark.issue.line))" : "",
                    report.files.count > 1 ? remark.path : "", remark.issue.isKept ? "" : "this is not kept",
                ]
            ).html
        }
    }

    // MARK: - Pages

    /// A list as a part of the page.
    private struct Part {
        /// The part's name in the address.
        let name: String
        let title: String
        /// The position of the first entry, or nil on the overview.
        let from: Int?
        /// The number of entries on the overview.
        let most: Int
        /// The number of all entries, if the report counts some without listing them.
        let total: Int?

        init(
            _ name: String, _ title: String, _ from: Int?, most: Int = Rehearsal.pageSize, total: Int? = nil
        ) {
            (self.name, self.title, self.from, self.most, self.total) = (name, title, from, most, total)
        }
    }

    private func section<Entry>(_ part: Part, _ entries: [Entry], _ row: (Entry) -> HTML) -> HTML? {
        let total = max(part.total ?? 0, entries.count)
        guard total > 0 else { return nil }
        let from = min(part.from ?? 0, entries.count)
        let shown = entries.dropFirst(from).prefix(part.from == nil ? part.most : Self.pageSize)
        return tag("section", .id(part.name)) {
            tag("div", .class("hd")) {
                tag("h2") { part.title }
                if part.from == nil, shown.count < total {
                    way("All \(NumberWords.figures(total))", [("show", part.name)], style: "btn text")
                }
            }
            if part.from != nil, !shown.isEmpty { range(from, shown.count, of: total) }
            tag("ul", .class("rows")) { for entry in shown { row(entry) } }
            if part.from != nil { steps(part.name, from, shown.count, of: entries.count) }
            if from + shown.count == entries.count, entries.count < total {
                tag("p", .class("foot soft")) {
                    "and \(NumberWords.figures(total - entries.count)) more, which are only counted"
                }
            }
        }
    }

    /// The positions of the entries that are shown.
    func range(_ from: Int, _ count: Int, of total: Int) -> HTML {
        tag("p", .class("foot soft")) {
            "\(NumberWords.figures(from + 1)) to \(NumberWords.figures(from + count)) of \(NumberWords.figures(total))"
        }
    }

    /// The buttons for the previous and the next entries.
    func steps(_ part: String, _ from: Int, _ count: Int, of total: Int) -> HTML {
        func step(_ title: String, _ from: Int, isThere: Bool) -> HTML {
            guard isThere else { return tag("span") }
            return way(title, [("show", part), ("from", String(max(0, from)))], style: "btn line")
        }
        return tag("nav", .class("line between mt"), .label("Pages")) {
            step("Previous", from - Self.pageSize, isThere: from > 0)
            step("Next", from + Self.pageSize, isThere: from + count < total)
        }
    }

    /// A button to another part of the page, which sends the choices along; a link if the columns are asked for, since there
    /// are no choices then.
    private func way(_ title: String, _ query: [(String, String)], style: String) -> HTML {
        guard outcome.tables.isEmpty else {
            return button(title, to: ImportPages.address(of: job, query), style: style)
        }
        return tag(
            "button", .class(style), .name("do"),
            .value(query.map { "\($0.0)=\($0.1)" }.joined(separator: "&"))
        ) { title }
    }
}
