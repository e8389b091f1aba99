"""The operations that kill.py and space.py put through bad luck, each with what it needs and how it tells its end."""

import glob
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile

from common import *

COUNT = option("--cards", 1000)


class Operation:
    """One write: the words of its command, and the home that it begins with."""

    title = ""
    # The MiB of the small disk that space.py tries it on.
    disk = 64

    def prepare(self, home):
        """Makes the home that every round begins with."""

    def command(self, home):
        """The words after `atrium`."""

    def check(self, home):
        """What must hold beside the digest, after the fault."""

    def state(self, home):
        """A digest that is one of two, before and after."""
        return digest(home)

    def left(self, home):
        """How many KiB are left of the disk, each time less than it needs or more."""
        return [0, 8, 64, 200, 400]

    def clean(self, home):
        """Takes away what a round left outside of the home."""


def base(home):
    """A vault with some of everything."""
    report(write("base.vcf", cards("base", 50)), write("base.ics", event("base")), home=home)
    atrium("links", "add", "connections", "base1", "calendar", "base", home=home, expect=0)


class Import(Operation):
    title = "an import"

    def prepare(self, home):
        base(home)
        self.file = write("many.vcf", cards("many", COUNT))

    def command(self, home):
        return ["import", self.file]


class LargeImport(Operation):
    """The first import of a module from 64 MiB on takes some indexes away and makes them when its rows are there.

    Most of the file are properties that nobody knows, which are kept as they are: a debug build reads their 65 MiB in a
    second, and as many of descriptions in ten."""

    title = "an import that makes indexes at its end"
    INDEXES = ["calendar_event_start", "calendar_participant_address"]
    disk = 256

    def prepare(self, home):
        # Nothing that was imported into the calendar: its indexes would stay.
        report(write("base.vcf", cards("base", 50)), home=home)
        atrium("calendar", "add", "By hand", "--start", "2026-03-01", home=home, expect=0)
        self.before = self.indexes(home)
        more = (
            "ATTENDEE:mailto:{0}@example.com\r\nX-LONG:" + "one long text " * (65 * 1024 * 1024 // 14 // 100) + "\r\n"
        )
        small = [event(f"small{number}", f"ATTENDEE:mailto:s{number}@example.com\r\n") for number in range(COUNT)]
        self.file = write(
            "large.ics", "".join([event(f"large{number}", more.format(number)) for number in range(100)] + small)
        )
        assert os.path.getsize(self.file) > 64 << 20, "the file is not large"

    def indexes(self, home):
        """Where in the list of tables and indexes they stand: elsewhere when they were made anew."""
        database = sqlite3.connect(f"file:{home}/vaults/1/vault.sqlite?mode=ro", uri=True)
        found = dict(database.execute("SELECT name, rowid FROM sqlite_master WHERE type = 'index'"))
        whole = database.execute("PRAGMA integrity_check").fetchall()
        database.close()
        assert whole == [("ok",)], f"the vault is broken: {whole}"
        assert found.keys() >= set(self.INDEXES), "an index is gone"
        return [found[name] for name in self.INDEXES]

    def command(self, home):
        return ["import", self.file]

    def check(self, home):
        self.indexes(home)
        atrium(*self.command(home), home=home, expect=0)
        assert self.indexes(home) != self.before, "the indexes were not made at the end"

    def log_size(self, home):
        """How large the vault's log becomes, of which the pages of the indexes are the last: whoever reads keeps it."""
        done = copy(home, "home")
        reader = sqlite3.connect(f"{done}/vaults/1/vault.sqlite", isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM sqlite_master").fetchone()
        atrium(*self.command(done), home=done, expect=0)
        size = os.path.getsize(f"{done}/vaults/1/vault.sqlite-wal")
        reader.close()
        discard(done)
        return size

    def left(self, home):
        kibibytes = self.log_size(home) // 1024
        return [kibibytes // 2, kibibytes - 16]


class ImportFolder(Operation):
    title = "an import of a whole vault"

    def prepare(self, home):
        base(home)
        other = tempfile.mkdtemp(dir=ROOT) + "/home"
        report(write("many.vcf", cards("many", COUNT)), home=other)
        atrium("modules", "enable", "habits", home=other, expect=0)
        atrium("habits", "add", "Read", home=other, expect=0)
        self.folder = tempfile.mkdtemp(dir=ROOT) + "/folder"
        atrium("export", "--all", self.folder, home=other, expect=0)
        discard(other)

    def command(self, home):
        return ["import", self.folder]

    def state(self, home):
        # Modules are switched on before, and their tables made.
        return digest(home, but=("host_module", "host_collection"))

    def check(self, home):
        """The same again brings everything, and switches on what the import needs: no user has switched it off."""
        atrium(*self.command(home), home=home, expect=0)
        on = [module["id"] for module in result("modules", "list", home=home)["items"] if module["enabled"]]
        assert "habits" in on, f"modules that are on: {on}"
        assert len(result("habits", "list", home=home)["items"]) == 1


class Undo(Operation):
    title = "an undo"

    def prepare(self, home):
        base(home)
        report(write("many.vcf", cards("many", COUNT)), home=home)

    def command(self, home):
        return ["imports", "undo", "2"]


class Merge(Operation):
    title = "a merge"

    def prepare(self, home):
        if not has_command("connections", "merge"):
            raise Skipped("there is no command merge")
        base(home)
        atrium("links", "add", "connections", "base2", "calendar", "base", home=home, expect=0)

    def command(self, home):
        return ["connections", "merge", "base1", "base2"]


class Migration(Operation):
    """Each of several migrations is a transaction of its own: the vault may stand between two of them, and must then be
    what its ledger says, with all that it held."""

    title = "a migration"

    # What each of the host's migrations after the first version's has made: tables, and columns of tables.
    LATER = {
        "remember former uids": ["host_former_uid"],
        "keep how columns were read": ["host_source_mapping"],
        "keep how files were laid out": ["host_source_layout"],
        "tell what an import left off": ["host_module.is_off_by_import"],
        "keep what files said after edits": ["host_source_item.agreed_text", "host_source_item.is_agreed"],
        "tell whose items issues are about": ["host_import_issue.module"],
        "tell what texts were declined for": ["host_source_contest"],
        "remember what was told": ["host_due_mark", "host_due_rest"],
        "keep no triggers in the file": [],
        "keep where items stood": ["host_source_item.place"],
        "remember requests": ["host_request_key"],
    }
    MADE = [part for parts in LATER.values() for part in parts]

    def prepare(self, home):
        base(home)
        report(write("many.vcf", cards("many", COUNT)), home=home)
        # As the first version left it.
        database = sqlite3.connect(f"{home}/vaults/1/vault.sqlite")
        for part in reversed(self.MADE):
            table, _, column = part.partition(".")
            database.execute(f"ALTER TABLE {table} DROP COLUMN {column}" if column else f"DROP TABLE {table}")
        # It kept triggers in the file, which name the columns that there were.
        for event in ["update", "delete"]:
            database.execute(
                f"CREATE TRIGGER host_on_{event}_host_source_item AFTER {event} ON host_source_item BEGIN "
                "INSERT INTO host_change_row (change_set_id, table_name, row_id, operation, old_row) VALUES "
                f"((SELECT max(id) FROM host_change_set), 'host_source_item', OLD.id, '{event}', "
                "json_object('id', OLD.id, 'item_key', OLD.item_key)); END"
            )
        removed = database.execute(
            "DELETE FROM host_migration WHERE module = 'atrium' AND name NOT IN "
            "('create host tables', 'create search index') RETURNING name"
        ).fetchall()
        assert {name for (name,) in removed} == set(self.LATER), f"migrations of the host: {removed}"
        database.commit()
        database.close()
        done = copy(home, "home")
        atrium(*self.command(done), home=done, expect=0)
        assert self.applied(done) == list(self.LATER)
        self.migrated = digest(done)
        discard(done)

    def command(self, home):
        return ["connections", "list", "--limit", "1"]

    def applied(self, home):
        """The later migrations that the ledger names, each of which has made all of its parts, and no other any."""
        database = sqlite3.connect(f"file:{home}/vaults/1/vault.sqlite?mode=ro", uri=True)
        parts = {
            row
            for (row,) in database.execute("""
            SELECT name FROM sqlite_master WHERE type = 'table' UNION ALL
            SELECT sqlite_master.name || '.' || columns.name
            FROM sqlite_master, pragma_table_info(sqlite_master.name) AS columns WHERE sqlite_master.type = 'table'""")
        }
        names = [
            name
            for (name,) in database.execute("SELECT name FROM host_migration WHERE module = 'atrium' ORDER BY id")
            if name in self.LATER
        ]
        database.close()
        expected = {part for name in names for part in self.LATER[name]}
        assert parts & set(self.MADE) == expected, f"the ledger names {names}, and there are {parts & set(self.MADE)}"
        return names

    def state(self, home):
        applied = self.applied(home)
        assert applied == list(self.LATER)[: len(applied)], f"migrations out of their order: {applied}"
        return digest(home, but=self.MADE)

    def check(self, home):
        for path in glob.glob(f"{home}/vaults/1/before-migration/*.sqlite"):
            found = sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute("PRAGMA integrity_check").fetchall()
            assert found == [("ok",)], f"a copy made before the migration is broken: {found}"
        # The next one that opens the vault applies the others.
        atrium(*self.command(home), home=home, expect=0)
        assert digest(home) == self.migrated, "a migration that was cut off was not brought to its end"


class Backup(Operation):
    title = "a backup"

    def prepare(self, home):
        base(home)
        report(write("many.vcf", cards("many", COUNT)), home=home)

    def target(self, home):
        return os.path.dirname(home) + "/backup.tar.gz"

    def command(self, home):
        return ["backup", self.target(home)]

    def check(self, home):
        if not os.path.exists(self.target(home)):
            return
        other = os.path.dirname(home) + "/other"
        atrium("restore", self.target(home), home=other, expect=0)
        assert digest(other) == digest(home), "the backup holds something else"
        shutil.rmtree(other)


class Restore(Operation):
    title = "a restore"

    def prepare(self, home):
        base(home)
        self.file = f"{ROOT}/restore.tar.gz"
        if not os.path.exists(self.file):
            atrium("backup", self.file, home=home, expect=0)
        report(write("many.vcf", cards("many", COUNT)), home=home)

    def command(self, home):
        return ["restore", "--replace", self.file]


class Export(Operation):
    title = "an export of everything"

    def prepare(self, home):
        base(home)
        report(write("many.vcf", cards("many", COUNT)), home=home)

    def target(self, home):
        return os.path.dirname(home) + "/folder"

    def command(self, home):
        return ["export", "--all", self.target(home)]

    def check(self, home):
        """A manifest means that all it names is there and whole."""
        manifest = self.target(home) + "/manifest.json"
        if not os.path.exists(manifest):
            return
        for file in json.load(open(manifest))["files"]:
            with open(f"{self.target(home)}/{file['file']}", "rb") as content:
                assert hashlib.sha256(content.read()).hexdigest() == file["sha256"], file["file"]


ALL = [Import, Undo, Merge, Migration, Backup, Restore, Export]
