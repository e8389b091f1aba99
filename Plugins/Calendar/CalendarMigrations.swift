import AtriumSDK

/// The schema's history.
///
/// Append-only: a shipped migration never changes.
enum CalendarMigrations {
    static let all = [
        Migration(
            "create calendars and events",
            sql: """
                CREATE TABLE calendar_calendar (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    uid TEXT NOT NULL UNIQUE,
                    name TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (trim(name) <> ''),
                    color TEXT CHECK (color <> ''),
                    is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
                    created_at TEXT NOT NULL,
                    updated_at TEXT NOT NULL
                ) STRICT;
                CREATE UNIQUE INDEX calendar_calendar_default ON calendar_calendar (is_default) WHERE is_default = 1;

                CREATE TABLE calendar_zone (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    tzid TEXT NOT NULL CHECK (tzid <> ''),
                    definition BLOB CHECK (definition <> x'')
                ) STRICT;
                CREATE UNIQUE INDEX calendar_zone_definition ON calendar_zone (tzid, ifnull(definition, x''));

                CREATE TABLE calendar_event (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    uid TEXT NOT NULL UNIQUE,
                    calendar_id INTEGER NOT NULL REFERENCES calendar_calendar (id) ON DELETE CASCADE,
                    series_id INTEGER REFERENCES calendar_event (id) ON DELETE CASCADE,
                    ical_uid TEXT,
                    recurrence_id TEXT,
                    recurrence_zone_id INTEGER REFERENCES calendar_zone (id),
                    is_this_and_future INTEGER NOT NULL CHECK (is_this_and_future IN (0, 1)),
                    summary TEXT CHECK (summary <> ''),
                    description TEXT CHECK (description <> ''),
                    location TEXT CHECK (location <> ''),
                    latitude REAL,
                    longitude REAL,
                    starts TEXT,
                    start_zone_id INTEGER REFERENCES calendar_zone (id),
                    ends TEXT,
                    end_zone_id INTEGER REFERENCES calendar_zone (id),
                    duration TEXT,
                    rrule TEXT CHECK (rrule <> ''),
                    exrule TEXT CHECK (exrule <> ''),
                    status TEXT CHECK (status IN ('TENTATIVE', 'CONFIRMED', 'CANCELLED')),
                    is_transparent INTEGER CHECK (is_transparent IN (0, 1)),
                    class TEXT CHECK (class IN ('PUBLIC', 'PRIVATE', 'CONFIDENTIAL')),
                    priority INTEGER CHECK (priority BETWEEN 0 AND 9),
                    url TEXT CHECK (url <> ''),
                    color TEXT CHECK (color <> ''),
                    sequence INTEGER,
                    first_day INTEGER,
                    last_day INTEGER,
                    created_at TEXT NOT NULL,
                    updated_at TEXT NOT NULL,
                    CHECK (series_id IS NULL OR recurrence_id IS NOT NULL),
                    CHECK (ends IS NULL OR duration IS NULL),
                    CHECK ((latitude IS NULL) = (longitude IS NULL)),
                    CHECK ((first_day IS NULL) = (starts IS NULL)),
                    CHECK ((first_day IS NULL) = (last_day IS NULL)),
                    CHECK (first_day <= last_day)
                ) STRICT;
                CREATE INDEX calendar_event_calendar ON calendar_event (calendar_id, series_id);
                CREATE INDEX calendar_event_series ON calendar_event (series_id) WHERE series_id IS NOT NULL;
                CREATE INDEX calendar_event_ical_uid ON calendar_event (ical_uid) WHERE ical_uid IS NOT NULL;
                CREATE INDEX calendar_event_start ON calendar_event (ifnull(starts, ''));
                CREATE INDEX calendar_event_long ON calendar_event (last_day, first_day)
                    WHERE last_day - first_day > 7;

                CREATE TABLE calendar_event_date (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    event_id INTEGER NOT NULL REFERENCES calendar_event (id) ON DELETE CASCADE,
                    position INTEGER NOT NULL,
                    kind TEXT NOT NULL CHECK (kind IN ('RDATE', 'EXDATE')),
                    value TEXT NOT NULL,
                    zone_id INTEGER REFERENCES calendar_zone (id)
                ) STRICT;
                CREATE INDEX calendar_event_date_event ON calendar_event_date (event_id);

                CREATE TABLE calendar_participant (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    event_id INTEGER NOT NULL REFERENCES calendar_event (id) ON DELETE CASCADE,
                    position INTEGER NOT NULL,
                    is_organizer INTEGER NOT NULL CHECK (is_organizer IN (0, 1)),
                    address TEXT NOT NULL,
                    name TEXT,
                    role TEXT,
                    status TEXT,
                    kind TEXT,
                    expects_reply INTEGER CHECK (expects_reply IN (0, 1)),
                    sent_by TEXT,
                    delegated_to TEXT,
                    delegated_from TEXT,
                    member_of TEXT
                ) STRICT;
                CREATE INDEX calendar_participant_event ON calendar_participant (event_id);

                CREATE TABLE calendar_alarm (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    event_id INTEGER NOT NULL REFERENCES calendar_event (id) ON DELETE CASCADE,
                    position INTEGER NOT NULL,
                    action TEXT NOT NULL,
                    "trigger" TEXT,
                    is_from_end INTEGER NOT NULL CHECK (is_from_end IN (0, 1)),
                    summary TEXT,
                    description TEXT,
                    repeat INTEGER,
                    pause TEXT,
                    acknowledged_at TEXT,
                    alarm_uid TEXT
                ) STRICT;
                CREATE INDEX calendar_alarm_event ON calendar_alarm (event_id);

                CREATE TABLE calendar_attachment (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    event_id INTEGER NOT NULL REFERENCES calendar_event (id) ON DELETE CASCADE,
                    position INTEGER NOT NULL,
                    uri TEXT NOT NULL,
                    media_type TEXT,
                    name TEXT
                ) STRICT;
                CREATE INDEX calendar_attachment_event ON calendar_attachment (event_id);
                """),
        // What happened with somebody is asked for by their addresses.
        Migration(
            "find participants by address",
            sql: "CREATE INDEX calendar_participant_address ON calendar_participant (lower(address))"),
        // A file that still has an event in the calendar from which it was moved must not double it.
        Migration(
            "remember former calendars",
            sql: """
                CREATE TABLE calendar_former_calendar (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    event_id INTEGER NOT NULL REFERENCES calendar_event (id) ON DELETE CASCADE,
                    calendar_uid TEXT NOT NULL,
                    UNIQUE (event_id, calendar_uid)
                ) STRICT;
                """),
        // Timetables of others, holidays, what one only wants to see.
        Migration(
            "let calendars take no time",
            sql: """
                ALTER TABLE calendar_calendar ADD COLUMN is_busy INTEGER NOT NULL DEFAULT 1 CHECK (is_busy IN (0, 1));
                """),
        Migration(
            "keep the meaning of calendars",
            sql: """
                -- The series of which this event is the rest, after a split.
                ALTER TABLE calendar_event ADD COLUMN split_from_id INTEGER REFERENCES calendar_event (id)
                    ON DELETE SET NULL;
                -- A changed occurrence that an edit here made and no file has said yet.
                ALTER TABLE calendar_event ADD COLUMN is_made_here INTEGER NOT NULL DEFAULT 0
                    CHECK (is_made_here IN (0, 1));
                -- A changed occurrence whose UID or RECURRENCE-ID an edit here changed: its uid has the old ones.
                ALTER TABLE calendar_event ADD COLUMN has_new_id INTEGER NOT NULL DEFAULT 0
                    CHECK (has_new_id IN (0, 1));
                CREATE INDEX calendar_event_split ON calendar_event (split_from_id)
                    WHERE split_from_id IS NOT NULL;
                CREATE INDEX calendar_event_new_id ON calendar_event (series_id, recurrence_id)
                    WHERE has_new_id = 1;
                CREATE TABLE calendar_dismissal (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    first_uid TEXT NOT NULL,
                    second_uid TEXT NOT NULL,
                    UNIQUE (first_uid, second_uid),
                    CHECK (first_uid < second_uid)
                ) STRICT;
                CREATE INDEX calendar_dismissal_by_second ON calendar_dismissal (second_uid);
                -- A newer version of a series can exclude a day that an older changed occurrence still moves.
                ALTER TABLE calendar_event ADD COLUMN is_superseded INTEGER NOT NULL DEFAULT 0
                    CHECK (is_superseded IN (0, 1));
                """),
    ]
}
