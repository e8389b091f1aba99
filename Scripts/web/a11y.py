#!/usr/bin/env python3
"""a11y.py PROGRAM [--sample]: whether everybody can use the pages; WCAG 2.1 AA as far as a program can judge it.

axe, light and dark, on every kind of page: without data and with, after an error, with a message; with forced colours,
more contrast and reduced motion. Without axe: nothing scrolls sideways at 320 px or at 200% text, touch areas are 44 px
large, inputs have letters of 16 px, and each page has one h1, landmarks, a skip link and a live region.

With --sample fewer pages are tried, each in one theme."""

import re

from axe_playwright_python.sync_playwright import Axe

from browser import *
from filling import *

SAMPLE = "--sample" in sys.argv
TAGS = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]},
    "resultTypes": ["violations"],
}
axe = Axe()

# Kinds of pages, a few of each; those of records are the first of their collection.
PAGES = [
    "/",
    "/?day=2026-03-02",
    "/figures",
    "/figures/habits/habits",
    "/calendar",
    "/calendar?view=week&day=2026-03-02",
    "/calendar?view=day&day=2026-03-02",
    "/calendar?view=list",
    "/reminders/today",
    "/more",
    "/add",
    "/search",
    "/search?q=Kaufmann",
    "/search?q=nothing-has-this",
    "/import",
    "/imports",
    "/imports/1",
    "/imports/undo?run=1",
    "/export",
    "/export/connections",
    "/export/calendar",
    "/history",
    "/history?collection=quotes%2Fquotes&removed=true",
    "/settings",
    "/settings/theme",
    "/settings/tabs",
    "/settings/zone",
    "/settings/modules",
    "/settings/sessions",
    "/settings/passwords",
    "/settings/feeds",
    "/settings/phone",
    "/help",
    "/admin/users",
    "/admin/invitations",
    "/admin/hub",
    "/admin/logins",
    "/tokens/add",
    "/feeds/add",
    "/users/invite",
    "/users/password",
    "/connections",
    "/connections?text=nothing-has-this",
    "/connections?sort=name&descending=true",
    "/connections/duplicates",
    "/calendar/duplicates",
    "/connections/birthdays",
    "/calendar/agenda",
    "/calendar/free",
    "/habits/progress",
    "/nothing-here",
]
FEW = ["/", "/add", "/search?q=Kaufmann", "/history", "/settings", "/settings/modules", "/admin/users", "/tokens/add",
       "/connections", "/import", "/imports/1", "/export/connections", "/connections/duplicates",
       "/nothing-here"]  # fmt: skip


def pages(hub):
    """Kinds of pages, and of each collection the list, a record, and its forms."""
    yield from FEW if SAMPLE else PAGES
    yield from imports(hub)
    places = [path.removesuffix("/add") for path in adds(hub.visitor)]
    for place in places[::4] if SAMPLE else places:
        yield place
        yield f"{place}/add"
        records = hub.visitor.all(place.strip("/"))
        if records:
            record = f"{place}/{records[0]['id']}"
            yield from (record, f"{record}/edit", f"{record}/remove")
            if not SAMPLE:
                yield from actions(hub, record)


CARD = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:edited\r\nFN:Ada Edited\r\nTEL:{}\r\nEND:VCARD\r\n"
MEMBERS = "voornaam,achternaam,e-mail,lidnr\nWim,Aaldering,wim@example.org,10412\n"


def imports(hub):
    """What an import would do, with a conflict; and columns that nobody knows. Of a hub that holds something."""
    if not hub.visitor.all("connections"):
        return
    if not any(it["name"] == "Ada Edited" for it in hub.visitor.all("connections")):
        hub.take(write("edited.vcf", CARD.format("+1 555 0101").encode()))
        atrium("connections", "edit", "Ada Edited", "--phone", "+1 555 0102", home=hub.home, expect=0)
    more = CARD.format("+1 555 0104").replace("edited", "new").replace("Edited", "New")
    yield hub.visitor.rehearse("contacts.vcf", CARD.format("+1 555 0103") + more)
    yield hub.visitor.rehearse("members.csv", MEMBERS)


def actions(hub, record):
    """The pages of what can be done with a record, and its history."""
    text = hub.visitor.get(record, wanted=200).body.decode()
    for link in Markup(text).links():
        if link.startswith((record + "/", "/history?")) and not link.endswith(("/edit", "/remove")):
            yield link


def judged(tab):
    """What axe finds on the page as it is, in one line; fails if that is anything."""
    found = axe.run(tab.page, options=TAGS).response["violations"]
    check(
        not found,
        f"{tab.path[:120]}: "
        + "; ".join(f"{item['id']} at {item['nodes'][0]['target']} ({len(item['nodes'])}): "
                    f"{item['nodes'][0].get('failureSummary', '')[:200]!r}" for item in found),
    )  # fmt: skip


# What is too small, too wide, or missing.
SMALL = """() => [...document.querySelectorAll(
        'a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter(e => {
    if (e.type === 'hidden' || e.closest('.skip') || !e.checkVisibility({opacityProperty: false})) return false;
    if (e.closest('details:not([open]) > :not(summary)')) return false;
    const box = e.getBoundingClientRect();
    if (box.width < 2 || box.right < 0 || box.bottom < 0) return false;
    // A link in running text is as large as its words.
    const around = e.parentElement;
    if (e.matches('a') && getComputedStyle(e).display === 'inline'
        && (around.matches('p, dd, li, td, small, span') && around.textContent.trim() !== e.textContent.trim()
            || e.closest('.own, .foot')))
        return false;
    let {width, height} = box;
    // What its label or the row around it takes counts too.
    const label = e.closest('label') || (e.id && document.querySelector(`label[for="${e.id}"] .btn`));
    if (label && label.getBoundingClientRect) { width = Math.max(width, label.getBoundingClientRect().width);
        height = Math.max(height, label.getBoundingClientRect().height); }
    const after = getComputedStyle(e, '::after');
    if (after.position === 'absolute' && after.content !== 'none') {
        width = Math.max(width, parseFloat(after.width)); height = Math.max(height, parseFloat(after.height)); }
    return width < 43.5 || height < 43.5;
}).map(e => `${e.tagName.toLowerCase()}.${e.className} “${(e.innerText || e.name || '').trim().slice(0, 20)}” `
    + `${Math.round(e.getBoundingClientRect().width)}×${Math.round(e.getBoundingClientRect().height)}`)"""
FRAME = """() => {
    const found = [], count = s => document.querySelectorAll(s).length;
    if (count('h1') !== 1) found.push(`${count('h1')} h1`);
    if (count('main') !== 1) found.push(`${count('main')} main`);
    if (document.documentElement.lang !== 'en') found.push('no language');
    const skip = document.querySelector('body a');
    if (!skip || !document.querySelector(skip.getAttribute('href') || 'none')) found.push('no skip link at first');
    if (document.body.dataset.user && !count('[aria-live]')) found.push('no live region');
    if (document.body.dataset.user && !count('nav[aria-label]')) found.push('no navigation');
    for (const e of document.querySelectorAll(
            'input:not([type=hidden],[type=checkbox],[type=radio]), select, textarea')) {
        const size = getComputedStyle(e).fontSize;
        if (parseFloat(size) < 16) found.push(`letters of ${size} in ${e.name}`);
    }
    for (const e of document.querySelectorAll('table')) if (!e.querySelector('th')) found.push('a table without heads');
    let level = 0;
    for (const e of document.querySelectorAll('main h1, main h2, main h3, main h4')) { const own = +e.tagName[1];
        if (own > level + 1) found.push(`${e.tagName} “${e.innerText}” after h${level}`); level = own; }
    return found;
}"""
WIDE = """() => { const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
    if (wide <= innerWidth) return '';
    const out = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1)
        .map(e => `${e.tagName.toLowerCase()}.${e.className}`);
    return `${wide} px in ${innerWidth}: ${out.slice(0, 4).join(', ')}`; }"""


def unfold(tab):
    tab.page.evaluate("document.querySelectorAll('main details').forEach(e => e.open = true)")


def gather(paths, tab, look, status=(200, 404)):
    """Looks at each page, and fails with all that was found."""
    found, count = {}, 0
    for path in paths:
        tab.go(path, status)
        count += 1
        for words in look():
            # The same element of another page is the same mistake, most likely.
            found.setdefault(re.sub(r"“.*?”|\d+", "", words), f"{path[:60]}: {words}")
    check(not found, f"{len(found)} kinds on {count} pages: " + " | ".join(list(found.values())[:12]))
    return f"({count} pages)"


def axe_on(hub, theme, paths):
    def body():
        with hub.tab(color_scheme=theme) as tab:
            tab.follows_links = False

            def look():
                unfold(tab)
                try:
                    judged(tab)
                except AssertionError as error:
                    yield str(error)

            return gather(paths, tab, look)

    return body


# Without data

bare = Hub(samples=False, ready=False)


@case
def gates():
    """axe: the first user's page, log-in, invitation and their errors, light and dark"""
    setup = bare.setup_path()
    for theme in ("light",) if SAMPLE else ("light", "dark"):
        with bare.tab(Visitor(bare), color_scheme=theme) as tab:
            for path in (setup, "/login", "/join", "/join/nothing"):
                tab.go(path, (200, 403))
                judged(tab)
                check(not (found := tab.page.evaluate(FRAME)), f"{path}: {found}")
                check(not (found := tab.page.evaluate(SMALL)), f"{path}: {found}")
            tab.go(setup)
            tab.page.fill("[name=username]", USER)
            tab.page.fill("[name=password]", "short")
            tab.follow("form button.btn", (400, 422))
            judged(tab)
            tab.go("/login")
            tab.page.fill("[name=username]", USER)
            tab.page.fill("[name=password]", "wrong horse battery")
            tab.follow("form button.btn", 401)
            judged(tab)
    bare.visitor.send(setup, {"username": USER, "password": PASSWORD}, wanted=303)


for theme in ("dark",) if SAMPLE else ("light", "dark"):
    tried(f"axe: pages without data, {theme}", axe_on(bare, theme, pages(bare)))
bare.stop()
open_hubs.remove(bare)

# With data

hub = Hub()
hub.visitor.send("/quotes/1/remove", {}, wanted=303)
hub.visitor.send("/undo", {"change": str(hub.changes())}, wanted=303)
added = hub.visitor.send("/quotes/add", {"text": "Removed later"}, wanted=303)
hub.visitor.send(f"{urlsplit(added.headers['Location']).path}/remove", {}, wanted=303)
paths = list(dict.fromkeys(pages(hub)))
for theme in ("light",) if SAMPLE else ("light", "dark"):
    tried(f"axe: pages with data, {theme}", axe_on(hub, theme, paths))


def after_things(theme):
    def body():
        with hub.tab(color_scheme=theme) as tab:
            # With a message and its button.
            tab.go("/habits/add")
            tab.page.fill("[name=title]", "For a message")
            tab.save()
            check(tab.message(), "no message")
            judged(tab)
            # After errors.
            tab.go("/habits/add").save(422)
            judged(tab)
            tab.go("/connections/add")
            tab.page.fill("[name='birthday:day']", "77")
            tab.page.fill("[name=name]", "")
            tab.save(422)
            unfold(tab)
            judged(tab)
            tab.go("/settings/zone")
            tab.page.fill("[name=value]", "Mars")
            tab.save(422)
            judged(tab)
            tab.go("/connections?sort=nothing", 422)
            judged(tab)
            # Names that fit several, and a record that changed meanwhile.
            for _ in range(2):
                hub.visitor.send("/connections/add", {"name": "Double Name"}, wanted=303)
            tab.go("/journal/add")
            tab.page.fill("[name=text]", "With somebody")
            tab.open_all()
            tab.page.fill("[name='people.0']", "Double Name")
            tab.save(409)
            check(tab.page.locator("[name^=':pick']").count(), "nothing to choose from")
            judged(tab)
            tab.go("/habits/1/edit")
            version = tab.page.locator("[name=':version']").get_attribute("value")
            hub.visitor.send("/habits/1/edit", {"title": f"Elsewhere {theme}", ":version": version}, wanted=303)
            tab.page.fill("[name=title]", "Here")
            tab.save(412)
            judged(tab)
            # A secret that is shown once.
            tab.go("/tokens/add")
            tab.page.fill("[name=name]", f"axe {theme}")
            tab.page.locator("[autocomplete=current-password]").fill(PASSWORD)
            tab.save()
            judged(tab)

    return body


for theme in ("dark",) if SAMPLE else ("light", "dark"):
    tried(f"axe: messages, errors, choices, conflicts and secrets, {theme}", after_things(theme))


@case
def more_contrast():
    """axe: more contrast as a setting, light and dark"""
    hub.visitor.send("/settings/contrast", {"value": "more"}, wanted=303)
    try:
        for theme in ("light", "dark"):
            axe_on(hub, theme, FEW + ["/connections/1", "/connections/add"])()
    finally:
        hub.visitor.send("/settings/contrast", {"value": "system"}, wanted=303)


# Without axe


def looked(script, size, prepare=None, **options):
    """What a script finds on all pages in a window."""

    def body():
        with hub.tab(size=size, **options) as tab:
            tab.follows_links = False

            def look():
                unfold(tab)
                if prepare:
                    tab.page.evaluate(prepare)
                found = tab.page.evaluate(script)
                return dict.fromkeys([found] if isinstance(found, str) and found else found)

            return gather(paths, tab, look)

    return body


tried("no page scrolls sideways at 320 px", looked(WIDE, (320, 640)))
# Text of twice the size, as a browser's setting has it: the root's letters are 32 px.
DOUBLE = """(() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('html { font-size: 200% }');
    document.adoptedStyleSheets = [sheet]; })()"""
tried("no page scrolls sideways with text of 200% at 390 px", looked(WIDE, PHONE, DOUBLE))
tried("no page scrolls sideways with text of 200% at 1280 px", looked(WIDE, DESKTOP, DOUBLE))
tried("what is touched is at least 44 px large", looked(SMALL, PHONE, has_touch=True, is_mobile=True))
tried(
    "each page has one h1, landmarks, a skip link, ordered headings, letters of 16 px in inputs", looked(FRAME, PHONE)
)


def emulated(options):
    """axe on a few pages in a browser with other settings of the system."""

    def body():
        with hub.tab(**options) as tab:
            for path in FEW + ["/connections/1", "/connections/1/edit"]:
                tab.go(path, (200, 404))
                judged(tab)
            if options.get("reduced_motion"):
                moving = tab.page.evaluate("document.getAnimations().filter(a => a.playState === 'running').length")
                equal(moving, 0, "what moves")

    return body


for name, options in (
    ("forced colours", {"forced_colors": "active"}),
    ("reduced motion", {"reduced_motion": "reduce"}),
    ("more contrast of the system", {"contrast": "more"}),
):
    tried(f"axe: pages with {name}", emulated(options))

finish()
