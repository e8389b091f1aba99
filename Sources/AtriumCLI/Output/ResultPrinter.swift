import AtriumSDK

/// Prints what commands give: for people as tables and blocks, for programs as one JSON document.
struct ResultPrinter {
    private let output: any ByteOutput
    private let notes: any ByteOutput
    /// Whether JSON was asked for.
    let isJSON: Bool
    private let style: TextStyle

    /// Makes a printer for two streams: results go to `output`, remarks that are no result to `notes`.
    init(output: any ByteOutput, notes: any ByteOutput, isJSON: Bool, allowsColor: Bool) {
        self.output = output
        self.notes = notes
        self.isJSON = isJSON
        style = TextStyle(isColored: allowsColor && output.terminalColumns != nil)
    }

    /// Prints a result of a declared shape.
    ///
    /// - Parameter none: what is said of a list without items, without a full stop.
    func print(_ value: DataValue, shape: ResultShape, none: String = "nothing found") throws {
        if isJSON { return try printJSON(value) }
        switch shape {
        case .object(let fields):
            try output.write(isRecord(fields) ? block(value, fields) : answer(value, fields))
        case .page(let fields, let columns):
            try printItems(value, fields: fields, columns: columns, none: none)
        case .list(let fields, let columns):
            try printItems(value, fields: fields, columns: columns, none: none)
            try printWarnings(value.objectValue?["warnings"]?.listValue?.compactMap(\.textValue) ?? [])
        }
    }

    /// Prints a value as JSON, whether asked for or not.
    func printJSON(_ value: DataValue) throws {
        try output.write(value.json + "\n")
    }

    /// A value as a block of lines.
    func block(_ value: DataValue, _ fields: [FieldDeclaration] = []) -> String {
        guard let object = value.objectValue else {
            return TerminalText.visible(ValueText.cell(value)) + "\n"
        }
        return RecordBlock(style: style).rendered(object, fields)
    }

    /// A record has an id; what has none is an answer that is made of several things.
    private func isRecord(_ fields: [FieldDeclaration]) -> Bool { fields.contains { $0.name == "id" } }

    /// An answer as a block, but for each list of objects whose fields are single values, or that says which it shows: a table
    /// under its name.
    private func answer(_ value: DataValue, _ fields: [FieldDeclaration]) -> String {
        guard let object = value.objectValue else { return block(value, fields) }
        let lists = fields.filter { field in
            let cells = Self.columns(of: field)
            return !cells.isEmpty && (field.columns != nil || cells.allSatisfy(\.type.isSingle))
                && object[field.name]?.listValue?.isEmpty == false
        }
        let cards = fields.filter { Self.isOfCards($0) && object[$0.name]?.listValue?.isEmpty == false }
        let names = Set((lists + cards).map(\.name))
        let rest = object.entries.filter { !names.contains($0.name) }.reduce(into: DataObject()) {
            $0[$1.name] = $1.value
        }
        let head = DataValue.object(rest).isEmpty ? [] : [block(.object(rest), fields)]
        let tables = lists.map { list in
            style.label(ValueText.label(list.name) + ":") + "\n"
                + table(
                    object[list.name]?.listValue ?? [], Self.columns(of: list), leavingOutEmpty: true)
        }
        return (head + tables + cards.flatMap { self.cards(object[$0.name]) }).joined(separator: "\n")
    }

    /// Whether objects have titles and items with titles and facts: each is a heading with a line for each item.
    private static func isOfCards(_ field: FieldDeclaration) -> Bool {
        let fields = ValueText.fields(of: field.type)
        let items =
            fields.first { $0.name == "items" }.map { ValueText.fields(of: $0.type).map(\.name) } ?? []
        return fields.contains { $0.name == "title" } && items.contains("title") && items.contains("facts")
    }

    private func cards(_ value: DataValue?) -> [String] {
        (value?.listValue ?? []).compactMap(\.objectValue).map { card in
            let items = (card["items"]?.listValue ?? []).compactMap(\.objectValue).map { item in
                let box =
                    item["done"].map { $0 == .bool(true) ? "[x] " : $0 == .bool(false) ? "[ ] " : "" } ?? ""
                let facts = (item["facts"]?.listValue ?? []).map(ValueText.cell)
                let words = [ValueText.cell(item["title"] ?? .null)] + facts
                return "  " + box + TerminalText.visible(words.joined(separator: " · ")) + "\n"
            }
            let more = card["omitted"]?.integerValue.map { number in
                "  and \(number) more: atrium \(ValueText.cell(card["command"] ?? .null))\n"
            }
            let heading = style.label(TerminalText.visible(ValueText.cell(card["title"] ?? .null)) + ":")
            return heading + "\n" + items.joined() + (more ?? "")
        }
    }

    /// The fields of a list's objects that a table shows.
    private static func columns(of field: FieldDeclaration) -> [FieldDeclaration] {
        let fields = ValueText.fields(of: field.type)
        return field.columns.map { names in names.compactMap { name in fields.first { $0.name == name } } }
            ?? fields
    }

    /// Items as a table of these fields.
    private func table(_ items: [DataValue], _ fields: [FieldDeclaration], leavingOutEmpty: Bool = false)
        -> String
    {
        let objects = items.map { $0.objectValue ?? DataObject() }
        let shown = fields.filter { field in
            !(leavingOutEmpty || field.isState) || field.absentText != nil
                || objects.contains { !($0[field.name]?.isEmpty ?? true) }
        }
        var table = Table(
            shown.map { Table.Column(heading: ValueText.label($0.name).uppercased(), type: $0.type) })
        let state = fields.first(where: \.isState)?.name
        for object in objects {
            table.add(
                shown.map { ValueText.cell(object[$0.name] ?? .null, of: $0) },
                isStruck: state.map { object[$0] == .text(FieldDeclaration.cancelled) } ?? false)
        }
        return table.rendered(limit: output.terminalColumns, style: style)
    }

    /// The defects of records in a list, each after the record's id; see ``TextFormat/problem``.
    private func problems(_ items: [DataValue], _ fields: [FieldDeclaration]) -> [String] {
        guard let field = fields.first(where: { $0.format == .problem }) else { return [] }
        return items.compactMap(\.objectValue).compactMap { item in
            item[field.name]?.textValue.map { "\(ValueText.cell(item["id"] ?? .null)): \($0)" }
        }
    }

    private func printWarnings(_ warnings: [String]) throws {
        guard !warnings.isEmpty else { return }
        // After the result, where both go to one terminal.
        try output.flush()
        for warning in warnings { try notes.write("atrium: warning: \(TerminalText.visible(warning))\n") }
    }

    private func printItems(
        _ value: DataValue, fields: [FieldDeclaration], columns: [String], none: String
    ) throws {
        let items = value.objectValue?["items"]?.listValue ?? []
        if items.isEmpty {
            try notes.write(none + "\n")
            return
        }
        // Columns name declared fields: conformance holds modules to it.
        let shown = columns.isEmpty ? fields : columns.compactMap { name in fields.first { $0.name == name } }
        try output.write(table(items, shown))
        try printWarnings(problems(items, fields))
        if let next = value.objectValue?["next"]?.textValue {
            try output.flush()
            let total = value.objectValue?["total"]?.integerValue.map { " of \($0)" } ?? ""
            try notes.write(
                "\(items.count)\(total) shown; continue with --cursor \(TerminalText.visible(next))\n")
        }
    }
}

extension FieldType {
    /// Whether a value of the type fits the cell of a table.
    fileprivate var isSingle: Bool {
        switch self {
        case .list, .object, .longText: false
        default: true
        }
    }
}
