#!/usr/bin/env python3
"""checks.py check | proof [SHARE]: runs the project's checks one after the other, and prints what each cost.

`check` is what each change needs. `proof` is everything that takes longer; SHARE is one of its four shares, or the id
of a commit, which chooses one. Each step is a target of the Makefile and can be run alone. A step that fails does not
keep the others from being run, except the build. The table at the end gives for each step the wall time and the CPU
time in seconds and the memory of its largest process in MB."""

import os
import re
import sys
import time

# The build comes first, and all others need it.
CHECK = [
    "build",
    "test",
    "lint",
    "docs",
    "check-reference",
    "commands",
    "check-picture",
    "check-demo",
    "corpus",
    # What comes from PyPI is last, so that all else is told without it.
    "lint-python",
    "web-quick",
]
# Shares that take about as long as each other. Faults and attacks are tried with fewer rounds and smaller files than
# `make faults` and `make attacks` try them by themselves.
PROOF = [
    ["fuzz-regression"],
    ["attacks ATTACKS=--short", "terminal", "due", "check-module"],
    ["faults FAULT_ROUNDS=2 FAULT_CARDS=200", "month", "openapi"],
    ["http"],
]


class Step:
    """A target of the Makefile, run to its end: how it ended, and what it cost."""

    def __init__(self, words):
        self.command = f"make {words}"
        print(f"== {self.command}", flush=True)
        start = time.monotonic()
        process = os.posix_spawnp("make", ["make", "--no-print-directory", *words.split()], os.environ)
        _, status, usage = os.wait4(process, 0)
        self.status = os.waitstatus_to_exitcode(status)
        self.wall = time.monotonic() - start
        self.cpu = usage.ru_utime + usage.ru_stime
        self.peak = usage.ru_maxrss / 1024


def run(targets):
    """Runs the targets in their order, and ends after a build that fails."""
    steps = []
    for target in targets:
        steps.append(Step(target))
        if target == "build" and steps[-1].status:
            break
    return steps


def report(steps):
    width = max(len(step.command) for step in steps)
    print(f"\n{'step':{width}}  {'wall s':>7}  {'CPU s':>7}  {'peak MB':>7}")
    for step in steps:
        failed = f"  FAILED ({step.status})" if step.status else ""
        print(f"{step.command:{width}}  {step.wall:7.1f}  {step.cpu:7.1f}  {step.peak:7.0f}{failed}")
    wall, cpu = sum(step.wall for step in steps), sum(step.cpu for step in steps)
    print(f"{'together':{width}}  {wall:7.1f}  {cpu:7.1f}  {max(step.peak for step in steps):7.0f}")


def share_of(word):
    """The number of a share, from 1: the word itself, or by a commit's id."""
    if word.isdecimal() and 1 <= int(word) <= len(PROOF):
        return int(word)
    if re.fullmatch("[0-9a-f]{7,40}", word):
        return int(word[:7], 16) % len(PROOF) + 1
    sys.exit(f"checks: “{word}” is no share of the proof: give 1 to {len(PROOF)}, or the id of a commit")


def main():
    words = sys.argv[1:]
    if words == ["check"]:
        targets = CHECK
    elif words == ["proof"]:
        targets = sum(PROOF, [])
    elif len(words) == 2 and words[0] == "proof":
        share = share_of(words[1])
        targets = PROOF[share - 1]
        print(f"proof: share {share} of {len(PROOF)}; by itself: make proof SHARE={share}", flush=True)
    else:
        sys.exit(__doc__)
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    steps = run(targets)
    report(steps)
    failed = [step.command for step in steps if step.status]
    for command in failed:
        print(f"{words[0]}: failed; to run it alone: {command}", file=sys.stderr)
    if failed:
        sys.exit(1)


main()
