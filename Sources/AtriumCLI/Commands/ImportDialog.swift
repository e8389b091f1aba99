import AtriumHost
import AtriumSDK

/// What an import asks the person at the terminal: columns that nobody knows, and conflicts.
struct ImportDialog {
    private let prompt: Prompt
    private let isJSON: Bool
    private let style: TextStyle
    private let columns: Int?

    init(_ invocation: Invocation) {
        prompt = Prompt(streams: invocation.streams)
        isJSON = invocation.context.globals.isJSON
        columns = invocation.streams.errors.terminalColumns
        style = TextStyle(
            isColored: invocation.streams.allowsColor && !invocation.context.globals.isColorless
                && columns != nil)
    }

    /// Whether there is somebody to ask.
    var canAsk: Bool { prompt.canAsk && !isJSON }

    // MARK: - Columns

    /// Shows guesses for files whose columns nobody knows, and puts what is confirmed into the request.
    func confirmColumns(of request: inout ImportRequest, _ session: Session) throws {
        let fields = Set(try session.importers().flatMap(\.columns).map(\.name))
        for table in try session.columnTables(for: request) {
            guard let place = request.inputs.firstIndex(where: { $0.path == table.path }) else { continue }
            try prompt.say(
                "\(TerminalText.visible(table.path)): no known kind of table; for \(table.module) it could be\n"
            )
            var chosen = table.columns
            while true {
                try prompt.say(rendered(table.guesses, chosen))
                let answer = try prompt.ask("Import it so? [y]es, [n]o, or COLUMN=FIELD to change one:")
                switch answer?.lowercased() {
                case "y", "yes":
                    request.inputs[place].columns = chosen
                case nil, "", "n", "no": break
                default:
                    try change(&chosen, answer ?? "", table, fields)
                    continue
                }
                break
            }
        }
    }

    private func change(
        _ chosen: inout [(column: String, field: String)], _ answer: String, _ table: ColumnTable,
        _ fields: Set<String>
    ) throws {
        guard let equals = answer.lastIndex(of: "=") else {
            return try prompt.say("write y, n, or COLUMN=FIELD; COLUMN= leaves a column out\n")
        }
        let name = String(answer[..<equals]).lowercased()
        let field = String(answer[answer.index(after: equals)...])
        guard let column = table.guesses.first(where: { $0.column.lowercased() == name })?.column else {
            return try prompt.say("there is no column “\(TerminalText.visible(name))”\n")
        }
        guard field.isEmpty || fields.contains(field) else {
            let remedy = NearNames.remedy(
                for: field, in: fields.sorted(), otherwise: "use: " + fields.sorted().joined(separator: ", "))
            return try prompt.say("there is no field “\(TerminalText.visible(field))”: \(remedy)\n")
        }
        chosen.removeAll { $0.column == column }
        if !field.isEmpty { chosen.append((column, field)) }
    }

    private func rendered(_ guesses: [ColumnGuess], _ chosen: [(column: String, field: String)]) -> String {
        var table = Table([
            Table.Column(heading: "COLUMN", type: .text), Table.Column(heading: "FIELD", type: .text),
            Table.Column(heading: "VALUES", type: .text),
        ])
        for guess in guesses {
            let field = chosen.first { $0.column == guess.column }?.field ?? ""
            table.add(
                [guess.column, field, guess.samples.joined(separator: " · ")].map(TerminalText.visible))
        }
        return table.rendered(limit: columns, style: style)
    }

    // MARK: - Dates

    /// The option that says in which order dates are written.
    static let dateOrder = CSVOptions.dateOrder.declaration.name

    /// Asks in which order dates are written, where files could not be imported without knowing it.
    ///
    /// - Returns: the request for those files alone, and the order; nil where nothing was asked or answered.
    func askForDateOrder(_ report: ImportReport, _ request: ImportRequest) throws -> (ImportRequest, String)?
    {
        let failed = report.files.filter { $0.error?.field == Self.dateOrder }
        let inputs = request.inputs.filter { input in failed.contains { $0.path == input.path } }
        guard !inputs.isEmpty else { return nil }
        for file in failed {
            try prompt.say("\(TerminalText.visible(file.path)): \(file.error?.message ?? "")\n")
        }
        let answer = try prompt.ask(
            "In which order are they written: mdy, dmy or ymd? (else they are left out)")
        guard let order = answer?.lowercased(), ["mdy", "dmy", "ymd"].contains(order) else { return nil }
        var again = request
        again.inputs = inputs
        again.folders = []
        return (again, order)
    }

    // MARK: - Conflicts

    /// What the host asks for each conflict; nil where nobody is to be asked.
    ///
    /// - Parameter wanted: the value of `--on-conflict`.
    func decision(_ wanted: String?, clearing progress: ProgressLine) -> (
        ([ImportReport.Item]) throws -> [ConflictDecision?]
    )? {
        guard canAsk, wanted == nil || wanted == "ask" else { return nil }
        return { conflicts in
            try progress.clear()
            var forAll: ConflictDecision?
            return try conflicts.enumerated().map { index, conflict in
                if let forAll { return forAll }
                try prompt.say(
                    "\nconflict \(index + 1) of \(conflicts.count): "
                        + ItemLines.lines(of: conflict).map { TerminalText.visible($0) + "\n" }.joined())
                let answer = try prompt.ask(
                    "[k]eep it as it is here, [r]eplace it, [m]erge; capitals for all that follow; else it stays open:"
                )
                let decision = answer.flatMap { answer in
                    ConflictDecision.allCases.first {
                        $0.rawValue == answer.lowercased() || $0.rawValue.prefix(1) == answer.lowercased()
                    }
                }
                if answer?.first?.isUppercase == true { forAll = decision }
                return decision
            }
        }
    }
}
