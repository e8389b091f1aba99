#!/usr/bin/env python3
"""all.py ATRIUM [--short]: every attack of this folder, and one line at the end: how many were tried and survived.

With --short the files are smaller, as continuous integration runs it; the cases are the same."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from cases import run_all  # noqa: E402

SCRIPTS = ("files", "values", "calendars", "archives", "terminal", "arguments", "web", "accounts")
run_all("attacks", [(script, sys.argv[1:]) for script in SCRIPTS], ("tried", "survived", "failed"))
