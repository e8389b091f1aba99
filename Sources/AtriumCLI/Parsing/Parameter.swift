import ArgumentParser
import AtriumSDK

/// A declared field as it stands on the command line: an option, a flag or a positional argument.
///
/// | field | command line |
/// |---|---|
/// | positional | `TITLE` |
/// | boolean | `--done`, `--no-done`; only `--done` where the default is false |
/// | list | the option repeated |
/// | any other | `--target-days 20`, `--target-days=20` |
///
/// A positional text of any number of lines may come from elsewhere: `-` stands for standard input, and `--clipboard` for
/// the clipboard.
struct Parameter: Sendable {
    /// The declaration.
    let field: FieldDeclaration
    /// Whether this is `--clear`, which names fields instead of giving one.
    let isClear: Bool
    /// Whether this is `--clipboard`, which stands for the positional text.
    let isClipboard: Bool
    /// Whether it is the record of a command that accepts several; other arguments may follow them.
    ///
    /// The parsing library has no such argument: ``ArgumentScan`` gives it the records as one word, see ``separator``.
    var takesSeveral = false

    /// What stands between the records in that word: no word of a command line can hold it.
    static let separator: Character = "\0"

    private let givenValueName: String?

    /// The parameter of a field; `valueName` is what help calls its value, where its type does not say it.
    init(_ field: FieldDeclaration, valueName: String? = nil) {
        self.field = field
        isClear = false
        isClipboard = false
        givenValueName = valueName
    }

    private init(clearing names: [String]) {
        field = FieldDeclaration(
            "clear", .list(.choice(names)), help: "Clear a field, named by its option; may be repeated.")
        isClear = true
        isClipboard = false
        givenValueName = "name"
    }

    private init(clipboardInPlaceOf name: String) {
        field = FieldDeclaration(
            "clipboard", .boolean, help: "Read the \(name) from the clipboard.", defaultValue: .bool(false))
        isClear = false
        isClipboard = true
        givenValueName = nil
    }

    /// The parameter that empties fields of an edit: `--clear NAME`.
    static func clear(_ names: [String]) -> Parameter { Parameter(clearing: names) }

    /// The parameter that takes a positional text from the clipboard.
    static func clipboard(inPlaceOf field: FieldDeclaration) -> Parameter {
        Parameter(clipboardInPlaceOf: FieldDeclaration.kebabCase(field.name).replacing("-", with: " "))
    }

    /// What was given for a parameter.
    enum Given: Sendable, Hashable {
        /// The words, in order; one for what is not a list.
        case words([String])
        /// A flag, or its opposite.
        case flag(Bool)
    }

    /// Whether the parameter is a flag, without a value.
    var isFlag: Bool { field.type == .boolean && !field.isPositional }
    /// The options that `--clear` takes; none for other parameters.
    var clearable: [String] {
        if isClear, case .list(.choice(let names)) = field.type { names } else { [] }
    }
    /// Whether a flag has an opposite: `--no-done`.
    var hasOpposite: Bool { isFlag && field.defaultValue != .bool(false) }
    /// Whether it may be given more than once.
    var isList: Bool { if case .list = field.type { true } else { false } }
    /// Whether the value is a positional text, which may come from standard input or from the clipboard instead.
    var isPositionalText: Bool { field.isPositional && field.type == .longText }
    private var mustBeGiven: Bool { field.isRequired && field.defaultValue == nil && !isPositionalText }

    /// The names of the option, without hyphens.
    var optionNames: [String] {
        hasOpposite ? [field.optionName, "no-" + field.optionName] : [field.optionName]
    }

    /// The property wrapper that tells the parsing library of the parameter.
    var definition: Any {
        let help = ArgumentHelp(helpText, valueName: valueName)
        let name = NameSpecification.customLong(field.optionName)
        if isFlag {
            if !hasOpposite { return Flag<Bool>(wrappedValue: false, name: name, help: help) }
            return mustBeGiven
                ? Flag<Bool>(name: name, inversion: .prefixedNo, help: help)
                : Flag<Bool?>(name: name, inversion: .prefixedNo, help: help)
        }
        switch (field.isPositional, isList, mustBeGiven) {
        case (true, true, true): return Argument<[String]>(help: help, completion: completion)
        case (true, true, false):
            return Argument<[String]>(wrappedValue: [], help: help, completion: completion)
        case (true, false, true): return Argument<String>(help: help, completion: completion)
        case (true, false, false): return Argument<String?>(help: help, completion: completion)
        case (false, true, true):
            return Option<[String]>(
                name: name, parsing: .unconditionalSingleValue, help: help, completion: completion)
        case (false, true, false):
            return Option<[String]>(
                wrappedValue: [], name: name, parsing: .unconditionalSingleValue, help: help,
                completion: completion)
        case (false, false, true):
            return Option<String>(name: name, parsing: .unconditional, help: help, completion: completion)
        case (false, false, false):
            return Option<String?>(name: name, parsing: .unconditional, help: help, completion: completion)
        }
    }

    /// What was given, read the way that ``definition`` announced; nil where nothing was.
    func given<Key: CodingKey>(in container: KeyedDecodingContainer<Key>, forKey key: Key) throws -> Given? {
        if isFlag {
            if hasOpposite, !mustBeGiven {
                return try container.decodeIfPresent(Flag<Bool?>.self, forKey: key)?.wrappedValue
                    .map(Given.flag)
            }
            let flag = try container.decode(Flag<Bool>.self, forKey: key).wrappedValue
            return flag || hasOpposite ? .flag(flag) : nil
        }
        let words: [String] =
            switch (field.isPositional, isList, mustBeGiven) {
            case (true, true, _): try container.decode(Argument<[String]>.self, forKey: key).wrappedValue
            case (true, false, true):
                try container.decode(Argument<String>.self, forKey: key).wrappedValue
                    .split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
            case (true, false, false):
                try container.decodeIfPresent(Argument<String?>.self, forKey: key)?.wrappedValue.map { [$0] }
                    ?? []
            case (false, true, _): try container.decode(Option<[String]>.self, forKey: key).wrappedValue
            case (false, false, true): [try container.decode(Option<String>.self, forKey: key).wrappedValue]
            case (false, false, false):
                try container.decodeIfPresent(Option<String?>.self, forKey: key)?.wrappedValue.map { [$0] }
                    ?? []
            }
        return words.isEmpty ? nil : .words(words)
    }

    /// The value of what was given; a list of texts where several records were.
    ///
    /// - Throws: as ``FieldText/value(of:from:)``.
    func value(of given: Given) throws -> DataValue {
        if takesSeveral, case .words(let words) = given, words.count > 1 { return .texts(words) }
        return try FieldText.value(of: field, from: given)
    }
}

/// What help and completion say of a parameter.
extension Parameter {
    private var elementType: FieldType {
        if case .list(let element) = field.type { element } else { field.type }
    }

    /// The field's help with what may be given and what stands where nothing is.
    private var helpText: String {
        var notes: [String] = []
        switch elementType {
        case .choice(let words) where !words.isEmpty: notes.append("values: " + words.joined(separator: ", "))
        case .object(let fields):
            notes.append("parts: " + fields.map(\.name).joined(separator: ", "))
            let example = fields.prefix(2).map { "\($0.name)=…" }.joined(separator: ";")
            notes.append("write \"\(example)\", JSON, or the first part alone")
        default: break
        }
        if takesSeveral { notes.append("name several records by their full names") }
        if isPositionalText { notes.append("- reads standard input") }
        if let value = field.defaultValue, value != .bool(false), !value.isNull, value != .list([]) {
            notes.append("default: " + Self.plainText(value))
        }
        return notes.isEmpty ? field.help : "\(field.help) (\(notes.joined(separator: "; ")))"
    }

    private static func plainText(_ value: DataValue) -> String {
        switch value {
        case .text(let text): text
        case .bool(let flag): flag ? "yes" : "no"
        case .list(let values): values.map(plainText).joined(separator: ", ")
        default: value.json
        }
    }

    /// What stands between angle brackets in help.
    private var valueName: String {
        if let givenValueName { return givenValueName }
        if field.isPositional { return FieldDeclaration.kebabCase(field.name) }
        return switch elementType {
        case .integer, .decimal: "number"
        case .date, .partialDate: "date"
        case .instant: "instant"
        case .localTime: "time"
        case .when: "when"
        case .duration: "duration"
        case .file: "file"
        case .object: "value"
        default: field.optionName
        }
    }

    /// How the parameter stands in the usage line: positional ones, and options that must be given.
    var usage: String? {
        let isOptional = !mustBeGiven
        let text =
            field.isPositional
            ? "<\(valueName)>" : "--\(field.optionName)" + (isFlag ? "" : " <\(valueName)>")
        if !field.isPositional, isOptional { return nil }
        return (isOptional ? "[\(text)]" : text) + (isList || takesSeveral ? " ..." : "")
    }

    private var completion: CompletionKind? {
        switch elementType {
        case .choice(let words): .list(words)
        case .boolean: .list(["true", "false"])
        case .file: .file()
        default: nil
        }
    }
}
