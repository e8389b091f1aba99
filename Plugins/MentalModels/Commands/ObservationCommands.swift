import AtriumSDK
import GRDB

/// The commands that keep observations.
enum ObservationCommands {
    static let all = [list, show, add, edit, remove, analyze]

    private static let record = Collection.recordField(of: .observations, named: "observation")
    private static let capturedAt = Field<String>.instant(
        "capturedAt", help: "The time of the text. Defaults to now.")

    // MARK: - list

    private static let query = ListQuery(
        table: "mental_models_observation", sorts: [.init("captured", sql: "r.captured_at")])
    private static let model = Field<Int64>.record(
        "model", of: .models, help: "Only observations with this model.")
    private static let from = Field<String>.when(
        "from", help: "Only observations from this day, local time or instant on.")
    private static let to = Field<String>.when(
        "to", help: "Only observations before this day, local time or instant.")
    private static let lollapalooza = Field<Bool>.boolean(
        "lollapalooza", help: "Only observations with three or more strong models, or (false) with fewer.")
    private static let text = Field<String>.text("containing", help: "Only observations with this text.")

    private static let list = Command(
        "list", .list, summary: "List observations with the models found in them.",
        fields: [
            model.declaration, from.declaration, to.declaration, lollapalooza.declaration, text.declaration,
        ] + query.fields,
        result: .page(
            ObservationFields.listed, columns: ["id", "capturedAt", "text", "models", "lollapalooza"])
    ) { input, context in
        var conditions: [ListQuery.Condition] = []
        if let model = input[model] {
            let uid = try ModelTable(db: context.db).model(model).uid
            conditions.append(
                .init(
                    "r.id IN (SELECT f.observation_id FROM mental_models_finding f WHERE f.model_uid = ?)",
                    [uid]))
        }
        func instant(_ when: String) -> String { UserClock.instant(of: when, in: context.settings.timeZone) }
        if let from = input[from] { conditions.append(.init("r.captured_at >= ?", [instant(from)])) }
        if let to = input[to] { conditions.append(.init("r.captured_at < ?", [instant(to)])) }
        if let wanted = input[lollapalooza] {
            conditions.append(.init("(\(Lollapalooza.condition(observation: "r.id"))) = ?", [wanted]))
        }
        if let text = input[text] { conditions.append(.contains(text, in: ["r.text"])) }
        return try query.page(
            input, context.db, select: ObservationFields.columns, where: conditions
        ) { .object(ObservationFields.item($0)) }
    }

    // MARK: - One

    private static let show = Command(
        "show", .show, summary: "Show an observation with its analysis.", fields: [record.declaration],
        result: .object(ObservationFields.record)
    ) { input, context in
        try ObservationFields.value(input.required(record), context.db)
    }

    private static let add = Command(
        "add", .add, summary: "Save a text of any date, and find the mental models that apply to it.",
        discussion: "Like \(command: "mental-models capture"), but for a text that you wrote earlier.",
        fields: [CaptureCommand.text.required.positional.declaration, capturedAt.declaration],
        result: .object(ObservationFields.record)
    ) { input, context in
        try CaptureCommand.keep(
            input.required(CaptureCommand.text), at: input[capturedAt] ?? context.nowText, context)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change an observation; a new text is analyzed again.",
        fields: [record.declaration, CaptureCommand.text.declaration, capturedAt.declaration],
        result: .object(ObservationFields.record)
    ) { input, context in
        let table = ObservationTable(db: context.db)
        let id = try input.required(record)
        let old = try table.observation(id).observation
        var observation = old
        try input.apply(capturedAt, to: &observation.capturedAt)
        try input.apply(CaptureCommand.text, to: &observation.text)
        observation.text = try CaptureCommand.checked(observation.text)
        if observation.text != old.text { try analyse(&observation, table, context) }
        try table.update(id, to: observation, now: context.nowText)
        return try ObservationFields.value(id, context.db)
    }

    private static let analyze = Command(
        "analyze", .recordAction, past: "analyzed",
        summary: "Analyze an observation again, with your current models.",
        fields: [record.declaration], result: .object(ObservationFields.record)
    ) { input, context in
        let table = ObservationTable(db: context.db)
        let id = try input.required(record)
        var observation = try table.observation(id).observation
        try analyse(&observation, table, context)
        try table.update(id, to: observation, now: context.nowText)
        return try ObservationFields.value(id, context.db)
    }

    private static let remove = Command(
        "remove", .remove, summary: "Remove an observation.", fields: [record.declaration], result: .removal
    ) { input, context in
        let id = try input.required(record)
        let uid = try ObservationTable(db: context.db).observation(id).uid
        try context.db.execute(sql: "DELETE FROM mental_models_observation WHERE id = ?", arguments: [id])
        return .object(["removed": .bool(true), "id": .integer(id), "uid": .text(uid)])
    }

    private static func analyse(
        _ observation: inout Observation, _ table: ObservationTable, _ context: CommandContext
    ) throws {
        observation.findings = try table.findings(in: observation.text)
        observation.analyzedAt = context.nowText
    }
}
