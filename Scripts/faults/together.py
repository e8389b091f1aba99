#!/usr/bin/env python3
"""together.py ATRIUM [--cards 2000]: two processes at the same moment on one vault.

Each ends well, or with status 75 and has changed nothing; whoever reads sees the state before or after a write, never
one in between."""

import os
import subprocess

from operations import *

COUNT = option("--cards", 2000)
print("Runs two processes at the same moment on one vault.")


def start(*arguments, home):
    return subprocess.Popen([ATRIUM, "--home", home, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@case
def two_imports(home):
    """two imports at once"""
    base(home)
    files = [write(f"many{n}.vcf", cards(f"f{n}p", COUNT)) for n in (1, 2)]
    ends = [
        (process.communicate()[1], process.returncode) for process in [start("import", f, home=home) for f in files]
    ]
    done = sum(code == 0 for _, code in ends)
    assert all(code in (0, 75) for _, code in ends) and done >= 1, ends
    assert people(home) == 50 + COUNT * done
    assert_healthy(home)
    return f"({done} done, {2 - done} told to try again)"


@case
def twice_the_same(home):
    """two imports of one file at once"""
    base(home)
    file = write("same.vcf", cards("same", COUNT))
    ends = [
        (process.communicate()[1], process.returncode) for process in [start("import", file, home=home) for _ in (1, 2)]
    ]
    assert all(code in (0, 75) for _, code in ends), ends
    assert people(home) == 50 + COUNT, "a person is there twice"
    assert_healthy(home)


@case
def import_and_export(home):
    """exports while an import runs"""
    base(home)
    process = start("import", write("many.vcf", cards("many", COUNT)), home=home)
    counts = set()
    exports = 0
    while process.poll() is None or exports == 0:
        text = atrium("export", "connections", home=home, expect=0).stdout
        counts.add(text.count(b"BEGIN:VCARD"))
        exports += 1
    assert process.returncode == 0, process.stderr.read()
    assert counts <= {50, 50 + COUNT}, counts
    assert atrium("export", "connections", home=home, expect=0).stdout.count(b"BEGIN:VCARD") == 50 + COUNT
    assert_healthy(home)
    return f"({exports} exports)"


@case
def import_and_backup(home):
    """backups, each restored elsewhere, while an import runs"""
    base(home)
    old = digest(home)
    process = start("import", write("many.vcf", cards("many", COUNT)), home=home)
    files = []
    while process.poll() is None or not files:
        files.append(f"{os.path.dirname(home)}/{len(files)}.tar.gz")
        atrium("backup", files[-1], home=home, expect=0)
    assert process.returncode == 0, process.stderr.read()
    new = digest(home)
    for number, file in enumerate(files):
        other = f"{os.path.dirname(home)}/other{number}"
        atrium("restore", file, home=other, expect=0)
        assert_healthy(other)
        assert digest(other) in (old, new), "a backup holds half an import"
    assert_healthy(home)
    return f"({len(files)} backups)"


@case
def import_and_commands(home):
    """commands while an import runs: done, or told to try again"""
    base(home)
    process = start("import", write("many.vcf", cards("many", COUNT)), home=home)
    added = number = 0
    while process.poll() is None or number == 0:
        added += atrium("connections", "add", f"Anna {number}", home=home, expect=(0, 75)).returncode == 0
        number += 1
    assert process.returncode == 0 or process.returncode == 75, process.stderr.read()
    assert people(home) == 50 + added + (COUNT if process.returncode == 0 else 0)
    assert_healthy(home)
    return f"({added} of {number} commands done)"


finish()
