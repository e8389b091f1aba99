"""What the scripts of this folder share: the program, homes, digests of vaults, and the count at the end.

Every case says how the process must end, what it must say, and that the vault is as it was or fully changed."""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from cases import Cases, Skipped, shared  # noqa: E402,F401

ATRIUM = os.path.abspath(sys.argv[1])
ROOT = tempfile.mkdtemp(prefix="atrium-faults-")
NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
# What was done to vaults, and how many were well afterwards: a case may do it many times.
tries = {"tried": 0, "survived": 0}


def may_skip(title):
    """Whether a case may be passed over where the machine does not allow it.

    Where continuous integration runs, what is skipped is not tried by anyone: it fails, but for cases whose titles
    begin with one of the words that are given."""
    words = [word for word in os.environ.get("FAULTS_MAY_SKIP", "").split(",") if word]
    return not os.environ.get("CI") or title.startswith(tuple(words))


cases = Cases(may_skip)


def option(name, default):
    """The number after `--name`."""
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default


# Cases


def case(function):
    """Runs a case at once, with a home of its own, and prints a line for it."""
    home = tempfile.mkdtemp(dir=ROOT) + "/home"
    tell(function.__doc__, lambda: function(home))
    shutil.rmtree(os.path.dirname(home), ignore_errors=True)
    return function


def count(what, number=1):
    """Counts what a case does to vaults many times: `tried` before, `survived` when all is well."""
    tries[what] += number


def tell(title, body):
    """Runs a case and prints its line; one that counts no tries is one."""
    before = tries["tried"]
    ended = cases.tell(title, body)
    if tries["tried"] == before and ended != "skipped":
        count("tried")
        count("survived", ended == "passed")


def finish():
    """Removes what was made, prints the count as the last line, and ends the script."""
    shutil.rmtree(ROOT, ignore_errors=True)
    print(", ".join(f"{number} {what}" for what, number in (tries | cases.results).items()))
    sys.exit(1 if cases.results["failed"] else 0)


# The program


def atrium(*arguments, home, expect=None, prefix=(), **options):
    command = [*prefix, ATRIUM, "--home", home, *arguments]
    process = subprocess.run(command, capture_output=True, timeout=600, **options)
    if expect is not None:
        allowed = expect if isinstance(expect, tuple) else (expect,)
        if process.returncode not in allowed:
            raise AssertionError(
                f"{' '.join(arguments)}: exit {process.returncode} instead of {expect}: "
                f"{process.stderr.decode(errors='replace')[:300]}"
            )
    return process


def result(*arguments, home, expect=0):
    return json.loads(atrium(*arguments, "--json", home=home, expect=expect).stdout)


def report(*arguments, home, expect=0):
    return result("import", *arguments, home=home, expect=expect)


def people(home):
    return result("connections", "list", "--limit", "1", home=home)["total"]


def has_command(*words):
    """Whether the program has a command; `unknown` would be status 64."""
    with tempfile.TemporaryDirectory() as home:
        return atrium(*words, "--help", home=home + "/home").returncode == 0


def assert_healthy(home):
    process = atrium("doctor", home=home)
    if process.returncode:
        raise AssertionError("the doctor found: " + process.stdout.decode()[-400:] + process.stderr.decode()[:200])


# Files and vaults


def write(name, content):
    path = f"{ROOT}/{name}"
    with open(path, "wb") as output:
        output.write(content.encode() if isinstance(content, str) else content)
    return path


def card(uid, more=""):
    return f"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:{uid}\r\nN:Person;{uid};;;\r\nFN:{uid} Person\r\n{more}END:VCARD\r\n"


def cards(prefix, count, more="TEL:+1 555 0100\r\nEMAIL:someone@example.com\r\nCATEGORIES:Friends\r\n"):
    return "".join(card(f"{prefix}{number}", more) for number in range(count))


def event(uid, more=""):
    return (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//faults//EN\r\nBEGIN:VEVENT\r\nDTSTAMP:20260101T000000Z\r\n"
        f"UID:{uid}\r\nDTSTART:20260302T090000Z\r\nSUMMARY:{uid}\r\n{more}END:VEVENT\r\nEND:VCALENDAR\r\n"
    )


CLOCKS = {"created_at", "updated_at", "made_at", "changed_at", "applied_at"}


def digest(home, exact=False, but=()):
    """A digest of all that a user would miss: rows of modules, and the host's but for its books about changes and for
    the tables, and columns as `table.column`, that are named.

    Without `exact`, what the clock writes is left out, so that two runs of one command compare equal."""
    database = sqlite3.connect(f"file:{home}/vaults/1/vault.sqlite?mode=ro", uri=True)
    value = hashlib.sha256()
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    left_out = ("sqlite_", "search_", "host_change_", "host_import_", "host_undo_", "host_migration")
    for table in tables:
        if table.startswith(left_out) or table in but:
            continue
        columns = [
            row[1]
            for row in database.execute(f"PRAGMA table_info({table})")
            if (exact or row[1] not in CLOCKS) and f"{table}.{row[1]}" not in but
        ]
        rows = database.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY id").fetchall()
        if rows:
            value.update(repr((table, columns, rows)).encode())
    database.close()
    return value.hexdigest()


def copy(home, name):
    target = f"{tempfile.mkdtemp(dir=ROOT)}/{name}"
    shutil.copytree(home, target)
    return target


def discard(home):
    shutil.rmtree(os.path.dirname(home), ignore_errors=True)


class SmallDisk:
    """A file system of its own in memory; a filler takes all but a given number of KiB."""

    def __init__(self, megabytes):
        self.path = tempfile.mkdtemp(dir=ROOT)
        command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", self.path]
        if subprocess.run(command, capture_output=True).returncode:
            raise Skipped("no file system can be mounted")

    def fill(self, leave):
        filler = os.open(f"{self.path}/filler", os.O_WRONLY | os.O_CREAT)
        try:
            while os.write(filler, b"\0" * 4096):
                pass
        except OSError:
            pass
        os.close(filler)
        size = os.path.getsize(f"{self.path}/filler")
        os.truncate(f"{self.path}/filler", max(0, size - leave * 1024))

    def free(self):
        os.remove(f"{self.path}/filler")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "-l", self.path])
