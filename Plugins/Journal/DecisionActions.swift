import AtriumSDK
import GRDB

/// The commands that make a decision, and look at what came of it.
enum DecisionActions {
    static let all = [seal, amend, review, due]

    private static let record = DecisionCommands.record

    // MARK: - seal

    private static let seal = Command(
        "seal", .recordAction, past: "sealed",
        summary: "Note that a decision is made, and seal what is expected of it.",
        discussion: """
            From then on context, options, choice, models, expectation and confidence stay as they are, so that hindsight \
            changes nothing of them; \(command: "journal decisions amend") adds to them. \(command: "undo") takes back a seal \
            that was a slip.
            """,
        fields: [record.declaration], result: .object(DecisionFields.record)
    ) { input, context in
        try change(input, context) { try $0.sealed(at: context.nowText) }
    }

    // MARK: - amend

    private static let text = Field<String>.longText("text", help: "What there is to add.").required
        .positional

    private static let amend = Command(
        "amend", .recordAction, past: "amended",
        summary: "Add to the expectation of a sealed decision, with the time.",
        fields: [record.declaration, text.declaration], result: .object(DecisionFields.record)
    ) { input, context in
        guard let text = JournalText.body(try input.required(text)) else {
            throw AtriumError(
                .badData, "the addendum says nothing", remedy: "say what there is to add", field: "text")
        }
        return try change(input, context) { old in
            guard old.sealedAt != nil else {
                throw AtriumError(
                    .conflict, "the decision is not made yet, so that its expectation can be changed",
                    remedy: "\(command: "journal decisions edit") does that", field: "record")
            }
            var new = old
            new.addenda.append(Addendum(addedAt: context.nowText, text: text))
            return new
        }
    }

    // MARK: - review

    private static let outcome = Field<String>.longText("outcome", help: "What happened.")
    private static let cameOut = Field<String>.choice(
        "cameOut", of: Review.CameOut.allCases.map(\.rawValue),
        help: "Whether what was expected came out: partly counts as a half.")
    private static let lessons = Field<String>.longText("lessons", help: "What is learned from it.")
    private static let rating = Field<Int64>.integer(
        "rating", in: 1...5, help: "How good the decision was, whatever came of it, from 1 to 5, the best.")

    private static let review = Command(
        "review", .recordAction, past: "reviewed", summary: "Note what came of a decision.",
        discussion: """
            The first time \(field: "outcome") and \(field: "cameOut") are needed; later what is given takes the place of what \
            was there.
            """,
        fields: [
            record.declaration, outcome.declaration, cameOut.declaration, lessons.declaration,
            rating.declaration,
        ],
        result: .object(DecisionFields.record)
    ) { input, context in
        try change(input, context) { old in
            guard old.sealedAt != nil else {
                throw AtriumError(
                    .conflict, "the decision is not made yet",
                    remedy: "\(command: "journal decisions seal") notes that it is", field: "record")
            }
            var review = old.review ?? Review(reviewedAt: context.nowText)
            input.apply(outcome, to: &review.outcome)
            review.outcome = JournalText.body(review.outcome)
            var word = review.cameOut?.rawValue
            input.apply(cameOut, to: &word)
            review.cameOut = word.flatMap(Review.CameOut.init)
            input.apply(lessons, to: &review.lessons)
            review.lessons = JournalText.body(review.lessons)
            var stars = review.rating.map(Int64.init)
            input.apply(rating, to: &stars)
            review.rating = stars.map(Int.init)
            guard review.outcome != nil else {
                throw AtriumError(
                    .badData, "a review says what happened", remedy: "give \(field: "outcome")",
                    field: "outcome")
            }
            guard review.cameOut != nil else {
                throw AtriumError(
                    .badData, "a review says whether what was expected came out",
                    remedy:
                        "give \(field: "cameOut", "yes"), \(field: "cameOut", "partly") or \(field: "cameOut", "no")",
                    field: "cameOut")
            }
            var new = old
            new.review = review
            return new
        }
    }

    /// Changes the decision that an input names.
    private static func change(
        _ input: Arguments, _ context: CommandContext, _ change: (Decision) throws -> Decision
    ) throws -> DataValue {
        let table = DecisionTable(context)
        let old = try table.decision(input.required(record))
        let new = try change(old.decision)
        try table.update(old, to: new, updatedAt: context.nowText)
        return try DecisionFields.value(old.id, context)
    }

    // MARK: - due

    private static let within = Field<Int64>.integer(
        "within", in: 0...3660, help: "Also those that are due within so many days."
    ).defaulting(to: .integer(0))

    private static let due = Command(
        "due", .query, summary: "List the decisions that are to be reviewed, the longest due first.",
        fields: [within.declaration],
        result: .list(DecisionFields.record, columns: ["id", "reviewOn", "title", "expected", "confidence"])
    ) { input, context in
        let last = context.today.adding(days: Int(input[within] ?? 0))
        let table = DecisionTable(context)
        return .object([
            "items": .list(
                try JournalOverview.dueRows(until: last, context.db).map {
                    .object(DecisionFields.value(try table.read($0)))
                })
        ])
    }
}
