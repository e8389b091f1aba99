#!/usr/bin/env python3
"""Measures how whole commands grow with what they work on, in one run.

run_growth.py [--sizes 1000,10000,100000,1000000] [--rounds 5] [--atrium PATH] [--only KIND] [--only-show]
[--write PAGE]

For each size a file of that many people, and one of as many events, is made from a seed, imported into an empty home,
listed, searched and exported; of people duplicates are looked for, too. A time is the median of the rounds; above
100,000 items there is one import, since the smaller sizes say how much imports differ, and all else is done as often on
what it brought.

Two slopes are given: over all sizes, the exponent of the power that fits best (least squares of the logarithms), where
a program's start makes small sizes look dear, so that the slope is rather too low; and between the two largest sizes,
where it no longer counts. 1 is twice the work for twice the items, 0 is the same. A bound is held only if both slopes
hold it."""

import argparse
import math
import os
import statistics
import sys
import tempfile

from measure import HERE, Runner, Table, duration, fresh, make, verdict, write_section

# What is done once for every item may grow with them, by little more than their number; a page of a list, and a search
# for what few records have, may not.
EACH, PAGE = 1.1, 0.25
# People are compared with those who share an address, a birthday or a name with them, up to fifty: until a value has so
# many holders, the comparisons grow faster than the people; from then on with them.
COMPARED = 1.5
# Above this size there is one import.
LARGE = 100_000


def wanted(path):
    """A rare word, of an item after the five hundredth, and a common one."""
    items = 0
    with open(path, encoding="utf-8", newline="") as lines:
        for line in lines:
            items += line.startswith(("FN:", "SUMMARY:"))
            if items >= 500 and line.startswith("EMAIL;TYPE=INTERNET,HOME:"):
                return line.split(":")[1].split("@")[0], "marel"
            # Of a million events, no more than a few dozen begin with the same long word.
            if items >= 500 and line.startswith("SUMMARY:") and len(line.split(":")[1].split()[0]) >= 8:
                return line.split(":")[1].split()[0], "marel"
    sys.exit(f"{path} has no item with a word of its own")


def measure_kind(run, atrium, folder, kind, sizes, rounds):
    """The figures of each command, as lists by size of lists by round."""
    module = "connections" if kind == "people" else "calendar"
    found = {}
    for size in sizes:
        source, home = make(folder, kind, size), f"{folder}/growth-home"
        rare, common = wanted(source)
        commands = {
            f"import of {kind}": (["import", source, "--json"], EACH),
            f"export of {kind}": (["export", module, "--output", f"{folder}/growth.out", "--overwrite"], EACH),
            f"{module} list --limit 20": ([module, "list", "--limit", "20", "--json"], PAGE),
            f"search of {module}, a rare word": (["search", rare, "--limit", "20", "--json"], PAGE),
            f"search of {module}, a common word": (["search", common, "--limit", "20", "--json"], EACH),
        }
        if kind == "events":
            commands["search of calendar, a rare word and one in every event"] = (
                ["search", f"{rare} meeting", "--limit", "20", "--json"],
                EACH,
            )
        if kind == "people":
            commands["connections duplicates"] = (["connections", "duplicates", "--limit", "20", "--json"], COMPARED)
        for _ in range(rounds if size <= LARGE else 1):
            fresh(home)
            run([atrium, "modules", "list"], home)
            for name, (words, bound) in commands.items():
                times = rounds if size > LARGE and words[0] != "import" else 1
                found.setdefault(name, (bound, {}))[1].setdefault(size, []).extend(
                    run([atrium, *words], home) for _ in range(times)
                )
        fresh(home)
        os.remove(source)
    return found


def slope(points):
    """The exponent of the power that fits points best: least squares of their logarithms."""
    xs, ys = zip(*((math.log(size), math.log(time)) for size, time in points))
    x, y = statistics.mean(xs), statistics.mean(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000,1000000")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--atrium", default=f"{HERE}/../.build/release/atrium")
    parser.add_argument("--only", choices=["people", "events"])
    parser.add_argument("--only-show", action="store_true")
    parser.add_argument("--write", metavar="PAGE")
    options = parser.parse_args()
    atrium, sizes = os.path.abspath(options.atrium), sorted(int(size) for size in options.sizes.split(","))
    if len(sizes) < 2 or sizes[0] < 500:
        parser.error("a slope needs two sizes, of 500 items at least")
    table = Table(["figure"] + [f"{size:,}" for size in sizes] + ["slope", "slope at the end", "peak memory", "bound"])
    with tempfile.TemporaryDirectory(prefix="atrium-benchmark-") as folder:
        run = Runner(folder)
        for kind in [options.only] if options.only else ["people", "events"]:
            for name, (bound, runs) in measure_kind(run, atrium, folder, kind, sizes, options.rounds).items():
                points = [(size, statistics.median(figures.time for figures in runs[size])) for size in sizes]
                slopes = slope(points), slope(points[-2:])
                peak = max(figures.peak for figures in runs[sizes[-1]])
                table.add(
                    [name]
                    + [duration(time) for _, time in points]
                    + [f"{value:.2f}" for value in slopes]
                    + [f"{peak:.0f} MB", f"≤ {bound}"],
                    max(slopes) <= bound,
                )
    if options.write:
        write_section(options.write, "growth", "make bench-growth", [table.markdown()])
    sys.exit(verdict(table, judged=not options.only_show))


main()
