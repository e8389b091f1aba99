import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes

/// An import by its job: how far it is, why it ended, or what it would do.
struct ImportJobPage {
    let site: Site
    let job: Job
    let query: [(name: String, value: String)]
    /// What is wrong with what was asked last.
    var problem: AtriumError?
    /// What was typed then.
    var typed: FormTexts?

    /// What an import is called: its file, or how many.
    static func name(of job: Job) -> String {
        let names = job.course?.names ?? []
        return names.count == 1 ? names[0] : NumberWords.count(names.count, "file")
    }

    /// Where an import stands, in a few words.
    static func words(of job: Job) -> String {
        let isRehearsal = job.course?.plan.isRehearsal ?? true
        return switch job.status.state {
        case .waiting: "waits for another import"
        case .running: isRehearsal ? "is being read" : "is being brought in"
        case .done: "waits for you; nothing is written yet"
        case .failed: "failed"
        case .cancelled: "stopped"
        }
    }

    func page() throws -> Page {
        let status = job.status
        switch status.state {
        case .waiting, .running: return progress(status)
        case .failed, .cancelled: return ended(status)
        case .done:
            guard let course = job.course, let outcome = course.outcome else { return ended(status) }
            if let run = outcome.report.run { return moved(to: .own(["imports", String(run)])) }
            return try Rehearsal(
                site: site, job: job, course: course, outcome: outcome, query: query, problem: problem,
                typed: typed
            ).page()
        }
    }

    private func frame(_ title: String) -> Page {
        var page = Page(title, section: "import")
        page.back = (ImportPages.start, "Import")
        page.subtitle = tag("bdi") { Self.name(of: job) }
        return page
    }

    private func moved(to target: SafeLink) -> Page {
        var page = frame("Imported")
        page.status = .seeOther
        page.headers[.location] = target.address
        return page
    }

    // MARK: - Under way

    private func progress(_ status: Job.Status) -> Page {
        let isRehearsal = job.course?.plan.isRehearsal ?? true
        var page = frame(
            status.state == .waiting ? "Waiting" : isRehearsal ? "Reading" : "Importing")
        page.refresh = 2
        page.content = tag("div", .class("flow")) {
            tag("section") {
                tag("p", .class("b"), .id("progress"), Attribute("role", "status")) { words(status) }
                tag(
                    "progress", Attribute("max", "100"), Attribute("data-job", job.id),
                    status.progress.flatMap(Self.percent).map { Attribute("value", String($0)) },
                    .label("How far it is")
                ) {}
                tag("p", .class("sub soft")) {
                    status.state == .waiting
                        ? "One import at a time is done. It begins when the one before it has ended."
                        : isRehearsal
                            ? "Nothing is written. You may leave this page and find it again under Import."
                            : "All or nothing: if you stop it, your records are as they were. You may leave this page."
                }
            }
            ActionButton(
                site: site, target: ImportPages.address(of: job), title: "Stop", fields: [("do", "stop")]
            ).html
        }
        return page
    }

    private func words(_ status: Job.Status) -> String {
        guard let progress = status.progress else { return Self.words(of: job).capitalizedFirst }
        if progress.isFinishing { return "All items are read; finishing" }
        return "\(NumberWords.count(progress.items, "item")) read of \(progress.path)"
    }

    private static func percent(_ progress: ImportProgress) -> Int64? {
        if progress.isFinishing { return 100 }
        return progress.byteCount.flatMap { $0 > 0 ? min(100, progress.bytes * 100 / $0) : nil }
    }

    // MARK: - Ended

    private func ended(_ status: Job.Status) -> Page {
        var page = frame(status.state == .cancelled ? "The import was stopped" : "The import failed")
        page.content = tag("div", .class("flow")) {
            if let failure = status.failure {
                ErrorSummary(
                    content: tag("p") {
                        "\(failure.message.capitalizedFirst)\(failure.remedy.isEmpty ? "" : ": " + failure.remedy)."
                    }
                ).html
            }
            tag("p") { "Nothing was changed: your records are as they were." }
            tag("div", .class("line wrap")) {
                if job.course?.keptUntil != nil {
                    ActionButton(
                        site: site, target: ImportPages.address(of: job), title: "Look at it again",
                        style: "btn", fields: [("do", "rehearse"), ("as-before", "true")]
                    ).html
                }
                button("Other files", to: ImportPages.start)
            }
        }
        return page
    }
}
