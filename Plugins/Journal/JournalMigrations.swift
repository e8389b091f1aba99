import AtriumSDK

/// The history of the module's tables.
///
/// Append only: a shipped migration never changes.
let journalMigrations = [
    Migration(
        "create entries",
        sql: """
            CREATE TABLE journal_zone (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                tzid TEXT NOT NULL CHECK (tzid <> ''),
                definition BLOB CHECK (definition <> x'')
            ) STRICT;
            CREATE UNIQUE INDEX journal_zone_definition ON journal_zone (tzid, ifnull(definition, x''));

            CREATE TABLE journal_entry (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                at TEXT CHECK (at <> ''),
                zone_id INTEGER REFERENCES journal_zone (id),
                title TEXT CHECK (title <> ''),
                text TEXT CHECK (text <> ''),
                mood INTEGER CHECK (mood BETWEEN 1 AND 5),
                place TEXT CHECK (place <> ''),
                people_uids TEXT CHECK (people_uids <> ''),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL,
                revision INTEGER NOT NULL,
                CHECK (zone_id IS NULL OR at IS NOT NULL)
            ) STRICT;
            CREATE INDEX journal_entry_latest ON journal_entry (ifnull(-julianday(at), 0));
            CREATE INDEX journal_entry_year_day ON journal_entry (substr(at, 6, 5));
            """),
    Migration(
        "create decisions",
        sql: """
            CREATE TABLE journal_decision (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                title TEXT NOT NULL CHECK (title <> ''),
                context TEXT CHECK (context <> ''),
                options TEXT CHECK (options <> ''),
                chosen TEXT CHECK (chosen <> ''),
                models TEXT CHECK (models <> ''),
                expected TEXT CHECK (expected <> ''),
                confidence INTEGER CHECK (confidence BETWEEN 0 AND 100),
                review_on TEXT CHECK (review_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                sealed_at TEXT,
                reviewed_at TEXT,
                outcome TEXT CHECK (outcome <> ''),
                came_out TEXT CHECK (came_out IN ('yes', 'partly', 'no')),
                lessons TEXT CHECK (lessons <> ''),
                rating INTEGER CHECK (rating BETWEEN 1 AND 5),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL,
                revision INTEGER NOT NULL,
                CHECK (reviewed_at IS NULL OR sealed_at IS NOT NULL),
                CHECK (reviewed_at IS NOT NULL OR (outcome IS NULL AND came_out IS NULL AND lessons IS NULL AND rating IS NULL))
            ) STRICT;
            CREATE INDEX journal_decision_due ON journal_decision (review_on)
                WHERE sealed_at IS NOT NULL AND reviewed_at IS NULL;

            CREATE TABLE journal_addendum (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                decision_id INTEGER NOT NULL REFERENCES journal_decision (id) ON DELETE CASCADE,
                added_at TEXT NOT NULL,
                text TEXT NOT NULL CHECK (text <> '')
            ) STRICT;
            CREATE INDEX journal_addendum_decision ON journal_addendum (decision_id);
            """),
]
