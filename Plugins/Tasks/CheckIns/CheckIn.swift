import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What a check-in is: how somebody felt at a moment, and what they were offered then.
let checkInKind = RecordKind(
    RecordDeclaration(
        .checkIns, "check-in", table: "tasks_check_in",
        titleSQL: "'check-in of ' || substr(r.at, 1, 10)", values: checkInValues,
        filters: [
            FilterDeclaration(
                .day("substr(r.at, 1, 10) >= ?"), "from", "Only check-ins on this day or later."),
            FilterDeclaration(
                .day("substr(r.at, 1, 10) <= ?"), "to", "Only check-ins on this day or earlier."),
        ],
        listColumns: ["id", "at", "energy", "mood", "control", "note"],
        sorts: [SortDeclaration("at", "r.at"), SortDeclaration("created", "r.created_at")],
        file: FileDeclaration(
            "check-ins.csv",
            signs: [
                SignDeclaration(["at", "energy", "mood"]),
                SignDeclaration(["at", "energy"], isCertain: false),
            ], fingerprints: [["at", "energy"]]),
        look: RecordLook(
            facts: ["energy", "mood", "control"],
            groups: [FieldGroup("", ["at", "energy", "mood", "control", "note"])],
            hidden: ["zone", "suggested", "taken", "dismissed", "slotStart", "slotMinutes"])),
    rules: CheckInRules()
)
.describing(
    "add", "Record how you feel.",
    "If \(field: "energy") is omitted, the mood sets it: low (awful, bad), medium (okay), high (good, great)."
)
.describing("list", "List your check-ins.")

private let checkInValues: [ValueDeclaration] = [
    .moment("at", zones: "tasks_zone", "When you felt so. Defaults to now.", zone: "Its time zone.")
        .defaultedByRules.always,
    .choice("energy", of: TaskFields.energies, "Your energy.").always,
    .choice("mood", of: CheckInRules.moods, "Your mood.").always,
    .integer("control", in: 1...5, "Your sense of control over the day, from 1 to 5.")
        .hinted("From 1 (none) to 5 (full).").always,
    .text("note", "A note about the check-in.").searched.always,
    .one(FieldDeclaration("slotStart", .instant, help: "The start of the free time to fill.")).derived.always,
    .integer("slotMinutes", in: 1...1440, "The length of the free time in minutes.").derived.always,
    .texts("suggested", "The uids of the suggested tasks.").derived.always,
    .line("taken", "The uid of the task that was accepted.").derived.always,
    .texts("dismissed", "The uids of the tasks that were dismissed for the day.").derived.always,
]

/// What the declaration of a check-in does not say.
struct CheckInRules: RecordRules {
    /// The words of the journal.
    static let moods = ["awful", "bad", "okay", "good", "great"]

    /// The energy that goes with a mood.
    static func energy(of mood: String) -> String {
        switch mood {
        case "awful", "bad": "low"
        case "okay": "medium"
        default: "high"
        }
    }

    /// A moment as a check-in keeps it: on the user's clock, whose day is the one for which it counts.
    static func time(_ moment: Instant, _ context: RecordContext) -> CalendarTime {
        let viewer = Zones.viewer(context.settings)
        return .zoned(viewer.wallTime(at: moment), zone: viewer.id)
    }

    func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) throws {
        if values.isEmpty("at") {
            values["at"] = Self.time(Instant(context.now), context).value
        }
        if values.isEmpty("energy"), let mood = values.text("mood") {
            values["energy"] = .text(Self.energy(of: mood))
        }
        let hasOtherValue = ["energy", "control", "note", "dismissed", "taken"].contains {
            !values.isEmpty($0)
        }
        guard door == .command, !hasOtherValue else { return }
        throw AtriumError(
            .badData, "both energy and mood are missing",
            remedy:
                "give \(field: "energy") (\(TaskFields.energies.joined(separator: ", "))) or \(field: "mood")",
            field: "energy")
    }
}

extension CollectionID {
    /// The check-ins.
    static let checkIns = CollectionID(module: "tasks", name: "check-ins")
}
