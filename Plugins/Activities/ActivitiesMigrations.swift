import AtriumSDK

/// The history of the module's tables.
///
/// Append only: a shipped migration never changes.
let activitiesMigrations = [
    Migration(
        "create activities",
        sql: """
            CREATE TABLE activities_zone (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                tzid TEXT NOT NULL CHECK (tzid <> ''),
                definition BLOB CHECK (definition <> x'')
            ) STRICT;
            CREATE UNIQUE INDEX activities_zone_definition ON activities_zone (tzid, ifnull(definition, x''));

            CREATE TABLE activities_activity (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                name TEXT NOT NULL CHECK (name <> ''),
                category TEXT CHECK (category <> ''),
                place TEXT CHECK (place <> ''),
                latitude REAL CHECK (latitude BETWEEN -90 AND 90),
                longitude REAL CHECK (longitude BETWEEN -180 AND 180),
                notes TEXT CHECK (notes <> ''),
                link TEXT CHECK (link <> ''),
                cost_amount TEXT CHECK (cost_amount <> '' AND cost_amount NOT GLOB '*[^0-9.]*'),
                cost_currency TEXT CHECK (length(cost_currency) = 3),
                rating INTEGER CHECK (rating BETWEEN 1 AND 5),
                planned TEXT CHECK (planned <> ''),
                planned_zone_id INTEGER REFERENCES activities_zone (id),
                good_for_uids TEXT CHECK (good_for_uids <> ''),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL,
                revision INTEGER NOT NULL,
                CHECK ((latitude IS NULL) = (longitude IS NULL)),
                CHECK (cost_currency IS NULL OR cost_amount IS NOT NULL),
                CHECK (planned_zone_id IS NULL OR planned IS NOT NULL)
            ) STRICT;
            CREATE INDEX activities_activity_planned ON activities_activity (planned) WHERE planned IS NOT NULL;
            CREATE INDEX activities_activity_latitude ON activities_activity (latitude) WHERE latitude IS NOT NULL;

            CREATE TABLE activities_occasion (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                activity_id INTEGER NOT NULL REFERENCES activities_activity (id) ON DELETE CASCADE,
                day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                note TEXT CHECK (note <> ''),
                with_uids TEXT CHECK (with_uids <> ''),
                UNIQUE (activity_id, day)
            ) STRICT;
            CREATE INDEX activities_occasion_day ON activities_occasion (day);
            """)
]
