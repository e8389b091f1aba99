#!/usr/bin/env python3
"""Measures the codecs against other programs on the same machine, in one run: run_codecs.py [--codecs PATH] [--runs 5]
[--size 50] [--no-memory].

Without --codecs, Benchmarks/Codecs is built for release. Needs cc, libical-dev, the sqlite3 shell and xmllint. Ours and
the peer's runs alternate; a figure is the median of MB of input per second of user CPU time, which says the same on a
busy machine. A ratio is ours by the peer's. Memory is the peak of the process; it may not grow with the file."""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
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
MEMORIES = [("vCard", "cards", "mixed"), ("iCalendar", "events", "events"), ("OPML", "outlines", "outlines"), ("CSV", "fields", "rows")]
ITEM_SIZE = {"cards": 570, "mixed": 1300, "events": 545, "rows": 305, "outlines": 195}


def measure(command):
    """Runs a process and gives its user CPU time in seconds."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} failed ({status})")
    return usage.ru_utime


def peak(command):
    """Runs the program of ours and gives its peak memory in MB, which it prints."""
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return int(output.split()[-2]) / 1024


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


def speeds(codecs, folder, runs, megabytes):
    inputs = {kind: make(folder, kind, megabytes) for kind in sorted({row[2] for row in SPEEDS})}
    known = peers(folder)
    failed = 0
    print(f"{'user CPU, median of ' + str(runs):28} {'ours MB/s':>10} {'peer MB/s':>10} {'ratio':>6}  bound")
    for what, reading, kind, peer, bound in SPEEDS:
        peer_kind, command = known[peer]
        ours, theirs = [], []
        for _ in range(runs):
            ours.append(measure([codecs, reading, inputs[kind]]))
            theirs.append(measure(command(inputs[peer_kind])))
        speed = os.path.getsize(inputs[kind]) / 1e6 / statistics.median(ours)
        peer_speed = os.path.getsize(inputs[peer_kind]) / 1e6 / statistics.median(theirs)
        ratio = speed / peer_speed
        verdict = "" if bound is None else f">= {bound}  {'held' if ratio >= bound else 'NOT HELD'}"
        failed += bound is not None and ratio < bound
        print(f"{what:28} {speed:10.1f} {peer_speed:10.1f} {ratio:6.2f}  {verdict:20} {peer}", flush=True)
    return failed


def memories(codecs, folder):
    """Peak memory for a file of 10 MB, and for one in which the same items stand 50 times."""
    failed = 0
    print(f"\n{'peak memory, MB':28} {'10 MB':>10} {'500 MB':>10} {'growth':>6}  bound")
    for what, reading, kind in MEMORIES:
        small, large = make(folder, kind, 10), f"{folder}/large"
        with open(small, "rb") as source, open(large, "wb") as target:
            text = source.read()
            begin = text.find({"events": b"BEGIN:VEVENT", "outlines": b"    <outline", "rows": b"\r\n"}.get(kind, b""))
            end = {"events": len(b"END:VCALENDAR\r\n"), "outlines": len(b"  </body>\n</opml>\n")}.get(kind, 0)
            begin += 2 if kind == "rows" else 0
            target.write(text[:begin])
            for _ in range(50):
                target.write(text[begin:len(text) - end])
            target.write(text[len(text) - end:])
        first, second = peak([codecs, reading, small]), peak([codecs, reading, large])
        os.remove(large)
        held = second - first <= 4
        failed += not held
        print(f"{what:28} {first:10.1f} {second:10.1f} {second - first:6.1f}  <= 4  {'held' if held else 'NOT HELD'}", flush=True)
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--codecs")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--size", type=int, default=50, help="MB of each input")
    parser.add_argument("--no-memory", action="store_true")
    options = parser.parse_args()
    codecs = options.codecs
    if not codecs:
        build = ["swift", "build", "-c", "release", "--package-path", f"{HERE}/Codecs", "--product", "codecs"]
        subprocess.run(build, check=True, stdout=sys.stderr)
        place = subprocess.run(build + ["--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
        codecs = f"{place}/codecs"
    with tempfile.TemporaryDirectory(prefix="atrium-codecs-") as folder:
        failed = speeds(codecs, folder, options.runs, options.size)
        if not options.no_memory:
            failed += memories(codecs, folder)
    print(f"{failed} bounds not held" if failed else "all bounds held")
    sys.exit(1 if failed else 0)


main()
