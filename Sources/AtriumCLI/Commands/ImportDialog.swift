import AtriumHost
import AtriumSDK

/// What an import asks the person at the terminal: columns that nobody knows, and conflicts.
struct ImportDialog {
    private let prompt: Prompt
    private let style: TextStyle
    private let columns: Int?

    init(_ invocation: Invocation) {
        prompt = invocation.prompt
        columns = invocation.streams.errors.terminalColumns
        style = TextStyle(
            isColored: invocation.streams.allowsColor && !invocation.context.globals.isColorless
                && columns != nil)
    }

    /// Whether there is somebody to ask.
    var canAsk: Bool { prompt.canAsk }

    // MARK: - Columns

    /// Shows guesses for files whose columns nobody knows, and puts what is confirmed into the request.
    func confirmColumns(of request: inout ImportRequest, _ session: Session) throws {
        for table in try session.columnTables(for: request) {
            guard let place = request.inputs.firstIndex(where: { $0.path == table.path }) else { continue }
            try prompt.say(
                "\(TerminalText.visible(table.path)): unknown columns; \(table.module) could import them as\n"
            )
            var chosen = table.columns
            try prompt.say(rendered(table.guesses, chosen))
            while true {
                let answer = try prompt.ask(
                    "Import like this? [y]es, [n]o, COLUMN=FIELD to change a column, ? to list the fields:")
                switch answer?.lowercased() {
                case "y", "yes":
                    request.inputs[place].columns = chosen
                case nil, "", "n", "no": break
                case "?":
                    try prompt.say(rendered(table.fields))
                    continue
                default:
                    if try change(&chosen, answer ?? "", table) {
                        try prompt.say(rendered(table.guesses, chosen))
                    }
                    continue
                }
                break
            }
        }
    }

    /// Changes what becomes of one column; false where the answer does not say it, which is then told.
    private func change(
        _ chosen: inout [(column: String, field: String)], _ answer: String, _ table: ColumnTable
    ) throws -> Bool {
        func refuse(_ reason: String) throws -> Bool {
            try prompt.say(reason + "\n")
            return false
        }
        guard let equals = answer.lastIndex(of: "=") else {
            return try refuse("answer y, n, ? or COLUMN=FIELD; COLUMN= leaves a column out")
        }
        let name = String(answer[..<equals]).lowercased()
        let field = String(answer[answer.index(after: equals)...])
        guard let column = table.guesses.first(where: { $0.column.lowercased() == name })?.column else {
            return try refuse("there is no column “\(TerminalText.visible(name))”")
        }
        let names = Set(table.fields.map(\.name))
        guard field.isEmpty || names.contains(field) else {
            let remedy = NearNames.remedy(
                for: field, in: names.sorted(), otherwise: "? lists the fields")
            return try refuse("there is no field “\(TerminalText.visible(field))”: \(remedy)")
        }
        chosen.removeAll { $0.column == column }
        if !field.isEmpty { chosen.append((column, field)) }
        return true
    }

    /// The fields that a column can become, with what each means.
    private func rendered(_ fields: [FieldDeclaration]) -> String {
        var table = Table([
            Table.Column(heading: "FIELD", type: .text), Table.Column(heading: "MEANING", type: .text),
        ])
        for field in fields { table.add([field.name, field.help]) }
        return table.rendered(limit: columns, style: style)
    }

    private func rendered(_ guesses: [ColumnGuess], _ chosen: [(column: String, field: String)]) -> String {
        var table = Table([
            Table.Column(heading: "COLUMN", type: .text), Table.Column(heading: "FIELD", type: .text),
            Table.Column(heading: "VALUES", type: .text),
        ])
        for guess in guesses {
            let field = chosen.first { $0.column == guess.column }?.field ?? ""
            table.add([guess.column, field, guess.samples.joined(separator: " · ")])
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
        let what = inputs.count == 1 ? "the file is" : "the files are"
        while true {
            let answer = try prompt.ask("Which date order: mdy, dmy or ymd? (Enter: \(what) not imported)")
            guard let order = answer?.lowercased(), !order.isEmpty else { return nil }
            guard ["mdy", "dmy", "ymd"].contains(order) else {
                try prompt.say("answer mdy for month/day/year, dmy for day/month/year, or ymd\n")
                continue
            }
            var again = request
            again.inputs = inputs
            again.folders = []
            return (again, order)
        }
    }

    // MARK: - Conflicts

    /// What the host asks for each conflict; nil where nobody is to be asked.
    ///
    /// - Parameter wanted: the value of `--on-conflict`.
    func decision(_ wanted: String?, clearing progress: ProgressLine) -> (
        ([ImportReport.Item]) throws -> [ConflictAnswer?]
    )? {
        guard canAsk, wanted == nil || wanted == "ask" else { return nil }
        return { conflicts in
            try progress.clear()
            var forAll: ConflictAnswer?
            return try conflicts.enumerated().map { index, conflict in
                if let forAll { return forAll }
                let head =
                    "conflict \(index + 1) of \(conflicts.count): \(conflict.path), line \(conflict.line): "
                    + (conflict.title ?? conflict.kind.rawValue)
                let lines =
                    conflict.reason.map { [head, "  " + $0] }
                    ?? [head, "  field: here -> in the file"] + ItemLines.changes(of: conflict)
                try prompt.say("\n" + lines.map { TerminalText.visible($0) + "\n" }.joined())
                let (answer, isForAll) = try askForDecision(conflict)
                if isForAll { forAll = answer }
                return answer
            }
        }
    }

    /// Asks until the answer is a decision, which may be for all remaining conflicts; nil leaves the conflict open.
    private func askForDecision(_ conflict: ImportReport.Item) throws -> (ConflictAnswer?, isForAll: Bool) {
        while conflict.reason != nil {
            let answer = try prompt.ask("[k]eep mine, [r]eplace with the file's? Enter: decide later:")
            guard let answer, !answer.isEmpty else { return (nil, false) }
            let decision = [ConflictDecision.keep, .replace].first {
                $0.rawValue == answer.lowercased() || $0.rawValue.prefix(1) == answer.lowercased()
            }
            if let decision { return (ConflictAnswer(decision), false) }
            try prompt.say("answer k or r, or press Enter\n")
        }
        while true {
            let answer = try prompt.ask(
                """
                [k]eep mine, [r]eplace with the file's, [m]erge both, decide [f]ield by field? K, R, M: the same for all \
                remaining conflicts; Enter: decide later:
                """)
            if answer == "f" { return (try askForFields(conflict), false) }
            guard let answer, !answer.isEmpty else { return (nil, false) }
            let decision = ConflictDecision.allCases.first {
                $0.rawValue == answer.lowercased() || $0.rawValue.prefix(1) == answer.lowercased()
            }
            if let decision { return (ConflictAnswer(decision), answer.first?.isUppercase == true) }
            try prompt.say("answer k, r, m or f, or press Enter\n")
        }
    }

    /// Asks whose value is to be the record's, field by field.
    private func askForFields(_ conflict: ImportReport.Item) throws -> ConflictAnswer {
        var answer = ConflictAnswer(.merge)
        for (change, line) in zip(conflict.changes, ItemLines.changes(of: conflict)) {
            try prompt.say(TerminalText.visible(line) + "\n")
            while answer.fields[change.field] == nil {
                let word = try prompt.ask(
                    "  the value [h]ere, the [f]ile's, or [b]oth? (Enter: merge)")
                guard let word, !word.isEmpty else { break }
                answer.fields[change.field] = ConflictSide.allCases.first {
                    $0.rawValue.hasPrefix(word.lowercased())
                }
            }
        }
        return answer
    }
}
