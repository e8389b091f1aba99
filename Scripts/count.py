#!/usr/bin/env python3
"""count.py [COMMIT]: counts the lines of each target as the files are; with a commit, also the difference to it.

Code is what is neither blank nor only a comment; documentation is comments of three slashes, and a Python script's
texts of three quotes; tests are the code of the target's tests."""

import collections
import io
import os
import subprocess
import sys
import tarfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COLUMNS = ["code", "documentation", "comments", "blank", "tests"]
SLASHES = (".swift", ".c", ".h")
HASHES = (".py", ".sh")


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, check=True).stdout


def files_now():
    """The files that git knows or would add, as (path, text)."""
    for path in git("ls-files", "-z", "--cached", "--others", "--exclude-standard").decode().split("\0"):
        if counted(path) and os.path.exists(f"{ROOT}/{path}"):
            with open(f"{ROOT}/{path}", encoding="utf-8") as file:
                yield path, file.read()


def files_of(commit):
    """The files of a commit, as (path, text)."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", "--format=tar", commit))) as archive:
        for member in archive:
            if member.isfile() and counted(member.name):
                yield member.name, archive.extractfile(member).read().decode()


def counted(path):
    return path.endswith(SLASHES + HASHES)


def place(path):
    """The target that a file belongs to, and whether it is of its tests."""
    parts = path.split("/")
    if parts[0] == "Plugins":
        return f"Plugins/{parts[1]}", "Tests" in parts[2:]
    if parts[0] == "Tests":
        name = parts[1].removesuffix("Tests")
        return (f"Sources/{name}" if os.path.isdir(f"{ROOT}/Sources/{name}") else f"Tests/{parts[1]}"), True
    return ("/".join(parts[:2]) if parts[0] == "Sources" else parts[0] if len(parts) > 1 else "."), False


def count(path, text):
    """How many lines of each kind a file has."""
    lines = collections.Counter()
    comment = "//" if path.endswith(SLASHES) else "#"
    # The kind of a text between three quotes, while one is open.
    within = None
    for line in text.splitlines():
        start = line.strip()
        is_document = start.startswith("///") or path.endswith(".py") and start.startswith('"""')
        kind = within or ("documentation" if is_document else None)
        if line.count('"""') % 2 == 1:
            within = None if within else kind or "code"
        if kind:
            lines[kind] += 1
        elif not start:
            lines["blank"] += 1
        elif start.startswith(comment):
            lines["comments"] += 1
        else:
            lines["code"] += 1
    return lines


def totals(files):
    """The lines of each target."""
    targets = collections.defaultdict(collections.Counter)
    for path, text in files:
        target, is_test = place(path)
        lines = count(path, text)
        if is_test:
            targets[target]["tests"] += lines["code"]
        else:
            targets[target].update(lines)
    return targets


def main():
    now = totals(files_now())
    try:
        before = totals(files_of(sys.argv[1])) if len(sys.argv) > 1 else None
    except subprocess.CalledProcessError as error:
        sys.exit(f"count: {error.stderr.decode().strip()}")
    names = sorted(set(now) | set(before or []), key=lambda name: (name[0] == "T", name))
    rows = [(name, now[name], before[name] if before is not None else None) for name in names]
    whole = sum((lines for lines in now.values()), collections.Counter())
    rows.append(("together", whole, sum(before.values(), collections.Counter()) if before is not None else None))
    width = max(len(name) for name in names)
    print(f"{'target':{width}}" + "".join(f"  {column:>16}" for column in COLUMNS))
    for name, lines, old in rows:
        cells = []
        for column in COLUMNS:
            difference = lines[column] - old[column] if old is not None else 0
            cells.append(f"{lines[column]:,}" + (f" ({difference:+,})" if difference else ""))
        print(f"{name:{width}}" + "".join(f"  {cell:>16}" for cell in cells))


main()
