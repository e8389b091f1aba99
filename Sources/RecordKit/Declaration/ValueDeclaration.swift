public import AtriumSDK
public import CSVFormat

/// One value of a record, declared once: where the vault keeps it, and how commands, lists, forms, search and files see it.
///
/// A value is what is compared, merged and given back untouched as one. Most have one column, one field and one cell of
/// CSV; a schedule, say, has three of each, and code of its own (``ValueCodec``) that leads from one to the other.
///
/// ```swift
/// .line("author", "Who said it.").searched.filtered(.contains, "Only quotes of authors with this in their names.")
/// ```
public struct ValueDeclaration: Sendable, Hashable, Codable {
    /// Where a value is kept.
    public enum Place: Sendable, Hashable, Codable {
        /// In columns of the record's row.
        case columns([String])
        /// In two columns: a day or a time as its author wrote it, and the row of its zone in a table of zones.
        case moment(String, zone: String, zones: String)
        /// In a column of words, and in links to those of them whom the vault has.
        case people(PeopleDeclaration)
        /// In a row for each of some days, of a table of their own.
        case days(DaysDeclaration)
        /// Among the host's tags.
        case tags
        /// Where the kind's ``ValuePlace`` of the value's name keeps it: in rows of a child table, say.
        case custom
    }

    /// The name: the field's, for a value of one field.
    public var name: String
    /// Where it is kept.
    public var place: Place
    /// How commands, results and forms see it; none: only the kind's own code does.
    public var fields: [FieldDeclaration]
    /// How rows of CSV have it; none: files do not say it.
    public var cells: [CellDeclaration]
    /// By what lists are narrowed.
    public var filters: [FilterDeclaration] = []
    /// Whether `search` looks through it.
    public var isSearched = false
    /// Whether a list has no order: one with the same texts, in any case of their letters, is the same.
    public var isUnordered = false
    /// Whether it is today if `add` says nothing.
    public var isTodayAtFirst = false
    /// Whether every record has it, though `add` need not say it.
    public var isNeverEmpty = false
    /// Whether the kind's rules give one to a record that has none: see ``filled``.
    public var isFilled = false
    /// Whether it is a day that has come: commands are refused a later one, which a file's row keeps and the report names.
    public var isPast = false
    /// Whether it is the place in an order of the user's, at whose end a new record stands: see ``position(_:_:)``.
    public var isPosition = false
    /// Whether the kind's rules make it of other values: results and files have it, and no command takes it.
    public var isMade = false
    /// How many characters its text has at most; nil: as many as its type allows.
    public var longest: Int?

    /// Declares a value by its parts; ``line(_:_:)`` and the others make those of one field.
    public init(_ name: String, in place: Place, fields: [FieldDeclaration], cells: [CellDeclaration]) {
        self.name = name
        self.place = place
        self.fields = fields
        self.cells = cells
    }
}

/// A column of CSV that says a value, or a part of it.
public struct CellDeclaration: Sendable, Hashable, Codable {
    /// How a list stands in one cell.
    public enum ListStyle: String, Sendable, Hashable, Codable {
        /// Commas between, with a backslash before commas of the texts.
        case escaped
        /// Commas, semicolons or line ends between: for names that have none of them.
        case names
        /// A line each.
        case lines
    }

    /// The name of the column, which is also what `--map` calls it.
    public var header: String
    /// What stands in it, in one sentence.
    public var help: String
    /// What other programs and languages call such a column.
    public var names: [String]
    /// What its cells look like, for guesses.
    public var look: CSVValueLook?
    /// Whether each file has it; else those where a record says something in it.
    public var isAlways = false
    /// How a list stands in it.
    public var listStyle = ListStyle.escaped
    /// The code of the issue about a cell that cannot be read; nil: `bad-` and the header.
    public var issueCode: String?

    /// Declares a column.
    public init(
        _ header: String, _ help: String, names: [String] = [], look: CSVValueLook? = nil,
        isAlways: Bool = false
    ) {
        self.isAlways = isAlways
        self.header = header
        self.help = help
        self.names = names
        self.look = look
    }
}

// MARK: - Values of one field

extension ValueDeclaration {
    /// A value of one field, one column and one cell of the same name; the column in snake_case.
    public static func one(_ field: FieldDeclaration) -> ValueDeclaration {
        let column = columnName(of: field.name)
        return ValueDeclaration(
            field.name, in: .columns([column]), fields: [field],
            cells: [CellDeclaration(field.name, field.help)])
    }

    /// The name in snake_case.
    private static func columnName(of name: String) -> String {
        let words = FieldDeclaration.kebabCase(name)
        return words == name ? name : words.replacing("-", with: "_")
    }

    /// One line of text.
    public static func line(_ name: String, _ help: String) -> ValueDeclaration {
        one(FieldDeclaration(name, .text, help: help))
    }

    /// A link: a URI, as one line.
    public static func link(_ name: String, _ help: String) -> ValueDeclaration {
        line(name, help).looking(.url).formatted(.uri)
    }

    /// Text of any number of lines.
    public static func text(_ name: String, _ help: String) -> ValueDeclaration {
        one(FieldDeclaration(name, .longText, help: help))
    }

    /// A whole number within bounds.
    public static func integer(_ name: String, in bounds: ClosedRange<Int64>, _ help: String)
        -> ValueDeclaration
    {
        one(FieldDeclaration(name, .integer(bounds), help: help)).looking(.number)
    }

    /// The record's place in an order of the user's, from 1: a new one is the last, and the command `reorder` moves them.
    ///
    /// Records of one place stand in the order in which they were made. The column should have an index.
    public static func position(_ name: String, _ help: String) -> ValueDeclaration {
        integer(name, in: 1...1_000_000_000, help).filled.with { $0.isPosition = true }
    }

    /// A number above 0.
    public static func decimal(_ name: String, above0To greatest: Double, _ help: String) -> ValueDeclaration
    {
        one(FieldDeclaration(name, .decimal(.leastNonzeroMagnitude...greatest), help: help)).looking(.number)
    }

    /// True or false; false where nothing is said.
    public static func boolean(_ name: String, _ help: String) -> ValueDeclaration {
        var value = one(FieldDeclaration(name, .boolean, help: help))
        value.place = .columns(["is_" + columnName(of: name)])
        return value
    }

    /// One of some words.
    public static func choice(_ name: String, of words: [String], _ help: String) -> ValueDeclaration {
        one(FieldDeclaration(name, .choice(words), help: help))
    }

    /// A day.
    public static func date(_ name: String, _ help: String) -> ValueDeclaration {
        one(FieldDeclaration(name, .date, help: help)).looking(.date)
    }

    /// Lines of text in an order, each once; a column keeps them with line feeds between.
    public static func texts(_ name: String, _ help: String) -> ValueDeclaration {
        one(FieldDeclaration(name, .list(.text), help: help))
    }

    /// A day or a time, in the user's zone unless the field `zone` names another.
    ///
    /// The columns are the name's and, with `_zone_id` behind it, that of the row in the table of zones.
    ///
    /// - Parameters:
    ///   - zones: the module's table of zones, with the columns of `ZoneTable`.
    ///   - zone: what the field `zone` is, in a sentence.
    public static func moment(_ name: String, zones: String, _ help: String, zone: String) -> ValueDeclaration
    {
        let column = columnName(of: name)
        var value = one(FieldDeclaration(name, .when, help: help)).looking(.date)
        value.fields.append(FieldDeclaration("zone", .text, help: zone))
        value.cells.append(CellDeclaration("zone", zone, names: ["time zone"]))
        value.place = .moment(column, zone: column + "_zone_id", zones: zones)
        return value
    }

    /// People whom records name, by uids and by the names that files have: see ``NamedPeople``.
    public static func people(_ name: String, _ people: PeopleDeclaration) -> ValueDeclaration {
        ValueDeclaration(
            name, in: .people(people),
            fields: [PeopleFields(name, of: people.collection, words: people.words).all.declaration],
            cells: [
                CellDeclaration(
                    name, "The uids of \(people.words), or their names, with commas between.")
            ])
    }

    /// Days on which something was done, with what there is to say of each; fields of results are the kind's own.
    ///
    /// - Parameters:
    ///   - cell: the column of the days.
    public static func days(_ name: String, _ days: DaysDeclaration, _ cell: CellDeclaration)
        -> ValueDeclaration
    {
        ValueDeclaration(
            name, in: .days(days), fields: [], cells: [cell] + days.parts.flatMap(\.cells)
        ).looking(.date)
    }

    /// The record's tags, which the host keeps.
    public static func tags(_ help: String) -> ValueDeclaration {
        var value = one(
            FieldDeclaration("tags", .list(.text), help: help, option: "tag").formatted(.words))
        value.place = .tags
        return value
    }

    /// What only the kind's own code sees, in a column.
    public static func hidden(_ name: String, column: String) -> ValueDeclaration {
        ValueDeclaration(name, in: .columns([column]), fields: [], cells: [])
    }

    // MARK: - More about it

    /// The value, which every record has.
    public var required: ValueDeclaration { with { $0.fields[0].isRequired = true } }
    /// The value, which every record has, though `add` need not say it.
    public var neverEmpty: ValueDeclaration { with { $0.isNeverEmpty = true } }
    /// The value, which every record has: where neither a command nor a file says one, the kind's rules give it.
    public var filled: ValueDeclaration { neverEmpty.with { $0.isFilled = true } }
    /// The value, which is today if `add` says nothing.
    public var todayAtFirst: ValueDeclaration { with { $0.isTodayAtFirst = true } }
    /// The value, a day that has come.
    public var past: ValueDeclaration { with { $0.isPast = true } }
    /// The value, which the kind's rules make of others: see ``isMade``.
    public var made: ValueDeclaration {
        with {
            $0.isMade = true
            $0.fields[0].isDerived = true
        }
    }
    /// The value, of which results show what follows from other records: `FieldDeclaration.isDerived`.
    public var shownByOthers: ValueDeclaration { with { $0.fields[0].isDerived = true } }
    /// The value, taken by position in a terminal.
    public var positional: ValueDeclaration { with { $0.fields[0].isPositional = true } }
    /// The value, in search.
    public var searched: ValueDeclaration { with { $0.isSearched = true } }
    /// The value, a list without an order.
    public var unordered: ValueDeclaration { with { $0.isUnordered = true } }
    /// The value, in no file.
    public var withoutCell: ValueDeclaration { with { $0.cells = [] } }
    /// The value, in a column of each file.
    public var always: ValueDeclaration {
        with { for cell in $0.cells.indices { $0.cells[cell].isAlways = true } }
    }

    /// The value with a title of its own.
    public func titled(_ title: String) -> ValueDeclaration { with { $0.fields[0].ownTitle = title } }
    /// The value with another option in a terminal: `person` for `people`.
    public func option(_ name: String) -> ValueDeclaration { with { $0.fields[0].option = name } }
    /// The value in a group of a form's fields.
    public func grouped(_ group: String) -> ValueDeclaration { with { $0.fields[0].group = group } }
    /// The value with the format of its texts: `FieldDeclaration.format`.
    public func formatted(_ format: TextFormat) -> ValueDeclaration { with { $0.fields[0].format = format } }
    /// The value with a hint: `FieldDeclaration.hint`.
    public func hinted(_ hint: String) -> ValueDeclaration { with { $0.fields[0].hint = hint } }
    /// The value with its usual words, which forms offer beside any other.
    public func suggesting(_ words: String...) -> ValueDeclaration {
        with { $0.fields[0].suggestions = words }
    }
    /// The value that stands where none is given.
    public func defaulting(to value: DataValue) -> ValueDeclaration {
        with { $0.fields[0].defaultValue = value }
    }
    /// The value in another column of the table.
    public func column(_ column: String) -> ValueDeclaration { columns(column) }
    /// The value in several columns of the table, by a ``ColumnSplit`` of the kind.
    public func columns(_ columns: String...) -> ValueDeclaration { with { $0.place = .columns(columns) } }
    /// The value with another cell.
    public func cell(_ cell: CellDeclaration) -> ValueDeclaration { with { $0.cells = [cell] } }
    /// The value, kept by the kind's ``ValuePlace`` of its name.
    public var customPlace: ValueDeclaration { with { $0.place = .custom } }
    /// The value with at most so many characters.
    public func upTo(_ characters: Int) -> ValueDeclaration { with { $0.longest = characters } }
    /// The value with what other programs and languages call its column.
    public func named(_ names: String...) -> ValueDeclaration { with { $0.cells[0].names = names } }
    /// The value with how its list stands in a cell.
    public func listed(as style: CellDeclaration.ListStyle) -> ValueDeclaration {
        with { $0.cells[0].listStyle = style }
    }
    /// The value with the code of the issue about a cell that cannot be read.
    public func noting(_ code: String) -> ValueDeclaration { with { $0.cells[0].issueCode = code } }
    /// The value with what its cells look like.
    func looking(_ look: CSVValueLook) -> ValueDeclaration { with { $0.cells[0].look = look } }

    /// The value as a filter of lists.
    ///
    /// - Parameter name: the filter's name, if it is not the value's.
    public func filtered(
        _ condition: FilterDeclaration.Condition, as name: String? = nil, _ help: String
    ) -> ValueDeclaration {
        with {
            $0.filters.append(FilterDeclaration(condition, name ?? self.name, help))
        }
    }

    private func with(_ change: (inout ValueDeclaration) -> Void) -> ValueDeclaration {
        var copy = self
        change(&copy)
        return copy
    }
}
