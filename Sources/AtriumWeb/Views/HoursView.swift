import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes

/// The hours of a day as a module declares them: what is fixed, what can be moved, what is free, and what has no time yet.
struct HoursView {
    let site: Site
    let module: Module
    let entry: CatalogEntry
    let fields: View.HourFields

    /// The view of the hours; nil if no module that is on has one.
    init?(_ site: Site) {
        for module in site.modules {
            for view in module.views {
                guard case .hours(let fields) = view.form, let entry = site.command(view.command) else {
                    continue
                }
                (self.site, self.module, self.entry, self.fields) = (site, module, entry, fields)
                return
            }
        }
        return nil
    }

    /// What the query says of a day.
    struct Day {
        let blocks: [DayTimeline.Block]
        let free: [DayTimeline.Free]
        let unscheduled: [DataObject]
        /// Whether a plan is offered, made at the first look, or neither: `offer`, `on`, `off`.
        let planning: String
        /// The grid on which blocks land, in minutes from midnight.
        let grid: Int?
        let warnings: [String]
    }

    /// Asks what stands on a day.
    ///
    /// - Parameter here: the day's page, to which the blocks' own pages lead back.
    func read(_ day: LocalDate, _ here: SafeLink) throws -> Day {
        let found = try site.session.run(entry, values: ["day": .text(day.description)]).objectValue ?? [:]
        let entries = (found["entries"]?.listValue ?? []).compactMap(\.objectValue)
        return Day(
            blocks: entries.filter { !Self.isFree($0) }.compactMap { block($0, day, here) },
            free: entries.filter(Self.isFree).compactMap { object in
                guard let start = Self.minutes(object["start"], on: day),
                    let end = Self.minutes(object["end"], on: day, isEnd: true), start < end
                else { return nil }
                return DayTimeline.Free(
                    span: start..<end, minutes: object["minutes"]?.integerValue.map(Int.init) ?? end - start)
            }, unscheduled: (found["unscheduled"]?.listValue ?? []).compactMap(\.objectValue),
            planning: found["planning"]?.textValue ?? "offer",
            grid: found["grid"]?.integerValue.map(Int.init),
            warnings: found["warnings"]?.texts ?? [])
    }

    /// The fields of an entry of a day.
    private var entryFields: [FieldDeclaration] {
        let entries = entry.declaration.result.fields.first { $0.name == "entries" }
        return if case .object(let fields)? = entries?.type.element { fields } else { [] }
    }

    private static func isFree(_ object: DataObject) -> Bool { object["kind"]?.textValue == "free" }

    /// The minutes of a local time on a day; what is on another day is cut to this one.
    private static func minutes(_ value: DataValue?, on day: LocalDate, isEnd: Bool = false) -> Int? {
        guard let text = value?.textValue, let date = LocalDate(iso: String(text.prefix(10))) else {
            return nil
        }
        if date < day { return 0 }
        if date > day { return 24 * 60 }
        return DayTimeline.minutes(String(text.dropFirst(11)))
    }

    private func block(_ object: DataObject, _ day: LocalDate, _ here: SafeLink) -> DayTimeline.Block? {
        guard let start = Self.minutes(object["start"], on: day) else { return nil }
        let end = Self.minutes(object["end"], on: day, isEnd: true) ?? start
        let record = site.reference(object)
        let kind = object["kind"]?.textValue
        let state = object["state"]?.textValue
        var block = DayTimeline.Block(
            title: object["title"]?.textValue ?? "", start: start, end: max(start, end),
            target: site.address(of: object, entryFields)?.then(here),
            hue: Hue(object["color"]?.textValue)?.rawValue
                ?? record.map { site.hue(of: $0.collection.module) } ?? "blue",
            isBusy: kind == "block" || kind == "commitment" && state == nil,
            takesNoTime: kind == "commitment" && (state == "free" || state == FieldDeclaration.cancelled),
            state: RecordState(kind == "commitment" ? state : nil))
        if kind == "block", let record {
            let flavour = object["taskKind"]?.textValue ?? ""
            block.style =
                "own" + (flavour == "must-do" ? " must" : flavour == "flexible" ? " flex" : "")
                + (state == "done" ? " done" : "")
            if flavour == "must-do" || flavour == "flexible" { block.place = flavour.titleOfWords }
            if object["conflicts"]?.listValue?.isEmpty == false {
                block.style += " met"
                block.place = "something has come in the way"
            }
            // Of one over midnight this day shows a part.
            let isWhole = [object["start"], object["end"]].allSatisfy { value in
                let text = value?.textValue ?? ""
                return text.hasPrefix(day.description) || text == "\(day.adding(days: 1))T00:00:00"
            }
            if state != "done", isWhole, let collection = site.registry.collection(fields.blocks) {
                block.ways = [fields.move, fields.resize].map { way in
                    SafeLink.own(collection.segments + [String(record.id), way.command]).address
                }
            }
        }
        return block
    }

    /// The page that says what fits into a free time.
    func fitting(_ day: LocalDate) -> (String) -> SafeLink {
        { clock in .own([module.id, fields.suggest.command], [(fields.suggest.field, "\(day)T\(clock)")]) }
    }

    /// What the script sends where a block is dropped: the form of the block's own page.
    func form(_ here: SafeLink) -> HTML {
        tag("form", Attribute("method", "post"), .id("drop"), Attribute("hidden"), .action(here)) {
            void("input", .type("hidden"), .name(FormNames.key), .value(RequestKey.make()))
            sent(site, next: here)
        }
    }

    /// The day's records that have no time yet, and the way to give them one.
    func unscheduled(_ read: Day, _ day: LocalDate, _ here: SafeLink) -> HTML? {
        let items = read.unscheduled
        guard !items.isEmpty, day >= site.today, read.planning != "off",
            let plan = site.command([module.id, fields.plan.command])
        else { return nil }
        let count = items.count
        // Only a form can write: the script sends it, once a day and for today alone.
        let isAuto = read.planning == "on" && day == site.today
        return tag("div", .class("note"), isAuto ? Attribute("data-auto", day.description) : nil) {
            Icon.clock.drawn()
            tag("p") {
                tag("b") { count == 1 ? "One task has no time yet" : "\(count) tasks have no time yet" }
                ": "
                for (index, item) in items.prefix(Self.named).enumerated() {
                    if index > 0 { ", " }
                    tag("bdi") { item["title"]?.textValue ?? "" }
                }
                if count > Self.named { " and \(count - Self.named) more" }
            }
            ActionButton(
                site: site, target: .own(plan.segments()), title: plan.declaration.title, style: "btn tint",
                fields: [(fields.plan.field, day.description)], next: here
            ).html
        }
    }

    private static let named = 3
}

/// What fits into a free time: how somebody is, and then what they could do.
struct FitPage {
    private let hours: HoursView
    private let entry: CatalogEntry
    private let query: [(name: String, value: String)]
    private var site: Site { hours.site }
    private var fields: View.HourFields { hours.fields }

    /// The page of the query that says what fits; nil if another one is asked for, or no time is said.
    init?(of entry: CatalogEntry, site: Site, query: [(name: String, value: String)]) {
        guard let hours = HoursView(site),
            entry.segments() == [hours.module.id, hours.fields.suggest.command],
            query.last(named: hours.fields.suggest.field) != nil
        else { return nil }
        (self.hours, self.entry, self.query) = (hours, entry, query)
    }

    private var time: String { query.last(named: fields.suggest.field) ?? "" }
    private var feeling: String? { query.last(named: fields.feeling.field) }
    private var day: LocalDate { LocalDate(iso: String(time.prefix(10))) ?? site.today }

    func page() throws -> Page {
        var page = Page("What fits at \(time.dropFirst(11).prefix(5))?", section: "today")
        page.subtitle = HTML(
            DayWords.long(day, in: site.today.year)
                + (day == site.today ? ". How much energy do you have?" : ". How much energy will you have?"))
        let home = HomePage.address(of: day, site.today)
        page.back = (home, day == site.today ? "Today" : DayWords.long(day))
        page.message = ResultMessage(site: site).html(query, at: entry.segments())
        var result: DataObject?
        var problem: HTML?
        if let feeling {
            do {
                result =
                    try site.session.run(
                        entry,
                        values: [fields.suggest.field: .text(time), fields.feeling.field: .text(feeling)]
                    ).objectValue
            } catch let error as AtriumError where [.badData, .usage].contains(error.code) {
                problem = site.guidance.paragraph(error.message, error.remedy)
                (page.status, page.isError) = (.init(code: error.code.httpStatus), true)
            }
        }
        page.content = tag("div", .class("flow")) {
            if let problem { ErrorSummary(content: problem).html }
            tag(
                "nav", .class("seg"),
                .label(entry.declaration.fields.first { $0.name == fields.feeling.field }?.help ?? "")
            ) {
                for word in fields.feeling.words {
                    link(
                        .own(entry.segments(), [(fields.suggest.field, time), (fields.feeling.field, word)]),
                        Attribute("aria-current", "true").when(word == feeling)
                    ) { word.titleOfWords }
                }
            }
            if let result { answer(result, home) }
            others()
        }
        return page
    }

    private func answer(_ result: DataObject, _ home: SafeLink) -> HTML {
        let items = (result["items"]?.listValue ?? []).compactMap(\.objectValue)
        let near = (result["others"]?.listValue ?? []).compactMap(\.objectValue)
        let sentence = result["sentence"]?.textValue ?? ""
        return tag("div", .class("flow")) {
            for warning in result["warnings"]?.texts ?? [] { tag("p", .class("note")) { warning } }
            if !sentence.isEmpty {
                tag("p", Attribute("role", "status")) {
                    sentence.prefix(1).uppercased() + sentence.dropFirst() + "."
                }
            }
            if !items.isEmpty { rows(items, home, canTake: true) }
            if !near.isEmpty { rows(near, home, canTake: false) }
        }
    }

    private func rows(_ items: [DataObject], _ home: SafeLink, canTake: Bool) -> HTML {
        tag("ul", .class("rows")) { for item in items { self.row(item, home, canTake) } }
    }

    private func row(_ item: DataObject, _ home: SafeLink, _ canTake: Bool) -> HTML {
        let minutes = (item["fits"] ?? item["minutes"])?.integerValue.map { "\($0) min" } ?? ""
        let reasons = item["reasons"]?.texts ?? []
        let record = site.reference(item)
        var row = Row(
            item["title"]?.textValue ?? "", to: record.flatMap(site.address),
            facts: [minutes] + reasons)
        if canTake, let record, let take = site.command([hours.module.id, fields.take]) {
            row.trailing =
                ActionButton(
                    site: site, target: .own(take.segments(record: String(record.id))),
                    title: take.declaration.title, style: "btn tint",
                    fields: [
                        (fields.suggest.field + ControlTexts.raw, time),
                        (fields.feeling.field, feeling ?? ""),
                    ], next: home
                ).html
        }
        return row.html
    }

    /// What else the time can be kept for.
    private func others() -> HTML {
        let block = site.command([fields.blocks.module, fields.blocks.name, fields.add.command])
        let clock = String(time.dropFirst(11).prefix(5))
        let event = CalendarPage.ways(site)?.add
        return tag("div", .class("line wrap")) {
            if let block {
                button(
                    "Keep it for something else",
                    to: .own(
                        block.segments(),
                        [(fields.add.field + ":date", day.description), (fields.add.field + ":time", clock)]),
                    style: "btn line")
            }
            if let event {
                button(
                    "Add an event", to: event(day, clock), style: "btn line")
            }
        }
    }
}
