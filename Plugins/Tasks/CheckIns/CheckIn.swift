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
            FilterDeclaration(.day("substr(r.at, 1, 10) >= ?"), "from", "Only those of this day or later."),
            FilterDeclaration(.day("substr(r.at, 1, 10) <= ?"), "to", "Only those of this day or earlier."),
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
    "add", "Note how you are.",
    "Without \(field: "energy") it follows from the mood: awful and bad are low, okay is medium, good and great are high."
)
.describing("list", "List your check-ins.")

private let checkInValues: [ValueDeclaration] = [
    .moment("at", zones: "tasks_zone", "When it was; now if nothing is said.", zone: "The zone of its clock.")
        .filled.always,
    .choice("energy", of: TaskFields.energies, "How much energy you have.").always,
    .choice("mood", of: CheckInRules.moods, "How you feel.").always,
    .integer("control", in: 1...5, "How much in control of your day you feel, from 1 to 5.")
        .hinted("From 1, not at all, to 5, wholly.").always,
    .text("note", "What there is to say of it.").searched.always,
    .one(FieldDeclaration("slotStart", .instant, help: "For which free time it was: its start.")).made.always,
    .integer("slotMinutes", in: 1...1440, "How many minutes that free time had.").made.always,
    .texts("suggested", "The uids of the tasks that were offered.").made.always,
    .line("taken", "The uid of the one that was taken.").made.always,
    .texts("dismissed", "The uids of those that were put away for the day.").made.always,
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
    static func time(_ moment: ICalendarFormat.Instant, _ context: RecordContext) -> CalendarTime {
        let viewer = Zones.viewer(context.settings)
        return .zoned(viewer.wallTime(at: moment), zone: viewer.id)
    }

    func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) throws {
        if values.isEmpty("at") {
            values["at"] = Self.time(ICalendarFormat.Instant(context.now), context).value
        }
        if values.isEmpty("energy"), let mood = values.text("mood") {
            values["energy"] = .text(Self.energy(of: mood))
        }
        let said = ["energy", "control", "note", "dismissed", "taken"].contains { !values.isEmpty($0) }
        guard door == .command, !said else { return }
        throw AtriumError(
            .badData, "it is not said how you are",
            remedy:
                "give \(field: "energy") (\(TaskFields.energies.joined(separator: ", "))) or \(field: "mood")",
            field: "energy")
    }
}

extension CollectionID {
    /// The check-ins.
    static let checkIns = CollectionID(module: "tasks", name: "check-ins")
}
