#!/usr/bin/env python3
"""build_cost.py: builds the program and all tests anew, in a folder of its own, and shows what each target costs.

The CPU time is that of the processes that compile and link, read from /proc ten times a second: what a process uses in
its last tenth of a second is missing."""

import collections
import os
import shutil
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = f"{ROOT}/.build/cost"
BUILD = ["swift", "build", *os.environ.get("BUILD_FLAGS", "").split(), "--build-tests", "--scratch-path", FOLDER]
TICK = os.sysconf("SC_CLK_TCK")
# What is known of a compiler by the first fifteen letters that the kernel keeps.
COMPILERS = {"swift-frontend": "Swift", "clang": "C", "ld.gold": "link", "ld.lld": "link", "lld": "link", "ld": "link"}


class Sampler(threading.Thread):
    """Looks at the compilers that run until `is_over`, and keeps the CPU time of each."""

    def __init__(self):
        super().__init__(daemon=True)
        self.seconds, self.names, self.is_over = {}, {}, threading.Event()

    def run(self):
        while not self.is_over.wait(0.1):
            for process in filter(str.isdigit, os.listdir("/proc")):
                try:
                    self.look(process)
                except (OSError, ValueError, IndexError):
                    pass  # It has ended meanwhile.

    def look(self, process):
        with open(f"/proc/{process}/stat", encoding="latin-1") as file:
            before, _, after = file.read().rpartition(")")
        kind = COMPILERS.get(before.split("(", 1)[1])
        if not kind:
            return
        fields = after.split()
        key = (process, fields[19])
        if key not in self.names:
            with open(f"/proc/{process}/cmdline", encoding="utf-8") as file:
                self.names[key] = (target(file.read().split("\0")), kind)
        self.seconds[key] = (int(fields[11]) + int(fields[12])) / TICK


def target(words):
    """The target that a compiler's arguments are about."""
    if "-module-name" in words:
        return words[words.index("-module-name") + 1]
    output = words[words.index("-o") + 1] if "-o" in words else ""
    folders = [part for part in output.split("/") if part.endswith((".build", ".product"))]
    return (folders[-1].rsplit(".", 1)[0] if folders else os.path.basename(output)) or "?"


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    sampler = Sampler()
    sampler.start()
    start = time.monotonic()
    status = subprocess.run(BUILD, cwd=ROOT, stdout=subprocess.DEVNULL).returncode
    wall = time.monotonic() - start
    sampler.is_over.set()
    sampler.join()
    total = collections.defaultdict(lambda: [0, 0])
    for key, seconds in sampler.seconds.items():
        total[sampler.names[key]][0] += seconds
        total[sampler.names[key]][1] += 1
    shown = sorted(total.items(), key=lambda item: -item[1][0])
    print(f"{'target':32}  {'by':5}  {'CPU s':>7}  {'processes':>9}")
    for (name, kind), (seconds, count) in shown:
        if seconds >= 1:
            print(f"{name:32}  {kind:5}  {seconds:7.1f}  {count:9}")
    rest = sum(seconds for seconds, _ in total.values() if seconds < 1)
    print(f"{'all that took less than 1':32}  {'':5}  {rest:7.1f}")
    print(f"{'together':32}  {'':5}  {sum(seconds for seconds, _ in total.values()):7.1f}  in {wall:.0f} s")
    shutil.rmtree(FOLDER, ignore_errors=True)
    sys.exit(status)


main()
