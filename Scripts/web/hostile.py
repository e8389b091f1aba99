#!/usr/bin/env python3
"""hostile.py PROGRAM [--quick]: what bad input and bad luck get from the page.

Markup, scripts, quotes, right-to-left marks and 10,000 characters without a blank in every text field, typed and
imported, shown wherever records are shown; requests of other sites; one form sent twice; two tabs on one record;
modules and records that are gone meanwhile; errors that echo no markup."""

import re
import threading
from urllib.parse import urlencode

from browser import *
from filling import *

MARK = "pwned"
MARKUP = (
    f"<img src=x onerror=alert(1) data-{MARK}><script data-{MARK}>alert(2)</script>"
    f"\"'`><svg onload=alert(3) data-{MARK}></textarea></title></style><iframe src=javascript:alert(4) data-{MARK}>"
    f"<a href=javascript:alert(5) data-{MARK}>x</a>&lt;b&gt;&amp;amp;\\u003cb\\u003e{{{{7*7}}}}${{7*7}}"
)
TURNED = "\u202eturned\u2066\u200f"
LONG = "W" * 10_000
# What no record may become a link to.
ADDRESSES = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "//evil.example/x",
)
MARKDOWN = (
    "[a](javascript:alert(1)) ![b](data:text/html,x) <script>alert(1)</script> [c](//evil.example) "
    f"<javascript:alert(1)> <img src=x onerror=alert(1) data-{MARK}> [d](vbscript:x)\n\n[e]: javascript:x\n\n[e]\n\n"
    f"<div data-{MARK}>html</div>\n"
)
ATTACKS = {"markup": MARKUP + TURNED, "long": LONG, "addresses": None, "markdown": MARKDOWN}

hub = Hub(modules=True)
me = hub.visitor
tab = hub.tab()

# Elements that nothing typed may make, links that lead elsewhere, text that a mark turns though it is not the record's.
JUDGE = """mark => {
    const found = [];
    for (const e of document.querySelectorAll(`[data-${mark}], iframe, object, embed, base, body script, body style,
            main [onerror], main [onload], main [onclick], [style]`))
        found.push('an element: ' + e.outerHTML.slice(0, 80));
    for (const e of document.querySelectorAll('img'))
        if (!e.getAttribute('src').startsWith('/api/v1/attachments/')) found.push('a picture of ' + e.src.slice(0, 80));
    for (const e of document.querySelectorAll('[href], [action], [src], [formaction]'))
        for (const name of ['href', 'action', 'src', 'formaction']) {
            const to = e.getAttribute(name);
            const own = /^(#|\\/(?!\\/)|https?:\\/\\/|mailto:|tel:|sms:|xmpp:|sips?:|geo:)/;
            if (to !== null && !own.test(to) && to !== '')
                found.push('an address: ' + to.slice(0, 80));
        }
    const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
    if (wide > innerWidth) found.push(`it is ${wide} wide in ${innerWidth}`);
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walk.nextNode());) {
        if (!/[\\u202a-\\u202e]/.test(node.data) || node.parentElement.closest('textarea, option, script')) continue;
        let around = node.parentElement, last = node, rest = '';
        const style = e => getComputedStyle(e);
        for (; style(around).display === 'inline' && !/isolate|plaintext/.test(style(around).unicodeBidi);
             around = around.parentElement) last = around;
        for (let next = last.nextSibling; next; next = next.nextSibling) {
            if (next.nodeType !== 3 && style(next).display !== 'inline') break;
            rest += next.textContent;
        }
        if (/\\p{L}/u.test(rest)) found.push('a mark turns the text after it: ' + rest.trim().slice(0, 40));
    }
    return found;
}"""


def judge(path=None, status=200):
    """What stands on a page that it may not; opens it if a path is given."""
    if path is not None:
        tab.go(path, status)
    tab.page.evaluate("document.querySelectorAll('details').forEach(e => e.open = true)")
    found = tab.page.evaluate(JUDGE, MARK)
    check(not found, f"{tab.path[:150]}: " + "; ".join(dict.fromkeys(found)))


def attack(kind):
    """The words of an attack for a control."""
    count = iter(range(1_000_000))

    def text(control):
        # The one zone that is wrong would be named instead of the other.
        if re.search(r"[zZ]one(s:lines)?$", control["name"]) and control["name"] != "zone":
            return WORDS["zone"]
        if kind == "addresses":
            return ADDRESSES[next(count) % len(ADDRESSES)]
        if kind == "markdown" and control["type"] != "textarea":
            return MARKUP
        # Two records of one name would be asked about.
        return f"{ATTACKS[kind]}{control['name']}"

    return text


def show_everywhere(record):
    """Judges every page on which a record is shown."""
    place, _, number = record.rpartition("/")
    found = me.get(f"{place}?list=1", wanted=200).body.decode()
    collection = (re.findall(r"collection=([^&\"]+)&amp;removed", found) or [""])[0]
    for path in (place, record, f"{record}/edit", f"/history?collection={collection}&record={number}", "/history", "/"):
        if me.get(path).status != 404:
            judge(path)


# Typed


def typed(path, kind):
    def body():
        words, left_out = add(tab, path, attack(kind), judge)
        record = tab.path.partition("?")[0]
        judge()
        taken = [name for name, text in words.items() if MARK in text or LONG[:800] in text or text in ADDRESSES]
        if kind == "markup":
            check(taken, f"no field takes such text; left out {left_out}")
        if re.search(r"/\d+$", record):
            show_everywhere(record)
        judge("/search?" + urlencode({"q": MARK if kind == "markup" else "W" * 60}))
        return f"({len(taken)} fields)"

    return body


for path in main_adds(me):
    for kind in ["markup"] if QUICK else ATTACKS:
        tried(f"{kind} typed into {path} stays text on every page", typed(path, kind))


# Imported

VCARD = (
    "FN N NICKNAME ORG TITLE ROLE NOTE CATEGORIES URL EMAIL TEL ADR IMPP RELATED X-ABC GENDER KIND LANG TZ GEO "
    "MEMBER SOURCE ANNIVERSARY BDAY PHOTO LOGO KEY SOUND CALURI FBURL LABEL MAILER"
).split()
EVENT = (
    "SUMMARY DESCRIPTION LOCATION CATEGORIES URL CONTACT COMMENT ORGANIZER ATTENDEE ATTACH RESOURCES STATUS CLASS "
    "X-ABC COLOR RELATED-TO IMAGE CONFERENCE"
).split()
TABLES = {
    "habits.csv": ["title"],
    "activities.csv": ["name", "category", "place", "cost", "tags", "link", "notes"],
    "decisions.csv": ["title", "context", "options", "chosen", "models", "expected", "tags"],
    "exercise.csv": ["exercise", "workout", "muscles", "note"],
    "quotes.csv": ["text", "author", "source", "location", "url", "note", "tags"],
    "interactions.csv": ["kind", "people", "note"],
    "memories.csv": ["note", "people", "tags"],
}
REST = {
    "habits.csv": {"target": "3", "days": "2026-02-01"},
    "decisions.csv": {"confidence": "70", "reviewOn": "2026-03-01"},
    "exercise.csv": {"category": "strength", "day": "2026-02-03", "reps": "5"},
    "interactions.csv": {"when": "2026-02-03T10:00:00"},
    "memories.csv": {"day": "2026-02-03"},
    "quotes.csv": {"addedOn": "2026-02-03"},
}


def content_line(name, text):
    for old, new in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(old, new)
    return f"{name}:{text}\r\n"


def quoted(text):
    return '"' + text.replace('"', '""') + '"'


def files(kind, text):
    """Files of each module, as name and content, of which every text is the attack."""
    end = kind + TURNED
    card = "".join(content_line(name, text) for name in VCARD)
    yield f"{kind}.vcf", f"BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{kind}-card\r\n{card}END:VCARD\r\n"
    event = "".join(content_line(name, text) for name in EVENT)
    head = "DTSTAMP:20260101T000000Z\r\nDTSTART:20261124T100000Z\r\n"
    alarm = f"BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\n{content_line('DESCRIPTION', text)}END:VALARM\r\n"
    yield (
        f"{kind}.ics",
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//\r\n"
        + content_line("X-WR-CALNAME", f"{text[:200]}{end}")
        + f"BEGIN:VEVENT\r\nUID:{kind}-event\r\n{head}{event}{alarm}END:VEVENT\r\n"
        + f"BEGIN:VTODO\r\nUID:{kind}-todo\r\n{head}{event.replace('STATUS', 'X-S')}END:VTODO\r\nEND:VCALENDAR\r\n",
    )
    for name, columns in TABLES.items():
        values = {column: text for column in columns} | REST.get(name, {})
        yield (
            f"{kind}-{name}",
            ",".join(values) + "\r\n" + ",".join(quoted(value) for value in values.values()) + "\r\n",
        )
    attribute = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").replace("\n", " ")
    yield (
        f"{kind}.opml",
        f'<opml version="2.0"><head><title>{attribute[:300]}</title></head><body><outline type="mental-model-level" '
        f'text="Hard sciences" level="hard-sciences"><outline type="mental-model-category" text="{attribute}" '
        f'description="{attribute}"><outline type="mental-model" text="{attribute}" description="{attribute}" '
        f'keywords="{attribute}"/></outline></outline></body></opml>',
    )
    title = text.replace("\n", " ").replace("\\", "\\\\").replace('"', '\\"')
    yield (
        f"{kind}.md",
        f'---\ndate: 2026-03-02\ntitle: "{title}"\nplace: "{title}"\ntags: ["{title}"]\n---\n\n{text}\n\n# {text}\n',
    )


def imported(kind, text):
    def body():
        before = {path: {item["id"] for item in me.all(path)} for path in PLACES}
        report = hub.take(*(write(name, content) for name, content in files(kind, text)))
        taken = sum(file["added"] for file in report["files"])
        check(taken >= 5, f"only {taken} records came in: {report['files']}")
        count = 0
        for path, known in before.items():
            for item in me.all(path):
                if item["id"] not in known:
                    show_everywhere(f"/{path}/{item['id']}")
                    count += 1
        check(count >= 5, f"only {count} records are shown")
        judge("/search?" + urlencode({"q": MARK}))
        return f"({count} records)"

    return body


PLACES = [path.strip("/").removesuffix("/add") for path in adds(me)]
for kind in ["markup"] if QUICK else ATTACKS:
    tried(f"{kind} imported by files of every module stays text", imported(kind, ATTACKS[kind] or ADDRESSES[0]))


@case
def address_links():
    """addresses of a record are links only if they are of a safe kind"""
    for number, to in enumerate(ADDRESSES + ("vbscript:x", "file:///etc/passwd", "https://example.org/ok", "blob:x")):
        sent = {"text": f"Address {number}", "url": to, ":key": f"address-{number}"}
        me.send("/quotes/add", sent, wanted=None)
    judge("/quotes")
    shown = tab.page.locator("main a[href^='https://example.org/ok']")
    for quote in me.all("quotes"):
        judge(f"/quotes/{quote['id']}")
        shown = shown if quote.get("url") != "https://example.org/ok" else tab.page.locator("main a[href$='/ok']")
        if quote.get("url") == "https://example.org/ok":
            equal(shown.get_attribute("rel"), "noopener noreferrer", "what a link away says")


# What comes back of what was asked


@case
def asked():
    """searches, filters, sorts and unknown records echo no markup"""
    word = urlencode({"x": MARKUP + TURNED})[2:]
    for path in (
        f"/search?q={word}",
        f"/connections?text={word}",
        f"/connections?sort={word}",
        f"/connections?cursor={word}",
        f"/connections?tag={word}",
        f"/connections?told={word}&done={word}",
        f"/connections/1?list={word}",
        f"/connections/1?list=/?text={word}",
        f"/history?collection={word}&record={word}",
        f"/connections/named?name={word}",
        f"/connections/add?name={word}",
        f"/quotes/add?next={word}",
        f"/hub/set?key={word}",
        f"/settings/{word}",
        f"/suggest?q={word}&collection={word}",
        f"/login?next=/{word}",
        f"/setup/{word}",
        f"/join/{word}",
        f"/connections/{word}",
        f"/connections/{word}/edit",
        f"/{word}",
        f"/assets/{word}",
        f"/habits?weekday={word}&archived={word}",
    ):
        if path.startswith("/suggest"):
            check(b"<img" not in me.get(path).body, "suggestions have markup")
        else:
            judge(path, (200, 400, 403, 404, 422))


@case
def unknown_paths():
    """unknown paths and methods are pages of the hub, without what was asked for"""
    for path in (
        "/nothing-here",
        "/connections/999999",
        "/connections/999999/edit",
        "/habits/1/nothing",
        "/connections/",
        "/a/b/c/d/e",
        "/settings/nothing",
        "/admin/nothing",
        "/%00",
        "/habits/add/add",
    ):
        answer = me.get(path)
        text = answer.body.decode()
        check(answer.status in (400, 404), f"{path} answers {answer.status}")
        check(text.startswith("<!doctype html>") and "<h1" in text, f"{path} is no page: {text[:80]}")
        check("nothing-here" not in text, f"{path} is echoed")
        check("script-src 'self'" in answer.headers["Content-Security-Policy"], f"{path} has no policy")
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        answer = me.ask(method, "/habits/1", headers={"Origin": hub.origin})
        check(answer.status in (400, 403, 404, 405, 501), f"{method} answers {answer.status}")
    check(len(me.all("habits")) >= 5, "a habit is gone")
    judge("/nothing-here?" + urlencode({"x": MARKUP}), 404)


# Other sites


@case
def other_sites():
    """a form that comes from elsewhere, or does not say from where, is refused, and so is one of another type"""
    habit = me.all("habits")[0]["id"]
    before = hub.changes()
    forms = (
        ("/habits/add", {"title": "from elsewhere"}),
        (f"/habits/{habit}/edit", {"title": "from elsewhere"}),
        (f"/habits/{habit}/toggle", {}),
        (f"/habits/{habit}/remove", {}),
        ("/undo", {"change": str(before)}),
        ("/settings/theme", {"value": "dark"}),
        ("/modules/disable", {"id": "habits"}),
        ("/tokens/add", {"name": "evil"}),
        ("/users/add", {"name": "evil"}),
        ("/logout", {}),
        ("/login", {"username": USER, "password": PASSWORD}),
    )
    for path, fields in forms:
        for headers in (
            {"Origin": "http://evil.example"},
            {"Origin": "null"},
            {"Origin": None},
            {"Origin": hub.origin.replace("http:", "https:")},
            {"Origin": hub.origin.replace("127.0.0.1", "localhost")},
            {"Origin": f"{hub.origin}.evil.example"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
            {"Sec-Fetch-Site": "none"},
            {"Origin": None, "Referer": hub.origin + "/habits"},
        ):
            answer = me.send(path, fields, headers=headers)
            equal(answer.status, 403, f"{path} with {headers}")
            check(b"nothing was changed" in answer.body, f"{path}: the page does not say it")
        # A log-out has no body that could be read.
        for media in ("text/plain", "application/json", "", None, "text/html") if path != "/logout" else ():
            answer = me.send(path, fields, headers={"Content-Type": media})
            check(answer.status in (400, 415), f"{path} as {media}: {answer.status}")
    equal(hub.changes(), before, "changes that other sites made")
    check("evil" not in str(me.api("tokens/list")), "a token was made")


@case
def reading_changes_nothing():
    """GET on the address of an action changes nothing"""
    before = hub.changes()
    for path in (
        "/habits/1/toggle",
        "/undo",
        "/modules/disable?id=habits",
        "/habits/1/remove",
        "/connections/1/merge",
        "/settings/theme?value=dark",
        "/users/remove?name=ada",
        "/tokens/add?name=x",
        "/habits/add?title=x",
    ):
        check(me.get(path).status in (200, 404, 405), path)
        check(me.ask("HEAD", path).status in (200, 404, 405), path)
    equal(me.get("/logout").status, 405, "GET /logout")
    me.get("/habits", wanted=200)
    equal(hub.changes(), before, "the changes")


# Once


@case
def twice():
    """one form sent twice, at once and after another, is done once and answered alike"""
    fields = {"title": "Once only", ":key": "thekeyofthisform"}
    first = me.send("/habits/add", fields, wanted=303).headers["Location"]
    second = me.send("/habits/add", fields, wanted=303).headers["Location"]
    equal(second, first, "the second answer")
    equal([habit["title"] for habit in me.all("habits")].count("Once only"), 1, "habits")
    answers = []

    def send():
        own = Visitor(hub)
        own.cookies = dict(me.cookies)
        answers.append(own.send("/habits/add", {"title": "At once", ":key": "another"}).headers["Location"])

    threads = [threading.Thread(target=send) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join(60) for thread in threads]
    equal((len(answers), len(set(answers))), (8, 1), "the answers")
    equal([habit["title"] for habit in me.all("habits")].count("At once"), 1, "habits")
    # The same key with other words is another form, as after Back.
    me.send("/habits/add", fields | {"title": "Other words"}, wanted=303)
    check("Other words" in [habit["title"] for habit in me.all("habits")], "what was typed after Back is lost")


@case
def double_click():
    """a button that is clicked twice in a browser does its thing once"""
    tab.go("/habits/add")
    tab.page.fill("[name=title]", "Clicked twice")
    tab.page.locator("main form .apply button.btn").dblclick(no_wait_after=True)

    def count():
        return [habit["title"] for habit in me.all("habits")].count("Clicked twice")

    # The second click may end the answer to the first, or meet another page: only the vault says what was done.
    until(count, "the habit was not added")
    tab.page.wait_for_load_state("networkidle")
    equal(count(), 1, "habits")


@case
def secrets_once():
    """the answer with a secret is not given a second time"""
    fields = {"name": "twice", "access": "read", "current": PASSWORD, ":key": "secretkey"}
    first = me.send("/tokens/add", fields)
    equal(first.status, 200, "the first answer")
    check("no-store" in first.headers["Cache-Control"], "it may be kept")
    secret = re.search(rb'id="secret[^"]*"[^>]* value="([^"]+)"', first.body)[1]
    second = me.send("/tokens/add", fields)
    check(secret not in second.body and b'id="secret' not in second.body, "the secret is given again")
    equal([item["name"] for item in me.api("tokens/list")["items"]].count("twice"), 1, "tokens")


# Two tabs


def new_habit(title, **fields):
    where = me.send("/habits/add", {"title": title, **fields}, wanted=303).headers["Location"]
    return where.partition("?")[0]


@case
def two_tabs():
    """two tabs change one field of a record: what was typed is kept beside what is there, and one of both is chosen"""
    record = new_habit("Before")
    for choice, wanted in (("mine", "of the second"), ("theirs", "of the first")):
        with hub.tab() as other:
            other.go(f"{record}/edit")
            tab.go(f"{record}/edit")
            tab.page.fill("[name=title]", f"of the first {choice}")
            tab.save()
            other.page.fill("[name=title]", f"of the second {choice}")
            other.open_all()
            other.page.fill("[name=unit]", f"pages {choice}")
            other.save(412)
            text = other.page.locator("main form").inner_text()
            for words in ("yours", "theirs", f"of the first {choice}", f"of the second {choice}"):
                check(words in text, f"“{words}” is not on the page: {text[:300]}")
            equal(other.page.input_value("[name=title]"), f"of the second {choice}", "what was typed")
            equal(other.page.input_value("[name=unit]"), f"pages {choice}", "what else was typed")
            check(other.page.title().startswith("Error: "), other.page.title())
            equal(other.page.evaluate("document.activeElement.id"), "errors", "the focus")
            other.page.locator(f"label:has([name=':take.title'][value={choice}])").click()
            other.save()
            now = me.api(record.strip("/"))
            equal((now["title"], now["unit"]), (f"{wanted} {choice}", f"pages {choice}"), f"the habit after {choice}")


@case
def two_tabs_two_fields():
    """two tabs change two fields of a record: both changes stand"""
    record = new_habit("Both")
    with hub.tab() as other:
        other.go(f"{record}/edit")
        tab.go(f"{record}/edit")
        tab.page.fill("[name=title]", "Both, the first")
        tab.save()
        other.open_all()
        other.page.fill("[name=unit]", "pages")
        other.save()
    now = me.api(record.strip("/"))
    equal((now["title"], now["unit"]), ("Both, the first", "pages"), "the habit")


@case
def gone_meanwhile():
    """a module switched off, a record removed in another tab: told, and what was typed is still there"""
    words = "Typed before it was gone"
    tab.go("/quotes/add")
    tab.page.fill("[name=text]", words)
    me.send("/modules/disable", {"id": "quotes"}, wanted=303)
    tab.save((403, 404, 409, 503))
    text = tab.text()
    me.send("/modules/enable", {"id": "quotes"}, wanted=303)
    check("quotes" in text.lower() and "off" in text, f"the page does not say it: {text[:200]}")
    check(tab.page.get_by_text("nable").count(), "the page does not say what to do")
    kept = words in tab.page.content()
    record = new_habit("To be removed")
    tab.go(f"{record}/edit")
    tab.page.fill("[name=title]", words)
    me.send(f"{record}/remove", {}, wanted=303)
    tab.save((404, 409, 410, 412))
    check(tab.page.locator("h1").count() == 1, "no page")
    check(kept, "what was typed is lost when the module is off")
    check(words in tab.page.content(), "what was typed is lost when the record is gone")
    tab.go(record, 404)


@case
def still_whole():
    """after all of that the hub's pages are there, and the vault is well"""
    for path in ("/", "/history", "/settings", "/search?q=a", *(f"/{place}" for place in PLACES)):
        judge(path)
    equal(atrium("doctor", home=hub.home).returncode, 0, "doctor")
    with open(hub.server.log, encoding="utf-8", errors="replace") as log:
        equal([line for line in log if " error " in line][:3], [], "errors in the server's log")


finish()
