#!/usr/bin/env python3
"""kill.py ATRIUM [--rounds 50] [--cards 1000]: kill -9 at random moments of an import, an import of a whole vault,
an undo, a merge, a migration, a backup, a restore and an export of everything; and at writes of an import that makes
indexes at its end.

After each, `atrium doctor` must be clean, the vault in its old or its new state, and the same command must work."""

import random
import re
import shutil
import signal
import subprocess
import tempfile
import time

from operations import *

ROUNDS = option("--rounds", 50)
rnd = random.Random(option("--seed", 1))


def prepared(operation, prefix=()):
    """The home that every round begins with, what it holds before and after the command, and how long that takes."""
    first = tempfile.mkdtemp(dir=ROOT) + "/home"
    operation.prepare(first)
    old = operation.state(first)
    done = copy(first, "home")
    start = time.monotonic()
    atrium(*operation.command(done), home=done, prefix=prefix, expect=0)
    whole = time.monotonic() - start
    new = operation.state(done)
    discard(done)
    return first, old, new, whole


def is_done(operation, home, old, new, where):
    """Looks at what was left, and tries the same again; whether it was done before the end came."""
    # The doctor reads only; opening the vault must mend what is to be mended.
    assert_healthy(home)
    found = operation.state(home)
    assert found in (old, new), f"{where}: the vault is neither old nor new"
    operation.check(home)
    people(home)
    assert_healthy(home)
    count("survived")
    operation.clean(home)
    discard(home)
    return found == new and old != new


def rounds(operation):
    first, old, new, whole = prepared(operation)
    killed = changed = 0
    for number in range(ROUNDS):
        home = copy(first, "home")
        count("tried")
        process = subprocess.Popen(
            [ATRIUM, "--home", home, *operation.command(home)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        # One in each part of the time, so that even two rounds cut something off.
        moment = (number + rnd.random()) / ROUNDS * whole
        time.sleep(moment)
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
        changed += is_done(operation, home, old, new, f"round {number}, killed after {moment:.3f} s of {whole:.3f} s")
    assert killed, "nothing was cut off in its middle"
    return f"({ROUNDS} rounds: {killed} were cut off, {changed} were done)"


def at_writes(operation):
    """Kills at writes to the vault's log: two of three times at any of them, else at one of the last, which hold what
    the import left for its end. By time it would hardly ever be met."""
    if not shutil.which("strace"):
        raise Skipped("strace is missing")
    log = f"{ROOT}/writes.log"
    trace = ["strace", "-f", "-qq", "-e", "trace=pwrite64"]
    first, old, new, _ = prepared(operation, [*trace, "-y", "-o", log])
    # strace counts the calls of each thread.
    threads = {}
    with open(log, errors="replace") as lines:
        for line in lines:
            if call := re.match(r"(\d+) +pwrite64\(\d+<([^>]*)>", line):
                threads.setdefault(call[1], []).append(call[2])
    paths = max(threads.values(), key=len)
    writes = [number for number, path in enumerate(paths, 1) if path.endswith("/vault.sqlite-wal")]
    killed = changed = 0
    total = min(max(ROUNDS, 3), 12)
    for number in range(total):
        home = copy(first, "home")
        count("tried")
        write = rnd.choice(writes[-64:] if number % 3 == 2 else writes)
        process = subprocess.run(
            [
                *trace,
                "-o",
                "/dev/null",
                "-e",
                f"inject=pwrite64:signal=SIGKILL:when={write}",
                ATRIUM,
                "--home",
                home,
                *operation.command(home),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        killed += process.returncode == -signal.SIGKILL
        changed += is_done(operation, home, old, new, f"round {number}, killed at write {write} of {len(paths)}")
    assert killed == total, f"only {killed} of {total} were cut off"
    return f"({total} rounds, {changed} were done)"


print("Kills the program at random moments, looks at what is left, and tries the same again.")
for kind in [*ALL, ImportFolder]:
    tell(f"kill -9 during {kind.title}", lambda kind=kind: rounds(kind()))
tell(f"kill -9 at writes of {LargeImport.title}", lambda: at_writes(LargeImport()))
finish()
