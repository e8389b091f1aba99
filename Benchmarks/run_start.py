#!/usr/bin/env python3
"""run_start.py --atrium PATH [--rounds 101] [--write PAGE]: what the start of a command consists of.

CPU time of whole processes, run by turns: of `--version`, which does nothing but start, and of a list, which opens
the hub and the vault. Then what both do in user mode, in instructions as valgrind's callgrind counts them, which is the
same on every run: of the loader, the declarations of all modules, the parsing of the arguments, the opening of hub and
vault, and the command's statements. A part is what a function costs with all that it calls."""

import argparse
import re
import statistics
import subprocess
import sys
import tempfile

from measure import Runner, Table, duration, verdict, write_section

LIST = ["connections", "list", "--limit", "20"]
BOUND = 2.2

# The parts, and the functions, as the compiler writes their names, that make each of them; none calls another's.
PARTS = [
    ("declarations of the modules", r"\$s6atrium16installedModules_WZ|\$s10AtriumHost14ModuleRegistryVyAC"),
    ("tree of commands", r"\$s9AtriumCLI11CommandNodeV4root7entries"),
    ("parsing of the arguments", r"\$s9AtriumCLI14CommandParsingO5given"),
    ("opening the hub", r"\$s10AtriumHost8AccountsC4home11environment\S*f[Cc]$"),
    ("opening the vault", r"\$s10AtriumHost5VaultC6folder8registry11environment\S*f[Cc]$"),
    ("the command's statements", r"\$s10AtriumHost7SessionC3run_6values5files"),
]


def times(run, atrium, home, rounds):
    """CPU times of both, by turns, as a table with what the kernel takes of them."""
    found = {"--version": [], " ".join(LIST): []}
    for _ in range(rounds):
        for words, runs in found.items():
            runs.append(run([atrium, *words.split()], home))
    table = Table(["CPU time, median", "total", "kernel, mean", "ratio to --version", "bound"])
    base = statistics.median(figures.cpu for figures in found["--version"])
    for words, runs in found.items():
        cpu = statistics.median(figures.cpu for figures in runs)
        # What the kernel takes of one run is counted in its ticks: only many of them tell.
        kernel = statistics.mean(figures.cpu - figures.user for figures in runs)
        ratio, bounded = cpu / base, words != "--version"
        table.add(
            [words, duration(cpu), duration(kernel), f"{ratio:.2f}", f"≤ {BOUND}" if bounded else ""],
            ratio <= BOUND if bounded else None,
        )
    return table


def instructions(command, home, folder):
    """The instructions of a command in millions: of all, of what comes before `main`, and of each part."""
    out = f"{folder}/callgrind"
    valgrind = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}", *command]
    subprocess.run(valgrind, check=True, stdout=subprocess.DEVNULL, env={"ATRIUM_HOME": home, "PATH": "/usr/bin:/bin"})
    listing = subprocess.run(
        ["callgrind_annotate", "--inclusive=yes", "--threshold=100", out], check=True, capture_output=True, text=True
    ).stdout
    found = {}
    for line in listing.splitlines():
        row = re.match(r"\s*([\d,]+) \([ \d.]+%\)\s+(?:\S*:)?(.*?)(?: \[.*\])?$", line)
        if row:
            # The compiler makes copies of functions; the outermost stands first.
            found.setdefault(row[2], int(row[1].replace(",", "")) / 1e6)
    total, main = found["PROGRAM TOTALS"], found["(below main)"]
    parts = []
    for _, pattern in PARTS:
        alternatives = pattern.split("|")
        parts.append(sum(max((n for name, n in found.items() if re.match(p, name)), default=0) for p in alternatives))
    return [total, total - main, *parts]


def consistence(atrium, home, folder):
    """What both consist of."""
    version = instructions([atrium, "--version"], home, folder)
    listed = instructions([atrium, *LIST], home, folder)
    if not all(listed[2:]):
        missing = [name for (name, _), n in zip(PARTS, listed[2:]) if not n]
        sys.exit(f"run_start: no function is found for: {', '.join(missing)}")
    table = Table(["million instructions", "--version", " ".join(LIST)])
    names = ["all", "loader, before main"] + [name for name, _ in PARTS]
    for row in zip(names, version, listed):
        table.add([row[0]] + [f"{n:.1f}" for n in row[1:]])
    table.add(["the rest: process, output, end"] + [f"{n[0] - sum(n[1:]):.1f}" for n in (version, listed)])
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--atrium", required=True)
    parser.add_argument("--rounds", type=int, default=101)
    parser.add_argument("--write", metavar="PAGE")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="atrium-start-") as folder:
        run, home = Runner(folder), f"{folder}/home"
        for number in range(20):
            run([options.atrium, "connections", "add", f"Person {number}"], home)
        # valgrind gives up at the debug information of a program that Swift's libraries are linked into.
        bare = f"{folder}/atrium"
        subprocess.run(["objcopy", "--strip-debug", options.atrium, bare], check=True)
        tables = [times(run, options.atrium, home, options.rounds), consistence(bare, home, folder)]
    if options.write:
        write_section(options.write, "start", "make bench-start", [table.markdown() for table in tables])
    sys.exit(verdict(*tables))


main()
