import AtriumHTTP
import AtriumHost
import AtriumSDK

/// What was changed: of all, of one record, or what was removed of a collection; each can be taken back.
struct HistoryPage {
    let site: Site
    let query: [(name: String, value: String)]

    private static let limit: Int64 = 30

    private func asked(_ name: String) -> String? { query.last(named: name) }

    func page() throws -> Page {
        var input: DataObject = [
            "limit": .integer(Self.limit), "rows": .bool(true), "most": .integer(ChangeWords.most),
        ]
        let collectionName = asked("collection")
        let isRemoved = asked("removed") == "true"
        if let collectionName { input["collection"] = .text(collectionName) }
        if let record = asked("record").flatMap({ Int64($0) }) { input["record"] = .integer(record) }
        if isRemoved { input["removed"] = .bool(true) }
        if let before = asked("before").flatMap({ Int64($0) }) { input["before"] = .integer(before) }
        let entries =
            try site.ask("history", with: input).objectValue?["items"]?.listValue?.compactMap(\.objectValue)
            ?? []

        var page = Page(isRemoved ? "Recently removed" : "History", section: "history")
        let kept = query.filter { ["collection", "record", "removed"].contains($0.name) }.map {
            ($0.name, $0.value)
        }
        page.message = ResultMessage(site: site).html(query, at: ["history"])
        if let collection = collectionName.flatMap({ CollectionID($0) }).flatMap(site.registry.collection) {
            page.section = collection.id.module
            let record = input["record"]?.integerValue.map { RecordReference(collection.id, $0) }
            if let record, let title = site.title(of: record), let target = site.address(of: record) {
                page.back = (target, title)
            } else {
                page.back = (.own(collection.segments), collection.title)
            }
        }
        let next = SafeLink.own(["history"], kept)
        page.content = tag("div", .class("flow")) {
            if entries.isEmpty {
                empty(
                    isRemoved ? "Nothing was removed" : "Nothing happened yet",
                    isRemoved
                        ? "What you remove is listed here, and can be brought back."
                        : "Every change is listed here, and can be taken back.")
            } else {
                tag("ul", .class("rows")) { for entry in entries { row(entry, isRemoved, next) } }
            }
            if entries.count == Int(Self.limit), let last = entries.last?["id"]?.integerValue {
                tag("p") { button("Earlier", to: .own(["history"], kept + [("before", String(last))])) }
            }
        }
        return page
    }

    private func row(_ entry: DataObject, _ isRemoved: Bool, _ next: SafeLink) -> HTML {
        let words = ChangeWords(site: site)
        let isInForce = entry["inForce"] == .bool(true)
        let id = entry["id"]?.integerValue ?? 0
        let what = words.subject(entry)
        let when = entry["madeAt"]?.textValue.map { DayWords.instant($0, site.user.timeZone) } ?? ""
        let undo = ActionButton(
            site: site, target: .own(["undo"]), title: isRemoved ? "Bring back" : "Undo", style: "btn text",
            fields: [("change", String(id))], next: next)
        return Row(
            what.isEmpty ? words.verb(entry).titleOfWords : what, to: target(entry),
            facts: [words.verb(entry), when, isInForce ? "" : "taken back"],
            trailing: isInForce ? undo.html : HTML()
        ).html
    }

    /// The record that a change is about, where it is one that is there.
    private func target(_ entry: DataObject) -> SafeLink? {
        let records = entry["records"]?.listValue?.compactMap(\.objectValue) ?? []
        guard records.count == 1, records[0]["what"]?.textValue != "removed" else { return nil }
        return site.reference(records[0]).flatMap { site.title(of: $0) == nil ? nil : site.address(of: $0) }
    }
}
