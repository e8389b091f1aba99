#!/usr/bin/env python3
"""files.py ATRIUM [--short]: vCards, tables and texts made to hurt whoever reads them.

Each is imported, listed and exported again."""

import os
import re

from bounds import *

BIG = size(100, 8) * MEGABYTE


def taken(home, path, *words, status=(0, 65), **bounds):
    """Imports a file, and says how that ended; what was in it is listed and exported in the same bounds."""
    done = attempt("import", path, "--json", *words, home=home, status=status, **bounds)
    check("internal" not in done.said, done.said[-300:])
    return done


def again(home, module, *formats, **bounds):
    """Lists and exports a module after an attack, twice the same."""
    attempt(module, "list", "--json", home=home, **bounds)
    for name in formats:
        attempt("export", module, "--format", name, home=home, **bounds)


# vCard


def vcard(*parts, uid="evil"):
    return (
        f"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:{uid}\r\nN:Person;{uid};;;\r\nFN:{uid} Person\r\n".encode(),
        *parts,
        b"END:VCARD\r\n",
    )


@attack
def long_line(home):
    """vCard: a line of 100 MB, after and before good cards"""
    path = pieces("long.vcf", *vcard(uid="first"), *vcard(b"NOTE:", (b"x", BIG), b"\r\n"), *vcard(uid="last"))
    done = taken(home, path, memory=400, seconds=120)
    if SHORT:
        again(home, "connections", "vcard", memory=300)
    else:
        check(
            done.status == 65 and "64" in done.output.decode() + done.said,
            f"a line of 100 MB: {done.status} {done.said[-200:]}",
        )


@attack
def many_lines(home):
    """vCard: a million properties in one card"""
    taken(home, pieces("lines.vcf", *vcard((b"X-A;X-B=c:d\r\n", size(1_000_000, 50_000)))), memory=700, seconds=240)
    again(home, "connections", "vcard", memory=700, seconds=120)


@attack
def nested_begin(home):
    """vCard: forty times begin:, and 10,000 cards within cards"""
    for times in (40, 10_000):
        taken(
            home,
            pieces("begin.vcf", (b"begin:vcard\r\nVERSION:2.1\r\nFN:Deep\r\n", times), (b"end:vcard\r\n", times)),
            memory=300,
        )
        taken(home, pieces("open.vcf", (b"begin:", times), b"\r\n", (b"begin:vcard\r\n", times)), memory=300)
    again(home, "connections", "vcard")


@attack
def agents(home):
    """vCard 2.1: AGENT within AGENT, 5,000 deep"""
    depth = size(5_000, 500)
    taken(
        home,
        pieces("agent.vcf", (b"BEGIN:VCARD\r\nVERSION:2.1\r\nN:A\r\nAGENT:\r\n", depth), (b"END:VCARD\r\n", depth)),
    )
    again(home, "connections", "vcard")


@attack
def folds(home):
    """vCard: 20 MB in folds of one octet, and quoted-printable that never ends"""
    times = size(20, 2) * MEGABYTE // 4
    taken(home, pieces("folds.vcf", *vcard(b"NOTE:a\r\n", (b" x\r\n", times))), memory=400, seconds=120)
    taken(
        home,
        pieces(
            "soft.vcf",
            b"BEGIN:VCARD\r\nVERSION:2.1\r\nN:A\r\nNOTE;ENCODING=QUOTED-PRINTABLE:",
            (b"=41=\r\n", times),
            b"=\r\n",
        ),
        memory=400,
        seconds=120,
    )
    again(home, "connections", "vcard", memory=400)


@attack
def parameters(home):
    """vCard: 100,000 parameters, parameter values and groups on one line; quotes that never end"""
    many = size(100_000, 20_000)
    taken(
        home,
        pieces(
            "parameters.vcf",
            *vcard(b"TEL", (b";X-P=v", many), b":1\r\n"),
            *vcard(b"TEL;TYPE=", (b"a,", many), b"b:1\r\n", uid="b"),
            *vcard((b"g.", many), b"TEL:1\r\n", uid="c"),
            *vcard(b'TEL;TYPE="', (b"a", many), b":1\r\n", uid="d"),
        ),
        memory=400,
    )
    again(home, "connections", "vcard", memory=400)


@attack
def photos(home):
    """vCard: photos that are SVG, HTML, no base64, or somewhere else are none; a giant one is as it came"""
    import base64

    svg = base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
    html = base64.b64encode(b"<html><script>alert(1)</script></html>")
    giant = base64.b64encode(
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff\x08\x06\0\0\0" + b"\0" * 40
    )
    taken(
        home,
        pieces(
            "photos.vcf",
            *vcard(b"PHOTO;ENCODING=b;TYPE=SVG:" + svg + b"\r\n", uid="svg"),
            *vcard(b"PHOTO;ENCODING=b;TYPE=JPEG:" + html + b"\r\n", uid="html"),
            *vcard(b"PHOTO;ENCODING=b:" + giant + b"\r\n", uid="giant"),
            *vcard(b"PHOTO;ENCODING=b:!!!!" + b"\r\n", uid="none"),
            *vcard(b"PHOTO;VALUE=uri:http://127.0.0.1:9/x\r\n", uid="away"),
            *vcard(b"PHOTO;VALUE=uri:file:///etc/passwd\r\n", uid="local"),
            *vcard(b"PHOTO:data:image/svg+xml;base64," + svg + b"\r\n", uid="data"),
        ),
    )
    for uid in ("svg", "html", "none", "away", "local", "data"):
        shown = result("connections", "show", uid, home=home)
        check(shown["photo"] is None, f"{uid} has a photo: {shown['photo']}")
    # Nothing here decodes a picture: one of 2^31 by 2^31 pixels costs its 69 octets, and is given out as it came.
    kept = result("connections", "show", "giant", home=home)["photo"]
    check((kept["mediaType"], kept["byteCount"]) == ("image/png", 69), f"the giant photo is {kept}")
    cards = attempt("export", "connections", home=home, memory=100).output
    check(giant in re.sub(rb"\r\n ", b"", cards), "the giant photo is not as it came")
    again(home, "connections", "vcard", "csv")


@attack
def bytes_that_are_no_text(home):
    """vCard, iCalendar, CSV, OPML, Markdown: invalid UTF-8, NULs and surrogates in every line"""
    bad = b"\xff\xfe\x00\x80\xc3(\xed\xa0\x80\xf4\x90\x80\x80\x00"
    files = [
        pieces(
            "bad.vcf",
            *vcard(b"NOTE" + bad + b":" + bad + b"\r\n" + bad + b"\r\nTEL;TYPE=" + bad + b":" + bad + b"\r\n"),
        ),
        pieces(
            "bad.ics",
            *calendar(*component("VEVENT", "bad", b"SUMMARY:" + bad + b"\r\nX-" + bad + b":1\r\n" + bad + b"\r\n")),
        ),
        pieces("bad.csv", b"title,target,days\n" + bad + b"," + bad + b"," + bad + b"\n"),
        pieces(
            "bad.opml",
            b"<opml version='2.0'><body><outline text='" + bad + b"' " + bad + b"='1'/>" + bad + b"</body></opml>",
        ),
        pieces("bad.md", b"---\ndate: 2025-03-01\ntitle: " + bad + b"\n---\n\n" + bad + b"\n"),
    ]
    for path in files * 2:
        taken(home, path, *(OUTLINES if path.endswith(".opml") else ()), status=(0, 65))
    again(home, "connections", "vcard", "csv")
    again(home, "calendar", "icalendar", "csv")


@attack
def cyclic_people(home):
    """vCard: RELATED and MEMBER in circles, and a person who is their own"""
    taken(
        home,
        pieces(
            "circle.vcf",
            b"".join(
                b"BEGIN:VCARD\r\nVERSION:4.0\r\nUID:urn:uuid:c%d\r\nFN:C%d\r\nKIND:%s\r\n"
                b"RELATED;TYPE=parent:urn:uuid:c%d\r\n%sEND:VCARD\r\n"
                % (
                    n,
                    n,
                    b"group" if n % 2 else b"individual",
                    (n + 1) % 50,
                    b"MEMBER:urn:uuid:c%d\r\n" % n if n % 2 else b"",
                )
                for n in range(50)
            ),
        ),
    )
    attempt("connections", "relations", "C1", "--json", home=home)
    attempt("connections", "timeline", "C1", "--json", home=home)
    attempt("discover", "reconnect", "--json", home=home)
    again(home, "connections", "vcard")


# CSV


@attack
def million_columns(home):
    """CSV: a million columns, in the header and in a row; as many as may be, all of one name and each of its own"""
    many = size(1_000_000, 20_000)
    for name, parts in [
        ("header.csv", [(b"a,", many), b"b\nx\n"]),
        ("row.csv", [b"title,target\n", (b"x,", many), b"y\n"]),
        ("quoted.csv", [b"title,target\n", (b'"",', many), b"y\n"]),
        ("names.csv", [b"name,email", (b",x", many), b"\nJo,jo@example.com\n"]),
    ]:
        done = taken(home, pieces(name, *parts), status=(0, 64, 65), memory=900, seconds=180)
        if name in ("header.csv", "names.csv"):
            check("at most 16384" in done.output.decode() + done.said, f"{name}: {done.said[-200:]}")
    most = size(16_384, 2_000)
    for name, header in [
        ("same.csv", b"a," * (most - 1) + b"a"),
        ("own.csv", b",".join(b"%x" % n for n in range(most))),
    ]:
        taken(home, pieces(name, header, b"\nx\n"), status=(0, 64, 65), memory=900, seconds=180)
    again(home, "habits", "csv")


@attack
def long_cell(home):
    """CSV: a cell of 100 MB, and a quote that never ends"""
    for name, parts in [
        ("cell.csv", [b"title,target\n", (b"x", BIG), b",3\n"]),
        ("quote.csv", [b'title,target\n"', (b"x" * 100_000 + b",\n", BIG // 100_002)]),
        ("header.csv", [(b"x", size(BIG, 100_000)), b"\n1\n"]),
    ]:
        taken(home, pieces(name, *parts), status=(0, 64, 65), memory=500, seconds=180)
    again(home, "habits", "csv", memory=400)


@attack
def numbers(home):
    """CSV: huge numbers, days of year 99999, 1e400, not a number"""
    rows = [
        b"n%d,%s,%s\n" % (n, value, value)
        for n, value in enumerate(
            [
                b"9" * 40,
                b"-1",
                b"1e400",
                b"NaN",
                b"inf",
                b"0x10",
                b"99999-01-01",
                b"2025-02-30",
                b"9" * 4000,
                b"1.7976931348623157e309",
            ]
        )
    ]
    done = taken(home, pieces("numbers.csv", b"title,target,days\n", *rows))
    check(b'"issues":[{' in done.output, "nothing is said of values that are none")
    sets = b"".join(
        b"Press,strength,2025-03-01,%s,%s\n" % (value, value)
        for value in [b"9" * 30, b"1e308", b"-5", b"NaN kg", b"1e-400"]
    )
    taken(home, pieces("sets.csv", b"exercise,category,day,weight,reps\n", sets), status=(0, 64, 65))
    for module in ("habits", "exercise"):
        again(home, module, "csv")
    attempt("exercise", "records", "--json", home=home)


@attack
def formulas(home):
    """CSV: formulas are as they were, harmless where it is asked for, and restored by the import"""
    cells = ["=HYPERLINK(1)", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "'=1"]
    for cell in cells:
        attempt("habits", "add", cell, home=home, status=(0, 64, 65))
    titles = sorted(item["title"] for item in result("habits", "list", home=home)["items"])
    safe = attempt("export", "habits", "--format", "csv", "--for-spreadsheet", home=home).output
    for line in safe.decode().splitlines()[1:]:
        title = line.split(",")[1].lstrip('"')
        # A number with a sign is a number, and no formula.
        check(title[:1] not in tuple("=+-@\t\r") or re.fullmatch(r"[+-]\d+", title), f"runs as a formula: {line!r}")
    other = home + "2"
    atrium("modules", "enable", "habits", home=other, expect=0)
    taken(other, pieces("safe.csv", safe))
    check(sorted(item["title"] for item in result("habits", "list", home=other)["items"]) == titles, "not as it was")


# Markdown, jrnl, and what is no format


@attack
def front_matter(home):
    """Markdown and jrnl: front matter that nests, refers to itself, or never ends; 100 MB lines"""
    yaml = [
        b"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: *c\n",
        (b"[", 100_000),
        b"- " * 50_000,
        b"people: *people\n",
        b"date: !!python/object/apply:os.system [id]\n",
    ]
    for number, text in enumerate(yaml):
        taken(home, pieces(f"{number}.md", b"---\ndate: 2025-03-01\n", text, b"\n---\n\nText\n"), status=(0, 65))
    taken(
        home,
        pieces("open.md", b"---\ndate: 2025-03-01\n", (b"a: b\n", BIG // 5)),
        status=(0, 65),
        memory=500,
        seconds=120,
    )
    taken(
        home, pieces("long.md", b"---\ndate: 2025-03-01\n---\n", (b"x", BIG)), status=(0, 65), memory=500, seconds=120
    )
    taken(
        home,
        pieces(
            "quotes.md", b"---\ndate: 2025-03-01\n---\n", (b"> ", MEGABYTE), b"\n", (b"[", MEGABYTE), (b"*_", MEGABYTE)
        ),
        memory=400,
        seconds=120,
    )
    again(home, "journal", "markdown", "icalendar", memory=400)


@attack
def no_format(home):
    """what is no format: noise, devices, pipes that say nothing, a folder that holds itself"""
    noise = pieces("noise.vcf", os.urandom(2 * MEGABYTE))
    attempt("import", noise, home=home, status=(0, 65))
    for path in ("/dev/null", "/dev/zero", "/proc/self/mem"):
        attempt("import", path, home=home, status=(64, 65, 66, 73, 74, 77), seconds=60)
    folder = f"{ROOT}/self"
    os.makedirs(folder, exist_ok=True)
    os.path.lexists(f"{folder}/again") or os.symlink(folder, f"{folder}/again")
    pieces("self/a.vcf", *vcard(uid="once"))
    attempt("import", folder, home=home)
    check(
        result("connections", "list", home=home)["items"]
        and attempt("connections", "show", "once", "--json", home=home),
        "the file in it",
    )


finish()
