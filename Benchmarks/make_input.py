#!/usr/bin/env python3
"""Writes the benchmark's input: make_input.py KIND COUNT FILE. The same arguments give the same file.

cards      about 580 bytes each, version 3.0, ASCII, without folds
people     such cards of people who are all different, but for every hundredth, who is there twice
mixed      cards as programs write them: half have folded lines and letters beyond ASCII, one in seven is of version 2.1
           with QUOTED-PRINTABLE, one in twenty has a photo of 3 to 12 kB in base64
events     about 550 bytes each; every tenth recurs
rows       a table of contacts, 24 columns as in Google's export, a fifth of the fields quoted, some with line ends
outlines   feeds in folders, five attributes each
todos      tasks of todo.txt, about 100 bytes each: marks, days, keys, one in three done
papers     TaskPaper: projects of twenty tasks with tags, one in four with a note
todoist    a project as Todoist exports it: a section every fifty tasks, up to three levels, labels; one in four has a
           day, one in twenty a day in words, one in ten a comment in a row of its own
sets       what was trained, as Strong exports it: workouts of twenty sets, of sixty exercises, one in four hours

All names are made up of syllables."""

import base64
import datetime
import functools
import random
import sys

SYLLABLES = "an bel cor da el fi gar ho il jo ka lu mar no ol pe qui ra sa ti ul va wen xi yor za".split()
CITIES = ["Altona", "Brigg", "Corvale", "Dunmere", "Estrel", "Farrow", "Gildon", "Harwick"]
RULES = [
    "FREQ=WEEKLY;BYDAY=MO,WE,FR",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
    "FREQ=MONTHLY;BYDAY=1MO",
    "FREQ=MONTHLY;BYMONTHDAY=15",
    "FREQ=YEARLY",
    "FREQ=DAILY;COUNT=200",
    "FREQ=WEEKLY;UNTIL=20301231T000000Z",
    "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=YEARLY;BYMONTH=3,9;BYDAY=2SU",
    "FREQ=DAILY;INTERVAL=3",
]
ZONES = ["Europe/Vienna", "America/New_York", "Asia/Tokyo"]


def name(rnd):
    return "".join(rnd.choice(SYLLABLES) for _ in range(rnd.randint(2, 3))).capitalize()


def telephone(rnd, own):
    """A number; of `own`, somebody's number and which of their telephones it is, nobody else's."""
    if own:
        return f"+1 {200 + own[0] // 10**6} {own[0] // 10**3 % 1000:03} {own[0] % 1000:03}{own[1]}"
    return f"+1 555 {rnd.randint(100, 999)} {rnd.randint(1000, 9999)}"


def card(rnd, i, own=""):
    """A card; `own` makes its family name and its numbers nobody else's."""
    given, family = name(rnd), name(rnd) + own
    mail = f"{given}.{family}{i}@example.org".lower()
    return "\r\n".join(
        [
            "BEGIN:VCARD",
            "VERSION:3.0",
            f"UID:bench-{i:08d}-{rnd.getrandbits(48):012x}",
            f"N:{family};{given};{name(rnd)};;",
            f"FN:{given} {family}",
            f"ORG:{name(rnd)} Works;Department {i % 40}",
            f"TITLE:{name(rnd)} officer",
            f"EMAIL;TYPE=INTERNET,WORK:{mail}",
            f"EMAIL;TYPE=INTERNET,HOME:{given.lower()}{i}@home.example.com",
            f"TEL;TYPE=CELL:{telephone(rnd, own and (i, 1))}",
            f"TEL;TYPE=WORK,VOICE:{telephone(rnd, own and (i, 2))}",
            f"ADR;TYPE=HOME:;;{rnd.randint(1, 400)} {name(rnd)} Road;"
            f"{rnd.choice(CITIES)};;{rnd.randint(10000, 99999)};Utopia",
            f"BDAY:{rnd.randint(1940, 2010)}-{rnd.randint(1, 12):02d}-{rnd.randint(1, 28):02d}",
            f"CATEGORIES:{rnd.choice(['friends', 'family', 'work', 'club'])}",
            f"NOTE:Met at {name(rnd)} {name(rnd)}\\, likes {name(rnd).lower()} and {name(rnd).lower()}, "
            f"knows {name(rnd)} well.",
            f"URL:https://www.example.net/{family.lower()}/{i}",
            "REV:2024-05-01T10:00:00Z",
            "END:VCARD",
            "",
        ]
    )


def person(_, i):
    """A card of one who shares name, numbers and addresses with nobody, but for every hundredth: it is the one before
    once more. So the share of duplicates is the same however many there are."""
    who, own, rest = i - (i % 100 == 99), "", i - (i % 100 == 99) + len(SYLLABLES)
    while rest:
        own, rest = own + SYLLABLES[rest % len(SYLLABLES)], rest // len(SYLLABLES)
    return card(random.Random(f"person {who}"), who, own).replace(f"UID:bench-{who:08d}", f"UID:bench-{i:08d}")


LETTERS = ["\u00e9", "\u00f6", "\u0142", "\u0436", "\u6771", "\u03b1", "\u00f1", "\U0001f33f"]


def foreign(rnd):
    """A name with letters beyond ASCII."""
    text = name(rnd)
    return text[:2] + rnd.choice(LETTERS) + text[2:] + rnd.choice(LETTERS[:3])


def fold(line):
    """The line folded at 75 octets, never within a character."""
    pieces, piece, width = [], "", 0
    for character in line:
        octets = len(character.encode())
        if width + octets > 75:
            pieces.append(piece)
            piece, width = "", 1
        piece += character
        width += octets
    return "\r\n ".join(pieces + [piece])


def quoted_printable(head, text):
    """A 2.1 line with soft breaks."""
    units = [chr(b) if 32 < b < 127 and b != 61 or b == 32 else f"={b:02X}" for b in text.encode()]
    lines, line = [], head
    for unit in units:
        if len(line) + len(unit) > 75:
            lines.append(line + "=")
            line = ""
        line += unit
    return "\r\n".join(lines + [line])


def old_card(rnd, i):
    given, family = foreign(rnd), foreign(rnd)
    head = ";CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:"
    return "\r\n".join(
        [
            "BEGIN:VCARD",
            "VERSION:2.1",
            quoted_printable("N" + head, f"{family};{given};;;"),
            quoted_printable("FN" + head, f"{given} {family}"),
            f"TEL;CELL:+1555{rnd.randint(1000000, 9999999)}",
            f"TEL;HOME;VOICE;PREF:+1555{rnd.randint(1000000, 9999999)}",
            f"EMAIL;INTERNET:contact{i}@example.org",
            quoted_printable(
                "ADR;HOME" + head,
                f";;{rnd.randint(1, 400)} {foreign(rnd)} Road;{rnd.choice(CITIES)};;{rnd.randint(10000, 99999)};Utopia",
            ),
            quoted_printable(
                "NOTE" + head,
                f"Met at {foreign(rnd)}.\r\nLikes {name(rnd)} and {foreign(rnd)}, knows {foreign(rnd)} well.",
            ),
            f"BDAY:{rnd.randint(1940, 2010)}{rnd.randint(1, 12):02d}{rnd.randint(1, 28):02d}",
            "END:VCARD",
            "",
        ]
    )


def modern_card(rnd, i):
    given, family = foreign(rnd), foreign(rnd)
    words = " ".join(rnd.choice([name, foreign])(rnd) for _ in range(rnd.randint(8, 40)))
    lines = [
        "BEGIN:VCARD",
        "VERSION:4.0",
        f"UID:urn:uuid:{rnd.getrandbits(32):08x}-{i % 65536:04x}-4{rnd.getrandbits(12):03x}"
        f"-9{rnd.getrandbits(12):03x}-{rnd.getrandbits(48):012x}",
        f"N:{family};{given};{name(rnd)};;",
        f"FN:{given} {family}",
        f"NICKNAME:{given[:4]},{family[:5]}",
        f"ORG:{foreign(rnd)} Works;Department {i % 40}",
        f"TITLE:{name(rnd)} officer",
        f"EMAIL;TYPE=work;PREF=1:{name(rnd).lower()}{i}@example.org",
        f"item1.EMAIL:{name(rnd).lower()}{i}@home.example.com",
        "item1.X-ABLabel:_$!<HomePage>!$_",
        f'TEL;VALUE=uri;TYPE="cell,voice":tel:+1-555-{rnd.randint(100, 999)}-{rnd.randint(1000, 9999)}',
        f'ADR;TYPE=home;LABEL="{rnd.randint(1, 400)} {foreign(rnd)} Road\\n{rnd.choice(CITIES)}":;;'
        f"{rnd.randint(1, 400)} {foreign(rnd)} Road;{rnd.choice(CITIES)};;{rnd.randint(10000, 99999)};Utopia",
        f"BDAY:--{rnd.randint(1, 12):02d}{rnd.randint(1, 28):02d}",
        f"IMPP;TYPE=home:xmpp:{name(rnd).lower()}@example.org",
        f"NOTE:{words}\\, likes {name(rnd).lower()}\\nand {foreign(rnd).lower()}.",
        f"X-SOCIALPROFILE;TYPE=photos:https://photos.example.net/{i}",
        f"URL:https://www.example.net/{rnd.getrandbits(160):040x}/{i}/index.html?from=contacts&lang=en",
        "REV:20240501T100000Z",
        "END:VCARD",
        "",
    ]
    return "\r\n".join(map(fold, lines))


def mixed(rnd, i):
    kind = rnd.random()
    text = old_card(rnd, i) if kind < 1 / 7 else modern_card(rnd, i) if kind < 9 / 14 else card(rnd, i)
    if rnd.random() < 0.05:
        photo = base64.b64encode(b"\xff\xd8\xff" + rnd.randbytes(rnd.randint(3000, 12000))).decode()
        head = (
            "PHOTO;JPEG;ENCODING=BASE64:"
            if kind < 1 / 7
            else "PHOTO:data:image/jpeg;base64,"
            if kind < 9 / 14
            else "PHOTO;ENCODING=b;TYPE=JPEG:"
        )
        end = "\r\nEND:VCARD\r\n"
        text = text[: -len("END:VCARD\r\n")] + fold(head + photo) + ("\r\n" if kind < 1 / 7 else "") + end
    return text


COLUMNS = (
    "First Name,Middle Name,Last Name,Phonetic First Name,Nickname,Organization Name,Organization Title,Birthday,Notes,"
    "Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,"
    "Phone 2 - Label,Phone 2 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,"
    "Address 1 - Country,Website 1 - Value"
)


def row(rnd, i):
    given, family = rnd.choice([name, foreign])(rnd), name(rnd)
    street, city = f"{rnd.randint(1, 400)} {name(rnd)} Road", rnd.choice(CITIES)
    cells = [
        given,
        name(rnd) if i % 3 == 0 else "",
        family,
        "",
        given[:4] if i % 4 == 0 else "",
        f"{name(rnd)} Works, Inc." if i % 2 else f"{name(rnd)} Works",
        f"{name(rnd)} officer",
        f"{rnd.randint(1940, 2010)}-{rnd.randint(1, 12):02d}-{rnd.randint(1, 28):02d}",
        f'Met at {name(rnd)}, said "{name(rnd)}"' if i % 5 == 0 else "",
        "* myContacts",
        "* Work",
        f"{given}.{family}{i}@example.org".lower(),
        "Home",
        f"{name(rnd).lower()}{i}@home.example.com",
        "Mobile",
        f"+1 555 {rnd.randint(100, 999)} {rnd.randint(1000, 9999)}",
        "Work",
        f"+1 555 {rnd.randint(100, 999)} {rnd.randint(1000, 9999)}",
        "Home",
        f"{street}\n{city}\nUtopia",
        street,
        city,
        "Utopia",
        f"https://www.example.net/{family.lower()}/{i}",
    ]
    return ",".join('"' + c.replace('"', '""') + '"' if any(x in c for x in ',"\n') else c for c in cells) + "\r\n"


def outline(rnd, i):
    site = name(rnd).lower()
    title = rnd.choice([name, foreign])(rnd) + " &amp; " + name(rnd)
    text = (
        f'      <outline type="rss" text="{title}" title="{title}" xmlUrl="https://{site}.example.org/feed/{i}.xml" '
        f'htmlUrl="https://{site}.example.org/{i}?a=1&amp;b=2" />\n'
    )
    if i % 20 == 0:
        text = ("    </outline>\n" if i else "") + f'    <outline text="{name(rnd)} {i // 20}">\n' + text
    return text


@functools.lru_cache
def lift(number):
    rnd = random.Random(f"lift {number}")
    return f"{name(rnd)} {name(rnd)} ({rnd.choice(['Barbell', 'Dumbbell', 'Machine', 'Cable'])})"


def performed(rnd, i):
    """A set: five exercises a workout with four sets each; the last is a run in one workout of five."""
    workout, place = divmod(i, 20)
    begun = datetime.datetime(2000, 1, 1, 6) + datetime.timedelta(hours=4 * workout, seconds=workout * 7919 % 3600)
    is_run = place == 19 and workout % 5 == 0
    what = "Running" if is_run else lift((workout * 7 + place // 4) % 60)
    done = (
        [0.0, 0.0, rnd.randint(2000, 12000) / 1000, rnd.randint(600, 4000)]
        if is_run
        else [rnd.randint(8, 80) * 2.5, float(rnd.randint(3, 15)), 0, 0.0]
    )
    cells = [
        str(begun),
        f'"{lift(workout % 60)[:9]} // {"ABC"[workout % 3]}"',
        f"{30 + workout * 7 % 60}m",
        f'"{what}"',
        1 if is_run else place % 4 + 1,
        *done,
        rnd.choice(["", "", "", "8", "8.5"]),
    ]
    return ",".join(map(str, cells)) + "\r\n"


def event(rnd, i):
    year, month, day = rnd.randint(2012, 2027), rnd.randint(1, 12), rnd.randint(1, 28)
    hour, zone = rnd.randint(7, 20), rnd.choice(ZONES)
    date = f"{year}{month:02d}{day:02d}"
    lines = [
        "BEGIN:VEVENT",
        f"UID:bench-{i:08d}-{rnd.getrandbits(48):012x}@example.org",
        "DTSTAMP:20240501T100000Z",
        f"DTSTART;TZID={zone}:{date}T{hour:02d}0000",
        f"DTEND;TZID={zone}:{date}T{hour + 1:02d}3000",
        f"SUMMARY:{name(rnd)} {name(rnd)} meeting",
        f"DESCRIPTION:Talk about {name(rnd).lower()} and {name(rnd).lower()}\\, then {name(rnd).lower()}.",
        f"LOCATION:{rnd.randint(1, 400)} {name(rnd)} Road\\, {rnd.choice(CITIES)}",
        f"ORGANIZER;CN={name(rnd)} {name(rnd)}:mailto:{name(rnd).lower()}@example.org",
        f"ATTENDEE;CN={name(rnd)};PARTSTAT=ACCEPTED:mailto:{name(rnd).lower()}@example.com",
        f"CATEGORIES:{rnd.choice(['work', 'home', 'club'])}",
        "STATUS:CONFIRMED",
        "SEQUENCE:1",
        "TRANSP:OPAQUE",
        "CREATED:20240401T090000Z",
        "LAST-MODIFIED:20240501T100000Z",
    ]
    if i % 10 == 0:
        lines.append("RRULE:" + RULES[(i // 10) % len(RULES)])
    lines += ["END:VEVENT", ""]
    return "\r\n".join(lines)


def words(rnd, count):
    return " ".join(name(rnd) for _ in range(count))


def day(rnd):
    return f"2026-{rnd.randint(1, 12):02}-{rnd.randint(1, 28):02}"


def todo(rnd, i):
    head = f"x {day(rnd)} {day(rnd)} " if i % 3 == 0 else f"({rnd.choice('ABC')}) {day(rnd)} "
    return f"{head}{words(rnd, 6)} {i} +{name(rnd)} @{name(rnd).lower()} due:{day(rnd)}\n"


def paper(rnd, i):
    project = f"{words(rnd, 2)}:\n" if i % 20 == 0 else ""
    note = f"\t\t{words(rnd, 12)}\n" if i % 4 == 0 else ""
    done = f" @done({day(rnd)})" if i % 3 == 0 else ""
    return f"{project}\t- {words(rnd, 6)} {i} @{name(rnd).lower()} @due({day(rnd)} 14:00){done}\n{note}"


def todoist(rnd, i):
    section = f"section,{words(rnd, 2)},,,,,,,,,,,,,no\n" if i % 50 == 0 else ""
    label = f" @{name(rnd).lower()}" if rnd.random() < 0.4 else ""
    described = f'"{words(rnd, 6)}, then {words(rnd, 4)}"' if i % 5 == 0 else ""
    kind = rnd.random()
    date = (
        f"{day(rnd)} {rnd.randint(8, 20):02}:{rnd.choice(['00', '30'])}"
        if kind < 0.1
        else day(rnd)
        if kind < 0.25
        else rnd.choice(["every monday", "every day", "every 2 weeks", "every month"])
        if kind < 0.3
        else ""
    )
    minutes = rnd.choice([15, 30, 60]) if kind < 0.1 else "None"
    cells = [
        "task",
        f"{words(rnd, 4)} {i}{label}",
        described,
        rnd.choice([1, 2, 3, 4, 4, 4]),
        [1, 1, 2, 2, 3][i % 5] if i % 50 else 1,
        f"{name(rnd)} {name(rnd)} (101)",
        "",
        date,
        "en",
        "Europe/Vienna",
        minutes,
        "minute" if kind < 0.1 else "None",
        day(rnd) if rnd.random() < 0.05 else "",
        "en",
        "",
    ]
    note = f"note,{words(rnd, 10)},,,,{name(rnd)} (101),,,,,,,,,\n" if i % 10 == 0 else ""
    return section + ",".join(map(str, cells)) + "\n" + note


def zone(identifier, standard, daylight):
    text = f"BEGIN:VTIMEZONE\r\nTZID:{identifier}\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\n"
    text += f"TZOFFSETFROM:{daylight or standard}\r\nTZOFFSETTO:{standard}\r\n"
    text += "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n" if daylight else ""
    text += "END:STANDARD\r\n"
    if daylight:
        text += f"BEGIN:DAYLIGHT\r\nDTSTART:19700329T020000\r\nTZOFFSETFROM:{standard}\r\nTZOFFSETTO:{daylight}\r\n"
        text += "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nEND:DAYLIGHT\r\n"
    return text + "END:VTIMEZONE\r\n"


FRAMES = {
    "events": lambda: (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Benchmark//EN\r\n"
        + zone(ZONES[0], "+0100", "+0200")
        + zone(ZONES[1], "-0500", "-0400")
        + zone(ZONES[2], "+0900", None),
        "END:VCALENDAR\r\n",
    ),
    "rows": lambda: (COLUMNS + "\r\n", ""),
    "sets": lambda: ("Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,RPE\r\n", ""),
    "todoist": lambda: (
        "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,"
        "DEADLINE,DEADLINE_LANG,IS_COLLAPSED\n",
        "",
    ),
    "outlines": lambda: (
        '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n  <head><title>Feeds</title></head>\n  <body>\n',
        "    </outline>\n  </body>\n</opml>\n",
    ),
}
ITEMS = {
    "cards": card,
    "people": person,
    "mixed": mixed,
    "events": event,
    "rows": row,
    "outlines": outline,
    "todos": todo,
    "papers": paper,
    "todoist": todoist,
    "sets": performed,
}


def main():
    kind, count, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    rnd = random.Random(f"{kind} {count}")
    head, tail = FRAMES.get(kind, lambda: ("", ""))()
    with open(path, "w", newline="", encoding="utf-8") as output:
        output.write(head)
        for i in range(count):
            output.write(ITEMS[kind](rnd, i))
        output.write(tail)


if __name__ == "__main__":
    main()
