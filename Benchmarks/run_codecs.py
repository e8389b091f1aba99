#!/usr/bin/env python3
"""Measures the codecs against other programs on the same machine, in one run: run_codecs.py [--codecs PATH] [--runs 5]
[--size 50] [--no-memory] [--write PAGE].

Without --codecs, Benchmarks/Codecs is built for release. Needs cc, libical-dev, the sqlite3 shell and xmllint. Ours and
the peer's runs alternate; a figure is the median of MB of input per second of user CPU time, which says the same on a
busy machine. A ratio is ours by the peer's. Memory is the peak of the process; it may not grow with the file. --write
puts the tables into docs/benchmarks.md."""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile

from measure import HERE, Runner, Table, verdict, write_section

#       what            our reading, input     the peer                          at least
SPEEDS = [
    ("vCard, typed", "cards", "cards", "libical, events", 1.0),
    ("vCard as written, typed", "cards", "mixed", "libical, events", 1.0),
    ("vCard, lines only", "lex", "cards", "libical, events", None),
    ("iCalendar, typed", "events", "events", "libical, events", 1.0),
    ("iCalendar, lines only", "lex-events", "events", "libical, events", None),
    ("OPML", "outlines", "outlines", "xmllint --stream", 0.5),
    ("CSV, every field", "fields", "rows", "sqlite3 .import", 1.0),
    ("CSV, rows only", "rows", "rows", "sqlite3 .import", None),
]
#       what        our reading, input     at least, in MB/s
FLOORS = [
    ("todo.txt, every word", "todos", "todos", 50),
    ("TaskPaper, every tag", "papers", "papers", 50),
]
MEMORIES = [
    ("vCard", "cards", "mixed"),
    ("iCalendar", "events", "events"),
    ("OPML", "outlines", "outlines"),
    ("CSV", "fields", "rows"),
    ("todo.txt", "todos", "todos"),
    ("TaskPaper", "papers", "papers"),
]
ITEM_SIZE = {"cards": 570, "mixed": 1300, "events": 545, "rows": 305, "outlines": 195, "todos": 100, "papers": 110}


def make(folder, kind, megabytes):
    path = f"{folder}/{kind}"
    count = megabytes * 1_000_000 // ITEM_SIZE[kind]
    subprocess.run([sys.executable, f"{HERE}/make_input.py", kind, str(count), path], check=True)
    return path


def peers(folder):
    """The command that reads an input, for each peer, and which input that is."""
    libical = f"{folder}/libical_events"
    subprocess.run(["cc", "-O2", "-o", libical, f"{HERE}/peers/libical_events.c", "-lical"], check=True)
    return {
        "libical, events": ("events", lambda path: [libical, path]),
        "sqlite3 .import": ("rows", lambda path: ["sqlite3", ":memory:", f".import --csv {path} t"]),
        "xmllint --stream": ("outlines", lambda path: ["xmllint", "--stream", "--noout", path]),
    }


def speeds(run, codecs, folder, runs, megabytes):
    inputs = {kind: make(folder, kind, megabytes) for kind in sorted({row[2] for row in SPEEDS})}
    known = peers(folder)
    table = Table([f"user CPU time, median of {runs}", "ours", "beside it", "", "ratio", "bound"])
    for what, reading, kind, peer, bound in SPEEDS:
        peer_kind, command = known[peer]
        ours, theirs = [], []
        for _ in range(runs):
            ours.append(run([codecs, reading, inputs[kind]]).user)
            theirs.append(run(command(inputs[peer_kind])).user)
        speed = os.path.getsize(inputs[kind]) / 1e6 / statistics.median(ours)
        peer_speed = os.path.getsize(inputs[peer_kind]) / 1e6 / statistics.median(theirs)
        ratio = speed / peer_speed
        table.add(
            [
                what,
                f"{speed:.0f} MB/s",
                f"{peer_speed:.0f} MB/s",
                peer,
                f"{ratio:.2f}",
                "" if bound is None else f"≥ {bound}",
            ],
            None if bound is None else ratio >= bound,
        )
    return table


def floors(run, codecs, folder, runs, megabytes):
    """Readers that no other program stands beside: MB of input per second of user CPU time."""
    table = Table([f"user CPU time, median of {runs}", "ours", "bound"])
    for what, reading, kind, floor in FLOORS:
        path = make(folder, kind, megabytes)
        time = statistics.median(run([codecs, reading, path]).user for _ in range(runs))
        speed = os.path.getsize(path) / 1e6 / time
        table.add([what, f"{speed:.0f} MB/s", f"≥ {floor} MB/s"], speed >= floor)
    return table


def memories(run, codecs, folder):
    """Peak memory for a file of 10 MB, and for one in which the same items stand 50 times."""
    table = Table(["peak memory", "10 MB", "500 MB", "growth", "bound"])
    for what, reading, kind in MEMORIES:
        small, large = make(folder, kind, 10), f"{folder}/large"
        with open(small, "rb") as source, open(large, "wb") as target:
            text = source.read()
            begin = text.find({"events": b"BEGIN:VEVENT", "outlines": b"    <outline", "rows": b"\r\n"}.get(kind, b""))
            end = {"events": len(b"END:VCALENDAR\r\n"), "outlines": len(b"  </body>\n</opml>\n")}.get(kind, 0)
            begin += 2 if kind == "rows" else 0
            target.write(text[:begin])
            for _ in range(50):
                target.write(text[begin : len(text) - end])
            target.write(text[len(text) - end :])
        first, second = run([codecs, reading, small]).peak, run([codecs, reading, large]).peak
        os.remove(large)
        table.add(
            [what, f"{first:.1f} MB", f"{second:.1f} MB", f"{second - first:.1f} MB", "≤ 4 MB"], second - first <= 4
        )
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--codecs")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--size", type=int, default=50, help="MB of each input")
    parser.add_argument("--no-memory", action="store_true")
    parser.add_argument("--write", metavar="PAGE")
    options = parser.parse_args()
    codecs = options.codecs
    if not codecs:
        build = ["swift", "build", "-c", "release", "--package-path", f"{HERE}/Codecs", "--product", "codecs"]
        subprocess.run(build, check=True, stdout=sys.stderr)
        place = subprocess.run(build + ["--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
        codecs = f"{place}/codecs"
    with tempfile.TemporaryDirectory(prefix="atrium-codecs-") as folder:
        run = Runner(folder)
        tables = [
            speeds(run, codecs, folder, options.runs, options.size),
            floors(run, codecs, folder, options.runs, options.size),
        ]
        if not options.no_memory:
            tables.append(memories(run, codecs, folder))
    if options.write:
        write_section(options.write, "codecs", "make bench-codecs", [table.markdown() for table in tables])
    sys.exit(verdict(*tables))


main()
