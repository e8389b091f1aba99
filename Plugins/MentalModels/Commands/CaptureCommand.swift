import AtriumSDK

/// The quick way from a thought to what it shows.
enum CaptureCommand {
    static let text = Field<String>.longText(
        "text", help: "The text: a thought, a story, an article; at most 1,000,000 bytes.")

    /// How many bytes: more is no thought, and whoever writes to the vault waits for its analysis.
    static let limit = 1_000_000

    static let capture = Command(
        "capture", .action, past: "captured",
        summary: "Save a text, and find the mental models that apply to it.",
        discussion: """
            For each model, the result contains a score from 0 to 1, the sentences that support it, and its failure modes. \
            Three or more strong models in one text are a lollapalooza: effects that push in the same direction. The text \
            is saved as an observation; \(command: "mental-models observations list") lists them.
            """,
        fields: [text.required.positional.declaration], result: .object(ObservationFields.record)
    ) { input, context in
        try keep(input.required(text), at: context.nowText, context)
    }

    /// Keeps and analyses a text, and gives it in the shape of ``ObservationFields/record``.
    static func keep(_ text: String, at instant: String, _ context: CommandContext) throws -> DataValue {
        let table = ObservationTable(db: context.db)
        let text = try checked(text)
        let observation = Observation(
            text: text, capturedAt: instant, analyzedAt: context.nowText,
            findings: try table.findings(in: text))
        let id = try table.insert(observation, uid: context.newUID(), now: context.nowText)
        return try ObservationFields.value(id, context.db)
    }

    /// The form in which a text is kept.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where there is nothing in it, or too much.
    static func checked(_ text: String) throws -> String {
        guard text.utf8.count <= limit else {
            throw AtriumError(
                .badData, "the text is longer than 1,000,000 bytes", remedy: "give only a part of it",
                field: "text")
        }
        return try Observation.kept(text)
    }
}
