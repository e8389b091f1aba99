#!/usr/bin/env python3
"""values.py ATRIUM [--short]: values that begin a line where they are written, or that are followed.

They come in by files and by fields, are changed, and are given out in every version and format."""

import json

import injection
from addresses import files_with
from bounds import *


def taken(home, name, text):
    """Imports a file of which something has to come in."""
    path, words = write(name, text), OUTLINES if name.endswith(".opml") else ()
    attempt("import", path, "--dry-run", *words, home=home, status=(0, 65))
    done = attempt("import", path, "--json", *words, home=home, status=(0, 65))
    check(json.loads(done.output)["files"][0]["added"], f"nothing of {name} was taken: {done.output[:300]}")


# Fields that people fill in: the option, the words in which a hostile text stands, and whether it may have line breaks.
FIELDS = {
    ("connections", "Eve"): [
        ("--note", "{}", True),
        ("--address", "street={}", True),
        ("--address", "formatted={}", True),
        ("--title", "{}", False),
        ("--role", "{}", False),
        ("--nickname", "{}", False),
        ("--url", "{}", False),
        ("--email", "{}", False),
        ("--phone", "{}", False),
        ("--phone", "value=1;label={}", False),
        ("--organization", "{}", False),
        ("--organization", "value=a;units={}", False),
        ("--family", "{}", False),
        ("--messaging", "value={};service=XMPP", False),
        ("--relation", "{}", False),
        ("--met-place", "{}", False),
        ("--custom-field", "name=X-A;value={}", False),
        ("--custom-field", "name={};value=a", False),
        ("--birthday-text", "{}", False),
        ("--gender-text", "{}", False),
        ("--member", "{}", False),
        ("--tag", "{}", False),
    ],
    ("calendar", "Eve's"): [
        ("--description", "{}", True),
        ("--alarm", "trigger=-PT5M;description={}", True),
        ("--location", "{}", False),
        ("--url", "{}", False),
        ("--organizer", "{}", False),
        ("--organizer-name", "{}", False),
        ("--attendee", "address=a@b.example;name={}", False),
        ("--attendee", "{}", False),
        ("--attachment", "{}", False),
        ("--attachment", "uri=http://b.example/;name={}", False),
        ("--tag", "{}", False),
        ("--color", "{}", False),
        ("--calendar", "{}", False),
    ],
    ("reminders", "Eve's"): [("--note", "{}", True), ("--title", "{}", False)],
    ("journal", "Eve's"): [("--text", "{}", True), ("--title", "{}", False), ("--place", "{}", False)],
}
# What is changed of each record that came in, so that it is written anew, in the version that it came in.
CHANGES = {
    "connections": [
        ("--add-" + name, text)
        for name, text in (
            ("note", "more"),
            ("url", "http://b.example/"),
            ("email", "a@b.example"),
            ("title", "Head"),
            ("phone", "1"),
            ("address", "street=Lane 1"),
            ("custom-field", "name=X-B;value=b"),
        )
    ]
    + [("--family", "New")],
    "calendar": [("--summary", "new"), ("--add-attendee", "a@b.example"), ("--add-attachment", "http://b.example/")],
    "reminders": [("--priority", "1")],
    "journal": [("--mood", "good")],
}


def exports(home):
    """Every module in every format and version."""
    for module, name, version in injection.EXPORTS:
        words = ["--vcard-version", version] if version else []
        yield module, name, version, attempt("export", module, "--format", name, *words, home=home).output


def named(item):
    return item.get("name") or item.get("summary") or item.get("title")


def strings(value):
    """Every text of a document, with the line breaks that the vault keeps."""
    if isinstance(value, (dict, list)):
        parts = value.values() if isinstance(value, dict) else value
        return [text for part in parts for text in strings(part)]
    return [injection.plain(value)] if isinstance(value, str) else []


@attack
def followed_addresses(home):
    """vCard, iCalendar, OPML: addresses of this machine's network wherever one may stand: none is followed"""
    listener = Listener()
    for name, text in files_with(listener.addresses()):
        taken(home, name, text)
    shown = b""
    for module in ("connections", "calendar", "reminders", "journal", "mental-models"):
        for item in result(module, "list", home=home)["items"]:
            shown += attempt(module, "show", str(item["id"]), "--json", home=home).output
    check(shown.count(f":{listener.port}/".encode()) > 20, "the addresses did not come in")
    for words in (
        ("today", "2025-03-03"),
        ("dashboard",),
        ("search", "away"),
        ("connections", "duplicates"),
        ("calendar", "agenda", "--from", "2025-03-01", "--to", "2025-03-05"),
        ("calendar", "calendars", "list"),
        ("reminders", "due"),
        ("maps", "list"),
        ("feeds", "list"),
        ("imports", "list"),
        ("imports", "show", "1"),
    ):
        attempt(*words, "--json", home=home)
    for _, _, _, data in exports(home):
        check(data, "an export is empty")
    attempt("export", "--all", f"{home}-all", home=home)
    attempt("backup", f"{home}.atrium", home=home)
    attempt("import", f"{home}-all", home=home, status=(0, 65))
    listener.expect_nobody()


@attack
def injected_lines_are_seen(home):
    """the search for lines that a value began finds them in exports of a writer that escapes nothing"""
    injection.self_test()


@attack
def injected_lines(home):
    """vCard 2.1, vCalendar 1.0, OPML: line breaks in every value, changed, written in every version and format"""
    for name, text in (
        ("breaks.vcf", injection.people()),
        ("breaks.ics", injection.calendars()),
        ("breaks.opml", injection.outlines()),
    ):
        taken(home, name, text)
    shown = [result("connections", "show", f"breaks-{number}", home=home) for number in range(len(injection.BREAKS))]
    for found, person in zip(injection.BREAKS, shown):
        wanted = injection.evil(found)
        values = [
            person["notes"][0],
            person["urls"][0]["value"],
            person["emails"][0]["value"],
            person["titles"][0],
            person["phones"][0]["value"],
        ]
        check(
            [injection.plain(value) for value in values] == [injection.plain(wanted)] * 5,
            f"{wanted!r} came in as {values}",
        )
    injection.expect_whole(exports(home), least=len(injection.BREAKS))
    for module, changes in CHANGES.items():
        items = [item for item in result(module, "list", home=home)["items"] if "breaks-" in item["uid"]]
        check(len(items) == len(injection.BREAKS), f"{module}: {len(items)} came in")
        words = [word for change in changes for word in change]
        for item in items:
            attempt(module, "edit", str(item["id"]), *words, home=home)
    injection.expect_whole(exports(home), least=len(injection.BREAKS))
    return f"{2 * len(injection.EXPORTS)} exports"


@attack
def injected_fields(home):
    """line breaks in every field, one a command: kept where it may have them, else refused; none begins a line"""
    for words in (
        ("connections", "add", "Eve"),
        ("calendar", "add", "Eve's", "--start", "2025-03-01"),
        ("reminders", "add", "Eve's"),
        ("journal", "add", "said", "--title", "Eve's"),
    ):
        attempt(*words, home=home)
    kept = 0
    for found in size(injection.BREAKS, ("\r\n", "\r", "\u2028")):
        text = injection.evil(found)
        for (module, name), fields in FIELDS.items():
            record = str(next(item["id"] for item in result(module, "list", home=home)["items"] if named(item) == name))
            for option, words, takes in fields:
                done = attempt(
                    module,
                    "edit",
                    record,
                    option,
                    words.format(text),
                    "--json",
                    home=home,
                    status=(0,) if takes else (64,) if found in injection.ENDS else (0, 64),
                )
                if takes:
                    check(
                        injection.plain(text) in strings(json.loads(done.output)),
                        f"{module} {option} {text!r} was not kept",
                    )
                    kept += 1
        injection.expect_whole(exports(home), least=0)
    return f"{kept} kept"


finish()
