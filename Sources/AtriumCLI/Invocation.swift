import AtriumHost
import AtriumSDK

/// The standard streams of one run, and its environment variables.
struct Streams {
    let input: any ByteInput
    let output: any ByteOutput
    let errors: any ByteOutput
    let environment: [String: String]

    /// Whether colours may be used where there is a terminal (no-color.org).
    var allowsColor: Bool {
        environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }
}

/// What a run knows before it knows its command: whose hub, which modules, which streams.
struct ToolContext {
    let registry: ModuleRegistry
    let formats: [any Format]
    let hubEnvironment: HubEnvironment
    let globals: GlobalValues
    let streams: Streams

    /// The hub; nothing is opened yet.
    func hub() throws -> Hub {
        let home = try HubHome.path(option: globals.home, environment: streams.environment)
        return Hub(home: home, registry: registry, formats: formats, environment: hubEnvironment)
    }

    /// Opens the user's vault.
    func session() throws -> Session {
        try hub().open(user: globals.user)
    }

    /// The ids of the modules that the user has switched on; asking makes no hub where there is none.
    func enabledModules() throws -> Set<String> {
        let hub = try hub()
        guard hub.exists else {
            return Set(registry.modules.filter(\.manifest.isEnabledAtFirst).map(\.id))
        }
        return Set(try hub.open(user: globals.user).enabledModules().map(\.id))
    }

    /// What prints results.
    var printer: ResultPrinter {
        ResultPrinter(
            output: streams.output, notes: streams.errors, isJSON: globals.isJSON,
            allowsColor: streams.allowsColor && !globals.isColorless)
    }
}

/// One call of a command: what was given to it, and what it may use.
struct Invocation {
    let context: ToolContext
    let command: ToolCommand
    let given: [String: Parameter.Given]

    var streams: Streams { context.streams }
    var printer: ResultPrinter { context.printer }
    /// What asks the person at the terminal.
    var prompt: Prompt { Prompt(streams: streams, isJSON: context.globals.isJSON) }

    /// All words that were given for a parameter.
    func words(_ name: String) -> [String] {
        if case .words(let words) = given[name] { words } else { [] }
    }

    /// The word that was given for a parameter.
    func word(_ name: String) -> String? { words(name).last }

    /// Whether a flag was given.
    func flag(_ name: String) -> Bool { given[name] == .flag(true) }

    /// Refuses words that are none of a parameter's choices, and options without a value, for commands whose input the host
    /// does not check.
    func checkWords() throws {
        for field in command.parameters.map(\.field) where !field.isPositional {
            guard words(field.name).contains(where: { $0.allSatisfy(\.isWhitespace) }) else { continue }
            throw AtriumError(
                .usage, "\(field.commandLineName) is empty", remedy: "give it a value, or leave it out",
                field: field.name)
        }
        for case (let field, .choice(let choices)) in command.parameters.map({ ($0.field, $0.field.type) }) {
            guard let word = words(field.name).first(where: { !choices.contains($0) }) else { continue }
            let what =
                field.isPositional ? "unknown \(field.name)" : "\(field.commandLineName): unknown value"
            throw AtriumError(
                .usage, "\(what) “\(word)”",
                remedy: NearNames.remedy(
                    for: word, in: choices, otherwise: "use one of: \(choices.joined(separator: ", "))"),
                field: field.name)
        }
    }

    /// The checked value of a parameter, or nil where it was not given.
    func value(_ parameter: Parameter) throws -> DataValue? {
        try given[parameter.field.name].map(parameter.value)
    }

    /// The checked values of the parameters with these names, for those that were given.
    func values(_ names: some Sequence<String>) throws -> DataObject {
        let names = Set(names)
        var values = DataObject()
        for parameter in command.parameters where names.contains(parameter.field.name) {
            values[parameter.field.name] = try value(parameter)
        }
        return values
    }
}
