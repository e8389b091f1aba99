import AtriumSDK
import GRDB

/// The commands that make a decision, and look at what came of it.
enum DecisionActions {
    static let all = [seal, amend, review, due]

    private static let record = DecisionCommands.record

    // MARK: - seal

    private static let seal = Command(
        "seal", .recordAction, past: "sealed",
        summary: "Seal a decision that you have made, with its expectation.",
        discussion: """
            After that, context, options, choice, models, expectation and confidence cannot be changed, so that hindsight \
            does not alter them; \(command: "journal decisions amend") adds to them. \(command: "undo") removes a seal \
            made by mistake.
            """,
        fields: [record.declaration], result: .object(DecisionFields.record)
    ) { input, context in
        try change(input, context) { try $0.sealed(at: context.nowText, in: context.settings.timeZone) }
    }.offered(unless: "sealedAt")

    // MARK: - amend

    private static let text = Field<String>.longText("text", help: "The text to add.").required
        .positional

    private static let amend = Command(
        "amend", .recordAction, past: "amended",
        summary: "Add a note with the current time to the expectation of a sealed decision.",
        fields: [record.declaration, text.declaration], result: .object(DecisionFields.record)
    ) { input, context in
        guard let text = JournalText.body(try input.required(text)) else {
            throw AtriumError(
                .badData, "the note is empty", remedy: "write what to add", field: "text")
        }
        return try change(input, context) { old in
            guard old.sealedAt != nil else {
                throw AtriumError(
                    .conflict, "the decision is not sealed yet, so its expectation can still be changed",
                    remedy: "change it with \(command: "journal decisions edit")", field: "record")
            }
            var new = old
            new.addenda.append(Addendum(addedAt: context.nowText, text: text))
            return new
        }
    }

    // MARK: - review

    private static let outcome = Field<String>.longText("outcome", help: "The outcome.")
    private static let cameOut = Field<String>.choice(
        "cameOut", of: Review.CameOut.allCases.map(\.rawValue),
        help: "The expectation came true: yes, partly (counts as a half) or no.")
    private static let lessons = Field<String>.longText("lessons", help: "The lessons learned.")
    private static let rating = Field<Int64>.integer(
        "rating", in: 1...5, help: "The quality of the decision itself, not of its outcome, from 1 to 5.")

    private static let review = Command(
        "review", .recordAction, past: "reviewed", summary: "Review a decision: record its outcome.",
        discussion: """
            The first review needs \(field: "outcome") and \(field: "cameOut"). A later review replaces only the fields \
            that you give.
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
                    .conflict, "the decision is not sealed yet",
                    remedy: "seal it first with \(command: "journal decisions seal")", field: "record")
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
                    .badData, "the outcome is missing", remedy: "give \(field: "outcome")",
                    field: "outcome")
            }
            guard review.cameOut != nil else {
                throw AtriumError(
                    .badData, "the review does not say whether the expectation came true",
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
        "within", in: 0...3660, help: "Include decisions due within this many days."
    ).defaulting(to: .integer(0))

    private static let due = Command(
        "due", .query, summary: "List decisions due for review, longest overdue first.",
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
