import AtriumSDK

/// The history of the module's tables.
///
/// Append only: a shipped migration never changes.
let connectionsMigrations = [
    Migration(
        "create people",
        sql: """
            CREATE TABLE connections_person (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                kind TEXT CHECK (kind <> '' AND kind <> 'individual'),
                display_name TEXT NOT NULL CHECK (display_name <> ''),
                is_name_derived INTEGER NOT NULL DEFAULT 0 CHECK (is_name_derived IN (0, 1)),
                prefix TEXT CHECK (prefix <> ''),
                given TEXT CHECK (given <> ''),
                additional TEXT CHECK (additional <> ''),
                family TEXT CHECK (family <> ''),
                suffix TEXT CHECK (suffix <> ''),
                phonetic_given TEXT CHECK (phonetic_given <> ''),
                phonetic_additional TEXT CHECK (phonetic_additional <> ''),
                phonetic_family TEXT CHECK (phonetic_family <> ''),
                birthday TEXT CHECK (birthday <> ''),
                anniversary TEXT CHECK (anniversary <> ''),
                gender TEXT CHECK (gender IN ('male', 'female') OR gender IN ('other', 'none')
                    OR gender = 'unknown'),
                gender_text TEXT CHECK (gender_text <> ''),
                met_place TEXT CHECK (met_place <> ''),
                met_date TEXT CHECK (met_date <> ''),
                name_key TEXT,
                family_key TEXT,
                created_at TEXT NOT NULL,
                updated_at TEXT
            ) STRICT;

            CREATE INDEX connections_person_by_name
                ON connections_person (ifnull(name_key, lower(display_name)));

            CREATE TABLE connections_detail (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                person_id INTEGER NOT NULL REFERENCES connections_person (id) ON DELETE CASCADE,
                kind TEXT NOT NULL CHECK (
                    kind = 'tel' OR kind = 'email' OR kind = 'org' OR kind = 'title' OR kind = 'url'
                    OR kind = 'note' OR kind = 'nickname' OR kind = 'role' OR kind = 'impp'
                    OR kind = 'related' OR kind = 'date' OR kind = 'custom' OR kind = 'lang'
                    OR kind = 'geo' OR kind = 'tz' OR kind = 'member'),
                value TEXT NOT NULL CHECK (value <> '' OR kind = 'org'),
                qualifier TEXT CHECK (qualifier <> ''),
                label TEXT CHECK (label <> ''),
                types TEXT CHECK (types <> ''),
                preference INTEGER CHECK (preference BETWEEN 1 AND 100),
                CHECK (value <> '' OR qualifier IS NOT NULL),
                CHECK (kind <> 'custom' OR qualifier IS NOT NULL)
            ) STRICT;

            CREATE INDEX connections_detail_by_person ON connections_detail (person_id);

            CREATE TABLE connections_address (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                person_id INTEGER NOT NULL REFERENCES connections_person (id) ON DELETE CASCADE,
                po_box TEXT CHECK (po_box <> ''),
                extended TEXT CHECK (extended <> ''),
                street TEXT CHECK (street <> ''),
                locality TEXT CHECK (locality <> ''),
                region TEXT CHECK (region <> ''),
                postal_code TEXT CHECK (postal_code <> ''),
                country TEXT CHECK (country <> ''),
                formatted TEXT CHECK (formatted <> ''),
                label TEXT CHECK (label <> ''),
                types TEXT CHECK (types <> ''),
                preference INTEGER CHECK (preference BETWEEN 1 AND 100)
            ) STRICT;

            CREATE INDEX connections_address_by_person ON connections_address (person_id);
            """),
    Migration(
        "remember dismissed pairs",
        sql: """
            CREATE TABLE connections_dismissal (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                first_uid TEXT NOT NULL,
                second_uid TEXT NOT NULL,
                UNIQUE (first_uid, second_uid),
                CHECK (first_uid < second_uid)
            ) STRICT;

            CREATE INDEX connections_dismissal_by_second ON connections_dismissal (second_uid);
            """),
    // The kinds of details are named by a CHECK, which no ALTER TABLE can widen: the table is made anew. What was a
    // custom field of the name INTEREST is an interest now, as cards are read.
    Migration(
        "add interests and cadences",
        sql: """
            CREATE TABLE connections_detail_new (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                person_id INTEGER NOT NULL REFERENCES connections_person (id) ON DELETE CASCADE,
                kind TEXT NOT NULL CHECK (
                    kind = 'tel' OR kind = 'email' OR kind = 'org' OR kind = 'title' OR kind = 'url'
                    OR kind = 'note' OR kind = 'nickname' OR kind = 'role' OR kind = 'interest'
                    OR kind = 'impp' OR kind = 'related' OR kind = 'date' OR kind = 'custom' OR kind = 'lang'
                    OR kind = 'geo' OR kind = 'tz' OR kind = 'member'),
                value TEXT NOT NULL CHECK (value <> '' OR kind = 'org'),
                qualifier TEXT CHECK (qualifier <> ''),
                label TEXT CHECK (label <> ''),
                types TEXT CHECK (types <> ''),
                preference INTEGER CHECK (preference BETWEEN 1 AND 100),
                CHECK (value <> '' OR qualifier IS NOT NULL),
                CHECK (kind <> 'custom' OR qualifier IS NOT NULL)
            ) STRICT;

            INSERT INTO connections_detail_new (id, person_id, kind, value, qualifier, label, types, preference)
            SELECT id, person_id, iif(kind = 'custom' AND qualifier = 'INTEREST', 'interest', kind), value,
                iif(kind = 'custom' AND qualifier = 'INTEREST', NULL, qualifier), label, types, preference
            FROM connections_detail ORDER BY id;

            DROP TABLE connections_detail;

            ALTER TABLE connections_detail_new RENAME TO connections_detail;

            CREATE INDEX connections_detail_by_person ON connections_detail (person_id);

            CREATE INDEX connections_detail_by_interest ON connections_detail (value, person_id)
                WHERE kind = 'interest';

            ALTER TABLE connections_person ADD COLUMN cadence_days INTEGER
                CHECK (cadence_days BETWEEN 1 AND 3660);

            CREATE INDEX connections_person_by_cadence ON connections_person (cadence_days)
                WHERE cadence_days IS NOT NULL;
            """),
    Migration(
        "create interactions and memories",
        sql: """
            CREATE TABLE connections_interaction (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                kind TEXT NOT NULL CHECK (kind <> ''),
                happened_on TEXT NOT NULL
                    CHECK (happened_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                happened_at TEXT CHECK (happened_at GLOB '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
                zone TEXT CHECK (zone <> ''),
                note TEXT CHECK (note <> ''),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL,
                CHECK ((happened_at IS NULL) = (zone IS NULL))
            ) STRICT;

            CREATE INDEX connections_interaction_by_day ON connections_interaction (happened_on);

            CREATE TABLE connections_interaction_companion (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                interaction_id INTEGER NOT NULL
                    REFERENCES connections_interaction (id) ON DELETE CASCADE,
                person_id INTEGER REFERENCES connections_person (id) ON DELETE CASCADE,
                name TEXT CHECK (name <> ''),
                uid TEXT CHECK (uid <> ''),
                UNIQUE (interaction_id, person_id),
                CHECK ((person_id IS NULL) = (name IS NOT NULL)),
                CHECK (uid IS NULL OR name IS NOT NULL)
            ) STRICT;

            CREATE INDEX connections_interaction_companion_by_person
                ON connections_interaction_companion (person_id, interaction_id);

            CREATE TABLE connections_memory (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
                happened_on TEXT NOT NULL
                    CHECK (happened_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                note TEXT CHECK (note <> ''),
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL
            ) STRICT;

            CREATE INDEX connections_memory_by_day ON connections_memory (happened_on);

            CREATE TABLE connections_memory_companion (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                memory_id INTEGER NOT NULL REFERENCES connections_memory (id) ON DELETE CASCADE,
                person_id INTEGER REFERENCES connections_person (id) ON DELETE CASCADE,
                name TEXT CHECK (name <> ''),
                uid TEXT CHECK (uid <> ''),
                UNIQUE (memory_id, person_id),
                CHECK ((person_id IS NULL) = (name IS NOT NULL)),
                CHECK (uid IS NULL OR name IS NOT NULL)
            ) STRICT;

            CREATE INDEX connections_memory_companion_by_person
                ON connections_memory_companion (person_id, memory_id);
            """),
    // The agenda asks each day whose birthday it is.
    Migration(
        "find birthdays by day",
        sql: """
            CREATE INDEX connections_person_by_birthday ON connections_person (substr(birthday, -5))
                WHERE birthday IS NOT NULL;

            CREATE INDEX connections_person_by_anniversary ON connections_person (substr(anniversary, -5))
                WHERE anniversary IS NOT NULL;
            """),
    // Who is to be followed up is asked of many people at once, and of each interaction only its day.
    Migration(
        "find days of interactions",
        sql: """
            CREATE INDEX connections_interaction_day ON connections_interaction (id, happened_on);
            """),
    // The list of interactions begins with the latest; of each whom it may concern is asked whether they are alive.
    Migration(
        "find the latest interactions, and the dead",
        sql: """
            CREATE INDEX connections_interaction_latest
                ON connections_interaction (-julianday(happened_on || 'T' || ifnull(happened_at, '00:00:00')));

            CREATE INDEX connections_detail_by_death ON connections_detail (person_id)
                WHERE kind = 'custom' AND qualifier = 'DEATHDATE';
            """),
    // Who was met of late is looked up by the day, not by reading everybody.
    Migration(
        "find when people were met",
        sql: """
            CREATE INDEX connections_person_by_met ON connections_person (met_date) WHERE met_date IS NOT NULL;
            """),
]
