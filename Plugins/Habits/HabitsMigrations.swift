import AtriumSDK

/// The history of the module's tables.
///
/// Append only: a shipped migration never changes.
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
            """)
]
