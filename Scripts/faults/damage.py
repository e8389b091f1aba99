#!/usr/bin/env python3
"""damage.py ATRIUM: damaged files, files that change while they are read, odd file names, and damaged vaults.

Every case says how the process must end, what it must say, and that the vault is as it was or fully changed."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time

from common import *

CARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:{0}\r\nN:Person;{0};;;\r\nFN:{0} Person\r\n{1}END:VCARD\r\n"


def content(home):
    return digest(home, exact=True)


def issue_codes(report):
    return [issue["code"] for file in report["files"] for issue in file["issues"]]


print("Gives the program damaged files and damaged vaults.")

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
def newer_vault(home):
    """a vault of a newer version"""
    report(write("one.vcf", CARD.format("one", "")), home=home)
    database = sqlite3.connect(f"{home}/vaults/1/vault.sqlite")
    database.execute(
        "INSERT INTO host_migration (module, name, checksum, applied_at) VALUES ('connections', 'from the future', "
        "'x', '2099-01-01T00:00:00Z')"
    )
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
    assert b"contains no users" in process.stderr, process.stderr


# Files that change, and their names


@case
def cut_while_read(home):
    """a file that is cut short while it is read"""
    report(write("one.vcf", CARD.format("one", "")), home=home)
    path = write("shrinking.vcf", cards("s", 20_000))
    size = os.path.getsize(path)
    process = subprocess.Popen(
        [ATRIUM, "--home", home, "import", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(0.3)
    os.truncate(path, size // 2)
    code = process.wait()
    assert code in (0, 65, 74), code
    assert people(home) in [1] + list(range(5_000, 20_002)), people(home)
    assert_healthy(home)
    return f"(status {code}, {people(home)} people)"


@case
def grown_while_read(home):
    """a file that grows while it is read"""
    path = write("growing.vcf", cards("g", 5_000))
    stop = threading.Event()

    def grow():
        number = 0
        while not stop.is_set() and number < 20_000:
            with open(path, "a", newline="") as file:
                file.write(CARD.format(f"more{number}", ""))
            number += 1

    thread = threading.Thread(target=grow)
    thread.start()
    answer = atrium("import", path, "--json", home=home)
    stop.set()
    thread.join()
    assert answer.returncode in (0, 65, 75), answer.stderr
    count = people(home)
    assert count >= 5_000 if answer.returncode == 0 else count == 0, (answer.returncode, count)
    assert_healthy(home)
    return f"(status {answer.returncode}, {count} people)"


@case
def replaced_while_read(home):
    """a file that is replaced while it is read: one of the two, or none"""
    path = write("old.vcf", cards("o", 20_000))
    other = write("new.vcf", cards("n", 10))
    process = subprocess.Popen(
        [ATRIUM, "--home", home, "import", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(0.3)
    os.rename(other, path)
    code, count = process.wait(), people(home)
    assert (code, count) in ((0, 10), (0, 20_000), (65, 0), (75, 0)), (code, count)
    assert_healthy(home)
    return f"(status {code}, {count} people)"


NAMES = [
    "two\nlines",
    "-leading",
    "--output",
    "..dots",
    "...",
    "e\u0301 and \u00e9",
    "\U0001f469\u200d\U0001f680",
    "\u202egnp.exe",
    "a b'c\"d$e`f",
    "*?[x]",
    "n" * 251,
    "%2e%2e%2f",
    "trailing. ",
    "\x1b[31mred",
    "CON",
]


@case
def odd_names_in(home):
    """files with odd names, imported by name and by folder"""
    folder = tempfile.mkdtemp(dir=ROOT)
    for number, name in enumerate(NAMES):
        with open(f"{folder}/{name}.vcf", "w", newline="") as file:
            file.write(CARD.format(f"odd{number}", ""))
    with open(os.fsencode(folder) + b"/not-utf-8-\xff.vcf", "w", newline="") as file:
        file.write(CARD.format("bytes", ""))
    first = atrium("import", *[f"{folder}/{name}.vcf" for name in NAMES], home=home, expect=0)
    assert b"\x1b" not in first.stdout + first.stderr, "a terminal would obey a file's name"
    assert people(home) == len(NAMES)
    second = subprocess.run(
        [ATRIUM, "--home", home, "import", "--", "-leading.vcf", "--output.vcf"], capture_output=True, cwd=folder
    )
    assert second.returncode == 0, second.stderr
    third = atrium("import", folder, home=home, expect=65)
    assert third.stderr.count(b"\n") == 1 and b"not UTF-8" in third.stderr, third.stderr
    assert people(home) == len(NAMES)
    assert_healthy(home)


@case
def odd_names_out(home):
    """people with odd names, a file each: no name leaves the folder or means anything to a shell"""
    names = NAMES + [
        "../../etc/passwd",
        "/etc/passwd",
        "a/../../b",
        "..",
        ".",
        "",
        "NUL",
        "nul",
        "Same",
        "SAME",
        "same",
        "\U0001f469" * 80,
        "a\u0301" * 200,
    ]
    for number, name in enumerate(names):
        text = name.replace("\\", "\\\\").replace("\n", "\\n").replace(",", "\\,").replace(";", "\\;")
        report(
            write("name.vcf", f"BEGIN:VCARD\r\nVERSION:4.0\r\nUID:odd{number}\r\nFN:{text}\r\nNOTE:x\r\nEND:VCARD\r\n"),
            home=home,
        )
    folder = os.path.dirname(home) + "/split"
    answer = result("export", "connections", "--split", "--output", folder, home=home)
    found = os.listdir(folder)
    assert answer["files"] == len(names) == len(found), (answer, len(names), len(found))
    assert len({name.lower() for name in found}) == len(found)
    for name in found:
        assert (
            name[0] not in "-.~ " and len(os.fsencode(name)) <= 255 and not set(name) & set('/\\\n\x1b\u202e:*?<>|"')
        ), name
    assert sorted(os.listdir(os.path.dirname(home))) == ["home", "split"]
    again = os.path.dirname(home) + "/again"
    result("export", "connections", "--split", "--output", again, home=home)
    assert sorted(os.listdir(again)) == sorted(found), "the names are not the same again"
    back = os.path.dirname(home) + "/back"
    report(folder, home=back)
    assert people(back) == len(names)
    return f"({len(found)} files)"


finish()
