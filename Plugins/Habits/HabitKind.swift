import AtriumSDK
import RecordKit

/// What a habit is: its values, each with its column, its field and its cell of CSV.
let habitKind = RecordKind(
    RecordDeclaration(
        .habits, "habit", isMain: true, table: "habits_habit",
        values: [
            .line("title", "What the habit is called.").required.positional.always
                .named("habit", "name", "Gewohnheit", "habitude", "hábito", "abitudine"),
            ScheduleCodec.declaration,
            .line("unit", "What it counts, such as pages.").hinted("Such as pages.").grouped("Amounts").named(
                "Einheit", "unité", "unidad"),
            .decimal(
                "goal", above0To: HabitAmount.greatest, "The amount with which a day is done, in the unit."
            ).named("daily goal").hinted("With how much a day is done.").grouped("Amounts"),
            .date("start", "The day on which it began, in your zone; no day before it can be marked.")
                .grouped("Details")
                .column("started_on").named("start date", "begin", "Beginn"),
            .line("color", "A colour: a CSS name such as teal, or #RRGGBB.").hinted("A name such as teal.")
                .grouped("Details").named(
                    "colour", "Farbe", "couleur"),
            .boolean("archived", "Whether it is put away, out of lists.").named("archiviert")
                .filtered(.hidesTrue, "Whether to give archived habits too."),
            .days(
                "completions",
                DaysDeclaration(
                    in: "habits_completion", of: "habit_id",
                    parts: [
                        .decimal("amount", above0To: HabitAmount.greatest, "How much it was.").withoutCell,
                        .line("note", "What was noted of it.").cell(
                            CellDeclaration(
                                "notes", "Notes of days, a line each: 2026-03-01: with the dog.",
                                names: ["note", "Notizen"])),
                    ], shownIn: "days", and: "entries"),
                CellDeclaration(
                    "days",
                    "The days on which it was done, as YYYY-MM-DD or YYYY-MM-DD=AMOUNT, with blanks between them.",
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
    "Archived habits are left out, unless they are asked for."
)
.describing(
    "add", nil,
    """
    It is to be done on a number of days a month, on days of the week, or on a number of days a week: one of the three. \
    With a unit or a goal it counts something: \(command: "habits log") takes amounts then.
    """
)
.describing(
    "edit", nil, "Another schedule takes the place of the one that the habit has; what was logged stays."
)
.describing("remove", "Remove a habit with all its days.")

/// What the declaration of a habit does not say: it begins before it is done, and what it has come to.
struct HabitRules: RecordRules {
    func mend(_ values: inout RecordValues) -> [RowCells.Problem] {
        guard let start = values.day("start") else { return [] }
        guard start >= Habit.firstDay else {
            values["start"] = .null
            return [.init("start", "bad-date", "the beginning is too long ago; no beginning was taken")]
        }
        guard let first = Days.first(of: values["completions"]), first < start else { return [] }
        values["start"] = .null
        return [.init("start", "bad-start", "the habit was done before it began; no beginning was taken")]
    }

    func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) throws {
        if case .command = door { try Habit(values).checkStart() }
    }

    func computed(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject {
        HabitFields.computed(Habit(record.values), record.values, context)
    }

    // Of several with one name the days tell which it is: more come, and the first stays. A position moves.
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
        habitKind.value("completions", of: draft).flatMap(Days.said)
    }
}
