import AtriumHTTP
import AtriumHost
import AtriumSDK

/// What a record says, in the order that the look of its collection gives it.
struct RecordCard {
    let site: Site
    let look: RecordLook
    let shown: RecordReading.Shown
    let title: String

    private func field(_ name: String) -> FieldDeclaration? { shown.fields.first { $0.name == name } }

    private var values: ValueView {
        var values = site.values
        values.record = shown.value
        return values
    }

    private func value(_ name: String) -> DataValue? {
        let value = shown.value[name]
        return ValueView.isEmpty(value) || value == .bool(false) ? nil : value
    }

    /// Somebody's picture above their name.
    var face: HTML {
        guard case .face(let photo)? = look.lead else { return HTML() }
        return Face(
            name: title, photo: shown.value[photo]?.objectValue, meter: meter?.value, style: "large"
        ).html
    }

    private var meter: (field: FieldDeclaration, value: Int64)? {
        guard let name = look.meter, let field = field(name), let number = shown.value[name]?.integerValue
        else { return nil }
        return (field, number)
    }

    /// The fields of the line below the title: what a row of the list says too.
    private var facts: [FieldDeclaration] {
        var names = look.facts
        if let key = look.key { names.append(key) }
        return names.filter { !look.figures.contains($0) }.compactMap(field)
    }

    /// The line below the title; nil if there is nothing to say.
    var summary: HTML? {
        let values = values
        var parts = facts.compactMap { field -> HTML? in
            guard let value = value(field.name), value != .integer(0) else { return nil }
            return values.fact(value, field)
        }
        // When it was, unless that is what the record is called.
        if let span, span != title { parts.insert(HTML(span), at: 0) }
        if let mark = state.mark { parts.insert(mark, at: 0) }
        guard !parts.isEmpty else { return nil }
        var html = HTML()
        for (index, part) in parts.enumerated() {
            if index > 0 { html.append(" · ") }
            html.append(tag("bdi") { part })
        }
        return html
    }

    /// The unusual state of the record.
    var state: RecordState { RecordState(shown.value, shown.fields) }

    /// From when to when it lasts, or on which day it was; nil if the look says of no day.
    var span: String? {
        guard case .day(let name, let until)? = look.lead, let text = shown.value[name]?.textValue else {
            return nil
        }
        return ShownTime(text, field(name), of: shown.value, site).map { start in
            let end = until.flatMap { name in
                shown.value[name]?.textValue.flatMap { ShownTime($0, field(name), of: shown.value, site) }
            }
            return DayWords.span(start, end)
        }
    }

    /// The numbers that stand large.
    var figures: HTML? {
        let values = values
        let figures = look.figures.compactMap(field).filter { value($0.name) != nil }
        guard !figures.isEmpty || meter != nil else { return nil }
        return tag("div", .class("stat")) {
            for field in figures {
                if let value = value(field.name) {
                    tag("div") {
                        tag("b") { large(value, field, values) }
                        tag("span") { field.title }
                    }
                }
            }
            if let meter {
                tag("div") {
                    tag("b") { "\(meter.value)" }
                    tag("span") { meter.field.title }
                }
            }
        }
    }

    /// A value in large letters: days in short.
    private func large(_ value: DataValue, _ field: FieldDeclaration, _ values: ValueView) -> String {
        if field.type == .date, let day = value.textValue.flatMap({ LocalDate(iso: $0) }) {
            return DayWords.short(day, in: site.today.year)
        }
        return values.words(value, field.type, field)
    }

    /// The fields that another part of the page shows.
    private var elsewhere: Set<String> {
        var elsewhere = Set(look.figures + look.hidden + facts.map(\.name))
        if let problem = shown.fields.problem { elsewhere.insert(problem.name) }
        if let meter = look.meter { elsewhere.insert(meter) }
        if let links = look.links { elsewhere.insert(links) }
        elsewhere.formUnion(shown.fields.filter(\.isState).map(\.name))
        switch look.lead {
        case .face(let photo)?: elsewhere.insert(photo)
        case .day(let name, let until)?: elsewhere.formUnion([name] + (until.map { [$0] } ?? []))
        case .tick(_, let done, _, _)?: elsewhere.insert(done)
        default: break
        }
        return elsewhere
    }

    /// All fields that have something to say, group by group, and what is in no group under “More”.
    func sections(without others: Set<String>) -> HTML {
        let elsewhere = elsewhere.union(others)
        let named = Set(look.groups.flatMap(\.fields))
        let rest = shown.fields.filter { field in
            guard let value = value(field.name) else { return false }
            return !elsewhere.contains(field.name) && !named.contains(field.name) && value != .text(title)
                && (field.name != look.title || field.type != .longText)
        }
        let text = look.title.flatMap(field).flatMap { field in
            field.type == .longText && value(field.name) != .text(title) ? field : nil
        }
        return tag("div", .class("flow")) {
            // What the title is only the beginning of.
            if let text, !named.contains(text.name) { section("", [text]) }
            for group in look.groups {
                let fields = group.fields.compactMap(field).filter {
                    value($0.name) != nil && value($0.name) != .text(title) && !elsewhere.contains($0.name)
                }
                if !fields.isEmpty { section(group.title, fields) }
            }
            if look.groups.isEmpty {
                if !rest.isEmpty { section("", rest) }
            } else if !rest.isEmpty {
                fold("More") { tag("div", .class("flow")) { section("", rest) } }
            }
        }
    }

    private func section(_ heading: String, _ fields: [FieldDeclaration]) -> HTML {
        let (large, small) = (fields.filter(isLarge), fields.filter { !isLarge($0) })
        // What is labelled stands with what has a title: both are a word, and a value.
        let isLabelled = fields.contains { ValueView.isLabelled($0.type) }
        var values = values
        values.name = title
        // A heading for the only field would say the same twice.
        let isAlone = fields.count == 1
        return tag("section", .class("mid")) {
            if !heading.isEmpty { tag("h2") { heading } }
            if !small.isEmpty {
                if isAlone, !isLabelled, !heading.isEmpty, let field = small.first, case .list = field.type,
                    let value = value(field.name)
                {
                    values.block(value, field)
                } else {
                    values.facts(shown.value, small)
                }
            }
            for field in large {
                if let value = value(field.name) {
                    tag("div") {
                        if !isAlone {
                            if heading.isEmpty {
                                tag("h2") { field.title }
                            } else {
                                tag("h3", .class("soft")) { field.title }
                            }
                        }
                        values.block(value, field)
                    }
                }
            }
        }
    }

    /// Whether a field has room of its own.
    private func isLarge(_ field: FieldDeclaration) -> Bool {
        switch field.type {
        case _ where field.format == .recurrence: false
        case .list(.object) where ValueView.isLabelled(field.type): false
        case .longText, .list(.longText), .list(.object), .object: true
        default: false
        }
    }
}

/// What can be done with a record: what is done most as tiles, everything else below.
struct RecordActions {
    let site: Site
    let collection: Collection
    let look: RecordLook
    let id: Int64
    let value: DataObject
    /// The page to show after an action, or nil to return to the record.
    let next: SafeLink?
    /// The part of an address that names the shown occurrence; empty for a whole record.
    var day: [(String, String)] = []
    /// True if the record repeats, so that a command may ask which part of it is meant.
    var isRepeating = false

    /// The largest number of tiles in a row.
    private static let mostTiles = 4

    var html: HTML? {
        let actions = site.commands(.recordAction, of: collection.id).filter {
            $0.declaration.isOffered(for: value)
        }
        let commands = actions + site.commands(.recordQuery, of: collection.id)
        let parts = Set(look.parts.map(\.name))
        let named = look.actions.compactMap { name in commands.first { $0.path.last == name } }
        let others = commands.filter { command in
            let name = command.path.last ?? ""
            return !look.actions.contains(name) && !parts.contains(name) && !ticks.contains(name)
        }
        let tiles = Array(
            (links + [tick].compactMap { $0 } + named.map(tile) + additions).prefix(Self.mostTiles))
        guard !tiles.isEmpty || !others.isEmpty else { return nil }
        return tag("div", .class("mid"), Attribute("role", "group"), .label("What can be done")) {
            if !tiles.isEmpty { tag("div", .class("acts")) { for tile in tiles { tile } } }
            if !others.isEmpty {
                // What is seldom wanted does not stand in the way of what is; without tiles it is all there is.
                if tiles.isEmpty {
                    row(others)
                } else {
                    fold("More actions") { row(others) }
                }
            }
        }
    }

    private func row(_ commands: [CatalogEntry]) -> HTML {
        tag("div", .class("line wrap acts-row")) { for command in commands { plain(command) } }
    }

    private var ticks: Set<String> {
        guard let tick = Tick(site, collection) else { return [] }
        return Set([tick.command, tick.undo].compactMap(\.path.last))
    }

    private func plain(_ command: CatalogEntry) -> HTML {
        drawn(command, command.declaration.kind == .recordQuery ? "btn text" : "btn line")
    }

    private func tile(_ command: CatalogEntry) -> HTML {
        drawn(command, "act", icon: Icon(action: command.path.last ?? ""))
    }

    private func drawn(_ command: CatalogEntry, _ style: String, icon: Icon? = nil) -> HTML {
        let asksForPart = isRepeating && !PartChoice.parts(of: command).isEmpty
        let (title, target) = (
            command.declaration.title,
            SafeLink.own(command.segments(record: String(id)), asksForPart ? day : [])
        )
        // An action without questions runs at once.
        let asked = command.declaration.fields.dropFirst().filter { $0.role == nil }
        if command.declaration.kind == .recordAction, asked.isEmpty, !asksForPart {
            return ActionButton(
                site: site, target: target, title: title, style: style, icon: icon, next: next
            ).html
        }
        return button(title, to: target.then(next), style: style, icon: icon)
    }

    /// Done, or not done any more.
    private var tick: HTML? {
        guard let tick = Tick(site, collection) else { return nil }
        let isDone = tick.isDone(value)
        return ActionButton(
            site: site,
            target: tick.target(
                id, isDone: isDone, occurrence: tick.occurrence.flatMap { value[$0]?.textValue }),
            title: isDone ? "Not done" : "Done", style: isDone ? "act" : "act on", icon: .check,
            fields: tick.takesDay ? [("day", site.today.description)] : [], next: next
        ).html
    }

    /// Calls, messages and mail: links of other programs.
    private var links: [HTML] {
        guard let name = look.links else { return [] }
        var kinds: Set<String> = []
        return (value[name]?.listValue ?? []).compactMap { link -> HTML? in
            guard let object = link.objectValue, let kind = object["kind"]?.textValue,
                let target = object["link"]?.textValue.flatMap(SafeLink.init(contact:)),
                kinds.insert(kind).inserted
            else { return nil }
            return AtriumWeb.link(
                target, .class("act"), .label("\(kind.titleOfWords): \(object["title"]?.textValue ?? "")")
            ) {
                Icon(action: kind).drawn("i s")
                kind.titleOfWords
            }
        }
    }

    /// Forms that begin a record of another kind about this one.
    private var additions: [HTML] {
        site.references(to: collection.id, .add).prefix(Self.mostTiles).compactMap { entry, field in
            guard let other = entry.collection.flatMap(site.registry.collection) else { return nil }
            let icon = site.registry.module(other.id.module).map { Icon(module: $0.manifest.icon) }
            return button(
                entry.declaration.ownTitle ?? "Add \(other.recordTitle.lowercased())",
                to: SafeLink.own(entry.segments(), [(field.name, String(id))]).then(
                    .own(collection.segments + [String(id)])), style: "act", icon: icon ?? .plus)
        }
    }
}

extension RecordLook.Part {
    /// The name of the view or of the command.
    var name: String {
        switch self {
        case .view(let name), .query(let name): name
        }
    }
}

extension Site {
    /// The commands of a kind that have a field for records of a collection, those of the collection left out: its
    /// first such field with each.
    func references(
        to collection: CollectionID, _ kind: CommandDeclaration.Kind
    ) -> [(entry: CatalogEntry, field: FieldDeclaration)] {
        service.installed.references(to: collection, kind).filter { has($0.entry) }
    }
}
