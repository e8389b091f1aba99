import AtriumSDK

/// What a decision looks like in results.
enum DecisionFields {
    /// The fields of a decision.
    static let record: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The uid, which stays the same over export and import.", isRequired: true),
        FieldDeclaration("title", .text, help: "What is decided.", isRequired: true),
        FieldDeclaration(
            "status", .choice(Decision.Status.allCases.map(\.rawValue)), help: "Where it stands.",
            isRequired: true),
        FieldDeclaration("context", .longText, help: "What it is about, in Markdown."),
        FieldDeclaration("options", .list(.text), help: "What could be done.", isRequired: true),
        FieldDeclaration("chosen", .text, help: "Which of these is taken."),
        FieldDeclaration(
            "models", .list(.text), help: "The names of the mental models that were applied.",
            isRequired: true),
        FieldDeclaration("expected", .longText, help: "What is expected to come of it."),
        FieldDeclaration("confidence", .integer(0...100), help: "How sure that is, in percent."),
        FieldDeclaration("reviewOn", .date, help: "The day on which to look at what came of it."),
        FieldDeclaration("tags", .list(.text), help: "Its tags.", isRequired: true),
        FieldDeclaration("sealedAt", .instant, help: "When it was decided, and the expectation sealed."),
        FieldDeclaration(
            "addenda",
            .list(
                .object([
                    FieldDeclaration("addedAt", .instant, help: "When.", isRequired: true),
                    FieldDeclaration("text", .longText, help: "What.", isRequired: true),
                ])), help: "What was added to the expectation since, in order.", isRequired: true),
        FieldDeclaration("reviewedAt", .instant, help: "When it was looked at first."),
        FieldDeclaration("outcome", .longText, help: "What happened."),
        FieldDeclaration(
            "cameOut", .choice(Review.CameOut.allCases.map(\.rawValue)),
            help: "Whether what was expected came out."),
        FieldDeclaration("lessons", .longText, help: "What is learned from it."),
        FieldDeclaration(
            "rating", .integer(1...5), help: "How good the decision was, from 1 to 5, the best."),
        FieldDeclaration("createdAt", .instant, help: "When it was made.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "When it was last changed.", isRequired: true),
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
