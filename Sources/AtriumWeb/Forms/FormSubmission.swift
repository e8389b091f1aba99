import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes

/// A command's form that was sent: what of it differs from what was shown, done once, and where to go then.
struct FormSubmission: Sendable {
    let pages: Pages
    let visit: Visit
    let entry: CatalogEntry
    /// The record that the command is about, as it stands in the address.
    let record: String?
    /// Whose session it comes with.
    let user: User
    let form: FormInput

    private var kind: CommandDeclaration.Kind { entry.declaration.kind }
    private var service: HubService { pages.service }
    /// The part of a series that the form is about; nil if it asks for none.
    private var part: PartChoice? { PartChoice.parts(of: entry).isEmpty ? nil : PartChoice(form) }

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
        var sent = SentForm(form, of: entry)
        if let list = form[FormNames.more] {
            sent.addRow(to: list)
            return try await again(sent, Findings(status: .ok))
        }
        if sent.takesTheirs {
            let (now, _) = try await recordNow()
            sent.settleContests(now)
        }
        let (asked, entry, record, part) = (sent, entry, record, part)
        let changes = try await pages.read(visit) { site in
            try site.session.require(entry)
            var changes = asked.changes(site.forms, part: part?.part)
            if let part, changes.errors.isEmpty {
                let reading = RecordReading(
                    site: site, entry: entry, record: record, occurrence: part.occurrence)
                part.apply(to: &changes.values, of: entry, try reading.read())
            }
            return changes
        }
        guard changes.errors.isEmpty else {
            return try await again(
                sent, Findings(status: .unprocessableContent, errors: changes.errors))
        }
        if kind == .edit, changes.changed.isEmpty, form.files.isEmpty {
            return .seeOther(destination.adding([(ResultMessage.change, "0")]))
        }
        return try await run(sent, changes, tries: 3)
    }

    // MARK: - Running

    private func run(_ sent: SentForm, _ changes: SentForm.Changes, tries: Int) async throws -> Drawn {
        var input = CommandInput(changes.values, files: form.files)
        if let name = entry.declaration.subject?.name {
            input.values[name] = .text(record ?? "")
        }
        input.requestKey = RequestKey.of(form, user: user.id, at: visit.segments)
        if kind == .edit, let version = sent.version {
            input.precondition = RecordVersion(tags: [version])
        }
        do {
            return try await run(input)
        } catch let error as AtriumError {
            switch error.code {
            case .changedSince where kind == .edit && tries > 0:
                return try await merge(sent, changes, tries: tries)
            case .notPermitted, .unavailable: throw error
            case .notAuthenticated:
                return try await GatePages(pages: pages, visit: visit).logInAgain(form, entry)
            case .notFound where isAboutTheRecord(error): throw error
            case .ambiguous:
                return try await again(sent, Findings(status: .conflict, choices: error.choices))
            default:
                let failure = service.failure(for: error, visit)
                // What a person cannot mend is for the log; they are told that nothing was changed, and keep what they typed.
                if failure.status.code >= 500 {
                    return try await again(sent, Findings(status: failure.status, problem: failure))
                }
                if let field = error.field.map(sent.listField) {
                    let words = GuidanceView(commands: service.installed).words(error, of: entry)
                    return try await again(
                        sent,
                        Findings(
                            status: .unprocessableContent, errors: [field: words], slots: error.slots))
                }
                return try await again(sent, Findings(status: failure.status, error: error))
            }
        } catch let failure as HTTPFailure where failure.status == .unauthorized {
            return try await GatePages(pages: pages, visit: visit).logInAgain(form, entry)
        } catch let failure as HTTPFailure where ![403, 404].contains(failure.status.code) {
            return try await again(sent, Findings(status: failure.status, problem: failure))
        }
    }

    /// Whether nothing was found at the address, and not by a name in the form.
    private func isAboutTheRecord(_ error: AtriumError) -> Bool {
        guard let field = error.field else { return true }
        return field == entry.declaration.subject?.name
    }

    private func run(_ input: CommandInput) async throws -> Drawn {
        let (entry, visit, pages, record, part) = (entry, visit, pages, record, part)
        let next = form[FormNames.next].flatMap { SafeLink(next: $0) }
        return try await service.run(entry, visit, input) { outcome, session in
            let site = try Site(session, visit, pages.service)
            let result = CommandResult(
                site: site, entry: entry, record: record, part: part, input: input.values)
            if entry.givesSecret { return pages.frame.draw(result.secretPage(outcome), for: site) }
            if let page = result.validTokensPage(outcome) { return pages.frame.draw(page, for: site) }
            return .seeOther(result.destination(of: outcome, next: next))
        }
    }

    private var destination: SafeLink {
        form[FormNames.next].flatMap { SafeLink(next: $0) }
            ?? .own(
                Array(entry.path.dropLast()) + (record.map { [$0] } ?? []),
                part.map { [(RecordReading.occurrenceName, $0.occurrence)] } ?? [])
    }

    // MARK: - What changed meanwhile

    /// Returns the values that the form would show if it were opened now, all from one reading of the record.
    private func recordNow() async throws -> (texts: FormTexts, shown: RecordReading.Shown) {
        let (entry, record, part) = (entry, record, part)
        return try await pages.read(visit) { site in
            let shown = try RecordReading(
                site: site, entry: entry, record: record, occurrence: part?.occurrence
            ).read()
            let fields = FormPage.fields(of: entry)
            return (FormPage.texts(of: fields, shown: shown.value, entry: entry, site.forms), shown)
        }
    }

    /// The record changed after the form was opened: if others changed other fields, both changes stand.
    private func merge(_ sent: SentForm, _ changes: SentForm.Changes, tries: Int) async throws -> Drawn {
        let (now, shown) = try await recordNow()
        var merged = sent
        let contested = sent.contested(now)
        merged.reopen(now, version: shown.version)
        guard contested.isEmpty else {
            return try await again(
                merged, Findings(status: .preconditionFailed, contested: contested, now: shown))
        }
        return try await run(merged, changes, tries: tries - 1)
    }

    // MARK: - The form again, as it was typed

    /// The problems of a form that was sent.
    private struct Findings: Sendable {
        /// The status of the response.
        let status: HTTPStatus
        /// The messages about fields, by the fields' names.
        var errors: [String: String] = [:]
        /// Names that fit several records.
        var choices: [RecordChoice] = []
        /// Free times that the user can choose instead.
        var slots: [FreeSlot] = []
        /// The fields that another change has changed too.
        var contested: [FieldDeclaration] = []
        /// The record with that change.
        var now: RecordReading.Shown?
        /// The error that is about no field.
        var error: AtriumError?
        /// The failure of the request.
        var problem: HTTPFailure?
    }

    /// Returns the form with its typed values and the problems.
    private func again(_ sent: SentForm, _ findings: Findings) async throws -> Drawn {
        let (entry, visit, pages, record, form, part) = (entry, visit, pages, record, form, part)
        return try await pages.read(visit) { site in
            var typed = FormPage(site: site, entry: entry)
            typed.record = record
            if let part {
                typed.part = part
                _ = try typed.read([(RecordReading.occurrenceName, part.occurrence)])
            }
            typed.typed = sent.texts
            typed.fingerprints = sent.fingerprints
            typed.errors = findings.errors
            typed.choices = findings.choices
            typed.next = form[FormNames.next]
            typed.version = sent.version
            let control = ControlTexts(context: site.forms)
            typed.contested = findings.contested.map { field in
                let texts = ControlTexts.withDays(FormPage.fields(of: entry), sent.texts)
                let mine = try? control.value(of: field, named: field.name, in: texts)
                return FormPage.Contested(
                    field: field, mine: Self.shown(mine ?? nil, field, site),
                    theirs: Self.shown(findings.now?.value[field.shownAs ?? field.name], field, site))
            }
            if let error = findings.error {
                typed.problem = site.guidance.paragraph(error.message, error.remedy)
            } else if let problem = findings.problem {
                typed.problem = Self.words(of: problem, visit)
            }
            var page = typed.page(
                title: pages.title(of: entry, record: record, site),
                back: pages.back(
                    from: entry, record: record, occurrence: part?.occurrence,
                    next: form[FormNames.next].flatMap { SafeLink(next: $0) },
                    site))
            page.status = findings.status
            if let field = findings.errors.keys.first, !findings.slots.isEmpty {
                page.content.append(
                    Self.offer(findings.slots, for: field, at: visit.segments, next: typed.next, site))
            }
            return pages.frame.draw(page, for: site)
        }
    }

    /// The form again with one of the times that are free, a tap each.
    private static func offer(
        _ slots: [FreeSlot], for field: String, at segments: [String], next: String?, _ site: Site
    ) -> HTML {
        tag("nav", .class("mt"), .label("Free times")) {
            tag("p", .class("lab")) { "These times are free" }
            tag("div", .class("line wrap")) {
                for slot in slots {
                    let (day, time) = (
                        String(slot.start.prefix(10)), String(slot.start.dropFirst(11).prefix(5))
                    )
                    let fields = [(field + ":date", day), (field + ":time", time)]
                    link(
                        SafeLink.own(segments, fields).then(next.flatMap { SafeLink(next: $0) }),
                        .class("btn line"),
                        Attribute("data-slot", slot.start)
                    ) {
                        LocalDate(iso: day).map {
                            $0 == site.today ? "" : DayWords.short($0, in: site.today.year) + ", "
                        }
                            ?? ""
                        time
                    }
                }
            }
        }
    }

    private static func words(of failure: HTTPFailure, _ visit: Visit) -> HTML {
        var html = HTML(failure.message.capitalizedFirst + ".")
        guard failure.status.code >= 500 else { return html }
        html.append(" What you typed is still here: try again in a moment.")
        if failure.status != .serviceUnavailable { html.append(" Error number: \(visit.id)") }
        return html
    }

    /// What was typed if its form is gone: the record was removed, or the module switched off, somewhere else.
    private func kept(_ error: AtriumError) async throws -> Drawn {
        let typed = TypedForm(form, of: entry, to: .own(visit.segments))
        return try await pages.page(visit) { site in
            var page = Page("This is gone")
            page.status = HTTPStatus(code: error.code.httpStatus)
            page.isError = true
            page.content = tag("div", .class("flow")) {
                ErrorSummary(
                    content: site.guidance.paragraph(error.message, error.remedy)
                ).html
                tag("section") {
                    tag("h2") { "What you typed" }
                    typed.html(title: "Send it again")
                }
            }
            return page
        }
    }

    private static func shown(_ value: DataValue?, _ field: FieldDeclaration, _ site: Site) -> HTML {
        guard let value, !ValueView.isEmpty(value) else { return tag("em") { "empty" } }
        return site.values.line(value, field)
    }
}
