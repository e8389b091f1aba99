import AtriumSDK
import RecordKit

/// The command that not every kind of record has: a dream comes true.
enum DreamCommands {
    private static let on = Field<LocalDate>.date(
        "on", help: "The day on which the dream was achieved. Defaults to today.")
    private static let off = Field<Bool>.boolean("off", help: "Mark the dream as not achieved.")
        .titled("Not achieved after all").defaulting(to: .bool(false))

    static let achieve = Command(
        "achieve", .recordAction, past: "achieved", summary: "Mark a dream as achieved.",
        fields: [dreamKind.recordField.declaration, on.declaration, off.declaration],
        result: .object(dreamKind.recordFields)
    ) { input, context in
        let isOff = input[off] == true
        if isOff, input[on] != nil {
            throw AtriumError(
                .badData, "a dream that was not achieved has no day",
                remedy: "give \(field: "on") or \(field: "off"), not both", field: "off")
        }
        let day = input[on] ?? context.today
        guard day <= context.today else {
            throw AtriumError(
                .badData, "\(day) is in the future", remedy: "give today or an earlier day",
                field: "on")
        }
        return try dreamKind.change(input, context) { values, _ in
            // Without a day, one that is noted already stays.
            if isOff || input[on] != nil || values.isEmpty("achievedOn") {
                values["achievedOn"] = isOff ? .null : .text(day.description)
            }
        }
    }
}
