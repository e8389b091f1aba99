import AtriumHTTP
import AtriumHost
import AtriumSDK

/// A command's form, made of its declaration alone.
struct FormPage {
    let site: Site
    let entry: CatalogEntry
    /// The record that the command is about, as it stands in the address.
    var record: String?
    /// What the record says now, of a form that begins with it.
    var shown: DataObject?
    /// The state of the record that is shown.
    var version: String?
    /// What stands in the controls; nil: what the record says.
    var typed: FormTexts?
    /// The fingerprints that the form had when it was opened; nil: those of what it shows.
    var fingerprints: [String: String]?
    /// What is wrong, by field.
    var errors: [String: String] = [:]
    /// What is wrong with it as a whole.
    var problem: HTML?
    /// Names that fit several records.
    var choices: [RecordChoice] = []
    /// Fields that another user or program changed after the form was opened.
    var contested: [Contested] = []
    /// The address of the page that follows the form.
    var next: String?
    /// The choice of the part of a series to change, or nil if the command does not ask for it.
    var part: PartChoice?
    /// The day of the shown occurrence, in words.
    var day = ""
    /// True if the form is about a whole series and the command could also change a part of it.
    var isOfSeries = false

    /// A field that is another now than when the form was opened.
    struct Contested {
        let field: FieldDeclaration
        let mine: HTML
        let theirs: HTML
    }

    /// How many fields stand open where their declarations name no groups.
    private static let mostOpen = 10

    /// The fields of a command's form: not those that add to or take from a list which the form shows whole.
    static func fields(of entry: CatalogEntry) -> [FieldDeclaration] {
        let all = entry.fieldsOverHTTP
        return all.dropFirst(entry.declaration.kind.takesRecord ? 1 : 0).filter { field in
            // The form asks for the part of a series in a single question.
            if field.role != nil { return false }
            guard let list = field.listThatItChanges.flatMap({ name in all.first { $0.name == name } }),
                case .list(let element) = list.type
            else { return true }
            // What the list cannot say (a document that is held, and not linked) can only be taken away by name.
            let shown = entry.declaration.result.fields.first { $0.name == list.name }?.type.element
            return field.name.hasPrefix("remove") && !(shown?.partNames ?? []).isSubset(of: element.partNames)
        }.map { field in
            let known = entry.declaration.result.fields.first { $0.name == field.name }
            // A Boolean value that only controls the edit is false if the user does not set it.
            let isControl = entry.declaration.kind == .edit && known == nil && field.type == .boolean
            guard field.defaultValue == nil, isControl || known?.isRequired == true else { return field }
            // A value that every record has cannot be left empty.
            var field = field
            switch field.type {
            case .boolean: field.defaultValue = .bool(false)
            case .choice(let words) where entry.declaration.kind == .edit:
                field.defaultValue = words.first.map(DataValue.text)
            default: break
            }
            return field
        }
    }

    /// What the form shows when it is opened.
    static func texts(
        of fields: [FieldDeclaration], shown: DataObject?, entry: CatalogEntry, _ context: FormContext
    ) -> FormTexts {
        var texts = FormTexts()
        for field in fields {
            let control = ControlTexts(context: context.onClock(of: field, in: shown))
            // An edit begins with what the record says; of other commands the fields that are declared to.
            let shownValue = field.shownAs.flatMap { shown?[$0] }.map(context.onOwnClock)
            let value =
                entry.declaration.kind == .edit
                ? shown?[field.shownAs ?? field.name] : shownValue ?? field.defaultValue
            control.add(value, of: field, named: field.name, to: &texts)
        }
        return texts
    }

    /// Reads the record of the form; if an occurrence is asked for, the form is about its series and asks for the part.
    mutating func read(_ query: [(name: String, value: String)]) throws -> RecordReading.Shown {
        let reading = RecordReading(
            site: site, entry: entry, record: record,
            occurrence: query.last(named: RecordReading.occurrenceName))
        let shown = try reading.read()
        guard !PartChoice.parts(of: entry).isEmpty else { return shown }
        isOfSeries = shown.isSeries
        if let occurrence = shown.occurrence {
            record = String(occurrence.series)
            part = PartChoice(occurrence.name, part: part?.part ?? .occurrence)
            day = shown.dayWords(entry.collection.flatMap(site.registry.collection)?.look, site)
        }
        return shown
    }

    // MARK: - The page

    /// The page.
    func page(title: String, back: (SafeLink, String)?) -> Page {
        var page = Page(title, section: entry.module ?? entry.path.first ?? "")
        page.back = back
        page.isForm = true
        page.isError = !errors.isEmpty || problem != nil || !choices.isEmpty || !contested.isEmpty
        page.content = html(cancel: back?.0)
        return page
    }

    private func html(cancel: SafeLink?) -> HTML {
        let fields = Self.fields(of: entry)
        let opened = Self.texts(of: fields, shown: shown, entry: entry, site.forms)
        let isOfRecord = entry.module != nil && [.add, .edit].contains(entry.declaration.kind)
        let drawing = ControlDrawing(
            texts: typed ?? opened, errors: byFirstControl(errors, fields), showsHelp: !isOfRecord)
        let hasFile = fields.contains { $0.type == .file }
        let prints =
            fingerprints
            ?? Dictionary(
                uniqueKeysWithValues: fields.map { ($0.name, opened.fingerprint(of: $0.name)) })
        return tag(
            "form", Attribute("method", "post"), .action(.own(entry.segments(record: record))),
            Attribute("enctype", "multipart/form-data").when(hasFile),
            Attribute("data-form", entry.path.joined(separator: "/")),
            Attribute("novalidate")
        ) {
            summary(fields)
            if !entry.declaration.summary.isEmpty, ![.edit, .add].contains(entry.declaration.kind),
                part == nil || entry.declaration.kind != .remove
            {
                tag("p", .class("sub soft")) { entry.declaration.summary }
            }
            // Enter means the first button of a form (HTML, section 4.10.21.2), which is to be the one that saves.
            tag(
                "button", .class("vh"), Attribute("tabindex", "-1"), .isDecoration, Attribute("data-default")
            ) { saveTitle }
            hidden(FormNames.key, RequestKey.make())
            hidden(FormNames.user, site.mark)
            hidden(FormNames.version, version)
            hidden(FormNames.next, next)
            hidden(
                FormNames.shown,
                fields.compactMap { field in prints[field.name].map { "\(field.name)=\($0)" } }.joined(
                    separator: " "))
            picks
            contests
            tag("div", .class("flow")) {
                tag("div") {
                    if let part { part.html(PartChoice.parts(of: entry), day: day) } else { seriesNote }
                    for field in open(fields) { drawing.draw(field, named: field.name) }
                }
                if !folded(fields).isEmpty {
                    tag("div") {
                        for group in folded(fields) { fold(group.title, group.fields, drawing) }
                    }
                }
            }
            if isOfRecord {
                about(fields)
            } else if !entry.declaration.discussion.isEmpty, part == nil, !isOfSeries {
                tag("p", .class("foot soft mt")) { site.guidance.html(entry.declaration.discussion) }
            }
            tag("div", .class("apply")) {
                tag("span", .class("grow"))
                if let cancel { button("Cancel", to: cancel, style: "btn text") }
                tag("button", .class("btn"), Attribute("data-save")) { saveTitle }
            }
        }
    }

    /// The note that the form is about all of a series; nil for other records.
    private var seriesNote: HTML? {
        guard isOfSeries, let collection = entry.collection.flatMap(site.registry.collection) else {
            return nil
        }
        return tag("div", .class("note f")) {
            tag("p") {
                "This is about all occurrences. For one day, or the rest of the series, open the day from the "
                link(.own(collection.segments)) { "calendar" }
                "."
            }
        }
    }

    /// What each field means, folded away.
    private func about(_ fields: [FieldDeclaration]) -> HTML {
        let words = site.guidance.html(entry.declaration.discussion)
        return tag("div", .class("mt")) {
            AtriumWeb.fold("What the fields mean") {
                tag("div", .class("mid")) {
                    if !words.isEmpty { tag("p", .class("sub")) { words } }
                    tag("dl", .class("kv")) {
                        for field in fields where !field.help.isEmpty {
                            tag("dt") { field.title }
                            tag("dd") { field.help }
                        }
                    }
                }
            }
        }
    }

    private var saveTitle: String {
        switch entry.declaration.kind {
        case .add: "Add"
        case .edit: "Save"
        default: entry.module == nil ? HostPage.title(of: entry.path) : entry.declaration.title
        }
    }

    private func hidden(_ name: String, _ value: String?) -> HTML? {
        value.map { void("input", .type("hidden"), .name(name), .value($0)) }
    }

    // MARK: - Groups

    private func open(_ fields: [FieldDeclaration]) -> [FieldDeclaration] {
        let ungrouped = fields.filter { $0.group == nil }
        let isShort = ungrouped.count <= Self.mostOpen + 2
        return isShort
            ? ungrouped
            : Array(ungrouped.prefix(Self.mostOpen)) + ungrouped.dropFirst(Self.mostOpen).filter(\.isRequired)
    }

    private func folded(_ fields: [FieldDeclaration]) -> [(title: String, fields: [FieldDeclaration])] {
        var groups: [(title: String, fields: [FieldDeclaration])] = []
        for field in fields {
            guard let group = field.group else { continue }
            if let index = groups.firstIndex(where: { $0.title == group }) {
                groups[index].fields.append(field)
            } else {
                groups.append((group, [field]))
            }
        }
        let opened = Set(open(fields).map(\.name))
        let rest = fields.filter { $0.group == nil && !opened.contains($0.name) }
        if !rest.isEmpty { groups.append(("More", rest)) }
        return groups
    }

    private func fold(_ title: String, _ fields: [FieldDeclaration], _ drawing: ControlDrawing) -> HTML {
        let filled = fields.count { drawing.texts.hasText(in: $0.name) }
        // Where something is wrong, or a row was asked for, it is to be seen.
        let looked = Array(drawing.errors.keys) + [typed?[FormNames.more]].compactMap { $0 }
        let isOpen = fields.contains { field in
            looked.contains { $0 == field.name || $0.hasPrefix(field.name + ".") }
        }
        return AtriumWeb.fold(
            title, note: filled == 0 ? "empty" : "\(filled) of \(fields.count)", isOpen: isOpen
        ) {
            tag("div") { for field in fields { drawing.draw(field, named: field.name) } }
        }
    }

    // MARK: - What is wrong

    /// An error of a part of a field stands with the field where the part has no control of that name.
    private func byFirstControl(_ errors: [String: String], _ fields: [FieldDeclaration]) -> [String: String]
    {
        errors.reduce(into: [:]) { result, error in
            let name = error.key.split(separator: ".").first.map(String.init) ?? error.key
            result[error.key] = error.value
            if result[name] == nil { result[name] = error.value }
        }
    }

    private func summary(_ fields: [FieldDeclaration]) -> HTML? {
        guard problem != nil || !errors.isEmpty || !choices.isEmpty || !contested.isEmpty else { return nil }
        let known = Set(fields.map(\.name))
        let title =
            !contested.isEmpty
            ? "This was changed in the meantime" : choices.isEmpty ? "This is not saved yet" : "Which one?"
        var content = HTML()
        if let problem { content.append(tag("p") { problem }) }
        for error in errors.sorted(by: { $0.key < $1.key }) {
            let name = error.key.split(separator: ".").first.map(String.init) ?? error.key
            let title = fields.first { $0.name == name }?.title ?? name.titleOfWords
            let words = HTML("\(title): \(error.value)")
            content.append(
                known.contains(name)
                    ? link(.anchor(ControlDrawing.id(name)), .anyDirection) { words } : tag("p") { words })
        }
        for choice in choices {
            content.append(
                tag("p") {
                    tag("bdi") { "“\(choice.matchedText)”" }
                    " matches several records; choose one below."
                })
        }
        if !contested.isEmpty {
            content.append(tag("p") { "Choose below which values to keep, and save again." })
        }
        return ErrorSummary(title: title, content: content).html
    }

    /// Records of one name as radios; the choice goes with the form.
    private var picks: HTML {
        var html = HTML()
        for (index, choice) in choices.enumerated() {
            let name = "\(FormNames.pick).\(index)"
            html.append(
                tag("fieldset", .class("f")) {
                    tag("legend", .class("lab")) { "“\(choice.matchedText)” is" }
                    hidden("\(name).field", choice.field)
                    hidden("\(name).words", choice.matchedText)
                    tag("div", .class("pick one")) {
                        for candidate in choice.candidates {
                            radio("\(name).id", String(candidate.id)) {
                                candidate.name ?? "without a name"
                                tag("small") { hint(of: candidate, choice) }
                            }
                        }
                    }
                    if choice.hasMore {
                        tag("p", .class("foot soft")) { "There are more: write the name in full." }
                    }
                })
        }
        return html
    }

    /// What tells a record from others of its name: what a list shows of it, else its number.
    private func hint(of candidate: RecordChoice.Candidate, _ choice: RecordChoice) -> HTML {
        let name = choice.field.split(separator: ".").first.map(String.init)
        let number = HTML("number \(candidate.id)")
        guard let type = Self.fields(of: entry).first(where: { $0.name == name })?.type,
            case .reference(let id) = type.element, let collection = site.registry.collection(id),
            let list = collection.command(.list)?.declaration,
            let show = site.service.installed.entry(.show, of: id),
            let subject = show.declaration.subject?.name,
            case .page(let fields, let columns) = list.result,
            let record = try? site.session.run(show, values: [subject: .integer(candidate.id)]).objectValue
        else { return number }
        let facts = columns.compactMap { column in fields.first { $0.name == column } }.filter { field in
            field.name != "id" && !ValueView.isEmpty(record[field.name])
                && record[field.name] != .text(candidate.name ?? "")
        }
        guard !facts.isEmpty else { return number }
        return facts.prefix(2).reduce(into: HTML()) { html, field in
            if !html.isEmpty { html.append(" · ") }
            html.append(
                tag("bdi") { record[field.name].map { site.values.words($0, field.type, field) } ?? "" })
        }
    }

    /// Fields that changed meanwhile: field, yours, theirs.
    private var contests: HTML {
        var html = HTML()
        for contest in contested {
            let name = FormNames.take + contest.field.name
            html.append(
                tag("fieldset", .class("f")) {
                    tag("legend", .class("lab")) { contest.field.title }
                    tag("div", .class("pick")) {
                        radio(name, "mine", isChosen: true) {
                            contest.mine
                            tag("small") { "yours" }
                        }
                        radio(name, "theirs") {
                            contest.theirs
                            tag("small") { "theirs, saved meanwhile" }
                        }
                    }
                })
        }
        return html
    }
}
