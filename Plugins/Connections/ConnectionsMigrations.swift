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
]
