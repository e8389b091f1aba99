#!/usr/bin/env python3
"""calendars.py ATRIUM [--short]: iCalendar and OPML made to hurt: nesting, recurrences without end, circles, entities.

What was imported is also asked for: agendas, free times, lists and exports have to end within the bounds as well."""

import os

from bounds import *

BIG = size(100, 8) * MEGABYTE


def taken(home, name, *parts, status=(0, 65), **bounds):
    words = OUTLINES if name.endswith(".opml") else ()
    done = attempt("import", pieces(name, *parts), "--json", *words, home=home, status=status, **bounds)
    check("internal" not in done.said, done.said[-300:])
    return done


def days(home, **bounds):
    """Everything that expands recurrences."""
    for words in [
        ("calendar", "agenda", "--from", "2025-03-01", "--to", "2025-03-31"),
        ("calendar", "free", "--from", "2025-03-01", "--to", "2025-03-07"),
        ("calendar", "agenda", "--from", "9999-01-01", "--to", "9999-12-31"),
        ("calendar", "list", "--from", "2025-01-01", "--to", "2025-12-31"),
        ("today",),
        ("dashboard",),
        ("export", "calendar", "--format", "icalendar"),
    ]:
        attempt(
            *words,
            *([] if words[0] == "export" else ["--json"]),
            home=home,
            **({"seconds": 60, "memory": 400} | bounds),
        )


# iCalendar


@attack
def nested(home):
    """iCalendar: components 10,000 and 100,000 deep"""
    for depth in (10_000, size(100_000, 20_000)):
        taken(home, "nested.ics", *calendar((b"BEGIN:VEVENT\r\n", depth), (b"END:VEVENT\r\n", depth)))
        taken(
            home,
            "x.ics",
            *calendar(*component("VEVENT", f"x{depth}", (b"BEGIN:X-A\r\n", depth), (b"END:X-A\r\n", depth))),
        )
        taken(home, "open.ics", (b"BEGIN:VCALENDAR\r\n", depth))
    days(home)


@attack
def long_lines(home):
    """iCalendar: a line of 100 MB between good events"""
    done = taken(
        home,
        "long.ics",
        *calendar(
            *component("VEVENT", "first"),
            *component("VEVENT", "long", b"SUMMARY:", (b"x", BIG), b"\r\n"),
            *component("VEVENT", "last"),
        ),
        memory=400,
        seconds=120,
    )
    check(SHORT or done.status == 65, f"a line of 100 MB: {done.status}")


@attack
def endless_rules(home):
    """iCalendar: rules that never end, never match, or repeat each second; years 1 and 9999"""
    rules = [
        "FREQ=SECONDLY",
        "FREQ=SECONDLY;INTERVAL=0",
        "FREQ=DAILY;COUNT=2147483648",
        "FREQ=DAILY;COUNT=99999999999999999999",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31",
        "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;INTERVAL=999999999",
        "FREQ=YEARLY;UNTIL=99991231T235959Z",
        "FREQ=MINUTELY;BYSETPOS=-366;BYDAY=MO",
        "FREQ=YEARLY;BYYEARDAY=" + ",".join(map(str, range(1, 367))),
        "FREQ=NEVER",
        "FREQ=HOURLY;BYHOUR=25",
        "FREQ=SECONDLY;BYSECOND=" + ",".join(["1"] * 10_000),
        "FREQ=WEEKLY;BYWEEKNO=53;BYDAY=MO;BYMONTH=6",
        ";" * 1000,
        "FREQ=DAILY;RSCALE=HEBREW",
    ]
    events = [
        part
        for number, rule in enumerate(rules)
        for start in ("20250303T090000Z", "00010101T000000Z", "99991231T235959Z")
        for part in (
            f"BEGIN:VEVENT\r\nUID:r{number}-{start}\r\nDTSTAMP:20250101T000000Z\r\nDTSTART:{start}\r\n"
            f"RRULE:{rule}\r\nEND:VEVENT\r\n".encode(),
        )
    ]
    taken(home, "rules.ics", *calendar(*events))
    days(home)
    for module in ("calendar", "reminders"):
        attempt(module, "list", "--json", home=home)


@attack
def endless_reminders(home):
    """reminders that repeat each second, and are completed"""
    taken(
        home,
        "todo.ics",
        *calendar(
            *component(
                "VTODO", "second", b"SUMMARY:Each second\r\nDTSTART:00010101T000000Z\r\nRRULE:FREQ=SECONDLY\r\n"
            ),
            *component(
                "VTODO",
                "never",
                b"SUMMARY:Never\r\nDTSTART:20250101T000000Z\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31\r\n",
            ),
        ),
    )
    for words in [("complete", "second"), ("complete", "never"), ("list",), ("due",), ("upcoming", "--days", "366")]:
        attempt("reminders", *words, "--json", home=home, status=(0, 64, 65))


@attack
def many_exceptions(home):
    """iCalendar: a million EXDATEs, in one line and in a million lines"""
    many = size(1_000_000, 50_000)
    date = b"20250304T090000Z"
    taken(
        home,
        "line.ics",
        *calendar(*component("VEVENT", "line", b"RRULE:FREQ=DAILY\r\nEXDATE:", (date + b",", many), date + b"\r\n")),
        memory=900,
        seconds=240,
    )
    days(home, memory=900, seconds=120)
    taken(
        home,
        "lines.ics",
        *calendar(*component("VEVENT", "lines", b"RRULE:FREQ=DAILY\r\n", (b"EXDATE:" + date + b"\r\n", many))),
        memory=900,
        seconds=240,
    )
    days(home, memory=900, seconds=120)


@attack
def many_of_each(home):
    """iCalendar: 20,000 attendees, RDATEs, alarms and categories in one event"""
    many = size(20_000, 5_000)
    taken(
        home,
        "many.ics",
        *calendar(
            *component(
                "VEVENT",
                "many",
                b"".join(b"ATTENDEE;CN=A%d:mailto:a%d@example.org\r\n" % (n, n) for n in range(many)),
                b"".join(
                    b"RDATE:2025%02d%02dT%02d%02d00Z\r\n" % (n % 12 + 1, n % 28 + 1, n % 24, n % 60)
                    for n in range(many)
                ),
                b"".join(b"CATEGORIES:c%d\r\n" % n for n in range(many)),
                (b"BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT1M\r\nDESCRIPTION:x\r\nEND:VALARM\r\n", many),
            )
        ),
        memory=600,
        seconds=180,
    )
    days(home, memory=600, seconds=120)
    attempt("calendar", "show", "many", "--json", home=home, memory=600)


@attack
def circles(home):
    """iCalendar: RELATED-TO in a circle, a to-do that is its own parent, and 5,000 in a chain"""
    many = size(5_000, 1_000)

    def todo(uid, parent):
        return component("VTODO", uid, f"SUMMARY:{uid}\r\nRELATED-TO;RELTYPE=PARENT:{parent}\r\n".encode())

    taken(
        home,
        "circle.ics",
        *calendar(
            *todo("a", "b"),
            *todo("b", "c"),
            *todo("c", "a"),
            *todo("self", "self"),
            *todo("lost", "nobody"),
            *(part for n in range(many) for part in todo(f"chain{n}", f"chain{n + 1}")),
        ),
        seconds=120,
    )
    events = (
        part for n in range(3) for part in component("VEVENT", f"e{n}", f"RELATED-TO:e{(n + 1) % 3}\r\n".encode())
    )
    taken(home, "events.ics", *calendar(*events))
    for words in [("list",), ("show", "a"), ("show", "self"), ("complete", "a"), ("remove", "b"), ("list",)]:
        attempt("reminders", *words, "--json", home=home)
    attempt("export", "reminders", home=home)
    other = home + "2"
    attempt("export", "--all", f"{home}-all", home=home)
    attempt("import", f"{home}-all", home=other, status=(0, 65), seconds=120)


@attack
def zones(home):
    """iCalendar: zones that define themselves without end, with offsets that are none, and of 100,000 changes"""

    def zone(name, *parts):
        return f"BEGIN:VTIMEZONE\r\nTZID:{name}\r\n".encode(), *parts, b"END:VTIMEZONE\r\n"

    def standard(more):
        return b"BEGIN:STANDARD\r\nDTSTART:00010101T000000\r\n" + more + b"END:STANDARD\r\n"

    taken(
        home,
        "zones.ics",
        *calendar(
            *zone("E", standard(b"TZOFFSETFROM:+9999\r\nTZOFFSETTO:-9999\r\nRRULE:FREQ=SECONDLY\r\n")),
            *zone(
                "M",
                (standard(b"TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=YEARLY\r\n"), size(100_000, 5_000)),
            ),
            *zone("N"),
            *(
                f"BEGIN:VEVENT\r\nUID:z{name}\r\nDTSTAMP:20250101T000000Z\r\nDTSTART;TZID={name}:20250303T090000\r\n"
                "RRULE:FREQ=DAILY\r\nEND:VEVENT\r\n".encode()
                for name in ("E", "M", "N", "../../etc/passwd", "\\..\\x", ":/etc/passwd")
            ),
        ),
        memory=600,
        seconds=180,
    )
    days(home, memory=600, seconds=120)


@attack
def numbers(home):
    """iCalendar: numbers, times and durations that fit nowhere"""
    lines = [
        b"SEQUENCE:99999999999999999999",
        b"PRIORITY:-1",
        b"GEO:1e400;1e400",
        b"DURATION:P99999999999999999999W",
        b"DTEND:99999999T999999Z",
        b"DTSTART:-0010101",
        b"GEO:NaN;inf",
        b"RECURRENCE-ID:20259999",
        b"TRIGGER:-PT99999999999999999999S",
        b"PERCENT-COMPLETE:1000000000000",
    ]
    taken(
        home,
        "numbers.ics",
        *calendar(
            *(part for n, line in enumerate(lines) for part in component("VEVENT", f"n{n}", line + b"\r\n")),
            *(part for n, line in enumerate(lines) for part in component("VTODO", f"t{n}", line + b"\r\n")),
        ),
    )
    days(home)


# OPML


def opml(*parts, head=b""):
    return head + b'<opml version="2.0"><body>', *parts, b"</body></opml>"


def laughs(home):
    """No model is longer than the file that brought it."""
    out = attempt("export", "mental-models", home=home).output
    check(len(out) < 4 * MEGABYTE, f"the export has {len(out)} bytes: an entity was expanded")


@attack
def entity_bombs(home):
    """OPML: entities that grow exponentially and quadratically: none is expanded"""
    lol = (
        b'<!DOCTYPE opml [<!ENTITY a "ha">'
        + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(12))
        + b"]>"
    )
    taken(
        home,
        "laughs.opml",
        *opml(b'<outline text="&m; of it"/>', b'<outline text="b">&m;</outline>', head=lol),
        status=(0, 64, 65),
        memory=200,
    )
    long = b'<!DOCTYPE opml [<!ENTITY a "' + b"x" * 100_000 + b'">]>'
    taken(
        home,
        "square.opml",
        *opml(b'<outline text="', (b"&a;", size(100_000, 10_000)), b'"/>', head=long),
        status=(0, 64, 65),
        memory=250,
    )
    taken(
        home,
        "loop.opml",
        *opml(b'<outline text="&a;"/>', head=b'<!DOCTYPE opml [<!ENTITY a "&b;"><!ENTITY b "&a;">]>'),
        status=(0, 64, 65),
    )
    taken(
        home,
        "param.opml",
        *opml(b'<outline text="p"/>', head=b"<!DOCTYPE opml [<!ENTITY % a \"<!ENTITY b '&#37;a;&#37;a;'>\"> %a; %b;]>"),
        status=(0, 64, 65),
    )
    laughs(home)


@attack
def external_entities(home):
    """OPML: entities and DTDs of files and of the network: nothing is read, nothing is asked for"""
    secret = write("secret.txt", "TOP-SECRET-MARK")
    listener = Listener()
    at = listener.addresses()[0]
    heads = [f'<!DOCTYPE opml [<!ENTITY x SYSTEM "{place}">]>' for place in (f"file://{secret}", secret, at)]
    heads += [
        f'<!DOCTYPE opml SYSTEM "{at}" [<!ENTITY x "y">]>',
        f'<!DOCTYPE opml [<!ENTITY % p SYSTEM "{at}"> %p;]>',
        f'<?xml-stylesheet href="{at}"?>',
        f'<!DOCTYPE opml PUBLIC "x" "{at}">',
    ]
    for number, head in enumerate(heads):
        include = (
            b'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="' + secret.encode() + b'" parse="text"/>'
        )
        taken(
            home,
            f"x{number}.opml",
            *opml(b'<outline text="&x;">&x;', include, b"</outline>", b'<outline text="second"/>', head=head.encode()),
            status=(0, 64, 65),
        )
    everything = attempt("export", "--all", f"{home}-all", home=home).output + b"".join(
        open(f"{path}/{name}", "rb").read() for path, _, names in os.walk(f"{home}-all") for name in names
    )
    with open(f"{home}/vaults/1/vault.sqlite", "rb") as vault:
        everything += vault.read()
    check(b'text="second"' in everything, "nothing of these files was taken")
    check(b"TOP-SECRET-MARK" not in everything, "the content of a local file came in")
    listener.expect_nobody()


@attack
def deep_outlines(home):
    """OPML: outlines 10,000 and 50,000 deep, closed and not"""
    for depth in (10_000, 50_000):
        taken(home, "deep.opml", *opml((b'<outline text="a">', depth), (b"</outline>", depth)), status=(0, 64, 65))
        taken(home, "open.opml", b'<opml version="2.0"><body>', (b'<outline text="a">', depth), status=(0, 64, 65))
        taken(home, "names.opml", *opml(b"".join(b"<n%d>" % n for n in range(depth))), status=(0, 64, 65))
    laughs(home)


@attack
def long_attributes(home):
    """OPML: an attribute of 100 MB, a million attributes, a comment and CDATA of 100 MB, a tag that never ends"""
    for name, parts in [
        ("value.opml", opml(b'<outline text="', (b"x", BIG), b'"/>')),
        ("comment.opml", opml(b"<!--", (b"x", BIG), b'--><outline text="a"/>')),
        ("cdata.opml", opml(b'<outline text="a"><![CDATA[', (b"x", BIG), b"]]></outline>")),
        ("tag.opml", opml(b"<outline ", (b"a", BIG))),
        (
            "many.opml",
            opml(b'<outline text="a" ', b" ".join(b'a%d="1"' % n for n in range(size(1_000_000, 50_000))), b"/>"),
        ),
    ]:
        taken(home, name, *parts, status=(0, 64, 65), memory=700, seconds=180)
    attempt("export", "mental-models", home=home, memory=500, seconds=120)


finish()
