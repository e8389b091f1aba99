public import Testing

/// The rules that every module must follow; see `docs/module-guide.md`.
public enum ConformanceRule: String, Sendable, CaseIterable {
    /// The module's ids, collections and tables are in the module's own namespace.
    case namespace = "ids and tables are in the module's own namespace"
    /// Names of commands, collections, options and settings are kebab-case, and field names are camelCase.
    ///
    /// Each command has the fields that its kind requires, and every default value is valid.
    case names = "names and kinds are as the SDK says"
    /// Every command, input field and result field has a help text.
    case help = "every command and field has help"
    /// Every field, command, record kind and choice has a title for forms and menus.
    case titles = "fields, commands, records and choices have titles"
    /// Every collection declares a record look. Looks and views name only existing fields and commands.
    case looks = "looks and views name fields and commands that there are"
    /// The module's README names every table, command, setting and format.
    ///
    /// Every Swift file that the README names exists, and every table in the README has a header row.
    case readme = "the README names every table, command and format"
    /// Each source program has a unique name in its importer and one short line of export steps.
    case programs = "programs have a name and one line on their export"
    /// The migrations produce the same schema from an empty vault and from every earlier schema version.
    ///
    /// Tables from an earlier schema version may already contain rows.
    case migrations = "migrations run from empty and from every earlier state"
    /// Every figure is one number that is computed from the module's own tables.
    ///
    /// Every day entry has a declared kind and belongs to the requested day. Every card shows a list.
    case overview = "figures are numbers and days are in their span"
    /// Every command returns exactly the declared result fields, and each value has the declared type.
    case results = "results have exactly the declared shape"
    /// Every command rejects an undeclared input field.
    case unknownFields = "unknown fields are refused"
    /// Every field rejects a value with a wrong type, and a rejected command changes nothing.
    case wrongTypes = "values of a wrong type are refused"
    /// An edit command never ignores a null value: null empties the field, or the command rejects null.
    case clearing = "null empties a field of a record, or is refused"
    /// Undoing or redoing a write command restores the exact state of the vault.
    case undo = "undo and redo of every write restore the exact state"
    /// Importing a sample file reports no issues, and importing the same file again changes nothing.
    case importTwice = "importing twice changes nothing"
    /// Rolling back an imported item and writing the item again has the same result as writing the item once.
    case takenBack = "an item that is taken back leaves nothing"
    /// Importing an exported file into an empty vault creates the same records.
    ///
    /// A second import of the exported file changes nothing.
    case roundTrip = "export and import into an empty vault give the same records"
    /// An export for one record contains only this record and its related records.
    case selection = "an export of some records holds just those"
    /// Importing a whole-vault export restores all records after an erasure and in an empty vault.
    ///
    /// Repeated exports and imports produce the same files and the same records.
    case wholeVault = "the whole vault goes into a folder and comes back"
    /// The module works even if a module that it enhances is missing or disabled.
    case softDependencies = "it works without the modules that it enhances"
    /// No surface shows a disabled module. All data is available again after the module is enabled.
    case disable = "disabled means gone from every surface"
    /// After a module is erased, the vault contains no table, row or byte from the module.
    case erase = "erasing leaves no trace"
}

extension ConformanceRule: CustomTestStringConvertible {
    /// The rule, written as a sentence.
    public var testDescription: String { rawValue }
}

/// An error that is thrown if a module breaks a conformance rule.
public struct ConformanceFailure: Error, CustomStringConvertible {
    /// The conformance rule that the module breaks.
    public let rule: ConformanceRule
    /// The problems that the check found, with one sentence for each problem.
    public let findings: [String]

    /// A description with one line for the rule and one line for each finding.
    public var description: String {
        "the module breaks the rule “\(rule.rawValue)”:\n"
            + findings.map { "  " + $0 }.joined(separator: "\n")
    }
}

/// A list of the problems that are found while one conformance rule is checked.
final class Findings {
    private(set) var lines: [String] = []

    func note(_ line: String) { lines.append(line) }
    func note(_ lines: [String], in place: String) { self.lines += lines.map { "\(place): \($0)" } }
    func expect(_ isRight: Bool, _ line: @autoclosure () -> String) { if !isRight { note(line()) } }
}
