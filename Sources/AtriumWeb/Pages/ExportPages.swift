import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird

/// The pages from which records leave the hub: each module's, everything, backups, and what brings them back.
struct ExportPages {
    let pages: Pages
    let visit: Visit

    /// The address of the first.
    static let start = SafeLink.own(["export"])
    static let title = "Export and backup"
    static let words = "your records as files, for other programs or to keep"

    /// The last segment of the address of a module's file; in the address of a whole vault's, it stands in the
    /// module's place, before the form.
    private static let download = "download"

    /// The address of a module's page.
    static func address(of module: Module, _ query: [(String, String)] = []) -> SafeLink {
        .own(["export", module.id], query)
    }

    /// The address of a module's file.
    static func file(of module: Module) -> SafeLink { .own(["export", module.id, download]) }

    /// The address of the file of a whole vault.
    static func file(_ form: VaultForm) -> SafeLink { .own(["export", download, form.rawValue]) }

    // MARK: - Looking

    /// The page at `/export` or below.
    func shown(_ query: [(name: String, value: String)]) async throws -> Drawn {
        let segments = visit.segments
        switch segments.count {
        case 1: return try await pages.page(visit) { ExportStart(site: $0).page() }
        case 2:
            return try await pages.page(visit) { site in
                try ExportForm(site: site, module: segments[1], query: query).checked().page()
            }
        default: throw HTTPFailure.notFound
        }
    }

    // MARK: - Files

    /// The file at an address below `/export`; nil if there is none, or nobody is logged in.
    func file() async throws -> Response? {
        let segments = visit.segments
        guard segments.count == 3, segments[0] == "export",
            try await pages.service.visitor(visit) != nil
        else { return nil }
        if segments[2] == Self.download { return try await file(ofModule: segments[1]) }
        guard segments[1] == Self.download, let form = VaultForm(rawValue: segments[2]) else { return nil }
        return try await pages.service.downloadVault(visit, as: form)
    }

    /// A module's file; the form as it was sent, if something is wrong with it.
    private func file(ofModule id: String) async throws -> Response {
        let (visit, service) = (visit, pages.service)
        let query = try visit.query()
        do {
            return try await service.download(visit, module: id) { session in
                try ExportForm(site: Site(session, visit, service), module: id, query: query).values()
            }
        } catch let wrong as ExportForm.WrongInput {
            return try await again(id, query, wrong.errors)
        } catch let error as AtriumError
            where [.badData, .usage, .notFound, .ambiguous].contains(error.code)
        {
            guard let field = error.field else { return try await again(id, query, [:], error) }
            return try await again(id, query, [field: GuidanceView(commands: service.installed).words(error)])
        }
    }

    private func again(
        _ id: String, _ query: [(name: String, value: String)], _ errors: [String: String],
        _ error: AtriumError? = nil
    ) async throws -> Response {
        let drawn = try await pages.page(visit) { site in
            var form = try ExportForm(site: site, module: id, query: query)
            form.errors = errors
            form.problem = error.map { site.guidance.paragraph($0.message, $0.remedy) }
            return form.page()
        }
        return drawn.response(to: visit.request)
    }
}

/// The first page of exports: what can leave, and how it comes back.
struct ExportStart {
    let site: Site

    func page() -> Page {
        var page = Page(ExportPages.title, section: "settings")
        page.back = (.own(["settings"]), "Settings")
        page.subtitle = HTML("Everything here is yours, and leaves in formats that other programs read.")
        page.content = tag("div", .class("flow")) {
            modules
            if (try? site.session.principal.requireScope(of: .exportAll)) != nil {
                everything
                restore
            }
            feeds
        }
        return page
    }

    private var modules: HTML {
        let modules = site.modules.filter { !$0.exporters.isEmpty }
        guard !modules.isEmpty else {
            return empty(
                "No module is on", "What you switch on and fill can be exported here.",
                action: button("Modules", to: .own(["settings", "modules"]), style: "btn"))
        }
        return tag("section") {
            tag("h2") { "One module" }
            tag("ul", .class("rows")) {
                for module in modules {
                    Row(
                        module.manifest.title, to: ExportPages.address(of: module),
                        icon: Icon(module: module.manifest.icon),
                        facts: [Self.formats(of: module)], trailing: Icon.right.drawn("i s soft")
                    ).html
                }
            }
        }
    }

    /// The formats of a module's files in words, each once.
    private static func formats(of module: Module) -> String {
        module.exporters.map(\.format.title).reduce(into: [String]()) { titles, title in
            if !titles.contains(title) { titles.append(title) }
        }.joined(separator: ", ")
    }

    private var everything: HTML {
        tag("section") {
            tag("h2") { "Everything" }
            tag("ul", .class("rows")) {
                file(
                    .folder, "In open formats",
                    "A zip archive with the records of all modules that are on, their tags, links and "
                        + "attached files. Other programs can read it, and this or another hub can import it."
                )
                file(
                    .backup, "A backup",
                    "A tar.gz archive with all that the hub keeps for you, also the history and modules "
                        + "that are off. Keep it on another disk. Only whoever runs a hub can restore it.")
            }
            tag("p", .class("foot soft")) {
                "The hub makes the file when you ask for it. If there is a lot in it, the download begins "
                "after a while."
            }
        }
    }

    private func file(_ form: VaultForm, _ title: String, _ words: String) -> HTML {
        let target = ExportPages.file(form)
        return Row(
            title, to: target, icon: form == .folder ? .export : .lock, facts: [words],
            trailing: tag("span", .class("btn tint"), .isDecoration) { "Download" }
        ).html
    }

    private var restore: HTML {
        Prose.section("Restore", id: "restore") {
            Prose.points([
                Prose.line {
                    tag("span", .class("b")) { "The archive in open formats is added. " }
                    "Choose it under "
                    link(ImportPages.start) { "Import" }
                    ": the hub first shows what it would do and asks. The import adds what is missing and "
                    "merges what differs. It takes nothing away, and you can undo it."
                },
                Prose.line {
                    tag("span", .class("b")) { "A backup replaces everything. " }
                    "All that was added or changed after the backup is then no longer in the hub. Only "
                    "whoever runs the hub can restore one: stop the hub, and type in a terminal "
                    Prose.command("atrium restore FILE --replace")
                    ". The backup is checked first; if it is damaged, nothing is changed. What was there "
                    "before stays in a folder beside the new data. Your password, devices, app passwords "
                    "and feeds stay as they are."
                },
            ])
            tag("p", .class("sub soft")) {
                "Without "
                Prose.command("--replace")
                " the command stops if there is data already. If the hub has several users, "
                Prose.command("--user NAME")
                " says whose data it brings back. The file docs/reference/hub.md of Atrium describes it."
            }
        }
    }

    private var feeds: HTML? {
        guard let place = HostPage.account.first(where: { $0.list == ["feeds", "list"] }),
            site.command(place.list) != nil
        else { return nil }
        return tag("section") {
            tag("h2") { "Kept up to date" }
            tag("ul", .class("rows")) {
                Row(
                    place.title, to: place.link, icon: place.icon,
                    facts: ["a secret address at which a calendar or an address book sees each change"],
                    trailing: Icon.right.drawn("i s soft")
                ).html
            }
        }
    }
}
