#!/usr/bin/env python3
"""Writes the benchmark's input: make_input.py cards|events COUNT FILE. The same arguments give the same file.

Cards have about 580 bytes, events about 550; every tenth event recurs. All names are made up of syllables."""
import random
import sys

SYLLABLES = "an bel cor da el fi gar ho il jo ka lu mar no ol pe qui ra sa ti ul va wen xi yor za".split()
CITIES = ["Altona", "Brigg", "Corvale", "Dunmere", "Estrel", "Farrow", "Gildon", "Harwick"]
RULES = [
    "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "FREQ=MONTHLY;BYDAY=1MO",
    "FREQ=MONTHLY;BYMONTHDAY=15", "FREQ=YEARLY", "FREQ=DAILY;COUNT=200", "FREQ=WEEKLY;UNTIL=20301231T000000Z",
    "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=YEARLY;BYMONTH=3,9;BYDAY=2SU", "FREQ=DAILY;INTERVAL=3",
]
ZONES = ["Europe/Vienna", "America/New_York", "Asia/Tokyo"]


def name(rnd):
    return "".join(rnd.choice(SYLLABLES) for _ in range(rnd.randint(2, 3))).capitalize()


def card(rnd, i):
    given, family = name(rnd), name(rnd)
    mail = f"{given}.{family}{i}@example.org".lower()
    return "\r\n".join([
        "BEGIN:VCARD", "VERSION:3.0", f"UID:bench-{i:08d}-{rnd.getrandbits(48):012x}",
        f"N:{family};{given};{name(rnd)};;", f"FN:{given} {family}", f"ORG:{name(rnd)} Works;Department {i % 40}",
        f"TITLE:{name(rnd)} officer", f"EMAIL;TYPE=INTERNET,WORK:{mail}",
        f"EMAIL;TYPE=INTERNET,HOME:{given.lower()}{i}@home.example.com",
        f"TEL;TYPE=CELL:+1 555 {rnd.randint(100, 999)} {rnd.randint(1000, 9999)}",
        f"TEL;TYPE=WORK,VOICE:+1 555 {rnd.randint(100, 999)} {rnd.randint(1000, 9999)}",
        f"ADR;TYPE=HOME:;;{rnd.randint(1, 400)} {name(rnd)} Road;{rnd.choice(CITIES)};;{rnd.randint(10000, 99999)};Utopia",
        f"BDAY:{rnd.randint(1940, 2010)}-{rnd.randint(1, 12):02d}-{rnd.randint(1, 28):02d}",
        f"CATEGORIES:{rnd.choice(['friends', 'family', 'work', 'club'])}",
        f"NOTE:Met at {name(rnd)} {name(rnd)}\\, likes {name(rnd).lower()} and {name(rnd).lower()}, knows {name(rnd)} well.",
        f"URL:https://www.example.net/{family.lower()}/{i}", "REV:2024-05-01T10:00:00Z", "END:VCARD", ""])


def event(rnd, i):
    year, month, day = rnd.randint(2012, 2027), rnd.randint(1, 12), rnd.randint(1, 28)
    hour, zone = rnd.randint(7, 20), rnd.choice(ZONES)
    date = f"{year}{month:02d}{day:02d}"
    lines = [
        "BEGIN:VEVENT", f"UID:bench-{i:08d}-{rnd.getrandbits(48):012x}@example.org", "DTSTAMP:20240501T100000Z",
        f"DTSTART;TZID={zone}:{date}T{hour:02d}0000", f"DTEND;TZID={zone}:{date}T{hour + 1:02d}3000",
        f"SUMMARY:{name(rnd)} {name(rnd)} meeting",
        f"DESCRIPTION:Talk about {name(rnd).lower()} and {name(rnd).lower()}\\, then {name(rnd).lower()}.",
        f"LOCATION:{rnd.randint(1, 400)} {name(rnd)} Road\\, {rnd.choice(CITIES)}",
        f"ORGANIZER;CN={name(rnd)} {name(rnd)}:mailto:{name(rnd).lower()}@example.org",
        f"ATTENDEE;CN={name(rnd)};PARTSTAT=ACCEPTED:mailto:{name(rnd).lower()}@example.com",
        f"CATEGORIES:{rnd.choice(['work', 'home', 'club'])}", "STATUS:CONFIRMED", "SEQUENCE:1", "TRANSP:OPAQUE",
        "CREATED:20240401T090000Z", "LAST-MODIFIED:20240501T100000Z"]
    if i % 10 == 0:
        lines.append("RRULE:" + RULES[(i // 10) % len(RULES)])
    lines += ["END:VEVENT", ""]
    return "\r\n".join(lines)


def zone(identifier, standard, daylight):
    text = f"BEGIN:VTIMEZONE\r\nTZID:{identifier}\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\n"
    text += f"TZOFFSETFROM:{daylight or standard}\r\nTZOFFSETTO:{standard}\r\n"
    text += "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n" if daylight else ""
    text += "END:STANDARD\r\n"
    if daylight:
        text += f"BEGIN:DAYLIGHT\r\nDTSTART:19700329T020000\r\nTZOFFSETFROM:{standard}\r\nTZOFFSETTO:{daylight}\r\n"
        text += "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nEND:DAYLIGHT\r\n"
    return text + "END:VTIMEZONE\r\n"


def main():
    kind, count, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    rnd = random.Random(f"{kind} {count}")
    with open(path, "w", newline="") as output:
        if kind == "events":
            output.write("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Benchmark//EN\r\n")
            output.write(zone(ZONES[0], "+0100", "+0200") + zone(ZONES[1], "-0500", "-0400"))
            output.write(zone(ZONES[2], "+0900", None))
        for i in range(count):
            output.write(card(rnd, i) if kind == "cards" else event(rnd, i))
        if kind == "events":
            output.write("END:VCALENDAR\r\n")


main()
