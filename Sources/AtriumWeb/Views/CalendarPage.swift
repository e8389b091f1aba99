import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes

/// A module's calendar: a month with the list of a day below it, a week, or a day.
struct CalendarPage {
    let site: Site
    let module: Module
    let entry: CatalogEntry
    let fields: View.CalendarFields
    let query: [(name: String, value: String)]

    /// How much of time is shown at once.
    enum Span: String, CaseIterable {
        case month
        case week
        case day
    }

    /// Fields of the address.
    static let spanField = "view"
    static let dayField = "day"
    /// The span's word for the list of the collection.
    static let list = "list"

    /// The calendar that stands in place of a module's main list; nil if the list is asked for, or the module has none.
    init?(of list: CatalogEntry, site: Site, query: [(name: String, value: String)]) {
        let own: Set = [Self.spanField, Self.dayField, ResultMessage.change, ResultMessage.command]
        guard let collection = list.collection.flatMap(site.registry.collection), collection.isMain,
            let module = site.registry.module(collection.id.module),
            query.allSatisfy({ own.contains($0.name) }), query.last(named: Self.spanField) != Self.list
        else { return nil }
        guard let (entry, fields) = Self.view(of: module, site) else { return nil }
        self.init(site: site, module: module, entry: entry, fields: fields, query: query)
    }

    /// The calendar that a module declares; nil if it has none, or the user may not ask for it.
    private static func view(of module: Module, _ site: Site) -> (CatalogEntry, View.CalendarFields)? {
        for view in module.views {
            if case .calendar(let fields) = view.form, let entry = site.command(view.command) {
                return (entry, fields)
            }
        }
        return nil
    }

    /// What an address says of a form that begins something at a time.
    private static func beginning(
        _ fields: View.CalendarFields, _ day: LocalDate, at clock: String
    ) -> [(String, String)] {
        [(fields.start + ":date", day.description), (fields.start + ":time", clock)]
    }

    /// Where a day is shown whole, and what begins something new on it, by the first calendar that there is.
    static func ways(_ site: Site) -> (day: (LocalDate) -> SafeLink, add: ((LocalDate, String) -> SafeLink)?)?
    {
        for module in site.modules {
            guard let (_, fields) = view(of: module, site) else { continue }
            let add = module.collections.first(where: \.isMain).flatMap { site.command(.add, of: $0.id) }
            return (
                { .own([module.id], [(spanField, Span.day.rawValue), (dayField, $0.description)]) },
                add.map { add in { .own(add.segments(), beginning(fields, $0, at: $1)) } }
            )
        }
        return nil
    }

    private init(
        site: Site, module: Module, entry: CatalogEntry, fields: View.CalendarFields,
        query: [(name: String, value: String)]
    ) {
        (self.site, self.module, self.entry, self.fields) = (site, module, entry, fields)
        self.query = query
    }

    private static let mostInCell = 3
    private static let mostRows = 30
    /// How much of a day a week shows.
    private static let mostInWeekday = 14

    private var span: Span { query.last(named: Self.spanField).flatMap(Span.init) ?? .month }
    private var home: [String] { [module.id] }

    func page() throws -> Page {
        let today = site.today
        let asked = AskedDay(query, Self.dayField)
        let day = asked.day ?? today
        var page = Page(module.manifest.title, section: module.id)
        page.isWide = true
        page.message = ResultMessage(site: site).html(query, at: home)
        asked.tell(&page)
        let add = module.collections.first(where: \.isMain).flatMap { site.command(.add, of: $0.id) }
        if let add {
            page.actions = link(
                .own(add.segments(), [(fields.start + ":date", day.description)]), .class("ico"),
                .label("Add on \(DayWords.long(day))")
            ) { Icon.plus.drawn() }
        }
        let days = days(around: day)
        let found = try ask(days)
        var items = found.items.compactMap { item($0) }
        if found.objectValue?["warnings"]?.texts.isEmpty == false {
            // A month may hold more than is given at once; the day that is listed is to be whole.
            let own = try ask(day...day).items.compactMap { item($0) }
            items = items.filter { !$0.days.contains(day) } + own
        }
        page.content = tag("div", .class("mid")) {
            tag("div", .class("line wrap between")) {
                choices(day)
                ModuleSections(site: site, module: module).html(current: entry.path)
            }
            asked.problem
            for warning in found.objectValue?["warnings"]?.texts ?? [] {
                tag("p", .class("note")) { warning }
            }
            steps(day, today)
            switch span {
            case .month: month(day, today, items, add)
            case .week: week(days, today, items)
            case .day: oneDay(day, today, items, add)
            }
            if let collection = module.collections.first(where: \.isMain) { belowList(of: collection, site) }
        }
        return page
    }

    private func item(_ object: DataObject) -> CalendarItem? {
        let target = site.address(of: object, entry.declaration.result.fields)
        let state = RecordState(object, entry.declaration.result.fields)
        return CalendarItem(object, fields, state, module, site, target: target, list: position)
    }

    private func ask(_ days: ClosedRange<LocalDate>) throws -> DataValue {
        try site.session.run(
            entry,
            values: [
                fields.from: .text(days.lowerBound.description),
                fields.to: .text(days.upperBound.description),
            ])
    }

    /// The address of this page, for the way back from a record.
    private var position: [(String, String)] {
        let here = query.filter { $0.name != ResultMessage.change && $0.name != ResultMessage.command }
        return here.isEmpty
            ? [] : [(ListPage.position, SafeLink.own([], here.map { ($0.name, $0.value) }).address)]
    }

    private func days(around day: LocalDate) -> ClosedRange<LocalDate> {
        switch span {
        case .month: return MonthGrid.days(of: day, firstWeekday: site.user.firstWeekday)
        case .week:
            let first = day.adding(days: -((day.weekday - site.user.firstWeekday + 7) % 7))
            return first...first.adding(days: 6)
        case .day: return day...day
        }
    }

    private func address(_ span: Span, _ day: LocalDate) -> SafeLink {
        .own(home, [(Self.spanField, span.rawValue), (Self.dayField, day.description)])
    }

    // MARK: - Ways through time

    /// The calendar's ways to be seen; on the page of its list, that one is marked.
    func choices(_ day: LocalDate, isList: Bool = false) -> HTML {
        tag("nav", .class("seg"), .label("How much to show")) {
            for other in Span.allCases {
                link(
                    address(other, day), Attribute("aria-current", "page").when(other == span && !isList)
                ) { other.rawValue.titleOfWords }
            }
            // What is over is not what one looks for first; the list's filter has it.
            link(
                .own(home, [(Self.spanField, Self.list), (fields.from, site.today.description)]),
                Attribute("aria-current", "page").when(isList)
            ) { "List" }
        }
    }

    private func steps(_ day: LocalDate, _ today: LocalDate) -> HTML {
        let (before, after): (LocalDate, LocalDate)
        let title: String
        switch span {
        case .month:
            before = MonthGrid.beginning(of: MonthGrid.beginning(of: day).adding(days: -1))
            after = MonthGrid.next(after: day)
            title = DayWords.month(of: day)
        case .week:
            (before, after) = (day.adding(days: -7), day.adding(days: 7))
            let days = days(around: day)
            let isOneMonth = days.lowerBound.month == days.upperBound.month
            let first = isOneMonth ? "\(days.lowerBound.day)" : DayWords.inYear(days.lowerBound)
            title = "\(first) to \(DayWords.day(days.upperBound.description))"
        case .day:
            (before, after) = (day.adding(days: -1), day.adding(days: 1))
            title = DayWords.long(day)
        }
        func name(_ day: LocalDate) -> String {
            span == .month ? DayWords.month(of: day) : DayWords.long(day)
        }
        return Steps(
            previous: before < day ? (address(span, before), name(before)) : nil,
            next: after > day ? (address(span, after), name(after)) : nil, title: title,
            today: day == today ? nil : address(span, today)
        ).html
    }

    // MARK: - A month

    private func month(
        _ day: LocalDate, _ today: LocalDate, _ items: [CalendarItem], _ add: CatalogEntry?
    ) -> HTML {
        let grid = MonthGrid(
            first: MonthGrid.beginning(of: day), firstWeekday: site.user.firstWeekday,
            caption: "Events of \(DayWords.month(of: day))"
        ) { cellDay in
            let here = items.filter { $0.days.contains(cellDay) }
            var style = cellDay.month == day.month ? "" : "out"
            if cellDay == day { style += " sel" }
            return tag("td", Attribute.class(style).when(!style.isEmpty)) {
                link(
                    address(.month, cellDay), .label(DayWords.long(cellDay) + Self.counts(here)),
                    Attribute("aria-current", "date").when(cellDay == today)
                ) {
                    tag("b") { String(cellDay.day) }
                    if !here.isEmpty {
                        tag("span", .class("evs")) {
                            for item in here.prefix(Self.mostInCell) {
                                item.label(on: cellDay)
                            }
                            if here.count > Self.mostInCell {
                                tag("small", .class("soft")) { "\(here.count - Self.mostInCell) more" }
                            }
                        }
                    }
                }
            }
        }
        return tag("div", .class("flow")) {
            grid.html
            list(of: day, items, add)
        }
    }

    /// The number of a day's items for those who hear it; cancelled ones are counted apart.
    private static func counts(_ items: [CalendarItem]) -> String {
        let cancelled = items.count { $0.state.isCancelled }
        let taken = items.count - cancelled
        return (taken == 0 ? "" : taken == 1 ? ", 1 event" : ", \(taken) events")
            + (cancelled == 0 ? "" : ", \(cancelled) cancelled")
    }

    /// What takes place on a day, as rows.
    private func list(of day: LocalDate, _ items: [CalendarItem], _ add: CatalogEntry?) -> HTML {
        let here = items.filter { $0.days.contains(day) }
        return tag("section") {
            tag("div", .class("hd")) {
                tag("h2") { DayWords.long(day) }
                if let add {
                    link(.own(add.segments(), [(fields.start + ":date", day.description)])) { "Add" }
                }
            }
            if here.isEmpty {
                tag("p", .class("soft sub")) { "Nothing on this day." }
            } else {
                tag("ul", .class("rows")) { for item in here.prefix(Self.mostRows) { item.row(on: day) } }
                if here.count > Self.mostRows {
                    link(address(.day, day), .class("lnk")) { "and \(here.count - Self.mostRows) more" }
                }
            }
        }
    }

    // MARK: - A week and a day

    private func week(_ days: ClosedRange<LocalDate>, _ today: LocalDate, _ items: [CalendarItem]) -> HTML {
        tag("div", .class("weekdays")) {
            for index in 0..<7 {
                let day = days.lowerBound.adding(days: index)
                let here = items.filter { $0.days.contains(day) }
                tag("section", .class(day == today ? "on" : "")) {
                    tag("h3") {
                        link(address(.day, day), Attribute("aria-current", "date").when(day == today)) {
                            tag("span") { DayWords.weekday(day) }
                            tag("b") { String(day.day) }
                        }
                    }
                    if here.isEmpty {
                        tag("p", .class("soft foot")) { "Nothing" }
                    } else {
                        tag("ul") { for item in here.prefix(Self.mostInWeekday) { item.chip(on: day) } }
                        if here.count > Self.mostInWeekday {
                            link(address(.day, day), .class("lnk")) {
                                "\(here.count - Self.mostInWeekday) more"
                            }
                        }
                    }
                }
            }
        }
    }

    private func oneDay(
        _ day: LocalDate, _ today: LocalDate, _ items: [CalendarItem], _ add: CatalogEntry?
    ) -> HTML {
        let whole = items.filter { $0.days.contains(day) && $0.block(on: day) == nil }
        let blocks = items.compactMap { $0.days.contains(day) ? $0.block(on: day) : nil }
        return tag("div", .class("mid read")) {
            if !whole.isEmpty { tag("ul", .class("rows")) { for item in whole { item.row(on: day) } } }
            if blocks.count > DayTimeline.mostBlocks {
                list(of: day, items, add)
            } else {
                DayTimeline(
                    day: day, blocks: blocks, now: day == today ? site.minuteOfDay : nil,
                    add: add.map { add in
                        { .own(add.segments(), Self.beginning(fields, day, at: $0)) }
                    }
                ).html
            }
        }
    }
}

/// Something that takes place, as a calendar shows it.
struct CalendarItem {
    let title: String
    let days: ClosedRange<LocalDate>
    let place: String
    let target: SafeLink?
    let hue: String
    private let start: WrittenTime
    private let end: WrittenTime
    private let isAllDay: Bool
    private let isBusy: Bool
    let state: RecordState

    /// Reads an item of a command's result; nil for one without a beginning.
    init?(
        _ object: DataObject, _ fields: View.CalendarFields, _ state: RecordState, _ module: Module,
        _ site: Site, target: SafeLink?, list: [(String, String)]
    ) {
        guard let start = WrittenTime(object[fields.start]?.textValue ?? ""),
            let first = LocalDate(iso: start.date)
        else { return nil }
        let end = WrittenTime(object[fields.end]?.textValue ?? "") ?? start
        isAllDay = object[fields.isAllDay] == .bool(true) || start.time == nil
        (self.start, self.end) = (start, end)
        // The end is not in it: what ends at midnight is over with the day before.
        var last = LocalDate(iso: end.date) ?? first
        if last > first, isAllDay || end.time == "00:00" { last = last.adding(days: -1) }
        days = first...max(first, last)
        let words = object[fields.title]?.textValue ?? ""
        title = words.isEmpty ? "(untitled)" : words
        place = fields.place.flatMap { object[$0]?.textValue } ?? ""
        let reference = site.reference(object)
        // The way back leads to the module's own list.
        self.target = target.map {
            reference?.collection.module == module.id ? $0.adding(list) : $0
        }
        self.state = state
        isBusy = !state.isCancelled && (fields.isBusy.map { object[$0] == .bool(true) } ?? true)
        hue =
            Hue(fields.color.flatMap { object[$0]?.textValue })?.rawValue
            ?? reference.map { site.hue(of: $0.collection.module) } ?? "blue"
    }

    /// Its part of a day; nil if that is the whole day.
    func block(on day: LocalDate) -> DayTimeline.Block? {
        guard !isAllDay, let from = DayTimeline.minutes(start.time) else { return nil }
        let begins = days.lowerBound == day ? from : 0
        let ends =
            days.upperBound == day && end.date == day.description
            ? DayTimeline.minutes(end.time) ?? from : 24 * 60
        guard begins > 0 || ends < 24 * 60 else { return nil }
        return DayTimeline.Block(
            title: title, start: begins, end: max(begins, ends), place: place, target: target, hue: hue,
            isBusy: isBusy, takesNoTime: !isBusy, state: state)
    }

    private func time(on day: LocalDate) -> String {
        guard let block = block(on: day) else { return "all day" }
        return DayTimeline.clock(block.start)
    }

    private var dayFacts: String {
        days.lowerBound == days.upperBound
            ? ""
            : "\(DayWords.day(days.lowerBound.description)) to \(DayWords.day(days.upperBound.description))"
    }

    /// The entry's label in a day of a month: its title, and the time of its start if it begins on that day.
    func label(on day: LocalDate) -> HTML {
        tag("span", .class(hue + (state.words == nil ? "" : " un") + state.style)) {
            tag("i") {
                title
                if let block = block(on: day), days.lowerBound == day {
                    " " + DayTimeline.clock(block.start)
                }
            }
            if let words = state.words { tag("em") { words } }
        }
    }

    /// A row of a day's list.
    func row(on day: LocalDate) -> HTML {
        let until = block(on: day).flatMap { $0.end > $0.start ? "until " + DayTimeline.clock($0.end) : nil }
        return Row(
            title, to: target, lead: time(on: day),
            facts: [state.isCancelled ? "" : until ?? "", place, dayFacts], hue: hue, state: state
        ).html
    }

    /// An item of a week's day.
    func chip(on day: LocalDate) -> HTML {
        tag("li", .class("chip \(hue)" + state.style)) {
            tag("small") {
                time(on: day)
                if let words = state.words { " · \(words)" }
            }
            if let target {
                link(target, .class("go"), .anyDirection) { title }
            } else {
                tag("span", .class("tt"), .anyDirection) { title }
            }
        }
    }
}

/// The day that a page's address asks for.
struct AskedDay {
    /// The day, of a month or a year its first; nil if none is asked for, or what is asked for is none.
    let day: LocalDate?
    private let wrong: String?
    private let span: Span

    /// What is asked for: only its first day is looked at.
    enum Span: String {
        case day, month, year

        /// What makes a day of it.
        fileprivate var rest: String {
            switch self {
            case .day: ""
            case .month: "-01"
            case .year: "-01-01"
            }
        }
    }

    init(_ query: [(name: String, value: String)], _ field: String, span: Span = .day) {
        let text = query.last(named: field).flatMap { $0.isEmpty ? nil : $0 }
        day = text.flatMap { LocalDate(iso: $0 + span.rest) }
        wrong = day == nil ? text : nil
        self.span = span
    }

    /// Has the page answer that what it was asked for cannot be.
    func tell(_ page: inout Page) {
        if wrong != nil { (page.status, page.isError) = (.unprocessableContent, true) }
    }

    /// What is said of a day that is none.
    var problem: HTML? {
        wrong.map { text in
            tag("p", .class("err"), Attribute("role", "alert")) {
                "“\(text)” is not a valid \(span.rawValue). This is \(span == .day ? "today" : "the current \(span.rawValue)")."
            }
        }
    }
}
