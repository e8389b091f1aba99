#!/usr/bin/env python3
"""checks.py check | proof [SHARE] | all SHARE: runs the project's checks and prints one table of what each step cost.

`check` runs what each change needs, `proof` everything that takes longer, and `all` both. SHARE is the number of one
share of the proof, or the id of a commit, which chooses one.

Each step is a target of the Makefile and can be run alone. checks.json lists the steps and their budgets, which are for
a step that runs alone. The build runs first; then two steps at a time share the processors, and the output of each is
printed when it ends. A step that exceeds three times its budget, or six times if another ran beside it, is ended and
counts as failed; if the build exceeds its budget, all others grow alike. `all` leaves out `corpus-changed` if the share
checks the whole corpus. The table gives wall time and CPU time in seconds and the memory of the largest process in MB.

A slow machine does not turn a run of `all` red: no share of the proof starts after 40 minutes, steps of the proof that
still run after 85 minutes are ended, and the last line names what was left out. Only a check that still runs then fails
the run: nothing was proven without it."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
START = time.monotonic()
# Machines differ up to three times.
BUDGETS_A_STEP_MAY_TAKE = 3
# How many steps run side by side. Two keep two cores at 85%; with three, each step takes longer and the run does not.
LANES = 2
# Seconds since the start. Continuous integration ends a run after 90 minutes. The variables are for trying the limits.
LAST_START_OF_PROOF = float(os.environ.get("CHECKS_LAST_START", 40 * 60))
LAST_END = float(os.environ.get("CHECKS_LAST_END", 85 * 60))
# Set by an interrupt: no further step starts.
INTERRUPTED = threading.Event()


def environment(process):
    """The variables of a process; none if it has ended or belongs to somebody else."""
    try:
        with open(f"/proc/{process}/environ", "rb") as file:
            return file.read().split(b"\0")
    except OSError:
        return []


def end_processes(mark):
    """Ends the processes that have inherited a variable, after five seconds by force.

    A process group would not do: swift test, timeout and browsers begin groups or sessions of their own."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        limit, signalled = time.monotonic() + 5, set()
        while time.monotonic() < limit:
            left = {int(it) for it in filter(str.isdigit, os.listdir("/proc")) if mark.encode() in environment(it)}
            if not left:
                return
            for process in left - signalled:
                with contextlib.suppress(OSError):
                    os.kill(process, number)
            signalled |= left
            time.sleep(0.1)


def interrupted(number, _):
    INTERRUPTED.set()
    end_processes(f"CHECKS_RUN={os.getpid()}")
    os._exit(128 + number)


class Step:
    """A target of the Makefile and, after `run`, its exit status and its cost."""

    def __init__(self, words, budget, last_start=float("inf"), end=float("inf")):
        self.words, self.budget, self.last_start, self.end = words, budget, last_start, end
        self.patience = BUDGETS_A_STEP_MAY_TAKE
        self.command = f"make {words}"
        self.marks = {"CHECKS_RUN": str(os.getpid()), "CHECKS_STEP": f"{os.getpid()} {words}"}
        self.status, self.ended = None, ""
        self.wall = self.cpu = self.peak = 0

    def run(self, output=None, variables=()):
        """Runs the step, and ends all its processes if it takes too long."""
        start = time.monotonic()
        limit = self.budget * self.patience
        why = f"ENDED after {self.patience:.1f} times its budget"
        if start + limit > self.end:
            limit, why = max(0, self.end - start), "ENDED, out of time"
        process = subprocess.Popen(
            ["make", "--no-print-directory", *self.words.split(), *variables],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT if output else None,
            start_new_session=True,
            env={**os.environ, **self.marks},
        )
        timer = threading.Timer(limit, self.stop, [why])
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        self.end_all()
        process.returncode = self.status = os.waitstatus_to_exitcode(status)
        self.wall = time.monotonic() - start
        self.cpu = usage.ru_utime + usage.ru_stime
        self.peak = usage.ru_maxrss / 1024

    def stop(self, why):
        self.ended = why
        self.end_all()

    def end_all(self):
        """Ends what the step has started and still runs."""
        end_processes(f"CHECKS_STEP={self.marks['CHECKS_STEP']}")

    @property
    def is_left_out(self):
        """True if the step did not run to its end because the run was out of time."""
        return self.status is None or self.ended.endswith("out of time")

    @property
    def has_failed(self):
        """True if the step failed, hung, or was left out although it belongs to every run."""
        if self.is_left_out:
            return self.last_start == float("inf")
        return self.status != 0 or bool(self.ended)

    @property
    def result(self):
        if self.status is None:
            return "NOT RUN"
        return self.ended or (f"FAILED ({self.status})" if self.status else "")


def run_side_by_side(steps):
    """Runs steps of an existing build side by side, in their order, and prints the output of each."""
    flags = os.environ.get("BUILD_FLAGS", "").split()
    folder = subprocess.check_output(["swift", "build", *flags, "--show-bin-path"], text=True).strip()
    # With these a step uses the build as it is and does not wait for the package manager's lock on it.
    variables = ["BUILD=:", f"BIN={folder}"]
    waiting = list(steps)
    lock = threading.Lock()

    def work():
        while True:
            with lock:
                while waiting and time.monotonic() >= waiting[0].last_start:
                    waiting.pop(0)
                if not waiting or INTERRUPTED.is_set():
                    return
                step = waiting.pop(0)
                print(f"== {step.command}: started", flush=True)
            with tempfile.TemporaryFile() as output:
                try:
                    step.run(output, variables)
                except OSError as error:
                    step.status, step.ended = 1, f"NOT RUN: {error}"
                output.seek(0)
                with lock:
                    print(f"\n== {step.command}: {step.result or 'passed'} after {step.wall:.0f} s", flush=True)
                    shutil.copyfileobj(output, sys.stdout.buffer)
                    print(flush=True)  # The last line may have no end.

    threads = [threading.Thread(target=work) for _ in range(LANES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def report(steps):
    """Prints the table of all steps."""
    width = max(len(step.command) for step in steps)
    print(f"\n{'step':{width}}  {'wall s':>7}  {'CPU s':>7}  {'peak MB':>7}  {'budget s':>8}")
    for step in steps:
        row = f"{step.command:{width}}  {step.wall:7.1f}  {step.cpu:7.1f}  {step.peak:7.0f}  {step.budget:8}"
        print(f"{row}  {step.result}".rstrip())
    cpu, peak = sum(step.cpu for step in steps), max(step.peak for step in steps)
    print(f"{'together':{width}}  {time.monotonic() - START:7.1f}  {cpu:7.1f}  {peak:7.0f}", flush=True)


def share_of(word, count):
    """The number of a share, from 1: the word itself, or chosen by a commit's id."""
    if word.isdecimal() and 1 <= int(word) <= count:
        return int(word)
    if re.fullmatch("[0-9a-f]{7,40}", word):
        return int(word[:7], 16) % count + 1
    sys.exit(f"checks: the proof has no share “{word}”; give 1 to {count}, or the id of a commit")


def main():
    kind, *words = sys.argv[1:] or [""]
    if (kind, len(words)) not in (("check", 0), ("proof", 0), ("proof", 1), ("all", 1)):
        sys.exit(__doc__)
    with open(f"{HERE}/checks.json", encoding="utf-8") as file:
        listed = json.load(file)
    share = share_of(words[0], len(listed["proof"])) if words else None
    chosen = listed["proof"][share - 1 : share] if share else listed["proof"]
    # Only `all` is limited: whoever runs the proof by hand wants the whole of it.
    limits = {"last_start": START + LAST_START_OF_PROOF, "end": START + LAST_END} if kind == "all" else {}
    build, *check = [Step(*step) for step in listed["check"].items()]
    proof = [Step(*step, **limits) for steps in chosen for step in steps.items()]
    check, proof = check if kind != "proof" else [], proof if kind != "check" else []
    if any(step.words == "corpus" for step in proof):
        check = [step for step in check if step.words != "corpus-changed"]
    for step in check:
        step.end = limits.get("end", step.end)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupted)
    os.chdir(os.path.dirname(HERE))
    print(f"== {build.command}", flush=True)
    build.run()
    # The build shows how slow the machine is: a step that only needs longer there does not hang.
    for step in check + proof:
        step.patience *= LANES * max(1, build.wall / build.budget)
    if build.status == 0:
        run_side_by_side(check + proof)
    steps = [build, *check, *proof]
    report(steps)
    for step in steps:
        if step.has_failed:
            print(f"{kind}: {step.result}; to run this step alone: {step.command}", flush=True)
    left_out = [step for step in proof if step.is_left_out]
    if build.status == 0 and share and all(step.status is None for step in proof):
        print(f"proof: share {share} NOT RUN", flush=True)
    elif build.status == 0 and left_out:
        print(f"proof: share {share} WITHOUT {', '.join(step.command for step in left_out)}", flush=True)
    sys.exit(1 if any(step.has_failed for step in steps) or build.status else 0)


main()
