import AtriumSDK
import CSVExchange
import CSVFormat
import GRDB

/// Import and export of habits: where the pure mapping of ``HabitsCSV`` meets the tables of ``HabitStore``.
extension Importer {
    static let habitsCSV = Importer(
        .csv, kinds: [.csvRow], into: .habits, options: [CSVOptions.dateOrder.declaration],
        columns: HabitsCSV.Column.allCases.map { FieldDeclaration($0.rawValue, .text, help: $0.help) },
        neededColumns: [[HabitsCSV.Column.title.rawValue], HabitsCSV.telling.map(\.rawValue)],
        recognise: { container, options in
            (container.value as? CSVHeader).flatMap {
                LoopHabits.recognise($0) ?? HabitsCSV.recognise($0, options)
            }
        },
        guess: { container, items in
            guard let header = container.value as? CSVHeader else { return [] }
            return HabitsCSV.guesses(for: header, rows: items.compactMap { $0.value as? CSVRow })
        },
        fingerprints: [
            // Of several with one name the days tell which it is: more come, and the first stays. A position moves.
            Fingerprint("title and first day", strength: .likely) { draft in
                (draft.days?.keys.min()).map { draft.title.lowercased() + "\n\($0)" }
            },
            Fingerprint("title and position", strength: .likely) { draft in
                draft.position.map { draft.title.lowercased() + "\n" + $0 }
            },
            Fingerprint("title", strength: .likely) { $0.title.lowercased() },
            Fingerprint("days", strength: .weak) { draft in
                draft.days.flatMap { days in
                    days.isEmpty ? nil : days.keys.sorted().map(\.description).joined(separator: " ")
                }
            },
        ],
        map: { item, container, options in
            guard let row = item.value as? CSVRow, let header = container.value as? CSVHeader else {
                throw AtriumError(.internal, "habits were given an item that is no row of CSV")
            }
            return try LoopHabits.isHeader(header)
                ? LoopHabits.draft(of: row, line: item.line, under: header)
                : HabitsCSV.draft(of: row, line: item.line, under: header, options)
        },
        writer: HabitWriter.init)
}

/// Puts mapped rows into the tables.
final class HabitWriter: RecordWriter {
    private let store: HabitStore
    private let now: String

    init(_ context: ImportContext) {
        store = HabitStore(db: context.db)
        now = Instant.text(context.now)
    }

    func record(uid: String, part: String) throws -> Int64? { try store.id(uid: uid) }

    func insert(_ draft: HabitsCSV.Draft, uid: String, part: String) throws -> Int64 {
        try store.insert(draft.applied(to: Habit(title: draft.title)), uid: uid, now: now)
    }

    func update(_ record: Int64, to draft: HabitsCSV.Draft) throws {
        let old = try store.habit(record)
        try store.update(old, to: draft.applied(to: old.habit), now: now)
    }

    /// Day by day: what one side marked, changed or took away is so; where both changed one day, the one here stays.
    func joined(
        _ draft: HabitsCSV.Draft, with record: Int64, since base: HabitsCSV.Draft?
    ) throws -> JoinedDraft<HabitsCSV.Draft>? {
        let habit = try store.habit(record).habit
        let (here, there) = (habit.completions, draft.applied(to: habit).completions)
        let before = base?.applied(to: habit).completions ?? [:]
        var days: [LocalDate: Completion] = [:]
        var contested: Set<String> = []
        for day in Set(here.keys).union(there.keys) {
            let (old, own, new) = (before[day], here[day], there[day])
            days[day] = own == old ? new : own
            if own != old, new != old, new != own {
                contested.insert(own == nil || new == nil ? "days" : "entries")
            }
        }
        var joined = draft
        joined.days = days.mapValues(\.amount)
        joined.notes = days.compactMapValues(\.note)
        return JoinedDraft(joined, contested: contested.sorted())
    }

    func matches(_ record: Int64, _ draft: HabitsCSV.Draft) throws -> Bool {
        let habit = try store.habit(record).habit
        return draft.applied(to: habit) == habit
    }
}

extension Exporter {
    static let habitsCSV = Exporter(
        .csv, of: .habits, fileName: "habits.csv", options: CSVOptions.exports
    ) { context in
        let store = HabitStore(db: context.db)
        try RowExport<HabitsCSV.Column>(of: .habits, context).run(
            always: HabitsCSV.Column.always, needed: store.columns(where: context.condition)
        ) { id, original in
            let stored = try store.habit(id)
            return {
                HabitsCSV.cell(
                    $0, of: stored, isEdited: original.isEdited, order: original.options.csvDateOrder,
                    original: original.text)
            }
        }
    }
}

extension HabitStore {
    /// The columns of CSV, beside those that are always there, in which a habit has a value.
    fileprivate func columns(where condition: String) throws -> Set<HabitsCSV.Column> {
        let values: [(HabitsCSV.Column, String)] = [
            (.weekdays, "r.weekdays"), (.timesAWeek, "r.times_a_week"), (.unit, "r.unit"), (.goal, "r.goal"),
            (.start, "r.started_on"), (.color, "r.color"), (.archived, "nullif(r.is_archived, 0)"),
            (
                .notes,
                "(SELECT max(c.id) FROM habits_completion c WHERE c.habit_id = r.id AND c.note IS NOT NULL)"
            ),
        ]
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT \(values.map { "count(\($0.1))" }.joined(separator: ", ")) FROM habits_habit r
                WHERE \(condition)
                """)
        guard let row else { return [] }
        return Set(values.indices.filter { row[$0] as Int64 > 0 }.map { values[$0].0 })
    }
}
