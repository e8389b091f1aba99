#!/usr/bin/env python3
"""all.py ATRIUM [--short]: every attack of this folder, and one line at the end: how many were tried and survived.

With --short the files are smaller, as continuous integration runs it; the cases are the same."""
import os
import re
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
total = {"tried": 0, "survived": 0, "failed": 0}
broken = []
for script in ["files", "calendars", "archives", "terminal", "web"]:
    process = subprocess.Popen([sys.executable, "-B", f"{FOLDER}/{script}.py", *sys.argv[1:]], stdout=subprocess.PIPE, text=True)
    last = ""
    for last in process.stdout:
        print(last, end="", flush=True)
    found = re.findall(r"(\d+) (tried|survived|failed)", last)
    if process.wait() or len(found) != len(total):
        broken.append(script)
    for number, what in found:
        total[what] += int(number)
print("attacks: " + ", ".join(f"{number} {what}" for what, number in total.items()) + (": see " + ", ".join(broken) if broken else ""))
sys.exit(1 if broken or total["tried"] != total["survived"] else 0)
