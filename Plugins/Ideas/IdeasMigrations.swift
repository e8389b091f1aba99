import AtriumSDK

/// The migrations that create and change the ideas module's tables.
///
/// Append new migrations. Never change a released migration.
let ideasMigrations = [
    Migration(
        "create ideas",
        sql: """
            CREATE TABLE ideas_idea (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                title TEXT NOT NULL CHECK (title <> '' AND length(title) <= 500),
                description TEXT CHECK (description <> '' AND length(description) <= 1000000),
                votes INTEGER NOT NULL DEFAULT 0 CHECK (votes BETWEEN -1000000 AND 1000000),
                status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'taken', 'dropped')),
                link TEXT CHECK (link <> '' AND length(link) <= 2000),
                taken_on TEXT CHECK (taken_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL,
                CHECK (taken_on IS NULL OR status = 'taken')
            ) STRICT;

            CREATE INDEX ideas_idea_created ON ideas_idea (created_at);
            """)
]
