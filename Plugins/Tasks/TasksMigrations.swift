import AtriumSDK

/// The history of the module's tables.
///
/// Append only: a shipped migration never changes.
let tasksMigrations = [
    Migration(
        "create tasks",
        sql: """
            CREATE TABLE tasks_zone (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                tzid TEXT NOT NULL CHECK (tzid <> ''),
                definition BLOB CHECK (definition <> x'')
            ) STRICT;
            CREATE UNIQUE INDEX tasks_zone_definition ON tasks_zone (tzid, ifnull(definition, x''));

            CREATE TABLE tasks_project (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                title TEXT NOT NULL CHECK (title <> '' AND length(title) <= 500),
                title_key TEXT NOT NULL,
                description TEXT CHECK (description <> ''),
                due TEXT CHECK (due <> ''),
                due_zone_id INTEGER REFERENCES tasks_zone (id),
                is_priority INTEGER NOT NULL DEFAULT 0 CHECK (is_priority IN (0, 1)),
                is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
                impact TEXT NOT NULL CHECK (impact IN ('high', 'medium', 'low')),
                value_uids TEXT CHECK (value_uids <> ''),
                dream_uids TEXT CHECK (dream_uids <> ''),
                idea_uids TEXT CHECK (idea_uids <> ''),
                people_uids TEXT CHECK (people_uids <> ''),
                color TEXT CHECK (color <> ''),
                link TEXT CHECK (link <> ''),
                position INTEGER NOT NULL CHECK (position >= 0),
                completed_at TEXT CHECK (completed_at <> ''),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL,
                CHECK (is_priority = 0 OR is_archived = 0),
                CHECK (due_zone_id IS NULL OR due IS NOT NULL)
            ) STRICT;
            CREATE UNIQUE INDEX tasks_project_title ON tasks_project (title_key) WHERE is_archived = 0;
            CREATE INDEX tasks_project_title_key ON tasks_project (title_key);
            CREATE UNIQUE INDEX tasks_project_priority ON tasks_project (is_priority) WHERE is_priority = 1;
            CREATE INDEX tasks_project_position ON tasks_project (position);

            CREATE TABLE tasks_task (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                title TEXT NOT NULL CHECK (title <> '' AND length(title) <= 500),
                notes TEXT CHECK (notes <> ''),
                kind TEXT NOT NULL CHECK (kind IN ('must-do', 'flexible')),
                project_id INTEGER REFERENCES tasks_project (id) ON DELETE CASCADE,
                section TEXT CHECK (section <> '' AND length(section) <= 200),
                parent_id INTEGER REFERENCES tasks_task (id) ON DELETE CASCADE,
                parent_uid TEXT CHECK (parent_uid <> ''),
                position INTEGER NOT NULL CHECK (position >= 0),
                planned TEXT CHECK (planned GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                day_position INTEGER CHECK (day_position >= 0),
                starts TEXT CHECK (starts GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                due TEXT CHECK (due <> ''),
                due_zone_id INTEGER REFERENCES tasks_zone (id),
                estimate INTEGER CHECK (estimate BETWEEN 1 AND 6000),
                energy TEXT CHECK (energy IN ('low', 'medium', 'high')),
                priority INTEGER CHECK (priority BETWEEN 1 AND 9),
                rrule TEXT CHECK (rrule <> ''),
                repeat_from TEXT NOT NULL CHECK (repeat_from IN ('schedule', 'completion')),
                people_uids TEXT CHECK (people_uids <> ''),
                waiting_uids TEXT CHECK (waiting_uids <> ''),
                link TEXT CHECK (link <> ''),
                completed_at TEXT CHECK (completed_at <> ''),
                cancelled_at TEXT CHECK (cancelled_at <> ''),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL,
                revision INTEGER NOT NULL,
                CHECK (completed_at IS NULL OR cancelled_at IS NULL),
                CHECK (parent_id IS NULL OR parent_uid IS NULL),
                CHECK (parent_id IS NOT id),
                CHECK (due_zone_id IS NULL OR due IS NOT NULL),
                CHECK ((planned IS NULL) = (day_position IS NULL))
            ) STRICT;
            CREATE INDEX tasks_task_project ON tasks_task (project_id, position);
            CREATE INDEX tasks_task_parent ON tasks_task (parent_id, position) WHERE parent_id IS NOT NULL;
            CREATE INDEX tasks_task_parent_uid ON tasks_task (parent_uid) WHERE parent_uid IS NOT NULL;
            CREATE INDEX tasks_task_planned ON tasks_task (planned, day_position) WHERE planned IS NOT NULL;
            CREATE INDEX tasks_task_due ON tasks_task (due)
                WHERE due IS NOT NULL AND completed_at IS NULL AND cancelled_at IS NULL;
            CREATE INDEX tasks_task_open ON tasks_task (project_id, id)
                WHERE completed_at IS NULL AND cancelled_at IS NULL;
            CREATE INDEX tasks_task_completed ON tasks_task (completed_at) WHERE completed_at IS NOT NULL;
            CREATE INDEX tasks_task_created ON tasks_task (created_at);

            CREATE TABLE tasks_top (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                rank INTEGER NOT NULL CHECK (rank BETWEEN 1 AND 3),
                task_id INTEGER NOT NULL REFERENCES tasks_task (id) ON DELETE CASCADE,
                UNIQUE (day, rank),
                UNIQUE (task_id, day)
            ) STRICT;

            CREATE TABLE tasks_completion (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                task_id INTEGER NOT NULL REFERENCES tasks_task (id) ON DELETE CASCADE,
                day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                occurrence TEXT CHECK (occurrence <> ''),
                completed_at TEXT CHECK (completed_at <> ''),
                UNIQUE (task_id, day)
            ) STRICT;
            CREATE INDEX tasks_completion_day ON tasks_completion (day);

            CREATE TABLE tasks_exception (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                task_id INTEGER NOT NULL REFERENCES tasks_task (id) ON DELETE CASCADE,
                day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                moved_to TEXT CHECK (moved_to <> ''),
                UNIQUE (task_id, day)
            ) STRICT;

            CREATE TABLE tasks_log (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                task_id INTEGER NOT NULL REFERENCES tasks_task (id) ON DELETE CASCADE,
                day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                minutes REAL CHECK (minutes > 0),
                note TEXT CHECK (note <> ''),
                UNIQUE (task_id, day)
            ) STRICT;
            """),
    // Programs write the times of a series that were done as to-dos of their own.
    Migration(
        "know the times of a series",
        sql: """
            ALTER TABLE tasks_task ADD COLUMN series_id INTEGER REFERENCES tasks_task (id) ON DELETE CASCADE;
            ALTER TABLE tasks_task ADD COLUMN series_uid TEXT CHECK (series_uid <> '');
            ALTER TABLE tasks_task ADD COLUMN occurrence TEXT CHECK (occurrence <> '');
            CREATE INDEX tasks_task_series ON tasks_task (series_id) WHERE series_id IS NOT NULL;
            CREATE INDEX tasks_task_series_uid ON tasks_task (series_uid) WHERE series_uid IS NOT NULL;
            """),
    Migration(
        "keep blocks of time",
        sql: """
            CREATE TABLE tasks_block (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                title TEXT CHECK (title <> '' AND length(title) <= 500),
                task_id INTEGER REFERENCES tasks_task (id) ON DELETE CASCADE,
                task_uid TEXT CHECK (task_uid <> ''),
                start TEXT NOT NULL CHECK (start GLOB '*T*'),
                start_zone_id INTEGER REFERENCES tasks_zone (id),
                starts_at TEXT NOT NULL CHECK (starts_at GLOB '*T*Z'),
                minutes INTEGER NOT NULL CHECK (minutes BETWEEN 15 AND 1440),
                spent INTEGER CHECK (spent BETWEEN 1 AND 1440),
                origin TEXT NOT NULL CHECK (origin IN ('hand', 'plan', 'suggestion')),
                is_locked INTEGER NOT NULL DEFAULT 0 CHECK (is_locked IN (0, 1)),
                note TEXT CHECK (note <> ''),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL,
                revision INTEGER NOT NULL,
                CHECK (task_id IS NULL OR task_uid IS NULL),
                CHECK (title IS NOT NULL OR task_id IS NOT NULL OR task_uid IS NOT NULL)
            ) STRICT;
            CREATE INDEX tasks_block_starts_at ON tasks_block (starts_at);
            CREATE INDEX tasks_block_task ON tasks_block (task_id) WHERE task_id IS NOT NULL;
            CREATE INDEX tasks_block_task_uid ON tasks_block (task_uid) WHERE task_uid IS NOT NULL;
            """),
    Migration(
        "keep check-ins",
        sql: """
            CREATE TABLE tasks_check_in (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                at TEXT NOT NULL CHECK (at <> ''),
                at_zone_id INTEGER REFERENCES tasks_zone (id),
                energy TEXT CHECK (energy IN ('low', 'medium', 'high')),
                mood TEXT CHECK (mood IN ('awful', 'bad', 'okay', 'good', 'great')),
                control INTEGER CHECK (control BETWEEN 1 AND 5),
                note TEXT CHECK (note <> ''),
                slot_start TEXT CHECK (slot_start <> ''),
                slot_minutes INTEGER CHECK (slot_minutes BETWEEN 1 AND 1440),
                suggested TEXT CHECK (suggested <> ''),
                taken TEXT CHECK (taken <> ''),
                dismissed TEXT CHECK (dismissed <> ''),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL
            ) STRICT;
            CREATE INDEX tasks_check_in_at ON tasks_check_in (at);
            """),
]
