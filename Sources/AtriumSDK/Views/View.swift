/// A view of a command's result, for instance a calendar, a heat map or a list of pairs.
///
/// A view is pure data that names the command and the result fields; a surface draws the view. The view's
/// form determines the page on which surfaces show the view.
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
    /// The title that people read: `Month`.
    public var title: String
    /// The words of the module's query or record query whose result the view shows.
    public var command: [String]
    /// The form in which the result is drawn.
    public var form: Form

    /// The form of a view, with the names of the fields that it needs.
    public enum Form: Sendable, Hashable, Codable {
        /// A calendar month, week or day with items from a query, shown instead of the module's main list.
        ///
        /// Each item has a start and an end.
        case calendar(CalendarFields)
        /// A heat map on a record's page, in which each day of a month or year has a level.
        case heatMap(HeatMapFields)
        /// A quotation for a day from a query with a field `day`, shown on the first page.
        ///
        /// - Parameters:
        ///   - text: the item's field with the quotation.
        ///   - by: the item's fields with the author and the work.
        case quote(text: String, by: [String])
        /// Possible duplicates from a query, shown side by side, one pair at a time.
        case pairs(PairFields)
        /// A page with several lists and an input field for new records, shown instead of the module's main
        /// list.
        case sheet(SheetFields)
        /// A board on a record's page, with a collection's records in columns by a field's value.
        ///
        /// The records are the result of a record query.
        case board(by: String, of: CollectionID)
        /// A day's hours from a query with a field `day`, shown on the first page.
        ///
        /// If the user taps a free slot, the view suggests records for the slot.
        case hours(HourFields)
    }

    /// The commands that an hours view offers.
    ///
    /// The query returns `entries`, a list of objects with `kind` (`commitment`, `block`, `reminder` or
    /// `free`), `title`, `start` and `end` (local times), `state`, `collection`, `id` and `conflicts`;
    /// `allDay`, a list of objects with `title`, `collection` and `id`; and `unscheduled`, a list of records.
    public struct HourFields: Sendable, Hashable, Codable {
        /// The collection that contains the blocks.
        public var blocks: CollectionID
        /// The block collection's command that adds a block, with the command's field for the start.
        public var add: Way
        /// The record action that moves a block, with the action's field for the new start.
        public var move: Way
        /// The record action that changes a block's length, with the action's field for the new end.
        public var resize: Way
        /// The main collection's query that suggests records for a free slot, with the query's field for the
        /// time.
        ///
        /// The query returns `items` and `others`, which are lists of records, and `sentence`.
        public var suggest: Way
        /// The query's choice field for the user's current state, with the words that the page offers.
        public var feeling: Choice
        /// The main collection's record action that schedules a record in the slot.
        ///
        /// The action's fields for time and state have the same names as the query's fields.
        public var take: String
        /// The main collection's action that plans the day, with the action's field for the day.
        public var plan: Way

        /// A command with the single field that the view fills in.
        public struct Way: Sendable, Hashable, Codable {
            /// The command's name.
            public var command: String
            /// The field.
            public var field: String

            /// Creates a pair of a command and a field.
            public init(_ command: String, _ field: String) { (self.command, self.field) = (command, field) }
        }

        /// A choice field with some of the field's words.
        public struct Choice: Sendable, Hashable, Codable {
            /// The field.
            public var field: String
            /// The words.
            public var words: [String]

            /// Creates a choice from a field and some of the field's words.
            public init(_ field: String, _ words: [String]) { (self.field, self.words) = (field, words) }
        }

        /// Creates the set of commands for a day's hours.
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

    /// A sheet's commands and lists.
    ///
    /// ```swift
    /// SheetFields(
    ///     add: "add", field: "text", preview: "understand",
    ///     sections: [.init("Today’s three", ["tasks", "today"], ["group": .text("top")], done: "doneOnDay")])
    /// ```
    public struct SheetFields: Sendable, Hashable, Codable {
        /// The main collection's command that adds a record from a single text.
        public var add: String
        /// The command's field for the text.
        public var field: String
        /// The main collection's query that shows how `add` would interpret a text, or nil if there is no
        /// preview.
        ///
        /// The query does not add a record.
        public var preview: String?
        /// The lists, in order.
        public var sections: [SheetSection]

        /// Creates a sheet's commands and lists.
        public init(add: String, field: String, preview: String? = nil, sections: [SheetSection]) {
            self.add = add
            self.field = field
            self.preview = preview
            self.sections = sections
        }
    }

    /// A list in a sheet, without records that earlier lists contain.
    ///
    /// The sheet omits empty lists.
    public struct SheetSection: Sendable, Hashable, Codable {
        /// The heading.
        public var title: String
        /// The words of the query whose results are records of the main collection.
        public var command: [String]
        /// The query's input.
        public var values: [String: DataValue]
        /// The Boolean field that is true for done records, or nil if the heading does not count done
        /// records.
        public var done: String?
        /// The main collection's action that reorders the records; the action's input is a list of records
        /// and ``orderValues``.
        public var order: String?
        /// The input that the ``order`` action receives in addition to the records.
        public var orderValues: [String: DataValue]
        /// The main collection's action for all records in the list, which needs no other field.
        public var action: String?
        /// The facts that the rows omit because each fact is equal in all rows.
        public var without: [String]
        /// True if a wide screen shows the list beside the other lists; the list may repeat other lists'
        /// records.
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

    /// The fields that a view of possible duplicates needs.
    public struct PairFields: Sendable, Hashable, Codable {
        /// The pair's field with the first record's id.
        public var first: String
        /// The pair's field with the second record's id.
        public var second: String
        /// The pair's field with the reasons for a match, in words.
        public var reasons: String
        /// The pair's field with the number of equal records, if more than two may be listed as one pair, or nil.
        public var count: String?
        /// The record action that merges the record in `other` into the action's own record.
        public var merge: String
        /// The field for the other record in the actions `merge` and `dismiss`.
        public var other: String
        /// The field of `merge` that names the values to copy from the other record.
        ///
        /// This field is a list of choices. Each choice is a field in the `show` result.
        public var take: String
        /// The Boolean field of `merge` that merges all equal records in one step, or nil.
        public var all: String?
        /// The record action that marks the two records as not being duplicates.
        public var dismiss: String

        /// Creates the set of fields.
        public init(
            first: String, second: String, reasons: String, count: String? = nil, merge: String,
            other: String, take: String, all: String? = nil, dismiss: String
        ) {
            self.first = first
            self.second = second
            self.reasons = reasons
            self.count = count
            self.merge = merge
            self.other = other
            self.take = take
            self.all = all
            self.dismiss = dismiss
        }
    }

    /// The fields that a calendar view needs.
    public struct CalendarFields: Sendable, Hashable, Codable {
        /// The item's beginning: a day, or a time in the user's time zone.
        public var start: String
        /// The item's exclusive end.
        public var end: String
        /// The item's title.
        public var title: String
        /// The item's location, in words.
        public var place: String?
        /// The Boolean field that is true if the item lasts whole days.
        public var isAllDay: String
        /// The Boolean field that is true if the item occupies its time, or nil if every item occupies its
        /// time.
        public var isBusy: String?
        /// The field with the item's color, a CSS name or `#RRGGBB`.
        public var color: String?
        /// The command's field for the first day.
        public var from: String
        /// The command's field for the last day.
        public var to: String

        /// Creates the set of fields.
        public init(
            start: String, end: String, title: String, place: String? = nil, isAllDay: String,
            isBusy: String? = nil, color: String? = nil, from: String, to: String
        ) {
            self.start = start
            self.end = end
            self.title = title
            self.place = place
            self.isAllDay = isAllDay
            self.isBusy = isBusy
            self.color = color
            self.from = from
            self.to = to
        }
    }

    /// A heat map's period, with the name of the command field that contains the period.
    public enum Span: Sendable, Hashable, Codable {
        /// A month as `YYYY-MM`, in which days are large enough to be tapped.
        case month(String)
        /// A year as a number, in which days cannot be tapped.
        case year(String)

        /// The name of the command field that contains the period.
        public var field: String {
            switch self {
            case .month(let name), .year(let name): name
            }
        }
    }

    /// The fields that a heat map needs.
    public struct HeatMapFields: Sendable, Hashable, Codable {
        /// The result's field with the list of days.
        public var items: String
        /// The item's field with the day.
        public var day: String
        /// The item's field with the level: a word from ``levels``.
        public var level: String
        /// The words for the levels, from the lowest to the highest level.
        public var levels: [String]
        /// The heat map's period.
        public var span: Span
        /// The item's Boolean field that is true if the day can be tapped, or nil if every day can be tapped.
        public var canToggle: String?
        /// The record action with a field `day` that runs when a day is tapped, or nil if days cannot be
        /// tapped.
        public var toggledBy: String?

        /// Creates the set of fields.
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
