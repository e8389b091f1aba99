import AtriumSDK

/// The history of the module's tables.
///
/// Append only: a shipped migration never changes.
let exerciseMigrations = [
    Migration(
        "create exercises and sets",
        sql: """
            CREATE TABLE exercise_exercise (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                name TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (name <> ''),
                category TEXT NOT NULL CHECK (category IN ('cardio', 'strength', 'flexibility')),
                muscles TEXT CHECK (muscles <> ''),
                notes TEXT CHECK (notes <> ''),
                is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL
            ) STRICT;

            CREATE TABLE exercise_set (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                exercise_id INTEGER NOT NULL REFERENCES exercise_exercise (id) ON DELETE CASCADE,
                day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                time TEXT CHECK (time GLOB '[0-2][0-9]:[0-5][0-9]'
                    OR time GLOB '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
                zone TEXT CHECK (zone IS NULL OR (zone <> '' AND time IS NOT NULL)),
                workout TEXT CHECK (workout <> ''),
                position INTEGER CHECK (position > 0),
                kind TEXT CHECK (kind IN ('warm-up', 'drop', 'failure', 'rest', 'note')),
                weight_kg REAL CHECK (weight_kg > 0),
                reps INTEGER CHECK (reps > 0),
                distance_m REAL CHECK (distance_m > 0),
                duration_s REAL CHECK (duration_s > 0),
                heart_rate INTEGER CHECK (heart_rate BETWEEN 20 AND 300),
                rpe REAL CHECK (rpe BETWEEN 1 AND 10),
                muscles TEXT CHECK (muscles <> ''),
                note TEXT CHECK (note <> ''),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL
            ) STRICT;

            CREATE INDEX exercise_set_exercise ON exercise_set (exercise_id, day);

            CREATE INDEX exercise_set_day ON exercise_set (day);
            """),
    Migration(
        "find the latest sets",
        sql: "CREATE INDEX exercise_set_latest ON exercise_set (-julianday(day));"),
    Migration(
        "know exercises by the names that files have for them",
        sql: """
            -- What an import of sets alone says of it: that it is, and by its name and a row a category.
            ALTER TABLE exercise_exercise ADD COLUMN hearsay TEXT CHECK (hearsay IN ('made', 'guessed'));
            -- The name in small letters where it has others than those of ASCII, which NOCASE leaves apart.
            ALTER TABLE exercise_exercise ADD COLUMN name_key TEXT CHECK (name_key <> '');
            CREATE UNIQUE INDEX exercise_exercise_name_key ON exercise_exercise (name_key);

            CREATE TABLE exercise_imported_name (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                exercise_id INTEGER NOT NULL REFERENCES exercise_exercise (id) ON DELETE CASCADE,
                name TEXT NOT NULL CHECK (name <> ''),
                name_key TEXT NOT NULL UNIQUE CHECK (name_key <> '')
            ) STRICT;

            CREATE INDEX exercise_imported_name_exercise ON exercise_imported_name (exercise_id);
            """),
]
