package import AtriumSDK

/// Commands that are run for several records at once: all of them, or none.
extension Session {
    /// Runs a command for each record, inside its one transaction.
    ///
    /// All records are resolved before the command runs. A record that is named twice counts once. A removal skips a record that
    /// an earlier one took along, such as the subtask of a task.
    ///
    /// - Parameter inputs: the input for each record.
    /// - Returns: `items`, and the `warnings` of all; see ``AtriumSDK/CommandDeclaration/resultOfSeveral(columns:)``.
    /// - Throws: ``AtriumError`` that names the record with which the command fails.
    func run(
        _ command: Command, of collection: Collection, _ inputs: [(name: String, values: DataObject)],
        _ files: [String: UploadedFile], _ context: CommandContext, _ state: VaultState
    ) throws -> DataValue {
        let fields = command.declaration.fields
        var ids = Set<Int64>()
        let checked = try inputs.map { input in
            let arguments = try decode(
                input.values, files, fields, context.db, state, takesFirstWords: false)
            return (name: input.name, id: arguments.values[fields[0].name]?.integerValue ?? 0, arguments)
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
}

extension CommandDeclaration {
    /// Returns the input for each record if the record field holds a list; nil if it names one record.
    func eachInput(of values: DataObject) -> [(name: String, values: DataObject)]? {
        guard takesSeveral, let field = fields.first?.name, let records = values[field]?.listValue,
            !records.isEmpty
        else { return nil }
        return records.map { record in
            var one = values
            one[field] = record
            return (record.textValue ?? record.json, one)
        }
    }

    /// The shape of the result for several records, with those columns of the collection's list that it has.
    package func resultOfSeveral(columns: [String]) -> ResultShape {
        let own = result.fields.filter { $0.name != "warnings" }
        let names = Set(own.map(\.name))
        let shown = columns.filter(names.contains)
        return .list(own, columns: kind == .remove || shown.isEmpty ? own.map(\.name) : shown)
    }
}
