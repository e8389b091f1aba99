import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes

/// A request to undo a change or an import: done at once if nothing has to be decided, else answered by a page that asks.
struct UndoRequest: Sendable {
    let pages: Pages
    let visit: Visit
    let entry: CatalogEntry
    let user: User
    let form: FormInput

    /// The name of the field with the decision about records that were changed after an import.
    static let changed = "changed"

    /// Creates a request, or returns nil if the form is another command's.
    init?(pages: Pages, visit: Visit, entry: CatalogEntry, user: User, form: FormInput) {
        guard [["undo"], ["imports", "undo"]].contains(entry.path) else { return nil }
        (self.pages, self.visit, self.entry, self.user, self.form) = (pages, visit, entry, user, form)
    }

    private var isImport: Bool { entry.path == ["imports", "undo"] }

    /// The number of the import or of the change.
    private var number: Int64? { form[isImport ? "run" : "change"].flatMap { Int64($0) } }

    /// True if the user has decided to undo later changes of the imported records too; nil if the user was not asked yet.
    private var takesChanged: Bool? {
        form[Self.changed].map { $0 == ImportUndoPage.undo } ?? (form["force"] == "true" ? true : nil)
    }

    func answer() async throws -> Drawn {
        guard let number else { return .seeOther(.own(isImport ? ["imports"] : ["history"])) }
        if isImport, takesChanged == nil {
            let entry = entry
            let page = try await pages.read(visit) { site -> Drawn? in
                try site.session.require(entry)
                let page = try ImportUndoPage(site: site, run: number)
                return try page.changed.count == 0 ? nil : pages.frame.draw(page.page(), for: site)
            }
            if let page { return page }
        }
        var values: DataObject = [isImport ? "run" : "change": .integer(number)]
        if isImport { values["force"] = .bool(takesChanged ?? false) }
        do {
            return try await run(values)
        } catch let error as AtriumError where error.code == .conflict {
            return try await conflict(number, error)
        } catch let error as AtriumError where error.code == .notAuthenticated {
            return try await GatePages(pages: pages, visit: visit).logInAgain(form, entry)
        } catch let failure as HTTPFailure where failure.status == .unauthorized {
            return try await GatePages(pages: pages, visit: visit).logInAgain(form, entry)
        }
    }

    private func run(_ values: DataObject) async throws -> Drawn {
        var input = CommandInput(values)
        input.requestKey = RequestKey.of(form, user: user.id, at: visit.segments)
        let (entry, visit, service) = (entry, visit, pages.service)
        let next = form[FormNames.next].flatMap { SafeLink(next: $0) }
        return try await service.run(entry, visit, input) { outcome, session in
            let site = try Site(session, visit, service)
            return .seeOther(
                CommandResult(site: site, entry: entry, record: nil).destination(of: outcome, next: next))
        }
    }

    /// Draws the page with the reason why nothing was undone, and with buttons for the next steps.
    private func conflict(_ number: Int64, _ error: AtriumError) async throws -> Drawn {
        let (isImport, takesChanged) = (isImport, takesChanged ?? false)
        return try await pages.page(visit) { site in
            var page: Page
            if isImport {
                var undo = try ImportUndoPage(site: site, run: number)
                (undo.problem, undo.takesChanged) = (error, takesChanged)
                page = try undo.page()
            } else {
                page = try UndoPage(site: site, change: number, problem: error).page()
            }
            page.status = .conflict
            page.isError = true
            return page
        }
    }
}

/// The reason why a change cannot be undone yet: a later change that builds on it, with a button to undo the later one.
struct UndoConflict {
    let site: Site
    let error: AtriumError
    /// The page to return to after the later change was undone.
    let next: SafeLink

    /// The number of the later change that the error names; nil if none has to be undone first.
    private var later: Int64? {
        for case .command("undo", let values) in error.remedy.parts {
            return values.first { $0.name == "change" }?.value.flatMap { Int64($0) }
        }
        return nil
    }

    var html: HTML {
        get throws {
            guard let later, let entry = try ResultMessage(site: site).entry(later) else {
                return ErrorSummary(content: site.guidance.paragraph(error.message, error.remedy)).html
            }
            let when = entry["madeAt"]?.textValue.map { DayWords.instant($0, site.user.timeZone) } ?? ""
            return ErrorSummary(
                title: "Nothing was undone, because a later change builds on this one",
                content: tag("div") {
                    tag("p", .anyDirection) { "\(when): \(ChangeWords(site: site).sentence(entry))" }
                    tag("div", .class("line wrap")) {
                        ActionButton(
                            site: site, target: .own(["undo"]), title: "Undo the later change first",
                            fields: [("change", String(later))], next: next
                        ).html
                        button("History", to: .own(["history"]), style: "btn text")
                    }
                }
            ).html
        }
    }
}

/// A change, with the button that undoes it, or with the reason why it cannot be undone.
struct UndoPage {
    let site: Site
    let change: Int64
    var problem: AtriumError?

    func page() throws -> Page {
        guard let entry = try ResultMessage(site: site).entry(change) else {
            throw AtriumError(
                .notFound, "there is no change \(change)", remedy: "see \(command: "history")")
        }
        var page = Page("Undo a change", section: "history")
        page.back = (.own(["history"]), "History")
        page.subtitle = HTML(
            entry["madeAt"]?.textValue.map { DayWords.instant($0, site.user.timeZone) } ?? "")
        page.content = try tag("div", .class("flow")) {
            if let problem {
                try UndoConflict(
                    site: site, error: problem, next: .own(["undo"], [("change", String(change))])
                )
                .html
            }
            tag("p", .anyDirection) { ChangeWords(site: site).sentence(entry) }
            if entry["inForce"] == .bool(true) {
                ActionButton(
                    site: site, target: .own(["undo"]), title: "Undo this change", icon: .undo,
                    fields: [("change", String(change))], next: .own(["history"])
                ).html
            } else {
                tag("p", .class("soft")) { "This change is undone." }
            }
        }
        return page
    }
}
