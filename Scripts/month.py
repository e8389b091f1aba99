#!/usr/bin/env python3
"""month.py PROGRAM: a month of one user, from three sources in to a second home out, and what must be equal at the end.

The month is March 2025: every step says its day, so that it is the same month whenever it is played. The sources are a
phone (vCard), an office (iCalendar) and other programs' tables (CSV), as SampleData has them and as the script makes
them. The end compares

* all lists and records, tags, links and settings of the home with those of a home that a backup was restored into:
  as JSON, ids and times of change included; and the exports, byte for byte;
* the same with a home that imported the folder of `export --all`: but for ids and times of change, which are its own;
* each card and event that nobody edited with the text that came in: line for line; of edited ones just the edited
  property (and REV, and the like) may differ.

That such a comparison can fail is tried each time: after one small edit it must find that edit and nothing else."""

import os
import re
import shutil
import sys

from home_state import differences, exported, listed, state, unlike

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "faults"))
from common import ROOT, assert_healthy, atrium, cases, report, result, write  # noqa: E402

SAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "SampleData")
HOME, RESTORED, IMPORTED = (f"{ROOT}/{name}/home" for name in ("first", "second", "third"))


def step(function):
    """Runs a step of the month at once and prints a line for it; the next ones are played in any case."""
    cases.tell(function.__doc__, function)


def check(found, wanted, what=""):
    if found != wanted:
        raise AssertionError(f"{what}: {found!r} instead of {wanted!r}")


def run(*words, home=HOME):
    return result(*words, home=home)


def items(*words):
    return listed(*words, home=HOME)


def said(*words):
    """What a command that must fail says, with its exit status."""
    process = atrium(*words, home=HOME)
    return process.returncode, process.stderr.decode()


def counts(found):
    return tuple(sum(file[name] for file in found["files"]) for name in ("added", "updated", "unchanged", "conflicts"))


def unfolded(text):
    return re.sub("\r\n[ \t]", "", text).split("\r\n")


# What comes in


def phone_card(number, phone="+1 202 555 01{:02}"):
    return (
        f"BEGIN:VCARD\r\nVERSION:3.0\r\nPRODID:-//Phone 9//EN\r\nUID:phone-{number}\r\n"
        f"N:Contact{number};Given{number};;;\r\nFN:Given{number} Contact{number}\r\n"
        f"item1.TEL;type=pref:{phone.format(number)}\r\nitem1.X-ABLabel:_$!<Mobile>!$_\r\n"
        f'EMAIL;type=INTERNET;type=HOME:given{number}@example.com\r\nX-RING;X-KIND="a;b":tone-{number}\r\n'
        f"NOTE:Met in {number}\\, at the sea\\nA second line that is so long that it has to be folded where a phone "
        f"folds\r\n  its lines\r\nREV:2025-01-01T10:00:00Z\r\nEND:VCARD\r\n"
    )


def office_event(number, summary="Meeting"):
    repeats = (
        "RRULE:FREQ=WEEKLY;COUNT=4\r\nEXDATE;TZID=Europe/Berlin:202503{:02}T090000\r\n".format(number + 7)
        if number % 3 == 0
        else ""
    )
    return (
        f"BEGIN:VEVENT\r\nUID:office-{number}@example.org\r\nDTSTAMP:20250101T000000Z\r\n"
        f"DTSTART;TZID=Europe/Berlin:202503{number:02}T090000\r\n"
        f"DURATION:PT1H\r\n{repeats}SUMMARY:{summary} {number}\r\nX-OFFICE-ROOM;X-FLOOR=2:Blue\r\n"
        "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT10M\r\nDESCRIPTION:Go\r\nEND:VALARM\r\nEND:VEVENT\r\n"
    )


def office(events):
    return (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Office//EN\r\nX-WR-CALNAME:Office\r\n"
        + events
        + "END:VCALENDAR\r\n"
    )


PHONE = write("phone.vcf", "".join(phone_card(number) for number in range(1, 41)))
OFFICE = write("office.ics", office("".join(office_event(number) for number in range(1, 21))))
# The export of the program Strong, and a table of a club, which no program knows.
TRAINING = write(
    "strong.csv",
    "Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;Seconds;"
    "Notes;Workout Notes;Workout Duration\n"
    + "".join(
        f"2025-03-{day:02} 18:00:00;Push;Bench Press (Barbell);{order};{60 + day},5;kg;5;8;0;;0;;;45m\n"
        for day in range(3, 29, 5)
        for order in (1, 2, 3)
    ),
)
CLUB = write(
    "club.csv",
    "Member,Post,Joined by\r\n"
    + "".join(f"Club {n},club{n}@example.org,Ann\r\n" for n in range(1, 11))
    + "Given7 Contact7,given7@example.com,Ann\r\n",
)


@step
def first_day():
    """1 March: a dry run changes nothing; then three sources come in, and once more, when nothing changes"""
    run("settings", "set", "zone", "Europe/Berlin")
    run("settings", "set", "interests", "sailing, chess")
    report(OFFICE, "--calendar", "Office", home=HOME)
    files = [PHONE, f"{SAMPLES}/contacts.vcf", f"{SAMPLES}/calendar.ics", f"{SAMPLES}/contacts-google.csv"]
    planned = report(*files, "--dry-run", home=HOME)
    check(items("connections", "list"), [], "people after the dry run")
    done = report(*files, home=HOME)
    check(counts(done), counts(planned), "the plan and what was done")
    check(run("connections", "list")["total"], 40 + 30, "people")
    check(counts(report(*files, home=HOME))[:2], (0, 0), "added and updated the second time")
    columns = [word for name in ("Member=name", "Post=email", "Joined by=custom:Joined by") for word in ("--map", name)]
    club = report(CLUB, *columns[:4], "--module", "connections", home=HOME)
    check(counts(club)[0], 11, "members of the club")
    return f"({counts(done)[0]} items and 11 rows)"


@step
def modules_come_on():
    """2 March: what nobody claims is said; a module that is off has no commands; switched on, it takes its files"""
    unclaimed = report(f"{SAMPLES}/habits.csv", home=HOME, expect=(0, 65))
    check(counts(unclaimed)[0], 0, "rows of a module that is off")
    status, words = said("habits", "list")
    check((status, "modules enable habits" in words), (69, True), words)
    run("modules", "enable", "--all")
    sources = [
        f"{SAMPLES}/{name}"
        for name in (
            "calendar.ics",
            "habits.csv",
            "activities.csv",
            "journal.md",
            "decisions.csv",
            "mental-models.opml",
            "exercise.csv",
        )
    ]
    report(*sources, TRAINING, home=HOME)
    check(run("exercise", "sets", "list")["total"], 9 + 18, "sets")
    check(run("reminders", "list")["total"], 1, "the to-do that came with the calendar")


@step
def habits_over_days():
    """1 to 31 March: a habit on 22 days, one of them taken back, one in pages"""
    run("habits", "add", "Walk", "--target", "25", "--start", "2025-03-01")
    run("habits", "add", "Novel", "--unit", "pages", "--goal", "10", "--start", "2025-03-01")
    for day in [*range(1, 11), *range(20, 32)]:
        run("habits", "toggle", "Walk", f"2025-03-{day:02}")
    run("habits", "toggle", "Walk", "2025-03-05")
    for day, pages in [(1, 12), (2, 4), (3, 10)]:
        run("habits", "log", "Novel", f"2025-03-{day:02}", "--amount", str(pages), "--note", f"chapter {day}")
    walked = run("habits", "progress", "Walk", "2025-03")
    check((walked["completed"], walked["target"], walked["percent"]), (21, 25, 84), "the walks of the month")
    check(run("habits", "progress", "Novel", "2025-03")["completed"], 2, "days with ten pages")


@step
def people_and_links():
    """5 March: calls, memories, relations, tags and links; a merge of duplicates, its undo, and the merge again"""
    for day in (5, 12, 19):
        run(
            "connections",
            "interactions",
            "add",
            "phone-1",
            "phone-2",
            "--kind",
            "call",
            "--when",
            f"2025-03-{day:02}T18:00",
            "--note",
            f"Call of day {day}",
        )
    run(
        "connections",
        "memories",
        "add",
        "The storm at the pier",
        "--person",
        "phone-3",
        "--day",
        "2025-03-08",
        "--tag",
        "sea",
    )
    run("connections", "relate", "phone-1", "phone-2", "--as", "spouse")
    run("tags", "add", "connections", "phone-3", "crew", "sea")
    run("links", "add", "connections", "phone-3", "calendar", "office-5@example.org", "--kind", "met at")
    pairs = {frozenset((pair["firstName"], pair["secondName"])): pair for pair in items("connections", "duplicates")}
    pair = pairs[frozenset(["Given7 Contact7"])]
    before = state(HOME)
    other = next(n for n in (pair["first"], pair["second"]) if run("connections", "show", str(n))["uid"] != "phone-7")
    run("connections", "merge", "phone-7", str(other))
    merged = state(HOME)
    check(differences(before, merged) != [], True, "the merge shows")
    undone = run("undo")
    check(differences(before, state(HOME)), [], "after the undo of the merge")
    run("undo", str(undone["change"]))
    check(differences(merged, state(HOME)), [], "after the undo of the undo")
    alex = [person["id"] for person in items("connections", "list") if person["name"] == "Alex Smith"]
    run("connections", "dismiss", *map(str, alex))
    check(
        [pair for pair in items("connections", "duplicates") if pair["firstName"] == "Alex Smith"],
        [],
        "dismissed pairs",
    )


@step
def a_diary():
    """9 March: journal, a decision with its review, training, activities, a text with mental models"""
    run(
        "journal",
        "add",
        "# Spring\n\nA zaunkönig sings, and it is the first *warm* day; \\, and ; are kept.",
        "--at",
        "2025-03-09T20:00",
        "--mood",
        "good",
        "--person",
        "phone-1",
        "--tag",
        "spring",
    )
    photo = write("photo.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    run("journal", "add-photo", items("journal", "list", "--text", "Spring")[0]["uid"], photo)
    run(
        "journal",
        "decisions",
        "add",
        "Buy the boat",
        "--option",
        "buy",
        "--option",
        "wait",
        "--chosen",
        "wait",
        "--confidence",
        "70",
        "--expected",
        "A better one comes",
        "--review-on",
        "2025-03-30",
        "--model",
        "Opportunity Cost",
    )
    run("journal", "decisions", "seal", "Buy the boat")
    run("exercise", "log", "Bench Press (Barbell)", "--set", "82.5x5", "--set", "175 lb x 5 @8", "--day", "2025-03-10")
    run("activities", "add", "Lighthouse", "--category", "places", "--coordinates", "54.1,8.9", "--good-for", "phone-1")
    run("activities", "done", "Lighthouse", "--on", "2025-03-15", "--with", "phone-2", "--note", "wind")
    found = run(
        "mental-models", "capture", "We kept funding the failing project because we had already spent so much on it."
    )
    check("Sunk Cost Fallacy" in found["models"], True, found["models"])


@step
def reminders():
    """10 March: reminders in words and with rules: done, put off, given up"""
    run("reminders", "add", "--plain", "--due", "2025-03-10T18:00", "Pay the harbour")
    run("reminders", "complete", "Pay the harbour")
    run(
        "reminders",
        "add",
        "--plain",
        "--due",
        "2025-03-03",
        "--repeat",
        "FREQ=WEEKLY;COUNT=5",
        "--priority",
        "1",
        "Water plants",
    )
    run("reminders", "complete", "Water plants")
    understood = run("reminders", "add", "Call Given1 Contact1 on 2025-03-20 at 9")
    check(
        (understood["title"], understood["people"], understood["due"]),
        ("Call Given1 Contact1", ["Given1 Contact1"], "2025-03-20T09:00:00"),
        "what was understood",
    )
    run("reminders", "snooze", understood["uid"], "2099-03-21T09:00")
    run("reminders", "cancel", "Send the tide tables to Kerstin")
    found = {item["title"]: item["status"] for item in items("reminders", "list")}
    check(
        (found["Call Given1 Contact1"], found["Send the tide tables to Kerstin"]),
        ("snoozed", "cancelled"),
        "how they stand",
    )


@step
def edits():
    """15 March: edits of people and events; of each export exactly the edited property differs"""
    run("connections", "edit", "phone-10", "--title", "Captain")
    run("calendar", "edit", "office-10@example.org", "--location", "Pier 4")
    run("calendar", "edit", "office-11@example.org", "--summary", "Lunch")
    for name, kind, uid, old, changed in [
        ("connections", "VCARD", "phone-10", phone_card(10), {"TITLE", "REV"}),
        ("calendar", "VEVENT", "office-10@example.org", office_event(10), {"LOCATION"}),
        ("calendar", "VEVENT", "office-11@example.org", office_event(11), {"SUMMARY"}),
    ]:
        text = atrium("export", name, "--ids", uid, home=HOME, expect=0).stdout.decode()
        new = re.search(f"BEGIN:{kind}.*END:{kind}\r\n", text, re.DOTALL)[0]
        differing = {re.split("[:;]", line)[0] for line in set(unfolded(old)) ^ set(unfolded(new))}
        check(differing - {"LAST-MODIFIED", "SEQUENCE", "DTSTAMP", "REV"}, changed - {"REV"}, uid)


@step
def changed_export():
    """22 March: the phone's export again, changed: new, changed, unchanged, and three in conflict with edits of here"""
    for number in (1, 2, 3):
        run("connections", "edit", f"phone-{number}", "--add-note", "mine")
    again = write(
        "phone-again.vcf",
        "".join(phone_card(n, "+44 20 7946 00{:02}" if n <= 5 else "+1 202 555 01{:02}") for n in range(1, 43)),
    )
    before = run("history", "--limit", "1")["items"][0]["id"]
    check(counts(report(again, home=HOME)), (2, 2, 35, 3), "new, updated, unchanged, in conflict")
    check(
        "+44 20" in run("connections", "show", "phone-1")["phone"], False, "what was edited here stays without a word"
    )
    report(again, "--on-conflict", "merge", home=HOME)
    one = run("connections", "show", "phone-1")
    check((one["phone"], "mine" in one["notes"]), ("+44 20 7946 0001", True), "merged field by field")
    check(run("history", "--limit", "1")["items"][0]["id"] > before, True, "the history goes on")
    check(counts(report(again, home=HOME))[:2], (0, 0), "and once more")


@step
def an_import_taken_back():
    """23 March: a wrong file, taken back with all that it brought"""
    before = state(HOME)
    done = report(write("wrong.vcf", "".join(phone_card(n) for n in range(100, 160))), home=HOME)
    check(counts(done)[0], 60, "people of the wrong file")
    run("imports", "undo", str(done["run"]))
    check(differences(before, state(HOME)), [], "after the import was taken back")


@step
def modules_off_and_on():
    """25 March: a module that is off is gone from everything, and loses nothing; one that is erased is gone"""
    before = state(HOME)
    run("modules", "disable", "journal")
    check(said("journal", "list")[0], 69, "its commands")
    check(items("search", "zaunkönig"), [], "what the search finds")
    run("modules", "enable", "journal")
    check(
        [found["collection"] for found in items("search", "zaunkönig")],
        ["journal/entries"],
        "what the search finds, on again",
    )
    check(differences(before, state(HOME)), [], "after off and on")
    scratch = f"{ROOT}/scratch/home"
    os.makedirs(os.path.dirname(scratch))
    shutil.copytree(HOME, scratch)
    run("modules", "erase", "journal", "--yes", home=scratch)
    run("modules", "enable", "journal", home=scratch)
    check(run("journal", "list", home=scratch)["total"], 0, "entries of an erased journal")
    assert_healthy(scratch)


@step
def untouched_texts():
    """28 March: every card and event that nobody edited comes out line for line as it came in"""
    cards_out = atrium("export", "connections", "--format", "vcard", home=HOME, expect=0).stdout.decode()
    events_out = atrium("export", "calendar", "--calendar", "Office", home=HOME, expect=0).stdout.decode()
    # 1 to 5 came again with another number, 7 was merged, 10 was edited.
    for number in [6, 8, 9, *range(11, 41)]:
        check(phone_card(number) in cards_out, True, f"card {number}")
    for number in [n for n in range(1, 21) if n not in (10, 11)]:
        check(office_event(number) in events_out, True, f"event {number}")
    return "(33 cards, 18 events)"


# The end of the month

end = {}


@step
def second_home():
    """31 March: backup, and restore on a second home: every list, record and export is the same"""
    end["state"], end["files"] = state(HOME, whole=True), exported(HOME, "all-first")
    atrium("backup", f"{ROOT}/march.atrium", home=HOME, expect=0)
    atrium("restore", f"{ROOT}/march.atrium", home=RESTORED, expect=0)
    check(differences(end["state"], state(RESTORED, whole=True)), [], "lists and records")
    check(unlike(end["files"], exported(RESTORED, "all-second")), [], "exports")
    check(run("history", home=RESTORED), run("history"), "history")
    assert_healthy(RESTORED)
    return f"({len(end['state'])} answers, {len(end['files'])} files)"


@step
def single_exports():
    """31 March: each module by itself, in each format that it has, from both homes: byte for byte"""
    compared = 0
    formats = [
        ("connections", "vcard"),
        ("connections", "csv"),
        ("calendar", "icalendar"),
        ("calendar", "csv"),
        ("habits", "csv"),
        ("reminders", "icalendar"),
        ("activities", "csv"),
        ("journal", "icalendar"),
        ("journal", "markdown"),
        ("mental-models", "opml"),
        ("exercise", "csv"),
    ]
    for module, name in formats:
        texts = [atrium("export", module, "--format", name, home=home, expect=0).stdout for home in (HOME, RESTORED)]
        check(len(texts[0]) > 100, True, f"{module} as {name} is empty")
        check(texts[1] == texts[0], True, f"{module} as {name}")
        compared += len(texts[0])
    return f"({len(formats)} exports, {compared:,} bytes)"


@step
def third_home():
    """31 March: the folder of `export --all`, into an empty home: the same records and the same export again"""
    done = report(f"{ROOT}/all-first", home=IMPORTED)
    check(
        [file["path"] for file in done["files"] if file["error"] or file["conflicts"]], [], "files that were not taken"
    )
    check(differences(end["state"], state(IMPORTED, whole=True), own=True), [], "lists and records")
    check(unlike(end["files"], exported(IMPORTED, "all-third")), [], "exports")
    assert_healthy(IMPORTED)


@step
def comparisons_can_fail():
    """the comparisons find one edit, and nothing else"""
    run("connections", "edit", "phone-20", "--title", "Found", home=IMPORTED)
    found = differences(end["state"], state(IMPORTED, whole=True), own=True)
    check([line.split(":")[0] for line in found], ["('connections', 'phone-20')"], "differences")
    check(
        unlike(end["files"], exported(IMPORTED, "all-edited")), ["contacts.vcf", "manifest.json"], "files that differ"
    )


@step
def afterwards():
    """the vault that went through all this is whole"""
    assert_healthy(HOME)


shutil.rmtree(ROOT, ignore_errors=True)
cases.finish()
