#!/usr/bin/env python3
"""terminal.py ATRIUM: names and texts with terminal escape sequences, on a terminal, which must never obey them.

The program runs on a pseudo-terminal, and every byte that it writes there is looked at: what it writes itself are line
ends, the erased line of its progress and colours; any other control character came from the data."""

import os
import pty
import re
import select
import shutil
import signal
import time

from bounds import *

# Titles of windows, the clipboard, erased screens, answers that are typed for the user, bells, steps back, C1 controls,
# DEL, and a line that writes itself over the one before.
EVIL = [
    "\x1b]0;OWNED\x07",
    "\x1b]52;c;cm0gLXJm\x07",
    "\x1b[2J\x1b[H",
    "\x1b[6n",
    "\x1b]8;;http://evil.example\x1b\\x",
    "\x1bP$qm\x1b\\",
    "\x9b31m",
    "\x9d0;x\x9c",
    "a\bb",
    "a\x07b",
    "a\x7fb",
    "good\revil",
    "\x0eshift",
    "\x1bc",
    "a\x0bb\x0cc",
]
# Each ends at the same functions, so that the short form tries a few of them everywhere.
FEW = size(EVIL, EVIL[::4])
OWN = re.compile(r"\r?\n|\r\x1b\[K|\x1b\[K\r?|\x1b\[(?:\d|[12349]\d)?(?:;\d+)*m|\t")
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def on_terminal(home, *words, answer=None):
    """What stands on a terminal after a command, with its exit status."""
    child, descriptor = pty.fork()
    if child == 0:
        os.execve(ATRIUM, [ATRIUM, "--home", home, *words], dict(os.environ, LC_ALL="C.UTF-8", TERM="xterm"))
    written, end = b"", time.monotonic() + 60
    while time.monotonic() < end:
        if not select.select([descriptor], [], [], 0.5)[0]:
            if answer:
                os.write(descriptor, answer), (answer := None)
            continue
        try:
            piece = os.read(descriptor, 65536)
        except OSError:
            break
        if not piece:
            break
        written += piece
    else:
        os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(descriptor)
    check(status >= 0 and status != 70, f"{words}: {status} {written[-200:]!r}")
    return status, written.decode("utf-8", errors="surrogateescape")


def obeyed(home, *words, answer=None):
    """Fails where a control character of the data reaches the terminal."""
    status, text = on_terminal(home, *words, answer=answer)
    rest = OWN.sub("", text)
    found = CONTROL.search(rest) or re.search("[\udc80-\udc9f]", rest)
    check(
        not found, f"{' '.join(words)[:120]!r} writes {found and rest[max(0, found.start() - 30) : found.end() + 30]!r}"
    )
    return status, text


def tell_tale(home):
    """The search for control characters finds them."""
    child, descriptor = pty.fork()
    if child == 0:
        os.write(1, "\x1b]0;x\x07".encode())
        os._exit(0)
    text = os.read(descriptor, 100).decode()
    os.waitpid(child, 0)
    check(CONTROL.search(OWN.sub("", text)), "the test sees nothing")


def escaped(text):
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace(",", "\\,").replace(";", "\\;")


def hostile(home):
    """A home in which everything that has a name has a hostile one."""
    people = "".join(
        f"BEGIN:VCARD\r\nVERSION:4.0\r\nUID:evil{n}\r\nFN:P{n} {escaped(text)}\r\nN:{escaped(text)};P{n};;;\r\n"
        f"NICKNAME:{escaped(text)}\r\n"
        f"ORG:{escaped(text)}\r\nTITLE:{escaped(text)}\r\nNOTE:{escaped(text)}\r\n"
        f"EMAIL:{escaped(text)}\r\nTEL:{escaped(text)}\r\nCATEGORIES:{escaped(text)}\r\n"
        f"BDAY;VALUE=text:{escaped(text)}\r\nRELATED;VALUE=text;TYPE=friend:{escaped(text)}\r\n"
        f"X-E{n}:{escaped(text)}\r\nADR:;;{escaped(text)};x;;;\r\n"
        "END:VCARD\r\n"
        for n, text in enumerate(EVIL)
        if "\r" not in text
    )
    events = "".join(
        f"BEGIN:{kind}\r\nUID:{kind}{n}\r\nDTSTAMP:20250101T000000Z\r\nDTSTART:20250303T{n:02}0000Z\r\n"
        f"SUMMARY:{escaped(text)}\r\n"
        f"LOCATION:{escaped(text)}\r\nDESCRIPTION:{escaped(text)}\r\nCATEGORIES:{escaped(text)}\r\n"
        f'DTEND;TZID="{escaped(text)}":20250303T230000\r\nRRULE:{escaped(text)}\r\nEND:{kind}\r\n'
        for n, text in enumerate(EVIL)
        if "\r" not in text
        for kind in ("VEVENT", "VTODO", "VJOURNAL")
    )
    table = (
        "title,target,"
        + '"'
        + EVIL[0]
        + '"'
        + "\n"
        + "".join(f'"H{n} {text}",20,"{text}"\n' for n, text in enumerate(EVIL))
    )
    outline = (
        '<opml version="2.0"><head><title>x</title></head><body>'
        + "".join(f'<outline text="L &#x9b;31m {n}"><outline text="M{n} &#x9b;2J"/></outline>' for n in range(3))
        + "</body></opml>"
    )
    journal = '---\ndate: 2025-03-01\ntitle: "' + EVIL[6] + '"\n---\n\n' + "\n".join(EVIL) + "\n"
    files = [
        write(name, text)
        for name, text in [
            ("evil.vcf", people),
            (
                "evil.ics",
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:" + EVIL[2] + "\r\n" + events + "END:VCALENDAR\r\n",
            ),
            ("evil.csv", table),
            ("evil.opml", outline),
            ("evil.md", journal),
        ]
    ]
    for file in files:
        # Control characters in the first line make it no text that is recognised, so that its format has to be named.
        named = ["--format", "csv"] if file.endswith(".csv") else []
        attempt("import", file, "--json", *named, home=home, status=(0, 65))


@attack
def the_test_sees(home):
    """a sequence that is written to the terminal is seen by this test"""
    tell_tale(home)


@attack
def imports(home):
    """imports at a terminal: reports, issues, plans and questions about hostile files and hostile names"""
    hostile(home)
    other = home + "2"
    atrium("modules", "enable", "--all", home=other, expect=0)
    for name in ("evil.vcf", "evil.ics", "evil.csv", "evil.opml", "evil.md"):
        obeyed(other, "import", f"{ROOT}/{name}", "--dry-run", "--verbose", answer=b"n\n")
        obeyed(other, "import", f"{ROOT}/{name}", "--verbose", answer=b"n\n")
    obeyed(other, "import", f"{ROOT}/evil.csv", "--format", "csv", "--verbose", answer=b"n\n")
    for text in FEW:
        name = text.replace("/", "_")
        obeyed(other, "import", write(f"{name}.vcf", card("a")))
        obeyed(other, "import", write(f"{name}.none", "nothing"))
        obeyed(other, "import", f"{ROOT}/{name}.not-there")
        obeyed(other, "export", "connections", "--output", f"{ROOT}/{name}.out")
    os.makedirs(f"{ROOT}/folder{EVIL[0]}", exist_ok=True)
    shutil.copy(f"{ROOT}/evil.vcf", f"{ROOT}/folder{EVIL[0]}/x{EVIL[6]}.vcf")
    obeyed(other, "import", f"{ROOT}/folder{EVIL[0]}")
    for words in (("imports", "list"), ("imports", "show", "1"), ("history",), ("imports", "undo", "1")):
        obeyed(other, *words)


@attack
def conflicts(home):
    """questions about conflicts show both sides"""
    hostile(home)
    for number in (0, 2, 6):
        result("connections", "edit", f"evil{number}", "--note", "mine \x1b]0;OWNED\x07\x9b2J", home=home)
    with open(f"{ROOT}/evil.vcf", encoding="utf-8", newline="") as cards:
        changed = cards.read().replace("TITLE:", "TITLE:changed \x1b[2J\x9b31m")
    obeyed(home, "import", write("changed.vcf", changed), "--on-conflict", "ask", answer=b"R\n")


@attack
def lists(home):
    """every list, record, search and drawing at a terminal"""
    hostile(home)
    for collection in (
        "connections",
        "calendar",
        "calendar calendars",
        "habits",
        "reminders",
        "activities",
        "journal",
        "journal decisions",
        "mental-models",
        "mental-models categories",
        "mental-models levels",
        "exercise",
        "tags",
    ):
        words = collection.split()
        _, text = obeyed(home, *words, "list")
        # What is hostile stands in the list, made harmless: else nothing was tried.
        check({"connections": "P0", "habits": "H0"}.get(collection, "") in text, f"{collection}: {text[:300]}")
        for item in result(*words, "list", home=home)["items"][:20]:
            if "id" in item:
                obeyed(home, *words, "show", str(item["id"]))
    for words in [
        ("calendar", "agenda", "--from", "2025-03-01", "--to", "2025-03-05"),
        ("calendar", "free", "--from", "2025-03-01", "--to", "2025-03-05"),
        ("today", "2025-03-03"),
        ("dashboard",),
        ("search", "evil"),
        ("search", "P1"),
        ("connections", "duplicates"),
        ("connections", "birthdays"),
        ("reminders", "due"),
        ("reminders", "overdue"),
        ("journal", "on-this-day"),
        ("mental-models", "stats"),
        ("discover", "reconnect"),
        ("connections", "named", "P1"),
        ("doctor",),
        ("history", "--rows"),
        ("modules", "list"),
        ("users", "list"),
        ("settings", "list"),
        ("maps", "list"),
        ("feeds", "list"),
        ("tokens", "list"),
    ]:
        obeyed(home, *words)
    for number in (0, 2):
        (
            obeyed(home, "connections", "timeline", f"evil{number}"),
            obeyed(home, "connections", "relations", f"evil{number}"),
        )


@attack
def errors(home):
    """what a command says of hostile arguments, and of names that are ambiguous or unknown"""
    for text in FEW:
        for words in [
            ("connections", "show", text),
            ("connections", "list", "--tag", text),
            ("modules", "enable", text),
            (text,),
            ("connections", text),
            ("settings", "set", text, text),
            ("settings", "set", "zone", text),
            ("settings", "set", "name", text),
            ("calendar", "add", text, "--start", text),
            ("export", text),
            ("search", text),
            ("calendar", "add", "x", "--start", "2025-03-01", "--zone", text),
            ("habits", "add", text),
            ("habits", "toggle", text, text),
            ("tags", "add", "connections", "bystander-0", text),
            ("users", "add", text),
            ("tokens", "add", text),
            ("restore", f"{ROOT}/{text}"),
            ("reminders", "add", text),
            ("undo", text),
            ("--user", text, "connections", "list"),
            ("journal", "add", text, "--at", "2025-03-03"),
            ("links", "add", "connections", "bystander-0", "connections", text),
        ]:
            obeyed(home, *words)
    for _ in range(2):
        obeyed(home, "connections", "add", "Twin \x1b]0;OWNED\x07\x9b2J")
    # It asks which is meant.
    for answer, status in ((b"\n", 65), (b"2\n", 0)):
        ended, _ = obeyed(home, "connections", "show", "Twin \x1b]0;OWNED\x07\x9b2J", answer=answer)
        check(ended == status, f"answered {answer!r}: {ended}")
    result(
        "tags",
        "remove",
        "connections",
        "bystander-0",
        *{tag for tag in result("tags", "show", "connections", "bystander-0", home=home)["tags"]},
        home=home,
    )


@attack
def as_json(home):
    """--json on a terminal writes every control character as an escape of JSON"""
    hostile(home)
    for words in [
        ("connections", "list"),
        ("calendar", "list"),
        ("reminders", "list"),
        ("journal", "list"),
        ("search", "P1"),
        ("tags", "list"),
        ("imports", "show", "1"),
    ]:
        obeyed(home, *words, "--json")


finish()
