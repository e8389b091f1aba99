import AtriumSDK
import GRDB
import ICalendarExchange

/// The commands that keep decisions.
enum DecisionCommands {
    static let all = [list, show, add, edit, remove]

    static let record = Collection.recordField(of: .decisions, named: "decision")

    // MARK: - Input

    private static let title = Field<String>.text("title", help: "The title.")
    private static let aboutText = Field<String>.longText("context", help: "The context, in Markdown.")
    private static let options = Field<[String]>.texts(
        "options", help: "The options, in order."
    )
    .option("option").hinted("One per line.")
    private static let chosen = Field<String>.text(
        "chosen", help: "The chosen option, or another choice.")
    private static let models = Field<[String]>.texts(
        "models", help: "The names of the mental models applied; your own models are linked."
    ).option("model").hinted("Names of mental models, one per line.")
    private static let expected = Field<String>.longText("expected", help: "The expectation.")
    private static let confidence = Field<Int64>.integer(
        "confidence", in: 0...100, help: "The confidence in percent, from 0 to 100."
    ).hinted("In percent.")
    private static let reviewOn = Field<LocalDate>.date(
        "reviewOn", help: "The day of the review.")
    private static let tags = Field<[String]>.texts("tags", help: "The tags.").option("tag").formatted(.words)

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
                .badData, "title cannot be empty", remedy: "give the decision a title", field: "title")
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
        help: "Only decisions that are open, decided but not reviewed, or reviewed.")
    private static let model = Field<String>.text(
        "model", help: "Only decisions with this mental model.")
    private static let tag = Field<String>.text("tag", help: "Only decisions with this tag.")
    private static let text = Field<String>.text(
        "text", help: "Only decisions whose title, context or expectation contains this.")

    private static let list = Command(
        "list", .list, summary: "List decisions, latest first.",
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
        "add", .add, summary: "Add a decision to make.",
        discussion: "Once you have decided, seal it with \(command: "journal decisions seal").",
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
            After the seal, only title, review date and tags can be changed; \(command: "journal decisions amend") adds to \
            the expectation.
            """,
        fields: [record.declaration, title.declaration] + fields, result: .object(DecisionFields.record)
    ) { input, context in
        let table = DecisionTable(context)
        let old = try table.decision(input.required(record))
        var decision = old.decision
        try apply(input, to: &decision)
        try decision.checkSeal(since: old.decision, in: context.settings.timeZone)
        try table.update(old, to: decision, updatedAt: context.nowText)
        if decision.models != old.decision.models {
            try DecisionModels(context).follow(decision.models, from: old.id)
        }
        return try DecisionFields.value(old.id, context)
    }

    private static let remove = Command(
        "remove", .remove, summary: "Remove a decision and its additions.",
        fields: [record.declaration], result: .removal
    ) { input, context in
        let table = DecisionTable(context)
        let old = try table.decision(input.required(record))
        try table.remove(old.id)
        return .object(["removed": .bool(true), "id": .integer(old.id), "uid": .text(old.uid)])
    }
}
