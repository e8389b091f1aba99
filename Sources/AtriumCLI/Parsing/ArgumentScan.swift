import AtriumHost
import AtriumSDK

/// A first look at the arguments: which command, which global options, and all words in an order that the parsing
/// library takes without surprises.
///
/// The library reads a value that begins with a hyphen (`--birthday --04-20`, `--note "-> see"`) as an option, and a
/// positional `-5` as a flag. The scan knows which options take a value, so it joins the two with `=`, and puts the
/// positional words behind `--`. What it does not know it passes on, for the library to complain about.
struct ArgumentScan {
    /// The values of the global options.
    private(set) var globals = GlobalValues()
    /// The nodes that the words led to, the root left out.
    private(set) var path: [CommandNode] = []
    /// A word after a group that is none of its commands.
    private(set) var unknownWord: String?
    /// Whether help was asked for.
    private(set) var wantsHelp = false
    /// Whether the version was asked for.
    private(set) var wantsVersion = false
    /// The shell for which a completion script was asked for; empty where none was named.
    private(set) var completionShell: String?
    /// Whether the description of all commands was asked for that the parsing library's tools read.
    private(set) var wantsDescription = false

    /// What is wrong with an option of one value that was given two, or a flag with its opposite: one would be lost.
    private(set) var repetition: AtriumError?

    private let root: CommandNode
    /// The names under which the options of one value and the flags were given, by the name of the option.
    private var givenOptions: [String: String] = [:]
    private var options: [String] = []
    private var positionals: [String] = []
    private var lacksValue = false

    /// Looks through the arguments, the program's name left out.
    init(_ arguments: [String], root: CommandNode) {
        self.root = root
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" {
                positionals += rest
                break
            } else if word.hasPrefix("--") {
                take(option: String(word.dropFirst(2)), &rest)
            } else if word == "-h" {
                wantsHelp = true
            } else if word.hasPrefix("-"), let second = word.dropFirst().first, !second.isNumber {
                options.append(word)
            } else if node.command != nil {
                positionals.append(word)
            } else if path.isEmpty, word == "help" {
                wantsHelp = true
            } else if unknownWord == nil {
                // What follows an unknown word says nothing any more of what was meant.
                if let child = node.child(word) { path.append(child) } else { unknownWord = word }
            }
        }
    }

    /// The node at the end of the path.
    var node: CommandNode { path.last ?? root }

    /// The arguments of the command for the parsing library, global options left out.
    var arguments: [String] {
        // An option at the end that lacks its value must stay the end, or the library takes `--` for the value.
        let isOver = positionals.isEmpty || lacksValue
        return options + (isOver ? [] : ["--"] + words)
    }

    /// The positional words, in which several records of one command are one: the arguments behind them take the last words.
    ///
    /// An argument that may be left out takes the last word only if that says a day or a time: else it is one more record.
    private var words: [String] {
        let parameters = node.command?.parameters.filter(\.field.isPositional) ?? []
        guard parameters.first?.takesSeveral == true, let last = positionals.last else { return positionals }
        var others = parameters.dropFirst()
        if let field = others.last?.field, !field.isRequired, !field.takes(last) { others.removeLast() }
        guard positionals.count > others.count + 1 else { return positionals }
        let records = positionals.dropLast(others.count)
        return [records.joined(separator: String(Parameter.separator))] + positionals.suffix(others.count)
    }

    /// Whether there is nothing beyond the path and the global options.
    var isComplete: Bool { options.isEmpty && positionals.isEmpty }

    /// Whether just a module's collection was named, which means its list: `calendar calendars`.
    var isListOfCollection: Bool {
        path.count > 1 && node.module != nil && isComplete && unknownWord == nil && !wantsHelp
            && completionShell == nil && !wantsDescription && node.child("list") != nil
    }

    private mutating func take(option word: String, _ rest: inout ArraySlice<String>) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let name = parts.first ?? ""
        switch (name, parts.count) {
        case ("json", 1): globals.isJSON = true
        case ("no-color", 1): globals.isColorless = true
        case ("help", 1): wantsHelp = true
        case ("version", 1): wantsVersion = true
        case ("experimental-dump-help", 1): wantsDescription = true
        case ("home", _), ("user", _), ("generate-completion-script", _):
            note(name, of: name, isFlag: false)
            let value = parts.count == 2 ? parts[1] : rest.popFirst()
            switch (name, value) {
            case ("home", let value?): globals.home = value
            case ("user", let value?): globals.user = value
            case ("generate-completion-script", let value): completionShell = value ?? ""
            default:
                options.append("--" + word)
                lacksValue = true
            }
        default:
            let parameter = node.command?.parameter(option: name)
            if let parameter, !parameter.isList {
                note(name, of: parameter.field.optionName, isFlag: parameter.isFlag)
            }
            guard let parameter, !parameter.isFlag else {
                options.append("--" + word)
                return
            }
            let value = parts.count == 2 ? parts[1] : rest.popFirst()
            switch value {
            case nil:
                options.append("--" + name)
                lacksValue = true
            // The library takes `--name=` for an option without a value.
            case "": options += ["--" + name, ""]
            case let value?: options.append("--\(name)=\(value)")
            }
        }
    }

    /// Notes that an option was given; a flag may be given again.
    private mutating func note(_ name: String, of option: String, isFlag: Bool) {
        guard let former = givenOptions.updateValue(name, forKey: option), repetition == nil else { return }
        if !isFlag {
            repetition = AtriumError(
                .usage, "--\(name) is given twice", remedy: "give one value")
        } else if former != name {
            repetition = AtriumError(
                .usage, "--\(former) and --\(name) are both given", remedy: "give one of the two")
        }
    }
}
