"""What the attacks share: a home with bystanders, runs within bounds, and what must be true after each.

An attack is one case: it must end within its bounds of memory and time, with the status and in the words that it names;
and after it the doctor must find the vault whole and the records that were there before as they were."""

import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "faults"))
import common as faults  # noqa: E402

# Some of these are for the attacks, which take all names of this file.
from common import (  # noqa: E402, F401
    ATRIUM,
    ROOT,
    Skipped,
    assert_healthy,
    atrium,
    card,
    event,
    report,
    result,
    tell,
    write,
)

# The short form, for continuous integration: smaller numbers, the same cases.
SHORT = "--short" in sys.argv
MEGABYTE = 1 << 20
# No attack may take more, whatever its own bound: the machine is to survive, too.
GUARD = 6 << 30
BYSTANDERS = (
    "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:bystander-{0}\r\nN:Doe;Jo{0};;;\r\nFN:Jo{0} Doe\r\nNOTE:was here\r\n"
    "END:VCARD\r\n"
)
# What an import of OPML needs to be told, else nothing of it is taken.
OUTLINES = ("--category", "Outlines")


def size(full, short):
    return short if SHORT else full


def check(condition, words):
    if not condition:
        raise AssertionError(words)


class Done:
    """How a run ended: status, what it wrote, its time in seconds and its peak of memory in MB."""

    def __init__(self, status, output, said, took, peak):
        self.status, self.output, self.said, self.took, self.peak = status, output, said, took, peak


worst = {"took": 0.0, "peak": 0.0}


def keep_input(words):
    """Copies a file that is imported into the folder that ATTACK_FILES names, for those who attack by another way."""
    folder = os.environ.get("ATTACK_FILES")
    for word in words[1:] if folder and words[:1] == ("import",) else ():
        if os.path.isfile(word):
            shutil.copy(word, f"{folder}/{len(os.listdir(folder)):03}-{os.path.basename(word)[-80:]}")


def attempt(*words, home, status=(0,), seconds=60, memory=300, stdin=None, prefix=()):
    """Runs the program; fails where it ends otherwise than with a status, or takes more seconds or MB of memory."""
    keep_input(words)
    began = time.monotonic()

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (GUARD, GUARD))

    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            [*prefix, ATRIUM, "--home", home, *words],
            stdin=stdin or subprocess.DEVNULL,
            stdout=output,
            stderr=said,
            preexec_fn=limit,
            start_new_session=True,
        )
        timer = signal.signal(signal.SIGALRM, lambda *_: process.kill())
        signal.alarm(seconds)
        try:
            _, code, usage = os.wait4(process.pid, 0)
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, timer)
        process.returncode = os.waitstatus_to_exitcode(code)
        output.seek(0), said.seek(0)
        done = Done(
            process.returncode,
            output.read(),
            said.read().decode(errors="replace"),
            time.monotonic() - began,
            usage.ru_maxrss / 1024,
        )
    worst["took"], worst["peak"] = max(worst["took"], done.took), max(worst["peak"], done.peak)
    what = " ".join(words)[:100]
    if done.status == -signal.SIGKILL and done.took >= seconds:
        raise AssertionError(f"{what}: not done after {seconds} s")
    check(done.status in status, f"{what}: exit {done.status} instead of {status}: {done.said[-300:]}")
    check(done.status >= 0 and done.status != 70, f"{what}: a defect: {done.status} {done.said[-300:]}")
    check(done.peak <= memory, f"{what}: {done.peak:.0f} MB of memory, and {memory} are allowed")
    return done


def template():
    """A home with every module on and the bystanders, made once and copied for each attack."""
    home = f"{ROOT}/template/home"
    if not os.path.exists(home):
        atrium("modules", "enable", "--all", home=home, expect=0)
        atrium("mental-models", "categories", "add", OUTLINES[-1], "--level", "meta-skills", home=home, expect=0)
        atrium("import", write("bystanders.vcf", "".join(BYSTANDERS.format(n) for n in range(3))), home=home, expect=0)
    return home


def bystanders(home):
    found = [result("connections", "show", f"bystander-{n}", home=home) for n in range(3)]
    return [{name: value for name, value in person.items() if name not in ("updatedAt",)} for person in found]


def attack(function):
    """Tries an attack on a home of its own and prints a line for it."""
    folder = tempfile.mkdtemp(dir=ROOT)
    shutil.copytree(template(), f"{folder}/home")

    def body():
        worst.update(took=0.0, peak=0.0)
        before = bystanders(template())
        note = function(f"{folder}/home")
        assert_healthy(f"{folder}/home")
        check(bystanders(f"{folder}/home") == before, "the records that were there are not as they were")
        return f"({worst['took']:.1f} s, {worst['peak']:.0f} MB{'; ' + note if note else ''})"

    tell(function.__doc__, body)
    shutil.rmtree(folder, ignore_errors=True)
    return function


def finish():
    """Prints the count as the last line, and ends the script."""
    tries = faults.tries
    shutil.rmtree(ROOT, ignore_errors=True)
    print(f"{tries['tried']} tried, {tries['survived']} survived, {tries['tried'] - tries['survived']} failed")
    sys.exit(1 if tries["tried"] != tries["survived"] else 0)


class Listener:
    """A port of this machine that takes every connection and remembers it: whoever follows its address is seen."""

    def __init__(self):
        self.server, self.asked = socket.create_server(("127.0.0.1", 0)), []
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.take, daemon=True).start()

    def take(self):
        while True:
            try:
                connection, peer = self.server.accept()
            except OSError:
                return
            self.asked.append(peer[1])
            connection.close()

    def addresses(self):
        """Its addresses: by number, by name, and IPv4 in IPv6."""
        return [f"http://{host}:{self.port}/x" for host in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]")]

    def expect_nobody(self):
        """Fails where it was asked. The last connection is one of this function's own: it shows that others would have
        been seen, and that all before it were."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as own:
            number = own.getsockname()[1]
            own.recv(1)
        self.server.shutdown(socket.SHUT_RDWR)
        check(self.asked == [number], f"an address was followed, {len(self.asked) - 1} times")


# Files


def pieces(name, *parts):
    """A file of parts, each bytes or (bytes, times), written piece by piece: what this process takes is charged to the
    program that it begins."""
    path = f"{ROOT}/{name}"
    with open(path, "wb") as output:
        for part in parts:
            piece, times = part if isinstance(part, tuple) else (part, 1)
            many = max(1, min(times, (1 << 20) // max(1, len(piece))))
            for _ in range(times // many):
                output.write(piece * many)
            output.write(piece * (times % many))
    return path


def calendar(*parts):
    return b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//attack//EN\r\n", *parts, b"END:VCALENDAR\r\n"


def component(kind, uid, *parts):
    head = f"BEGIN:{kind}\r\nUID:{uid}\r\nDTSTAMP:20250101T000000Z\r\n" + (
        "DTSTART:20250303T090000Z\r\n" if kind == "VEVENT" else ""
    )
    return head.encode(), *parts, f"END:{kind}\r\n".encode()
