#!/usr/bin/env python3
"""Measures whole commands of Atrium beside a floor and beside other programs, in one run.

run.py [--count 100000] [--sets 1000000] [--rounds 5] [--atrium PATH] [--only PART] [--no-peers] [--large] [--only-show]
[--write PAGE]

The floor of an import is floor.c: every row of the finished vault inserted again, by C, in one transaction. Each round
measures all commands of a kind and its floor, one after the other; a ratio is the median of the rounds' ratios of wall
times. Needs a release build (make bench makes it), cc, libsqlite3-dev and the sqlite3 shell, and an otherwise idle
machine. The peers are installed from PyPI into a virtual environment under .build. All input is made from a seed.
--large imports a file ten times as large too, for its memory; --only measures one part, commands or exercise; --write
puts the tables into docs/benchmarks.md; --only-show ends well whether or not bounds are held."""

import argparse
import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile

from measure import HERE, Runner, Table, fresh, make, verdict, write_section

COLUMNS = ["figure", "ours", "beside it", "ratio", "ratio of CPU time", "bound"]
MEMORY_LIMIT = 96
PEERS = ["vobject", "icalendar", "khal", "sqlite-utils"]


def without(database):
    """Removes a database and gives its path."""
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(database + suffix):
            os.remove(database + suffix)
    return database


def change(source, target):
    """Copies a file of items with every hundredth of them changed."""
    with open(source, encoding="utf-8", newline="") as lines, open(target, "w", encoding="utf-8", newline="") as out:
        items = 0
        for line in lines:
            if line.startswith(("TITLE:", "SUMMARY:")):
                items += 1
                if items % 100 == 0:
                    line = line.rstrip("\r\n") + " anew\r\n"
            out.write(line)
    return target


def measure_exchange(run, atrium, folder, kind, count, rounds, table):
    source = make(folder, kind, count)
    changed = change(source, f"{source}.changed")
    module = "connections" if kind == "cards" else "calendar"
    home, output = f"{folder}/{kind}-home", f"{folder}/{kind}.out"
    vault = f"{home}/vaults/1/vault.sqlite"
    floor = f"{folder}/floor"
    found = {name: [] for name in ["import", "floor", "duplicates", "again", "changed", "export"]}
    for _ in range(rounds):
        fresh(home)
        run([atrium, "modules", "list"], home)
        found["import"].append(run([atrium, "import", source, "--json"], home))
        size = os.path.getsize(vault)
        found["floor"].append(run([floor, vault, without(f"{folder}/floor.sqlite")]))
        if kind == "cards":
            found["duplicates"].append(run([atrium, "connections", "duplicates", "--limit", "20", "--json"], home))
        found["again"].append(run([atrium, "import", source, "--json"], home))
        found["changed"].append(run([atrium, "import", changed, "--json"], home))
        found["export"].append(run([atrium, "export", module, "--output", output, "--overwrite"], home))
    what = f"{count:,} {kind}"
    bottom = found["floor"]
    table.times(f"import of {what} : floor", found["import"], bottom, 1.8)
    table.times("import again, unchanged : floor", found["again"], bottom, 0.8)
    table.times("import again, 1% changed : floor", found["changed"], bottom, 0.9)
    table.times("export : floor", found["export"], bottom, 0.6)
    if kind == "cards":
        table.times("duplicates : import", found["duplicates"], found["import"], 1.0)
    for name, words in [
        ("import", "import"),
        ("again", "import again, unchanged"),
        ("changed", "import again, 1% changed"),
        ("export", "export"),
        ("duplicates", "duplicates"),
    ]:
        if found[name]:
            table.sizes(f"peak memory of {words}, {kind}", max(f.peak for f in found[name]), MEMORY_LIMIT)
    table.sizes(
        f"vault of {what} of {os.path.getsize(source) / 1e6:.1f} MB", size / 1e6, 3 * os.path.getsize(source) / 1e6
    )


def measure_large(run, atrium, folder, kind, count, table):
    source, home = make(folder, kind, count * 10), fresh(f"{folder}/large-home")
    table.sizes(
        f"peak memory of import of {count * 10:,} {kind}",
        run([atrium, "import", source, "--json"], home).peak,
        MEMORY_LIMIT,
    )
    fresh(home)
    os.remove(source)


def measure_commands(run, atrium, folder, count, table):
    """Commands on a full vault, beside the sqlite3 shell with a query of the same answer."""
    home = fresh(f"{folder}/both-home")
    run([atrium, "import", f"{folder}/cards-{count}.vcf", f"{folder}/events-{count}.ics", "--json"], home)
    vault = f"{home}/vaults/1/vault.sqlite"

    def pair(what, arguments, query, times=25):
        ours, theirs = [], []
        for _ in range(times):
            ours.append(run([atrium] + arguments, home))
            theirs.append(run(["sqlite3", vault, query]))
        table.times(f"{what} : sqlite3", ours, theirs)

    pair("--version", ["--version"], "SELECT 1")
    pair("connections --help", ["connections", "--help"], "SELECT 1")
    pair("settings list, which opens the vault", ["settings", "list"], "SELECT * FROM host_setting")
    pair(
        "connections list --limit 20",
        ["connections", "list", "--limit", "20"],
        "SELECT * FROM connections_person ORDER BY ifnull(name_key, lower(display_name)) LIMIT 20",
    )
    pair(
        "search marel",
        ["search", "marel"],
        "SELECT p.* FROM search_text s JOIN connections_person p ON p.id = s.rowid & 1099511627775 "
        "WHERE search_text MATCH 'marel*' LIMIT 20",
    )
    pair(
        "calendar agenda of a month",
        ["calendar", "agenda", "--from", "2026-03-01", "--to", "2026-03-31"],
        "SELECT * FROM calendar_event WHERE first_day <= 20543 AND (last_day >= 20513 OR last_day IS NULL)",
        times=7,
    )


VOBJECT = """
import sys, vobject
with open(sys.argv[1], encoding="utf-8", newline="") as file:
    print(sum(1 for _ in vobject.readComponents(file)))
"""
ICALENDAR = """
import sys, icalendar
with open(sys.argv[1], "rb") as file:
    print(len(icalendar.Calendar.from_ical(file.read()).subcomponents))
"""
KHAL = """
[calendars]
[[bench]]
path = {folder}/khal
[sqlite]
path = {folder}/khal.db
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
"""


def install_peers():
    """Makes the virtual environment with the peers, once, and gives its folder of programs and their versions."""
    environment = os.path.abspath(f"{HERE}/../.build/benchmark-peers")
    python = f"{environment}/bin/python"
    if not os.path.exists(f"{environment}/bin/khal"):
        subprocess.run([sys.executable, "-m", "venv", environment], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"] + PEERS, check=True)
    listed = subprocess.run(
        [python, "-c", "import importlib.metadata as m, sys\nfor p in sys.argv[1:]: print(m.version(p))"] + PEERS,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    return f"{environment}/bin", dict(zip(PEERS, listed))


def measure_peers(run, atrium, folder, rounds, table):
    """Our whole import beside what other programs do with the same file."""
    programs, versions = install_peers()
    home = f"{folder}/peers-home"

    def imported(source):
        fresh(home)
        run([atrium, "modules", "list"], home)
        return run([atrium, "import", source, "--json"], home)

    def khal(source):
        for path in (f"{folder}/khal.db", f"{folder}/khal.conf"):
            if os.path.exists(path):
                os.remove(path)
        os.makedirs(fresh(f"{folder}/khal"))
        with open(f"{folder}/khal.conf", "w", encoding="utf-8") as file:
            file.write(KHAL.format(folder=folder))
        return run([f"{programs}/khal", "-c", f"{folder}/khal.conf", "import", "--batch", "-a", "bench", source])

    def sqlite_utils(source):
        return run([f"{programs}/sqlite-utils", "insert", without(f"{folder}/utils.db"), "people", source, "--csv"])

    def pair(what, kind, count, peer, times):
        source = make(folder, kind, count)
        ours, theirs = [], []
        for _ in range(times):
            ours.append(imported(source))
            theirs.append(peer(source))
        table.times(f"import of {count:,} {kind} : {what}", ours, theirs)

    pair(
        f"vobject {versions['vobject']}, parsing only",
        "cards",
        20_000,
        lambda source: run([f"{programs}/python", "-c", VOBJECT, source]),
        rounds,
    )
    pair(
        f"icalendar {versions['icalendar']}, parsing only",
        "events",
        20_000,
        lambda source: run([f"{programs}/python", "-c", ICALENDAR, source]),
        rounds,
    )
    pair(f"khal {versions['khal']}, khal import --batch", "events", 2_000, khal, min(rounds, 3))
    pair(f"sqlite-utils {versions['sqlite-utils']}, insert --csv", "rows", 20_000, sqlite_utils, rounds)


def measure_tasks(run, atrium, folder, count, rounds, table):
    """The import of a project of Todoist, whose tasks are parts of each other, beside the floor."""
    source, home = make(folder, "todoist", count), f"{folder}/tasks-home"
    vault, floor = f"{home}/vaults/1/vault.sqlite", f"{folder}/floor"
    ours, bottom = [], []
    for _ in range(rounds):
        fresh(home)
        run([atrium, "modules", "enable", "tasks"], home)
        ours.append(run([atrium, "import", source, "--json"], home))
        bottom.append(run([floor, vault, without(f"{folder}/floor.sqlite")]))
    expect(vault, "tasks_task", count)
    what = f"import of {count:,} tasks of Todoist"
    table.times(f"{what} : floor", ours, bottom, 1.6)
    table.sizes(f"peak memory of {what}", max(f.peak for f in ours), MEMORY_LIMIT)


def expect(vault, rows_of, count):
    """Ends the benchmark unless a vault's table has so many rows."""
    with contextlib.closing(sqlite3.connect(vault)) as db:
        kept = db.execute(f"SELECT count(*) FROM {rows_of}").fetchone()[0]
    if kept != count:
        sys.exit(f"{rows_of} has {kept} rows of {count}")


def measure_sets(run, atrium, folder, count, rounds, with_peers, table):
    """The import of a long life's sets, beside the floor and beside programs that keep the same rows as they are."""
    source, home = make(folder, "sets", count), f"{folder}/sets-home"
    vault, floor = f"{home}/vaults/1/vault.sqlite", f"{folder}/floor"
    programs, versions = install_peers() if with_peers else (None, {})
    ours, bottom, shell, utils = [], [], [], []
    for _ in range(rounds):
        fresh(home)
        run([atrium, "modules", "enable", "exercise"], home)
        ours.append(run([atrium, "import", source, "--json"], home))
        bottom.append(run([floor, vault, without(f"{folder}/floor.sqlite")]))
        shell.append(run(["sqlite3", without(f"{folder}/shell.db"), f".import --csv {source} sets"]))
        if with_peers:
            utils.append(
                run([f"{programs}/sqlite-utils", "insert", without(f"{folder}/utils.db"), "sets", source, "--csv"])
            )
    expect(vault, "exercise_set", count)
    what = f"import of {count:,} sets"
    table.times(f"{what} : floor", ours, bottom, 2)
    table.times(f"{what} : sqlite3 .import", ours, shell)
    if with_peers:
        table.times(f"{what} : sqlite-utils {versions['sqlite-utils']}, insert --csv", ours, utils)
    table.sizes(f"peak memory of {what}", max(f.peak for f in ours), MEMORY_LIMIT)


def all_commands(run, atrium, folder, options):
    """Imports, exports and commands of people and events, and the import of tasks."""
    exchange = Table(COLUMNS)
    for kind in ("cards", "events"):
        measure_exchange(run, atrium, folder, kind, options.count, options.rounds, exchange)
    measure_tasks(run, atrium, folder, options.count, min(options.rounds, 3), exchange)
    if options.large:
        for kind in ("cards", "events"):
            measure_large(run, atrium, folder, kind, options.count, exchange)
    commands = Table(COLUMNS)
    measure_commands(run, atrium, folder, options.count, commands)
    peers = Table(COLUMNS)
    if not options.no_peers:
        measure_peers(run, atrium, folder, options.rounds, peers)
    if options.write:
        parts = [
            "### Imports and exports",
            exchange.markdown(),
            "### Comparison with other programs",
            peers.markdown(),
            f"### Commands, with {options.count:,} people and {options.count:,} events",
            commands.markdown(),
        ]
        write_section(options.write, "commands", "make bench-commands", parts)
    return [exchange, commands, peers]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--sets", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--atrium", default=f"{HERE}/../.build/release/atrium")
    parser.add_argument("--only", choices=["commands", "exercise"])
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--only-show", action="store_true")
    parser.add_argument("--write", metavar="PAGE")
    options = parser.parse_args()
    atrium = os.path.abspath(options.atrium)
    with tempfile.TemporaryDirectory(prefix="atrium-benchmark-") as folder:
        run = Runner(folder)
        subprocess.run(["cc", "-O2", "-o", f"{folder}/floor", f"{HERE}/floor.c", "-lsqlite3"], check=True)
        tables = []
        if options.only != "exercise":
            tables += all_commands(run, atrium, folder, options)
        if options.only != "commands":
            sets = Table(COLUMNS)
            measure_sets(run, atrium, folder, options.sets, min(options.rounds, 3), not options.no_peers, sets)
            if options.write:
                write_section(options.write, "exercise", "make bench-commands", [sets.markdown()])
            tables.append(sets)
    sys.exit(verdict(*tables, judged=not options.only_show))


main()
