import AtriumSDK
import RecordKit

/// The declaration of the habit record kind, with a column, field and CSV cell for each value.
let habitKind = RecordKind(
    RecordDeclaration(
        .habits, "habit", isMain: true, table: "habits_habit",
        values: [
            .line("title", "The habit's name.").required.positional.always
                .named("habit", "name", "Gewohnheit", "habitude", "hábito", "abitudine"),
            ScheduleCodec.declaration,
            .line("unit", "The unit of amounts, such as pages.").hinted("Such as pages.").grouped("Amounts")
                .named("Einheit", "unité", "unidad"),
            .decimal(
                "goal", above0To: HabitAmount.greatest, "The amount that completes a day, in the unit."
            ).named("daily goal").hinted("The amount that completes a day.").grouped("Amounts"),
            .date("start", "The day on which the habit began; earlier days cannot be marked.")
                .grouped("Details")
                .column("started_on").named("start date", "begin", "Beginn"),
            .line("color", "A color: a CSS name such as teal, or #RRGGBB.").hinted("A name such as teal.")
                .grouped("Details").named(
                    "colour", "Farbe", "couleur"),
            .boolean("archived", "Archive the habit, so that lists omit it.").named("archiviert")
                .filtered(.hidesTrue, "Include archived habits."),
            .days(
                "completions",
                DaysDeclaration(
                    in: "habits_completion", of: "habit_id",
                    parts: [
                        .decimal("amount", above0To: HabitAmount.greatest, "The day's amount.").withoutCell,
                        .line("note", "The day's note.").cell(
                            CellDeclaration(
                                "notes", "The notes of days, one per line: 2026-03-01: with the dog.",
                                names: ["note", "Notizen"])),
                    ], shownIn: "days", and: "entries"),
                CellDeclaration(
                    "days",
                    "The days on which it was done: YYYY-MM-DD or YYYY-MM-DD=AMOUNT, separated by spaces.",
                    names: ["dates", "done", "completed", "Tage", "jours", "días"],
                    isAlways: true)),
        ],
        computed: HabitFields.computed,
        listColumns: ["id", "title", "schedule", "completed", "percent", "doneToday", "currentStreak"],
        sorts: [
            SortDeclaration("title", "lower(r.title)"), SortDeclaration("target", "ifnull(r.target, 0)"),
            SortDeclaration("created", "r.created_at"),
        ],
        file: FileDeclaration(
            "habits.csv",
            signs: [
                SignDeclaration(["title", "days"]),
                SignDeclaration(
                    ["title"], andOf: ["days", "target", "weekdays", "timesAWeek"], isCertain: false),
            ], fingerprints: []),
        look: RecordLook(
            lead: .tick(command: "toggle", done: "doneToday"),
            facts: ["target", "weekdays", "timesAWeek", "currentStreak"],
            meter: "percent", figures: ["completed", "currentStreak", "longestStreak"],
            groups: [
                FieldGroup("", ["goal", "unit", "start"]), FieldGroup("Notes", ["entries"]),
            ],
            parts: [.view("month"), .view("year")], actions: ["log"])),
    rules: HabitRules()
)
.codec(ScheduleCodec(), of: "schedule")
.words(.color, of: "color")
.reading(LoopHabits.profile)
.describing(
    "list", "List your habits with this month's progress.",
    "Archived habits are left out unless you ask for them."
)
.describing(
    "add", nil,
    """
    A habit has one of three schedules: a number of days a month, days of the week, or a number of days a week. A habit \
    with a unit or a goal counts amounts, which you log with \(command: "habits log").
    """
)
.describing(
    "edit", nil, "A new schedule replaces the old one; logged days stay."
)
.describing("remove", "Remove a habit with all its days.")

/// The habit rules that the record declaration cannot express.
///
/// A habit cannot start after its first logged day, and a habit has computed fields.
struct HabitRules: RecordRules {
    func mend(_ values: inout RecordValues) -> [RowCells.Problem] {
        guard let start = values.day("start") else { return [] }
        guard start >= Habit.firstDay else {
            values["start"] = .null
            return [.init("start", "bad-date", "the start is too long ago and was ignored")]
        }
        guard let first = Days.first(of: values["completions"]), first < start else { return [] }
        values["start"] = .null
        return [.init("start", "bad-start", "the habit was done before its start, so the start was ignored")]
    }

    func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) throws {
        if case .command = door { try Habit(values).checkStart() }
    }

    func computed(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject {
        HabitFields.computed(Habit(record.values), record.values, context)
    }

    // If several habits have the same name, the first logged day identifies the habit. A later export can add
    // days and change a position, but the first logged day stays the same.
    var fingerprints: [Fingerprint<RecordDraft>] {
        [
            Fingerprint("title and first day", strength: .likely) { Self.key($0, Self.days($0)?.first) },
            Fingerprint("title and position", strength: .likely) { Self.key($0, $0.clues["position"]) },
            Fingerprint("title", strength: .likely) { Self.key($0, "") },
            Fingerprint("days", strength: .weak) { draft in
                Self.days(draft).flatMap { $0.isEmpty ? nil : $0.joined(separator: " ") }
            },
        ]
    }

    private static func key(_ draft: RecordDraft, _ other: String?) -> String? {
        guard let title = habitKind.value("title", of: draft)?.textValue else { return nil }
        return other.map { title.lowercased() + "\n" + $0 }
    }

    private static func days(_ draft: RecordDraft) -> [String]? {
        habitKind.value("completions", of: draft).flatMap(Days.texts(of:))
    }
}
