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
    func print(_ value: DataValue, shape: ResultShape) throws {
        if isJSON { return try printJSON(value) }
        switch shape {
        case .object(let fields):
            try output.write(block(value, fields))
        case .page(let fields, let columns):
            try printItems(value, fields: fields, columns: columns)
        case .list(let fields, let columns):
            try printItems(value, fields: fields, columns: columns)
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

    private func printWarnings(_ warnings: [String]) throws {
        guard !warnings.isEmpty else { return }
        // After the result, where both go to one terminal.
        try output.flush()
        for warning in warnings { try notes.write("atrium: warning: \(TerminalText.visible(warning))\n") }
    }

    private func printItems(_ value: DataValue, fields: [FieldDeclaration], columns: [String]) throws {
        let items = value.objectValue?["items"]?.listValue ?? []
        if items.isEmpty {
            try notes.write("nothing found\n")
            return
        }
        let shown = columns.isEmpty ? fields.map(\.name) : columns
        var table = Table(
            shown.map { name in
                Table.Column(
                    heading: ValueText.label(name).uppercased(), type: fields.first { $0.name == name }?.type)
            })
        for item in items {
            let object = item.objectValue ?? DataObject()
            table.add(shown.map { ValueText.cell(object[$0] ?? .null) })
        }
        try output.write(table.rendered(limit: output.terminalColumns, style: style))
        if let next = value.objectValue?["next"]?.textValue {
            try output.flush()
            let total = value.objectValue?["total"]?.integerValue.map { " of \($0)" } ?? ""
            try notes.write(
                "\(items.count)\(total) shown; go on with --cursor \(TerminalText.visible(next))\n")
        }
    }
}
