import AtriumHTTP
import AtriumHost
import AtriumSDK

/// What the columns of tables mean that no program is known to write: each with samples, a guess, and a choice.
struct ColumnForm {
    let rehearsal: Rehearsal

    private var site: Site { rehearsal.site }
    private var outcome: ImportCourse.Outcome { rehearsal.outcome }

    /// The form, where columns have to be said before there is anything to rehearse.
    var open: HTML? {
        outcome.tables.isEmpty ? nil : form(outcome.tables, title: "Show what becomes of it", isOpen: true)
    }

    /// The same behind a fold, where they were said.
    var folded: HTML? {
        let tables = rehearsal.course.tables
        guard outcome.tables.isEmpty, !tables.isEmpty else { return nil }
        return fold("Columns") { form(tables, title: "Show it again", isOpen: false) }
    }

    /// By what reports name a file whose columns the user has said.
    static let profile = "mapped"

    /// The name of a column's choice.
    static func name(_ table: Int, _ column: Int) -> String { "m.\(table).\(column)" }

    /// The name of a control that every form of columns sends, also one in which every column is left out.
    static let sign = "m"

    private func form(_ tables: [ColumnTable], title: String, isOpen: Bool) -> HTML {
        tag("form", Attribute("method", "post"), .action(ImportPages.address(of: rehearsal.job))) {
            sent(site)
            void("input", .type("hidden"), .name(Self.sign), .value("columns"))
            if let problem = rehearsal.problem {
                ErrorSummary(content: site.guidance.paragraph(problem.message, problem.remedy)).html
            }
            for (index, table) in tables.enumerated() { section(table, index) }
            Reading(site: site, course: rehearsal.course).kept
            tag("div", .class("f")) {
                tag("label", Attribute("for", "save-map")) { "Remember this as" }
                void(
                    "input", .class("in"), .id("save-map"), .type("text"), .name("saveMap"),
                    .value(
                        rehearsal.typed?["saveMap"] ?? rehearsal.course.plan.values["saveMap"]?.textValue
                            ?? ""), Attribute("autocomplete", "off"))
                tag("p", .class("foot soft")) {
                    "A name, if more files with these columns will come: they are read so from then on. It is kept when you apply."
                }
            }
            if isOpen {
                tag("div", .class("apply")) {
                    tag("p", .class("sub soft")) { "Nothing is written yet." }
                    tag("button", .class("btn"), .name("do"), .value("rehearse")) { title }
                }
            } else {
                tag("p", .class("mtop")) {
                    tag("button", .class("btn line"), .name("do"), .value("rehearse")) { title }
                }
            }
        }
    }

    private func section(_ table: ColumnTable, _ index: Int) -> HTML {
        let module = site.registry.module(table.module)
        let chosen = rehearsal.course.plan.columns[table.path] ?? (table.isKnown ? [] : table.columns)
        return tag("section") {
            tag("h2", .anyDirection) { table.path }
            tag("p", .class("sub soft")) {
                table.kept.map {
                    "The columns are as you kept them under “\($0.name)”. Look whether they fit."
                }
                    ?? (table.isKnown
                        ? "These columns have no field of their own. What they say is kept with each record all the same."
                        : "Atrium does not know this table. It could be for \(module?.manifest.title ?? table.module). Look at each column.")
            }
            for (number, guess) in table.guesses.enumerated() {
                column(guess, table, Self.name(index, number), chosen)
            }
            preview(table)
        }
    }

    private func column(
        _ guess: ColumnGuess, _ table: ColumnTable, _ name: String,
        _ chosen: ImportCourse.Columns
    ) -> HTML {
        let id = ControlDrawing.id(name)
        let field = rehearsal.typed?[name] ?? chosen.first { $0.column == guess.column }?.field ?? ""
        return tag("div", .class("f")) {
            tag("label", Attribute("for", id), .anyDirection) { tag("b") { guess.column } }
            tag("p", .class("foot soft any"), .anyDirection) { guess.samples.joined(separator: " · ") }
            tag("select", .class("in"), .id(id), .name(name)) {
                tag("option", .value(""), Attribute("selected").when(field.isEmpty)) { "Leave out" }
                for one in table.fields {
                    tag("option", .value(one.name), Attribute("selected").when(one.name == field)) {
                        one.title + (one.name == guess.field && !table.isKnown ? ", a guess" : "")
                    }
                }
            }
        }
    }

    /// What the first records become.
    private func preview(_ table: ColumnTable) -> HTML? {
        guard let items = outcome.previews[table.path], !items.isEmpty else { return nil }
        return tag("section") {
            tag("h3") {
                items.count == 1
                    ? "Preview of the first record" : "Preview of the first \(items.count) records"
            }
            tag("ul", .class("rows")) {
                for item in items { ItemView(site: site, item: item, number: 0).row }
            }
        }
    }
}

/// How files are to be read, where it is not as they were recognised.
struct Reading {
    let site: Site
    let course: ImportCourse

    private static let hidden: Set = [
        "fileName", "columns", "saveMap", "onConflict", "decisions", "dryRun", "verbose",
    ]

    /// The fields of an import that say so: the module, the format, a kept mapping, the importers' options.
    private var fields: [FieldDeclaration] {
        let all = (try? site.session.importFields()) ?? []
        return all.filter { !Self.hidden.contains($0.name) }.compactMap { field in
            guard field.name == "useMap" else { return field }
            let names = site.keptMaps
            guard !names.isEmpty else { return nil }
            return FieldDeclaration(
                "useMap", .choice(names), help: field.help, title: "Columns as kept under")
        }
    }

    /// What a form asks for: to rehearse again.
    func plan(_ texts: FormTexts) throws -> ImportCourse.Plan {
        var plan = course.plan
        let context = ControlTexts(context: site.forms)
        let (values, errors) = context.values(of: fields, in: texts)
        if let (name, message) = errors.min(by: { $0.key < $1.key }) {
            throw AtriumError(.badData, message, field: name)
        }
        plan.values = values
        plan.values["dryRun"] = .bool(true)
        // Only the form of columns asks for a name; others leave it.
        let saysColumns = texts[ColumnForm.sign] != nil
        let name = saysColumns ? texts["saveMap"] : course.plan.values["saveMap"]?.textValue
        if let name, !name.isEmpty { plan.values["saveMap"] = .text(name) }
        plan.answers = [:]
        // Of another module the columns have other fields.
        if values["module"] != course.plan.values["module"] { (plan.columns, plan.tables) = ([:], []) }
        guard saysColumns else { return plan }
        plan.tables = course.tables
        for (index, table) in plan.tables.enumerated() {
            plan.columns[table.path] = table.guesses.indices.compactMap { number in
                guard let field = texts[ColumnForm.name(index, number)],
                    table.fields.contains(where: { $0.name == field })
                else { return nil }
                return (table.guesses[number].column, field)
            }
        }
        return plan
    }

    /// What was said of how to read, for forms that say something else.
    var kept: HTML {
        let texts = currentTexts
        var html = HTML()
        for (name, values) in texts.values.sorted(by: { $0.key < $1.key }) {
            for value in values { html.append(void("input", .type("hidden"), .name(name), .value(value))) }
        }
        return html
    }

    private var currentTexts: FormTexts {
        var texts = FormTexts()
        for field in fields {
            guard let value = course.plan.values[field.name] else { continue }
            ControlTexts(context: site.forms).add(value, of: field, named: field.name, to: &texts)
        }
        return texts
    }

    /// The choice of what a row is, where several modules take tables.
    func modules(of rehearsal: Rehearsal) -> HTML? {
        let modules = site.modules.filter { module in
            module.importers.contains { $0.format == .csv && !$0.columns.isEmpty }
        }
        guard modules.count > 1, let present = rehearsal.outcome.tables.first?.module else { return nil }
        return tag(
            "form", Attribute("method", "post"), .action(ImportPages.address(of: rehearsal.job)),
            .class("line wrap")
        ) {
            sent(site)
            tag("label", .class("grow line")) {
                tag("span", .class("b")) { "Each row is for" }
                tag("select", .class("in"), .name("module")) {
                    for module in modules {
                        tag(
                            "option", .value(module.id),
                            Attribute("selected").when(module.id == present)
                        ) { module.manifest.title }
                    }
                }
            }
            tag("button", .class("btn line"), .name("do"), .value("rehearse")) { "Change" }
        }
    }

    /// The fields behind a fold; open where a file could not be read for want of one of them.
    func fold(of rehearsal: Rehearsal) -> HTML {
        var errors: [String: String] = [:]
        for file in rehearsal.outcome.report.files {
            if let error = file.error, let field = error.field { errors[field] = error.message }
        }
        if let problem = rehearsal.problem, let field = problem.field { errors[field] = problem.message }
        let fields = fields
        let drawing = ControlDrawing(texts: rehearsal.typed ?? currentTexts, errors: errors)
        return AtriumWeb.fold(
            "Read the files in another way", isOpen: fields.contains { errors[$0.name] != nil }
        ) {
            tag("form", Attribute("method", "post"), .action(ImportPages.address(of: rehearsal.job))) {
                sent(site)
                for field in fields { drawing.draw(field, named: field.name) }
                tag("p") {
                    tag("button", .class("btn line"), .name("do"), .value("rehearse")) { "Show it again" }
                }
            }
        }
    }
}
