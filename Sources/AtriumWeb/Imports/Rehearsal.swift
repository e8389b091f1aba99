import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes

/// What an import would do, item by item, before anything is written.
struct Rehearsal {
    typealias Outcome = ImportReport.Item.Outcome

    let site: Site
    let job: Job
    let course: ImportCourse
    let outcome: ImportCourse.Outcome
    let query: [(name: String, value: String)]
    var problem: AtriumError?
    var typed: FormTexts?

    /// The largest number of items on a page of one kind.
    static let pageSize = 50
    /// The id of the form, which also includes the controls below it.
    private static let form = "rehearsal"
    /// The largest number of items of one kind on the overview.
    static let few = 10

    var report: ImportReport { outcome.report }

    /// The name of the part of the page that is open, or nil for the overview.
    private var shown: String? { query.last(named: "show").flatMap { $0.isEmpty ? nil : $0 } }

    /// The kinds of outcomes in the order of the page, with their words.
    static let kinds: [(outcome: Outcome, title: String, one: String)] = [
        (.conflict, "Your choice", "to be decided"), (.changed, "Changed", "changed"),
        (.new, "New", "new"), (.unreadable, "Kept as text only", "kept as text"),
        (.unclaimed, "Not taken", "not taken"), (.elsewhere, "In another module", "in another module"),
        (.kept, "Kept as they are here", "kept"),
        (.unchanged, "The same", "the same"),
    ]

    func page() throws -> Page {
        let log = outcome.log
        let counts = log?.counts ?? [:]
        var page = Page("What it would do", section: "import")
        page.back = (ImportPages.start, "Import")
        page.subtitle = tag("span") {
            tag("bdi") { ImportJobPage.name(of: job) }
            " · nothing is written yet"
            if let until = course.keptUntil {
                " · it stays until \(site.clock(Timestamp.text(until)).suffix(8).prefix(5))"
            }
        }
        page.isError = problem != nil
        if problem != nil { page.status = .unprocessableContent }
        if let mapping = ColumnForm(rehearsal: self).open {
            page.title = "Match the columns"
            page.isForm = true
            page.content = tag("div", .class("flow")) {
                if let listed = list(of: shown ?? "") {
                    listed
                    button("Match the columns", to: ImportPages.address(of: job))
                } else {
                    files
                    Reading(site: site, course: course).modules(of: self)
                    mapping
                }
            }
            return page
        }
        page.isForm = true
        page.content = try form {
            try tag("div", .class("flow")) {
                if let problem {
                    ErrorSummary(content: site.guidance.paragraph(problem.message, problem.remedy)).html
                }
                try changed
                legend(counts)
                if let shown {
                    try part(shown, counts)
                } else {
                    files
                    for kind in Self.kinds where kind.outcome != .unchanged && kind.outcome != .kept {
                        try section(kind.outcome, kind.title, counts)
                    }
                    issues(most: Self.few)
                }
            }
        }
        page.content.append(
            tag("div", .class("flow mt")) {
                ColumnForm(rehearsal: self).folded
                Reading(site: site, course: course).fold(of: self)
            })
        page.content.append(apply(counts))
        return page
    }

    /// The form around all that can be chosen, so that no choice is lost on the way to another page of it.
    private func form(@HTMLBuilder _ content: () throws -> HTML) rethrows -> HTML {
        try tag(
            "form", Attribute("method", "post"), .action(ImportPages.address(of: job)), .id(Self.form)
        ) {
            sent(site)
            try content()
        }
    }

    // MARK: - At a glance

    private func legend(_ counts: [Outcome: Int]) -> HTML {
        let total = counts.values.reduce(0, +)
        return tag("section", .class("tight")) {
            tag("p", .class("b")) { "\(NumberWords.count(total, "item")):" }
            tag("div", .class("pills wrap")) {
                for kind in Self.kinds where counts[kind.outcome] != nil {
                    pill(
                        kind.outcome.rawValue, "\(NumberWords.figures(counts[kind.outcome] ?? 0)) \(kind.one)"
                    )
                }
                if !report.failedFiles.isEmpty {
                    pill("failed", NumberWords.count(report.failedFiles.count, "file") + " failed")
                }
                if issueCount > 0 { pill("issues", NumberWords.count(issueCount, "remark")) }
                if shown != nil { pill("", "Overview") }
            }
        }
    }

    /// A button that leads to a part of the page, and takes the choices along.
    private func pill(_ part: String, _ title: String) -> HTML {
        let isHere = (shown ?? "") == part
        return tag(
            "button", .class("pill"), .name("do"), .value("show=\(part)"),
            Attribute("aria-current", "true").when(isHere)
        ) { title }
    }

    /// What became another than was shown, where the vault has changed.
    private var changed: HTML? {
        get throws {
            guard !outcome.changed.isEmpty, let log = outcome.log else { return nil }
            return try tag("section") {
                ErrorSummary(
                    title: "Something changed in the meantime",
                    content: tag("p") {
                        """
                        Nothing was imported. \(NumberWords.count(outcome.changed.count, "result")) now \
                        \(outcome.changed.count == 1 ? "differs" : "differ") from the preview. Look again, then apply.
                        """
                    }
                ).html
                try tag("ul", .class("rows")) {
                    for number in outcome.changed.prefix(Self.pageSize) where number < log.count {
                        try ItemView(site: site, item: log.item(number), number: number).row
                    }
                }
            }
        }
    }

    // MARK: - Items

    private func section(_ kind: Outcome, _ title: String, _ counts: [Outcome: Int]) throws -> HTML? {
        guard let log = outcome.log, let count = counts[kind] else { return nil }
        let limit = kind == .conflict ? Self.pageSize : Self.few
        let numbers =
            kind == .conflict
            ? log.numbers(of: [kind], limit: limit) : log.firstNumbers(of: kind, limit: limit)
        return try tag("section", .id(kind.rawValue)) {
            tag("div", .class("hd")) {
                tag("h2") { title }
                if count > numbers.count {
                    tag("button", .class("btn text"), .name("do"), .value("show=\(kind.rawValue)")) {
                        "All \(NumberWords.figures(count))"
                    }
                }
            }
            try items(numbers, kind)
        }
    }

    private func items(_ numbers: [Int], _ kind: Outcome) throws -> HTML {
        guard let log = outcome.log else { return HTML() }
        let views = try numbers.map { ItemView(site: site, item: try log.item($0), number: $0) }
        guard kind == .conflict else { return tag("ul", .class("rows")) { for view in views { view.row } } }
        let answers = course.answers
        return tag("div", .class("flow")) {
            tag("p", .class("sub soft")) {
                """
                The file differs from what you have here. What you do not decide stays as it is, and you are asked again \
                next time.
                """
            }
            for view in views { view.choice(answers[view.place]) }
        }
    }

    /// One kind of items, page by page.
    private func part(_ name: String, _ counts: [Outcome: Int]) throws -> HTML {
        if let listed = list(of: name) { return listed }
        guard let kind = Self.kinds.first(where: { $0.outcome.rawValue == name }), let log = outcome.log
        else {
            return HTML()
        }
        let from = min(first, log.count)
        let numbers = log.numbers(of: [kind.outcome], offset: from, limit: Self.pageSize)
        let count = counts[kind.outcome] ?? 0
        return try tag("section", .id(name)) {
            tag("h2") { kind.title }
            if numbers.isEmpty {
                tag("p") { "This list is empty." }
            } else {
                range(from, numbers.count, of: count)
            }
            try items(numbers, kind.outcome)
            steps(name, from, numbers.count, of: count)
        }
    }

    // MARK: - Applying

    private func apply(_ counts: [Outcome: Int]) -> HTML {
        // Of a whole vault's folder also what stands beside the records: tags, links, files.
        func sum(_ count: (ImportReport.File) -> Int) -> Int { report.files.reduce(0) { $0 + count($1) } }
        let changes = sum { $0.added + $0.updated }
        let conflicts = counts[.conflict] ?? 0
        let decided = course.answers.count
        let all = course.plan.values["onConflict"]?.textValue ?? ""
        let hasSomething = changes + conflicts + sum { $0.newTexts + $0.unreadable } > 0
        return tag("div", .class("apply")) {
            tag("p", .class("sub")) {
                tag("b") {
                    hasSomething
                        ? NumberWords.count(changes, "change") + "."
                        : (counts[.unchanged] ?? 0) + (counts[.kept] ?? 0) + (counts[.elsewhere] ?? 0) > 0
                            ? "All of it is here already."
                            : "Nothing can be imported with these choices."
                }
                if !report.failedFiles.isEmpty {
                    tag("span", .class("soft")) {
                        " \(NumberWords.count(report.failedFiles.count, "file")) cannot be read."
                    }
                }
                if conflicts > 0 {
                    tag("span", .class("soft"), Attribute("data-choices", String(conflicts))) {
                        " \(min(decided, conflicts)) of \(NumberWords.count(conflicts, "choice")) made."
                    }
                }
            }
            if conflicts > 0 {
                tag("label", .class("line")) {
                    tag("span", .class("foot soft")) { "What is left open" }
                    tag("select", .class("in"), .name("all"), Attribute("form", Self.form)) {
                        for (word, title) in [
                            ("", "decide later"), ("keep", "keep mine"), ("replace", "take the file’s"),
                            ("merge", "merge"),
                        ] {
                            tag("option", .value(word), Attribute("selected").when(word == all)) { title }
                        }
                    }
                }
            }
            if course.keptUntil == nil {
                tag("span", .class("soft sub")) { "The files are no longer available: upload them again." }
                button("Import", to: ImportPages.start, style: "btn")
            } else if hasSomething {
                tag("button", .class("btn"), .name("do"), .value("apply"), Attribute("form", Self.form)) {
                    "Apply"
                }
            } else {
                button("Other files", to: ImportPages.start, style: "btn")
            }
        }
    }
}

/// What files are called by: the program that wrote them, where it is known, and the format.
struct ProgramNames {
    let site: Site

    func words(_ file: ImportReport.File) -> String {
        let format = file.format?.title ?? ""
        guard let profile = file.profile else { return format }
        let program = site.modules.flatMap(\.importers).flatMap(\.programs).first { $0.profile == profile }
        guard let program else {
            if profile == ColumnForm.profile { return "\(format), by your columns" }
            return profile == file.format?.rawValue
                ? format : "\(format), \(profile.replacing("-", with: " "))"
        }
        return "\(program.name), \(format)"
    }
}
