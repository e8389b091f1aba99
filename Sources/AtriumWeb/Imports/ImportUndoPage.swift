import AtriumHTTP
import AtriumHost
import AtriumSDK

/// The question before an import is undone whose records were changed after it: keep those records, or undo them too.
struct ImportUndoPage {
    let site: Site
    let run: Int64
    /// The number of the records that were changed after the import, and the first of them.
    let changed: (count: Int, first: [(record: RecordReference, title: String)])
    /// The reason why the import could not be undone.
    var problem: AtriumError?
    /// True if "undo them too" is chosen.
    var takesChanged = false

    /// The values of ``UndoRequest/changed``.
    static let keep = "keep"
    static let undo = "undo"
    /// The largest number of records that the page names.
    private static let most = 50

    init(site: Site, run: Int64) throws {
        (self.site, self.run) = (site, run)
        changed = try site.session.recordsChanged(afterImport: run, most: Self.most)
    }

    private var place: SafeLink { .own(["imports", String(run)]) }

    func page() throws -> Page {
        var page = Page("Undo this import", section: "import")
        page.back = (place, "The import")
        page.isForm = true
        page.content = try tag("div", .class("flow")) {
            if let problem { try UndoConflict(site: site, error: problem, next: place).html }
            form
        }
        return page
    }

    private var form: HTML {
        tag("form", Attribute("method", "post"), .action(.own(["imports", "undo"])), .class("flow")) {
            void("input", .type("hidden"), .name(FormNames.key), .value(RequestKey.make()))
            void("input", .type("hidden"), .name("run"), .value(String(run)))
            sent(site, next: place)
            if changed.count == 0 {
                tag("p") {
                    "The records that this import added are removed, and the records that it changed get their earlier values."
                }
                void("input", .type("hidden"), .name(UndoRequest.changed), .value(Self.keep))
            } else {
                records
                choice
            }
            tag("div", .class("apply")) {
                tag("span", .class("grow"))
                button("Cancel", to: place, style: "btn text")
                tag("button", .class("btn")) { "Undo the import" }
            }
        }
    }

    /// The records that were changed after the import.
    private var records: HTML {
        tag("section") {
            tag("h2") {
                "\(NumberWords.count(changed.count, "record")) \(changed.count == 1 ? "was" : "were") changed after the import"
            }
            tag("ul", .class("rows")) {
                for (record, title) in changed.first {
                    let collection = site.registry.collection(record.collection)
                    let module = site.registry.module(record.collection.module)
                    Row(
                        title, to: site.address(of: record), icon: Icon(module: module?.manifest.icon ?? ""),
                        facts: [collection?.recordTitle ?? ""]
                    ).html
                }
            }
            if changed.count > changed.first.count {
                tag("p", .class("foot soft")) {
                    "and \(NumberWords.figures(changed.count - changed.first.count)) more"
                }
            }
        }
    }

    private var choice: HTML {
        let (them, they) = changed.count == 1 ? ("it", "it is") : ("them", "they are")
        return tag("fieldset", .class("f")) {
            tag("legend", .class("lab")) { changed.count == 1 ? "This record" : "These records" }
            tag("div", .class("pick one")) {
                radio(UndoRequest.changed, Self.keep, isChosen: !takesChanged) {
                    "Keep \(them) as \(they) now"
                    tag("small") {
                        "Only the rest of the import is undone. A kept task also keeps its project, for example."
                    }
                }
                radio(UndoRequest.changed, Self.undo, isChosen: takesChanged) {
                    "Undo \(them) too"
                    tag("small") { "The changes that were made after the import are undone with it." }
                }
            }
        }
    }
}
