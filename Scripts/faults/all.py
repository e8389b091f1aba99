#!/usr/bin/env python3
"""all.py ATRIUM [--rounds 50] [--cards 1000]: every script of this folder, and one line at the end: how much was tried
and survived.

Rounds are those of kill.py for each kind of write, and the moments of power.py, at each of which three disks are made.
Cards are those of the files that are imported."""

import os
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, ".."))
from cases import run_all  # noqa: E402


def option(name, default):
    return [name, sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default]


rounds = option("--rounds", "50")
cards = option("--cards", "1000")
# Which program it was, for whoever reads the result later.
commit = subprocess.run(
    ["git", "-C", FOLDER, "describe", "--always", "--dirty"], capture_output=True, text=True
).stdout.strip()
scripts = [
    ("damage", []),
    ("kill", rounds + cards),
    ("space", cards),
    ("together", cards),
    ("power", ["--points", rounds[1]]),
]
run_all(
    "faults",
    [(script, [sys.argv[1], *words]) for script, words in scripts],
    ("tried", "survived", "failed", "skipped"),
    f"at {commit}: " if commit else "",
)
