public import AtriumSDK
import GRDB

/// The commands that a declaration gives: list, show, add, edit, remove.
extension RecordKind {
    /// The fields of a record in results.
    public var recordFields: [FieldDeclaration] {
        let name = declaration.recordName
        return [
            FieldDeclaration("id", .integer(), help: "The \(name)'s id.", isRequired: true),
            FieldDeclaration("uid", .text, help: "The \(name)'s uid.", isRequired: true),
        ] + declaration.values.flatMap(\.resultFields) + declaration.computed + [
            FieldDeclaration(
                "createdAt", .instant, help: "When it was made.", isRequired: true, title: "Made"),
            FieldDeclaration(
                "updatedAt", .instant, help: "When it was last changed.", isRequired: true, title: "Changed"),
        ]
    }

    /// The commands, whose results have the fields of a record: made once, since every process makes every command.
    func commands(giving recordFields: [FieldDeclaration]) -> [Command] {
        [list(recordFields), show(recordFields), add(recordFields), edit(recordFields), remove]
    }

    /// A record in the shape of ``recordFields``.
    public func value(_ record: StoredRecord, _ context: CommandContext) throws -> DataValue {
        var value: DataObject = ["id": .integer(record.id), "uid": .text(record.uid)]
        for (index, codec) in codecs.enumerated() where !declaration.values[index].fields.isEmpty {
            for entry in codec.fields(of: record.values.values[index]).entries {
                value.append(entry.name, entry.value)
            }
        }
        for entry in try rules.computed(record, context).entries { value.append(entry.name, entry.value) }
        value.append("createdAt", .text(record.createdAt))
        value.append("updatedAt", .text(record.updatedAt))
        return .object(value)
    }

    // MARK: - Reading

    private func list(_ recordFields: [FieldDeclaration]) -> Command {
        let filters = declaration.values.flatMap { value in value.filters.map { (value, $0) } }
        let query = ListQuery(
            table: declaration.table, sorts: declaration.sorts.map { .init($0.name, sql: $0.sql) })
        return Command(
            "list", .list, summary: summary(of: "list", "List your \(declaration.recordNames)."),
            discussion: discussion(of: "list"), fields: filters.map { field(of: $1, $0) } + query.fields,
            result: .page(recordFields, columns: declaration.listColumns)
        ) { input, context in
            let table = RecordTable(self, RecordContext(context))
            let conditions = filters.compactMap { condition(of: $1, $0, input, context) }
            return try query.page(input, context.db, select: table.select, where: conditions) { row in
                try value(table.record(row, from: 2), context)
            }
        }
    }

    private func show(_ recordFields: [FieldDeclaration]) -> Command {
        Command(
            "show", .show, summary: summary(of: "show", "Show \(aRecord)."),
            discussion: discussion(of: "show"),
            fields: [recordField.declaration], result: .object(recordFields)
        ) { input, context in
            try value(RecordTable(self, RecordContext(context)).record(input.required(recordField)), context)
        }
    }

    // MARK: - Writing

    private func add(_ recordFields: [FieldDeclaration]) -> Command {
        Command(
            "add", .add, summary: summary(of: "add", "Add \(aRecord)."), discussion: discussion(of: "add"),
            fields: inputFields + rules.addFields
                + (declaration.doubles == nil ? [] : [Self.anyway.declaration]),
            result: .object(recordFields)
        ) { input, context in
            let table = RecordTable(self, RecordContext(context))
            var values = try applying(input.values, to: initial)
            try rules.apply(input, to: &values, since: nil, table.context)
            if input[Self.anyway] != true { try refuseDouble(of: values, table) }
            return try value(table.record(table.insert(values, uid: context.newUID())), context)
        }
    }

    private func edit(_ recordFields: [FieldDeclaration]) -> Command {
        Command(
            "edit", .edit, summary: summary(of: "edit", "Change \(aRecord)."),
            discussion: discussion(of: "edit"),
            fields: [recordField.declaration]
                + inputFields.map { field in
                    var field = field
                    (field.isRequired, field.isPositional, field.defaultValue) = (false, false, nil)
                    return field
                }, result: .object(recordFields)
        ) { input, context in
            let table = RecordTable(self, RecordContext(context))
            let old = try table.record(input.required(recordField))
            var values = try applying(input.values, to: old.values)
            try rules.apply(input, to: &values, since: old, table.context)
            try table.update(old, to: values)
            return try value(table.record(old.id), context)
        }
    }

    private var remove: Command {
        Command(
            "remove", .remove, summary: summary(of: "remove", "Remove \(aRecord)."),
            discussion: discussion(of: "remove"), fields: [recordField.declaration], result: .removal
        ) { input, context in
            let table = RecordTable(self, RecordContext(context))
            let old = try table.record(input.required(recordField))
            try table.remove(old.id)
            return .object(["removed": .bool(true), "id": .integer(old.id), "uid": .text(old.uid)])
        }
    }

    private static let anyway = Field<Bool>.boolean("anyway", help: "Add it, even if it is there already.")

    private func refuseDouble(of values: RecordValues, _ table: RecordTable) throws {
        guard let double = try table.doubles(of: values).first else { return }
        throw AtriumError(
            .badData, "this \(declaration.recordName) is there already: number \(double)",
            remedy: "leave it, or add it all the same with \(flag: "anyway")",
            field: declaration.doubles?.value)
    }

    /// What `add` takes of the values.
    private var inputFields: [FieldDeclaration] { declaration.values.flatMap(\.fields) }

    /// Values with what an input says of them.
    ///
    /// - Throws: ``AtriumError`` with code `badData`, naming the field.
    public func applying(_ input: DataObject, to values: RecordValues) throws -> RecordValues {
        var values = values
        for (index, declared) in declaration.values.enumerated() {
            let given = declared.fields.reduce(into: DataObject()) { $0[$1.name] = input[$1.name] }
            if given.isEmpty { continue }
            let new = try codecs[index].value(given: given, over: values.values[index])
            if !declared.areSame(new, values.values[index]) { values.values[index] = new }
        }
        return values
    }

    // MARK: - Words

    /// The record with its article.
    private var aRecord: String {
        ("aeiou".contains(declaration.recordName.first ?? "x") ? "an " : "a ") + declaration.recordName
    }

    private func summary(of command: String, _ usual: String) -> String { texts[command]?.summary ?? usual }

    private func discussion(of command: String) -> Guidance { texts[command]?.discussion ?? "" }
}

// MARK: - Filters

extension RecordKind {
    /// The field of `list` that is a filter.
    private func field(of filter: FilterDeclaration, _ value: ValueDeclaration) -> FieldDeclaration {
        let type: FieldType =
            switch filter.condition {
            case .equals:
                value.fields.first.map { field in
                    if case .list(let element) = field.type { element } else { field.type }
                }
                    ?? .text
            case .contains: .text
            case .from, .until: .date
            case .hidesTrue: .boolean
            }
        return FieldDeclaration(
            filter.name, type, help: filter.help,
            defaultValue: filter.condition == .hidesTrue ? .bool(false) : nil)
    }

    /// The condition of a filter; nil if it is not in force.
    private func condition(
        of filter: FilterDeclaration, _ value: ValueDeclaration, _ input: Arguments, _ context: CommandContext
    ) -> ListQuery.Condition? {
        let column = "r.\(value.columns.first ?? "id")"
        let given = input.values[filter.name] ?? .null
        if filter.condition == .hidesTrue { return given == .bool(true) ? nil : .init("\(column) = 0") }
        switch given {
        case .null: return nil
        case .bool(let flag): return .init("\(column) = ?", [flag])
        case .integer(let number): return .init("\(column) = ?", [number])
        case .decimal(let number): return .init("\(column) = ?", [number])
        case .text(let text):
            switch (filter.condition, value.place) {
            case (_, .tags):
                return .init(context.tags.condition(idColumn: "r.id", in: declaration.collection), [text])
            case (.contains, _): return .contains(text, in: [column])
            case (.from, _): return .init("\(column) >= ?", [text])
            case (.until, _): return .init("\(column) <= ?", [text])
            default: return .init("\(TextMatch.folded(column)) = \(TextMatch.folded("?"))", [text])
            }
        case .list, .object: return nil
        }
    }
}

extension ValueDeclaration {
    /// The fields as results have them: what is never null is required there.
    var resultFields: [FieldDeclaration] {
        fields.map { field in
            var result = field
            switch field.type {
            case .boolean, .list: result.isRequired = true
            default: result.isRequired = field.isRequired || field.defaultValue != nil
            }
            (result.isPositional, result.defaultValue, result.option) = (false, nil, nil)
            return result
        }
    }
}
