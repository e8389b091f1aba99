import AtriumSDK
import GRDB

/// The schema of the accounts, with a ledger of its own; append-only, like a vault's.
enum AccountsMigrations {
    static let ledgerSQL = """
        CREATE TABLE IF NOT EXISTS hub_migration (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            checksum TEXT NOT NULL,
            applied_at TEXT NOT NULL
        ) STRICT;
        """

    /// The first migration: what accounts were before they had a ledger.
    private static let users = Migration(
        "create users",
        sql: """
            CREATE TABLE hub_user (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                name TEXT NOT NULL UNIQUE CHECK (name <> ''),
                is_admin INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
                has_vault INTEGER NOT NULL DEFAULT 0 CHECK (has_vault IN (0, 1)),
                created_at TEXT NOT NULL
            ) STRICT;
            """)

    static let all: [Migration] = [
        users,
        // Modules that a user may enable, and that a token reaches, are ids with a space between; null: all.
        Migration(
            "create accounts",
            sql: """
                ALTER TABLE hub_user ADD COLUMN display_name TEXT NOT NULL DEFAULT '';
                ALTER TABLE hub_user ADD COLUMN email TEXT;
                ALTER TABLE hub_user ADD COLUMN folded_email TEXT;
                ALTER TABLE hub_user ADD COLUMN password TEXT;
                ALTER TABLE hub_user ADD COLUMN allowed_modules TEXT;
                CREATE UNIQUE INDEX hub_user_on_email ON hub_user (folded_email);

                CREATE TABLE hub_setting (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    key TEXT NOT NULL UNIQUE,
                    value TEXT NOT NULL
                ) STRICT;
                CREATE TABLE hub_session (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    user_id INTEGER NOT NULL REFERENCES hub_user (id) ON DELETE CASCADE,
                    secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
                    created_at TEXT NOT NULL,
                    used_at TEXT NOT NULL,
                    address TEXT NOT NULL,
                    user_agent TEXT NOT NULL
                ) STRICT;
                CREATE INDEX hub_session_on_user ON hub_session (user_id);
                CREATE TABLE hub_device (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    user_id INTEGER NOT NULL REFERENCES hub_user (id) ON DELETE CASCADE,
                    secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
                    created_at TEXT NOT NULL,
                    used_at TEXT NOT NULL
                ) STRICT;
                CREATE INDEX hub_device_on_user ON hub_device (user_id);
                CREATE TABLE hub_token (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    user_id INTEGER NOT NULL REFERENCES hub_user (id) ON DELETE CASCADE,
                    name TEXT NOT NULL CHECK (name <> ''),
                    secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
                    modules TEXT,
                    access TEXT NOT NULL CHECK (access IN ('read', 'write')),
                    created_at TEXT NOT NULL,
                    used_at TEXT,
                    expires_at TEXT
                ) STRICT;
                CREATE INDEX hub_token_on_user ON hub_token (user_id);
                CREATE TABLE hub_feed (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    user_id INTEGER NOT NULL REFERENCES hub_user (id) ON DELETE CASCADE,
                    name TEXT NOT NULL,
                    secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
                    module TEXT NOT NULL,
                    kind TEXT NOT NULL CHECK (kind IN ('calendar', 'contacts')),
                    created_at TEXT NOT NULL,
                    used_at TEXT
                ) STRICT;
                CREATE INDEX hub_feed_on_user ON hub_feed (user_id);
                CREATE TABLE hub_invitation (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    made_by INTEGER NOT NULL REFERENCES hub_user (id) ON DELETE CASCADE,
                    secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
                    created_at TEXT NOT NULL,
                    expires_at TEXT NOT NULL
                ) STRICT;
                CREATE INDEX hub_invitation_on_maker ON hub_invitation (made_by);

                CREATE TABLE hub_login (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    user_id INTEGER REFERENCES hub_user (id) ON DELETE CASCADE,
                    made_at TEXT NOT NULL,
                    outcome TEXT NOT NULL CHECK (outcome IN ('success', 'wrong-password', 'unknown-user')),
                    address TEXT NOT NULL,
                    user_agent TEXT NOT NULL
                ) STRICT;
                CREATE INDEX hub_login_on_user ON hub_login (user_id);
                CREATE TABLE hub_throttle (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    key BLOB NOT NULL UNIQUE CHECK (length(key) = 32),
                    level REAL NOT NULL,
                    updated_at REAL NOT NULL
                ) STRICT;
                CREATE INDEX hub_throttle_on_time ON hub_throttle (updated_at);
                """),
        // A session on a device of others ends with its browser, which keeps nothing of it.
        Migration(
            "tell sessions on devices of others",
            sql: """
                ALTER TABLE hub_session ADD COLUMN is_elsewhere INTEGER NOT NULL DEFAULT 0
                CHECK (is_elsewhere IN (0, 1));
                """),
        Migration(
            "remember requests",
            sql: """
                CREATE TABLE hub_request_key (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    request_key TEXT NOT NULL UNIQUE,
                    asked_at TEXT NOT NULL,
                    change_set_id INTEGER,
                    record_id INTEGER
                ) STRICT;
                CREATE INDEX hub_request_key_on_time ON hub_request_key (asked_at);
                """),
        // What a feed can give is declared by the program; a link's number is given to no other, whatever was revoked.
        Migration(
            "let feeds give more kinds",
            sql: """
                CREATE TABLE hub_feed_new (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    user_id INTEGER NOT NULL REFERENCES hub_user (id) ON DELETE CASCADE,
                    name TEXT NOT NULL,
                    secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
                    module TEXT NOT NULL,
                    kind TEXT NOT NULL CHECK (kind <> ''),
                    created_at TEXT NOT NULL,
                    used_at TEXT
                ) STRICT;
                INSERT INTO hub_feed_new (id, user_id, name, secret_hash, module, kind, created_at, used_at)
                SELECT id, user_id, name, secret_hash, module, kind, created_at, used_at FROM hub_feed;
                DELETE FROM sqlite_sequence WHERE name = 'hub_feed_new';
                INSERT INTO sqlite_sequence (name, seq)
                SELECT 'hub_feed_new', seq FROM sqlite_sequence WHERE name = 'hub_feed';
                DROP TABLE hub_feed;
                ALTER TABLE hub_feed_new RENAME TO hub_feed;
                CREATE INDEX hub_feed_on_user ON hub_feed (user_id);
                """),
    ]

    /// Brings the accounts up to date, in one transaction: all that is missing, or nothing.
    ///
    /// - Parameter copyAside: is called before anything is changed, where there are accounts already; what it copies is what
    ///   was committed before.
    /// - Throws: ``AtriumError`` with code `inputOutput` where an applied migration was changed or is unknown: nothing is
    ///   skipped and nothing is erased.
    static func apply(
        to db: Database, migrations: [Migration] = all, now: () -> String,
        copyAside: () throws -> Void = {}
    ) throws {
        guard try !pending(db, of: migrations).isEmpty else { return }
        try db.inTransaction(.immediate) {
            // Seen under the lock: another process may have applied them meanwhile, of which GRDB's notes do not tell.
            db.clearSchemaCache()
            guard try !pending(db, of: migrations).isEmpty else { return .commit }
            if try db.tableExists("hub_user") { try copyAside() }
            try db.execute(sql: ledgerSQL)
            try takeOver(db, now: now)
            for migration in try pending(db, of: migrations) {
                try db.execute(sql: migration.sql)
                try enter(migration, db, now: now)
            }
            return .commit
        }
    }

    /// The migrations that are missing.
    static func pending(_ db: Database, of migrations: [Migration] = all) throws -> ArraySlice<Migration> {
        guard try db.tableExists("hub_migration") else { return migrations[...] }
        let applied = try Row.fetchAll(db, sql: "SELECT name, checksum FROM hub_migration ORDER BY id")
        for (index, row) in applied.enumerated() {
            let name: String = row["name"]
            guard index < migrations.count, migrations[index].name == name else {
                throw AtriumError(
                    .inputOutput,
                    "the account database has the migration “\(name)”, which this version of Atrium does not know",
                    remedy: "use the newer version that wrote it")
            }
            guard Migrator.checksum(of: migrations[index]) == row["checksum"] else {
                throw AtriumError(
                    .inputOutput,
                    "the migration “\(name)” of the account database was changed after it was applied",
                    remedy: "use the version of Atrium that was used last, and report this as a bug"
                )
            }
        }
        return migrations.dropFirst(applied.count)
    }

    /// Enters the first migration for accounts that were made before there was a ledger.
    private static func takeOver(_ db: Database, now: () -> String) throws {
        let isEntered = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM hub_migration)") ?? false
        guard !isEntered, try db.tableExists("hub_user") else { return }
        if try !db.columns(in: "hub_user").contains(where: { $0.name == "has_vault" }) {
            try db.execute(
                sql: """
                    ALTER TABLE hub_user
                    ADD COLUMN has_vault INTEGER NOT NULL DEFAULT 0 CHECK (has_vault IN (0, 1))
                    """)
        }
        try enter(users, db, now: now)
    }

    private static func enter(_ migration: Migration, _ db: Database, now: () -> String) throws {
        try db.execute(
            sql: "INSERT INTO hub_migration (name, checksum, applied_at) VALUES (?, ?, ?)",
            arguments: [migration.name, Migrator.checksum(of: migration), now()])
    }
}
