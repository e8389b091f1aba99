import Foundation

/// One thing that a user can set for a module: a name, the values that are possible, and the one that holds at first.
///
/// People write it with the module's id before it, `tasks.default-kind`, in `settings set` and on the page. The value is
/// kept in the vault as text, so that undo, backups and exports have it as they have the user's other settings.
/// A module makes one by ``ModuleSetting``, which also reads it.
public struct SettingDeclaration: Sendable {
    /// The name within the module (lower-case words joined by hyphens), the type, the help and the default value.
    ///
    /// The type is `choice`, `integer`, `boolean` or `text`; the default is a value of the type.
    public let field: FieldDeclaration
    /// Of a text: gives the form in which it is kept, or refuses it.
    let check: (@Sendable (String) throws -> String)?

    init(
        _ name: String, _ type: FieldType, default value: DataValue, help: String, title: String?,
        choiceTitles: [String: String]? = nil, check: (@Sendable (String) throws -> String)? = nil
    ) {
        field = FieldDeclaration(
            name, type, help: help, defaultValue: value, title: title, choiceTitles: choiceTitles)
        self.check = check
    }

    /// The name within the module.
    public var name: String { field.name }

    /// The default value as people read it: `15`, `yes`, `must-do`.
    public var defaultText: String { field.defaultValue.map(Self.text) ?? "" }

    /// The form in which a value is kept: `yes` for `true` and `On`, `15` for ` 015 `.
    ///
    /// - Parameter key: what errors call the setting; nil: its name within the module.
    /// - Throws: ``AtriumError`` with code `badData` that says which values are possible, and what the setting's own check
    ///   throws.
    public func kept(_ text: String, as key: String? = nil) throws -> String {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        func wrong(_ remedy: Guidance) -> AtriumError {
            AtriumError(
                .badData, "“\(text)” is no value for \(key ?? name)", remedy: remedy, field: "value")
        }
        switch field.type {
        case .choice(let words):
            guard words.contains(trimmed.lowercased()) else {
                throw wrong("use one of: \(words.joined(separator: ", "))")
            }
            return trimmed.lowercased()
        case .boolean:
            switch trimmed.lowercased() {
            case "yes", "true", "on": return "yes"
            case "no", "false", "off": return "no"
            default: throw wrong("use yes or no")
            }
        case .integer(let bounds):
            guard let number = Int64(trimmed), bounds.contains(number) else {
                throw wrong("use a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
            }
            return String(number)
        default:
            return try check?(trimmed) ?? trimmed
        }
    }

    /// The value of a kept text; nil if the setting does not take it, as when a later version has fewer choices.
    public func value(of kept: String) -> DataValue? {
        guard let text = try? self.kept(kept) else { return nil }
        return switch field.type {
        case .integer: Int64(text).map(DataValue.integer)
        case .boolean: .bool(text == "yes")
        default: .text(text)
        }
    }

    private static func text(_ value: DataValue) -> String {
        switch value {
        case .bool(let flag): flag ? "yes" : "no"
        case .integer(let number): String(number)
        default: value.textValue ?? ""
        }
    }
}

/// A setting of a module with its Swift type: declared once, used as the key to read it.
///
/// ```swift
/// static let snap = ModuleSetting.integer("snap", in: 5...60, default: 15, help: "The grid of times, in minutes.")
/// // in the module: settings: [snap.declaration]
/// // in run: let minutes = context.moduleSettings[snap]
/// ```
public struct ModuleSetting<Value: Sendable>: Sendable {
    /// What the host and surfaces see.
    public let declaration: SettingDeclaration
    let initial: Value
    let decode: @Sendable (DataValue) -> Value?

    private init(
        _ declaration: SettingDeclaration, _ initial: Value, decode: @escaping @Sendable (DataValue) -> Value?
    ) {
        self.declaration = declaration
        self.initial = initial
        self.decode = decode
    }
}

extension ModuleSetting where Value == String {
    /// One of some lower-case words.
    public static func choice(
        _ name: String, of words: [String], default initial: String, title: String? = nil,
        titles: [String: String]? = nil, help: String
    ) -> Self {
        Self(
            SettingDeclaration(
                name, .choice(words), default: .text(initial), help: help, title: title, choiceTitles: titles),
            initial, decode: \.textValue)
    }

    /// One line of text, without blanks around it.
    ///
    /// - Parameter check: gives the form in which a text is kept, which it takes again, or throws an ``AtriumError`` with
    ///   code `badData` that names the field `value` and says what is possible.
    public static func text(
        _ name: String, default initial: String = "", title: String? = nil, help: String,
        check: (@Sendable (String) throws -> String)? = nil
    ) -> Self {
        Self(
            SettingDeclaration(
                name, .text, default: .text(initial), help: help, title: title, check: check),
            initial, decode: \.textValue)
    }
}

extension ModuleSetting where Value == Int64 {
    /// A whole number within bounds.
    public static func integer(
        _ name: String, in bounds: ClosedRange<Int64>, default initial: Int64, title: String? = nil,
        help: String
    ) -> Self {
        Self(
            SettingDeclaration(
                name, .integer(bounds), default: .integer(initial), help: help, title: title),
            initial, decode: \.integerValue)
    }
}

extension ModuleSetting where Value == Bool {
    /// Yes or no.
    public static func boolean(
        _ name: String, default initial: Bool, title: String? = nil, help: String
    ) -> Self {
        Self(
            SettingDeclaration(name, .boolean, default: .bool(initial), help: help, title: title), initial
        ) { value in
            if case .bool(let flag) = value { flag } else { nil }
        }
    }
}

/// What the user has set for a module, read by the module itself: its own settings and no others.
///
/// The host knows the user's settings when a command begins; to read one asks nothing of the vault.
public struct ModuleSettings: Sendable {
    private let module: String
    private let kept: [String: String]

    /// Takes the settings of a module; the host does.
    ///
    /// Without any, the defaults hold.
    ///
    /// - Parameter kept: the texts that are kept, by names such as `tasks.snap`; those of other modules are not looked at.
    public init(of module: String = "", kept: [String: String] = [:]) {
        self.module = module
        self.kept = kept
    }

    /// The value of a setting; its default if nothing is set, or something that it no longer takes.
    public subscript<Value>(setting: ModuleSetting<Value>) -> Value {
        kept["\(module).\(setting.declaration.name)"].flatMap(setting.declaration.value).flatMap(
            setting.decode)
            ?? setting.initial
    }
}
