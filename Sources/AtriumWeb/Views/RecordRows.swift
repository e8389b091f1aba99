import AtriumHTTP
import AtriumHost
import AtriumSDK
import Foundation

/// Records as rows of a list, drawn by the look of their collection.
struct RecordRows {
    let site: Site
    let look: RecordLook
    /// The fields of what the command gave.
    let fields: [FieldDeclaration]
    let items: [DataObject]
    /// The collection whose records they are; nil if they are of several, or of none.
    var collection: Collection?
    /// The page of an item; nil where it has none.
    var address: (DataObject) -> SafeLink? = { _ in nil }
    /// Whether rows can be led to: each stands for one record.
    var hasAnchors = false
    /// Whether the items are in the order of their collection's look: others stand in no groups.
    var isInOrder = false
    /// Where a tick leads back to.
    var here = SafeLink.own([""])
    /// The field that says whether an item is done, in the place of the one that the look names.
    var done: String?
    /// What puts the items into another order; nil: it stays.
    var order: Order?

    /// An action that takes records in the order in which they are to stand.
    struct Order {
        let command: CatalogEntry
        /// What it is asked beside the records.
        let values: [(String, String)]

        /// Where it is sent what makes an item change places with the one beside it.
        func target(_ ids: [Int64], swapping index: Int, with other: Int) -> SafeLink {
            var ids = ids
            ids.swapAt(index, other)
            let name = command.declaration.fields.first { field in
                if case .list(.reference) = field.type { true } else { false }
            }?.name
            return .own(
                command.segments(),
                values + ids.enumerated().map { ("\(name ?? "records").\($0)", String($1)) })
        }
    }

    /// Names of fields that say what a row is.
    static let titles = ["name", "title", "summary", "text", "value", "label"]

    private var titleField: FieldDeclaration? {
        let names = look.title.map { [$0] } ?? Self.titles
        return names.lazy.compactMap(field).first ?? fields.first { $0.name != "id" && $0.name != "uid" }
    }

    private func field(_ name: String) -> FieldDeclaration? { fields.first { $0.name == name } }

    var html: HTML {
        let drawing = Drawing(self)
        let groups = groups(drawing)
        let list = tag("div", .class("mid")) {
            for group in groups {
                if let title = group.title {
                    tag("section") {
                        tag("h2", .class("lett")) { title }
                        rows(group.items, drawing)
                    }
                } else {
                    rows(group.items, drawing)
                }
            }
        }
        guard drawing.tick != nil || drawing.quick != nil || order != nil else { return list }
        // One form for all: each button brings its own key, so that the next tap is not taken for the last one.
        return tag("form", Attribute("method", "post"), .action(here)) {
            sent(site, next: here)
            // The day that was shown: the page may still be open on the next one.
            if drawing.tick?.takesDay == true {
                void("input", .type("hidden"), .name("day"), .value(site.today.description))
            }
            list
        }
    }

    private func rows(_ items: [DataObject], _ drawing: Drawing) -> HTML {
        let ids = order == nil ? [] : items.compactMap { $0["id"]?.integerValue }
        return tag("ul", .class("rows"), order == nil ? nil : Attribute("data-order")) {
            for (index, item) in items.enumerated() {
                drawing.row(item, ends: order.map { Self.ends($0, ids, index, drawing.title(of: item)) })
            }
        }
    }

    /// The buttons that move an item up and down.
    private static func ends(_ order: Order, _ ids: [Int64], _ index: Int, _ title: String) -> HTML {
        func button(_ other: Int, _ label: String, _ style: String) -> HTML? {
            guard ids.indices.contains(other) else { return nil }
            return tag(
                "button", .class("ico quick"), .name(FormNames.key), .value(RequestKey.make()),
                Attribute("formaction", order.target(ids, swapping: index, with: other).address),
                .label("\(label): \(title)")
            ) { Icon.down.drawn(style) }
        }
        return tag("span", .class("line ends")) {
            button(index - 1, "Move up", "i s up")
            button(index + 1, "Move down", "i s")
        }
    }

    // MARK: - Groups

    private func groups(_ drawing: Drawing) -> [(title: String?, items: [DataObject])] {
        guard isInOrder, let grouping = look.grouping else { return [(nil, items)] }
        var groups: [(title: String?, items: [DataObject])] = []
        for item in items {
            let title = heading(of: item, grouping, drawing)
            if groups.last?.title == title, !groups.isEmpty {
                groups[groups.count - 1].items.append(item)
            } else {
                groups.append((title, [item]))
            }
        }
        return groups
    }

    private func heading(
        of item: DataObject, _ grouping: RecordLook.Grouping, _ drawing: Drawing
    ) -> String {
        switch grouping {
        case .letter: Self.letter(of: drawing.title(of: item))
        case .month(let name):
            item[name]?.textValue.map { DayWords.day(String($0.prefix(7))) } ?? "No date"
        case .value(let name):
            field(name).flatMap { field in
                item[name].map { drawing.values.words($0, field.type, field) }
            } ?? ""
        }
    }

    /// The heading under which a name stands in a list by letters.
    private static func letter(of name: String) -> String {
        guard let first = name.folding(options: .diacriticInsensitive, locale: nil).first, first.isLetter
        else { return "#" }
        return first.uppercased()
    }

    // MARK: - A row

    /// What is the same for all rows, looked up once.
    private struct Drawing {
        let rows: RecordRows
        let values: ValueView
        let titleField: FieldDeclaration?
        let facts: [FieldDeclaration]
        let key: FieldDeclaration?
        let text: FieldDeclaration?
        /// The field with a record's defect, and the command that corrects it.
        let problem: FieldDeclaration?
        let edit: CatalogEntry?
        var tick: Tick?
        /// Whether the rows stand below headings of months.
        private var isByMonth: Bool {
            if rows.isInOrder, case .month? = rows.look.grouping { true } else { false }
        }
        /// The command at the end of a row.
        var quick: (command: CatalogEntry, how: RecordLook.Quick)?

        init(_ rows: RecordRows) {
            self.rows = rows
            var values = rows.site.values
            values.isPlain = true
            self.values = values
            titleField = rows.titleField
            facts = rows.look.facts.compactMap(rows.field)
            key = rows.look.key.flatMap(rows.field)
            text = rows.look.text.flatMap(rows.field)
            problem = rows.fields.problem
            edit = problem == nil ? nil : rows.collection.flatMap { rows.site.command(.edit, of: $0.id) }
            tick = rows.collection.flatMap { Tick(rows.site, $0) }.flatMap { tick in
                rows.field(tick.done) == nil ? nil : tick
            }
            if let name = rows.look.quick, let collection = rows.collection,
                let command = rows.site.command(collection.segments + [name.command])
            {
                quick = (command, name)
            }
        }

        func title(of item: DataObject) -> String {
            guard let titleField, let value = item[titleField.name], !ValueView.isEmpty(value) else {
                return "without a name"
            }
            let words = values.words(value, titleField.type, titleField)
            return words.isEmpty ? "without a name" : words
        }

        func row(_ item: DataObject, ends: HTML? = nil) -> HTML {
            let title = title(of: item)
            let id = item["id"]?.integerValue
            let isDone = rows.done.map { item[$0] == .bool(true) } ?? tick?.isDone(item) ?? false
            return tag(
                "li", .class((isDone ? "row done" : "row") + state(of: item).style),
                id.flatMap { rows.hasAnchors ? .id("r-\($0)") : nil },
                id.flatMap { ends == nil ? nil : Attribute("data-id", String($0)) }
            ) {
                lead(item, title, isDone)
                tag("div", .class("body")) {
                    tag("div", .class("t any")) {
                        if let target = rows.address(item) {
                            link(target, .class("go tt"), .anyDirection) { title }
                        } else {
                            tag("span", .class("tt"), .anyDirection) { title }
                        }
                        meta(item)
                        if let text = problem.flatMap({ item[$0.name]?.textValue }) {
                            tag("small", .class("err"), .anyDirection) { text }
                        }
                        if let words = beginning(of: item, after: title) {
                            tag("span", .class("own clip"), .anyDirection) { words }
                        }
                    }
                    if let key, let value = item[key.name], !ValueView.isEmpty(value), value != .bool(false) {
                        tag("span", .class("key sub soft"), .anyDirection) { values.fact(value, key) }
                    }
                    if let id, let edit, let problem, !ValueView.isEmpty(item[problem.name]) {
                        link(
                            .own(edit.segments(record: String(id))), .class("ico quick"),
                            .label("Correct: \(title)")
                        ) { Icon.warn.drawn() }
                    }
                    if !isDone, let id { button(id, title, item) }
                    if let ends { ends }
                }
            }
        }

        /// The beginning of the row's text, without the title that it may begin with; nil if there is no more.
        private func beginning(of item: DataObject, after title: String) -> String? {
            guard let text, var words = item[text.name]?.textValue?.prefix(400) else { return nil }
            words = words.drop { $0 == "#" || $0.isWhitespace }
            if words.hasPrefix(title) { words = words.dropFirst(title.count).drop(while: \.isWhitespace) }
            return words.isEmpty ? nil : String(words)
        }

        /// The command at the end of a row.
        private func button(_ id: Int64, _ title: String, _ item: DataObject) -> HTML? {
            guard let (command, how) = quick else { return nil }
            let segments = command.segments(record: String(id))
            func tap(_ name: String, _ icon: HTML, _ parameters: [(String, String)] = []) -> HTML {
                tag(
                    "button", .class("ico quick"), .name(FormNames.key), .value(RequestKey.make()),
                    Attribute("formaction", SafeLink.own(segments, parameters).address),
                    .label("\(name): \(title)")
                ) { icon }
            }
            let (name, icon) = (command.declaration.title, Icon(action: command.path.last ?? ""))
            switch how {
            case .form:
                return link(.own(segments), .class("ico quick"), .label("\(name): \(title)")) { icon.drawn() }
            case .tap(_, let condition?) where item[condition] != .bool(true): return nil
            case .tap: return tap(name, icon.drawn())
            case .either(_, let other):
                let field = command.declaration.fields.first { $0.name == other }
                return tag("span", .class("line ends")) {
                    tap(name, Icon.down.drawn("i up"))
                    tap(field?.title ?? other, Icon.down.drawn(), [(other, "true")])
                }
            }
        }

        private func meta(_ item: DataObject) -> HTML? {
            // A ring says nothing without its number.
            let shown = facts + [rows.look.meter.flatMap(rows.field)].compactMap(\.self)
            let words =
                [clock(item)].compactMap(\.self)
                + shown.compactMap { field -> String? in
                    guard let value = item[field.name], !ValueView.isEmpty(value), value != .bool(false),
                        // Nothing yet is nothing to say, but for a ring.
                        value != .integer(0) || field.name == rows.look.meter
                    else { return nil }
                    guard field.zone != nil else { return values.factWords(value, field) }
                    var own = values
                    own.record = item
                    return own.factWords(value, field)
                }
            let mark = state(of: item).mark
            guard !words.isEmpty || mark != nil else { return nil }
            return tag("small", .class("meta")) {
                mark
                words.joined(separator: " · ")
            }
        }

        private func state(of item: DataObject) -> RecordState { RecordState(item, rows.fields) }

        /// The time of an item of a day, and until when.
        private func clock(_ item: DataObject) -> String? {
            guard case .day(let name, let until)? = rows.look.lead, let start = written(item, name),
                let time = start.time?.prefix(5)
            else { return nil }
            guard let end = until.flatMap({ written(item, $0) }), end.date == start.date, end != start,
                end.place == start.place
            else { return time + start.place }
            return "\(time)–\(end.time?.prefix(5) ?? "")" + start.place
        }

        /// A day or a time, of an instant on the user's clock.
        private func written(_ item: DataObject, _ name: String) -> ShownTime? {
            item[name]?.textValue.flatMap { ShownTime($0, rows.field(name), of: item, rows.site) }
        }

        private func lead(_ item: DataObject, _ title: String, _ isDone: Bool) -> HTML? {
            switch rows.look.lead {
            case .face(let photo)?:
                let meter = rows.look.meter.flatMap { item[$0]?.integerValue }
                return tag("span", .class("lead")) {
                    Face(name: title, photo: item[photo]?.objectValue, meter: meter).html
                }
            case .day(let name, _)?:
                guard let date = written(item, name).flatMap({ LocalDate(iso: $0.date) })
                else { return tag("span", .class("lead day")) }
                return tag("span", .class("lead day")) {
                    tag("b") { String(date.day) }
                    // Below the heading of a month the weekday says more.
                    tag("small") {
                        isByMonth
                            ? DayWords.weekday(date)
                            : DayWords.month(date.month).prefix(3)
                                + (date.year == rows.site.today.year ? "" : " \(date.year)")
                    }
                }
            case .color(let name)?: return ColorBar(item[name]?.textValue).html
            case .tick?:
                guard let tick, let id = item["id"]?.integerValue else { return nil }
                return tick.button(
                    title, id: id, isDone: isDone,
                    occurrence: tick.occurrence.flatMap { item[$0]?.textValue })
            case nil: return nil
            }
        }
    }
}

/// The commands behind the box of a collection's records.
struct Tick {
    /// The field that says whether a record is done.
    let done: String
    let command: CatalogEntry
    let undo: CatalogEntry
    /// The field that says which time of a record is shown; nil if records do not repeat.
    let occurrence: String?

    /// The box of a collection; nil if its look has none, or the user may not run its commands.
    init?(_ site: Site, _ collection: Collection) {
        guard case .tick(let name, let done, let undo, let occurrence)? = collection.look?.lead,
            let command = site.command(collection.segments + [name]),
            let back = site.command(collection.segments + [undo ?? name])
        else { return nil }
        (self.done, self.command, self.undo, self.occurrence) = (done, command, back, occurrence)
    }

    /// The command for a record that is done, or is not.
    func command(isDone: Bool) -> CatalogEntry { isDone ? undo : command }

    /// Whether it is about a day, which a form has to say.
    var takesDay: Bool { command.declaration.fields.contains { $0.name == "day" && $0.type == .date } }

    /// Whether a record is done.
    func isDone(_ record: DataObject) -> Bool {
        if case .bool(let flag)? = record[done] { return flag }
        return !ValueView.isEmpty(record[done])
    }

    /// Where a tap on a record's box is sent, with the time that was shown.
    func target(_ id: Int64, isDone: Bool, occurrence: String?) -> SafeLink {
        let command = command(isDone: isDone)
        var parameters: [(String, String)] = []
        if !isDone, self.occurrence != nil, let occurrence { parameters.append(("occurrence", occurrence)) }
        // What is both ways by one command says which way is meant.
        if Self.takesState(command) { parameters.append((Self.state, isDone ? "false" : "true")) }
        return .own(command.segments(record: String(id)), parameters)
    }

    /// The field of a command that says what is to be.
    static let state = "done"

    /// Whether a command takes what is to be, and does not only turn it over.
    static func takesState(_ command: CatalogEntry) -> Bool {
        command.declaration.fields.contains { $0.name == state && $0.type == .boolean }
    }

    /// The box: a button of the form around it.
    func button(_ title: String, id: Int64, isDone: Bool, occurrence: String?) -> HTML {
        let target = target(id, isDone: isDone, occurrence: occurrence)
        return tag(
            "button", .class("tick"), .name(FormNames.key), .value(RequestKey.make()),
            Attribute("formaction", target.address), Attribute("aria-pressed", isDone ? "true" : "false"),
            .label("Done: \(title)")
        ) {
            // The circle is the sheet's: a list has fifty of them.
            if isDone { Icon.check.drawn("i s") }
        }
    }
}

/// Somebody's picture in a circle, or the letters of their name; with a ring of how a number stands.
struct Face {
    let name: String
    var photo: DataObject?
    /// 0 to 100; its number is to be written beside it.
    var meter: Int64?
    var style = ""

    private static let hues = ["blue", "green", "amber", "purple", "red", "gold"]

    var html: HTML {
        // The same name has the same hue, whatever else the list holds.
        let hue = Self.hues[name.utf8.reduce(0) { ($0 + Int($1)) % Self.hues.count }]
        let face = tag("span", .class("face \(hue) \(style)"), .isDecoration) {
            // What cannot be drawn leaves the letters behind it to be seen.
            initials(name)
            if let photo, let hash = photo["sha256"]?.textValue,
                ValueView.shownTypes.contains(photo["mediaType"]?.textValue ?? "")
            {
                void(
                    "img", Attribute("src", SafeLink.own(["api", "v1", "attachments", hash]).address),
                    Attribute("alt", ""), Attribute("loading", "lazy"))
            }
        }
        guard let meter else { return face }
        let hueOfMeter = meter >= 67 ? "green" : meter >= 34 ? "amber" : "red"
        return tag("span", .class("halo \(hueOfMeter)")) {
            tag("svg", Attribute("viewBox", "0 0 56 56"), .isDecoration) {
                shape(
                    "circle", .class("track"), Attribute("cx", "28"), Attribute("cy", "28"),
                    Attribute("r", "26"))
                shape(
                    "circle", .class("val"), Attribute("cx", "28"), Attribute("cy", "28"),
                    Attribute("r", "26"), Attribute("pathLength", "100"),
                    Attribute("stroke-dasharray", "\(max(0, min(100, meter))) 100"),
                    Attribute("transform", "rotate(-90 28 28)"))
            }
            face
        }
    }
}

/// A bar in somebody's own colour.
struct ColorBar {
    let color: String?

    init(_ color: String?) {
        // What is no name and no number of a colour is none; no other sign may stand in the attribute.
        self.color = color.flatMap { text in
            text.isEmpty || !text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
                ? nil : text
        }
    }

    var html: HTML {
        tag("span", .class("lead hue")) {
            tag("svg", Attribute("viewBox", "0 0 4 32"), .isDecoration) {
                shape(
                    "rect", Attribute("width", "4"), Attribute("height", "32"), Attribute("rx", "2"),
                    Attribute("fill", color ?? "currentColor"))
            }
        }
    }
}

extension RecordLook {
    /// How rows look of which nobody says it: the first column is the title, a short second one stands at the end.
    init(of columns: [String], fields: [FieldDeclaration]) {
        let named = columns.compactMap { name in fields.first { $0.name == name } }.filter { field in
            // A number of a record says nothing to people; its row leads there.
            if case .reference = field.type { return false }
            return field.name != "id" && field.name != "uid"
        }
        let title =
            RecordRows.titles.lazy.compactMap { name in named.first { $0.name == name } }.first ?? named.first
        let day = named.first { field in
            switch field.type {
            case .date, .when, .instant, .localTime: true
            // A time of which only the day may be known.
            default: field.name == "when"
            }
        }
        let others = named.filter { $0.name != title?.name && $0.name != day?.name }
        self.init(
            title: title?.name, lead: day.flatMap { $0.name == title?.name ? nil : .day($0.name) },
            facts: others.prefix(5).map(\.name))
    }
}
