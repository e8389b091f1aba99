#!/usr/bin/env python3
"""Measures Atrium against its floors, in one run, and prints ratios: run.py [--count 100000] [--atrium PATH] [--large].

Needs a release build (swift build -c release --static-swift-stdlib), cc, libsqlite3-dev and the sqlite3 shell. Times are
the median of several runs of whole processes. --large imports a file ten times as large too, for its memory."""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def run(command, **options):
    """Runs a process and gives (seconds, peak memory in MB, standard output)."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    output, errors = process.communicate()
    seconds = time.monotonic() - start
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed ({process.returncode}): {errors.decode()[:500]}")
    return seconds, output


def peak(command, **options):
    """Runs a process and gives its peak memory in MB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} failed ({status})")
    return usage.ru_maxrss / 1024


def median(times, body):
    return statistics.median(body() for _ in range(times))


class Report:
    def __init__(self):
        self.failed = 0

    def row(self, what, ours, floor, bound, unit="s"):
        ratio = ours / floor
        held = ratio <= bound
        self.failed += not held
        print(f"{what:44} {ours:10.4f} {floor:10.4f} {unit:3} {ratio:7.2f}  <= {bound:<5} {'held' if held else 'NOT HELD'}",
              flush=True)


def fresh(path):
    shutil.rmtree(path, ignore_errors=True)
    return path


def change(source, target, turn):
    """Copies a file of items with every hundredth of them changed, in another way at each turn."""
    with open(source, encoding="utf-8", newline="") as lines, open(target, "w", encoding="utf-8", newline="") as out:
        items = 0
        for line in lines:
            if line.startswith(("TITLE:", "SUMMARY:")):
                items += 1
                if items % 100 == turn:
                    line = line.rstrip("\r\n") + f" {turn}\r\n"
            out.write(line)
    return target


def measure_exchange(atrium, floor, folder, kind, count, report):
    source = f"{folder}/{kind}.{'vcf' if kind == 'cards' else 'ics'}"
    run([sys.executable, f"{HERE}/make_input.py", kind, str(count), source])
    size = os.path.getsize(source) / 1e6
    home = f"{folder}/{kind}-home"
    environment = dict(os.environ, ATRIUM_HOME=home)

    def imported():
        fresh(home)
        run([atrium, "modules", "list"], env=environment)
        return run([atrium, "import", source, "--json"], env=environment)[0]

    seconds = median(3, imported)
    vault = f"{home}/vaults/1/vault.sqlite"

    def floored():
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(f"{folder}/floor.sqlite{suffix}"):
                os.remove(f"{folder}/floor.sqlite{suffix}")
        return run([floor, vault, f"{folder}/floor.sqlite"])[0]

    bottom = median(3, floored)
    print(f"# {count} {kind}, {size:.1f} MB")
    report.row(f"import {kind} : floor", seconds, bottom, 1.8)
    report.row(f"vault of {kind} : file", os.path.getsize(vault) / 1e6, size, 3.0, "MB")
    if kind == "cards":
        duplicates = [atrium, "connections", "duplicates", "--limit", "20", "--json"]
        report.row("duplicates among cards : their import", median(3, lambda: run(duplicates, env=environment)[0]), seconds, 1.0)
        report.row("memory of finding duplicates", peak(duplicates, env=environment), 96, 1, "MB")
    again = [atrium, "import", source, "--json"]
    unchanged = median(3, lambda: run(again, env=environment)[0])
    report.row(f"import {kind} again, unchanged : floor", unchanged, bottom, 0.8)
    report.row(f"memory of importing {kind} again", peak(again, env=environment), 96, 1, "MB")
    versions = [change(source, f"{folder}/{kind}.{turn}", turn) for turn in range(3)]
    changed = statistics.median(run([atrium, "import", path, "--json"], env=environment)[0] for path in versions)
    report.row(f"import {kind} again, 1% changed : floor", changed, bottom, 0.9)
    module = "connections" if kind == "cards" else "calendar"
    output = f"{folder}/{kind}.out"
    seconds = median(3, lambda: run([atrium, "export", module, "--output", output, "--overwrite"], env=environment)[0])
    report.row(f"export {kind} : import floor", seconds, bottom, 1.0)
    report.row(f"memory of exporting {kind}", peak([atrium, "export", module, "--output", output, "--overwrite"], env=environment), 96, 1, "MB")
    fresh(home)
    report.row(f"memory of importing {kind}", peak([atrium, "import", source, "--json"], env=environment), 96, 1, "MB")
    return home


def measure_large(atrium, folder, kind, count, report):
    source = f"{folder}/large"
    run([sys.executable, f"{HERE}/make_input.py", kind, str(count * 10), source])
    home = fresh(f"{folder}/large-home")
    environment = dict(os.environ, ATRIUM_HOME=home)
    report.row(f"memory of importing {count * 10} {kind}",
               peak([atrium, "import", source, "--json"], env=environment), 96, 1, "MB")
    fresh(home)
    os.remove(source)


def measure_processes(atrium, folder, count, report):
    home = fresh(f"{folder}/both-home")
    environment = dict(os.environ, ATRIUM_HOME=home)
    run([atrium, "import", f"{folder}/cards.vcf", f"{folder}/events.ics", "--json"], env=environment)
    vault = f"{home}/vaults/1/vault.sqlite"
    print(f"# whole processes, {count} people and {count} events")

    def pair(what, arguments, query, bound=10, times=15):
        ours = median(times, lambda: run([atrium] + arguments, env=environment)[0])
        theirs = median(times, lambda: run(["sqlite3", vault, query])[0])
        report.row(f"{what} : sqlite3", ours, theirs, bound)

    pair("--version", ["--version"], "SELECT 1")
    pair("connections list --limit 20", ["connections", "list", "--limit", "20"],
         "SELECT * FROM connections_person ORDER BY ifnull(name_key, lower(display_name)) LIMIT 20")
    pair("search", ["search", "marel"],
         "SELECT p.* FROM search_text s JOIN connections_person p ON p.id = s.rowid & 1099511627775 "
         "WHERE search_text MATCH 'marel*' LIMIT 20")
    pair("agenda of a month", ["calendar", "agenda", "--from", "2026-03-01", "--to", "2026-03-31"],
         "SELECT * FROM calendar_event WHERE first_day <= 20543 AND (last_day >= 20513 OR last_day IS NULL)", times=7)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--atrium", default=f"{HERE}/../.build/release/atrium")
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    atrium = os.path.abspath(options.atrium)
    report = Report()
    with tempfile.TemporaryDirectory(prefix="atrium-benchmark-") as folder:
        floor = f"{folder}/floor"
        run(["cc", "-O2", "-o", floor, f"{HERE}/floor.c", "-lsqlite3"])
        print(f"{'what':44} {'ours':>10} {'floor':>10}       ratio  bound")
        for kind in ("cards", "events"):
            measure_exchange(atrium, floor, folder, kind, options.count, report)
        measure_processes(atrium, folder, options.count, report)
        if options.large:
            for kind in ("cards", "events"):
                measure_large(atrium, folder, kind, options.count, report)
    print(f"{report.failed} bounds not held" if report.failed else "all bounds held")
    sys.exit(1 if report.failed else 0)


main()
