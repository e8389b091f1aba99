import AtriumSDK

/// The history of the module's tables.
///
/// Append only: a shipped migration never changes.
let valuesMigrations = [
    Migration(
        "create values and dreams",
        sql: """
            CREATE TABLE values_value (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                title TEXT NOT NULL CHECK (title <> '' AND length(title) <= 500),
                title_key TEXT NOT NULL UNIQUE,
                description TEXT CHECK (description <> '' AND length(description) <= 1000000),
                position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 1000000000),
                color TEXT CHECK (color <> ''),
                icon TEXT CHECK (icon <> '' AND length(icon) <= 100),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL
            ) STRICT;

            CREATE INDEX values_value_position ON values_value (position);

            CREATE TABLE values_dream (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                title TEXT NOT NULL CHECK (title <> '' AND length(title) <= 500),
                description TEXT CHECK (description <> '' AND length(description) <= 1000000),
                timeframe TEXT CHECK (timeframe <> '' AND length(timeframe) <= 200),
                by_year INTEGER CHECK (by_year BETWEEN 1 AND 9999),
                achieved_on TEXT CHECK (achieved_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL
            ) STRICT;
            """)
]
