import Foundation

/// The declaration of a module's setting, with a name, the possible values and a default value.
///
/// In `settings set` and on the settings page, the setting's name follows the module's id:
/// `tasks.default-kind`. The vault stores the value as text, so that undo, backups and exports include it
/// like the user's other settings. A module creates a declaration with ``ModuleSetting``, which also reads
/// the value.
public struct SettingDeclaration: Sendable {
    /// The setting's name within the module, with the type, the help and the default value.
    ///
    /// The name consists of lower-case words joined by hyphens.
    ///
    /// The type is `choice`, `integer`, `boolean` or `text`; the default is a value of the type.
    public let field: FieldDeclaration
    /// Converts a text to its stored form, or throws an error if the text is not a valid value.
    let check: (@Sendable (String) throws -> String)?

    init(
        _ name: String, _ type: FieldType, default value: DataValue, help: String, title: String?,
        choiceTitles: [String: String]? = nil, check: (@Sendable (String) throws -> String)? = nil
    ) {
        field = FieldDeclaration(
            name, type, help: help, defaultValue: value, title: title, choiceTitles: choiceTitles)
        self.check = check
    }

    /// The setting's name within the module.
    public var name: String { field.name }

    /// The default value as people read it: `15`, `yes`, `must-do`.
    public var defaultText: String { field.defaultValue.map(Self.text) ?? "" }

    /// Converts a value to its stored form: `yes` for `true` and `On`, `15` for ` 015 `.
    ///
    /// - Parameter key: the setting's name in error messages; nil means the name within the module.
    /// - Throws: ``AtriumError`` with code `badData` that lists the possible values, and the errors of the
    ///   setting's own check.
    public func storedText(for text: String, as key: String? = nil) throws -> String {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        func wrong(_ remedy: Guidance) -> AtriumError {
            AtriumError(
                .badData, "“\(text)” is not a valid value for \(key ?? name)", remedy: remedy, field: "value")
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

    /// Converts a stored text to a value, or returns nil if the text is no longer valid.
    ///
    /// For instance, a later version of the module may have fewer choices.
    public func value(of stored: String) -> DataValue? {
        guard let text = try? storedText(for: stored) else { return nil }
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

/// A module's setting with a Swift type, which contains the declaration and is the key that reads the value.
///
/// ```swift
/// static let snap = ModuleSetting.integer("snap", in: 5...60, default: 15, help: "The grid of times, in minutes.")
/// // in the module: settings: [snap.declaration]
/// // in run: let minutes = context.moduleSettings[snap]
/// ```
public struct ModuleSetting<Value: Sendable>: Sendable {
    /// The declaration that the host and surfaces see.
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
    /// Declares a setting with one of several lower-case words as its value.
    public static func choice(
        _ name: String, of words: [String], default initial: String, title: String? = nil,
        titles: [String: String]? = nil, help: String
    ) -> Self {
        Self(
            SettingDeclaration(
                name, .choice(words), default: .text(initial), help: help, title: title, choiceTitles: titles),
            initial, decode: \.textValue)
    }

    /// Declares a setting with one line of text as its value, without surrounding whitespace.
    ///
    /// - Parameter check: converts a text to its stored form, and returns a stored form unchanged. Throws an
    ///   ``AtriumError`` with code `badData` that names the field `value` and describes the valid values.
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
    /// Declares a setting with a whole number within bounds as its value.
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
    /// Declares a setting with yes or no as its value.
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

/// The user's settings for one module; only this module reads the settings.
///
/// The host loads the user's settings when a command begins; reading a setting does not access the vault.
public struct ModuleSettings: Sendable {
    private let module: String
    private let stored: [String: String]

    /// Creates a module's settings; only the host calls this initializer.
    ///
    /// If `stored` is empty, every setting has its default value.
    ///
    /// - Parameter stored: the stored texts, by names such as `tasks.snap`; other modules' settings are
    ///   ignored.
    public init(of module: String = "", stored: [String: String] = [:]) {
        self.module = module
        self.stored = stored
    }

    /// Returns a setting's value, or the default value if the stored value is missing or no longer valid.
    public subscript<Value>(setting: ModuleSetting<Value>) -> Value {
        stored["\(module).\(setting.declaration.name)"].flatMap(setting.declaration.value).flatMap(
            setting.decode)
            ?? setting.initial
    }
}
