import AtriumSDK
import RecordKit

/// The command that not every kind of record has: a dream comes true.
enum DreamCommands {
    private static let on = Field<LocalDate>.date(
        "on", help: "The day on which it was achieved; today if none is given.")
    private static let off = Field<Bool>.boolean("off", help: "Whether it was not achieved after all.")
        .titled("Not achieved after all").defaulting(to: .bool(false))

    static let achieve = Command(
        "achieve", .recordAction, past: "achieved", summary: "Note that a dream was achieved.",
        fields: [dreamKind.recordField.declaration, on.declaration, off.declaration],
        result: .object(dreamKind.recordFields)
    ) { input, context in
        let isOff = input[off] == true
        if isOff, input[on] != nil {
            throw AtriumError(
                .badData, "a day is given on which it was achieved, and that it was not",
                remedy: "give one of the two", field: "off")
        }
        let day = input[on] ?? context.today
        guard day <= context.today else {
            throw AtriumError(
                .badData, "it cannot be achieved on \(day) yet", remedy: "give a day that has come",
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
