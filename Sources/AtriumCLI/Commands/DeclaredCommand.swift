import AtriumHost
import AtriumSDK

/// A command that the host runs: words to values, values to the host, its result to the terminal.
enum DeclaredCommand {
    /// Runs the command of an entry.
    ///
    /// - Throws: ``AtriumError``: `usage` for words that are no values, `unavailable` where the command's module is off,
    ///   and what the command itself throws.
    static func run(_ entry: CatalogEntry, _ invocation: Invocation) throws -> Int32 {
        var (values, files) = try input(invocation)
        let session = try invocation.context.session()
        // The host's own commands say themselves who may run them.
        if let module = entry.module, try !session.catalog().contains(where: { $0.path == entry.path }) {
            throw AtriumError.moduleIsOff(module)
        }
        for field in invocation.command.secrets {
            values[field.name] = .text(try invocation.prompt.secret(field.name))
        }
        if entry.declaration.isDueList, let program = invocation.word(DueProgram.option.name) {
            return try DueProgram(path: program).run(entry, values, session, invocation)
        }
        let questions = RecordQuestions(prompt: invocation.prompt, fields: entry.declaration.fields)
        let result = try questions.asking(values) { try session.run(entry, values: $0, files: files) }
        try invocation.printer.print(
            result, shape: shape(of: entry, values, invocation),
            none: nextStep(after: entry, values, invocation))
        return 0
    }

    /// Returns the declared shape, or a list if several records are named.
    private static func shape(
        of entry: CatalogEntry, _ values: DataObject, _ invocation: Invocation
    ) -> ResultShape {
        let declaration = entry.declaration
        guard declaration.severalRecords(in: values) != nil,
            let collection = entry.collection.flatMap(invocation.context.registry.collection)
        else { return declaration.result }
        return declaration.resultOfSeveral(in: collection)
    }

    /// What is said of a list without items: how to begin one, unless something was looked for.
    private static func nextStep(
        after entry: CatalogEntry, _ values: DataObject, _ invocation: Invocation
    ) -> String {
        let filters = entry.declaration.fields.filter { field in
            !["sort", "descending", "limit"].contains(field.name)
        }
        guard entry.declaration.kind == .list,
            filters.allSatisfy({ values[$0.name] == nil || values[$0.name] == $0.defaultValue }),
            let collection = entry.collection.flatMap(invocation.context.registry.collection),
            let add = collection.command(.add)?.declaration
        else { return "nothing found" }
        let words = entry.path.dropLast() + [add.name]
        let fields = add.fields.filter { $0.isPositional || $0.isRequired && $0.defaultValue == nil }
            .map { $0.isPositional ? $0.optionName.uppercased() : "--\($0.optionName) …" }
        let command = (["atrium"] + words + fields).joined(separator: " ")
        return "no \(collection.title.lowercased()) yet: \(command)"
    }

    /// The values and files that were given.
    private static func input(_ invocation: Invocation) throws -> (DataObject, [String: UploadedFile]) {
        var values = DataObject()
        var files: [String: UploadedFile] = [:]
        for parameter in invocation.command.parameters where parameter.field != DueProgram.option {
            let name = parameter.field.name
            if parameter.isClear {
                for option in invocation.words(name) {
                    try clear(option, of: parameter.clearable, in: &values, invocation)
                }
            } else if parameter.isPositionalText {
                values[name] = try text(parameter, invocation).map(DataValue.text)
            } else if parameter.isClipboard {
                continue
            } else if parameter.field.type == .file {
                files[name] = try invocation.word(name).map {
                    try FileContent.read($0, invocation.streams.input)
                }
            } else {
                values[name] = try invocation.value(parameter)
            }
        }
        return (values, files)
    }

    /// A positional text: as it was given, from standard input where that is `-`, or from the clipboard.
    private static func text(_ parameter: Parameter, _ invocation: Invocation) throws -> String? {
        let given = invocation.word(parameter.field.name)
        if let option = invocation.command.parameters.first(where: \.isClipboard),
            invocation.flag(option.field.name)
        {
            guard given == nil else {
                throw AtriumError(
                    .usage, "a text and --clipboard are both given", remedy: "leave out one of the two",
                    field: parameter.field.name)
            }
            return try Clipboard.text(environment: invocation.streams.environment)
        }
        guard given == "-" else { return given }
        let content = try FileContent.read("-", invocation.streams.input).content
        guard let text = String(validating: content, as: UTF8.self) else {
            throw AtriumError(
                .badData, "standard input is not UTF-8", remedy: "convert the text, for example with iconv",
                field: parameter.field.name)
        }
        return text
    }

    /// Empties the field of an option.
    ///
    /// - Parameter clearable: the names of the options that can be.
    private static func clear(
        _ option: String, of clearable: [String], in values: inout DataObject, _ invocation: Invocation
    ) throws {
        let candidates = invocation.command.parameters.map(\.field).filter {
            clearable.contains($0.optionName)
        }
        guard let field = candidates.first(where: { $0.optionName == option || $0.name == option }) else {
            let remedy = NearNames.remedy(
                for: option, in: clearable, otherwise: "name an option of this command that has a value")
            throw AtriumError(.usage, "--clear: there is no field “\(option)” to clear", remedy: remedy)
        }
        guard values[field.name] ?? .null == .null else {
            throw AtriumError(
                .usage, "--clear: “\(option)” is also given a value", remedy: "leave out one of the two")
        }
        values[field.name] = .null
    }
}
