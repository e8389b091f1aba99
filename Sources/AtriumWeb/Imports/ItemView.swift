import AtriumHTTP
import AtriumHost
import AtriumSDK

/// An item of a rehearsal: what it is, and what becomes of it, field by field.
struct ItemView {
    let site: Site
    /// The item as the log has it.
    let item: DataObject
    /// Its number in the log.
    let number: Int

    /// Where it stands in its file.
    var place: ItemPlace {
        ItemPlace(
            path: item["path"]?.textValue ?? "", item: Int(item["item"]?.integerValue ?? 0))
    }

    private var collection: Collection? {
        item["collection"]?.textValue.flatMap { CollectionID($0) }.flatMap(site.registry.collection)
    }

    private var title: String {
        item["title"]?.textValue.flatMap { $0.isEmpty ? nil : $0 } ?? item["kind"]?.textValue ?? "an item"
    }

    private var whereItStands: String { "line \(NumberWords.figures(Int(item["line"]?.integerValue ?? 0)))" }

    /// A field in which the record and the file differ.
    struct Change {
        let field: FieldDeclaration
        let from: DataValue
        let to: DataValue
    }

    /// The fields that differ, as the record's own command declares them.
    var changes: [Change] {
        let fields = collection?.command(.show)?.declaration.result.fields ?? []
        // What stands in another field too is shown once.
        let hidden = Set((collection?.look?.hidden ?? []) + ["uid"])
        let all = (item["changes"]?.listValue ?? []).compactMap(\.objectValue)
        let shown = all.filter { !hidden.contains($0["field"]?.textValue ?? "") }
        return (shown.isEmpty ? all : shown).map { change in
            let name = change["field"]?.textValue ?? ""
            return Change(
                field: fields.first { $0.name == name } ?? FieldDeclaration(name, .text, help: ""),
                from: change["from"] ?? .null, to: change["to"] ?? .null)
        }
    }

    /// A value, or that there is none.
    private func shown(_ value: DataValue, _ field: FieldDeclaration) -> HTML {
        guard !ValueView.isEmpty(value) else { return tag("span", .class("soft")) { "nothing" } }
        var view = site.values
        view.isPlain = true
        let line = view.line(value, field)
        return line.isEmpty ? HTML(view.words(value, field.type, field)) : line
    }

    /// A row of a list: its fields stand folded below it.
    var row: HTML {
        let changes = changes
        let isNew = item["outcome"]?.textValue == ImportReport.Item.Outcome.new.rawValue
        return tag("li", .class("row")) {
            tag("span", .class("lead")) {
                tag("span", .class("sq")) {
                    (collection.flatMap { site.registry.module($0.id.module) }.map {
                        Icon(module: $0.manifest.icon)
                    } ?? .file).drawn()
                }
            }
            tag("div", .class("body")) {
                tag("div", .class("t any")) {
                    tag("span", .class("tt"), .anyDirection) { title }
                    tag("small", .class("meta line")) {
                        tag("span") { whereItStands }
                        if item["newText"] == .bool(true) {
                            tag("span") { "only what its text says beside the fields is new" }
                        }
                        for id in item["duplicates"]?.listValue ?? [] { duplicate(id) }
                        if isNew {
                            for change in changes.filter(saysMore).prefix(Self.facts) { fact(change) }
                        }
                    }
                    if !isNew, !changes.isEmpty { table(changes) { before($0) } }
                    if isNew, changes.count > Self.facts {
                        fold("All of it") { table(changes) { _ in HTML() } }
                    }
                }
            }
        }
    }

    /// How many values of a new record stand below its name.
    private static let facts = 4

    /// Whether a value says more than the name does.
    private func saysMore(_ change: Change) -> Bool {
        change.to.textValue.map { !title.contains($0) } ?? true
    }

    private func fact(_ change: Change) -> HTML {
        var view = site.values
        view.isPlain = true
        return tag("span", .anyDirection) { view.fact(change.to, change.field) }
    }

    private func before(_ change: Change) -> HTML {
        var html = tag("del") { shown(change.from, change.field) }
        html.append(" ")
        return html
    }

    private func table(_ changes: [Change], before: (Change) -> HTML) -> HTML {
        tag("dl", .class("kv")) {
            for change in changes {
                tag("dt") { change.field.title }
                tag("dd", .anyDirection) {
                    before(change)
                    tag("ins") { shown(change.to, change.field) }
                }
            }
        }
    }

    private func duplicate(_ id: DataValue) -> HTML {
        guard let collection, let id = id.integerValue,
            let title = site.title(of: RecordReference(collection.id, id))
        else { return HTML() }
        return tag("span") { "may be the same as \(title)" }
    }

    // MARK: - A conflict

    /// The choices of a conflict, as they were made.
    func choice(_ answer: ConflictAnswer?) -> HTML {
        let name = ConflictForm.name(number)
        // A message is imported as a whole or not at all.
        let reason = item["reason"]?.textValue
        let choices: [(String, String)] = [
            ("", "Decide later"), (ConflictDecision.keep.rawValue, "Keep mine"),
            (ConflictDecision.replace.rawValue, "Take the file’s"),
            (ConflictDecision.merge.rawValue, "Merge"),
        ].filter { reason == nil || $0.0 != ConflictDecision.merge.rawValue }
        return tag("article", .class("diff")) {
            tag("h3", .anyDirection) { title }
            tag("p", .class("foot soft")) { whereItStands }
            if let reason { tag("p") { reason.capitalizedFirst + "." } }
            tag("fieldset", Attribute("data-choice")) {
                tag("legend", .class("vh")) { "What becomes of \(title)" }
                tag("div", .class("pick")) {
                    for (word, title) in choices {
                        radio(name, word, isChosen: (answer?.decision.rawValue ?? "") == word) { HTML(title) }
                    }
                }
            }
            if reason == nil {
                tag("p", .class("foot soft mts")) {
                    """
                    Or choose for each: that is a merge. What you leave open there is merged by itself: what only the file \
                    changed is taken, what you changed stays.
                    """
                }
            }
            for change in changes where reason == nil && takes(change) {
                let field = ConflictForm.name(number, change.field.name)
                let side = answer?.fields[change.field.name]
                tag("fieldset", .class("mts")) {
                    tag("legend", .class("lab")) { change.field.title }
                    tag("div", .class("pick")) {
                        radio(field, "", isChosen: side == nil) { "As a merge does it" }
                        radio(field, ConflictSide.here.rawValue, isChosen: side == .here) {
                            tag("small") { "Mine" }
                            shown(change.from, change.field)
                        }
                        radio(field, ConflictSide.file.rawValue, isChosen: side == .file) {
                            tag("small") { "In the file" }
                            shown(change.to, change.field)
                        }
                        if case .list = change.field.type, !ValueView.isEmpty(change.from),
                            !ValueView.isEmpty(change.to)
                        {
                            radio(field, ConflictSide.both.rawValue, isChosen: side == .both) {
                                tag("small") { "Both" }
                                "all of them"
                            }
                        }
                    }
                }
            }
        }
    }

    /// Whether a value can be chosen by itself: others follow from these, or have commands of their own.
    private func takes(_ change: Change) -> Bool {
        let edit = collection?.command(.edit)?.declaration
        return edit?.fields.contains { $0.name == change.field.name } ?? false
    }
}

/// The choices of conflicts between a page and what is asked of the host.
struct ConflictForm {
    let log: ItemLog

    private static let prefix = "c."

    /// The name of a conflict's choice, or of the choice of one of its fields.
    static func name(_ number: Int, _ field: String? = nil) -> String {
        prefix + String(number) + (field.map { "." + $0 } ?? "")
    }

    /// What a form says of the conflicts that it shows; nil for one that is not decided.
    func answers(in fields: [(name: String, value: String)]) throws -> [ItemPlace: ConflictAnswer?] {
        var decisions: [Int: ConflictDecision?] = [:]
        var sides: [Int: [String: ConflictSide]] = [:]
        for (name, value) in fields where name.hasPrefix(Self.prefix) {
            let parts = name.dropFirst(Self.prefix.count).split(separator: ".", maxSplits: 1)
            guard let number = parts.first.flatMap({ Int($0) }), (0..<log.count).contains(number) else {
                continue
            }
            if parts.count == 1 {
                decisions[number] = .some(ConflictDecision(rawValue: value))
            } else if let side = ConflictSide(rawValue: value) {
                sides[number, default: [:]][String(parts[1])] = side
            }
        }
        var answers: [ItemPlace: ConflictAnswer?] = [:]
        for (number, chosen) in decisions {
            let item = try log.item(number)
            guard item["outcome"]?.textValue == ImportReport.Item.Outcome.conflict.rawValue,
                let path = item["path"]?.textValue, let place = item["item"]?.integerValue
            else { continue }
            let fields = sides[number] ?? [:]
            if let chosen, chosen != .merge, !fields.isEmpty {
                throw AtriumError(
                    .badData,
                    "you decided on “\(item["title"]?.textValue ?? "an entry")” as a whole and on single fields",
                    remedy: "choose Merge, or leave the fields open")
            }
            // Who chooses of a field wants both to be merged.
            let decision = chosen ?? (fields.isEmpty ? nil : .merge)
            answers[ItemPlace(path: path, item: Int(place))] = .some(
                decision.map { ConflictAnswer($0, fields: $0 == .merge ? fields : [:]) })
        }
        return answers
    }
}
