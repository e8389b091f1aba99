import AtriumSDK

/// What a decision looks like in results.
enum DecisionFields {
    /// The fields of a decision.
    static let record: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The uid, which stays the same over export and import.", isRequired: true),
        FieldDeclaration("title", .text, help: "The title.", isRequired: true),
        FieldDeclaration(
            "status", .choice(Decision.Status.allCases.map(\.rawValue)), help: "The status.",
            isRequired: true),
        FieldDeclaration("context", .longText, help: "The context, in Markdown."),
        FieldDeclaration("options", .list(.text), help: "The options.", isRequired: true),
        FieldDeclaration("chosen", .text, help: "The chosen option."),
        FieldDeclaration(
            "models", .list(.text), help: "The names of the mental models applied.",
            isRequired: true),
        FieldDeclaration("expected", .longText, help: "The expectation."),
        FieldDeclaration("confidence", .integer(0...100), help: "The confidence in percent."),
        FieldDeclaration("reviewOn", .date, help: "The day of the review."),
        FieldDeclaration("tags", .list(.text), help: "The tags.", isRequired: true),
        FieldDeclaration("sealedAt", .instant, help: "The time when the decision was sealed."),
        FieldDeclaration(
            "addenda",
            .list(
                .object([
                    FieldDeclaration("addedAt", .instant, help: "The time.", isRequired: true),
                    FieldDeclaration("text", .longText, help: "The text.", isRequired: true),
                ])), help: "The additions to the expectation, in order.", isRequired: true),
        FieldDeclaration("reviewedAt", .instant, help: "The time of the first review."),
        FieldDeclaration("outcome", .longText, help: "The outcome."),
        FieldDeclaration(
            "cameOut", .choice(Review.CameOut.allCases.map(\.rawValue)),
            help: "The expectation came true: yes, partly or no."),
        FieldDeclaration("lessons", .longText, help: "The lessons learned."),
        FieldDeclaration(
            "rating", .integer(1...5), help: "The quality of the decision, from 1 to 5 (best)."),
        FieldDeclaration("createdAt", .instant, help: "The time when it was created.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "The time when it was last changed.", isRequired: true),
    ]

    /// A decision in the shape of ``record``.
    static func value(_ stored: StoredDecision) -> DataObject {
        let decision = stored.decision
        let review = decision.review
        return [
            "id": .integer(stored.id), "uid": .text(stored.uid), "title": .text(decision.title),
            "status": .text(decision.status.rawValue), "context": .text(orNull: decision.context),
            "options": .list(decision.options.map(DataValue.text)), "chosen": .text(orNull: decision.chosen),
            "models": .list(decision.models.map(DataValue.text)),
            "expected": .text(orNull: decision.expected),
            "confidence": .integer(orNull: decision.confidence.map(Int64.init)),
            "reviewOn": .text(orNull: decision.reviewOn?.description),
            "tags": .list(decision.tags.map(DataValue.text)), "sealedAt": .text(orNull: decision.sealedAt),
            "addenda": .list(
                decision.addenda.map {
                    .object(["addedAt": .text($0.addedAt), "text": .text($0.text)])
                }),
            "reviewedAt": .text(orNull: review?.reviewedAt), "outcome": .text(orNull: review?.outcome),
            "cameOut": .text(orNull: review?.cameOut?.rawValue), "lessons": .text(orNull: review?.lessons),
            "rating": .integer(orNull: review?.rating.map(Int64.init)), "createdAt": .text(stored.createdAt),
            "updatedAt": .text(stored.updatedAt),
        ]
    }

    /// The decision with an id, in the shape of ``record``.
    static func value(_ id: Int64, _ context: CommandContext) throws -> DataValue {
        .object(value(try DecisionTable(context).decision(id)))
    }
}
