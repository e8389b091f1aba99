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
    /// How many rows are shown of what is over, of what cannot be drawn, and of birthdays and the like.
    private static let mostRows = 16

    func page() throws -> Page {
        let today = site.today
        let asked = AskedDay(query, Self.dayField)
        let day = asked.day ?? today
        var page = Page(day == today ? greeting : DayWords.long(day, in: today.year), section: "today")
        page.message = ResultMessage(site: site).html(query, at: [""])
        asked.tell(&page)
        guard !site.modules.isEmpty else {
            page.content = empty(
                "Welcome", "Switch on what you want to keep here.",
                action: button("Choose modules", to: .own(["settings", "modules"]), style: "btn"))
            return page
        }
        // Whoever opens the page waits for the longer of two looks.
        let ((found, hours, drawn), beside) = try atOnce({ try read(day) }, { try BesideDay(day, site) })
        let entries = found.items.map { Entry($0, site) }
        if drawn != nil { page.script = "hours.js" }
        let steps = day == today ? HelpPage.firstSteps(site) : nil
        let blocks = drawn?.blocks ?? blocks(entries)
        page.subtitle = HTML(summary(entries, blocks, day, today))
        page.content = try tag("div", .class("mid")) {
            asked.problem
            for warning in ((found.objectValue?["warnings"]?.texts ?? []) + (drawn?.warnings ?? [])).unique {
                tag("p", .class("note")) { warning }
            }
            tag("div") {
                strip(day, today)
                otherDays(day, today)
            }
            // Whoever has nothing yet begins with them.
            if let steps, entries.isEmpty { steps }
            clash(blocks)
            if let hours, let drawn {
                hours.unscheduled(drawn, day, Self.address(of: day, today))
            }
            try timeline(entries, blocks, day, today, hours.flatMap { hours in drawn.map { (hours, $0) } })
            if let steps, !entries.isEmpty { steps }
        }
        page.aside = aside(entries, beside, day, today)
        return page
    }

    /// What stands on the day, as a list and as hours.
    private func read(_ day: LocalDate) throws -> (DataValue, HoursView?, HoursView.Day?) {
        let found = try site.ask("today", with: ["day": .text(day.description), "done": .bool(true)])
        let hours = HoursView(site)
        return (found, hours, try hours?.read(day, Self.address(of: day, site.today)))
    }

    private var greeting: String {
        let part =
            switch site.minuteOfDay / 60 {
            case 0..<5: "Hello"
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
        let open = entries.filter { !$0.isDone && !$0.state.isCancelled }
        let kinds = site.registry.dayKinds
        let ordered = kinds.filter { $0.role == .takesPlace } + kinds.filter { $0.role != .takesPlace }
        var parts = ordered.compactMap { kind -> String? in
            guard let one = kind.one, let several = kind.several else { return nil }
            return count(open.count { $0.kind == kind }, one, several)
        }
        let from = max(8 * 60, day == today ? site.minuteOfDay : 0)
        let free = DayTimeline.gaps(blocks, from: from, to: 22 * 60).reduce(0) { $0 + $1.count }
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

    /// What a link back to a day is called: `Today`, or the day; nil for what is no link to this page.
    static func title(of link: SafeLink, in year: Int) -> String? {
        guard link.address == "/" || link.address.hasPrefix("/?") else { return nil }
        let query = (try? FormInput.pairs(link.address.dropFirst(2))) ?? []
        return AskedDay(query, dayField).day.map { DayWords.long($0, in: year) } ?? "Today"
    }

    /// The page of a day.
    static func address(of day: LocalDate, _ today: LocalDate) -> SafeLink {
        day == today ? .own([""]) : .own([""], [(Self.dayField, day.description)])
    }

    /// The day before and after, and any other by its date.
    private func otherDays(_ day: LocalDate, _ today: LocalDate) -> HTML {
        let (before, after) = (day.adding(days: -1), day.adding(days: 1))
        return tag("div", .class("line between days")) {
            link(Self.address(of: before, today), .class("ico"), .label(DayWords.long(before))) {
                Icon.left.drawn()
            }
            if day != today { button("Today", to: .own([""]), style: "btn text") }
            tag("form", Attribute("method", "get"), .action(.own([""])), .class("line")) {
                void(
                    "input", .class("in"), .type("date"), .name(Self.dayField), .value(day.description),
                    Attribute("max", "9999-12-31"), .label("Another day"))
                tag("button", .class("btn text")) { "Show" }
            }
            link(Self.address(of: after, today), .class("ico"), .label(DayWords.long(after))) {
                Icon.right.drawn()
            }
        }
    }

    private func strip(_ day: LocalDate, _ today: LocalDate) -> HTML {
        let first = day.adding(days: -((day.weekday - site.user.firstWeekday + 7) % 7))
        return tag("nav", .class("strip"), .label("Days")) {
            for index in 0..<7 {
                let other = first.adding(days: index)
                link(
                    Self.address(of: other, today), .label(DayWords.long(other)),
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
            guard !entry.isDone, !entry.isOverdue || entry.isEvent,
                let start = DayTimeline.minutes(entry.time)
            else { return nil }
            let end = DayTimeline.minutes(entry.until) ?? start
            return DayTimeline.Block(
                title: entry.title, start: start, end: max(start, end),
                target: entry.target(site),
                hue: entry.hue?.rawValue ?? entry.record.map { site.hue(of: $0.collection.module) } ?? "blue",
                isBusy: entry.isBusy,
                takesNoTime: entry.isEvent && entry.isFree, state: entry.state)
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
                if clashes.count > 1 { "; and \(clashes.count - 1) more that overlap" }
            }
            if let target = clash.second.target { button("Look", to: target, style: "btn text") }
        }
    }

    private func timeline(
        _ entries: [Entry], _ blocks: [DayTimeline.Block], _ day: LocalDate, _ today: LocalDate,
        _ hours: (view: HoursView, day: HoursView.Day)?
    ) throws -> HTML {
        let whole = entries.filter { $0.isEvent && $0.time == nil }
        let ways = CalendarPage.ways(site)
        let now = day == today ? site.minuteOfDay : nil
        func isOver(_ block: DayTimeline.Block) -> Bool {
            now.map { max(block.end, block.start + 15) <= $0 - 30 } ?? false
        }
        let (over, rest) = (blocks.filter(isOver), blocks.filter { !isOver($0) })
        return tag("div", .class("mid2")) {
            if !whole.isEmpty {
                tag("ul", .class("rows")) {
                    for entry in whole.prefix(Self.most) {
                        Row(
                            entry.title, to: entry.target(site), lead: "all day", state: entry.state
                        ).html
                    }
                }
                furtherRows(whole.count - Self.most, to: ways?.day(day))
            }
            if !over.isEmpty {
                fold("Earlier today", note: "\(over.count)") { rows(over, ways?.day(day)) }
            }
            if rest.count > DayTimeline.mostBlocks {
                rows(rest, ways?.day(day))
            } else if let hours {
                let isOpen = day >= today
                DayTimeline(
                    day: day, blocks: rest, now: now, add: isOpen ? hours.view.fitting(day) : nil,
                    free: isOpen ? hours.day.free : [], grid: hours.day.grid, offer: "what fits?"
                ).html
                if rest.contains(where: { !$0.ways.isEmpty }) {
                    tag("p", .class("foot soft hold")) {
                        "Hold a block to move it, or press Alt and an arrow key on it."
                    }
                }
                hours.view.form(Self.address(of: day, today))
            } else if !rest.isEmpty || now != nil {
                DayTimeline(
                    day: day, blocks: rest, now: now,
                    add: ways?.add.map { add in { add(day, $0) } }
                ).html
            } else if whole.isEmpty {
                tag("p", .class("soft")) { "Nothing has a time on this day." }
            }
        }
    }

    /// Blocks as rows: what is over, and more than can be drawn.
    private func rows(_ blocks: [DayTimeline.Block], _ all: SafeLink?) -> HTML {
        tag("div") {
            tag("ul", .class("rows")) {
                for block in blocks.prefix(Self.mostRows) {
                    Row(
                        block.title, to: block.target, lead: DayTimeline.clock(block.start), hue: block.hue,
                        state: block.state
                    ).html
                }
            }
            furtherRows(blocks.count - Self.mostRows, to: all)
        }
    }

    // MARK: - Beside the day

    private func aside(
        _ entries: [Entry], _ beside: BesideDay, _ day: LocalDate, _ today: LocalDate
    ) -> HTML {
        let ticks = Dictionary(
            Set(entries.compactMap { $0.record?.collection }).compactMap { id in
                site.registry.collection(id).flatMap { Tick(site, $0) }.map { (id, $0) }
            }, uniquingKeysWith: { first, _ in first })
        let collections = site.modules.flatMap(\.collections).filter { ticks[$0.id] != nil }
        let others = entries.filter { !$0.isEvent && $0.record.map { ticks[$0.collection] == nil } ?? true }
        return tag("div", .class("flow")) {
            for collection in collections {
                if let tick = ticks[collection.id] {
                    section(
                        collection, tick, entries.filter { $0.record?.collection == collection.id }, day,
                        today)
                }
            }
            if !others.isEmpty {
                tag("section") {
                    tag("h2") { "Also on this day" }
                    tag("ul", .class("rows")) {
                        for entry in others.prefix(Self.mostRows) {
                            Row(
                                entry.title, to: entry.target(site), icon: entry.icon(site),
                                facts: [entry.kind?.title ?? ""], state: entry.state
                            ).html
                        }
                    }
                    furtherRows(others.count - Self.mostRows, to: nil)
                }
            }
            beside.html(besides: Set(collections.map(\.id)))
        }
    }

    /// Things that can be ticked: what is open first.
    private func section(
        _ collection: Collection, _ tick: Tick, _ entries: [Entry], _ day: LocalDate, _ today: LocalDate
    ) -> HTML {
        let sorted = entries.filter { !$0.isDone } + entries.filter(\.isDone)
        let here = Self.address(of: day, today)
        var seen: Set<Int64> = []
        return tag("section") {
            tag("div", .class("hd")) {
                tag("h2") { collection.title }
                tag("span", .class("soft sub")) {
                    "\(entries.count(where: \.isDone)) of \(entries.count) done"
                }
                if entries.count > Self.most { link(.own(collection.segments)) { "All" } }
            }
            tag("form", Attribute("method", "post"), .action(here)) {
                sent(site, next: here)
                if tick.takesDay { void("input", .type("hidden"), .name("day"), .value(day.description)) }
                tag("ul", .class("rows")) {
                    for entry in sorted.prefix(Self.most) {
                        // A command about no day does what is due next: no box on other days, and one for each record.
                        let isFirst = entry.record.map { seen.insert($0.id).inserted } ?? false
                        ticked(
                            entry, tick.takesDay ? day <= today : day == today && isFirst, tick, today)
                    }
                }
            }
        }
    }

    private func since(_ entry: Entry, _ today: LocalDate) -> String {
        guard let day = entry.day, day != today else { return "since " + (entry.time ?? "today") }
        let days = today.daysSince1970 - day.daysSince1970
        return days == 1
            ? "since yesterday" : days < 7 ? "for \(days) days" : "since " + DayWords.day(day.description)
    }

    private func ticked(_ entry: Entry, _ hasBox: Bool, _ tick: Tick, _ today: LocalDate) -> HTML {
        let facts = [
            entry.isOverdue ? "Overdue " + since(entry, today) : "",
            entry.isDone || entry.isOverdue ? "" : entry.time.map { "at \($0)" } ?? "",
        ]
        var row = Row(entry.title, to: entry.target(site), facts: facts)
        if hasBox, let id = entry.record?.id {
            row.lead = tick.button(
                entry.title, id: id, isDone: entry.isDone, occurrence: entry.occurrence)
        }
        row.style = (entry.isDone ? " done" : "") + (entry.isOverdue ? " late" : "")
        return row.html
    }
}
