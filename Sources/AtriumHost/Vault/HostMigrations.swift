import AtriumSDK
import GRDB

/// The host's own schema in a vault, under the ledger name `atrium`.
///
/// Append-only, like a module's.
///
/// Records are named by the number of their collection (`host_collection`) and their id. Tables that undo restores are
/// listed in ``undoableTables``; the others are its own books, or hold what no write of a user changes.
enum HostMigrations {
    static let ledgerName = "atrium"

    /// The host's tables whose changes belong to change sets.
    static let undoableTables = [
        "host_setting", "host_tag", "host_record_tag", "host_link", "host_attachment", "host_source_file",
        "host_source_container", "host_source_item", "host_former_uid", "host_source_mapping",
        "host_source_layout", "host_source_contest",
    ]

    /// The ledger comes before every migration, its own included.
    static let ledgerSQL = """
        CREATE TABLE IF NOT EXISTS host_migration (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            module TEXT NOT NULL,
            name TEXT NOT NULL,
            checksum TEXT NOT NULL,
            applied_at TEXT NOT NULL,
            UNIQUE (module, name)
        ) STRICT;
        """

    private static let withoutTriggers = "keep no triggers in the file"

    /// Whether a vault is of a version that kept the triggers of changes in the file.
    static func keepsTriggers(_ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT NOT EXISTS (SELECT 1 FROM host_migration WHERE module = ? AND name = ?)",
            arguments: [ledgerName, withoutTriggers]) ?? true
    }

    static let all: [Migration] = [
        Migration(
            "create host tables",
            sql: """
                CREATE TABLE host_module (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    module TEXT NOT NULL UNIQUE,
                    is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
                    changed_at TEXT NOT NULL
                ) STRICT;
                CREATE TABLE host_collection (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    name TEXT NOT NULL UNIQUE
                ) STRICT;

                CREATE TABLE host_setting (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    key TEXT NOT NULL UNIQUE,
                    value TEXT NOT NULL
                ) STRICT;
                CREATE TABLE host_tag (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    name TEXT NOT NULL,
                    folded TEXT NOT NULL UNIQUE CHECK (folded <> '')
                ) STRICT;
                CREATE TABLE host_record_tag (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    tag_id INTEGER NOT NULL REFERENCES host_tag (id),
                    collection_id INTEGER NOT NULL REFERENCES host_collection (id),
                    record_id INTEGER NOT NULL,
                    position INTEGER NOT NULL,
                    spelling TEXT,
                    UNIQUE (collection_id, record_id, tag_id)
                ) STRICT;
                CREATE INDEX host_record_tag_on_tag ON host_record_tag (tag_id);
                CREATE TABLE host_link (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    from_collection_id INTEGER NOT NULL REFERENCES host_collection (id),
                    from_record_id INTEGER NOT NULL,
                    to_collection_id INTEGER NOT NULL REFERENCES host_collection (id),
                    to_record_id INTEGER NOT NULL,
                    kind TEXT NOT NULL DEFAULT '',
                    created_at TEXT NOT NULL,
                    UNIQUE (from_collection_id, from_record_id, to_collection_id, to_record_id, kind)
                ) STRICT;
                CREATE INDEX host_link_on_target ON host_link (to_collection_id, to_record_id);
                CREATE TABLE host_attachment (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    collection_id INTEGER NOT NULL REFERENCES host_collection (id),
                    record_id INTEGER NOT NULL,
                    role TEXT NOT NULL,
                    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
                    media_type TEXT NOT NULL,
                    byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
                    name TEXT NOT NULL
                ) STRICT;
                CREATE INDEX host_attachment_on_record ON host_attachment (collection_id, record_id);
                CREATE INDEX host_attachment_on_content ON host_attachment (sha256);

                CREATE TABLE host_change_set (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    made_at TEXT NOT NULL,
                    actor TEXT NOT NULL,
                    command TEXT NOT NULL,
                    undoes INTEGER REFERENCES host_change_set (id)
                ) STRICT;
                CREATE INDEX host_change_set_on_undoes ON host_change_set (undoes) WHERE undoes IS NOT NULL;
                CREATE TABLE host_change_range (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    change_set_id INTEGER NOT NULL REFERENCES host_change_set (id) ON DELETE CASCADE,
                    table_name TEXT NOT NULL,
                    first INTEGER NOT NULL,
                    last INTEGER NOT NULL CHECK (last >= first)
                ) STRICT;
                CREATE INDEX host_change_range_on_set ON host_change_range (change_set_id);
                CREATE TABLE host_change_row (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    change_set_id INTEGER NOT NULL REFERENCES host_change_set (id) ON DELETE CASCADE,
                    table_name TEXT NOT NULL,
                    row_id INTEGER NOT NULL,
                    operation TEXT NOT NULL CHECK (operation IN ('insert', 'update', 'delete')),
                    old_row TEXT CHECK ((old_row IS NULL) = (operation = 'insert'))
                ) STRICT;
                CREATE INDEX host_change_row_on_set ON host_change_row (change_set_id);
                CREATE INDEX host_change_row_on_row ON host_change_row (table_name, row_id);
                CREATE TABLE host_undo_barrier (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    table_name TEXT NOT NULL,
                    change_set_id INTEGER NOT NULL,
                    reason TEXT NOT NULL
                ) STRICT;

                CREATE TABLE host_import_run (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    change_set_id INTEGER REFERENCES host_change_set (id) ON DELETE SET NULL,
                    made_at TEXT NOT NULL,
                    report TEXT NOT NULL
                ) STRICT;
                CREATE TABLE host_import_issue (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    run_id INTEGER NOT NULL REFERENCES host_import_run (id) ON DELETE CASCADE,
                    file INTEGER NOT NULL,
                    line INTEGER NOT NULL,
                    item INTEGER,
                    property TEXT,
                    code TEXT NOT NULL,
                    message TEXT NOT NULL,
                    is_kept INTEGER NOT NULL CHECK (is_kept IN (0, 1))
                ) STRICT;
                CREATE INDEX host_import_issue_on_run ON host_import_issue (run_id);

                CREATE TABLE host_source_file (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    run_id INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    format TEXT NOT NULL
                ) STRICT;
                CREATE TABLE host_source_container (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    file_id INTEGER NOT NULL REFERENCES host_source_file (id) ON DELETE CASCADE,
                    text BLOB NOT NULL
                ) STRICT;
                CREATE INDEX host_source_container_on_file ON host_source_container (file_id);
                CREATE TABLE host_source_item (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    container_id INTEGER NOT NULL REFERENCES host_source_container (id) ON DELETE CASCADE,
                    collection_id INTEGER NOT NULL REFERENCES host_collection (id),
                    record_id INTEGER NOT NULL,
                    format TEXT NOT NULL,
                    scope TEXT NOT NULL,
                    item_key TEXT,
                    ordinal INTEGER NOT NULL,
                    is_edited INTEGER NOT NULL CHECK (is_edited IN (0, 1)),
                    text BLOB NOT NULL
                ) STRICT;
                CREATE INDEX host_source_item_on_key ON host_source_item (item_key) WHERE item_key IS NOT NULL;
                CREATE INDEX host_source_item_on_record ON host_source_item (collection_id, record_id);
                CREATE INDEX host_source_item_on_container ON host_source_item (container_id);
                """),
        SearchSchema.migration,
        // Uids of records that were merged into others: an import must find these by them.
        Migration(
            "remember former uids",
            sql: """
                CREATE TABLE host_former_uid (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    collection_id INTEGER NOT NULL REFERENCES host_collection (id),
                    record_id INTEGER NOT NULL,
                    uid TEXT NOT NULL CHECK (uid <> ''),
                    UNIQUE (collection_id, uid)
                ) STRICT;
                CREATE INDEX host_former_uid_on_record ON host_former_uid (collection_id, record_id);
                """),
        // The same text says something else where its columns are read in another way.
        Migration(
            "keep how columns were read",
            sql: """
                CREATE TABLE host_source_mapping (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    file_id INTEGER NOT NULL REFERENCES host_source_file (id) ON DELETE CASCADE,
                    mapping TEXT NOT NULL
                ) STRICT;
                CREATE INDEX host_source_mapping_on_file ON host_source_mapping (file_id);
                """),
        // A few rows of a table do not show its dialect.
        Migration(
            "keep how files were laid out",
            sql: """
                CREATE TABLE host_source_layout (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    container_id INTEGER NOT NULL UNIQUE REFERENCES host_source_container (id) ON DELETE CASCADE,
                    layout TEXT NOT NULL
                ) STRICT;
                """),
        // What the user switched off stays off at an import; what an import left off does not.
        Migration(
            "tell what an import left off",
            sql: """
                ALTER TABLE host_module ADD COLUMN is_off_by_import INTEGER NOT NULL DEFAULT 0
                CHECK (is_off_by_import IN (0, 1));
                """),
        // What a file said last, where that is an edited record's words and less than the kept text; and whether the record
        // has said the same since. NULL in rows of before, which undo may put back.
        Migration(
            "keep what files said after edits",
            sql: """
                ALTER TABLE host_source_item ADD COLUMN agreed_text BLOB;
                ALTER TABLE host_source_item ADD COLUMN is_agreed INTEGER CHECK (is_agreed = 1);
                DELETE FROM host_source_item WHERE record_id = 0 AND item_key GLOB '=*';
                """),
        // What was said of a module's items goes with the module.
        Migration(
            "tell whose items issues are about", sql: "ALTER TABLE host_import_issue ADD COLUMN module TEXT;"),
        // A text that a merge has not taken wholly is no question any more once those fields are settled by hand.
        Migration(
            "tell what texts were declined for",
            sql: """
                CREATE TABLE host_source_contest (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    item_id INTEGER NOT NULL REFERENCES host_source_item (id) ON DELETE CASCADE,
                    field TEXT NOT NULL,
                    UNIQUE (item_id, field)
                ) STRICT;
                """),
        // Until when a program was told what came due, and what it did not take. No change set has it: taking a write back
        // must not tell anything twice.
        Migration(
            "remember what was told",
            sql: """
                CREATE TABLE host_due_mark (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    module TEXT NOT NULL,
                    command TEXT NOT NULL UNIQUE,
                    told_until TEXT NOT NULL
                ) STRICT;
                CREATE TABLE host_due_rest (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    mark_id INTEGER NOT NULL REFERENCES host_due_mark (id) ON DELETE CASCADE,
                    uid TEXT NOT NULL,
                    came_due TEXT NOT NULL,
                    UNIQUE (mark_id, uid)
                ) STRICT;
                """),
        // Each connection makes its own: see ChangeTriggers. Those of the modules' tables go as any migration begins.
        Migration(
            withoutTriggers,
            sql: """
                DROP TRIGGER IF EXISTS host_on_update_host_source_item;
                DROP TRIGGER IF EXISTS host_on_delete_host_source_item;
                """),
        // Where an item stood in its file, where its text does not say that; in the words of its module. NULL in rows of before,
        // which undo may put back.
        Migration("keep where items stood", sql: "ALTER TABLE host_source_item ADD COLUMN place TEXT;"),
        // By what a request that comes again is known; no change set has it. Frozen, as all of this is: see RequestKeys.
        Migration(
            "remember requests",
            sql: """
                CREATE TABLE host_request_key (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    request_key TEXT NOT NULL UNIQUE,
                    asked_at TEXT NOT NULL,
                    change_set_id INTEGER,
                    record_id INTEGER
                ) STRICT;
                CREATE INDEX host_request_key_on_time ON host_request_key (asked_at);
                """),
    ]
}
