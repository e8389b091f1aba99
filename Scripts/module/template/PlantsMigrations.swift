import AtriumSDK

/// The migrations of the module's tables.
///
/// Append new migrations; never change a migration that was released.
let plantsMigrations = [
    Migration(
        "create plants",
        sql: """
            CREATE TABLE plants_plant (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                name TEXT NOT NULL CHECK (name <> ''),
                rating INTEGER CHECK (rating BETWEEN 1 AND 5),
                since TEXT CHECK (since GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                notes TEXT CHECK (notes <> ''),
                is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL
            ) STRICT;
            """)
]
