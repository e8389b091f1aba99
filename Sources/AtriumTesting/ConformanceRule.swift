public import Testing

/// What is asked of every module; see `docs/module-guide.md`.
public enum ConformanceRule: String, Sendable, CaseIterable {
    /// Ids, collections and tables are in the module's own namespace.
    case namespace = "ids and tables are in the module's own namespace"
    /// Commands, collections, options and settings are kebab-case words, fields camelCase, kinds have the fields they need,
    /// defaults are values that can be given.
    case names = "names and kinds are as the SDK says"
    /// Every command and every field, also of results, says what it is.
    case help = "every command and field has help"
    /// Every field, command, kind of record and choice has words that a form or a menu can show.
    case titles = "fields, commands, records and choices have titles"
    /// Every collection says how its records look; looks and views name fields and commands that there are.
    case looks = "looks and views name fields and commands that there are"
    /// The folder's README names every table, command, setting and format, no file that is not there, and its tables are whole.
    case readme = "the README names every table, command and format"
    /// Every program that an importer reads has a name of its own, and one short line on its export.
    case programs = "programs have a name and one line on their export"
    /// The schema is the same from empty and from every earlier state, with rows in between.
    case migrations = "migrations run from empty and from every earlier state"
    /// Every figure is one number from the module's own tables, every day entry is one of its kinds and days, and every card
    /// shows a list.
    case overview = "figures are numbers and days are in their span"
    /// Every command gives exactly the fields that it declares, of their types.
    case results = "results have exactly the declared shape"
    /// No command takes a field that it does not declare.
    case unknownFields = "unknown fields are refused"
    /// No field takes a value of another type, and what is refused changes nothing.
    case wrongTypes = "values of a wrong type are refused"
    /// Null for a field of an edit is never passed over: it empties the field, or is refused.
    case clearing = "null empties a field of a record, or is refused"
    /// Every write can be taken back, and done again, to the exact state.
    case undo = "undo and redo of every write restore the exact state"
    /// A sample file imports without issues, and a second time without changes.
    case importTwice = "importing twice changes nothing"
    /// An item that is put, taken back and put again comes to the same as one that is put once.
    case takenBack = "an item that is taken back leaves nothing"
    /// An export imports into an empty vault as the same records, and again as nothing new.
    case roundTrip = "export and import into an empty vault give the same records"
    /// An export of one record holds that record and what belongs to it, and no other.
    case selection = "an export of some records holds just those"
    /// All that is exported comes back after an erasure and in empty vaults, round after round the same.
    case wholeVault = "the whole vault goes into a folder and comes back"
    /// It works with each module that it enhances absent, and switched off.
    case softDependencies = "it works without the modules that it enhances"
    /// Switched off, it is gone from every surface; switched on again, all is there.
    case disable = "disabled means gone from every surface"
    /// Erased, it leaves no table, no row and no byte.
    case erase = "erasing leaves no trace"
}

extension ConformanceRule: CustomTestStringConvertible {
    /// The rule in words.
    public var testDescription: String { rawValue }
}

/// A rule that a module breaks, with what was found.
public struct ConformanceFailure: Error, CustomStringConvertible {
    /// The rule.
    public let rule: ConformanceRule
    /// What was found, a sentence each.
    public let findings: [String]

    /// Rule and findings, a line each.
    public var description: String {
        "\(rule.rawValue): no\n" + findings.map { "  " + $0 }.joined(separator: "\n")
    }
}

/// What a rule's check has found so far.
final class Findings {
    private(set) var lines: [String] = []

    func note(_ line: String) { lines.append(line) }
    func note(_ lines: [String], in place: String) { self.lines += lines.map { "\(place): \($0)" } }
    func expect(_ isRight: Bool, _ line: @autoclosure () -> String) { if !isRight { note(line()) } }
}
