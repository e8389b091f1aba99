import AtriumHTTP
import AtriumHost
import AtriumSDK
import Foundation
import HTTPTypes

/// How one wants the hub: the page's looks, modules, devices, programs; and for admins, everybody's.
extension Pages {
    /// A page below `/settings` and `/admin`; nil where none stands there.
    func settings(_ visit: Visit, _ query: [(name: String, value: String)]) async throws -> Drawn? {
        let segments = visit.segments
        if segments == ["settings"] {
            return try await page(visit) { try SettingsPage(site: $0, query: query).page() }
        }
        if segments == ["settings", "modules"] {
            return try await page(visit) { try ModulesPage(site: $0, query: query).page() }
        }
        if segments == ["settings", "phone"] { return try await page(visit) { PhonePage(site: $0).page() } }
        if let hostPage = HostPage.all.first(where: { $0.path == segments }) {
            return try await page(visit) { try HostListPage(site: $0, place: hostPage, query: query).page() }
        }
        if segments.count == 2, segments[0] == "settings", target(segments) == nil {
            return try await page(visit) { try SettingForm(site: $0, key: segments[1]).page() }
        }
        return nil
    }

    /// Changes a setting by its own form.
    func setting(_ form: FormInput, _ visit: Visit, of user: User) async throws -> Drawn {
        let key = visit.segments[1]
        guard let entry = service.installed.entry(["settings", "set"]) else { throw HTTPFailure.notFound }
        let texts = FormTexts(form.fields)
        let value = SettingForm.value(of: texts)
        let before = try await read(visit) { site in
            try SettingForm(site: site, key: key).present()
        }
        guard value != before else { return .seeOther(.own(["settings"], [(ResultMessage.change, "0")])) }
        var input = CommandInput(["key": .text(key), "value": .text(value)])
        input.requestKey = RequestKey.of(form, user: user.id, at: visit.segments)
        do {
            return try await service.run(entry, visit, input) { outcome, _ in
                .seeOther(.own(["settings"], [(ResultMessage.change, String(outcome.change ?? 0))]))
            }
        } catch let error as AtriumError where [.badData, .usage].contains(error.code) {
            return try await page(visit) { site in
                var setting = SettingForm(site: site, key: key)
                setting.typed = texts
                setting.problem = site.guidance.paragraph(error.message, error.remedy)
                var page = try setting.page()
                page.status = .unprocessableContent
                page.isError = true
                return page
            }
        }
    }
}

/// All settings, each with what it is now.
struct SettingsPage {
    let site: Site
    let query: [(name: String, value: String)]

    func page() throws -> Page {
        var page = Page("Settings", section: "settings")
        page.message = ResultMessage(site: site).html(query, at: ["settings"])
        let found = try site.ask("settings", "list")
        let values = Dictionary(
            found.items.map { ($0["key"]?.textValue ?? "", $0["value"]?.textValue ?? "") },
            uniquingKeysWith: { first, _ in first })
        let fields = try site.session.settingFields()
        let modules: [String] = fields.compactMap(\.group).reduce(into: []) { titles, title in
            if titles.last != title { titles.append(title) }
        }
        page.content = tag("div", .class("flow")) {
            for warning in found.objectValue?["warnings"]?.texts ?? [] {
                tag("p", .class("note")) { warning }
            }
            section("You and the page", fields.filter { $0.group == nil }, values)
            for title in modules { section(title, fields.filter { $0.group == title }, values) }
            tag("section") {
                tag("h2") { "What you keep" }
                tag("ul", .class("rows")) {
                    row(.own(["settings", "modules"]), "Modules", "\(site.modules.count) on")
                    row(.own(["history"]), "History", "what was changed, and Undo")
                    row(ExportPages.start, ExportPages.title, ExportPages.words)
                }
            }
            tag("section") {
                tag("h2") { "Your account" }
                tag("ul", .class("rows")) {
                    row(
                        SafeLink.own(["users", "password"]).then(.own(["settings"])), "Password", "change it")
                    row(
                        SafeLink.own(["users", "edit"]).then(.own(["settings"])), "Name and e-mail address",
                        site.session.user.email ?? site.session.user.name)
                    for place in HostPage.account { row(place.link, place.title, place.words) }
                    row(PhonePage.place, PhonePage.title, "the hub’s address as a code for the camera")
                }
            }
            if site.session.user.isAdmin {
                tag("section") {
                    tag("h2") { "The hub" }
                    tag("ul", .class("rows")) {
                        for place in HostPage.admin { row(place.link, place.title, place.words) }
                    }
                }
            }
            tag("section") {
                tag("h2") { "About" }
                tag("ul", .class("rows")) { row(HelpPage.place, HelpPage.title, HelpPage.words) }
            }
            tag("section") {
                tag("h2") { "Leave" }
                ActionButton(site: site, target: .own(["logout"]), title: "Log out").html
            }
        }
        return page
    }

    /// Settings that stand together, each with what it is now.
    private func section(
        _ title: String, _ fields: [FieldDeclaration], _ values: [String: String]
    ) -> HTML {
        tag("section") {
            tag("h2") { title }
            tag("ul", .class("rows")) {
                for field in fields {
                    let value = values[field.name] ?? ""
                    row(
                        .own(["settings", field.name]), field.title,
                        value.isEmpty
                            ? "Not set" : field.choiceTitles?[value] ?? value.capitalizedFirst)
                }
            }
        }
    }

    private func row(_ target: SafeLink, _ title: String, _ words: String) -> HTML {
        Row(title, to: target, facts: [words], trailing: Icon.right.drawn("i s soft")).html
    }
}

/// One setting's form.
struct SettingForm {
    let site: Site
    let key: String
    var typed: FormTexts?
    var problem: HTML?

    /// The name of the control, and of what its rows begin with.
    private static let value = "value"

    /// What a form says: of several rows, their words in order.
    static func value(of texts: FormTexts) -> String {
        let rows = texts.rows(of: value)
        return rows.isEmpty
            ? texts[value] ?? "" : rows.compactMap { texts["\(value).\($0)"] }.joined(separator: ", ")
    }

    private func field() throws -> FieldDeclaration {
        guard let field = try site.session.settingFields().first(where: { $0.name == key }) else {
            throw AtriumError(
                .notFound, "there is no such setting", remedy: "see \(command: "settings list")")
        }
        return field
    }

    /// What is set.
    func present() throws -> String { try setting()["value"]?.textValue ?? "" }

    private func setting() throws -> DataObject {
        _ = try field()
        return try site.ask("settings", "get", with: ["key": .text(key)]).objectValue ?? DataObject()
    }

    func page() throws -> Page {
        let field = try field()
        var page = Page(field.title, section: "settings")
        page.back = (.own(["settings"]), "Settings")
        page.isForm = true
        page.subtitle = HTML(field.help)
        let controls = try controls(field)
        page.content = tag(
            "form", Attribute("method", "post"), .action(.own(["settings", key])),
            Attribute("data-form", "settings/\(key)")
        ) {
            void("input", .type("hidden"), .name(FormNames.key), .value(RequestKey.make()))
            void("input", .type("hidden"), .name(FormNames.user), .value(site.mark))
            if let problem { ErrorSummary(content: problem).html }
            controls
            tag("div", .class("apply")) {
                tag("span", .class("grow"))
                button("Cancel", to: .own(["settings"]), style: "btn text")
                tag("button", .class("btn"), Attribute("data-save")) { "Save" }
            }
        }
        page.content.append(try reset(field))
        return page
    }

    /// The way back to the default, if something else is set.
    private func reset(_ field: FieldDeclaration) throws -> HTML {
        let setting = try setting()
        guard setting["isSet"] == .bool(true) else { return HTML() }
        let initial = setting["default"]?.textValue ?? ""
        return ActionButton(
            site: site, target: .own(["settings", "clear"]),
            title: initial.isEmpty
                ? "Clear" : "Back to \(field.choiceTitles?[initial] ?? initial)",
            style: "btn text", fields: [("key", key)], next: .own(["settings"])
        ).html
    }

    private func controls(_ field: FieldDeclaration) throws -> HTML {
        let present = try present()
        var texts = FormTexts()
        // The page says what it means above.
        var control = field
        control.help = ""
        guard case .list(let element) = field.type else {
            texts.set(Self.value, present)
            return ControlDrawing(texts: typed ?? texts).draw(control, named: Self.value)
        }
        let chosen = present.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        for (index, word) in chosen.enumerated() { texts.set("\(Self.value).\(index)", word) }
        control.type = element
        control.isRequired = false
        return (0..<PageSettings.mostTabs).reduce(into: HTML()) { html, index in
            control.ownTitle = "\(index + 1)"
            html.append(ControlDrawing(texts: typed ?? texts).draw(control, named: "\(Self.value).\(index)"))
        }
    }
}

/// The modules, each with its switch.
struct ModulesPage {
    let site: Site
    let query: [(name: String, value: String)]

    func page() throws -> Page {
        var page = Page("Modules", section: "settings")
        page.back = (.own(["settings"]), "Settings")
        page.message = ResultMessage(site: site).html(query, at: ["settings", "modules"])
        page.subtitle = HTML("Switch on what you want to keep. What you switch off keeps its data.")
        let here = SafeLink.own(["settings", "modules"])
        page.content = try tag("ul", .class("rows")) {
            for status in try site.session.moduleStatus() {
                let manifest = status.manifest
                Row(
                    manifest.title, icon: Icon(module: manifest.icon), facts: [manifest.summary],
                    trailing: status.isAllowed
                        ? ActionButton(
                            site: site, target: .own(["modules", status.isEnabled ? "disable" : "enable"]),
                            title: manifest.title, isOn: status.isEnabled, fields: [("id", manifest.id)],
                            next: here
                        ).html : tag("span", .class("foot soft")) { "not allowed here" }
                ).html
            }
        }
        page.content.append(
            tag("p", .class("foot")) {
                link(.own(["modules", "erase"]), .class("lnk")) { "Erase a module’s data" }
            })
        return page
    }
}

/// A list of the account or the hub; see ``HostPage``.
struct HostListPage {
    let site: Site
    let place: HostPage
    let query: [(name: String, value: String)]

    func page() throws -> Page {
        guard let entry = site.command(place.list) else {
            throw AtriumError(.notPermitted, "only the hub’s admins may see this")
        }
        var drawn = Page(place.title, section: "settings")
        drawn.back = (.own(["settings"]), "Settings")
        drawn.subtitle = HTML(place.words)
        drawn.isWide = true
        drawn.message = ResultMessage(site: site).html(query, at: place.path)
        let isAll = entry.declaration.fields.contains { $0.name == "all" && place.path.first == "admin" }
        let found = try site.session.run(entry, values: isAll ? ["all": .bool(true)] : [:])
        let items = found.objectValue?["items"]?.listValue ?? []
        drawn.content = tag("div", .class("flow")) {
            tag("p", .class("line wrap")) {
                for path in place.actions {
                    if let action = site.command(path) {
                        button(
                            HostPage.title(of: path),
                            to: .own(action.segments()),
                            style: action.declaration.kind.writes ? "btn tint" : "btn text")
                    }
                }
            }
            if items.isEmpty {
                empty("Nothing here", "There is none at present.")
            } else {
                table(entry, items)
            }
        }
        return drawn
    }

    private func table(_ entry: CatalogEntry, _ items: [DataValue]) -> HTML {
        let shape = entry.declaration.result
        var table = ResultTable(
            site: site, fields: shape.fields, columns: shape.columns, items: items, caption: place.title)
        if !place.rowActions.isEmpty {
            table.trailing = { object in
                tag("span", .class("line wrap")) {
                    for action in place.rowActions {
                        if let entry = site.command(action.command),
                            let value = object[action.from].flatMap(ControlTexts.text)
                        {
                            let asks =
                                entry.fieldsOverHTTP.contains { $0.name != action.field && $0.isRequired }
                                || entry.fieldsOverHTTP.count > 2
                            if asks {
                                button(
                                    action.title,
                                    to: SafeLink.own(entry.segments(), [(action.field, value)]).then(
                                        place.link),
                                    style: "btn text")
                            } else {
                                ActionButton(
                                    site: site, target: .own(entry.segments()), title: action.title,
                                    style: "btn text",
                                    fields: [(action.field, value)], next: place.link
                                ).html
                            }
                        }
                    }
                }
            }
        }
        return table.html
    }
}
