import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes

/// The first page: a day with what takes place, what is due, what habits leave, and what else stands on it.
struct HomePage {
    let site: Site
    let query: [(name: String, value: String)]

    /// The address's field of the day.
    private static let dayField = "day"
    /// How many rows of a kind are shown; a link leads to the rest.
    private static let most = 8

    /// What `today` says of one thing.
    private struct Entry {
        let kind: String
        let title: String
        let time: String?
        let until: String?
        let isOverdue: Bool
        let isDone: Bool
        let day: LocalDate?
        let record: RecordReference?

        init(_ object: DataObject, _ site: Site) {
            kind = object["kind"]?.textValue ?? ""
            title = object["title"]?.textValue ?? ""
            time = object["time"]?.textValue
            until = object["until"]?.textValue
            isOverdue = object["overdue"] == .bool(true)
            isDone = object["done"] == .bool(true)
            day = object["day"]?.textValue.flatMap { LocalDate(iso: $0) }
            record = site.reference(object)
        }
    }

    func page() throws -> Page {
        let today = site.today
        let said = query.last(named: Self.dayField)
        let day = said.flatMap { LocalDate(iso: $0) } ?? today
        var page = Page(day == today ? greeting : DayWords.long(day, in: today.year), section: "today")
        page.message = Told(site: site).message(query, at: [""])
        if said != nil, said.flatMap({ LocalDate(iso: $0) }) == nil {
            (page.status, page.isError) = (.unprocessableContent, true)
        }
        guard !site.modules.isEmpty else {
            page.content = empty(
                "Welcome", "Switch on what you want to keep here.",
                action: button("Choose modules", to: .own(["settings", "modules"]), style: "btn"))
            return page
        }
        let found = try site.ask("today", with: ["day": .text(day.description), "done": .bool(true)])
        let entries = found.items.map { Entry($0, site) }
        let blocks = blocks(entries)
        page.subtitle = HTML(summary(entries, blocks, day, today))
        page.actions = arrows(day, today)
        page.content = try tag("div", .class("mid")) {
            if page.isError {
                tag("p", .class("err"), Attribute("role", "alert")) {
                    "\(said ?? "") is no day: today is shown."
                }
            }
            for warning in found.objectValue?["warnings"]?.texts ?? [] {
                tag("p", .class("note")) { warning }
            }
            strip(day, today)
            clash(blocks)
            try timeline(entries, blocks, day, today)
            otherDay
        }
        page.aside = try aside(entries, day, today)
        return page
    }

    private var greeting: String {
        let part =
            switch site.minuteOfDay / 60 {
            case 5..<12: "Good morning"
            case 12..<18: "Good afternoon"
            default: "Good evening"
            }
        return "\(part), \(site.name)"
    }

    /// The day in a sentence.
    private func summary(
        _ entries: [Entry], _ blocks: [DayTimeline.Block], _ day: LocalDate, _ today: LocalDate
    ) -> String {
        func count(_ number: Int, _ one: String, _ more: String) -> String? {
            number == 0 ? nil : number == 1 ? "one \(one)" : "\(number) \(more)"
        }
        let open = entries.filter { !$0.isDone }
        var parts = [
            count(open.count { $0.kind == "event" }, "event", "events"),
            count(open.count { $0.kind == "reminder" }, "reminder", "reminders"),
            count(open.count { $0.kind == "habit" }, "habit to do", "habits to do"),
        ].compactMap { $0 }
        let from = max(8 * 60, day == today ? site.minuteOfDay : 0)
        let free = DayTimeline.free(blocks, from: from, to: 22 * 60).reduce(0) { $0 + $1.count }
        if day >= today, free >= 60, !blocks.isEmpty {
            parts.append("about \(free / 60) free \(free / 60 == 1 ? "hour" : "hours")")
        }
        let prefix = day == today ? DayWords.long(day, in: today.year) + ": " : ""
        guard !parts.isEmpty else { return prefix + "nothing is planned." }
        let words =
            parts.count == 1
            ? parts[0] : parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
        return prefix.isEmpty ? words.prefix(1).uppercased() + words.dropFirst() + "." : prefix + words + "."
    }

    // MARK: - The day

    private func address(of day: LocalDate, _ today: LocalDate) -> SafeLink {
        day == today ? .own([""]) : .own([""], [(Self.dayField, day.description)])
    }

    private func arrows(_ day: LocalDate, _ today: LocalDate) -> HTML {
        let (before, after) = (day.adding(days: -1), day.adding(days: 1))
        return tag("nav", .class("line"), .label("The day before and after")) {
            link(address(of: before, today), .class("ico"), .label(DayWords.long(before))) {
                Icon.left.drawn()
            }
            if day != today { button("Today", to: .own([""]), style: "btn text") }
            link(address(of: after, today), .class("ico"), .label(DayWords.long(after))) {
                Icon.right.drawn()
            }
        }
    }

    private var otherDay: HTML {
        tag("form", Attribute("method", "get"), .action(.own([""])), .class("line wrap")) {
            tag("label", .class("lab"), Attribute("for", "other-day")) { "Another day" }
            void("input", .class("in"), .type("date"), .name(Self.dayField), .id("other-day"))
            tag("button", .class("btn line")) { "Show" }
        }
    }

    private func strip(_ day: LocalDate, _ today: LocalDate) -> HTML {
        let first = day.adding(days: -((day.weekday - site.user.firstWeekday + 7) % 7))
        return tag("nav", .class("strip"), .label("Days")) {
            for index in 0..<7 {
                let other = first.adding(days: index)
                link(
                    address(of: other, today), .label(DayWords.long(other)),
                    Attribute("aria-current", "date").when(other == day),
                    Attribute.class("now").when(other == today)
                ) {
                    tag("span") { DayWords.weekday(other) }
                    tag("b") { String(other.day) }
                }
            }
        }
    }

    /// What has a time of the day: events take it, the rest is due then.
    private func blocks(_ entries: [Entry]) -> [DayTimeline.Block] {
        entries.compactMap { entry in
            guard !entry.isDone, !entry.isOverdue || entry.kind == "event",
                let start = DayTimeline.minutes(entry.time)
            else { return nil }
            let end = DayTimeline.minutes(entry.until) ?? start
            return DayTimeline.Block(
                title: entry.title, start: start, end: max(start, end),
                target: entry.record.flatMap(site.address),
                hue: entry.record.map { site.hue(of: $0.collection.module) } ?? "blue",
                isBusy: entry.until != nil)
        }
    }

    private func clash(_ blocks: [DayTimeline.Block]) -> HTML? {
        let clashes = DayTimeline.clashes(blocks)
        guard let clash = clashes.first else { return nil }
        return tag("div", .class("note amber")) {
            Icon.warn.drawn()
            tag("p") {
                tag("b") { "Two things at \(DayTimeline.clock(clash.second.start))" }
                ": "
                tag("bdi") { clash.first.title }
                " and "
                tag("bdi") { clash.second.title }
                if clashes.count > 1 { ", and \(clashes.count - 1) more" }
            }
            if let target = clash.second.target { button("Look", to: target, style: "btn text") }
        }
    }

    private func timeline(
        _ entries: [Entry], _ blocks: [DayTimeline.Block], _ day: LocalDate, _ today: LocalDate
    ) throws -> HTML {
        let whole = entries.filter { $0.kind == "event" && $0.time == nil }
        let add = site.command(["calendar", "add"])
        return tag("div", .class("mid2")) {
            if !whole.isEmpty {
                tag("ul", .class("rows")) {
                    for entry in whole.prefix(Self.most) { row(entry, lead: "all day") }
                }
            }
            if blocks.count > DayTimeline.mostBlocks {
                tag("p", .class("soft sub")) {
                    "\(blocks.count) things have a time on this day; the first of them:"
                }
                tag("ul", .class("rows")) {
                    for block in blocks.prefix(DayTimeline.mostBlocks) {
                        Row(block.title, to: block.target, lead: DayTimeline.clock(block.start)).html
                    }
                }
            } else if !blocks.isEmpty || day == today {
                DayTimeline(
                    day: day, blocks: blocks, now: day == today ? site.minuteOfDay : nil,
                    add: add.map { add in
                        { clock in
                            .own(add.segments(), [("start:date", day.description), ("start:time", clock)])
                        }
                    }
                ).html
            } else if whole.isEmpty {
                tag("p", .class("soft")) { "Nothing has a time on this day." }
            }
        }
    }

    private func row(_ entry: Entry, lead: String) -> HTML {
        Row(
            entry.title, to: entry.record.flatMap(site.address), lead: lead,
            facts: entry.kind == "event" ? [] : [entry.kind.titleOfWords]
        ).html
    }

    // MARK: - Beside the day

    private func aside(_ entries: [Entry], _ day: LocalDate, _ today: LocalDate) throws -> HTML {
        let due = entries.filter { $0.kind == "reminder" }
        let habits = entries.filter { $0.kind == "habit" }
        let others = entries.filter { !["reminder", "habit", "event"].contains($0.kind) }
        let open = due.count { !$0.isDone }
        return try tag("div", .class("flow")) {
            if !due.isEmpty {
                section(
                    open == 0 ? "All done" : "Due", due, count: "\(due.count - open) of \(due.count) done",
                    day,
                    today, all: ["reminders"])
            }
            if !habits.isEmpty {
                section(
                    "Habits", habits, count: "\(habits.count { $0.isDone }) of \(habits.count) done", day,
                    today,
                    all: ["habits"])
            }
            if !others.isEmpty {
                tag("section") {
                    tag("h2") { "Also on this day" }
                    tag("ul", .class("rows")) {
                        for entry in others.prefix(Self.most) {
                            Row(
                                entry.title, to: entry.record.flatMap(site.address), icon: icon(entry),
                                facts: [entry.kind.titleOfWords]
                            ).html
                        }
                    }
                }
            }
            try quote(day)
            if day == today { try figures() }
        }
    }

    private func icon(_ entry: Entry) -> Icon {
        let module = entry.record.flatMap { site.registry.module($0.collection.module) }
        return entry.kind == "birthday" ? .star : Icon(module: module?.manifest.icon ?? "")
    }

    /// Things that can be ticked: what is open first.
    private func section(
        _ title: String, _ entries: [Entry], count: String, _ day: LocalDate, _ today: LocalDate,
        all: [String]
    ) -> HTML {
        let sorted = entries.filter { !$0.isDone } + entries.filter(\.isDone)
        let here = address(of: day, today)
        return tag("section", .id(title.lowercased().replacing(" ", with: "-"))) {
            tag("div", .class("hd")) {
                tag("h2") { title }
                tag("span", .class("soft sub")) { count }
                if entries.count > Self.most { link(.own(all)) { "All" } }
            }
            tag("form", Attribute("method", "post"), .action(here)) {
                void("input", .type("hidden"), .name(FormNames.user), .value(site.mark))
                void("input", .type("hidden"), .name(FormNames.next), .value(here.address))
                if takesDay(entries) { void("input", .type("hidden"), .name("day"), .value(day.description)) }
                tag("ul", .class("rows")) {
                    for entry in sorted.prefix(Self.most) { ticked(entry, today) }
                }
            }
        }
    }

    /// The commands by which an entry's record is done, and is not any more.
    private func tick(_ entry: Entry) -> (command: CatalogEntry, undo: CatalogEntry)? {
        guard let record = entry.record, let collection = site.registry.collection(record.collection),
            case .tick(let command, _, let undo)? = collection.look?.lead,
            let done = site.command(collection.segments + [command]),
            let back = site.command(collection.segments + [undo ?? command])
        else { return nil }
        return (done, back)
    }

    private func takesDay(_ entries: [Entry]) -> Bool {
        entries.first.flatMap(tick)?.command.declaration.fields.contains { $0.name == "day" } ?? false
    }

    private func since(_ entry: Entry, _ today: LocalDate) -> String {
        guard let day = entry.day, day != today else { return "since " + (entry.time ?? "today") }
        let days = today.daysSince1970 - day.daysSince1970
        return days == 1
            ? "since yesterday" : days < 7 ? "for \(days) days" : "since " + DayWords.day(day.description)
    }

    private func ticked(_ entry: Entry, _ today: LocalDate) -> HTML {
        let facts = [
            entry.isOverdue ? "Overdue " + since(entry, today) : "",
            entry.isDone || entry.isOverdue ? "" : entry.time.map { "at \($0)" } ?? "",
        ]
        var row = Row(entry.title, to: entry.record.flatMap(site.address), facts: facts)
        if let tick = tick(entry), let id = entry.record?.id {
            let command = entry.isDone ? tick.undo : tick.command
            row.lead =
                TickButton(
                    title: entry.title, target: .own(command.segments(record: String(id))),
                    isDone: entry.isDone,
                    key: RequestKey.make()
                ).html
        }
        row.style = (entry.isDone ? " done" : "") + (entry.isOverdue ? " late" : "")
        return row.html
    }

    /// The quote of the day, if quotes are kept.
    private func quote(_ day: LocalDate) throws -> HTML? {
        guard let command = site.command(["quotes", "today"]) else { return nil }
        let found = try site.session.run(command, values: ["day": .text(day.description)])
        guard let quote = found.items.first, let text = quote["text"]?.textValue else { return nil }
        let id = quote["id"]?.integerValue
        let by = [quote["author"]?.textValue, quote["source"]?.textValue].compactMap { $0 }
        return tag("blockquote", .class("quote")) {
            tag("p", .anyDirection) { String(text.prefix(600)) }
            tag("footer") {
                link(.own(["quotes"] + (id.map { [String($0)] } ?? []))) {
                    by.isEmpty ? "The quote of the day" : by.joined(separator: ", ")
                }
            }
        }
    }

    private func figures() throws -> HTML? {
        // One for each module: the rest is a tap away.
        let shown = try site.modules.compactMap { module -> DataObject? in
            guard let figure = module.figures.first else { return nil }
            return try site.ask("figures", with: ["module": .text(module.id), "name": .text(figure.name)])
                .items.first { !ValueView.isEmpty($0["value"]) }
        }
        guard !shown.isEmpty else { return nil }
        return tag("section") {
            tag("div", .class("hd")) {
                tag("h2") { "In figures" }
                link(.own(["figures"])) { "All" }
            }
            FigurePages.stat(shown)
        }
    }
}
