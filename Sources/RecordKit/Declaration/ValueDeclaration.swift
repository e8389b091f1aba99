public import AtriumSDK
public import CSVFormat

/// A declaration that describes one value in a record.
///
/// The declaration specifies where the value is stored, and how the value appears in commands, lists, forms,
/// search and files. Records are compared, merged and exported value by value. Most values have one column,
/// one field and one CSV cell. Some values, such as a schedule, have three columns, three fields and three
/// cells, and a ``ValueCodec`` converts between them.
///
/// ```swift
/// .line("author", "The author.").searched.filtered(.contains, "List only quotes by such authors.")
/// ```
public struct ValueDeclaration: Sendable, Hashable, Codable {
    /// The storage location for a value.
    public enum Place: Sendable, Hashable, Codable {
        /// One or more columns in the record's row.
        case columns([String])
        /// Two columns: one for a day or a time as the author wrote it, and one for the time zone's row id.
        ///
        /// The time zone's row is in a table of time zones.
        case moment(String, zone: String, zones: String)
        /// A column with words that name people, and links to the people whom the vault contains.
        case people(PeopleDeclaration)
        /// A separate table with one row for each day.
        case days(DaysDeclaration)
        /// The tags, which the host stores.
        case tags
        /// A custom location, such as a child table, for which the kind registers a ``ValuePlace``.
        case custom
    }

    /// The value's name; a value with only one field uses this name for the field.
    public var name: String
    /// The storage location.
    public var place: Place
    /// The fields in commands, results and forms; empty if only the kind's own code uses the value.
    public var fields: [FieldDeclaration]
    /// The cells in a CSV row; empty if files do not contain the value.
    public var cells: [CellDeclaration]
    /// The list filters for this value.
    public var filters: [FilterDeclaration] = []
    /// True if the `search` command searches the value.
    public var isSearched = false
    /// True if a list's order has no meaning.
    ///
    /// Two such lists are equal if they contain the same texts, ignoring case.
    public var isUnordered = false
    /// True if `add` uses the current day as the default.
    public var isTodayAtFirst = false
    /// True if every record has the value, although the user may omit the value in `add`.
    public var isNotNull = false
    /// True if the kind's rules provide a missing value; see ``defaultedByRules``.
    public var isDefaultedByRules = false
    /// True for a day that must not be in the future.
    ///
    /// Commands reject a future day. An import stores and reports a future day.
    public var isPast = false
    /// True if the value is a record's position in the user's own order; see ``position(_:_:)``.
    ///
    /// A new record gets the last position.
    public var isPosition = false
    /// True if the kind's rules derive the value from other values.
    ///
    /// Results and files contain a derived value, but commands do not accept one.
    public var isDerived = false
    /// The maximum number of characters in the text, or nil to use the type's limit.
    public var longest: Int?

    private enum CodingKeys: String, CodingKey {
        case name, place, fields, cells, filters, isSearched, isUnordered, isTodayAtFirst, isPast, isPosition
        case longest
        case isNotNull = "isNeverEmpty"
        case isDefaultedByRules = "isFilled"
        case isDerived = "isMade"
    }

    /// Declares a value by its parts.
    ///
    /// To declare a value with one field, call ``line(_:_:)`` or a similar function instead.
    public init(_ name: String, in place: Place, fields: [FieldDeclaration], cells: [CellDeclaration]) {
        self.name = name
        self.place = place
        self.fields = fields
        self.cells = cells
    }
}

/// A declaration that describes a CSV column for a value, or for a part of a value.
public struct CellDeclaration: Sendable, Hashable, Codable {
    /// The representation of a list in one cell.
    public enum ListStyle: String, Sendable, Hashable, Codable {
        /// The elements are separated by commas; a backslash escapes a comma within an element.
        case escaped
        /// The elements are names, separated by commas, semicolons or line breaks.
        ///
        /// The names themselves must not contain these characters.
        case names
        /// Each element is on its own line.
        case lines
    }

    /// The column's header, which the `--map` option also uses.
    public var header: String
    /// The help text: one sentence that describes the column's content.
    public var help: String
    /// The column's names in other programs and languages.
    public var names: [String]
    /// The expected form of a cell, by which an import guesses the column's meaning.
    public var look: CSVValueLook?
    /// True if every exported file has the column; false if only files with a value for this column have it.
    public var isAlways = false
    /// The representation of a list in the cell.
    public var listStyle = ListStyle.escaped
    /// The issue code for an unreadable cell, or nil to use `bad-` followed by the header.
    public var issueCode: String?

    /// Declares a CSV column.
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
    /// Declares a value with one field, one table column and one CSV cell, all named after the field.
    ///
    /// The name of the table column is in snake_case.
    public static func one(_ field: FieldDeclaration) -> ValueDeclaration {
        let column = columnName(of: field.name)
        return ValueDeclaration(
            field.name, in: .columns([column]), fields: [field],
            cells: [CellDeclaration(field.name, field.help)])
    }

    /// Converts a name to snake_case.
    private static func columnName(of name: String) -> String {
        let words = FieldDeclaration.kebabCase(name)
        return words == name ? name : words.replacing("-", with: "_")
    }

    /// Declares a text value with a single line.
    public static func line(_ name: String, _ help: String) -> ValueDeclaration {
        one(FieldDeclaration(name, .text, help: help))
    }

    /// Declares a link value: a URI on a single line.
    public static func link(_ name: String, _ help: String) -> ValueDeclaration {
        line(name, help).looking(.url).formatted(.uri)
    }

    /// Declares a text value with any number of lines.
    public static func text(_ name: String, _ help: String) -> ValueDeclaration {
        one(FieldDeclaration(name, .longText, help: help))
    }

    /// Declares an integer value within bounds.
    public static func integer(_ name: String, in bounds: ClosedRange<Int64>, _ help: String)
        -> ValueDeclaration
    {
        one(FieldDeclaration(name, .integer(bounds), help: help)).looking(.number)
    }

    /// Declares a value for a record's position in the user's own order, which starts at 1.
    ///
    /// A new record gets the last position, and the command `reorder` moves records. Records with equal
    /// positions are sorted in the order in which the records were added. The column should have an index.
    public static func position(_ name: String, _ help: String) -> ValueDeclaration {
        integer(name, in: 1...1_000_000_000, help).defaultedByRules.with { $0.isPosition = true }
    }

    /// Declares a decimal value greater than 0.
    public static func decimal(_ name: String, above0To greatest: Double, _ help: String) -> ValueDeclaration
    {
        one(FieldDeclaration(name, .decimal(.leastNonzeroMagnitude...greatest), help: help)).looking(.number)
    }

    /// Declares a Boolean value, which is false by default.
    public static func boolean(_ name: String, _ help: String) -> ValueDeclaration {
        var value = one(FieldDeclaration(name, .boolean, help: help))
        value.place = .columns(["is_" + columnName(of: name)])
        return value
    }

    /// Declares a value for which users choose one word from a list.
    public static func choice(_ name: String, of words: [String], _ help: String) -> ValueDeclaration {
        one(FieldDeclaration(name, .choice(words), help: help))
    }

    /// Declares a day value.
    public static func date(_ name: String, _ help: String) -> ValueDeclaration {
        one(FieldDeclaration(name, .date, help: help)).looking(.date)
    }

    /// Declares a value with an ordered list of unique lines.
    ///
    /// The lines are stored in one column and separated by line feeds.
    public static func texts(_ name: String, _ help: String) -> ValueDeclaration {
        one(FieldDeclaration(name, .list(.text), help: help))
    }

    /// Declares a day or a time in the user's time zone, unless the field `zone` names another time zone.
    ///
    /// Two columns store the value. The first column has the value's name. The second column's name is the
    /// value's name followed by `_zone_id`, and the column contains a row id from the table of time zones.
    ///
    /// - Parameters:
    ///   - zones: the module's table of time zones, with the columns that `ZoneTable` requires.
    ///   - zone: the help text for the field `zone`, in one sentence.
    public static func moment(_ name: String, zones: String, _ help: String, zone: String) -> ValueDeclaration
    {
        let column = columnName(of: name)
        var value = one(FieldDeclaration(name, .when, help: help)).looking(.date)
        value.fields.append(FieldDeclaration("zone", .text, help: zone))
        value.cells.append(CellDeclaration("zone", zone, names: ["time zone"]))
        value.place = .moment(column, zone: column + "_zone_id", zones: zones)
        return value
    }

    /// Declares a value with people, who are identified by uids, or by names from files; see ``NamedPeople``.
    public static func people(_ name: String, _ people: PeopleDeclaration) -> ValueDeclaration {
        ValueDeclaration(
            name, in: .people(people),
            fields: [PeopleFields(name, of: people.collection, words: people.words).all.declaration],
            cells: [
                CellDeclaration(
                    name, "The uids of \(people.words), or their names, separated by commas.")
            ])
    }

    /// Declares a value with the days on which the user did something, and with details for each day.
    ///
    /// The kind itself provides the result fields.
    ///
    /// - Parameters:
    ///   - cell: the CSV column that contains the days.
    public static func days(_ name: String, _ days: DaysDeclaration, _ cell: CellDeclaration)
        -> ValueDeclaration
    {
        ValueDeclaration(
            name, in: .days(days), fields: [], cells: [cell] + days.parts.flatMap(\.cells)
        ).looking(.date)
    }

    /// Declares a value with the record's tags, which the host stores.
    public static func tags(_ help: String) -> ValueDeclaration {
        var value = one(
            FieldDeclaration("tags", .list(.text), help: help, option: "tag").formatted(.words))
        value.place = .tags
        return value
    }

    /// Declares a value that is stored in a column and used only by the kind's own code.
    public static func hidden(_ name: String, column: String) -> ValueDeclaration {
        ValueDeclaration(name, in: .columns([column]), fields: [], cells: [])
    }

    // MARK: - More about it

    /// A copy of this declaration with a required value.
    public var required: ValueDeclaration { with { $0.fields[0].isRequired = true } }
    /// A copy of this declaration with a value that every record has, although the user may omit it in `add`.
    public var notNull: ValueDeclaration { with { $0.isNotNull = true } }
    /// A copy of this declaration with a value that the kind's rules provide if it is missing.
    ///
    /// Every record has such a value: the rules provide one if a command or a file does not.
    public var defaultedByRules: ValueDeclaration { notNull.with { $0.isDefaultedByRules = true } }
    /// A copy of this declaration that uses the current day as the default in `add`.
    public var todayAtFirst: ValueDeclaration { with { $0.isTodayAtFirst = true } }
    /// A copy of this declaration with a day that must not be in the future.
    public var past: ValueDeclaration { with { $0.isPast = true } }
    /// A copy of this declaration for a value that the kind's rules derive from other values.
    ///
    /// See ``isDerived``.
    public var derived: ValueDeclaration {
        with {
            $0.isDerived = true
            $0.fields[0].isDerived = true
        }
    }
    /// A copy of this declaration for a value whose result depends on other records.
    ///
    /// See `FieldDeclaration.isDerived`.
    public var shownByOthers: ValueDeclaration { with { $0.fields[0].isDerived = true } }
    /// A copy of this declaration whose field is a positional argument in the terminal.
    public var positional: ValueDeclaration { with { $0.fields[0].isPositional = true } }
    /// A copy of this declaration with a value that the `search` command searches.
    public var searched: ValueDeclaration { with { $0.isSearched = true } }
    /// A copy of this declaration for a list whose order has no meaning.
    public var unordered: ValueDeclaration { with { $0.isUnordered = true } }
    /// A copy of this declaration without a CSV cell.
    public var withoutCell: ValueDeclaration { with { $0.cells = [] } }
    /// A copy of this declaration whose CSV column appears in every exported file.
    public var always: ValueDeclaration {
        with { for cell in $0.cells.indices { $0.cells[cell].isAlways = true } }
    }

    /// Returns a copy of this declaration with a custom title.
    public func titled(_ title: String) -> ValueDeclaration { with { $0.fields[0].ownTitle = title } }
    /// Returns a copy of this declaration with another option name in the terminal: `person` for `people`.
    public func option(_ name: String) -> ValueDeclaration { with { $0.fields[0].option = name } }
    /// Returns a copy of this declaration whose field belongs to a group in forms.
    public func grouped(_ group: String) -> ValueDeclaration { with { $0.fields[0].group = group } }
    /// Returns a copy of this declaration with a text format; see `FieldDeclaration.format`.
    public func formatted(_ format: TextFormat) -> ValueDeclaration { with { $0.fields[0].format = format } }
    /// Returns a copy of this declaration with a hint; see `FieldDeclaration.hint`.
    public func hinted(_ hint: String) -> ValueDeclaration { with { $0.fields[0].hint = hint } }
    /// Returns a copy of this declaration with suggested words.
    ///
    /// Forms offer the words but also accept other input.
    public func suggesting(_ words: String...) -> ValueDeclaration {
        with { $0.fields[0].suggestions = words }
    }
    /// Returns a copy of this declaration with a default value.
    public func defaulting(to value: DataValue) -> ValueDeclaration {
        with { $0.fields[0].defaultValue = value }
    }
    /// Returns a copy of this declaration that stores the value in another table column.
    public func column(_ column: String) -> ValueDeclaration { columns(column) }
    /// Returns a copy of this declaration that stores the value in several table columns.
    ///
    /// The kind must have a ``ColumnSplit`` for the value.
    public func columns(_ columns: String...) -> ValueDeclaration { with { $0.place = .columns(columns) } }
    /// Returns a copy of this declaration with another CSV cell.
    public func cell(_ cell: CellDeclaration) -> ValueDeclaration { with { $0.cells = [cell] } }
    /// A copy of this declaration with a custom location, for which the kind has a ``ValuePlace``.
    public var customPlace: ValueDeclaration { with { $0.place = .custom } }
    /// Returns a copy of this declaration with a maximum number of characters.
    public func upTo(_ characters: Int) -> ValueDeclaration { with { $0.longest = characters } }
    /// Returns a copy of this declaration with the CSV column's names in other programs and languages.
    public func named(_ names: String...) -> ValueDeclaration { with { $0.cells[0].names = names } }
    /// Returns a copy of this declaration with another representation of the list in its cell.
    public func listed(as style: CellDeclaration.ListStyle) -> ValueDeclaration {
        with { $0.cells[0].listStyle = style }
    }
    /// Returns a copy of this declaration with an issue code for unreadable cells.
    public func noting(_ code: String) -> ValueDeclaration { with { $0.cells[0].issueCode = code } }
    /// Returns a copy of this declaration with an expected cell form.
    func looking(_ look: CSVValueLook) -> ValueDeclaration { with { $0.cells[0].look = look } }

    /// Returns a copy of this declaration with an additional list filter.
    ///
    /// - Parameter name: the filter's name, or nil to use the value's name.
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
