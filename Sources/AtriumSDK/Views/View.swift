/// A way to look at what a command of the module gives: as a calendar, a heat map or pairs.
///
/// A view is data: it names the command and the fields of its result, and a surface draws it. Its form
/// says where it stands.
///
/// ```swift
/// View("month", title: "Month", command: ["habits", "month"],
///     form: .heatMap(
///         .init(
///             items: "days", day: "day", level: "state", levels: ["open", "partial", "done"],
///             span: .month("month"), toggledBy: "toggle")))
/// ```
public struct View: Sendable, Hashable, Codable {
    /// The name: lower-case words joined by hyphens, unique within the module.
    public var name: String
    /// What people read: `Month`.
    public var title: String
    /// The words of the command that gives what is drawn: a query or a record query of the module.
    public var command: [String]
    /// How the result is drawn.
    public var form: Form

    /// How a result is drawn, with the names of the fields that are needed for it.
    public enum Form: Sendable, Hashable, Codable {
        /// Items with a beginning and an end as a month, a week or a day: of a query, in the place of the module's main list.
        case calendar(CalendarFields)
        /// The days of a month or a year, each with a level: a part of a record's page.
        case heatMap(HeatMapFields)
        /// Words for a day, of a query with a field `day`: they stand on the first page.
        ///
        /// - Parameters:
        ///   - text: an item's field of the words.
        ///   - by: an item's fields of who said them and where.
        case quote(text: String, by: [String])
        /// Pairs of records that may be one, of a query: side by side, one pair at a time.
        case pairs(PairFields)
        /// Several lists of the module on one page, in the place of its main list, with what adds to it at the top.
        case sheet(SheetFields)
        /// The records of a collection that a record query lists, in columns by a field: a part of a record's page.
        case board(by: String, of: CollectionID)
        /// The hours of a day, of a query with a field `day`: they stand on the first page, and a tap on what is free asks what fits.
        case hours(HourFields)
    }

    /// What can be done with the hours of a day.
    ///
    /// The query gives `entries`, a list of objects with `kind` (`commitment`, `block`, `reminder` or `free`), `title`, `start` and
    /// `end` (local times), `state`, `collection`, `id` and `conflicts`; `allDay`, a list of objects with `title`, `collection` and
    /// `id`; and `unscheduled`, a list of records.
    public struct HourFields: Sendable, Hashable, Codable {
        /// The collection whose records are the blocks.
        public var blocks: CollectionID
        /// The command of their collection that adds one, with its field of the start.
        public var add: Way
        /// The record action that moves a block, with its field of the new start.
        public var move: Way
        /// The record action that makes it longer or shorter, with its field of the new end.
        public var resize: Way
        /// The query of the main collection that says what fits, with its field of the time.
        ///
        /// It gives `items` and `others`, lists of records, and `sentence`.
        public var suggest: Way
        /// Its field of how somebody is, a choice, and the words of it that the page offers.
        public var feeling: Choice
        /// The record action of the main collection that puts a record there; it takes the time and the feeling by the same names.
        public var take: String
        /// The action of the main collection that plans the day, with its field of the day.
        public var plan: Way

        /// A command, and the field that it is told something by.
        public struct Way: Sendable, Hashable, Codable {
            /// The command's name.
            public var command: String
            /// The field.
            public var field: String

            /// Names both.
            public init(_ command: String, _ field: String) { (self.command, self.field) = (command, field) }
        }

        /// A field, and some of the words that it takes.
        public struct Choice: Sendable, Hashable, Codable {
            /// The field.
            public var field: String
            /// The words.
            public var words: [String]

            /// Names both.
            public init(_ field: String, _ words: [String]) { (self.field, self.words) = (field, words) }
        }

        /// Names the commands.
        public init(
            blocks: CollectionID, add: Way, move: Way, resize: Way, suggest: Way, feeling: Choice,
            take: String,
            plan: Way
        ) {
            self.blocks = blocks
            self.add = add
            self.move = move
            self.resize = resize
            self.suggest = suggest
            self.feeling = feeling
            self.take = take
            self.plan = plan
        }
    }

    /// What stands on a sheet.
    ///
    /// ```swift
    /// SheetFields(
    ///     add: "add", field: "text", preview: "understand",
    ///     sections: [.init("Today’s three", ["tasks", "today"], ["group": .text("top")], done: "doneOnDay")])
    /// ```
    public struct SheetFields: Sendable, Hashable, Codable {
        /// The command of the main collection that adds a record by one text alone.
        public var add: String
        /// Its field of the text.
        public var field: String
        /// The query of the main collection that says what `add` would read in such a text, and adds nothing; nil: it reads none.
        public var preview: String?
        /// The lists, in order.
        public var sections: [SheetSection]

        /// Names what stands on a sheet.
        public init(add: String, field: String, preview: String? = nil, sections: [SheetSection]) {
            self.add = add
            self.field = field
            self.preview = preview
            self.sections = sections
        }
    }

    /// A list of a sheet, of what no list before it has; it is left out as long as it is empty.
    public struct SheetSection: Sendable, Hashable, Codable {
        /// The heading.
        public var title: String
        /// The words of the query of records of the main collection.
        public var command: [String]
        /// What it is asked.
        public var values: [String: DataValue]
        /// The field of an item that is true if it is done, of which the heading counts those; nil: it counts none.
        public var done: String?
        /// The action of the main collection that puts the items into another order: it takes a list of records, and
        /// ``orderValues``.
        public var order: String?
        /// What the action is asked beside the records.
        public var orderValues: [String: DataValue]
        /// The action of the main collection that does something with all of them, which needs no further field.
        public var action: String?
        /// The facts of rows that are left out, since they say the same of all.
        public var without: [String]
        /// Whether it stands beside the others on a wide screen, and shows also what they have.
        public var isAside: Bool

        /// Declares a list.
        public init(
            _ title: String, _ command: [String], _ values: [String: DataValue] = [:], done: String? = nil,
            order: String? = nil, orderValues: [String: DataValue] = [:], action: String? = nil,
            without: [String] = [], isAside: Bool = false
        ) {
            self.without = without
            self.title = title
            self.command = command
            self.values = values
            self.done = done
            self.order = order
            self.orderValues = orderValues
            self.action = action
            self.isAside = isAside
        }
    }

    /// The fields of pairs of records that may be one.
    public struct PairFields: Sendable, Hashable, Codable {
        /// An item's field of the first record's id.
        public var first: String
        /// An item's field of the second record's id.
        public var second: String
        /// An item's field of what speaks for it, in words.
        public var reasons: String
        /// The record action that joins the record in `other` into its own.
        public var merge: String
        /// The field of both actions for the other record.
        public var other: String
        /// The field of `merge` that names the values to take of the other record: a list of choices, each a field that
        /// the records' `show` gives.
        public var take: String
        /// The record action that says that both are not one.
        public var dismiss: String

        /// Names the fields.
        public init(
            first: String, second: String, reasons: String, merge: String, other: String, take: String,
            dismiss: String
        ) {
            self.first = first
            self.second = second
            self.reasons = reasons
            self.merge = merge
            self.other = other
            self.take = take
            self.dismiss = dismiss
        }
    }

    /// The fields of a calendar.
    public struct CalendarFields: Sendable, Hashable, Codable {
        /// The item's beginning: a day, or a time in the user's zone.
        public var start: String
        /// The item's end, which is not in it.
        public var end: String
        /// The item's title.
        public var title: String
        /// The item's place, in words.
        public var place: String?
        /// The field that says whether the item lasts whole days.
        public var isAllDay: String
        /// The field that says whether the item takes its time from others; nil: each does.
        public var isBusy: String?
        /// The field of the item's state: one that is `cancelled` does not take place.
        public var status: String?
        /// The field of the item's colour, a name of CSS or `#RRGGBB`.
        public var color: String?
        /// The command's field for the first day.
        public var from: String
        /// The command's field for the last day.
        public var to: String

        /// Names the fields.
        public init(
            start: String, end: String, title: String, place: String? = nil, isAllDay: String,
            isBusy: String? = nil, status: String? = nil, color: String? = nil, from: String, to: String
        ) {
            self.start = start
            self.end = end
            self.title = title
            self.place = place
            self.isAllDay = isAllDay
            self.isBusy = isBusy
            self.status = status
            self.color = color
            self.from = from
            self.to = to
        }
    }

    /// How long a heat map is, with the name of the command's field for it.
    public enum Span: Sendable, Hashable, Codable {
        /// A month, as `YYYY-MM`: its days are large enough to be tapped.
        case month(String)
        /// A year, as its number: its days are only shown.
        case year(String)

        /// The name of the command's field.
        public var field: String {
            switch self {
            case .month(let name), .year(let name): name
            }
        }
    }

    /// The fields of a month or a year of days.
    public struct HeatMapFields: Sendable, Hashable, Codable {
        /// The result's field of the list of days.
        public var items: String
        /// An item's field of the day.
        public var day: String
        /// An item's field of the level: a word of ``levels``.
        public var level: String
        /// The words of the levels, from nothing to all.
        public var levels: [String]
        /// How long it is.
        public var span: Span
        /// An item's field that says whether the day can be tapped; nil: every day can.
        public var canToggle: String?
        /// The record action with a field `day` that a tap on a day runs; nil: days are only shown.
        public var toggledBy: String?

        /// Names the fields.
        public init(
            items: String, day: String, level: String, levels: [String], span: Span,
            canToggle: String? = nil, toggledBy: String? = nil
        ) {
            self.items = items
            self.day = day
            self.level = level
            self.levels = levels
            self.span = span
            self.canToggle = canToggle
            self.toggledBy = toggledBy
        }
    }

    /// Declares a view.
    public init(_ name: String, title: String, command: [String], form: Form) {
        self.name = name
        self.title = title
        self.command = command
        self.form = form
    }
}
