#!/usr/bin/env python3
"""import.py PROGRAM [--quick] [--attacks]: files come in by the page, and go again.

Files of ten programs (../shared/corpus, else SampleData) are dropped, rehearsed, applied and taken back, with script
and without: what is planned and what the vault holds then is what a terminal makes of the same file. Then columns,
conflicts, and what goes wrong: a vault that changed, an upload that is cut off, names of files that mean something
elsewhere.

With --attacks every file of `make attacks ATTACKS=--short` is dropped too, and has to be answered as at a terminal."""

import gzip
import json
import shutil
import socket
import subprocess
import zipfile

from browser import *

CORPUS = os.path.join(HERE, "..", "..", "..", "shared", "corpus")
CONTACTS = "csv/horde-Data/doc/Horde/Data/examples"
FOLKER = "csv/FolkerKinzel-Contacts.IO/src/FolkerKinzel.Contacts.IO.Tests/TestFiles"
CARDS = "vcard/ez-vcard/src/test/resources/ezvcard/io/text"
FILES = (
    ("Outlook", f"{CONTACTS}/Outlook.csv"),
    ("Thunderbird", f"{FOLKER}/ThunderbirdUtf8.csv"),
    ("Yahoo", f"{CONTACTS}/Yahoo.csv"),
    ("Google", f"{FOLKER}/Google.csv"),
    ("an iPhone", f"{CARDS}/John_Doe_IPHONE.vcf"),
    ("Evolution", f"{CARDS}/John_Doe_EVOLUTION.vcf"),
    ("Strong", "csv/strong-statistics/data_sample/sample_strong.csv"),
    ("Hevy", "csv/strong-statistics/data_sample/sample_hevy.csv"),
    ("Google Calendar", "icalendar/allenporter-ical/tests/examples/testdata/google_calendar_public_holidays.ics"),
    ("Apple Calendar", "icalendar/allenporter-ical/tests/examples/testdata/apple_ical.ics"),
)
DAYLIO = "csv/daylio-csv-parser/dayliopy/sample.csv"
HAS_CORPUS = os.path.isdir(CORPUS)
COUNTS = ("items", "added", "updated", "unchanged", "conflicts", "unreadable", "unclaimed")

hub = Hub(samples=False)
with_script = without = None


def new_tabs():
    """Opens the two tabs that a case uses: a navigation that an earlier case began would interrupt its own."""
    global with_script, without
    with_script, without = hub.tab(), hub.tab(script=False)


def close_tabs():
    for tab in (with_script, without):
        if tab:
            tab.close()


before_each_case.append(close_tabs)
hub.keep()
before_each_case.append(new_tabs)


def tab_of(script):
    return with_script if script else without


def path_of(name):
    return os.path.join(CORPUS, name)


def drop(tab, *paths):
    """Gives files to the page, and waits until they are rehearsed."""
    tab.go("/import")
    if tab.script:
        with tab.page.expect_navigation():
            tab.page.set_input_files("#files", paths)
    else:
        tab.page.set_input_files("#files", paths)
        with tab.page.expect_navigation():
            tab.page.locator("form[data-upload] button.btn").click()
    settled(tab)


# One question, so that the page cannot become another one between two of them.
IS_SETTLED = """document.readyState === 'complete' && document.querySelector('h1') !== null
    && document.querySelector('progress') === null"""


def is_settled(tab):
    try:
        return tab.page.evaluate(IS_SETTLED)
    except BrowserError:
        # The page was replaced during the question.
        return False


def settled(tab):
    """Waits until the page of an import shows its result; without script, a page must be loaded again for that."""

    def look():
        if is_settled(tab):
            return True
        if not tab.script:
            tab.page.reload()
        return False

    until(look, lambda: f"still {tab.heading()!r}")


def press(tab, word):
    with tab.page.expect_navigation():
        tab.page.locator(f"main .apply button[name=do][value={word}]").first.click()
    settled(tab)


def job(tab):
    """The job of the page, as the API tells it."""
    return hub.visitor.api(f"jobs/{urlsplit(tab.page.url).path.split('/')[-1]}")


def counted(report):
    return [{name: file.get(name) for name in COUNTS} for file in report["files"]]


def terminal(files, *words):
    """What a terminal makes of files in an empty vault: the plan, and what the vault holds then."""
    home = tempfile.mkdtemp(dir=ROOT) + "/home"
    atrium("modules", "enable", "--all", home=home, expect=0)
    plan = result("import", *files, *words, "--dry-run", home=home, expect=(0, 65))
    result("import", *files, *words, home=home, expect=(0, 65))
    from home_state import exported

    held = exported(home, os.path.basename(os.path.dirname(home)) + "-out")
    shutil.rmtree(home)
    return plan, held


EMPTY = hub.exports()

# The moment of the import, and what is drawn by lot: random UUIDs (RFC 9562, version 4).
MOMENT = re.compile(
    rb"(?:REV|DTSTAMP|CREATED|LAST-MODIFIED):\d{8}T\d{6}Z|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"
)


def unequal(one, other):
    """The files that differ, but for the moment of the import and random UUIDs; the manifest has their sums."""

    def timeless(files, name):
        return MOMENT.sub(b"", files.get(name, b"none"))

    names = (one.keys() | other.keys()) - {"manifest.json"}
    return sorted(name for name in names if timeless(one, name) != timeless(other, name))


def round_trip(script, path):
    """A file in, as the page shows it, and out again; gives how many items it has."""
    tab = tab_of(script)
    plan, held = terminal([path])
    before = hub.changes()
    drop(tab, path)
    shown = job(tab)
    equal(counted(shown["report"]), counted(plan), "what is planned")
    equal(hub.changes(), before, "the changes that a rehearsal has made")
    press(tab, "apply")
    tab.page.wait_for_url("**/imports/*")
    equal(unequal(hub.exports(), held), [], "what the vault holds otherwise than by a terminal")
    if tab.page.locator("main a.go").count():
        number = tab.page.url
        tab.follow("main a.go")
        tab.go(urlsplit(number).path)
    tab.follow("main button:has-text('Undo this import')")
    check("taken back" in tab.heading().lower(), tab.heading())
    equal(unequal(hub.exports(), EMPTY), [], "what is left after Undo")
    return sum(file["items"] for file in plan["files"])


if HAS_CORPUS:
    for number, (program, name) in enumerate(FILES[:2] if QUICK else FILES):
        tried(
            f"a file of {program} is rehearsed, applied and taken back",
            lambda name=name: f"{round_trip(True, path_of(name))} items",
        )
        if not QUICK or number == 0:
            tried(
                f"a file of {program} without script",
                lambda name=name: f"{round_trip(False, path_of(name))} items",
            )
else:
    for name in ("contacts-google.csv", "calendar.ics"):
        for script in (True, False):
            tried(
                f"{name} is rehearsed, applied and taken back, {'with' if script else 'without'} script",
                lambda name=name, script=script: f"{round_trip(script, f'{SAMPLES}/{name}')} items",
            )


def table(name, text):
    path = f"{ROOT}/{name}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def cards(*people):
    """vCards of people: a name, and the lines of what else there is."""
    return "".join(
        f"BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{name.replace(' ', '-')}\r\nFN:{name}\r\n{more}END:VCARD\r\n"
        for name, more in people
    )


@case
def several_at_once():
    """several files and a zip of them are one import"""
    one, two = table("one.vcf", cards(("Ada Byron", ""))), table("two.vcf", cards(("Grace Murray", "")))
    inner = f"{ROOT}/inner"
    os.makedirs(inner, exist_ok=True)
    shutil.copy(table("three.vcf", cards(("Mary Ellis", ""))), inner)
    shutil.make_archive(f"{ROOT}/packed", "zip", inner)
    drop(with_script, one, two, f"{ROOT}/packed.zip")
    files = job(with_script)["report"]["files"]
    equal([file["path"] for file in files], ["one.vcf", "two.vcf", "packed.zip/three.vcf"], "the files")
    press(with_script, "apply")
    equal(sorted(it["name"] for it in hub.visitor.all("connections")), ["Ada Byron", "Grace Murray", "Mary Ellis"], "")
    with_script.follow("main button:has-text('Undo this import')")


@case
def a_folder():
    """a whole folder is taken, with the folders in it as labels"""
    folder = f"{ROOT}/address book/old"
    os.makedirs(folder, exist_ok=True)
    shutil.copy(table("a.vcf", cards(("Ada Byron", ""))), folder)
    shutil.copy(table("b.vcf", cards(("Grace Murray", ""))), os.path.dirname(folder))
    with_script.go("/import")
    with_script.open_all()
    with with_script.page.expect_navigation():
        with_script.page.set_input_files("#folder", os.path.dirname(folder))
    settled(with_script)
    paths = sorted(file["path"] for file in job(with_script)["report"]["files"])
    equal(paths, ["address book/b.vcf", "address book/old/a.vcf"], "the labels")


def columns(script):
    """What a table with unknown columns says is chosen by hand, previewed, and kept under a name."""
    tab = tab_of(script)
    path = table(f"members{tab.script}.csv", MEMBERS)
    drop(tab, path)
    equal(tab.heading(), "Match the columns", "the page")
    said = tab.text()
    for word in ("alt", "Preview of the first 3 records", "Wim Aaldering"):
        check(word in said, f"“{word}” is not on the page")
    tab.page.select_option("select[name='m.0.4']", label="Nickname")
    name = f"choir {tab.script}"
    tab.page.fill("[name=saveMap]", name)
    press(tab, "rehearse")
    shown = tab.text()
    check("3 new" in shown and "lidnr" in shown, shown[:300])
    press(tab, "apply")
    people = {it["name"]: it for it in hub.visitor.all("connections")}
    equal(sorted(people), ["Greta Holm", "Wim Aaldering", "Yara Lindqvist"], "the people")
    wim = hub.visitor.api(f"connections/{people['Wim Aaldering']['id']}")
    equal(wim["nicknames"], ["alt"], "the column that was chosen")
    maps = [it["name"] for it in hub.visitor.api("maps/list")["items"]]
    check(name in maps, f"the mapping is not kept: {maps}")
    tab.follow("main button:has-text('Undo this import')")


MEMBERS = (
    "voornaam,achternaam,geb.,e-mail,stem,tel,lidnr\n"
    "Wim,Aaldering,1961-04-05,wim@example.org,alt,+31 20 1111111,10412\n"
    "Yara,Lindqvist,1988-11-12,yara@example.org,bas,+31 20 7222222,10418\nGreta,Holm,1974-01-30,,sopraan,,10440\n"
)

for script in (True, False):
    title = f"columns that nobody knows, {'with' if script else 'without'} script"
    tried(title, lambda script=script: columns(script))


@case
def every_column_is_left_out():
    """a table of which every column is left out is rehearsed with nothing of it, and not asked about again"""
    drop(with_script, table("left out.csv", MEMBERS))
    equal(with_script.heading(), "Match the columns", "the page")
    for column in range(MEMBERS.split("\n")[0].count(",") + 1):
        with_script.page.select_option(f"select[name='m.0.{column}']", value="")
    press(with_script, "rehearse")
    check(with_script.heading() != "Match the columns", "it is asked again")
    report = job(with_script)["report"]["files"][0]
    equal((report["added"], report["items"]), (0, 3), "what is new of it")


@case
def a_journal_of_daylio():
    """a table of Daylio, which no module knows, becomes a journal by its columns"""
    shared("corpus")
    drop(with_script, path_of(DAYLIO))
    equal(with_script.heading(), "Match the columns", "the page")
    press(with_script, "rehearse")
    report = job(with_script)["report"]["files"][0]
    check(report["added"] > 0, f"nothing becomes of it: {report}")
    return f"{report['added']} of {report['items']} rows"


FIRST = cards(
    ("Ada Byron", "TEL:+44 20 1\r\nNOTE:one\r\n"),
    ("Grace Murray", "TEL:+1 20 1\r\n"),
    ("Mary Ellis", "TEL:+3 20 1\r\n"),
    ("Emmy Lamarr", "TEL:+4 20 1\r\nBDAY:19140101\r\n"),
)
SECOND = cards(
    ("Ada Byron", "TEL:+44 20 2\r\nNOTE:two\r\nBDAY:18151210\r\n"),
    ("Grace Murray", "TEL:+1 20 2\r\n"),
    ("Mary Ellis", "TEL:+3 20 2\r\n"),
    ("Emmy Lamarr", "TEL:+4 20 2\r\nBDAY:19140109\r\n"),
    ("Ida Rhodes", ""),
)


def edited(tab):
    """Four people who are edited here, and another version of their file, rehearsed."""
    drop(tab, table("first.vcf", FIRST))
    press(tab, "apply")
    people = {it["name"]: it["id"] for it in hub.visitor.all("connections")}
    for name in ("Ada Byron", "Grace Murray", "Mary Ellis", "Emmy Lamarr"):
        atrium("connections", "edit", name, "--phone", f"+99 {len(name)}", home=hub.home, expect=0)
    drop(tab, table("second.vcf", SECOND))
    return people


def conflicts(script):
    """Each conflict is decided by itself, one of them field by field; the page and the vault say the same."""
    tab = tab_of(script)
    people = edited(tab)
    check("4 to be decided" in tab.text(), tab.text()[:300])
    articles = {it.locator("h3").inner_text(): it for it in tab.page.locator("article.diff").all()}
    equal(sorted(articles), sorted(["Ada Byron", "Emmy Lamarr", "Grace Murray", "Mary Ellis"]), "the conflicts")
    articles["Grace Murray"].locator("label:has([value=keep])").click()
    articles["Mary Ellis"].locator("label:has([value=replace])").click()
    ada = articles["Ada Byron"]
    ada.locator("fieldset:has(legend:text-is('Phones')) label:has([value=here])").click()
    ada.locator("fieldset:has(legend:text-is('Notes')) label:has([value=file])").click()
    press(tab, "apply")
    found = {name: hub.visitor.api(f"connections/{number}") for name, number in people.items()}
    phones = {name: [it["value"] for it in person["phones"]] for name, person in found.items()}
    equal(phones["Grace Murray"], ["+99 12"], "what was kept")
    equal(phones["Mary Ellis"], ["+3 20 2"], "what was replaced")
    equal(phones["Ada Byron"], ["+99 9"], "what stayed of a merge")
    equal(found["Ada Byron"]["notes"], ["two"], "what was taken in a merge")
    equal(found["Ada Byron"]["birthday"], "1815-12-10", "what only the file had")
    equal(phones["Emmy Lamarr"], ["+99 11"], "what was not decided")
    # Of what was decided nobody is asked again.
    drop(tab, f"{ROOT}/second.vcf")
    check("1 to be decided" in tab.text(), tab.text()[:300])
    tab.page.select_option("[name=all]", "replace")
    press(tab, "apply")
    emmy = hub.visitor.api(f"connections/{people['Emmy Lamarr']}")
    equal([it["value"] for it in emmy["phones"]], ["+4 20 2"], "what was decided for all others")


for script in (True, False):
    tried(f"conflicts, {'with' if script else 'without'} script", lambda script=script: conflicts(script))


@case
def a_vault_that_changed():
    """a vault that changed between rehearsal and Apply: what becomes another is said, and applied only then"""
    edited(with_script)
    atrium("connections", "edit", "Emmy Lamarr", "--phone", "+4 20 2", home=hub.home, expect=0)
    before = hub.exports()
    press(with_script, "apply")
    said = with_script.text()
    check("Something changed in the meantime" in said and "Emmy Lamarr" in said, said[:500])
    equal(unequal(hub.exports(), before), [], "what was written all the same")
    # What changed beside the import changes nothing of what was shown.
    atrium("habits", "add", "Read", home=hub.home, expect=0)
    press(with_script, "apply")
    with_script.page.wait_for_url("**/imports/*")


@case
def the_same_twice():
    """a second tap on Apply, and Back, lead to the one import that was made"""
    drop(with_script, table("twice.vcf", cards(("Ada Byron", ""))))
    address = urlsplit(with_script.page.url).path
    mark = with_script.page.locator("[name=':user']").first.get_attribute("value")
    answers = [hub.visitor.send(address, {"do": "apply", ":user": mark}, wanted=303) for _ in range(3)]
    equal(len({it.headers["Location"] for it in answers}), 1, "the jobs that were begun")
    # The page leads on by itself, to what came of it.
    with_script.page.goto(address)
    settled(with_script)
    with_script.page.wait_for_url("**/imports/*")


@case
def hostile_names():
    """names of files are words on the page, never markup and never paths"""
    name = "<img src=x onerror=alert(1)>.vcf"
    path = table("plain.vcf", cards(("<b>Bold</b>", "NOTE:<script>alert(1)</script>\r\n")))
    with_script.go("/import")
    with open(path, "rb") as file:
        content = file.read()
    with with_script.page.expect_navigation():
        with_script.page.set_input_files("#files", {"name": name, "mimeType": "text/vcard", "buffer": content})
    settled(with_script)
    check(name in with_script.text() and "<b>Bold</b>" in with_script.text(), "the names are not shown as they are")
    boundary = "x"
    body = (
        (
            f"--{boundary}\r\nContent-Disposition: form-data; name=files; "
            'filename="../../../../tmp/atrium-escape.vcf"\r\n\r\n'
        ).encode()
        + content
        + f"\r\n--{boundary}--\r\n".encode()
    )
    answer = hub.visitor.ask(
        "POST",
        "/import",
        body,
        {"Origin": hub.origin, "Content-Type": f"multipart/form-data; boundary={boundary}"},
        wanted=303,
    )
    with_script.page.goto(answer.headers["Location"])
    settled(with_script)
    equal(job(with_script)["report"]["files"][0]["path"], "tmp/atrium-escape.vcf", "the label")
    check(not os.path.exists("/tmp/atrium-escape.vcf"), "the name was used as a path")


def upload(body, length=None, boundary="x", own=True):
    """The answer to an upload by hand; a length that is not reached cuts it off."""
    head = [
        "POST /import HTTP/1.1",
        f"Host: 127.0.0.1:{hub.server.port}",
        f"Content-Length: {length or len(body)}",
        f"Content-Type: multipart/form-data; boundary={boundary}",
        "Cookie: " + "; ".join(f"{name}={value}" for name, value in hub.visitor.cookies.items()),
    ]
    if own:
        head.append(f"Origin: {hub.origin}")
    link = socket.create_connection(("127.0.0.1", hub.server.port), timeout=20)
    link.sendall("\r\n".join(head).encode() + b"\r\n\r\n" + body)
    if length:
        link.shutdown(socket.SHUT_WR)
    try:
        return link.recv(64)
    finally:
        link.close()


def part(content, name="files", file="a.vcf"):
    return f'--x\r\nContent-Disposition: form-data; name="{name}"; filename="{file}"\r\n\r\n{content}\r\n'.encode()


@case
def bad_uploads():
    """an upload that is cut off, broken, empty or from elsewhere leaves nothing, and is told so"""
    known = {it["id"] for it in hub.visitor.api("jobs")["items"]}
    card = cards(("Cut Off", ""))
    upload(part(card), length=100_000)
    for body, status in (
        (part(card), b"400"),
        (b"--x--\r\n", b"422"),
        (part("", file="") + b"--x--\r\n", b"422"),
        (b"--x\r\nno head\r\n\r\nabc\r\n--x--\r\n", b"400"),
    ):
        answer = upload(body)
        check(status in answer, f"{body[:40]!r}: {answer[:30]!r} instead of {status!r}")
    check(b"403" in upload(part(card) + b"--x--\r\n", own=False), "a form from elsewhere was taken")
    # An upload without a mistake comes last: no earlier one has begun a job by then.
    check(b"303" in upload(part(card) + b"--x--\r\n"), "a good one is refused")
    equal(len({it["id"] for it in hub.visitor.api("jobs")["items"]} - known), 1, "jobs that were begun")


@case
def too_large():
    """what is larger than the hub takes is refused in words, with and without script"""
    result("hub", "set", "upload-megabytes", "1", home=hub.home)
    try:
        path = table(
            "large.vcf", cards(*((f"Person {number}", "NOTE:" + "x" * 1000 + "\r\n") for number in range(1200)))
        )
        for tab in (with_script, without):
            tab.go("/import")
            check("at most 1 MB and 20,000 files" in tab.text(), "the limit is not said before")
        with_script.page.set_input_files("#files", path)
        with_script.page.wait_for_selector("#errors")
        check("too much at once: the limit is 1 MB and 20,000 files" in with_script.text(), with_script.text()[:300])
    finally:
        result("hub", "set", "upload-megabytes", "1000", home=hub.home)
    breaches[:] = [it for it in breaches if "413" not in it]


def zipped(name, *entries):
    """A zip of files that are stored as they are: names and texts."""
    path = f"{ROOT}/{name}"
    with zipfile.ZipFile(path, "w") as archive:
        for entry, content in entries:
            archive.writestr(entry, content)
    return path


def too_many_files():
    """A zip of 20,050 cards: the page names the limit."""
    path = zipped("many.zip", *((f"{number}.vcf", cards((f"Person {number}", ""))) for number in range(20_050)))
    before = hub.changes()
    without.go("/import")
    without.page.set_input_files("#files", path)
    with without.page.expect_navigation():
        without.page.locator("form[data-upload] button.btn").click()
    until(lambda: is_settled(without) or without.page.reload() is None, "still reading", longest=600)
    check("failed" in without.heading(), without.heading())
    said = without.text()
    check("more than 20000 files, so nothing was imported" in said, said[:400])
    check("at most 20000 files" in said, said[:400])
    equal(hub.changes(), before, "the changes")
    equal(hub.visitor.all("connections"), [], "the people")


# The debug build reads so many files for a minute; RehearsalTests tries it over HTTP.
if not QUICK:
    tried("a zip of 20,050 cards is not imported in part, and the page says so", too_many_files)


def failed_files(script):
    """Files that fail are counted and can all be reached, before the import and after it."""
    tab = tab_of(script)
    good = [(f"good {number:03}.vcf", cards((f"Person {number}", ""))) for number in range(130)]
    bad = [(f"bad {number:03}.csv.gz", gzip.compress(b"a,b\n1,2\n" * 9)[:-9]) for number in range(120)]
    drop(tab, zipped("mixed.zip", *good, *bad))
    said = tab.text()
    check("120 files failed" in said and "120 files cannot be read." in said, said[:600])
    check("bad 000" in said and "good 000" in said and "bad 060" not in said, "the first of each")

    def listed(name):
        """All names of a list, page by page."""
        found = []
        while True:
            found += tab.page.locator(f"#{name} li .tt, #{name} h3").all_inner_texts()
            further = tab.page.locator(f"#{name} :is(button, a):text-is('Next')")
            if not further.count():
                return [name.split("/")[-1] for name in found]
            tab.follow(further)

    tab.follow("#failed :is(button, a):has-text('All 120')")
    equal(listed("failed"), [name for name, _ in bad], "the files that fail")
    tab.follow(".pills button:has-text('Overview')")
    tab.follow("#files :is(button, a):has-text('All 130')")
    equal(listed("files"), [name for name, _ in good], "the files that are read")
    press(tab, "apply")
    tab.page.wait_for_url("**/imports/*")
    place = urlsplit(tab.page.url).path
    check("120 files could not be read" in tab.text(), tab.text()[:400])
    tab.follow("#failed a:has-text('All 120')")
    equal(listed("failed"), [name for name, _ in bad], "the files that failed")
    tab.go(place)
    tab.follow("#files a:has-text('All 130')")
    equal(listed("files"), [name for name, _ in good], "the files that were read")
    tab.go("/imports")
    check("120 files failed" in tab.text(), tab.text()[:300])


for script in (True, False):
    tried(
        f"files that fail are counted and reached, {'with' if script else 'without'} script",
        lambda script=script: failed_files(script),
    )


def undone_in_words(script, keeps):
    """An import one of whose tasks was ticked: the page asks in words what becomes of that task."""
    tab = tab_of(script)
    with hub.tab() as other:
        drop(other, *(f"{SAMPLES}/{name}.csv" for name in ("dreams", "projects", "tasks", "values")))
        press(other, "apply")
        other.page.wait_for_url("**/imports/*")
        place = urlsplit(other.page.url).path
    hub.visitor.send("/tasks/1/complete", {}, wanted=303)
    title = hub.visitor.api("tasks/1")["title"]
    tab.go(place)
    tab.follow("main button:has-text('Undo this import')")
    said = tab.text()
    check("1 record was changed after the import" in said and title in said, said[:500])
    for word in ("(needed)", "--force", "force", "Run"):
        check(word not in said, f"{word!r} is on the page")
    keep = tab.page.locator("[name=changed][value=keep]")
    check(keep.is_checked(), "nothing is chosen")
    if not keeps:
        tab.page.locator("label:has([name=changed][value=undo])").click()
    tab.follow("main .apply button:has-text('Undo the import')")
    equal(urlsplit(tab.page.url).path, place, "where it leads")
    check("taken back" in tab.heading(), tab.heading())
    left = [task["title"] for task in hub.visitor.all("tasks?status=all")]
    if keeps:
        equal(left, [title], "the tasks that are left")
        equal(hub.visitor.all("values/dreams"), [], "the dreams that are left")
        check("Kept: changed after the import" in tab.text(), tab.text()[:500])
        tab.follow("main button:has-text('Undo these too')")
    equal(unequal(hub.exports(), EMPTY), [], "what is left after all")


for script in (True, False):
    for keeps in (True, False):
        tried(
            f"a ticked task is {'kept' if keeps else 'undone too'} when its import is undone, "
            f"{'with' if script else 'without'} script",
            lambda script=script, keeps=keeps: undone_in_words(script, keeps),
        )


@case
def nothing_to_choose():
    """an import whose records nobody has changed is undone at once; the page without a number lists all imports"""
    drop(with_script, table("one.vcf", cards(("Ada Byron", ""))))
    press(with_script, "apply")
    with_script.page.wait_for_url("**/imports/*")
    with_script.follow("main button:has-text('Undo this import')")
    check("taken back" in with_script.heading(), with_script.heading())
    equal(with_script.go("/imports/undo").heading(), "Imports", "the page without a number")
    equal(with_script.go("/undo").heading(), "History", "the page without a number")


@case
def a_later_change_comes_first():
    """an import that a merge builds on: the page names the merge and undoes it first"""
    with hub.tab() as other:
        for name in ("Ada Byron", "Ada King"):
            drop(other, table(f"{name}.vcf", cards((name, ""))))
            press(other, "apply")
            other.page.wait_for_url("**/imports/*")
    people = {it["name"]: it["id"] for it in hub.visitor.all("connections")}
    atrium("connections", "merge", str(people["Ada Byron"]), str(people["Ada King"]), home=hub.home, expect=0)
    without.go("/imports/1")
    without.follow("main button:has-text('Undo this import')")
    without.page.locator("label:has([name=changed][value=undo])").click()
    without.follow("main .apply button:has-text('Undo the import')", status=409)
    said = without.text()
    check("a later change builds on this one" in said and "(needed)" not in said, said[:500])
    without.follow("main button:has-text('Undo the later change first')")
    equal(urlsplit(without.page.url).path, "/imports/1", "where it leads")
    without.follow("main button:has-text('Undo this import')")
    equal([it["name"] for it in hub.visitor.all("connections")], ["Ada King"], "the people that are left")


@case
def others_jobs():
    """an import is nobody else's: for another user it is not there"""
    drop(with_script, table("mine.vcf", cards(("Ada Byron", ""))))
    address = urlsplit(with_script.page.url).path
    atrium("users", "add", "bob", home=hub.home, expect=0)
    atrium("users", "password", "bob", home=hub.home, expect=0, input=f"{PASSWORD}\n{PASSWORD}\n".encode())
    bob = Visitor(hub, log_in="bob")
    equal(bob.get(address).status, 404, "the page")
    mark = re.search(r'name=":user" value="([^"]+)"', bob.get("/import").body.decode())[1]
    equal(bob.send(address, {"do": "apply", ":user": mark}).status, 404, "Apply")
    equal(bob.get(f"/api/v1/jobs{address.removeprefix('/import')}").status, 404, "the job")


def hostile_files():
    """Each file of the attacks, as they make it: copies are kept while they run."""
    folder = f"{ROOT}/attacks"
    os.makedirs(folder)
    for script in ("files", "values", "calendars", "archives"):
        subprocess.run(
            [sys.executable, "-B", os.path.join(HERE, "..", "attacks", f"{script}.py"), ATRIUM, "--short"],
            env=os.environ | {"ATTACK_FILES": folder},
            stdout=subprocess.DEVNULL,
            check=False,
        )
    return sorted(f"{folder}/{name}" for name in os.listdir(folder))


def answered(path):
    """A hostile file by the page: what is planned, or why it is refused, as a terminal says it."""
    home = tempfile.mkdtemp(dir=ROOT) + "/home"
    atrium("modules", "enable", "--all", home=home, expect=0)
    done = atrium("import", path, "--dry-run", "--json", home=home)
    wanted = json.loads(done.stdout) if done.stdout.strip().startswith(b"{") else None
    shutil.rmtree(home)
    without.go("/import", status=200)
    without.page.set_input_files("#files", path)
    with without.page.expect_navigation():
        without.page.locator("form[data-upload] button.btn").click()
    settled(without)
    if not urlsplit(without.page.url).path.startswith("/import/"):
        check(wanted is None or os.path.getsize(path) == 0, f"refused by the page alone: {without.problem()}")
        return
    found = job(without)
    if found["report"] is None:
        check(wanted is None, f"failed by the page alone: {found['error']}")
        return
    check(wanted is not None, f"refused by a terminal alone: {done.stderr[:200]!r}")
    equal(counted(found["report"]), counted(wanted), "what is planned")
    errors = [[file["error"] and file["error"]["message"] for file in it["files"]] for it in (found["report"], wanted)]
    equal(errors[0], errors[1], "why a file is refused")


if "--attacks" in sys.argv:
    for number, path in enumerate(hostile_files()):
        tried(f"hostile file {number}: {os.path.basename(path)[4:50]}", lambda path=path: answered(path))


LARGE = 60_000


@case
def waiting_and_stopping():
    """imports wait for each other and say so; one that is stopped leaves the vault as it was"""
    large = table("large.vcf", cards(*((f"Person {number}", f"TEL:+1 {number}\r\n") for number in range(LARGE))))
    before = hub.exports()
    with hub.tab() as one, hub.tab() as two:
        for tab in (one, two):
            tab.go("/import")
            with tab.page.expect_navigation():
                tab.page.set_input_files("#files", large)
        waits = "One import at a time" in two.page.content()
        settled(one)
        settled(two)
        with one.page.expect_navigation():
            one.page.locator("main button[name=do][value=apply]").click()
        address = urlsplit(one.page.url).path
        with hub.tab() as other:
            # The page may be closed, and is found again.
            one.close()
            other.go("/import")
            check("large.vcf" in other.text(), "what is under way is not listed")
            other.go(address)
            stop = other.page.locator("main button:has-text('Stop')")
            until(lambda: stop.count() or is_settled(other), "neither a button nor a result")
            if not is_settled(other):
                try:
                    with other.page.expect_navigation():
                        stop.click()
                except BrowserError:
                    # The import has ended, and the page has been loaded again under the click.
                    pass
            settled(other)
            if "stopped" in other.heading().lower():
                equal(unequal(hub.exports(), before), [], "what a stopped import has left")
                check("as they were" in other.text(), other.text()[:300])
        two.go("/import")
    return "one waited for the other" if waits else "the first was done before the second came"


@case
def killed_while_applying():
    """the server is killed while an import is applied: nothing of it is there, and the page says what is so"""
    large = table("large.vcf", cards(*((f"Person {number}", f"TEL:+1 {number}\r\n") for number in range(LARGE))))
    drop(with_script, large)
    before = hub.exports()
    with_script.page.locator("main button[name=do][value=apply]").click(no_wait_after=True)
    until(lambda: any(it["state"] == "running" for it in hub.visitor.api("jobs")["items"]), "the import does not begin")
    hub.server.process.kill()
    hub.server.process.wait()
    address = urlsplit(with_script.page.url).path
    hub.server = Server(hub.home)
    hub.origin = f"http://127.0.0.1:{hub.server.port}"
    hub.visitor = Visitor(hub, log_in=USER)
    equal(unequal(hub.exports(), before), [], "what a killed import has left")
    with hub.tab() as tab:
        tab.go(address, status=404)
        check("no longer available" in tab.text(), tab.text()[:300])
    # The page that was open has lost its server, and asks it all the same.
    breaches[:] = [it for it in breaches if "ERR_" not in it and "another host" not in it]


if __name__ == "__main__":
    finish()
