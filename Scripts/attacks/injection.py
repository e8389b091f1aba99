"""Values with line breaks: the files that bring them in, and the search for lines that they began in what is written.

A value begins a line where a writer does not escape what its grammar ends lines with; whoever reads the file then takes
the rest of the value for a property, a row or an element of its own. Each value here goes on, after the break, as such
a property would: `X-EVIL:1`."""

import csv
import io
import re
import xml.etree.ElementTree

# What ends a line in all formats, and what does so for some readers only: that comes in and goes out like a letter.
ENDS = ("\r\n", "\n", "\r")
BREAKS = (*ENDS, "\x85", "\u2028")
MARK = "X-EVIL"
QUOTED = ";CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:"
# What a card and a calendar may say in words or as an address.
CARD_PROPERTIES = (
    "URL TEL EMAIL TITLE ROLE NOTE ORG NICKNAME CATEGORIES ADR LABEL MAILER TZ GEO REV KEY SOUND LOGO AGENT PHOTO "
    "SOURCE X-THING X-ABLABEL X-JABBER X-SPOUSE X-PHONETIC-FIRST-NAME X-ANDROID-CUSTOM X-ANNIVERSARY item1.X-A"
).split()
ITEM_PROPERTIES = (
    "SUMMARY DESCRIPTION LOCATION URL ATTENDEE ATTACH CATEGORIES RESOURCES CLASS STATUS PRIORITY CONTACT ORGANIZER "
    "COMMENT RELATED-TO AALARM DALARM MALARM PALARM RRULE EXDATE COLOR CONFERENCE IMAGE TRANSP GEO SEQUENCE X-THING"
).split()
FILE_PROPERTIES = "PRODID X-WR-CALNAME X-WR-CALDESC NAME SOURCE TZ".split()
# Each way in which records are given out: the module, the format, the version of cards.
EXPORTS = [("connections", "vcard", version) for version in ("source", "2.1", "3.0", "4.0")] + [
    (module, name, None)
    for module, names in (
        ("connections", "csv icalendar"),
        ("calendar", "icalendar csv"),
        ("reminders", "icalendar"),
        ("journal", "icalendar csv markdown"),
        ("mental-models", "opml"),
    )
    for name in names.split()
]


def evil(line_break):
    return f'x"{line_break}{MARK}:1'


def plain(text):
    """A text with the line breaks that the vault keeps: those of a file become LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


# Files


def quoted_printable(text):
    octets = text.encode()
    return "".join(chr(octet) if 32 <= octet < 127 and octet not in b'="' else f"={octet:02X}" for octet in octets)


def lines_of(names, text):
    return "".join(f"{name}{QUOTED}{quoted_printable(text)}\r\n" for name in names)


def people(prefix="breaks"):
    """A vCard 2.1 file: a card for each break, every property of it with that break in it."""
    return "".join(
        f"BEGIN:VCARD\r\nVERSION:2.1\r\nUID:{prefix}-{number}\r\nBDAY:19850412\r\n"
        f"N{QUOTED}{';'.join([quoted_printable(evil(found))] * 5)}\r\n"
        + lines_of(["FN", *CARD_PROPERTIES], evil(found))
        + "END:VCARD\r\n"
        for number, found in enumerate(BREAKS)
    )


def calendars(prefix="breaks"):
    """A vCalendar 1.0 file: an event, a to-do and an entry for each break."""
    return (
        "BEGIN:VCALENDAR\r\nVERSION:1.0\r\n"
        + lines_of(FILE_PROPERTIES, evil("\r\n"))
        + "".join(
            f"BEGIN:{kind}\r\nUID:{prefix}-{kind.lower()}-{number}\r\nDTSTART:20250303T090000Z\r\n"
            + lines_of(ITEM_PROPERTIES, evil(found))
            + f"END:{kind}\r\n"
            for number, found in enumerate(BREAKS)
            for kind in ("VEVENT", "VTODO", "VJOURNAL")
        )
        + "END:VCALENDAR\r\n"
    )


def outlines():
    """An OPML file: texts that end their attribute and begin an element, and such with line breaks."""
    texts = [f'{number}"/>{found}<outline text="{MARK}' for number, found in enumerate(BREAKS)]
    escaped = ("".join(letter if letter.isalnum() else f"&#{ord(letter)};" for letter in text) for text in texts)
    return (
        '<opml version="2.0"><body><outline text="Breaks">'
        + "".join(f'<outline text="{text}" _note="{text}"/>' for text in escaped)
        + "</outline></body></opml>"
    )


# The search


def logical_lines(data):
    """Lines of a vCard or iCalendar file: unfolded, split at CR LF, LF and CR, and without the soft line breaks of
    quoted-printable."""
    lines = []
    for line in re.split(rb"\r\n|\r|\n", re.sub(rb"\r?\n[ \t]", b"", data)):
        head = lines[-1].partition(b":")[0].upper() if lines else b""
        if b"QUOTED-PRINTABLE" in head and lines[-1].endswith(b"="):
            lines[-1] = lines[-1][:-1] + line
        else:
            lines.append(line)
    return lines


def in_lines(data):
    names = ((line, re.split(rb"[:;]", line)[0].split(b".")[-1]) for line in logical_lines(data))
    return [line for line, name in names if name.strip().upper() == MARK.encode()]


def in_table(data):
    """Rows that have another number of cells than the header, or that a cell's text begins; or why it is no table."""
    try:
        header, *rows = csv.reader(io.StringIO(data.decode(), newline=""), strict=True)
    except csv.Error as error:
        return [str(error)]
    return [row for row in rows if len(row) != len(header) or row[0].startswith(MARK)]


def in_outline(data):
    """Elements that a text began; or why it is no XML."""
    try:
        tree = xml.etree.ElementTree.fromstring(data)
    except xml.etree.ElementTree.ParseError as error:
        return [str(error)]
    return [
        element.attrib
        for element in tree.iter("outline")
        if any(value.startswith(MARK) for value in element.attrib.values())
    ]


def in_front_matter(data):
    """Lines of front matter that a value began; what follows it may have any line."""
    found, inside = [], False
    for line in re.split(r"\r\n|\r|\n", data.decode()):
        if line == "---":
            inside = not inside
        elif inside and line.startswith(MARK):
            found.append(line)
    return found


SEARCHES = {"vcard": in_lines, "icalendar": in_lines, "csv": in_table, "opml": in_outline, "markdown": in_front_matter}


def injected(name, data):
    """What values began in a file of a format: lines, rows, elements."""
    return SEARCHES[name](data)


def expect_whole(exports, least):
    """Fails where a value began anything in a file, or where fewer values than `least` are in it, so that nothing was
    tried; the files are given as module, format, version and bytes."""
    for module, name, version, data in exports:
        what = f"{module} as {name} {version or ''}"
        if found := injected(name, data):
            raise AssertionError(f"{what}: {found[:3]}")
        # What a birthday says as an event is whose it is, and no more.
        if data.count(MARK.encode()) < (min(least, 1) if (module, name) == ("connections", "icalendar") else least):
            raise AssertionError(f"{what}: the values are not in it: {data[:300]}")


# Exports as a writer that escapes nothing, or by another grammar, would write them; `@` stands for the value.
BAD = [
    ("vcard", "BEGIN:VCARD\r\nNOTE:@\r\nEND:VCARD\r\n"),
    ("icalendar", "BEGIN:VEVENT\r\nATTACH:@\r\nEND:VEVENT\r\n"),
    ("vcard", 'BEGIN:VCARD\r\nADR;LABEL="@":;;a\r\nEND:VCARD\r\n'),
    ("csv", "name,note\r\n1,@\r\n"),
    ("vcard", "NOTE;ENCODING=QUOTED-PRINTABLE:a=\r\nb@\r\n"),
    ("csv", 'name,note\r\n1,"a"@\r\n'),
    ("markdown", "---\ntitle: @\n---\n\ntext\n"),
]
# And such as are well: folds, soft line breaks and cells that go on with the mark, and text after front matter.
GOOD = [
    ("vcard", f"NOTE:a\r\n {MARK}:1\r\n"),
    ("vcard", f"NOTE;ENCODING=QUOTED-PRINTABLE:a=0D=0A=\r\n{MARK}:1\r\n"),
    ("icalendar", f"SUMMARY:a\\n{MARK}:1\r\n"),
    ("csv", f'name,note\r\n1,"a""\r\n{MARK},1"\r\n'),
    ("opml", f'<opml><body><outline text="&quot;/>&#13;&lt;outline text=&quot;{MARK}"/></body></opml>'),
    ("markdown", f"---\ntitle: a {MARK}\n---\n\n{MARK}: 1\n"),
]


def self_test():
    """Fails where the search misses what a bad writer would begin, or finds a line where none begins."""
    for name, text in BAD:
        for found in ENDS:
            made = text.replace("@", "x" + found + MARK + ":1")
            if not injected(name, made.encode()):
                raise AssertionError(f"the search does not find the line in {made!r}")
    if not injected("opml", f'<opml><outline text="x"/>\n<outline text="{MARK}"/></opml>'.encode()):
        raise AssertionError("the search does not find an element")
    for name, text in GOOD:
        if injected(name, text.encode()):
            raise AssertionError(f"the search finds a line in {text!r}")
