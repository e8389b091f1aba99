import AtriumSDK
import GRDB

/// What `show` gives of the record that another command is about: conditions, tags and merge patches come from it.
extension Session {
    /// Checks the state of the record that a command is about, inside the command's transaction.
    func check(
        _ precondition: RecordVersion, before command: Command, of collection: Collection, _ input: Arguments,
        _ context: CommandContext
    ) throws {
        guard let show = try showing(input.values, of: command, in: collection, context) else {
            throw AtriumError(.internal, "\(collection.id) has no state to compare")
        }
        try precondition.check(show.command, show.input, context)
    }

    /// The tag of the record that a command has made or changed; nil where it is about none, or none can be made: the write
    /// is good all the same.
    func version(
        after command: Command, of collection: Collection, _ input: Arguments, _ result: DataValue,
        _ context: CommandContext
    ) -> String? {
        let record: DataValue? =
            switch command.declaration.kind {
            case .add: result.objectValue?["id"]
            // The answer may show another record than the one asked about, such as the rest of a divided series.
            case .edit where result.objectValue?["id"] != nil: result.objectValue?["id"]
            case .edit, .recordAction: command.declaration.fields.first.flatMap { input.values[$0.name] }
            default: nil
            }
        guard let id = record?.integerValue,
            let show = collection.command(.show), let shown = show.declaration.subject?.name
        else { return nil }
        // By its id and nothing else: of a record that is gone, the number may be another one's uid or name.
        let today = LocalDate(context.now, in: context.settings.timeZone)
        let decoder = InputDecoder(fields: show.declaration.fields, today: today) { _, _, _ in id }
        guard let arguments = try? decoder.decode([shown: .integer(id)], files: [:]),
            let value = try? show.run(arguments, context)
        else { return nil }
        return RecordVersion.tag(of: value.jsonBytes)
    }

    /// The command that shows the record which another command is about, with its input; nil where there is none.
    private func showing(
        _ values: DataObject, of command: Command, in collection: Collection, _ context: CommandContext
    ) throws -> (command: Command, input: Arguments)? {
        guard let field = command.declaration.subject?.name, let record = values[field]
        else { return nil }
        return try showing(record, in: collection, context)
    }

    /// The command that shows a record, with its input; nil where there is none.
    private func showing(
        _ record: DataValue, in collection: Collection, _ context: CommandContext
    ) throws -> (command: Command, input: Arguments)? {
        guard let show = collection.command(.show), let shown = show.declaration.subject?.name
        else { return nil }
        let input = try decode(
            [shown: record], [:], show.declaration.fields, context.db)
        return (show, input)
    }

    /// The values of an edit in which objects are whole: of each, what was not named is what the record has.
    func withWholeObjects(
        _ values: DataObject, for command: Command, of collection: Collection, _ context: CommandContext
    ) throws -> DataObject {
        let patches = command.declaration.fields.compactMap {
            field -> (String, [FieldDeclaration], DataObject)? in
            guard case .object(let fields) = field.type, let patch = values[field.name]?.objectValue else {
                return nil
            }
            return (field.name, fields, patch)
        }
        guard command.declaration.kind == .edit, !patches.isEmpty,
            let show = try showing(values, of: command, in: collection, context)
        else { return values }
        let present = try show.command.run(show.input, context).objectValue
        return patches.reduce(into: values) { whole, patch in
            let (name, fields, changes) = patch
            whole[name] = .object(MergePatch.object(changes, over: present?[name], fields: fields))
        }
    }
}
