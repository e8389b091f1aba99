import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes

/// A module's records as a file: which of them, and how the file is written.
///
/// Collection and format are links, since each format has options of its own. All else is a form, sent by GET.
struct ExportForm {
    let site: Site
    let module: Module
    /// What the address says.
    let query: [(name: String, value: String)]
    /// What is wrong, by field.
    var errors: [String: String] = [:]
    /// What is wrong with it as a whole.
    var problem: HTML?
    /// The fields as they are drawn, without collection and format.
    private let fields: [FieldDeclaration]

    /// What was typed is no input of the export.
    struct WrongInput: Error {
        let errors: [String: String]
    }

    private static let placed: Set = ["collection", "format"]
    /// How many records or tags are offered one by one.
    private static let mostOffered = 20

    /// Makes the form of a module.
    ///
    /// - Throws: ``HTTPFailure`` with status 404 for a module that is not installed or exports nothing;
    ///   `AtriumError` with code `unavailable` if it is off.
    init(site: Site, module id: String, query: [(name: String, value: String)]) throws {
        guard let module = site.registry.module(id), !module.exporters.isEmpty else {
            throw HTTPFailure.notFound
        }
        self.site = site
        self.module = module
        self.query = query
        func parameter(_ name: String) -> String? { Self.parameter(name, in: query) }
        let declared = try site.session.exportFields(
            module: id, collection: parameter("collection"), format: parameter("format"))
        fields = declared.filter { !Self.placed.contains($0.name) }.compactMap { field in
            // What the address asks for is never passed over: the file would hold more than was wanted.
            Self.drawn(field, of: module, site) ?? (parameter(field.name) == nil ? nil : field)
        }
    }

    private static func parameter(_ name: String, in query: [(name: String, value: String)]) -> String? {
        query.last(named: name).flatMap { $0.isEmpty ? nil : $0 }
    }

    private func parameter(_ name: String) -> String? { Self.parameter(name, in: query) }

    /// The form with what is wrong with the collection and the format that the address names.
    func checked() throws -> ExportForm {
        var form = self
        let asked = ExportRequest(
            module: module.id, collection: parameter("collection"),
            format: parameter("format").map(FormatID.init(rawValue:)))
        do {
            _ = try site.session.exportedFile(asked)
        } catch let error as AtriumError where error.code == .badData {
            form.errors = [error.field ?? "format": site.guidance.words(error)]
        }
        return form
    }

    // MARK: - Input

    /// The declared input of the export.
    ///
    /// - Throws: ``WrongInput``.
    func values() throws -> DataObject {
        var (values, errors) = ControlTexts(context: site.forms).values(of: fields, in: texts)
        guard errors.isEmpty else { throw WrongInput(errors: errors) }
        // A default that is handed on would look like something that was asked for.
        for field in fields where values[field.name] == field.defaultValue { values[field.name] = nil }
        for name in Self.placed { values[name] = parameter(name).map(DataValue.text) }
        return values
    }

    private var texts: FormTexts { FormTexts(query, of: fields) }

    /// What stands in the controls: what the address says, else the defaults.
    private var shown: FormTexts {
        var texts = texts
        let control = ControlTexts(context: site.forms)
        let isSent = !texts.values.isEmpty
        for field in fields where !texts.hasText(in: field.name) {
            // A box that was sent without its tick is not ticked.
            if isSent, field.type == .boolean { continue }
            control.add(field.defaultValue, of: field, named: field.name, to: &texts)
        }
        return texts
    }

    // MARK: - Fields

    /// A field in words for people, with what there is to choose from; nil if there is nothing to choose.
    private static func drawn(
        _ field: FieldDeclaration, of module: Module, _ site: Site
    ) -> FieldDeclaration? {
        var field = field
        switch field.name {
        case "tags":
            field.ownTitle = "With these tags"
            field.help = "A record must have all of them."
            field.format = .words
            let tags = tags(site)
            if tags.isEmpty { return nil }
            if tags.count <= mostOffered {
                field.type = .list(.choice(tags))
                field.choiceTitles = Dictionary(tags.map { ($0, $0) }) { first, _ in first }
            }
        case "since":
            field.ownTitle = "Added or changed since"
            field.help = "The first day that counts."
        case "search":
            field.ownTitle = "With these words"
            field.help = "Each word is looked for from its beginning."
        case "ids":
            field.ownTitle = "Only these records"
            field.help = "One name a line."
        default:
            // A box that is not ticked says no.
            if field.type == .boolean { field.defaultValue = field.defaultValue ?? .bool(false) }
            return offering(field, of: module, site)
        }
        return field
    }

    /// An option that names a record of the module, such as a calendar, with the records to choose from.
    ///
    /// Nil if there is one record or none.
    private static func offering(
        _ field: FieldDeclaration, of module: Module, _ site: Site
    ) -> FieldDeclaration? {
        guard field.type == .text,
            let collection = module.collections.first(where: { $0.recordName == field.name }),
            let list = site.command(.list, of: collection.id),
            let found = try? site.session.run(list, values: ["limit": .integer(Int64(mostOffered))])
                .objectValue
        else { return field }
        let items = found["items"]?.listValue?.compactMap(\.objectValue) ?? []
        let isWhole = found["next"]?.textValue == nil
        guard items.count > 1 || !isWhole else { return nil }
        var field = field
        field.ownTitle = collection.recordTitle
        field.help = "Its name."
        let names = items.compactMap { $0["name"]?.textValue ?? $0["title"]?.textValue }
        guard isWhole, names.count == items.count, Set(names).count == names.count, !names.contains("")
        else { return field }
        field.help = ""
        field.type = .choice([""] + names)
        field.choiceTitles = Dictionary(uniqueKeysWithValues: names.map { ($0, $0) } + [("", "All")])
        field.defaultValue = .text("")
        return field
    }

    private static func tags(_ site: Site) -> [String] {
        let found = try? site.ask("tags", "list")
        return found?.objectValue?["items"]?.listValue?.compactMap { $0.objectValue?["tag"]?.textValue } ?? []
    }

    /// What says which records are meant; it stands open, but for their names.
    private var filters: [FieldDeclaration] {
        let own = ["tags", "since", "search"]
        return fields.filter { !own.contains($0.name) && $0.name != "ids" && !isOfFile($0) }
            + own.compactMap { name in fields.first { $0.name == name } }
    }

    /// Whether a field says how the file is written.
    private func isOfFile(_ field: FieldDeclaration) -> Bool {
        switch field.type {
        case .boolean: true
        case .choice: field.defaultValue != .text("")
        default: false
        }
    }

    // MARK: - The page

    func page() -> Page {
        var page = Page("Export: \(module.manifest.title)", section: "settings")
        page.back = (ExportPages.start, ExportPages.title)
        page.subtitle = HTML("Leave the fields empty to get everything.")
        if !errors.isEmpty || problem != nil {
            page.status = .unprocessableContent
            page.isError = true
        }
        page.content = tag("div", .class("flow")) {
            summary
            tag("div", .class("mid")) {
                collections
                formats
            }
            form
        }
        return page
    }

    private var exporter: Exporter? {
        let (collection, format) = (parameter("collection"), parameter("format"))
        let exporters = module.exporters
        let fitting = exporters.filter { collection == nil || $0.collection.name == collection }
        return fitting.first { $0.format.rawValue == format } ?? fitting.first ?? exporters.first
    }

    /// What the address says beside collection and format, as far as it holds for all of them.
    private var kept: [(String, String)] {
        query.filter { pair in
            !pair.value.isEmpty
                && ["tags", "since", "search", "ids"].contains(String(pair.name.prefix { $0 != ":" }))
        }.map { ($0.name, $0.value) }
    }

    private var collections: HTML? {
        let names = module.exporters.map(\.collection).unique
        guard names.count > 1 else { return nil }
        return choice("collection", "What") {
            for id in names {
                link(
                    ExportPages.address(of: module, [("collection", id.name)] + kept), .class("pill"),
                    Attribute("aria-current", "true").when(id == exporter?.collection)
                ) { site.registry.collection(id)?.title ?? id.name.titleOfWords }
            }
        }
    }

    private var formats: HTML? {
        let exporters = module.exporters.filter { $0.collection == exporter?.collection }
        guard let exporter else { return nil }
        return choice("format", "As") {
            for one in exporters {
                link(
                    ExportPages.address(of: module, place(of: one) + kept), .class("pill"),
                    Attribute("aria-current", "true").when(one.fileName == exporter.fileName)
                ) { one.format.title }
            }
        } below: {
            tag("p", .class("foot soft hint")) {
                tag("span", .class("code")) { exporter.fileName }
                if let words = Self.readers[exporter.format] { ", for \(words)" }
            }
        }
    }

    private static let readers: [FormatID: String] = [
        .vcard: "address books and phones", .icalendar: "calendar programs",
        .csv: "spreadsheets and databases", .opml: "outliners", .markdown: "notes and text editors",
        .jrnl: "the program jrnl", .todoTxt: "programs for todo.txt",
        .taskPaper: "TaskPaper and text editors",
    ]

    private func choice(
        _ name: String, _ title: String, @HTMLBuilder links: () -> HTML,
        @HTMLBuilder below: () -> HTML = { HTML() }
    ) -> HTML {
        let id = ControlDrawing.id(name)
        return tag("div", .class("f"), .id(id)) {
            tag("p", .class("lab"), .id(id + "-title")) { title }
            tag("nav", .class("pills wrap"), Attribute("aria-labelledby", id + "-title")) { links() }
            if let error = errors[name] {
                tag("p", .class("err"), .id(id + "-error")) {
                    Icon.warn.drawn("i s")
                    tag("span") { error }
                }
            }
            below()
        }
    }

    /// The fields that name an exporter.
    private func place(of exporter: Exporter) -> [(String, String)] {
        Self.place(of: exporter.collection, in: module) + [("format", exporter.format.rawValue)]
    }

    /// The field that names a collection, if the module exports several.
    private static func place(of collection: CollectionID, in module: Module) -> [(String, String)] {
        Set(module.exporters.map(\.collection)).count == 1 ? [] : [("collection", collection.name)]
    }

    /// The address at which a collection is exported; nil if it cannot be.
    static func address(of collection: Collection, in module: Module) -> SafeLink? {
        guard module.exporters.contains(where: { $0.collection == collection.id }) else { return nil }
        return ExportPages.address(of: module, place(of: collection.id, in: module))
    }

    private var form: HTML {
        let drawing = ControlDrawing(texts: shown, errors: errors)
        return tag(
            "form", Attribute("method", "get"), .action(ExportPages.file(of: module)),
            Attribute("novalidate")
        ) {
            if let exporter {
                for field in place(of: exporter) {
                    void("input", .type("hidden"), .name(field.0), .value(field.1))
                }
            }
            for field in filters { drawing.draw(field, named: field.name) }
            tag("div", .class("mt")) {
                fold("Single records", fields.filter { $0.name == "ids" }, drawing)
                fold("How the file is written", fields.filter(isOfFile), drawing)
            }
            tag("p", .class("line wrap mt")) {
                tag("button", .class("btn")) {
                    Icon.import.drawn("i s")
                    "Download"
                }
                button("Start over", to: ExportPages.address(of: module), style: "btn text")
            }
        }
    }

    private func fold(_ title: String, _ fields: [FieldDeclaration], _ drawing: ControlDrawing) -> HTML? {
        guard !fields.isEmpty else { return nil }
        let isOpen = fields.contains { field in
            errors.keys.contains { $0 == field.name || $0.hasPrefix(field.name + ".") }
                || texts.hasText(in: field.name)
        }
        return AtriumWeb.fold(title, isOpen: isOpen) {
            tag("div") { for field in fields { drawing.draw(field, named: field.name) } }
        }
    }

    private var summary: HTML? {
        guard !errors.isEmpty || problem != nil else { return nil }
        var content = HTML()
        if let problem { content.append(tag("p") { problem }) }
        for (name, words) in errors.sorted(by: { $0.key < $1.key }) {
            let field = String(name.prefix { $0 != "." && $0 != ":" })
            let title = fields.first { $0.name == field }?.title ?? field.titleOfWords
            content.append(
                link(.anchor(ControlDrawing.id(field)), .anyDirection) { "\(title): \(words)" })
        }
        return ErrorSummary(title: "No file was created", content: content).html
    }
}
