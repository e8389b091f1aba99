#!/usr/bin/env python3
"""terminal.py ATRIUM: the program at a real terminal: what is drawn, what is asked, what Ctrl-C does.

Each case runs the program on a pseudo-terminal, answers what it asks as a person would, and looks at what such a person
sees. Needs nothing but Python."""

import json
import os
import re
import signal
import shutil
import subprocess
import sys
import tempfile

from cases import Cases
from console import Console, width

ATRIUM = os.path.abspath(sys.argv[1])
ROOT = tempfile.mkdtemp(prefix="atrium-terminal-")
cases = Cases()


class Terminal(Console):
    """The program on a terminal of so many columns."""

    def __init__(self, home, *words, columns=80):
        super().__init__(ATRIUM, "--home", home, *words, columns=columns)


def case(function):
    """Runs a case at once in a folder of its own."""
    cases.tell(function.__doc__, lambda: function(tempfile.mkdtemp(dir=ROOT)))


def run(folder, *words):
    process = subprocess.run([ATRIUM, "--home", folder + "/home", *words, "--json"], capture_output=True)
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)


def people(folder):
    return run(folder, "connections", "list")["items"]


def write(folder, name, text):
    path = f"{folder}/{name}"
    with open(path, "w", newline="") as file:
        file.write(text)
    return path


def cards(count, prefix="p"):
    return "".join(
        f"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:{prefix}{n}\r\nN:Person;{n};;;\r\nFN:{n} Person\r\n"
        f"TEL:+1 555 {n}\r\nEND:VCARD\r\n"
        for n in range(count)
    )


TABLE = (
    "Who,Postfach,Geboren,Notiz\r\nAnna Müller,anna@example.com,03/04/1990,freundlich\r\n"
    "李小龍,li@example.com,04/05/1940,武術家 with a remark that is far too long for any terminal of eighty columns\r\n"
)


@case
def columns(folder):
    """columns that nobody knows: the guesses are shown, changed, confirmed"""
    terminal = Terminal(folder + "/home", "import", write(folder, "odd.csv", TABLE), "--save-map", "club")
    terminal.expect("COLUMN +FIELD +VALUES")
    terminal.expect("Postfach +email")
    question = "change a column, \\? to list the fields: "
    terminal.expect(question)
    terminal.type("?\n")
    terminal.expect("FIELD +MEANING")
    terminal.expect("\nname ")
    terminal.expect(question)
    for answer, reply in [
        ("Who=nmae", "did you mean “name”"),
        ("Whom=name", "no column “whom”"),
        ("what", "answer y, n"),
    ]:
        terminal.type(answer + "\n")
        terminal.expect(reply)
        terminal.expect(question)
    terminal.type("Who=name\n")
    terminal.expect("Who +name")
    terminal.expect(question)
    terminal.type("y\n")
    terminal.expect("Which date order: mdy, dmy or ymd\\?")
    terminal.type("whatever\n")
    terminal.expect("answer mdy")
    terminal.expect("Which date order")
    terminal.type("dmy\n")
    assert terminal.end() == 0, terminal.text
    assert all(width(line) <= 80 for line in terminal.lines if "·" in line), terminal.text
    found = {person["name"]: person["birthday"] for person in people(folder)}
    assert found == {"Anna Müller": "1990-04-03", "李小龍": "1940-05-04"}, found


@case
def refused(folder):
    """columns that nobody knows: no, and nothing is imported, and it says how"""
    terminal = Terminal(folder + "/home", "import", write(folder, "odd.csv", TABLE))
    terminal.expect("to list the fields: ")
    terminal.type("n\n")
    terminal.end()
    assert "--map" in terminal.text and "nothing was changed" in terminal.text, terminal.text
    assert people(folder) == []


@case
def order(folder):
    """dates in an order that nobody knows: no answer, and the file is left out"""
    terminal = Terminal(folder + "/home", "import", write(folder, "odd.csv", TABLE))
    terminal.expect("to list the fields: ")
    terminal.type("y\n")
    terminal.expect("Which date order.*Enter: the file is not imported")
    terminal.type("\n")
    assert terminal.end() == 65, terminal.text
    assert terminal.text.count("--date-order") == 2 and "atrium:" in terminal.text, terminal.text
    assert people(folder) == []


def conflicts(folder):
    run(folder, "import", write(folder, "a.vcf", cards(4)))
    for number in range(4):
        run(folder, "connections", "edit", f"p{number}", "--note", "mine")
    return write(folder, "b.vcf", cards(4).replace("+1 555", "+1 777"))


@case
def asked(folder):
    """conflicts: asked one by one, with what differs; capitals answer for the rest"""
    file = conflicts(folder)
    terminal = Terminal(folder + "/home", "import", file)
    terminal.expect("conflict 1 of 4: .*b.vcf, line 1: 0 Person\r\n")
    terminal.expect("here -> in the file")
    terminal.expect("phone: \\+1 555 0 -> \\+1 777 0\r\n")
    terminal.type("x\n")
    terminal.expect("answer k, r, m or f")
    terminal.type("m\n")
    terminal.expect("conflict 2 of 4")
    terminal.type("\n")
    terminal.expect("conflict 3 of 4")
    terminal.type("R\n")
    assert terminal.end() == 0, terminal.text
    assert "conflict 4" not in terminal.text and "(lost)" not in terminal.text, terminal.text
    assert "1 in conflict: import again with --on-conflict" in terminal.text, terminal.text
    shown = [run(folder, "connections", "show", f"p{number}") for number in range(4)]
    assert [(p["phone"], p["notes"]) for p in shown] == [
        ("+1 777 0", ["mine"]),
        ("+1 555 1", ["mine"]),
        ("+1 777 2", []),
        ("+1 777 3", []),
    ], shown


@case
def by_field(folder):
    """conflicts: field by field, and by an option that names the item"""
    file = conflicts(folder)
    terminal = Terminal(folder + "/home", "import", file)
    terminal.expect("conflict 1 of 4")
    terminal.type("f\n")
    terminal.expect("the .f.ile's, or .b.oth")
    terminal.type("\n")
    terminal.expect("phones: .*\r\n.*or .b.oth")
    terminal.type("b\n")
    terminal.expect("notes: .*\r\n.*or .b.oth")
    terminal.type("f\n")
    terminal.expect("conflict 2 of 4")
    terminal.type("K\n")
    assert terminal.end() == 0, terminal.text
    shown = run(folder, "connections", "show", "p0")
    assert [phone["value"] for phone in shown["phones"]] == ["+1 555 0", "+1 777 0"], shown
    assert shown["notes"] == [], shown
    file = write(folder, "c.vcf", cards(4).replace("+1 555", "+1 999"))
    run(folder, "import", file, "--decide", "item=2;decision=merge;take=phones;keep=notes")
    shown = run(folder, "connections", "show", "p1")
    assert (shown["phone"], shown["notes"]) == ("+1 999 1", ["mine"]), shown


@case
def chosen(folder):
    """conflicts: nobody is asked where the option says it, and none where input is no terminal"""
    file = conflicts(folder)
    terminal = Terminal(folder + "/home", "import", file, "--on-conflict", "keep", "--dry-run")
    assert terminal.end() == 0 and "[k]eep" not in terminal.text, terminal.text
    report = run(folder, "import", file)
    assert report["files"][0]["conflicts"] == 4, report


@case
def interrupted_question(folder):
    """Ctrl-C at a question: nothing was changed, and it says so"""
    file = conflicts(folder)
    before = run(folder, "history")["items"][0]["id"]
    terminal = Terminal(folder + "/home", "import", file)
    terminal.expect("conflict 1 of 4")
    terminal.expect("decide later: ")
    terminal.type("\x03")
    assert terminal.end() == 130, terminal.text
    assert "interrupted; nothing was changed" in terminal.text, terminal.text
    assert run(folder, "history")["items"][0]["id"] == before


@case
def which(folder):
    """a name of two people: it asks which, takes a number, and nothing leaves it; with --json nobody is asked"""
    for name in ["John Doe", "John Smith", "Ann Roe", "Ann Roe"]:
        run(folder, "connections", "add", name)
    run(folder, "modules", "enable", "reminders")
    words = ["reminders", "add", "call John and Ann Roe tomorrow"]
    terminal = Terminal(folder + "/home", *words)
    terminal.expect("“John” may be:\r\n  1  John Doe \\(1\\)\r\n  2  John Smith \\(2\\)\r\n")
    question = "Which one, 1 to 2\\? \\(Enter: cancel\\) "
    terminal.expect(question)
    terminal.type("3\n")
    terminal.expect("answer with a number from 1 to 2")
    terminal.expect(question)
    terminal.type("2\n")
    terminal.expect("“Ann Roe” may be:")
    terminal.expect(question)
    terminal.type("1\n")
    assert terminal.end() == 0, terminal.text
    assert [item["people"] for item in run(folder, "reminders", "list")["items"]] == [["John Smith", "Ann Roe"]], (
        terminal.text
    )
    # A record argument of any module.
    terminal = Terminal(folder + "/home", "connections", "edit", "Ann Roe", "--note", "mine")
    terminal.expect(question)
    terminal.type("2\n")
    assert terminal.end() == 0, terminal.text
    assert run(folder, "connections", "show", "4")["notes"] == ["mine"], terminal.text
    for answer, status in [("\n", 65), ("q\n", 65), ("\x04", 65), ("\x03", -signal.SIGINT)]:
        terminal = Terminal(folder + "/home", *words)
        terminal.expect(question)
        terminal.type(answer)
        assert terminal.end() == status, terminal.text
        assert ("choose with --person" in terminal.text) == (status == 65), terminal.text
    terminal = Terminal(folder + "/home", *words, "--json")
    assert terminal.end() == 65 and "Which one" not in terminal.text, terminal.text
    assert '"records":[{"id":1,"name":"John Doe"},{"id":2,"name":"John Smith"}]' in terminal.text, terminal.text
    assert run(folder, "reminders", "list")["total"] == 1


@case
def progress(folder):
    """progress: a bar, rate and time left; at most ten draws a second; gone at the end; never wider than the window"""
    name = "李小龍 👩 " + "long" * 8 + ".vcf"
    file = write(folder, name, cards(100_000))  # enough for more than five draws on a fast machine
    for columns, home in [(80, "/home"), (100, "/b"), (30, "/c"), (12, "/d")]:
        terminal = Terminal(folder + home, "import", file, columns=columns)
        assert terminal.end() == 0, terminal.text
        drawn = terminal.drawn[:-1]  # behind the last one stands the report
        assert len(drawn) > 5, drawn
        assert all(width(state) < columns for state in drawn), max(drawn, key=width)
        for first, eleventh in zip(terminal.draws, terminal.draws[10:]):
            assert eleventh - first > 0.95, "more than ten draws a second"
        if columns >= 80:
            assert any(re.search(r"\[#+-+\] \d+%  \d+ entries  \d+/s  \d+:\d\d left$", state) for state in drawn), drawn
        assert any(state.startswith("finishing"[: columns - 2]) for state in drawn), drawn[-3:]
        assert not any("[#" in line or "finishing" in line for line in terminal.lines), terminal.lines
    quiet = subprocess.run([ATRIUM, "--home", folder + "/e", "import", file], capture_output=True)
    assert quiet.stderr == b"" and quiet.stdout.count(b"\n") == 2, quiet


@case
def interrupted(folder):
    """Ctrl-C while it reads: the line is gone, nothing was changed, status 130, and the vault is well"""
    file = write(folder, "many.vcf", cards(60_000))
    terminal = Terminal(folder + "/home", "import", file)
    terminal.expect("entries")
    terminal.expect("entries")
    terminal.type("\x03")
    assert terminal.end() == 130, terminal.text
    assert terminal.lines[-2:] == ["atrium: interrupted; nothing was changed", ""], terminal.lines
    assert not any("%" in line for line in terminal.lines), terminal.lines
    assert people(folder) == [] and run(folder, "doctor")["healthy"]


shutil.rmtree(ROOT, ignore_errors=True)
cases.finish()
