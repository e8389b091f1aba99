#!/usr/bin/env python3
"""keyboard.py PROGRAM: the page by keyboard alone: log-in, add, edit, remove, undo, search, modules.

Whatever has the focus shows it by an outline, the order is that of the page, an error has the focus on its summary, and
the focus is never lost. No mouse is used: what is wanted is come to by Tab."""

from browser import *

hub = Hub()
tab = hub.tab(Visitor(hub), size=DESKTOP)
keys = tab.page.keyboard
MOST_TABS = 120

# What has the focus: what it is, and how that shows.
FOCUS = """() => {
    let e = document.activeElement;
    if (!e || e === document.body || e === document.documentElement) return null;
    const shown = s => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 1.5
        && !/, 0\\)$|transparent/.test(s.outlineColor);
    let visible = shown(getComputedStyle(e)) || shown(getComputedStyle(e, '::after'));
    for (let around = e.parentElement, n = 0; around && n < 3; around = around.parentElement, n++)
        visible ||= shown(getComputedStyle(around));
    const box = e.getBoundingClientRect();
    return {tag: e.tagName.toLowerCase(), type: e.type || '', name: e.name || '', id: e.id,
        href: e.getAttribute('href') || '', words: (e.innerText || e.getAttribute('aria-label') || '').trim(),
        visible, top: box.top + scrollY, seen: box.bottom > 0 && box.top < innerHeight,
        state: e.getAttribute('aria-checked') || '',
        about: (e.form && e.form.querySelector('[name=id]') || {}).value || ''};
}"""


def focus():
    found = tab.page.evaluate(FOCUS)
    check(found, f"nothing has the focus on {tab.path}")
    return found


def tab_to(wanted, what, backwards=False):
    """Presses Tab until what has the focus is wanted; each on the way shows that it has it."""
    for _ in range(MOST_TABS):
        keys.press("Shift+Tab" if backwards else "Tab")
        now = tab.page.evaluate(FOCUS)
        if now is None:
            # Once around: the browser's own bar has it.
            continue
        check(
            now["visible"],
            f"nothing shows that {now['tag']} “{now['words'] or now['name']}” has the focus on {tab.path}",
        )
        check(now["seen"], f"{now['tag']} “{now['words'] or now['name']}” has the focus out of sight on {tab.path}")
        if wanted(now):
            return now
    raise AssertionError(f"{what} is not come to on {tab.path}")


def control(name):
    return tab_to(lambda now: now["name"] == name, f"the control {name}")


def to_words(words):
    return tab_to(lambda now: now["words"].lower().startswith(words.lower()), f"“{words}”")


def press(key, status=200):
    """Presses a key that leads to another page."""
    with tab.page.expect_navigation() as navigation:
        keys.press(key)
    tab.arrive(navigation.value, status)


def to_save():
    tab_to(lambda now: now["type"] == "submit" and now["words"] in ("Add", "Save"), "the button that saves")


def focus_name():
    now = tab.page.evaluate(FOCUS)
    return now and now["name"]


def fresh(path):
    """Opens a page as a person comes to it, with the focus nowhere yet."""
    tab.go(path)


@case
def log_in():
    """log-in: Tab to name and password, Enter; an error has the focus on its summary"""
    fresh("/login?next=/habits")
    control("username")
    keys.type(USER)
    control("password")
    keys.type("wrong horse battery")
    press("Enter", 401)
    equal(focus()["id"], "errors", "the focus after an error")
    control("password")
    keys.type(PASSWORD)
    control("elsewhere")
    keys.press("Space")
    check(tab.page.locator("[name=elsewhere]").is_checked(), "Space does not tick the box")
    keys.press("Space")
    to_words("Log in")
    press("Enter")
    equal(tab.path, "/habits", "where it leads")


@case
def skip_link():
    """the first Tab comes to the skip link, and that leads past the navigation"""
    fresh("/habits")
    keys.press("Tab")
    now = focus()
    equal(now["href"], "#main", "the first that has the focus")
    check(now["visible"] and now["seen"] and now["top"] >= 0, f"the skip link is out of sight: {now}")
    keys.press("Enter")
    keys.press("Tab")
    inside = tab.page.evaluate("document.activeElement.closest('main') !== null")
    check(inside, f"after the skip link Tab comes to {focus()}")


@case
def order():
    """Tab goes through a page and back in the order of its elements, and through all that is not folded"""
    for path in ("/", "/connections", "/habits/1", "/habits/add", "/settings/modules", "/search"):
        fresh(path)
        wanted = tab.page.evaluate(
            "() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(e =>"
            " e.type !== 'hidden' && e.tabIndex >= 0 && e.checkVisibility({visibilityProperty: true})"
            " && !(e.closest('details:not([open])') && e.tagName !== 'SUMMARY')).length"
        )
        tab.page.evaluate("() => { let n = 0; for (const e of document.querySelectorAll('*')) e.__place = n++; }")
        # To the beginning, also where a field has the focus at first.
        tab.page.evaluate(
            "() => { const e = document.documentElement; e.tabIndex = -1; e.focus(); e.removeAttribute('tabindex'); }"
        )
        places = []
        for _ in range(wanted + 5):
            keys.press("Tab")
            now = tab.page.evaluate(FOCUS)
            if now is None:
                break
            check(now["visible"], f"{path}: nothing shows that “{now['words'] or now['name']}” has the focus")
            place = tab.page.evaluate("document.activeElement.__place")
            if places and place == places[0]:
                # Once around.
                break
            places.append(place)
        check(places == sorted(places), f"{path}: the order is {places}")
        # Of radios of one name one is come to.
        check(len(places) > 15, f"{path}: only {len(places)} of {wanted} are come to")


@case
def add():
    """add: from the first page to the form, an error, the record and its message"""
    fresh("/")
    to_words("Add")
    press("Enter")
    tab_to(lambda now: now["href"] == "/habits/add", "the way to add a habit")
    press("Enter")
    control("target")
    keys.type("12")
    press("Enter", 422)
    equal(focus()["id"], "errors", "the focus after an error")
    check(tab.page.title().startswith("Error: "), tab.page.title())
    keys.press("Tab")
    equal(focus()["href"], "#f-title", "after the summary comes its link")
    keys.press("Enter")
    equal(focus()["name"], "title", "the link of an error leads to")
    keys.type("By keyboard")
    equal(tab.page.input_value("[name=target]"), "12", "what was typed")
    to_save()
    press("Enter")
    check("added" in tab.message(), tab.message())


@case
def edit_and_undo():
    """edit and undo: the record's button, the form, and Undo in the message"""
    fresh("/habits")
    tab_to(lambda now: now["words"] == "By keyboard", "the record in the list")
    press("Enter")
    to_words("Edit")
    press("Enter")
    control("title")
    keys.press("Control+a")
    keys.type("By keyboard, changed")
    to_words("Save")
    press("Enter")
    equal(tab.heading(), "By keyboard, changed", "the heading")
    to_words("Undo")
    press("Enter")
    equal(tab.heading(), "By keyboard", "the heading after Undo")


@case
def folded():
    """what is folded opens by Enter and Space, and radios are chosen by arrows"""
    fresh("/connections/add")
    now = tab_to(lambda now: now["tag"] == "summary", "a folded group")
    keys.press("Enter")
    check(tab.page.evaluate("document.activeElement.parentElement.open"), f"{now['words']} does not open")
    keys.press("Space")
    check(not tab.page.evaluate("document.activeElement.parentElement.open"), f"{now['words']} does not close")
    keys.press("Space")
    fresh("/journal/add")
    control("mood")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    equal(tab.page.locator("[name=mood]:checked").count(), 1, "the moods that are chosen")
    check(focus()["visible"], "nothing shows which radio has the focus")


@case
def choices():
    """a name that fits several: the summary has the focus, the radios are come to, the choice is saved"""
    for _ in range(2):
        hub.visitor.send("/connections/add", {"name": "Double Name"}, wanted=303)
    fresh("/quotes/add")
    fresh("/connections/interactions/add")
    control("people.0")
    keys.type("Double Name")
    to_save()
    press("Enter", 409)
    equal(focus()["id"], "errors", "the focus")
    tab_to(lambda now: now["name"].startswith(":pick") and now["type"] == "radio", "the choice")
    keys.press("Space")
    to_save()
    press("Enter")
    check("added" in tab.message(), tab.message())


@case
def remove():
    """remove and bring back"""
    fresh("/habits")
    tab_to(lambda now: now["words"] == "By keyboard", "the record in the list")
    press("Enter")
    to_words("Remove")
    press("Enter")
    tab_to(lambda now: now["type"] == "submit" and now["tag"] == "button", "the button that removes")
    press("Enter")
    check("removed" in tab.message(), tab.message())
    to_words("Recently removed")
    press("Enter")
    to_words("Bring back")
    press("Enter")
    check("By keyboard" in hub.visitor.get("/habits").body.decode(), "it is not brought back")


@case
def search():
    """search: the field, Enter, a result"""
    fresh("/")
    to_words("Search")
    press("Enter")
    if focus_name() != "q":
        control("q")
    keys.type("Kaufmann")
    keys.press("Enter")
    tab.page.wait_for_selector("#results a")
    tab_to(lambda now: now["href"].startswith("/connections/"), "a result")
    press("Enter")
    check("Kaufmann" in tab.heading(), tab.heading())


@case
def modules():
    """a module is switched off and on"""
    fresh("/settings/modules")
    for words in ("true", "false"):
        tab_to(lambda now, words=words: now["about"] == "quotes" and now["state"] == words, f"{words} of Quotes")
        press("Enter")
        check(tab.message(), "no message")


@case
def settings_and_log_out():
    """a setting by arrows, and log-out"""
    fresh("/settings")
    tab_to(lambda now: now["href"] == "/settings/theme", "the theme")
    press("Enter")
    control("value")
    keys.press("ArrowDown")
    to_words("Save")
    press("Enter")
    check("theme" in tab.message().lower(), tab.message())
    to_words("Log out")
    press("Enter")
    equal(tab.path, "/login", "where it leads")


finish()
