#!/usr/bin/env python3
"""Shows what bad input and bad luck do to a vault: faults.py ATRIUM. Prints a line for each case and a count.

Every case says how the process must end (its exit status), what it must say, and that the vault is as it was or fully
changed. Cases that need another user or a file system of their own run where the machine allows it, and are said to be
skipped where it does not."""
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ATRIUM = os.path.abspath(sys.argv[1])
ROOT = tempfile.mkdtemp(prefix="atrium-faults-")
CARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:{0}\r\nN:Person;{0};;;\r\nFN:{0} Person\r\n{1}END:VCARD\r\n"
results = {"passed": 0, "failed": 0, "skipped": 0}


def atrium(*arguments, home, expect=None, **options):
    process = subprocess.run([ATRIUM, "--home", home, *arguments], capture_output=True, timeout=300, **options)
    if expect is not None and process.returncode != expect:
        raise AssertionError(f"exit {process.returncode} instead of {expect}: {process.stderr.decode()[:300]}")
    return process


def report(*arguments, home, expect=0):
    return json.loads(atrium("import", *arguments, "--json", home=home, expect=expect).stdout)


def write(name, content):
    path = f"{ROOT}/{name}"
    with open(path, "wb") as output:
        output.write(content.encode() if isinstance(content, str) else content)
    return path


def people(home):
    return json.loads(atrium("connections", "list", "--limit", "1", "--json", home=home, expect=0).stdout)["total"]


def content(home):
    """A digest of all rows that a user would miss: modules' tables and sources."""
    database = sqlite3.connect(f"file:{home}/vaults/1/vault.sqlite?mode=ro", uri=True)
    digest = hashlib.sha256()
    for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND (name GLOB 'connections_*' "
                                     "OR name GLOB 'calendar_*' OR name GLOB 'host_source_*') ORDER BY name").fetchall():
        for row in database.execute(f"SELECT * FROM {table} ORDER BY id"):
            digest.update(repr((table, row)).encode())
    database.close()
    return digest.hexdigest()


def assert_healthy(home):
    atrium("doctor", home=home, expect=0)


def issue_codes(report):
    return [issue["code"] for file in report["files"] for issue in file["issues"]]


def case(function):
    home = tempfile.mkdtemp(dir=ROOT) + "/home"
    try:
        note = function(home)
        results["passed"] += 1
        print(f"ok       {function.__doc__} {note or ''}")
    except Skipped as reason:
        results["skipped"] += 1
        print(f"skipped  {function.__doc__} ({reason})")
    except Exception as error:
        results["failed"] += 1
        print(f"FAILED   {function.__doc__}: {type(error).__name__}: {str(error)[:400]}")
    sys.stdout.flush()


class Skipped(Exception):
    pass


# Damaged text: an issue each, the text kept, the neighbours imported.

def expect_issue(home, text, code, items=2, binary=False):
    good = CARD.format("good", "")
    data = good.encode() + (text if binary else text.encode())
    first = report(write("damaged.vcf", data), home=home)
    assert code in issue_codes(first), f"issues: {issue_codes(first)}"
    assert first["files"][0]["items"] == items, first["files"][0]["items"]
    assert people(home) == items
    assert_healthy(home)
    exported = atrium("export", "connections", home=home, expect=0).stdout
    assert exported.count(b"BEGIN:VCARD") == items
    return exported


@case
def truncated(home):
    """a card that breaks off"""
    assert b"TEL:+1 555" in expect_issue(home, "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Cut Off\r\nTEL:+1 555", "missing-end")


@case
def missing_end(home):
    """a card without its END, before another one"""
    expect_issue(home, "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:One\r\n" + CARD.format("two", ""), "missing-end", items=3)


@case
def bad_date(home):
    """a date that is none"""
    exported = expect_issue(home, CARD.format("a", "BDAY:20259999\r\n"), "bad-date")
    assert b"BDAY:20259999" in exported


@case
def no_colon(home):
    """a line without a colon"""
    assert b"NOTE without colon" in expect_issue(home, CARD.format("a", "NOTE without colon\r\n"), "missing-colon")


@case
def unknown_charset(home):
    """an unknown charset"""
    text = "BEGIN:VCARD\r\nVERSION:2.1\r\nFN;CHARSET=X-MARTIAN:J\xe9r\xf4me\r\nEND:VCARD\r\n".encode("latin-1")
    expect_issue(home, text, "bad-charset", binary=True)


@case
def nul_byte(home):
    """a NUL byte within a value"""
    expect_issue(home, CARD.format("a", "NOTE:one\0two\r\n").encode(), "nul-byte", binary=True)


@case
def large_property(home):
    """a property of 20 MB"""
    text = CARD.format("large", "NOTE:" + "x" * 20_000_000 + "\r\n")
    first = report(write("large.vcf", text), home=home)
    assert first["files"][0]["added"] == 1, first
    exported = atrium("export", "connections", home=home, expect=0).stdout
    assert exported.replace(b"\r\n ", b"").count(b"x" * 20_000_000) == 1
    assert_healthy(home)


@case
def huge_file(home):
    """a file of 2 GB that is one unending card"""
    atrium("modules", "list", home=home, expect=0)
    before = content(home)
    path = write("huge.vcf", "BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:")
    with open(path, "r+b") as file:
        file.truncate(2 << 30)
    answer = report(path, home=home, expect=65)
    assert answer["files"][0]["error"], answer
    os.remove(path)
    assert content(home) == before
    assert_healthy(home)


@case
def many_good_one_bad(home):
    """a file that is no format of ours, among others"""
    good, bad = write("good.vcf", CARD.format("a", "")), write("bad.bin", bytes(range(256)) * 40)
    answer = report(good, bad, home=home, expect=65)
    assert [bool(file["error"]) for file in answer["files"]] == [False, True], answer
    assert people(home) == 1


@case
def not_there(home):
    """a file that does not exist"""
    atrium("import", f"{ROOT}/nowhere.vcf", home=home, expect=66)


@case
def unreadable_folder(home):
    """a folder that may not be read"""
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        raise Skipped("setpriv is missing")
    base = tempfile.mkdtemp(dir=ROOT)
    os.chmod(ROOT, 0o755)
    os.chmod(base, 0o777)
    os.mkdir(f"{base}/locked")
    with open(f"{base}/good.vcf", "w", newline="") as file:
        file.write(CARD.format("a", ""))
    command = [ATRIUM, "--home", f"{base}/home", "import", f"{base}/locked", f"{base}/good.vcf", "--json"]
    if os.geteuid() == 0:
        os.chown(base, 65534, 65534)
        command = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] + command
    os.chmod(f"{base}/locked", 0)
    try:
        process = subprocess.run(command, capture_output=True, env=dict(os.environ, USER="nobody", HOME=base))
    finally:
        os.chmod(f"{base}/locked", 0o755)
    if process.returncode in (126, 127):
        raise Skipped("another user may not run the program")
    assert process.returncode == 65, (process.returncode, process.stderr)
    assert b"locked" in process.stderr + process.stdout


@case
def full_disk(home):
    """a disk that fills up in the middle of an import"""
    place = tempfile.mkdtemp(dir=ROOT)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", place], capture_output=True).returncode:
        raise Skipped("no file system can be mounted")
    try:
        home = place + "/home"
        report(write("one.vcf", CARD.format("one", "")), home=home)
        before = content(home)
        many = write("many.vcf", "".join(CARD.format(f"p{i}", "NOTE:" + "n" * 200 + "\r\n") for i in range(30_000)))
        process = atrium("import", many, home=home, expect=74)
        assert b"disk is full" in process.stderr, process.stderr
        assert content(home) == before
        assert people(home) == 1
        assert_healthy(home)
    finally:
        subprocess.run(["umount", "-l", place])


@case
def killed(home):
    """kill -9 at ten moments of an import"""
    report(write("one.vcf", CARD.format("one", "")), home=home)
    before = content(home)
    many = write("killed.vcf", "".join(CARD.format(f"p{i}", "TEL:+1 555 0100\r\n") for i in range(20_000)))
    rnd, killed = random.Random(1), 0
    start = time.monotonic()
    atrium("import", many, home=home + "-timing", expect=0)
    whole = time.monotonic() - start
    for _ in range(10):
        process = subprocess.Popen([ATRIUM, "--home", home, "import", many], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(rnd.random() * whole)
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
        assert_healthy(home)
        count = people(home)
        assert count in (1, 20_001), count
        if count == 1:
            assert content(home) == before
    return f"({killed} were cut off)"


@case
def two_imports(home):
    """two imports at once"""
    atrium("modules", "list", home=home, expect=0)
    files = [write(f"many{n}.vcf", "".join(CARD.format(f"f{n}p{i}", "") for i in range(5000))) for n in (1, 2)]
    processes = [subprocess.Popen([ATRIUM, "--home", home, "import", file], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE) for file in files]
    ends = [(process.communicate()[1], process.returncode) for process in processes]
    done = sum(code == 0 for _, code in ends)
    assert all(code in (0, 75) for _, code in ends) and done >= 1, ends
    assert people(home) == 5000 * done
    assert_healthy(home)
    return f"({done} done, {2 - done} told to try again)"


@case
def newer_vault(home):
    """a vault of a newer version"""
    report(write("one.vcf", CARD.format("one", "")), home=home)
    database = sqlite3.connect(f"{home}/vaults/1/vault.sqlite")
    database.execute("INSERT INTO host_migration (module, name, checksum, applied_at) VALUES ('connections', 'from the future', "
                     "'x', '2099-01-01T00:00:00Z')")
    database.commit()
    database.close()
    before = content(home)
    process = atrium("connections", "list", home=home, expect=74)
    assert b"from the future" in process.stderr and b"newer" in process.stderr, process.stderr
    assert content(home) == before


@case
def no_database(home):
    """a vault file that is not a database"""
    report(write("one.vcf", CARD.format("one", "")), home=home)
    vault = f"{home}/vaults/1/vault.sqlite"
    for suffix in ("-wal", "-shm"):
        if os.path.exists(vault + suffix):
            os.remove(vault + suffix)
    junk = b"this is no database\n" * 1000
    with open(vault, "wb") as file:
        file.write(junk)
    process = atrium("connections", "list", home=home, expect=74)
    assert b"not a database" in process.stderr and b"restore" in process.stderr, process.stderr
    with open(vault, "rb") as file:
        assert file.read() == junk
    assert atrium("doctor", home=home).returncode != 0


@case
def emptied_vault(home):
    """a vault file that was emptied, and one that is gone"""
    report(write("one.vcf", CARD.format("one", "")), home=home)
    vault = f"{home}/vaults/1/vault.sqlite"
    for lose in (lambda: open(vault, "wb").close(), lambda: os.remove(vault)):
        lose()
        process = atrium("connections", "list", home=home, expect=74)
        assert b"missing or empty" in process.stderr and b"restore" in process.stderr, process.stderr


@case
def lost_accounts(home):
    """accounts that were lost: nobody is given another's vault"""
    report(write("one.vcf", CARD.format("one", "")), home=home)
    open(f"{home}/hub.sqlite", "wb").close()
    process = atrium("users", "add", "mallory", home=home, expect=74)
    assert b"knows no users" in process.stderr, process.stderr


@case
def read_only(home):
    """a vault that may not be written"""
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        raise Skipped("setpriv is missing")
    base = tempfile.mkdtemp(dir=ROOT)
    os.chmod(ROOT, 0o755)
    home = f"{base}/home"
    report(write("one.vcf", CARD.format("one", "")), home=home)
    before = content(home)
    prefix = []
    for folder, _, files in os.walk(base):
        for name in [folder] + [f"{folder}/{file}" for file in files]:
            if os.geteuid() == 0:
                os.chown(name, 65534, 65534)
            os.chmod(name, 0o555 if os.path.isdir(name) else 0o444)
    if os.geteuid() == 0:
        prefix = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    command = prefix + [ATRIUM, "--home", home, "connections", "add", "New Person"]
    process = subprocess.run(command, capture_output=True, env=dict(os.environ, USER="nobody"))
    if process.returncode in (126, 127):
        raise Skipped("another user may not run the program")
    assert process.returncode in (73, 74, 77), (process.returncode, process.stderr)
    assert process.stderr.count(b"\n") == 1, process.stderr
    for folder, _, files in os.walk(base):
        os.chmod(folder, 0o755)
        for file in files:
            os.chmod(f"{folder}/{file}", 0o644)
    assert content(home) == before


shutil.rmtree(ROOT, ignore_errors=True)
print(", ".join(f"{count} {what}" for what, count in results.items()))
sys.exit(1 if results["failed"] else 0)
