public import AtriumSDK
package import Foundation
import GRDB

/// What a user can set, each with its check; kept in the vault.
enum Setting: String, CaseIterable {
    case zone
    case firstWeekday = "first-weekday"
    case units
    case name
    case interests
    case cadence
    case theme
    case contrast
    case tabs
    case skippedSteps = "skipped-steps"

    /// What the setting means, for help.
    var help: String {
        switch self {
        case .zone: "The time zone in which days begin and times are shown, such as Europe/Vienna."
        case .firstWeekday: "The first day of the week: monday to sunday."
        case .units: "The units of quantities: metric or imperial."
        case .name: "Your name."
        case .interests: "Your interests, separated by commas. They are used to find people who share them."
        case .cadence:
            "The number of days within which you want to be in touch with people, unless you set another number for a person: "
                + "\(Self.cadenceDays.lowerBound) to \(Self.cadenceDays.upperBound), or empty for no such goal."
        case .theme: "The page's colors: system, light or dark."
        case .contrast: "The contrast of the page's colors: system, normal or more."
        case .tabs:
            "The tabs of the page on a phone, at most \(PageSettings.mostTabs), separated by commas: ids of modules, "
                + "\(PageSettings.places.joined(separator: ", "))."
        case .skippedSteps: "The first steps to hide, separated by commas."
        }
    }

    /// The bounds of a cadence in days: one day to ten years.
    static let cadenceDays = 1...3660
    static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// The form in which a value is kept.
    ///
    /// - Parameter modules: the ids of the modules that are installed.
    /// - Throws: ``AtriumError`` with code `badData` that says which values are possible.
    func checked(_ value: String, modules: [String]) throws -> String {
        switch self {
        case .zone:
            // An abbreviation such as EST is no place: it has no daylight saving.
            guard let zone = TimeZone(identifier: value), value.contains("/") || value == "UTC" else {
                throw wrong(value, "use a name from the time zone database, such as Europe/Vienna or UTC")
            }
            return zone.identifier == "GMT" ? "UTC" : value
        case .firstWeekday:
            guard Self.weekdays.contains(value.lowercased()) else {
                throw wrong(value, "use one of: \(Self.weekdays.joined(separator: ", "))")
            }
            return value.lowercased()
        case .units:
            guard UserSettings.Units(rawValue: value.lowercased()) != nil else {
                throw wrong(value, "use metric or imperial")
            }
            return value.lowercased()
        case .name:
            return value.trimmingCharacters(in: .whitespacesAndNewlines)
        case .interests:
            return Self.words(value).joined(separator: ", ")
        case .cadence: return try days(value)
        case .theme: return try word(value, of: PageSettings.Theme.self)
        case .contrast: return try word(value, of: PageSettings.Contrast.self)
        case .tabs:
            let tabs = Self.words(value.lowercased())
            let places = PageSettings.places + modules
            guard tabs.count <= PageSettings.mostTabs, tabs.allSatisfy(places.contains) else {
                throw wrong(
                    value, "use at most \(PageSettings.mostTabs) of: \(places.joined(separator: ", "))")
            }
            return tabs.joined(separator: ", ")
        case .skippedSteps: return Self.words(value.lowercased()).joined(separator: ", ")
        }
    }

    /// The words of a list with commas between, each once in whatever case.
    static func words(_ value: String) -> [String] {
        var seen: Set<String> = []
        return value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
    }

    /// A number of days without leading zeros or spaces, or nothing.
    private func days(_ value: String) throws -> String {
        let text = value.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return "" }
        guard let days = Int(text), Self.cadenceDays.contains(days) else {
            throw wrong(
                value,
                "use a number of days, \(Self.cadenceDays.lowerBound) to \(Self.cadenceDays.upperBound), or leave it empty"
            )
        }
        return String(days)
    }

    private func word<Words: RawRepresentable<String> & CaseIterable>(
        _ value: String, of words: Words.Type
    ) throws -> String {
        guard let word = Words(rawValue: value.lowercased()) else {
            let possible = words.allCases.map(\.rawValue).joined(separator: ", ")
            throw wrong(value, "use one of: \(possible)")
        }
        return word.rawValue
    }

    private func wrong(_ value: String, _ remedy: Guidance) -> AtriumError {
        AtriumError(
            .badData, "“\(value)” is not a valid value for \(rawValue)", remedy: remedy, field: "value")
    }
}

/// How a user wants the page.
public struct PageSettings: Sendable, Hashable {
    /// Which colours.
    public enum Theme: String, Sendable, CaseIterable {
        /// As the device has it.
        case system
        /// Dark words on a light ground.
        case light
        /// Light words on a dark ground.
        case dark
    }

    /// How much colours differ.
    public enum Contrast: String, Sendable, CaseIterable {
        /// As the device has it.
        case system
        /// As drawn.
        case normal
        /// At least 7:1.
        case more
    }

    /// The most tabs.
    public static let mostTabs = 5
    /// Where a tab can lead beside modules.
    public static let places = ["today", "search", "history", "more"]

    /// The colours.
    public var theme = Theme.system
    /// The contrast.
    public var contrast = Contrast.system
    /// The tabs of the bar in order; none: as the page has them at first.
    public var tabs: [String] = []

    /// How the page is where nothing is set.
    public static let unset = PageSettings([:])

    /// Takes a vault's settings.
    init(_ values: [Setting: String]) {
        theme = values[.theme].flatMap(Theme.init(rawValue:)) ?? .system
        contrast = values[.contrast].flatMap(Contrast.init(rawValue:)) ?? .system
        tabs = Setting.words(values[.tabs] ?? "")
    }
}

extension Setting {
    /// The setting as a form shows it: what values it takes.
    func field(modules: [Module]) -> FieldDeclaration {
        let type: FieldType =
            switch self {
            case .zone, .name, .interests: .text
            case .firstWeekday: .choice(Self.weekdays)
            case .units: .choice(UserSettings.Units.allCases.map(\.rawValue))
            case .cadence:
                .integer(Int64(Self.cadenceDays.lowerBound)...Int64(Self.cadenceDays.upperBound))
            case .theme: .choice(PageSettings.Theme.allCases.map(\.rawValue))
            case .contrast: .choice(PageSettings.Contrast.allCases.map(\.rawValue))
            case .tabs: .list(.choice(PageSettings.places + modules.map(\.id)))
            case .skippedSteps: .text
            }
        return FieldDeclaration(
            rawValue, type, help: help,
            isRequired: ![.name, .interests, .cadence, .tabs, .skippedSteps].contains(self),
            choiceTitles: self == .tabs
                ? Dictionary(uniqueKeysWithValues: modules.map { ($0.id, $0.manifest.title) }) : nil)
    }
}

extension Session {
    /// What can be set, each setting as a field of its name: the user's own, and those of each module that is on as a group
    /// under its title.
    public func settingFields() throws -> [FieldDeclaration] {
        let modules = try enabledModules()
        return SettingKey.all(modules, hub.registry.claimSettings).map { $0.field(modules: modules) }
    }

    /// What the clock of the hub shows.
    package var now: Date { shared?.now ?? vault.environment.now() }

    /// What every page asks of the vault, in one look at it: the modules that are on, how the user wants the page, and what
    /// they have set for all modules.
    public func pageState() throws -> (modules: [Module], page: PageSettings, user: UserSettings) {
        try vault.read { db in
            let state = try state(db)
            return (try enabledModules(db), state.page, state.settings)
        }
    }

    /// How many migrations made the vault's tables what they are: it tells versions of the database from each other.
    public func migrationCount() throws -> Int {
        try vault.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM host_migration") ?? 0 }
    }
}

extension UserSettings {
    /// Takes a vault's settings; what is not set is the environment's.
    init(_ values: [Setting: String], environment: HubEnvironment) {
        let weekday = values[.firstWeekday].flatMap(Setting.weekdays.firstIndex(of:)) ?? 0
        self.init(
            timeZone: values[.zone].flatMap(TimeZone.init(identifier:)) ?? environment.timeZone,
            firstWeekday: weekday + 1,
            units: values[.units].flatMap(Units.init(rawValue:)) ?? .metric,
            name: values[.name] ?? "",
            interests: Setting.words(values[.interests] ?? ""),
            cadenceDays: values[.cadence].flatMap(Int.init))
    }

    /// Reads a vault's settings.
    init(_ db: Database, environment: HubEnvironment) throws {
        self.init(try KeptSettings(db).own, environment: environment)
    }
}
