import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes

/// Where files are dropped, and where other programs keep theirs.
struct ImportStart {
    let site: Site

    /// - Parameter problem: why what was asked for has not begun.
    func page(problem: HTTPFailure? = nil) throws -> Page {
        var page = Page("Import", section: "import")
        page.subtitle = HTML(
            "Bring what you already have. You see everything first; nothing is written until you say so.")
        let limit = try site.service.uploadLimit()
        if let problem {
            page.status = problem.status
            page.isError = true
        }
        let importers = site.modules.flatMap(\.importers)
        page.content = try tag("div", .class("flow")) {
            if let problem { ErrorSummary(content: tag("p") { words(of: problem, limit) }).html }
            if importers.isEmpty {
                empty(
                    "No module is on that takes files in", "Switch on what you want to keep.",
                    action: button("Modules", to: .own(["settings", "modules"]), style: "btn"))
            } else {
                form(limit, importers)
                jobs
            }
            try past
            maps
            programs
        }
        return page
    }

    private func words(of problem: HTTPFailure, _ limit: Int) -> String {
        switch problem.status.code {
        case 413:
            """
            This is too much at once: the limit is \(Self.limit(limit)). Nothing was imported. Send fewer files at once, or \
            zip large ones.
            """
        case 429: "You already have several imports in progress. Wait until one of them is done."
        default: problem.message.capitalizedFirst + ". " + problem.remedy.capitalizedFirst + "."
        }
    }

    /// The limit of one upload in words.
    private static func limit(_ bytes: Int) -> String {
        "\(NumberWords.bytes(Int64(bytes))) and \(NumberWords.count(HubService.fileLimit, "file"))"
    }

    private func form(_ limit: Int, _ importers: [Importer]) -> HTML {
        let kinds = importers.map(\.format).unique.map(\.title).joined(separator: ", ")
        return tag(
            "form", Attribute("method", "post"), .action(ImportPages.start),
            Attribute("enctype", "multipart/form-data"), Attribute("data-upload")
        ) {
            sent(site)
            tag("div", .class("drop")) {
                Icon.import.drawn()
                tag("label", .class("f"), Attribute("for", "files")) {
                    tag("span", .class("h3x")) { "Files" }
                    tag("small", .class("foot soft")) {
                        "\(kinds), or a zip of them; at most \(Self.limit(limit)) at once"
                    }
                }
                void(
                    "input", .type("file"), .id("files"), .name("files"), Attribute("multiple"), .class("in"))
                fold("A whole folder") {
                    tag("label", .class("f"), Attribute("for", "folder")) { "Folder" }
                    void(
                        "input", .type("file"), .id("folder"), .name("folder"), Attribute("webkitdirectory"),
                        Attribute("multiple"), .class("in"))
                }
                tag("p", .class("foot soft"), Attribute("data-progress"), Attribute("role", "status")) {}
                tag("button", .class("btn")) { "Look at them" }
            }
        }
    }

    /// Imports that are under way, and rehearsals that wait.
    private var jobs: HTML? {
        let jobs = site.service.importJobs(for: site.session.principal).filter { job in
            job.course?.successor == nil && (!job.status.state.isFinal || job.course?.keptUntil != nil)
        }
        guard !jobs.isEmpty else { return nil }
        return tag("section") {
            tag("h2") { "Under way" }
            tag("ul", .class("rows")) {
                for job in jobs {
                    Row(
                        ImportJobPage.name(of: job), to: ImportPages.address(of: job), icon: .file,
                        facts: [ImportJobPage.words(of: job)],
                        trailing: job.status.state.isFinal
                            ? ActionButton(
                                site: site, target: ImportPages.address(of: job), title: "Forget",
                                style: "btn text", fields: [("do", "forget")]
                            ).html : HTML()
                    ).html
                }
            }
        }
    }

    /// The programs that the importers name, each with the lines where its exports are found.
    private var programs: HTML? {
        var lines: [String: [(module: Module, program: SourceProgram)]] = [:]
        for module in site.modules {
            for program in module.importers.flatMap(\.programs) {
                let known = lines[program.name] ?? []
                if known.contains(where: { $0.module.id == module.id && $0.program.steps == program.steps }) {
                    continue
                }
                lines[program.name] = known + [(module, program)]
            }
        }
        guard !lines.isEmpty else { return nil }
        return tag("section") {
            tag("h2") { "How to get your files out" }
            for name in lines.keys.sorted(by: { $0.lowercased() < $1.lowercased() }) {
                fold("from \(name)") {
                    tag("ul", .class("rows")) {
                        for (module, program) in lines[name] ?? [] {
                            Row(
                                program.steps, icon: Icon(module: module.manifest.icon),
                                facts: [
                                    "for \(module.manifest.title)",
                                    program.isTried
                                        ? "" : "not tried on a real file yet: look well at the rehearsal",
                                ]
                            ).html
                        }
                    }
                }
            }
        }
    }

    /// The columns of tables that were kept under a name.
    private var maps: HTML? {
        let names = site.keptMaps
        guard site.command(["maps", "remove"]) != nil, !names.isEmpty else { return nil }
        return tag("section") {
            tag("h2") { "Columns that you have kept" }
            tag("ul", .class("rows")) {
                for name in names {
                    Row(
                        name,
                        trailing: ActionButton(
                            site: site, target: .own(["maps", "remove"]), title: "Remove", style: "btn text",
                            fields: [("name", name)], next: ImportPages.start
                        ).html
                    ).html
                }
            }
        }
    }

    private var past: HTML? {
        get throws {
            guard site.command(["imports", "list"]) != nil else { return nil }
            let rows = try ImportRunPages(site: site).rows(atMost: 5)
            guard !rows.isEmpty else { return nil }
            return tag("section") {
                tag("h2") { "Earlier imports" }
                tag("ul", .class("rows")) { rows }
                tag("p") { button("All imports", to: .own(["imports"])) }
            }
        }
    }
}
