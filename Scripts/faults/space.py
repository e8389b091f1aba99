#!/usr/bin/env python3
"""space.py ATRIUM [--cards 1000]: a disk that is full, and a folder that may only be read, at each kind of write.

A full disk: the command ends with status 74 in one line that says so, reads go on, the vault is as it was, and with
space again the command works. A read-only folder: writes are refused with status 73 or 77, reads go on."""

import json
import os
import shutil
import tempfile
import zipfile

from operations import *


def state(operation, home):
    """A digest of a home on a full disk, taken of a copy elsewhere: other readers than the program want room for the
    index of the log."""
    elsewhere = copy(home, "home")
    found = operation.state(elsewhere)
    discard(elsewhere)
    return found


def full(operation):
    refused = 0
    first = tempfile.mkdtemp(dir=ROOT) + "/home"
    operation.prepare(first)
    old = operation.state(first)
    sizes = operation.left(first)
    for leave in sizes:
        with SmallDisk(operation.disk) as disk:
            count("tried")
            home = disk.path + "/home"
            shutil.copytree(first, home)
            disk.fill(leave)
            process = atrium(*operation.command(home), home=home)
            where = f"with {leave} KiB left"
            errors = process.stderr.decode(errors="replace")
            if process.returncode == 0:
                assert_healthy(home)
            else:
                refused += 1
                assert process.returncode == 74, f"{where}: exit {process.returncode}: {errors[:300]}"
                assert "full" in errors or "space" in errors, f"{where}: {errors[:300]}"
                assert errors.count("\n") == 1, f"{where}: {errors[:400]}"
                if not isinstance(operation, Migration):
                    assert people(home) > 0
                assert state(operation, home) == old, f"{where}: the vault is not as it was"
            disk.free()
            assert_healthy(home)
            if process.returncode:
                operation.check(home)
                if isinstance(operation, Export):
                    shutil.rmtree(operation.target(home), ignore_errors=True)
                atrium(*operation.command(home), home=home, expect=0)
                assert_healthy(home)
            count("survived")
    assert refused, "no disk was small enough to tell anything"
    return f"({refused} of {len(sizes)} sizes were too small)"


def read_only(operation):
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        raise Skipped("setpriv is missing")
    home = tempfile.mkdtemp(dir=ROOT) + "/home"
    operation.prepare(home)
    old = digest(home, exact=True)
    os.chmod(ROOT, 0o755)
    base = os.path.dirname(home)
    for folder, _, files in os.walk(base, topdown=False):
        for path in [f"{folder}/{file}" for file in files] + [folder]:
            if os.geteuid() == 0:
                os.chown(path, 65534, 65534)
            os.chmod(path, 0o555 if os.path.isdir(path) else 0o444)
    for path in [f"{ROOT}/many.vcf", f"{ROOT}/restore.tar.gz"]:
        if os.path.exists(path):
            os.chmod(path, 0o644)
    prefix = NOBODY if os.geteuid() == 0 else []
    environment = dict(os.environ, USER="nobody", HOME=base)
    process = atrium(*operation.command(home), home=home, prefix=prefix, env=environment)
    if process.returncode in (126, 127):
        raise Skipped("another user may not run the program")
    assert process.returncode in (73, 77), (process.returncode, process.stderr[:300])
    assert process.stderr.count(b"\n") == 1, process.stderr[:400]
    if not isinstance(operation, Migration):
        atrium("connections", "list", home=home, prefix=prefix, env=environment, expect=0)
        atrium("export", "connections", home=home, prefix=prefix, env=environment, expect=0)
        atrium("search", "Person", home=home, prefix=prefix, env=environment, expect=0)
    for folder, _, files in os.walk(base):
        os.chmod(folder, 0o755)
        for file in files:
            os.chmod(f"{folder}/{file}", 0o644)
    assert digest(home, exact=True) == old
    return f"(status {process.returncode}, reads went on)"


def full_temporary_folder(home):
    """a full folder for temporary files at an import of an archive, and of standard input"""
    base(home)
    old = digest(home)
    archive = f"{os.path.dirname(home)}/many.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as output:
        output.writestr("many.vcf", cards("many", 5000))
    with SmallDisk(1) as disk, open(archive, "rb") as content:
        disk.fill(64)
        environment = dict(os.environ, TMPDIR=disk.path)
        for words, options in [(["import", archive], {}), (["import", "-"], {"stdin": content})]:
            process = atrium(*words, home=home, env=environment, expect=74, **options)
            assert b"temporary file" in process.stderr and process.stderr.count(b"\n") == 1, process.stderr[:300]
            assert digest(home) == old
        missing = dict(os.environ, TMPDIR=f"{disk.path}/none")
        process = atrium("import", archive, home=home, env=missing, expect=73)
        assert b"TMPDIR" in process.stderr, process.stderr[:300]
    assert_healthy(home)


def full_folder_for_sorting(home):
    """a full folder for SQLite's temporary files at an import that sorts indexes at its end"""
    operation = LargeImport()
    operation.prepare(home)
    old = digest(home)
    # More than SQLite sorts in memory: 30,000 addresses of 240 letters.
    attendee = "ATTENDEE:mailto:" + "a" * 200 + "{0}@example.com\r\n"
    with open(operation.file, "a", newline="") as output:
        for number in range(300):
            addresses = "".join(attendee.format(f"{number * 100 + place:024}") for place in range(100))
            output.write(event(f"many{number}", addresses))
    other = copy(home, "home")
    report(write("base.ics", event("base")), home=other)
    with SmallDisk(4) as disk:
        disk.fill(2048)
        environment = dict(os.environ, SQLITE_TMPDIR=disk.path)
        # Enough for what does not sort: the calendar had an import before.
        atrium("import", operation.file, home=other, env=environment, expect=0)
        process = atrium("import", operation.file, home=home, env=environment, expect=74)
        assert b"SQLITE_TMPDIR" in process.stderr and process.stderr.count(b"\n") == 1, process.stderr[:300]
        assert digest(home) == old and operation.indexes(home) == operation.before
        disk.free()
    atrium("import", operation.file, home=home, expect=0)
    assert operation.indexes(home) != operation.before, "the indexes were not made at the end"
    assert_healthy(home)


def locked_temporary_folder(home):
    """a folder for temporary files that may not be written, at an import of an archive beside another file"""
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        raise Skipped("setpriv is missing")
    base = os.path.dirname(home)
    os.chmod(ROOT, 0o755)
    archive = f"{base}/many.zip"
    with zipfile.ZipFile(archive, "w") as output:
        output.writestr("many.vcf", cards("many", 10))
    other = f"{base}/other.vcf"
    with open(other, "w", newline="") as output:
        output.write(card("other"))
    os.mkdir(f"{base}/locked")
    os.chmod(f"{base}/locked", 0o555)
    if os.geteuid() == 0:
        os.chown(base, 65534, 65534)
    prefix = NOBODY if os.geteuid() == 0 else []
    environment = dict(os.environ, USER="nobody", HOME=base, TMPDIR=f"{base}/locked")
    process = atrium("import", other, archive, home=home, prefix=prefix, env=environment)
    if process.returncode in (126, 127):
        raise Skipped("another user may not run the program")
    assert process.returncode == 77 and b"TMPDIR" in process.stderr, (process.returncode, process.stderr[:300])
    listed = atrium("connections", "list", "--json", home=home, prefix=prefix, env=environment, expect=0)
    assert json.loads(listed.stdout)["total"] == 0, "something was imported all the same"


print("Fills a small disk to the last bytes, then forbids writing.")
for kind in [*ALL, LargeImport]:
    tell(f"a full disk at {kind.title}", lambda kind=kind: full(kind()))
for kind in ALL:
    tell(f"a read-only folder at {kind.title}", lambda kind=kind: read_only(kind()))
case(full_temporary_folder)
case(full_folder_for_sorting)
case(locked_temporary_folder)
finish()
