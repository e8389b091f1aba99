import AtriumSDK
import GRDB
import ICalendarExchange

/// The commands that keep decisions.
enum DecisionCommands {
    static let all = [list, show, add, edit, remove]

    static let record = Collection.recordField(of: .decisions, named: "decision")

    // MARK: - Input

    private static let title = Field<String>.text("title", help: "What is decided.")
    private static let aboutText = Field<String>.longText("context", help: "What it is about, in Markdown.")
    private static let options = Field<[String]>.texts(
        "options", help: "What could be done, one after the other."
    )
    .option("option").hinted("One a line.")
    private static let chosen = Field<String>.text(
        "chosen", help: "Which of the options is taken, or what else.")
    private static let models = Field<[String]>.texts(
        "models", help: "The names of the mental models that were applied; links lead to those that you keep."
    ).option("model").hinted("Names of mental models, one a line.")
    private static let expected = Field<String>.longText("expected", help: "What is expected to come of it.")
    private static let confidence = Field<Int64>.integer(
        "confidence", in: 0...100, help: "How sure that is, in percent: 0 to 100."
    ).hinted("In percent.")
    private static let reviewOn = Field<LocalDate>.date(
        "reviewOn", help: "The day on which to look at what came of it.")
    private static let tags = Field<[String]>.texts("tags", help: "Its tags.").option("tag").formatted(.words)

    private static let fields: [FieldDeclaration] = [
        aboutText.declaration, options.declaration, chosen.declaration, models.declaration,
        expected.declaration, confidence.declaration, reviewOn.declaration, tags.declaration,
    ]

    /// Applies all fields that were given.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where no title is left.
    private static func apply(_ input: Arguments, to decision: inout Decision) throws {
        try input.apply(title, to: &decision.title)
        guard let line = JournalText.line(decision.title) else {
            throw AtriumError(
                .badData, "title cannot be empty", remedy: "say what is to be decided", field: "title")
        }
        decision.title = line
        input.apply(aboutText, to: &decision.context)
        decision.context = JournalText.body(decision.context)
        apply(options, input, to: &decision.options, JournalText.lines)
        input.apply(chosen, to: &decision.chosen)
        decision.chosen = decision.chosen.flatMap(JournalText.line)
        apply(models, input, to: &decision.models, JournalText.lines)
        input.apply(expected, to: &decision.expected)
        decision.expected = JournalText.body(decision.expected)
        var percent = decision.confidence.map(Int64.init)
        input.apply(confidence, to: &percent)
        decision.confidence = percent.map(Int.init)
        input.apply(reviewOn, to: &decision.reviewOn)
        apply(tags, input, to: &decision.tags, Words.distinctTags)
    }

    private static func apply(
        _ field: Field<[String]>, _ input: Arguments, to list: inout [String], _ kept: ([String]) -> [String]
    ) {
        switch input.change(field) {
        case .keep: break
        case .clear: list = []
        case .set(let texts): list = kept(texts)
        }
    }

    // MARK: - list

    private static let query = ListQuery(
        table: "journal_decision",
        sorts: [
            .init("latest", sql: "-julianday(r.created_at)"), .init("title", sql: "lower(r.title)"),
            .init("review", sql: "ifnull(r.review_on, '~')"),
            .init("confidence", sql: "ifnull(r.confidence, -1)"),
        ])
    private static let status = Field<String>.choice(
        "status", of: Decision.Status.allCases.map(\.rawValue),
        help: "Only those that are open, decided and not reviewed yet, or reviewed.")
    private static let model = Field<String>.text(
        "model", help: "Only those to which this mental model was applied.")
    private static let tag = Field<String>.text("tag", help: "Only those with this tag.")
    private static let text = Field<String>.text(
        "text", help: "Only those whose title, context or expectation contains this.")

    private static let list = Command(
        "list", .list, summary: "List decisions, the latest first.",
        fields: [status.declaration, model.declaration, tag.declaration, text.declaration] + query.fields,
        result: .page(
            DecisionFields.record,
            columns: ["id", "title", "status", "confidence", "reviewOn", "cameOut", "rating"])
    ) { input, context in
        let table = DecisionTable(context)
        return try query.page(input, context.db, select: "r.*", where: conditions(input, context)) { row in
            .object(DecisionFields.value(try table.read(row)))
        }
    }

    private static func conditions(
        _ input: Arguments, _ context: CommandContext
    ) throws -> [ListQuery.Condition] {
        var conditions: [ListQuery.Condition] = []
        switch input[status].flatMap(Decision.Status.init) {
        case .open?: conditions.append(.init("r.sealed_at IS NULL"))
        case .decided?: conditions.append(.init("r.sealed_at IS NOT NULL AND r.reviewed_at IS NULL"))
        case .reviewed?: conditions.append(.init("r.reviewed_at IS NOT NULL"))
        case nil: break
        }
        if let model = input[model].flatMap(JournalText.line) {
            conditions.append(
                .init(
                    "instr(char(10) || lower(r.models) || char(10), char(10) || lower(?) || char(10))",
                    [model]))
        }
        if let tag = input[tag] {
            conditions.append(.init(context.tags.condition(idColumn: "r.id", in: .decisions), [tag]))
        }
        if let text = input[text] {
            conditions.append(.contains(text, in: ["r.title", "r.context", "r.expected"]))
        }
        return conditions
    }

    // MARK: - One

    private static let show = Command(
        "show", .show, summary: "Show a decision.", fields: [record.declaration],
        result: .object(DecisionFields.record)
    ) { input, context in try DecisionFields.value(input.required(record), context) }

    private static let add = Command(
        "add", .add, summary: "Note a decision that is to be made.",
        discussion: "\(command: "journal decisions seal") notes that it is made.",
        fields: [title.required.positional.declaration] + fields, result: .object(DecisionFields.record)
    ) { input, context in
        var decision = try Decision(title: input.required(title))
        try apply(input, to: &decision)
        let id = try DecisionTable(context).insert(
            decision, uid: context.newUID(), createdAt: context.nowText, updatedAt: context.nowText)
        try DecisionModels(context).follow(decision.models, from: id)
        return try DecisionFields.value(id, context)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change a decision.",
        discussion: """
            Once it is sealed, title, review date and tags can be changed; to what was expected \
            \(command: "journal decisions amend") adds.
            """,
        fields: [record.declaration, title.declaration] + fields, result: .object(DecisionFields.record)
    ) { input, context in
        let table = DecisionTable(context)
        let old = try table.decision(input.required(record))
        var decision = old.decision
        try apply(input, to: &decision)
        try decision.checkSeal(since: old.decision)
        try table.update(old, to: decision, updatedAt: context.nowText)
        if decision.models != old.decision.models {
            try DecisionModels(context).follow(decision.models, from: old.id)
        }
        return try DecisionFields.value(old.id, context)
    }

    private static let remove = Command(
        "remove", .remove, summary: "Remove a decision with all that was added to it.",
        fields: [record.declaration], result: .removal
    ) { input, context in
        let table = DecisionTable(context)
        let old = try table.decision(input.required(record))
        try table.remove(old.id)
        return .object(["removed": .bool(true), "id": .integer(old.id), "uid": .text(old.uid)])
    }
}
