import AtriumSDK

/// The migrations that create and change the quotes module's tables.
///
/// Append new migrations. Never change a released migration.
let quotesMigrations = [
    Migration(
        "create quotes",
        sql: """
            CREATE TABLE quotes_quote (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                text TEXT NOT NULL CHECK (text <> '' AND length(text) <= 10000),
                text_key TEXT NOT NULL,
                author TEXT CHECK (author <> ''),
                source TEXT CHECK (source <> ''),
                location TEXT CHECK (location <> ''),
                url TEXT CHECK (url <> ''),
                note TEXT CHECK (note <> ''),
                is_favorite INTEGER NOT NULL DEFAULT 0 CHECK (is_favorite IN (0, 1)),
                added_on TEXT CHECK (added_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL
            ) STRICT;

            CREATE INDEX quotes_quote_text_key ON quotes_quote (text_key);

            CREATE INDEX quotes_quote_created ON quotes_quote (created_at);
            """)
]
