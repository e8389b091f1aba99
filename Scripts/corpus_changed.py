#!/usr/bin/env python3
"""corpus_changed.py CORPUS_CHECK CORPUS PAGE [COMMIT]: tries the corpus files of the formats changed since a commit.

A format counts as changed if the code that reads and writes it changed. If only other code changed, such as a module or
the host, every eighth file is checked. Without a commit, the changes of the last day before the newest commit
count, and what is not committed. `make corpus` checks all files; the proof runs it."""

import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Folders of the code that reads and writes formats.
FORMATS_BY_FOLDER = {
    "Sources/VCardFormat": ["vcard"],
    "Sources/ICalendarFormat": ["icalendar"],
    "Sources/ICalendarExchange": ["icalendar"],
    "Sources/OPMLFormat": ["opml"],
    "Sources/OPMLExchange": ["opml"],
    "Sources/CSVFormat": ["csv"],
    "Sources/CSVExchange": ["csv"],
    "Sources/TaskPaperFormat": ["taskpaper"],
    "Sources/TodoTxtFormat": ["todotxt"],
    "Sources/ContentLine": ["vcard", "icalendar"],
    "Sources/TextDecoding": ["vcard", "icalendar", "opml", "csv", "taskpaper", "todotxt"],
}
# What else the check tries.
SHARED = ("Sources", "Plugins", "Tests/CorpusCheck", "docs/formats.md", "Package.swift")


def git(*words):
    try:
        return subprocess.run(["git", "-C", ROOT, *words], stdout=subprocess.PIPE, check=True, text=True).stdout
    except subprocess.CalledProcessError:
        sys.exit(f"corpus: git {words[0]} failed; name another commit, or run make corpus")


def changed_paths(commit):
    """The paths that differ from a commit, or from the newest commit that is a day older than the newest of all."""
    if not commit:
        newest = int(git("log", "-1", "--format=%ct"))
        commit = git("rev-list", "-1", f"--before={newest - 86_400}", "HEAD").strip()
    if not commit:
        return None, "the first commit"
    changed = git("diff", "-z", "--name-only", commit).split("\0")
    new = git("ls-files", "-z", "--others", "--exclude-standard").split("\0")
    return changed + new, git("rev-parse", "--short", commit).strip()


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    if not os.path.exists(f"{sys.argv[2]}/MANIFEST.tsv") and not os.environ.get("CI"):
        print(f"corpus: skipped, because {sys.argv[2]} is absent")
        return
    paths, since = changed_paths(sys.argv[4] if len(sys.argv) == 5 else None)
    if paths is None:
        sys.exit(subprocess.run(sys.argv[1:4]).returncode)
    paths = [path for path in paths if "/Tests/" not in path and path.startswith(SHARED)]
    found = set()
    for path in paths:
        for folder, formats in FORMATS_BY_FOLDER.items():
            if path.startswith(f"{folder}/"):
                found.update(formats)
    status = 0
    if found:
        print(f"corpus: formats that changed since {since}: {', '.join(sorted(found))}", flush=True)
        status = subprocess.run([*sys.argv[1:4], "--formats", ",".join(sorted(found))]).returncode
    elif paths:
        print(f"corpus: no format changed since {since}, but other code: every eighth file", flush=True)
        status = subprocess.run([*sys.argv[1:4], "--every", "8"]).returncode
    else:
        print(f"corpus: nothing changed since {since}")
    sys.exit(status)


main()
