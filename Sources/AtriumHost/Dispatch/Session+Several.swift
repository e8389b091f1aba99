package import AtriumSDK

/// Commands that are run for several records at once: all of them, or none.
extension Session {
    /// Runs a command for each record, inside its one transaction.
    ///
    /// All records are resolved before the command runs. A record that is named twice counts once. A removal skips a record that
    /// an earlier one took along, such as the subtask of a task.
    ///
    /// - Parameter inputs: the input for each record.
    /// - Returns: `items`, and the `warnings` of all; see ``AtriumSDK/CommandDeclaration/resultOfSeveral(in:)``.
    /// - Throws: ``AtriumError`` that names the record with which the command fails.
    func run(
        _ command: Command, of collection: Collection, _ inputs: [(name: String, values: DataObject)],
        _ files: [String: UploadedFile], _ context: CommandContext, _ state: VaultState
    ) throws -> DataValue {
        guard let subject = command.declaration.subject?.name else { throw Self.noSubject }
        var ids = Set<Int64>()
        let checked = try inputs.map { input in
            let arguments = try Self.namingLast(
                input.name == inputs.last?.name, of: command.declaration, input.values
            ) {
                try decode(
                    input.values, files, command.declaration.fields, context.db, state, wholeNames: subject)
            }
            guard let id = arguments.values[subject]?.integerValue else { throw Self.noSubject }
            return (name: input.name, id: id, arguments)
        }.filter { ids.insert($0.id).inserted }
        var (items, warnings): ([DataValue], [DataValue]) = ([], [])
        for (name, id, arguments) in checked {
            let record = RecordReference(collection.id, id)
            if command.declaration.kind == .remove, try title(of: record, context.db) == nil { continue }
            do {
                var item = try command.run(arguments, context).objectValue ?? [:]
                warnings += item["warnings"]?.listValue ?? []
                item["warnings"] = nil
                items.append(.object(item))
            } catch var error as AtriumError {
                error.message = "“\(name)”: \(error.message)"
                throw error
            }
        }
        var result: DataObject = ["items": .list(items)]
        if !warnings.isEmpty { result["warnings"] = .list(warnings) }
        return .object(result)
    }

    /// Runs `body`, and adds to its error that the last word is no day either.
    ///
    /// It adds that only if the last record is not found, and the command takes a day or a time that was left out.
    private static func namingLast<Result>(
        _ isLast: Bool, of command: CommandDeclaration, _ values: DataObject, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch var error as AtriumError where isLast && error.code == .notFound {
            let isLeftOut = command.fields.dropFirst().contains { $0.isPositional && values[$0.name] == nil }
            if isLeftOut { error.message += ", and it is not a day or time" }
            throw error
        }
    }

    private static var noSubject: AtriumError {
        AtriumError(.internal, "a command for several records has no field that names them")
    }
}

extension CommandDeclaration {
    /// Returns the records if the record field holds a list of them; nil if it names one.
    package func severalRecords(in values: DataObject) -> [DataValue]? {
        guard takesSeveral, let records = subject.flatMap({ values[$0.name]?.listValue }), !records.isEmpty
        else { return nil }
        return records
    }

    /// Returns the input for each record if the record field holds a list; nil if it names one record.
    func eachInput(of values: DataObject) -> [(name: String, values: DataObject)]? {
        guard let field = subject?.name, let records = severalRecords(in: values) else { return nil }
        return records.map { record in
            var one = values
            one[field] = record
            return (record.textValue ?? record.json, one)
        }
    }

    /// The shape of the result for several records of a collection: a list.
    ///
    /// Its columns are those of the collection's list, and the fields that only the command gives.
    package func resultOfSeveral(in collection: Collection) -> ResultShape {
        let own = result.fields.map(\.name).filter { $0 != "warnings" }
        let known = Set(collection.recordFields.map(\.name))
        let columns = collection.command(.list)?.declaration.result.columns ?? []
        let shown = kind == .remove ? own : columns.filter(own.contains) + own.filter { !known.contains($0) }
        return .list(result.fields.filter { $0.name != "warnings" }, columns: shown)
    }
}
