import AtriumSDK

/// With which controls a field stands in a form.
enum ControlKind: Hashable {
    /// One line.
    case line
    /// Digits, and whether a fraction may follow.
    case number(isWhole: Bool)
    /// A text of several lines.
    case lines
    case password
    case checkbox
    /// Yes, no, or nothing said.
    case threeWay
    /// A few words, side by side.
    case radios([String])
    /// Many words, one of them.
    case menu([String])
    /// Any of a few words.
    case checkboxes([String])
    case date
    /// Day, month and year, each of which may be unknown.
    case partialDate
    /// A date, and perhaps a time.
    case when
    /// A date and a time in the user's zone.
    case instant
    /// A date and a time.
    case localTime
    /// Hours and minutes.
    case duration
    /// The name of a record.
    case record(CollectionID)
    case file
    /// Fields together.
    case group([FieldDeclaration])
    /// Words that a terminal takes one by one: here they are a line.
    case words
    /// Any number of texts in one line, with commas between.
    case commas
    /// Any number of texts, one a line.
    case textLines
    /// Any number of rows of one type.
    case rows(FieldType)
    /// How something repeats; of a list, each rule is an element.
    case recurrence(isList: Bool)
    /// One of some words, or any other text.
    case suggested([String])

    init(_ field: FieldDeclaration) {
        if field.type == .list(.text), field.isPositional, field.isRequired {
            self = .words
        } else if let words = field.suggestions, field.type == .text {
            self = .suggested(words)
        } else {
            self.init(
                field.type, isRequired: field.isRequired, default: field.defaultValue, format: field.format)
        }
    }

    /// The controls of a part of an object: of a thing among others nobody says that it is not the preferred one.
    init(part field: FieldDeclaration) {
        self.init(
            field.type, isRequired: field.isRequired || field.type == .boolean, default: field.defaultValue,
            format: field.format)
    }

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// The controls of a row of a list.
    init(row type: FieldType) { self.init(type, isRequired: true, default: nil, format: nil) }

    private init(_ type: FieldType, isRequired: Bool, default value: DataValue?, format: TextFormat?) {
        switch type {
        case .text where format == .recurrence, .longText where format == .recurrence:
            self = .recurrence(isList: false)
        case .list(.text) where format == .recurrence: self = .recurrence(isList: true)
        case .list(.text) where format == .weekdays: self = .checkboxes(Self.weekdays)
        case .list(.text) where format == .words: self = .commas
        case .text: self = .line
        case .longText: self = .lines
        case .secret: self = .password
        case .integer: self = .number(isWhole: true)
        case .decimal: self = .number(isWhole: false)
        case .boolean: self = isRequired || value != nil ? .checkbox : .threeWay
        case .choice(let words): self = words.count <= 5 ? .radios(words) : .menu(words)
        case .date: self = .date
        case .partialDate: self = .partialDate
        case .when: self = .when
        case .instant: self = .instant
        case .localTime: self = .localTime
        case .duration: self = .duration
        case .reference(let collection): self = .record(collection)
        case .file: self = .file
        case .object(let fields): self = .group(fields)
        case .list(.text): self = .textLines
        case .list(.choice(let words)): self = .checkboxes(words)
        case .list(let element): self = .rows(element)
        }
    }
}

extension FieldType {
    /// The type of a list's elements; of what is no list, the type itself.
    var element: FieldType { if case .list(let element) = self { element } else { self } }

    /// The names of an object's parts; none of other types.
    var partNames: Set<String> {
        if case .object(let fields) = self { Set(fields.map(\.name)) } else { [] }
    }
}
