#!/usr/bin/env python3
"""all.py ATRIUM [--rounds 50] [--cards 1000]: every script of this folder, and one line at the end: how much was tried and
survived.

Rounds are those of kill.py for each kind of write, and the moments of power.py, at each of which three disks are made.
Cards are those of the files that are imported."""
import os
import re
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
def option(name, default):
    return [name, sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default]


rounds = option("--rounds", "50")
cards = option("--cards", "1000")
total = {"tried": 0, "survived": 0, "failed": 0, "skipped": 0}
broken = []
for script, words in [("damage", []), ("kill", rounds + cards), ("space", cards), ("together", cards),
                      ("power", ["--points", rounds[1]])]:
    process = subprocess.Popen([sys.executable, "-B", f"{FOLDER}/{script}.py", sys.argv[1], *words],
                               stdout=subprocess.PIPE, text=True)
    last = ""
    for last in process.stdout:
        print(last, end="", flush=True)
    found = re.findall(r"(\d+) (tried|survived|failed|skipped)", last)
    if process.wait() or len(found) != len(total):
        broken.append(script)
    for number, what in found:
        total[what] += int(number)
# Which program it was, for whoever reads the result later.
commit = subprocess.run(["git", "-C", FOLDER, "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
print("faults: " + (f"at {commit}: " if commit else "") + ", ".join(f"{number} {what}" for what, number in total.items())
      + (": see " + ", ".join(broken) if broken else ""))
sys.exit(1 if broken or total["tried"] != total["survived"] else 0)
