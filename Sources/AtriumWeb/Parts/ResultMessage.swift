import AtriumHTTP
import AtriumHost
import AtriumSDK

/// The message about the command that was just run, made from the history: the address contains no text.
struct ResultMessage {
    let site: Site

    /// The field of a page's address that names a change, and the one that names a command which made none.
    static let change = "told"
    static let command = "done"
    /// The field of the part of a series that was changed, and the beginning of the fields of a result's numbers.
    static let part = "part"
    static let number = "n."
    /// The field of the module that a command was about.
    static let module = "module"

    /// Returns the message that a page's address asks for, or empty HTML if there is none.
    func html(_ query: [(name: String, value: String)], at path: [String]) -> HTML {
        // A link of somebody else's makes the page say nothing.
        guard site.visit.comesFromHere else { return HTML() }
        if let number = query.last(named: Self.change) {
            guard let number = Int64(number), number > 0, number < Int64.max else {
                return toast("Nothing was changed.")
            }
            return (try? change(number, at: path, query)) ?? HTML()
        }
        if let command = query.last(named: Self.command) {
            let words = command.split(separator: ".").map(String.init)
            guard let entry = site.command(words) else { return HTML() }
            let module = query.last(named: Self.module).flatMap(site.registry.module)
            return toast(
                Self.words(of: entry, module?.manifest.title ?? "The module"),
                more: Self.reversal(of: words), button: module.flatMap { switchBack(words, $0) })
        }
        return HTML()
    }

    /// The button that switches a module back; nil for other commands.
    private func switchBack(_ command: [String], _ module: Module) -> HTML? {
        let other = ["enable": "disable", "disable": "enable"]
        guard command.first == "modules", let back = command.last.flatMap({ other[$0] }) else { return nil }
        return ActionButton(
            site: site, target: .own(["modules", back]), title: "Undo", style: "btn",
            fields: [("id", module.id)], next: .own(["settings", "modules"])
        ).html
    }

    /// The history's entry of a change; nil where there is none.
    func entry(_ number: Int64) throws -> DataObject? {
        let page = try site.ask(
            "history",
            with: [
                "before": .integer(number + 1), "limit": .integer(1), "rows": .bool(true),
                "most": .integer(ChangeWords.most),
            ])
        let entry = page.objectValue?["items"]?.listValue?.first?.objectValue
        return entry?["id"]?.integerValue == number ? entry : nil
    }

    /// Returns true if a field of an address is about the message, and not about the page.
    private static func isOfMessage(_ name: String) -> Bool {
        [change, command, part].contains(name) || name.hasPrefix(number)
    }

    /// - Parameter asked: the page's address: Undo leads back to the very place.
    private func change(
        _ number: Int64, at path: [String], _ asked: [(name: String, value: String)]
    ) throws -> HTML {
        guard let entry = try entry(number) else { return HTML() }
        let query = asked.filter { !Self.isOfMessage($0.name) }.map { ($0.name, $0.value) }
        let isInForce = entry["inForce"] == .bool(true)
        let isBack = try isTakenBack(entry)
        let undo = ActionButton(
            site: site, target: .own(["undo"]), title: isBack ? "Redo" : "Undo", style: "btn",
            fields: [("change", String(number))],
            next: isOfNewRecord(entry, path) ? .own(path.dropLast()) : .own(path, query))
        var words = ChangeWords(site: site).sentence(entry)
        if !isBack, entry["undoes"]?.integerValue != nil {
            words = words.replacing("Taken back", with: "Done again", maxReplacements: 1)
        }
        if let part = asked.last(named: Self.part).flatMap(SeriesPart.init(rawValue:)) {
            let isNew = (entry["records"]?.listValue ?? []).contains {
                $0.objectValue?["what"] == .text("new")
            }
            words = Self.joined(words, Self.words(of: part, isNew: isNew))
        }
        let figures = figures(of: entry, asked)
        if !figures.isEmpty { words += " " + figures.map(\.words).joined(separator: ", ") + "." }
        var buttons = HTML()
        if isInForce {
            for figure in figures {
                if let remedy = remedy(of: figure, entry, path, query) { buttons.append(remedy) }
            }
            buttons.append(undo.html)
        }
        return toast(words, button: isInForce ? buttons : nil)
    }

    /// - Parameter isNew: true if the change has added a record: the rest of a series as a series of its own.
    private static func words(of part: SeriesPart, isNew: Bool) -> String {
        switch part {
        case .occurrence: "only this one"
        case .following:
            "this one and all later ones" + (isNew ? ", which are a series of their own now" : "")
        case .all: "all of the series"
        }
    }

    /// A sentence with words before its full stop.
    private static func joined(_ sentence: String, _ words: String) -> String {
        (sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence) + ", \(words)."
    }

    // MARK: - What else a change did

    /// A number of a command's result, in words.
    private struct ResultFigure {
        let words: String
        /// The Boolean field of the edit command that resolves it.
        let remedy: String?
    }

    /// The numbers that an address gives, with the words that the change's command declares for them.
    private func figures(
        of entry: DataObject, _ query: [(name: String, value: String)]
    ) -> [ResultFigure] {
        let path = (entry["command"]?.textValue ?? "").split(separator: " ").map(String.init)
        return (site.command(path)?.declaration.result.fields.withNested ?? []).compactMap { field in
            guard let words = field.countWords,
                let count = query.last(named: Self.number + field.name).flatMap({ Int64($0) }), count > 0
            else { return nil }
            return ResultFigure(
                words: "\(count) \(count == 1 ? words.one : words.several)", remedy: words.remedy)
        }
    }

    /// The button that resolves a number of the result, on the page of the record that changed.
    private func remedy(
        of figure: ResultFigure, _ entry: DataObject, _ path: [String], _ query: [(String, String)]
    ) -> HTML? {
        guard let name = figure.remedy, let id = path.last.flatMap({ Int64($0) }),
            let command = (entry["command"]?.textValue).flatMap({
                site.command($0.split(separator: " ").map(String.init))
            }),
            let edit = command.collection.flatMap({ site.command(.edit, of: $0) })
        else { return nil }
        return ActionButton(
            site: site, target: .own(edit.segments(record: String(id))), title: "Remove them", style: "btn",
            fields: [(name, "true")], next: .own(path, query)
        ).html
    }

    /// Whether a change takes something back: what takes that back does it again.
    private func isTakenBack(_ entry: DataObject) throws -> Bool {
        var (undone, isBack) = (entry["undoes"]?.integerValue, false)
        while let number = undone {
            isBack.toggle()
            undone = try self.entry(number)?["undoes"]?.integerValue
        }
        return isBack
    }

    /// Whether a page is a record's that the change has added: with the change goes the page.
    private func isOfNewRecord(_ entry: DataObject, _ path: [String]) -> Bool {
        guard let id = path.last.flatMap({ Int64($0) }) else { return false }
        return (entry["records"]?.listValue ?? []).contains { record in
            record.objectValue?["what"] == .text("new") && record.objectValue?["id"] == .integer(id)
        }
    }

    private func toast(_ words: String, more: HTML? = nil, button: HTML? = nil) -> HTML {
        tag("div", .class("toast")) {
            tag("p", .anyDirection) {
                words
                if let more {
                    " "
                    more
                }
            }
            if let button { button }
        }
    }

    // MARK: - What makes no change of records

    /// What is said of a command that made no change set.
    private static func words(of entry: CatalogEntry, _ module: String) -> String {
        switch entry.path {
        case ["modules", "enable"]: "\(module) is on."
        case ["modules", "disable"]: "\(module) is off; its data stays."
        case ["modules", "erase"]: "\(module): the data is erased."
        case ["tokens", "revoke"]: "The password or token is worth nothing any more."
        case ["feeds", "revoke"]: "The link is worth nothing any more."
        case ["sessions", "revoke"]: "The session has ended."
        case ["invitations", "revoke"]: "The invitation is worth nothing any more."
        case ["users", "password"]: "The password is changed."
        case ["users", "edit"]: "The user is changed."
        case ["users", "add"]: "The user is made."
        case ["users", "remove"]: "The user is removed, with their vault."
        case ["users", "modules"]: "The user’s modules are changed."
        case ["hub", "set"]: "The setting is changed."
        default:
            "Done: \(entry.declaration.title.prefix(1).lowercased() + entry.declaration.title.dropFirst())."
        }
    }

    /// What reverses it.
    private static func reversal(of path: [String]) -> HTML? {
        switch path {
        case ["tokens", "revoke"]: link(.own(["settings", "passwords"])) { "Make another" }
        case ["feeds", "revoke"]: link(.own(["settings", "feeds"])) { "Make another" }
        case ["invitations", "revoke"]: link(.own(["admin", "invitations"])) { "Invite again" }
        case ["sessions", "revoke"]: HTML("That device has to log in again.")
        case ["users", "edit"], ["users", "modules"]: link(.own(["admin", "users"])) { "Change it back" }
        case ["hub", "set"]: link(.own(["admin", "hub"])) { "Change it back" }
        default: nil
        }
    }
}

/// What a change did, in words.
struct ChangeWords {
    let site: Site

    /// How many records of each kind are named at most: more are counted.
    static let most: Int64 = 4

    /// What was touched, and what was done: “Ada Lovelace: changed.”.
    func sentence(_ entry: DataObject) -> String {
        let what = subject(entry)
        if entry["undoes"]?.integerValue != nil {
            return what.isEmpty ? "Taken back." : "Taken back: " + Self.ended(what)
        }
        let verb = verb(entry)
        // Isolated: a title may turn the direction of what follows.
        return what.isEmpty ? verb.capitalizedFirst + "." : "\u{2068}\(what)\u{2069}: \(verb)."
    }

    /// How much of a title is said in a message.
    private static let longestTitle = 60

    private static func short(_ title: String) -> String {
        title.count <= longestTitle ? title : title.prefix(longestTitle) + "…"
    }

    /// The words with the sign that ends a sentence, if they have none.
    private static func ended(_ words: String) -> String {
        words.last.map { ".!?…".contains($0) } ?? false ? words : words + "."
    }

    /// What was touched: the record by its title, or how many.
    func subject(_ entry: DataObject) -> String {
        var records = entry["records"]?.listValue?.compactMap(\.objectValue) ?? []
        // What was added or removed is named, and not what was only linked with it.
        let last = (entry["command"]?.textValue ?? "").split(separator: " ").last
        let what = ["add": "new", "remove": "removed"][String(last ?? "")]
        let meant = records.filter { $0["what"]?.textValue == what }
        if !meant.isEmpty { records = meant }
        if records.count == 1, let title = records[0]["title"]?.textValue { return Self.short(title) }
        // A series and one of its times have one name.
        if let title = records.compactMap({ $0["title"]?.textValue }).min(by: { $0.count < $1.count }),
            records.allSatisfy({
                $0["title"]?.textValue.map { $0 == title || $0.hasPrefix(title + " (") } ?? false
            })
        {
            return Self.short(title)
        }
        let named = records.filter { $0["title"]?.textValue != nil }
        if (2...3).contains(records.count), named.count == records.count {
            return named.compactMap { $0["title"]?.textValue.map(Self.short) }.joined(separator: ", ")
        }
        if records.isEmpty {
            let command = entry["command"]?.textValue ?? ""
            // What `settings set` changes is named by the command.
            if command.hasPrefix("settings set ") { return "Setting “\(command.dropFirst(13))”" }
            return ""
        }
        // How many of which, as the history counts them: `connections/people: 30 new; calendar/events: 2 changed`.
        let kinds = (entry["touched"]?.textValue ?? "").split(separator: "; ").map { part in
            let colon = part.firstIndex(of: ":") ?? part.endIndex
            return title(of: String(part[..<colon]))
                + part[colon...].replacing(/record \d+, which is gone/, with: "a removed record")
        }
        return kinds.prefix(3).joined(separator: "; ")
            + (kinds.count > 3 ? "; and \(kinds.count - 3) more kinds" : "")
    }

    private func title(of collection: String) -> String {
        CollectionID(collection).flatMap(site.registry.collection)?.title ?? collection
    }

    /// What was done.
    func verb(_ entry: DataObject) -> String {
        let words = (entry["command"]?.textValue ?? "").split(separator: " ").map(String.init)
        if let past = site.command(words)?.declaration.past { return past }
        let whats = Set((entry["records"]?.listValue ?? []).compactMap { $0.objectValue?["what"]?.textValue })
        return switch words.last {
        case "add": "added"
        case "edit": "changed"
        case "remove": "removed"
        case "import": "imported"
        case "undo" where words.count > 1: "import taken back"
        case "undo": "taken back"
        case _ where words.starts(with: ["settings", "set"]): "changed"
        case _ where words.starts(with: ["settings", "clear"]): "set back"
        case let word?: word.titleOfWords.lowercased() + (whats == ["new"] ? ", added" : "")
        case nil: "changed"
        }
    }
}
