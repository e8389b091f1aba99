import AtriumSDK

/// The history of the module's tables.
///
/// Append only: a shipped migration never changes.
let remindersMigrations = [
    Migration(
        "create reminders",
        sql: """
            CREATE TABLE reminders_zone (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                tzid TEXT NOT NULL CHECK (tzid <> ''),
                definition BLOB CHECK (definition <> x'')
            ) STRICT;
            CREATE UNIQUE INDEX reminders_zone_definition ON reminders_zone (tzid, ifnull(definition, x''));

            CREATE TABLE reminders_reminder (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                ical_uid TEXT,
                series_id INTEGER REFERENCES reminders_reminder (id) ON DELETE CASCADE,
                occurrence TEXT,
                occurrence_zone_id INTEGER REFERENCES reminders_zone (id),
                is_this_and_future INTEGER NOT NULL CHECK (is_this_and_future IN (0, 1)),
                is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
                title TEXT CHECK (title <> ''),
                note TEXT CHECK (note <> ''),
                starts TEXT,
                start_zone_id INTEGER REFERENCES reminders_zone (id),
                due TEXT,
                due_zone_id INTEGER REFERENCES reminders_zone (id),
                rrule TEXT CHECK (rrule <> ''),
                exrule TEXT CHECK (exrule <> ''),
                priority INTEGER CHECK (priority BETWEEN 1 AND 9),
                alert INTEGER,
                is_persistent INTEGER NOT NULL CHECK (is_persistent IN (0, 1)),
                snoozed_until TEXT,
                completed_at TEXT,
                is_cancelled INTEGER NOT NULL CHECK (is_cancelled IN (0, 1)),
                parent_uid TEXT CHECK (parent_uid <> ''),
                people_uids TEXT CHECK (people_uids <> ''),
                next_due TEXT,
                next_zone_id INTEGER REFERENCES reminders_zone (id),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL,
                CHECK (series_id IS NULL OR occurrence IS NOT NULL),
                CHECK (completed_at IS NULL OR is_cancelled = 0),
                CHECK (next_due IS NULL OR (completed_at IS NULL AND is_cancelled = 0 AND series_id IS NULL)),
                CHECK (snoozed_until IS NULL OR (completed_at IS NULL AND is_cancelled = 0))
            ) STRICT;
            CREATE INDEX reminders_reminder_next
                ON reminders_reminder (ifnull(ifnull(snoozed_until, next_due), '~')) WHERE series_id IS NULL;
            CREATE INDEX reminders_reminder_series ON reminders_reminder (series_id) WHERE series_id IS NOT NULL;
            CREATE INDEX reminders_reminder_ical_uid ON reminders_reminder (ical_uid) WHERE ical_uid IS NOT NULL;
            CREATE INDEX reminders_reminder_completed ON reminders_reminder (completed_at)
                WHERE completed_at IS NOT NULL;

            CREATE TABLE reminders_date (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                reminder_id INTEGER NOT NULL REFERENCES reminders_reminder (id) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('RDATE', 'EXDATE')),
                value TEXT NOT NULL,
                zone_id INTEGER REFERENCES reminders_zone (id)
            ) STRICT;
            CREATE INDEX reminders_date_reminder ON reminders_date (reminder_id);
            """),
    // What is open, and how much of it is due, is counted for every dashboard.
    Migration(
        "find open reminders",
        sql: """
            CREATE INDEX reminders_reminder_open ON reminders_reminder (next_due)
                WHERE series_id IS NULL AND completed_at IS NULL AND is_cancelled = 0;
            """),
    Migration(
        "keep silent reminders",
        sql: """
            ALTER TABLE reminders_reminder
                ADD COLUMN is_silent INTEGER NOT NULL DEFAULT 0 CHECK (is_silent IN (0, 1));
            """),
]
