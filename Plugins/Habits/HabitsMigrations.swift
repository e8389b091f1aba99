import AtriumSDK

/// The migrations that create and change the habits module's tables.
///
/// Append new migrations. Never change a released migration.
let habitsMigrations = [
    Migration(
        "create habits",
        sql: """
            CREATE TABLE habits_habit (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                title TEXT NOT NULL CHECK (title <> ''),
                target INTEGER NOT NULL CHECK (target BETWEEN 1 AND 31),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL
            ) STRICT;

            CREATE TABLE habits_completion (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                habit_id INTEGER NOT NULL REFERENCES habits_habit (id) ON DELETE CASCADE,
                day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                UNIQUE (habit_id, day)
            ) STRICT;
            """),
    // The target becomes one of three schedules and may therefore be empty, so the table is created again.
    Migration(
        "add schedules, amounts and notes",
        sql: """
            CREATE TABLE habits_habit_new (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                title TEXT NOT NULL CHECK (title <> ''),
                target INTEGER CHECK (target BETWEEN 1 AND 31),
                weekdays TEXT CHECK (weekdays <> '' AND weekdays NOT GLOB '*[^1-7]*'),
                times_a_week INTEGER CHECK (times_a_week BETWEEN 1 AND 7),
                unit TEXT CHECK (unit <> ''),
                goal REAL CHECK (goal > 0),
                color TEXT CHECK (color <> ''),
                started_on TEXT CHECK (started_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL,
                CHECK ((target IS NOT NULL) + (weekdays IS NOT NULL) + (times_a_week IS NOT NULL) = 1)
            ) STRICT;

            INSERT INTO habits_habit_new (id, uid, title, target, created_at, updated_at)
            SELECT id, uid, title, target, created_at, updated_at FROM habits_habit;

            DROP TABLE habits_habit;

            ALTER TABLE habits_habit_new RENAME TO habits_habit;

            ALTER TABLE habits_completion ADD COLUMN amount REAL CHECK (amount > 0);

            ALTER TABLE habits_completion ADD COLUMN note TEXT CHECK (note <> '');
            """),
]
