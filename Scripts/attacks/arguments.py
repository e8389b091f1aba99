#!/usr/bin/env python3
"""arguments.py ATRIUM [--short]: words that nobody would type, for every command that there is.

The commands and their options are those that `--help` names. Of each, words are drawn from a seed: records, dates,
numbers, JSON and phrases that are right or almost so, options twice or without a value, texts that mean something to a
shell, a terminal, SQLite or a format. Whatever comes: a status of sysexits.h that is no defect, an error in one line,
with `--json` one document, within bounds. Nothing is read or written outside of the folder, and no program is run."""

import json
import os
import random
import re
import shutil
import subprocess
import tempfile

from bounds import *
from program import Program

STATUSES = (0, 64, 65, 66, 69, 73, 74, 75, 77)
# What serves until it is stopped, and what only a program that it runs could answer for.
LEFT_OUT = [("serve",)]
NEVER = ("--exec", "--home", "--help", "-h", "--version")
TEXTS = [
    "",
    " ",
    "-",
    "--",
    "---",
    "=",
    ",",
    ";",
    "0",
    "1",
    "-1",
    "2",
    "99999999999999999999",
    "1e400",
    "NaN",
    "0x10",
    "٣",
    "½",
    "1,5",
    "1.5",
    "true",
    "null",
    "Ann",
    "Jo1 Doe",
    "bystander-1",
    "jo",
    "x" * 5000,
    "é",
    "e\u0301",
    "İ",
    "ß",
    "\u202e",
    "\u200b",
    "👩‍👩‍👧",
    "\ufeff",
    "\t",
    "a\nb",
    "a\r\nb",
    "\x1b[31m",
    "\x07",
    "'",
    '"',
    "\\",
    "%",
    "_",
    "*",
    "' OR 1=1 --",
    '"; DROP TABLE x',
    "$(id)",
    "`id`",
    "../../etc/passwd",
    "con",
    "a/b",
    "{",
    "[",
    "{}",
    "[]",
    "[[[[",
    '{"a":1}',
    "[1,2]",
    '"x"',
    '{"value":"a","value":"b"}',
    "[" * 2000,
    "value=a,label=b",
    "value=",
    "=a",
    "a=b=c",
    "a:b",
    "--json",
    "-x",
    "--no-such",
    "@file",
    "@-",
]
DAYS = [
    "today",
    "yesterday",
    "tomorrow",
    "monday",
    "next week",
    "2026-02-29",
    "2024-02-29",
    "--04-20",
    "2026-13-01",
    "0000-00-00",
    "9999-12-31",
    "1-1-1",
    "2026-03-29T02:30",
    "2026-10-25T02:30",
    "2026-03-02T09:00:00Z",
    "2026-03-02T25:00",
    "2026-03-02T09:00+99:99",
    "20260302",
    "18:00",
    "24:00",
    "1h",
    "90 min",
    "P1D",
    "Europe/Berlin",
    "Mars/Olympus",
]
PHRASES = (
    "call mum every second Sunday at 18:00 on the last day of the month until never from 2 to 5 pm in 3 days !!! "
    "by Friday 31.2. noon every other 99th o'clock tomorrow"
)
TYPED = {
    "number": ["0", "1", "-1", "3.7", "1000", "1001", "9223372036854775807", "9223372036854775808", "-0"],
    "date": DAYS,
    "file": ["in.vcf", "in.ics", "no-such", "."],
    "folder": ["out", "."],
    "fields": TEXTS,
    "coordinates": ["48.2,16.3", "91,181", "-90,-180", ",", "1,2,3", "nan,inf"],
}
TYPED |= dict.fromkeys(
    ("record", "person", "habit", "activity", "model", "exercise", "id", "name"),
    ["1", "1", "2", "3", "bystander-1", "Jo1 Doe"],
)


def value(rnd, name, choices):
    """A word for an option or an argument, more often one that is almost right."""
    kind = rnd.random()
    if choices and kind < 0.6:
        return rnd.choice(choices)
    if name in TYPED and kind < 0.7:
        return rnd.choice(TYPED[name])
    if kind < 0.15:
        return " ".join(rnd.sample(PHRASES.split(), rnd.randint(1, 9)))
    return rnd.choice(rnd.choice([TEXTS, DAYS, TYPED["number"]]))


def path(name):
    """Whether a word stands for a file: only harmless ones may."""
    return bool(re.search("file|folder|path|output|photo|certificate|key|all|attachment", name))


def words(rnd, help_):
    """One call of a command."""
    found = []
    for name, said in help_.own:
        option = re.match(r"(--[a-z0-9-]+)", name)
        if option and (option[1] in NEVER or rnd.random() > 0.35) or not option and rnd.random() < 0.1:
            continue
        what = (re.findall(r"<([^>]+)>", name) or [""])[0]
        choices = (re.findall(r"\(values: ([^;)]*)", said) or [""])[0].split(", ")
        for _ in range(rnd.choice((1, 1, 1, 2))):
            given = (
                [rnd.choice(TYPED["file"])]
                if path(name)
                else [value(rnd, what, [choice for choice in choices if choice])]
            )
            found.append(([option[1]] if option else []) + (given if what and rnd.random() < 0.97 else []))
    rnd.shuffle(found)
    return [word.replace("\0", "") for part in found for word in part]


def judge(done, begun, given):
    """What an answer must be, whatever was asked after the first words."""
    said = [line for line in done.said.split("\n") if line and not line.startswith("atrium: warning:")]
    check(
        done.status == 0 or len(said) == 1 and said[0].startswith("atrium: "),
        f"{given}: more than one line of error: {done.said[:400]!r}",
    )
    check(
        "\x1b" not in done.said and "\x07" not in done.said,
        f"{given}: the error obeys what it quotes: {done.said[:200]!r}",
    )
    if "--json" in begun:
        try:
            json.loads(done.output)
        except ValueError:
            raise AssertionError(
                f"{given}: exit {done.status}, and no document: {done.output[:200]!r} {done.said[:200]!r}"
            ) from None


def calls(home, group, times):
    """So many calls of each command of a group, the same ones each time."""
    os.chdir(os.path.dirname(home))
    write_here("in.vcf", card("new")), write_here("in.ics", event("new"))
    statuses = {}
    for help_ in group:
        rnd = random.Random(" ".join(help_.words))
        for number in range(times):
            begun = [*help_.words, *(["--json"] if number % 2 else [])]
            given = begun + words(rnd, help_)
            done = attempt(*given, home=home, status=STATUSES, seconds=20)
            judge(done, begun, given)
            statuses[done.status] = statuses.get(done.status, 0) + 1
    return f"{sum(statuses.values())} calls: " + ", ".join(
        f"{count} with {status}" for status, count in sorted(statuses.items())
    )


def write_here(name, text):
    with open(name, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def groups():
    """The commands by their first word."""
    with tempfile.TemporaryDirectory(dir=ROOT) as folder:
        program = Program(ATRIUM, folder)
        program("modules", "enable", "--all")
        found = {}
        for names, help_ in program.tree().items():
            if names and not help_.subcommands and names not in LEFT_OUT:
                found.setdefault(names[0], []).append(help_)
        return found


def one(name, group):
    """One group, on a home of its own; what it has may go, as it may be asked to, and what is left must be whole."""
    folder = tempfile.mkdtemp(dir=ROOT)
    shutil.copytree(template(), f"{folder}/home")

    def body():
        note = calls(f"{folder}/home", group, TIMES)
        assert_healthy(f"{folder}/home")
        return f"({note})"

    tell(f"arguments of {name}: {len(group)} commands", body)
    shutil.rmtree(folder, ignore_errors=True)


WITHOUT_PROC = ("unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh")


@attack
def without_proc(home):
    """without /proc no command runs as if it had no arguments: each ends with a message and status 74"""
    if subprocess.run([*WITHOUT_PROC, "true"], capture_output=True, check=False).returncode:
        raise Skipped("this user may not hide /proc")
    for given in [("--version",), ("connections", "list", "--json"), ("import", "none.vcf"), ("serve", "--port", "0")]:
        done = attempt(*given, home=home, prefix=WITHOUT_PROC, status=(74,))
        check(done.said.startswith("atrium: cannot read the arguments of this command from /proc/"), done.said)
        check(len(done.said.splitlines()) == 1 and not done.output, f"{given}: {done.said} {done.output[:200]}")


TIMES = size(20, 4)
for first, helps in groups().items():
    one(first, helps)

finish()
