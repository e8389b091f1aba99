import AtriumHost
import AtriumSDK

/// A word of the command line and what stands below it: a group of commands, or one command.
struct CommandNode: Sendable {
    /// The word.
    let name: String
    /// One sentence for the help of the group above.
    var summary: String
    /// More help; may be empty.
    var discussion = ""
    /// The module that the word belongs to; nil for the hub's own.
    var module: String?
    /// The words that may follow, in the order of help; empty for a command.
    var children: [CommandNode] = []
    /// What the word does; nil for a group.
    var command: ToolCommand?
    /// Whether help lists the word apart, among what is for the whole hub.
    var isForHub = false

    /// The node that a word leads to.
    func child(_ name: String) -> CommandNode? {
        children.first { $0.name == name }
    }

    /// Checks the option names of all commands from here on; see ``ToolCommand/checkNames(path:)``.
    func checkNames(below path: [String] = []) throws {
        try command?.checkNames(path: path)
        for child in children { try child.checkNames(below: path + [child.name]) }
    }

    /// The nodes from this one (left out) along a path; nil where the path leads nowhere.
    func nodes(along path: some Sequence<String>) -> [CommandNode]? {
        var nodes: [CommandNode] = []
        for word in path {
            guard let next = (nodes.last ?? self).child(word) else { return nil }
            nodes.append(next)
        }
        return nodes
    }
}

/// What a command takes and what it does with it.
struct ToolCommand: Sendable {
    /// The work behind the words.
    enum Work: Sendable {
        /// A command that the host runs.
        case declared(CatalogEntry)
        /// A command that moves files and therefore lives in this tool.
        case builtIn(@Sendable (Invocation) throws -> Int32)
    }

    /// What it takes, in the order of help.
    let parameters: [Parameter]
    /// The passwords that it must have: they are asked for, and never stand on the command line, where others see them.
    let secrets: [FieldDeclaration]
    /// What it does.
    let work: Work

    /// A command made from a declaration; an edit gets `--clear` beside its fields, a positional text
    /// `--clipboard`.
    init(_ entry: CatalogEntry) {
        let fields = entry.declaration.fields.filter { $0.type != .secret }
        var parameters = fields.map { Parameter($0) }
        if entry.declaration.takesSeveral { parameters[0].takesSeveral = true }
        if entry.declaration.kind == .edit {
            let clearable = entry.declaration.clearableFields.filter { !$0.isPositional }.map(\.optionName)
            if !clearable.isEmpty { parameters.append(.clear(clearable)) }
        }
        if let text = parameters.first(where: \.isPositionalText) {
            parameters.append(.clipboard(inPlaceOf: text.field))
        }
        if entry.declaration.isDueList {
            parameters.append(Parameter(DueProgram.option, valueName: "program"))
        }
        self.parameters = parameters
        secrets = entry.declaration.fields.filter { $0.type == .secret && $0.isRequired }
        work = .declared(entry)
    }

    /// A command of this tool; `valueNames` are what help calls the values of fields, by the fields' names.
    init(
        _ fields: [FieldDeclaration], valueNames: [String: String] = [:],
        run: @escaping @Sendable (Invocation) throws -> Int32
    ) {
        parameters = fields.map { Parameter($0, valueName: valueNames[$0.name]) }
        secrets = []
        work = .builtIn(run)
    }

    /// The parameter of an option as it was typed, without hyphens in front.
    func parameter(option: String) -> Parameter? {
        parameters.first { !$0.field.isPositional && $0.optionNames.contains(option) }
    }
}

extension CommandNode {
    /// The root of the command line: the declared commands in the given order, and this tool's own.
    ///
    /// - Parameters:
    ///   - entries: the declared commands.
    ///   - modules: the installed modules, for the summaries of their groups.
    ///   - builtIns: this tool's own commands.
    /// - Throws: ``AtriumError`` with code `internal` where two commands have one name.
    static func root(
        entries: [CatalogEntry], modules: [Module], builtIns: [CommandNode]
    ) throws -> CommandNode {
        var root = CommandNode(
            name: "atrium", summary: "Your personal data hub.",
            discussion: overview)
        for entry in entries { try root.insert(entry, at: entry.path[...], modules: modules) }
        root.children += builtIns
        for index in root.children.indices {
            root.children[index].isForHub = root.children[index].module == nil
        }
        return root
    }

    /// The subjects of the page's “Help”, in a line each.
    private static let overview = """
        Each area of life is a module with its own commands.

        First week: import your contacts and calendar (import), enable modules (modules enable), make a backup (backup).

        Phone: start the web page (serve); docs/web.md explains how to open it on a phone.

        Undo: undo the last change (undo), or list all changes (history).

        Privacy: your data stays in the hub's folder and is sent nowhere. The files are not encrypted: encrypt the disk.
        """

    private mutating func insert(
        _ entry: CatalogEntry, at path: ArraySlice<String>, modules: [Module]
    ) throws {
        guard let word = path.first else { return }
        let index = children.firstIndex { $0.name == word }
        if path.count == 1 {
            guard index == nil else {
                throw AtriumError(.internal, "two commands are named “\(entry.path.joined(separator: " "))”")
            }
            let command = ToolCommand(entry)
            let names = command.secrets.map(\.name).joined(separator: " and ")
            let note =
                names.isEmpty
                ? "" : " Prompts for the \(names); without a terminal, reads standard input."
            children.append(
                CommandNode(
                    name: word, summary: entry.declaration.summary,
                    discussion: entry.declaration.discussion.description + note, module: entry.module,
                    command: command))
        } else if let index {
            guard children[index].command == nil else {
                throw AtriumError(.internal, "“\(word)” is a command and a group of commands")
            }
            try children[index].insert(entry, at: path.dropFirst(), modules: modules)
        } else {
            var group = CommandNode(
                name: word, summary: Self.summary(of: word, in: entry, modules: modules), module: entry.module
            )
            try group.insert(entry, at: path.dropFirst(), modules: modules)
            children.append(group)
        }
    }

    /// What a group's help says: the module's summary, or what the collection or the host's noun is.
    private static func summary(of word: String, in entry: CatalogEntry, modules: [Module]) -> String {
        guard let id = entry.module, let module = modules.first(where: { $0.id == id }) else {
            return hostGroups[word] ?? "Commands for \(word)."
        }
        if word == id { return module.manifest.summary }
        let collection = module.collections.first { $0.id == entry.collection }
        return "Commands for each \(collection?.recordName ?? word)."
    }

    private static let hostGroups = [
        "feeds": "Secret links for reading records.",
        "history": "The history of changes.", "hub": "The settings of the whole hub.",
        "imports": "Past imports: list, show and undo them.",
        "invitations": "Invitation links for new users.",
        "maps": "Saved mappings of CSV columns.",
        "links": "Links between records.", "logins": "Login attempts.",
        "modules": "Areas of life: enable and disable them.",
        "sessions": "Your active sessions.", "settings": "Your settings.", "tags": "Tags of records.",
        "tokens": "API tokens and app passwords.",
        "users": "The users of this hub.",
    ]
}

extension ToolCommand {
    /// Refuses options that are named like global ones or like each other, and words that could not be told apart.
    ///
    /// - Throws: ``AtriumError`` with code `internal`; `path` names the command.
    func checkNames(path: [String]) throws {
        let words = parameters.filter(\.field.isPositional)
        if let parameter = words.dropLast().first(where: \.isList) {
            throw AtriumError(
                .internal, "“\(path.joined(separator: " "))” has an argument after a list of them",
                remedy: "declare the list last", field: parameter.field.name)
        }
        var taken = GlobalOptions.reservedNames
        for parameter in parameters where !parameter.field.isPositional {
            for name in parameter.optionNames where !taken.insert(name).inserted {
                throw AtriumError(
                    .internal, "“\(path.joined(separator: " "))” cannot have an option --\(name)",
                    remedy: "declare the field with another option name", field: parameter.field.name)
            }
        }
    }
}
