public import AtriumSDK

/// Reminders: what is to be done, for whom and until when, once or again and again.
public let remindersModule = Module(
    manifest: Manifest(
        id: "reminders", title: "Reminders",
        summary: "Reminders: what to do, for whom and when, once or repeatedly.",
        version: "1.0.0", icon: "bell", enhances: ["connections"]),
    migrations: remindersMigrations,
    collections: [
        Collection(
            .reminders, recordName: "reminder", isMain: true, table: "reminders_reminder",
            titleSQL: """
                \(ReminderTable.titleSQL)
                || CASE WHEN r.occurrence IS NULL THEN '' ELSE ' (' || substr(r.occurrence, 1, 10) || ')' END
                """,
            searchFields: [SearchField("note", sql: "r.note")], recordFields: ReminderFields.record,
            commands: ReminderCommands.all + ReminderActions.all + ReminderLists.all,
            look: RecordLook(
                lead: .tick(command: "complete", done: "completedAt", undo: "reopen", occurrence: "next"),
                facts: ["overdue", "next", "repeat", "people", "tags"],
                groups: [
                    FieldGroup(
                        "",
                        [
                            "next", "due", "start", "repeat", "snoozedUntil", "alert", "priority", "people",
                            "tags",
                        ]),
                    FieldGroup("Note", ["note"]),
                ], actions: ["snooze", "cancel"], quick: .tap("snooze", if: "overdue")))
    ],
    importers: [RemindersExchange.importer], itemMarks: [RemindersExchange.mark],
    exporters: [RemindersExchange.exporter],
    sideData: [NotedOccurrences.sideData], figures: RemindersOverview.figures, days: [RemindersOverview.days],
    happenings: [RemindersOverview.done], followers: [ReminderTable.follower])
