public import AtriumSDK
import GRDB

/// The commands that are derived from a declaration: list, show, add, edit and remove.
extension RecordKind {
    /// The result fields for a single record.
    public var recordFields: [FieldDeclaration] { listedFields + declaration.details }

    /// The fields that a list shows for each record.
    public var listedFields: [FieldDeclaration] {
        let name = declaration.recordName
        return [
            FieldDeclaration("id", .integer(), help: "The \(name)'s id.", isRequired: true),
            FieldDeclaration("uid", .text, help: "The \(name)'s uid.", isRequired: true),
        ] + declaration.values.flatMap(\.resultFields) + declaration.computed
            + declaration.linked.map(\.field)
            + (declaration.photo.map { [RecordPhoto.shown($0)] } ?? []) + [
                FieldDeclaration(
                    "createdAt", .instant, help: "The time at which it was added.", isRequired: true,
                    title: "Added"),
                FieldDeclaration(
                    "updatedAt", .instant, help: "The time of the last change.", isRequired: true,
                    title: "Changed"),
            ]
    }

    /// Returns the derived commands, whose results contain the given record fields.
    ///
    /// The record fields are created once and then passed on, because every process creates every command.
    func commands(giving recordFields: [FieldDeclaration]) -> [Command] {
        [list, show(recordFields), add, edit, remove]
            + declaration.values.filter(\.isPosition).map(reorder)
    }

    /// Returns the table with which a command reads and writes records.
    public func table(_ context: CommandContext) -> RecordTable { RecordTable(self, RecordContext(context)) }

    /// Changes a record and returns the record in the shape ``recordFields``.
    ///
    /// If the rules may produce warnings, the result also contains the warnings from ``writtenResult``.
    ///
    /// - Parameters:
    ///   - input: the command's input, which identifies the record in ``recordField``.
    ///   - body: changes the record's values; the second argument is the table.
    public func change(
        _ input: Arguments, _ context: CommandContext,
        _ body: (inout RecordValues, RecordTable) throws -> Void
    ) throws -> DataValue {
        let table = table(context)
        let id = try input.required(recordField)
        try table.change(id) { try body(&$0, table) }
        return try written(id, by: table, context)
    }

    /// Returns a record in the shape ``recordFields``.
    public func value(_ record: StoredRecord, _ context: CommandContext) throws -> DataValue {
        var value = try listed(record, context)
        for entry in try rules.details(record, context).entries { value.append(entry.name, entry.value) }
        return .object(value)
    }

    /// Returns a record in the shape ``listedFields``.
    public func listed(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject {
        try listed(record, context, RecordContext(context))
    }

    private func listed(
        _ record: StoredRecord, _ context: CommandContext, _ own: RecordContext
    ) throws -> DataObject {
        var value: DataObject = ["id": .integer(record.id), "uid": .text(record.uid)]
        for (index, codec) in codecs.enumerated() where !declaration.values[index].fields.isEmpty {
            for entry in try codec.fields(of: record.values.values[index], in: record.id, own).entries {
                value.append(entry.name, entry.value)
            }
        }
        for entry in try rules.computed(record, context).entries { value.append(entry.name, entry.value) }
        for linked in declaration.linked {
            try linked.show(in: &value, of: RecordReference(declaration.collection, record.id), context)
        }
        if declaration.photo != nil {
            value.append(RecordPhoto.name, try RecordPhoto(declaration, context).value(of: record.id))
        }
        value.append("createdAt", .text(record.createdAt))
        value.append("updatedAt", .text(record.updatedAt))
        return value
    }

    // MARK: - Reading

    private var list: Command {
        let filters: [(ValueDeclaration?, FilterDeclaration)] =
            declaration.values.flatMap { value in value.filters.map { (value, $0) } }
            + declaration.filters.map { (nil, $0) }
        let query = ListQuery(
            table: declaration.table,
            sorts: declaration.sorts.map { .init($0.name, sql: $0.sql, ties: $0.ties) })
        return Command(
            "list", .list, summary: summary(of: "list", "List your \(declaration.recordNames)."),
            discussion: discussion(of: "list"), fields: filters.flatMap { $1.fields(of: $0) } + query.fields,
            result: .page(listedFields, columns: declaration.listColumns)
        ) { input, context in
            let table = table(context)
            let conditions = filters.compactMap {
                $1.condition(of: $0, in: declaration, input, context)
            }
            return try query.page(input, context.db, select: table.select, where: conditions) { row in
                .object(try listed(table.record(row, from: 2), context, table.context))
            }
        }
    }

    private func show(_ recordFields: [FieldDeclaration]) -> Command {
        Command(
            "show", .show, summary: summary(of: "show", "Show \(declaration.aRecord)."),
            discussion: discussion(of: "show"),
            fields: [recordField.declaration], result: .object(recordFields)
        ) { input, context in
            try value(table(context).record(input.required(recordField)), context)
        }
    }

    /// A query that finds records by name, ignoring case.
    ///
    /// A collection needs this query if other modules' records refer to the collection's records by name
    /// (``PeopleDeclaration``).
    public var named: Command {
        let names = Field<[String]>.texts("names", help: "The names to find.").required.positional
        let name = FieldDeclaration(
            "name", .text, help: "The \(declaration.recordName)'s name.", isRequired: true)
        return Command(
            "named", .query, title: "By name",
            summary: "Find \(declaration.recordNames) by name.",
            fields: [names.declaration],
            result: .list(
                [
                    FieldDeclaration("matched", .text, help: "The name that it matches.", isRequired: true),
                    FieldDeclaration(
                        "id", .integer(), help: "The \(declaration.recordName)'s id.", isRequired: true),
                    name,
                ], columns: ["matched", "id", "name"])
        ) { input, context in
            let statement = try context.db.cachedStatement(
                sql: """
                    SELECT r.id, \(declaration.titleSQL) FROM \(declaration.table) r
                    WHERE \(TextMatch.folded(declaration.titleSQL)) = \(TextMatch.folded("?")) ORDER BY r.id
                    """)
            let found = try input.required(names).flatMap { name in
                try Row.fetchAll(statement, arguments: [Words.line(name) ?? name]).map { row -> DataValue in
                    .object(["matched": .text(name), "id": .integer(row[0]), "name": .text(row[1])])
                }
            }
            return .object(["items": .list(found)])
        }
    }

    // MARK: - Writing

    private var add: Command {
        Command(
            "add", .add, title: texts["add"]?.title,
            summary: summary(of: "add", "Add \(declaration.aRecord)."),
            discussion: discussion(of: "add"),
            fields: inputFields + rules.addFields + (declaration.photo.map(RecordPhoto.addFields) ?? [])
                + (mayHaveDuplicates ? [Self.anyway.declaration] : []),
            result: writtenResult
        ) { input, context in
            let table = table(context)
            var given = input.values
            for value in declaration.values where value.isTodayAtFirst {
                let name = value.fields[0].name
                if given[name] ?? .null == .null { given[name] = .text(context.today.description) }
            }
            var values = try applying(given, to: initial, of: nil, table.context)
            try rules.apply(input, to: &values, since: nil, table.context)
            if mayHaveDuplicates, input[Self.anyway] != true { try refuseDuplicate(of: values, table) }
            let id = try table.insert(values)
            try setPhoto(input, of: id, context)
            _ = try rules.attach(input, to: table.record(id), context)
            return try written(id, by: table, context)
        }
    }

    private var edit: Command {
        Command(
            "edit", .edit, summary: summary(of: "edit", "Change \(declaration.aRecord)."),
            discussion: discussion(of: "edit"),
            fields: [recordField.declaration]
                + zip(declaration.values, codecs).flatMap { value, codec in
                    (value.isDerived ? [] : value.fields).map { field in
                        var field = field
                        (field.isRequired, field.isPositional, field.defaultValue) = (false, false, nil)
                        return field
                    } + codec.editFields
                } + rules.editFields + (declaration.photo.map(RecordPhoto.editFields) ?? []),
            result: writtenResult
        ) { input, context in
            let table = table(context)
            let old = try table.record(input.required(recordField))
            var values = try applying(input.values, to: old.values, of: old.id, table.context)
            try rules.apply(input, to: &values, since: old, table.context)
            try table.update(old, to: values)
            let hasNewPhoto = try setPhoto(input, of: old.id, context)
            let isAttached = try rules.attach(input, to: table.record(old.id), context)
            if hasNewPhoto || isAttached, values == old.values { try table.touch(old.id) }
            return try written(old.id, by: table, context)
        }
    }

    private var remove: Command {
        Command(
            "remove", .remove, summary: summary(of: "remove", "Remove \(declaration.aRecord)."),
            discussion: discussion(of: "remove"), fields: [recordField.declaration],
            result: .object(ResultShape.removal.fields + rules.removeFields)
        ) { input, context in
            let table = table(context)
            let old = try table.record(input.required(recordField))
            let reference = RecordReference(declaration.collection, old.id)
            for attachment in try context.attachments.attachments(of: reference, role: nil) {
                try context.attachments.remove(attachment.id)
            }
            let more = try rules.willRemove(old, context)
            try table.remove(old.id)
            var result: DataObject = [
                "removed": .bool(true), "id": .integer(old.id), "uid": .text(old.uid),
            ]
            for entry in more.entries { result[entry.name] = entry.value }
            return .object(result)
        }
    }

    private func reorder(by value: ValueDeclaration) -> Command {
        let records = Field<[Int64]>.records(
            "records", of: declaration.collection,
            help: "The \(declaration.recordNames) to put first, in this order."
        ).required.positional
        return Command(
            "reorder", .action, past: "put in order",
            summary: summary(of: "reorder", "Put \(declaration.recordNames) in your own order."),
            discussion: texts["reorder"]?.discussion ?? "All others follow in their current order.",
            fields: [records.declaration], result: .list(listedFields, columns: declaration.listColumns)
        ) { input, context in
            let table = table(context)
            let all = try table.records(orderedBy: "r.\(value.columns[0]), r.id")
            let named = try input.required(records)
            let rank = Dictionary(zip(named, 0...), uniquingKeysWith: { first, _ in first })
            let ordered = all.enumerated().sorted { one, other in
                (rank[one.element.id] ?? named.count, one.offset)
                    < (rank[other.element.id] ?? named.count, other.offset)
            }
            for (place, record) in zip(Int64(1)..., ordered.map(\.element)) {
                var values = record.values
                values[value.name] = .integer(place)
                try table.update(record, to: values)
            }
            return .object([
                "items": .list(
                    try ordered.map {
                        .object(try listed(table.record($0.element.id), context, table.context))
                    })
            ])
        }
    }

    /// Applies a command's input to a record's photo, and returns true if the photo changed.
    @discardableResult
    private func setPhoto(_ input: Arguments, of record: Int64, _ context: CommandContext) throws -> Bool {
        guard declaration.photo != nil else { return false }
        return try RecordPhoto(declaration, context).apply(input, to: record)
    }

    /// True if duplicates are allowed, so that `add` must ask the user before adding a duplicate.
    private var mayHaveDuplicates: Bool { declaration.duplicates.map { !$0.isUnique } ?? false }

    private static let anyway = Field<Bool>.boolean(
        "anyway", help: "Add it even if it already exists."
    ).defaulting(to: .bool(false))

    private func refuseDuplicate(of values: RecordValues, _ table: RecordTable) throws {
        guard let duplicate = try table.duplicates(of: values).first else { return }
        throw AtriumError(
            .badData, "this \(declaration.recordName) already exists: number \(duplicate)",
            remedy: "to add it again, use \(flag: "anyway")",
            field: declaration.duplicates?.value)
    }

    /// The values' input fields in `add`.
    private var inputFields: [FieldDeclaration] {
        declaration.values.filter { !$0.isDerived }.flatMap(\.fields)
    }

    /// Returns a record's values after a command's input is applied.
    ///
    /// - Parameter record: the record, or nil for a new record.
    /// - Throws: ``AtriumError`` with code `badData`; the error names the field.
    public func applying(
        _ input: DataObject, to values: RecordValues, of record: Int64?, _ context: RecordContext
    ) throws -> RecordValues {
        var values = values
        for (index, declared) in declaration.values.enumerated() {
            if declared.isDerived { continue }
            let fields = declared.fields + codecs[index].editFields
            let given = fields.reduce(into: DataObject()) { $0[$1.name] = input[$1.name] }
            if given.isEmpty { continue }
            let new = try codecs[index].value(
                given: given, over: values.values[index], in: record, context)
            if !declared.areSame(new, values.values[index]) { values.values[index] = new }
        }
        return values
    }

    // MARK: - Words

    private func summary(of command: String, _ usual: String) -> String { texts[command]?.summary ?? usual }

    private func discussion(of command: String) -> Guidance { texts[command]?.discussion ?? "" }
}

extension ValueDeclaration {
    /// The value's result fields: a field that is never null is required, and names represent records.
    var resultFields: [FieldDeclaration] {
        fields.map { field in
            var result = field
            switch field.type {
            case .boolean, .list: result.isRequired = true
            default:
                // A time in UTC, or a floating time, has no zone.
                let isZone = if case .moment = place { field.name != fields[0].name } else { false }
                result.isRequired = isRequired && !isZone || field.isRequired || field.defaultValue != nil
            }
            (result.isPositional, result.defaultValue, result.option) = (false, nil, nil)
            switch field.type {
            case .list(.reference): result.type = .list(.text)
            case .reference: result.type = .text
            default: break
            }
            if case .people(let people) = place { result.help = "The names of \(people.words)." }
            return result
        }
    }
}
