#!/usr/bin/env python3
"""Compares two builds of Atrium: runs both by turns, and shows what the second one costs beside the first.

compare.py --before PATH [--atrium PATH] [--rounds 11] [--count 20000] [--only WORD]

Figures of one day differ from those of the next by a fifth: only what runs side by side can be compared. Each round
runs a command of both builds; the one that begins changes from round to round. A ratio is the median of `--atrium` by
the median of `--before`; the spread is the middle half of the rounds' own ratios. Each build has a home of its own,
which it makes of the same input. `--only` measures the commands with that word in them. No bound decides."""

import argparse
import os
import shutil
import statistics
import sys
import tempfile

from measure import HERE, Runner, Table, duration, fresh, make

COLUMNS = ["command", "before", "now", "ratio of wall time", "of CPU time", "peak before", "peak now"]


class Build:
    """One of the two: its program, its home with people and events, and an empty home."""

    def __init__(self, run, atrium, folder, sources):
        self.run, self.atrium = run, atrium
        os.makedirs(folder)
        self.home, self.empty, self.work = f"{folder}/home", f"{folder}/empty", f"{folder}/work"
        self.output = f"{folder}/output"
        for home in (self.home, self.empty):
            run([atrium, "modules", "enable", "exercise"], home)
            run([atrium, "modules", "enable", "habits"], home)
        run([atrium, "import", *sources, "--json"], self.home)
        for number in range(20):
            run([atrium, "habits", "add", f"Habit {number}"], self.home)

    def figures(self, words, home, number):
        """What a command costs in the round of a number; in the empty home, which it finds as it was."""
        words = [word.replace("ROUND", str(number)) for word in words]
        if home != "empty":
            return self.run([self.atrium, *words], self.home)
        shutil.copytree(self.empty, fresh(self.work))
        return self.run([self.atrium, *words], self.work)


def cases(folder, count, people, events):
    """The commands, each with the home that it runs in."""
    sets, rows = make(folder, "sets", count * 5), make(folder, "rows", count)
    yield ["--version"], "full"
    yield ["connections", "--help"], "full"
    yield ["settings", "list"], "full"
    yield ["habits", "list"], "full"
    yield ["connections", "list", "--limit", "20"], "full"
    yield ["connections", "show", "1"], "full"
    yield ["search", "marel"], "full"
    yield ["calendar", "agenda", "--from", "2026-03-01", "--to", "2026-03-31"], "full"
    yield ["dashboard"], "full"
    yield ["habits", "edit", "1", "--title", "Round ROUND"], "full"
    yield ["import", people, "--json"], "empty"
    yield ["import", people, "--json"], "full"
    yield ["import", events, "--json"], "empty"
    yield ["import", sets, "--json"], "empty"
    yield ["import", rows, "--module", "connections", "--json"], "empty"
    yield ["export", "connections", "--output", f"{folder}/out.vcf", "--overwrite"], "full"
    yield ["export", "calendar", "--output", f"{folder}/out.ics", "--overwrite"], "full"


def ratio(before, now, figure):
    """The ratio of the medians of a figure, and its spread: the quarters of the rounds' own ratios."""
    if not all(figure(run) for run in before):
        return ""
    middle = statistics.median(map(figure, now)) / statistics.median(map(figure, before))
    if len(before) < 2:
        return f"{middle:.2f}"
    low, _, high = statistics.quantiles((figure(b) / figure(a) for a, b in zip(before, now)), n=4)
    return f"{middle:.2f} ({low:.2f}–{high:.2f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", required=True)
    parser.add_argument("--atrium", default=f"{HERE}/../.build/release/atrium")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    programs = [os.path.abspath(path) for path in (options.before, options.atrium)]
    for program in programs:
        if not os.access(program, os.X_OK):
            sys.exit(f"compare: {program} is no program: give the path of a release build")
    with tempfile.TemporaryDirectory(prefix="atrium-benchmark-") as folder:
        run = Runner(folder)
        sources = [make(folder, kind, options.count) for kind in ("cards", "events")]
        commands = list(cases(folder, options.count, *sources))
        builds = [Build(run, program, f"{folder}/{n}", sources) for n, program in enumerate(programs)]
        table = Table(COLUMNS)
        for words, home in commands:
            shown = " ".join(word.removeprefix(f"{folder}/") for word in words)
            if options.only not in shown:
                continue
            found = [[], []]
            for number in range(options.rounds):
                for index in (0, 1) if number % 2 == 0 else (1, 0):
                    found[index].append(builds[index].figures(words, home, number))
            before, now = found
            table.add(
                [f"{shown}, {home}" if words[0] == "import" else shown]
                + [duration(statistics.median(figures.time for figures in runs)) for runs in found]
                + [ratio(before, now, lambda figures: figures.time), ratio(before, now, lambda figures: figures.cpu)]
                + [f"{max(figures.peak for figures in runs):.1f} MB" for runs in found]
            )
    if not table.rows:
        sys.exit(f"compare: no command has “{options.only}” in it")
    print(f"{options.rounds} rounds; ratios of medians, and of the middle half of the rounds")


main()
