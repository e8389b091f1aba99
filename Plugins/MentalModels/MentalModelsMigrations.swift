import AtriumSDK

/// The history of the module's tables.
///
/// Append only: a shipped migration never changes.
let mentalModelsMigrations = [
    Migration(
        "create mental models",
        sql: """
            CREATE TABLE mental_models_level (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid IN ('hard-sciences', 'life-sciences', 'applied-knowledge',
                    'flight-school', 'flight-simulators', 'meta-skills')),
                title TEXT NOT NULL CHECK (title <> ''),
                description TEXT CHECK (description <> ''),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL
            ) STRICT;

            CREATE TABLE mental_models_category (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                level TEXT NOT NULL CHECK (level IN ('hard-sciences', 'life-sciences', 'applied-knowledge',
                    'flight-school', 'flight-simulators', 'meta-skills')),
                name TEXT NOT NULL CHECK (name <> ''),
                description TEXT CHECK (description <> ''),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL
            ) STRICT;

            CREATE TABLE mental_models_model (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                category_id INTEGER NOT NULL REFERENCES mental_models_category (id) ON DELETE CASCADE,
                name TEXT NOT NULL CHECK (name <> ''),
                description TEXT CHECK (description <> ''),
                keywords TEXT CHECK (keywords <> ''),
                examples TEXT CHECK (examples <> ''),
                related TEXT CHECK (related <> ''),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL
            ) STRICT;
            CREATE INDEX mental_models_model_category ON mental_models_model (category_id);

            CREATE TABLE mental_models_failure_mode (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                model_id INTEGER NOT NULL REFERENCES mental_models_model (id) ON DELETE CASCADE,
                name TEXT NOT NULL CHECK (name <> ''),
                severity TEXT NOT NULL CHECK (severity IN ('critical', 'high', 'medium', 'low')),
                description TEXT CHECK (description <> ''),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL
            ) STRICT;
            CREATE INDEX mental_models_failure_mode_model ON mental_models_failure_mode (model_id);

            CREATE TABLE mental_models_observation (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                text TEXT NOT NULL CHECK (text <> ''),
                captured_at TEXT NOT NULL,
                analyzed_at TEXT NOT NULL,
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL
            ) STRICT;
            CREATE INDEX mental_models_observation_captured ON mental_models_observation (captured_at);

            CREATE TABLE mental_models_finding (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                observation_id INTEGER NOT NULL REFERENCES mental_models_observation (id) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                model_uid TEXT NOT NULL CHECK (model_uid <> ''),
                model_name TEXT NOT NULL CHECK (model_name <> ''),
                score REAL NOT NULL CHECK (score BETWEEN 0 AND 1),
                evidence TEXT CHECK (evidence <> ''),
                failure_modes TEXT CHECK (failure_modes <> ''),
                UNIQUE (observation_id, position)
            ) STRICT;
            CREATE INDEX mental_models_finding_model ON mental_models_finding (model_uid);
            """)
]
