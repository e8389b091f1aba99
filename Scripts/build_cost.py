#!/usr/bin/env python3
"""build_cost.py TEST_FLAGS RELEASE_FLAGS: builds everything twice and prints what each target costs.

The first build has the program and all tests, as continuous integration builds them; the second is the release. Each is
made anew in a folder of its own. CPU time is the time of the compilers and linkers, read from /proc ten times a second,
so the last tenth of a second of each process is missing. Wall time is the time in which at least one compiler of the
target ran. Targets below one CPU second are added up."""

import collections
import os
import shlex
import shutil
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = f"{ROOT}/.build/cost"
TICK = os.sysconf("SC_CLK_TCK")
PAUSE = 0.1
# Names of processes as the kernel keeps them: cut after fifteen letters.
COMPILERS = {"swift-frontend": "Swift", "clang": "C", "ld.gold": "link", "ld.lld": "link", "lld": "link", "ld": "link"}


class Target:
    """What the compilers of one target have used so far, in seconds."""

    def __init__(self):
        self.cpu, self.wall, self.processes = 0.0, 0.0, 0

    def add(self, other):
        self.cpu += other.cpu
        self.wall += other.wall
        self.processes += other.processes


class Sampler(threading.Thread):
    """Samples the running compilers until `is_over` is set."""

    def __init__(self):
        super().__init__(daemon=True)
        self.targets, self.processes, self.is_over = collections.defaultdict(Target), {}, threading.Event()

    def run(self):
        before = time.monotonic()
        while not self.is_over.wait(PAUSE):
            now = time.monotonic()
            seen = set()
            for process in filter(str.isdigit, os.listdir("/proc")):
                try:
                    seen.add(self.sample(process))
                except (OSError, ValueError, IndexError):
                    pass  # The process has ended.
            for name in seen - {None}:
                self.targets[name].wall += now - before
            before = now

    def sample(self, process):
        """Adds the CPU time that a process has used since the last sample; returns its target, or None if it is no
        compiler."""
        with open(f"/proc/{process}/stat", encoding="latin-1") as file:
            before, _, after = file.read().rpartition(")")
        kind = COMPILERS.get(before.split("(", 1)[1])
        if not kind:
            return None
        fields = after.split()
        # A number of a process is used again, but not with the same start time.
        key = (process, fields[19])
        if key not in self.processes:
            with open(f"/proc/{process}/cmdline", encoding="utf-8") as file:
                name = (target_of(file.read().split("\0")), kind)
            self.processes[key] = [name, 0]
            self.targets[name].processes += 1
        name, used = self.processes[key]
        self.processes[key][1] = int(fields[11]) + int(fields[12])
        self.targets[name].cpu += (self.processes[key][1] - used) / TICK
        return name


def target_of(words):
    """The name of the target that a compiler's arguments are about."""
    if "-module-name" in words:
        return words[words.index("-module-name") + 1]
    output = words[words.index("-o") + 1] if "-o" in words else ""
    folders = [part for part in output.split("/") if part.endswith((".build", ".product"))]
    return (folders[-1].rsplit(".", 1)[0] if folders else os.path.basename(output)) or "?"


def measure(title, flags):
    """Makes one build anew and prints its table; returns the exit status."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    sampler = Sampler()
    sampler.start()
    start = time.monotonic()
    command = ["swift", "build", "--scratch-path", FOLDER, *shlex.split(flags)]
    status = subprocess.run(command, cwd=ROOT, stdout=sys.stderr).returncode
    wall = time.monotonic() - start
    sampler.is_over.set()
    sampler.join()
    shutil.rmtree(FOLDER, ignore_errors=True)

    total, small = Target(), Target()
    print(f"\n{title}: swift build {flags}")
    print(f"{'target':32}  {'by':5}  {'CPU s':>7}  {'of CPU':>6}  {'wall s':>7}  {'of wall':>7}  {'processes':>9}")

    def row(name, kind, target):
        parts = f"{target.cpu / max(total.cpu, 1):6.1%}  {target.wall:7.1f}  {target.wall / wall:7.1%}"
        print(f"{name:32}  {kind:5}  {target.cpu:7.1f}  {parts}  {target.processes:9}")

    for target in sampler.targets.values():
        total.add(target)
    for (name, kind), target in sorted(sampler.targets.items(), key=lambda item: -item[1].cpu):
        if target.cpu >= 1:
            row(name, kind, target)
        else:
            small.add(target)
    row("all others", "", small)
    print(f"{'together':32}  {'':5}  {total.cpu:7.1f}  {'':6}  {wall:7.1f}", flush=True)
    return status


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tests = measure("program and tests", f"{sys.argv[1]} --build-tests")
    release = measure("release", f"-c release --product atrium {sys.argv[2]}")
    sys.exit(tests or release)


main()
