import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes

/// A question: its form, and what came of it.
struct QueryPage {
    let site: Site
    let entry: CatalogEntry
    let record: String?
    let query: [(name: String, value: String)]

    func page(title: String, back: (SafeLink, String)?) throws -> Page {
        var page = Page(title, section: entry.module ?? "settings")
        page.back = back
        page.isWide = true
        page.message = ResultMessage(site: site).html(query, at: entry.segments(record: record))
        page.subtitle = HTML(entry.declaration.summary)
        let fields = FormPage.fields(of: entry)
        let names = Set(fields.map(\.name))
        let texts = FormTexts(query, of: fields)
        let (values, errors) = ControlTexts(context: site.forms).values(of: fields, in: texts)
        var result: DataValue?
        var problem: HTML?
        // What needs an answer first is asked, and not refused.
        let isAsked = fields.allSatisfy { !$0.isRequired || $0.defaultValue != nil || values[$0.name] != nil }
        if isAsked, errors.isEmpty {
            var input = values
            if let name = entry.declaration.subject?.name {
                input[name] = .text(record ?? "")
            }
            do {
                result = try site.session.run(entry, values: input)
            } catch let error as AtriumError
                where [.badData, .usage, .ambiguous, .conflict].contains(error.code)
                || error.code == .notFound && error.field.map(names.contains) == true
            {
                problem = site.guidance.paragraph(error.message, error.remedy)
                page.status = .init(code: error.code.httpStatus)
                page.isError = true
            }
        }
        if !errors.isEmpty { (page.status, page.isError) = (.unprocessableContent, true) }
        page.content = try tag("div", .class("flow")) {
            if let module = entry.module.flatMap(site.registry.module), record == nil {
                if site.modules.contains(where: { $0.figures.contains { $0.opens == entry.path } }) {
                    try FigurePages.cards(module, site, current: entry.path)
                }
                ModuleSections(site: site, module: module).html(
                    current: entry.path)
            }
            if let problem { ErrorSummary(content: problem).html }
            if !fields.isEmpty { form(fields, texts, errors, isOpen: result == nil) }
            if let result { self.result(result) }
        }
        return page
    }

    private func form(
        _ fields: [FieldDeclaration], _ texts: FormTexts, _ errors: [String: String], isOpen: Bool
    ) -> HTML {
        let drawing = ControlDrawing(texts: texts, errors: errors)
        return tag("form", Attribute("method", "get"), .action(.own(entry.segments(record: record)))) {
            fold("Options", isOpen: isOpen) {
                tag("div") {
                    for field in fields { drawing.draw(field, named: field.name) }
                    tag("p", .class("mtop")) { tag("button", .class("btn tint")) { "Show" } }
                }
            }
        }
    }

    private func result(_ value: DataValue) -> HTML {
        switch entry.declaration.result {
        case .object(let fields):
            let object = value.objectValue ?? DataObject()
            let large = fields.filter { if case .list(.object) = $0.type { true } else { false } }
            let drawing = object["drawing"]?.textValue
            let small = fields.filter { field in
                !large.contains { $0.name == field.name } && !["id", "uid", "drawing"].contains(field.name)
            }
            return tag("div", .class("flow")) {
                site.values.facts(object, small)
                if let drawing {
                    tag(
                        "pre", .class("code draw"), Attribute("tabindex", "0"),
                        .label(entry.declaration.title)
                    ) {
                        drawing
                    }
                }
                for field in large {
                    if let rows = object[field.name], !ValueView.isEmpty(rows) {
                        list(rows, field, isFolded: drawing != nil)
                    }
                }
            }
        case .page, .list:
            let items = value.items
            guard !items.isEmpty else { return empty("Nothing here", "There is nothing to list now.") }
            return tag("div") {
                for warning in value.objectValue?["warnings"]?.texts ?? [] {
                    tag("p", .class("note")) { warning }
                }
                ResultRows(
                    site: site, entry: entry, items: items,
                    here: .own(entry.segments(record: record), query.map { ($0.name, $0.value) })
                ).html
            }
        }
    }

    /// A list of objects; folded if a drawing has shown them already.
    private func list(_ rows: DataValue, _ field: FieldDeclaration, isFolded: Bool) -> HTML {
        guard isFolded else {
            return tag("section") {
                tag("h2") { field.title }
                site.values.block(rows, field)
            }
        }
        return fold(field.title) { tag("div") { site.values.block(rows, field) } }
    }
}
