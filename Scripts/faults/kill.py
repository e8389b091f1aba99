#!/usr/bin/env python3
"""kill.py ATRIUM [--rounds 50] [--cards 1000]: kill -9 at random moments of an import, an import of a whole vault,
an undo, a merge, a migration, a backup, a restore and an export of everything.

After each, `atrium doctor` must be clean, the vault in its old or its new state, and the same command must then work."""
from operations import *

ROUNDS = option("--rounds", 50)
rnd = random.Random(option("--seed", 1))


def rounds(operation):
    first = tempfile.mkdtemp(dir=ROOT) + "/home"
    operation.prepare(first)
    old = operation.state(first)
    done = copy(first, "home")
    start = time.monotonic()
    atrium(*operation.command(done), home=done, expect=0)
    whole = time.monotonic() - start
    new = operation.state(done)
    discard(done)
    killed = changed = 0
    for number in range(ROUNDS):
        home = copy(first, "home")
        count("tried")
        process = subprocess.Popen([ATRIUM, "--home", home, *operation.command(home)], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        # One in each part of the time, so that even two rounds cut something off.
        moment = (number + rnd.random()) / ROUNDS * whole
        time.sleep(moment)
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
        where = f"round {number}, killed after {moment:.3f} s of {whole:.3f} s"
        # The doctor reads only; opening the vault must mend what is to be mended.
        assert_healthy(home)
        found = operation.state(home)
        assert found in (old, new), f"{where}: the vault is neither old nor new"
        changed += found == new and old != new
        operation.check(home)
        people(home)
        assert_healthy(home)
        count("survived")
        operation.clean(home)
        discard(home)
    assert killed, "nothing was cut off in its middle"
    return f"({ROUNDS} rounds: {killed} were cut off, {changed} were done)"


print("Kills the program at random moments, looks at what is left, and tries the same again.")
for kind in [*ALL, ImportFolder]:
    tell(f"kill -9 during {kind.title}", lambda: rounds(kind()))
finish()
