import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes

/// A command's form as it was sent: what of it differs from what was shown, run once, and where to go then.
struct FormSubmission: Sendable {
    let pages: Pages
    let visit: Visit
    let entry: CatalogEntry
    /// The record that the command is about, as it stands in the address.
    let record: String?
    let form: FormInput

    private var kind: CommandDeclaration.Kind { entry.declaration.kind }
    private var service: HubService { pages.service }
    private var fields: [FieldDeclaration] { FormPage.fields(of: entry) }
    private var texts: FormTexts { FormTexts(form.fields) }

    /// What a form says that differs from what it showed.
    struct Said: Sendable {
        var values = DataObject()
        /// The fields that were changed.
        var changed: [String] = []
        /// What is no value of its field.
        var errors: [String: String] = [:]
    }

    /// The answer to the form.
    func answer() async throws -> Drawn {
        do {
            return try await done()
        } catch let error as AtriumError where error.code == .notFound || error.code == .unavailable {
            // There is no form any more in which it could stand.
            return try await kept(error)
        }
    }

    private func done() async throws -> Drawn {
        if form[FormNames.more] != nil { return try await anotherRow() }
        let (submission, registry) = (self, service.hub.registry)
        let (said, user): (Said, Int64) = try await service.read(visit) { session in
            try session.require(submission.entry)
            let site = try Site(session, submission.visit, registry)
            return (submission.said(site.forms), session.user.id)
        }
        guard said.errors.isEmpty else {
            return try await again(errors: said.errors, status: .unprocessableContent)
        }
        if kind == .edit, said.changed.isEmpty, form.files.isEmpty {
            return .seeOther(destination.adding([(Told.change, "0")]))
        }
        var input = CommandInput(said.values, files: form.files)
        if kind.takesRecord, let name = entry.declaration.fields.first?.name {
            input.values[name] = .text(record ?? "")
        }
        input.requestKey = RequestKey.of(form.fields, user: user, at: visit.segments)
        return try await run(input, said, tries: 3)
    }

    // MARK: - Reading

    /// What the form says; of an edit, an emptied field is null.
    func said(_ context: FormContext) -> Said {
        let (texts, shown) = (texts, fingerprints)
        let nothing = FormTexts()
        let control = ControlTexts(context: context)
        var said = Said()
        for field in fields {
            let before = shown[field.name] ?? nothing.fingerprint(of: field.name)
            guard texts.fingerprint(of: field.name) != before, texts[FormNames.take + field.name] != "theirs"
            else { continue }
            do {
                var value = try control.value(of: field, named: field.name, in: texts)
                if kind == .edit, case .object(let parts) = field.type, case .object(var object)? = value {
                    // What is left out of an object stays as it is; what was emptied is to go.
                    for part in parts where object[part.name] == nil { object[part.name] = .null }
                    value = .object(object)
                }
                if let value {
                    said.values[field.name] = value
                } else if kind == .edit {
                    said.values[field.name] = .null
                } else {
                    continue
                }
                said.changed.append(field.name)
            } catch {
                said.errors[error.name] = error.message
            }
        }
        for pick in picks { choose(pick, &said.values) }
        return said
    }

    private var fingerprints: [String: String] {
        (form[FormNames.shown] ?? "").split(separator: " ").reduce(into: [:]) { result, pair in
            guard let equals = pair.firstIndex(of: "=") else { return }
            result[String(pair[..<equals])] = String(pair[equals...].dropFirst())
        }
    }

    /// The records that were chosen for names that fit several.
    private var picks: [(field: String, words: String, id: Int64)] {
        let texts = texts
        return texts.rows(of: FormNames.pick).compactMap { row in
            let name = "\(FormNames.pick).\(row)"
            guard let field = texts["\(name).field"], let words = texts["\(name).words"],
                let id = texts["\(name).id"].flatMap({ Int64($0) })
            else { return nil }
            return (field, words, id)
        }
    }

    private func choose(_ pick: (field: String, words: String, id: Int64), _ values: inout DataObject) {
        var path = pick.field.split(separator: ".").map(String.init)
        guard let first = path.first else { return }
        path.removeFirst()
        values[first] = chosen(values[first] ?? .null, path[...], pick.words, pick.id)
    }

    /// A value in which the words of a name are the record's id: in its place, or beside what is there.
    private func chosen(_ value: DataValue, _ path: ArraySlice<String>, _ words: String, _ id: Int64)
        -> DataValue
    {
        switch value {
        case .object(var object):
            guard let name = path.first else { return value }
            object[name] = chosen(object[name] ?? .null, path.dropFirst(), words, id)
            return .object(object)
        case .list(let values):
            if !path.isEmpty { return .list(values.map { chosen($0, path, words, id) }) }
            guard values.contains(.text(words)) else { return .list(values + [.integer(id)]) }
            return .list(values.map { $0 == .text(words) ? .integer(id) : $0 })
        case .text, .null: return path.isEmpty ? .integer(id) : value
        default: return value
        }
    }

    // MARK: - Running

    private func run(_ input: CommandInput, _ said: Said, tries: Int) async throws -> Drawn {
        var input = input
        if kind == .edit, let version = form[FormNames.version] {
            input.precondition = RecordVersion(tags: [version])
        }
        do {
            return try await run(input)
        } catch let error as AtriumError {
            switch error.code {
            case .changedSince where kind == .edit && tries > 0:
                return try await merge(input, said, tries: tries)
            case .notAuthenticated, .notPermitted, .unavailable: throw error
            case .notFound
            where error.field == nil
                || error.field == entry.declaration.fields.first?.name && kind.takesRecord:
                throw error
            case .ambiguous:
                return try await again(choices: error.choices, status: .conflict)
            default:
                let failure = service.told(error)
                // What a person cannot mend is for the log; they are told that nothing was changed, and keep what they typed.
                if failure.status.code >= 500 {
                    return try await again(problem: failure, status: failure.status)
                }
                if let field = error.field {
                    return try await again(
                        errors: [field: words(of: error)], error: nil, status: .unprocessableContent)
                }
                return try await again(error: error, status: .init(code: error.code.httpStatus))
            }
        } catch let failure as HTTPFailure where ![401, 403, 404].contains(failure.status.code) {
            return try await again(problem: failure, status: failure.status)
        }
    }

    private func run(_ input: CommandInput) async throws -> Drawn {
        let (entry, visit, pages) = (entry, visit, pages)
        let next = form[FormNames.next].flatMap { SafeLink(next: $0) }
        return try await service.run(entry, visit, input) { outcome, session in
            let site = try Site(session, visit, pages.service.hub.registry)
            let result = CommandResult(site: site, entry: entry, record: record)
            if entry.givesSecret { return pages.frame.draw(result.secretPage(outcome), for: site) }
            return .seeOther(result.destination(of: outcome, next: next))
        }
    }

    private var destination: SafeLink {
        form[FormNames.next].flatMap { SafeLink(next: $0) }
            ?? .own(Array(entry.path.dropLast()) + (record.map { [$0] } ?? []))
    }

    /// The record changed after the form was opened: where others changed other fields, both changes stand.
    private func merge(_ input: CommandInput, _ said: Said, tries: Int) async throws -> Drawn {
        let (entry, visit, service, record) = (entry, visit, service, record)
        let (fields, shown, mine) = (fields, fingerprints, texts)
        let opened = try await service.read(visit) { session in
            let site = try Site(session, visit, service.hub.registry)
            return try RecordReading(site: site, entry: entry, record: record).read()
        }
        let contested = try await service.read(visit) { session -> [String] in
            let site = try Site(session, visit, service.hub.registry)
            let now = FormPage.texts(of: fields, shown: opened.value, entry: entry, site.forms)
            return said.changed.filter { name in
                now.fingerprint(of: name) != shown[name]
                    && now.fingerprint(of: name) != mine.fingerprint(of: name)
            }
        }
        guard contested.isEmpty else {
            return try await again(contested: contested, status: .preconditionFailed)
        }
        var again = FormSubmission(pages: pages, visit: visit, entry: entry, record: record, form: form)
        again = again.with(version: opened.version)
        return try await again.run(input, said, tries: tries - 1)
    }

    private func with(version: String) -> FormSubmission {
        var form = form
        form.fields.append((FormNames.version, version))
        return FormSubmission(pages: pages, visit: visit, entry: entry, record: record, form: form)
    }

    private func words(of error: AtriumError) -> String {
        let remedy = error.remedy.text { part in
            switch part {
            case .words(let words): words
            case .field(let value): value.name.titleOfWords
            case .command(let words, _): "“\(words.titleOfWords)”"
            }
        }
        // The field's name stands before it.
        return remedy.isEmpty ? error.message : "\(error.message); \(remedy)"
    }

    // MARK: - The form again, as it was typed

    private func anotherRow() async throws -> Drawn {
        var form = form
        let list = form[FormNames.more] ?? ""
        let count = Int(texts[list + FormTexts.moreSuffix] ?? "") ?? 1
        form.fields.removeAll { $0.name == list + FormTexts.moreSuffix }
        form.fields.append((list + FormTexts.moreSuffix, String(count + 1)))
        let again = FormSubmission(pages: pages, visit: visit, entry: entry, record: record, form: form)
        return try await again.again(status: .ok)
    }

    /// The form with what was typed, and what is wrong.
    func again(
        errors: [String: String] = [:], choices: [RecordChoice] = [], contested: [String] = [],
        error: AtriumError? = nil, problem: HTTPFailure? = nil, status: HTTPStatus
    ) async throws -> Drawn {
        let (texts, fingerprints, fields) = (texts, fingerprints, fields)
        let (entry, visit, pages, record, form) = (entry, visit, pages, record, form)
        return try await service.read(visit) { session in
            let site = try Site(session, visit, pages.service.hub.registry)
            var typed = FormPage(site: site, entry: entry)
            typed.record = record
            typed.typed = texts
            typed.fingerprints = fingerprints
            typed.errors = errors
            typed.choices = choices
            typed.next = form[FormNames.next]
            typed.version = form[FormNames.version]
            if kind == .edit {
                let reading = try RecordReading(site: site, entry: entry, record: record).read()
                typed.shown = reading.value
                if !contested.isEmpty {
                    // From here on the form is about what is there now.
                    typed.version = reading.version
                    let now = FormPage.texts(of: fields, shown: reading.value, entry: entry, site.forms)
                    let control = ControlTexts(context: site.forms)
                    for field in fields where contested.contains(field.name) {
                        let mine = try? control.value(of: field, named: field.name, in: texts)
                        typed.contested.append(
                            FormPage.Contested(
                                field: field, mine: shown(mine ?? nil, field, site),
                                theirs: shown(reading.value[field.shownAs ?? field.name], field, site)))
                        typed.fingerprints?[field.name] = now.fingerprint(of: field.name)
                    }
                }
            }
            if let error {
                typed.problem = GuidanceView(entries: try site.catalog().entries).paragraph(
                    error.message, error.remedy)
            } else if let problem {
                typed.problem = HTML(
                    problem.message.prefix(1).uppercased() + problem.message.dropFirst() + "."
                        + (problem.status.code >= 500
                            ? " What you typed is still here: try again in a moment." : ""))
            }
            var page = typed.page(
                title: pages.title(of: entry, record: record, site),
                back: pages.back(from: entry, record: record, site))
            page.status = status
            return pages.frame.draw(page, for: site)
        }
    }

    /// What was typed where its form is gone: the record was removed, or the module switched off, somewhere else.
    private func kept(_ error: AtriumError) async throws -> Drawn {
        let (pages, visit, typed) = (
            pages, visit, TypedForm(form.fields, of: entry, to: .own(visit.segments))
        )
        return try await pages.page(visit) { site in
            var page = Page("This is gone", section: "")
            page.status = HTTPStatus(code: error.code.httpStatus)
            page.isError = true
            page.content = tag("div", .class("flow")) {
                tag(
                    "div", .class("sum red"), .id("errors"), Attribute("role", "alert"),
                    Attribute("tabindex", "-1")
                ) {
                    tag("p", .class("sub")) {
                        GuidanceView(entries: site.registry.catalog).paragraph(error.message, error.remedy)
                    }
                }
                tag("section") {
                    tag("h2") { "What you typed" }
                    typed.html(title: "Send it again")
                }
            }
            return page
        }
    }

    private func shown(_ value: DataValue?, _ field: FieldDeclaration, _ site: Site) -> HTML {
        guard let value, !ValueView.isEmpty(value) else { return tag("em") { "empty" } }
        return site.values.line(value, field)
    }
}

/// A record as its own page shows it, and the state in which it is.
struct RecordReading {
    let site: Site
    /// A command about the record.
    let entry: CatalogEntry
    let record: String?

    /// What the collection's `show` gives.
    struct Shown: Sendable {
        let value: DataObject
        let version: String
        let fields: [FieldDeclaration]
    }

    func read() throws -> Shown {
        guard let collection = entry.collection.flatMap(site.registry.collection),
            let show = collection.commands.first(where: { $0.declaration.kind == .show }),
            let field = show.declaration.fields.first,
            let showing = site.registry.catalog(beginningWith: [collection.id.module]).first(where: {
                $0.collection == collection.id && $0.declaration.kind == .show
            })
        else { throw AtriumError(.internal, "\(entry.path.joined(separator: " ")) has no record to show") }
        let value = try site.session.run(showing, values: [field.name: .text(record ?? "")])
        return Shown(
            value: value.objectValue ?? DataObject(), version: RecordVersion.tag(of: value.jsonBytes),
            fields: show.declaration.result.fields)
    }
}

/// A form that was sent and could not be done: what was typed, to be read, copied and sent again.
struct TypedForm: Sendable {
    private let fields: [(name: String, value: String)]
    private let target: SafeLink

    /// - Parameter fields: what was sent; secrets are left out.
    init(_ fields: [(name: String, value: String)], of entry: CatalogEntry?, to target: SafeLink) {
        let secret = Set((entry?.declaration.fields ?? []).filter { $0.type == .secret }.map(\.name))
        self.fields = fields.filter { !secret.contains($0.name) && $0.name != FormNames.key }
        self.target = target
    }

    /// The fields as one text, to be carried through another form.
    var text: String { String(SafeLink.own([], fields.map { ($0.name, $0.value) }).address.dropFirst(2)) }

    /// - Parameter title: of the button that sends it again.
    func html(title: String) -> HTML {
        tag("form", Attribute("method", "post"), .action(target), .class("mid")) {
            void("input", .type("hidden"), .name(FormNames.key), .value(RequestKey.make()))
            for field in fields { void("input", .type("hidden"), .name(field.name), .value(field.value)) }
            tag("dl", .class("kv")) {
                for field in fields where !field.name.hasPrefix(":") && !field.value.isEmpty {
                    tag("dt") { field.name.titleOfWords }
                    tag("dd", .class("pre"), .anyDirection) { field.value }
                }
            }
            tag("p", .class("line wrap")) {
                tag("button", .class("btn")) { title }
                button("Leave it", to: .own([""]), style: "btn line")
            }
        }
    }
}
