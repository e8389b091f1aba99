#!/usr/bin/env python3
"""all.py PROGRAM [SCRIPT ...] [--quick] [--sample] [--corpus] [--scale 0.1]: this folder's scripts, or those named.

One line at the end says how many checks passed and failed. With --quick only session, noscript, hostile, proxy,
import, tasks, day and series run, for the list and one form of each module, as continuous integration does with the
debug build, in five minutes."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from cases import run_all  # noqa: E402

QUICK = ("session", "noscript", "hostile", "proxy", "import", "tasks", "day", "series")
SCRIPTS = (*QUICK, "forms", "looks", "a11y", "keyboard", "speed")

words = sys.argv[1:]
names = [word for word in words[1:] if word in SCRIPTS]
rest = [word for word in words if word not in SCRIPTS]
if not rest:
    sys.exit(__doc__)
chosen = names or (QUICK if "--quick" in rest else SCRIPTS)
run_all("web", [(script, rest) for script in chosen], ("passed", "failed"))
