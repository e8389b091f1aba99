"""Filling in the page's forms: a value for each control by what it is, as a person would type it."""

import itertools
import re
from html.parser import HTMLParser

from browser import QUICK, check, write

PICTURE = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\xdac\xfc\xcf\xc0P\x0f\0\x04"
    b"\x85\x01\x80\x84\xa9\x8c!\0\0\0\0IEND\xaeB`\x82"
)
# What stands for controls whose texts have a form of their own, by the end of their names.
WORDS = {
    "zone": "Europe/Vienna",
    "endZone": "Europe/Vienna",
    "timeZones:lines": "Europe/Vienna",
    ":rule": "FREQ=WEEKLY;COUNT=3",
    "color": "steelblue",
    "coordinates": "48.2104,16.3655",
    "cost": "12 EUR",
    "weight": "80 kg",
    "distance": "5 km",
    "duration": "25:40",
    "time": "18:30",
    "trigger": "-PT10M",
    "action": "DISPLAY",
    "pause": "PT5M",
    "mediaType": "text/plain",
    "rating": "4",
    "cadenceDays": "30",
    ":day": "4",
    ":month": "3",
    ":year": "1999",
    ":hours": "1",
    ":minutes": "30",
    "kind": "call",
    "heartRate": "152",
    "latitude": "48.2",
    "longitude": "16.4",
    "confidence": "70",
    "birthdayText": "",
    "anniversaryText": "",
    "periodEnd": "",
    "category": "places",
    "formatted": "Examplestreet 8\n1010 Vienna",
    "text:lines": "Water the plants",
}
# Tells texts apart.
numbers = itertools.count(1)
# What stands in one form alone.
OF_FORMS = {
    "/connections/add": {
        "kind": "org",
        "dates.0.value": "1999-04-01",
        "languages.0.value": "de",
        "positions.0.value": "48.2,16.4",
        "messaging.0.value": "xmpp:ada@example.org",
        "relations.0.value": "Ben",
    },
    # An event ends at a time or lasts for one.
    "/calendar/add": {
        "duration:hours": "",
        "duration:minutes": "",
        "calendar": "Personal",
        "organizer": "mailto:ada@example.org",
        "attendees.0.address": "mailto:ben@example.org",
    },
    # A reminder begins before it is due.
    "/reminders/add": {"start:time": "08:00"},
    # A habit has a target or days on which it is due.
    "/habits/add": {"timesAWeek": ""},
    "/exercise/sets/add": {
        "exercise": "Back squat",
        "weight": "80 kg",
        "distance": "",
        "duration": "",
        "heartRate": "",
    },
}

# What a control is: of the form that a page is about, in its order.
READ = """form => [...form.elements].filter(e => e.name && e.type !== 'hidden' && e.type !== 'submit').map(e => ({
    name: e.name, type: e.tagName === 'INPUT' ? e.type : e.tagName.toLowerCase(), mode: e.inputMode,
    collection: e.dataset.suggest || '', value: e.value, checked: !!e.checked,
    options: e.tagName === 'SELECT' ? [...e.options].map(o => o.value) : []}))"""
# What a form would send, but for what it remembers.
SAID = """form => Object.fromEntries([...new FormData(form)].filter(([name, value]) =>
    !name.startsWith(':') && !/:(id|shown)$/.test(name) && value !== '' && typeof value === 'string'))"""
FORM = "main form[data-form]"


class SentForm(HTMLParser):
    """What a browser sends of a page's form that nobody touched (HTML, section 4.10.21.4), read without a browser."""

    def __init__(self, markup):
        super().__init__()
        self.fields, self.depth, self.area, self.menu, self.action = [], 0, None, None, None
        self.feed(markup)

    def handle_starttag(self, tag, attributes):
        own = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.depth = "data-form" in own
            self.action = own.get("action") if self.depth else self.action
        if not self.depth or "disabled" in own:
            return
        if tag == "input" and "name" in own:
            kind = own.get("type", "text")
            if kind in ("checkbox", "radio"):
                if "checked" in own:
                    self.fields.append((own["name"], own.get("value", "on")))
            elif kind not in ("submit", "button", "file"):
                self.fields.append((own["name"], one_line(own.get("value", ""), kind)))
        elif tag == "textarea":
            self.area = (own["name"], [])
        elif tag == "select":
            self.menu = [own["name"], None]
        elif tag == "option" and (self.menu[1] is None or "selected" in own):
            self.menu[1] = own["value"]

    def handle_data(self, text):
        if self.area:
            self.area[1].append(text)

    def handle_endtag(self, tag):
        if tag == "form":
            self.depth = 0
        elif tag == "textarea" and self.area:
            text = "".join(self.area[1]).removeprefix("\n")
            self.fields.append((self.area[0], re.sub("\r\n?|\n", "\r\n", text)))
            self.area = None
        elif tag == "select" and self.menu:
            self.fields.append(tuple(self.menu))
            self.menu = None


def one_line(text, kind):
    """The value of an input after what a browser makes of it (HTML, sections 4.10.5.1.2 and on)."""
    if kind == "hidden":
        return re.sub("\r\n?|\n", "\r\n", text)
    text = re.sub("[\r\n]", "", text)
    form = {"date": r"\d{4,}-\d\d-\d\d", "time": r"\d\d:\d\d(:\d\d(\.\d{1,3})?)?"}.get(kind)
    return text if not form or re.fullmatch(form, text) else ""


def controls(tab):
    return tab.page.locator(FORM).evaluate(READ)


def said(tab):
    """The texts that the form would send, by name."""
    return tab.page.locator(FORM).evaluate(SAID)


def name_in(visitor, collection):
    """The name of a record of a collection that no other has, or None."""
    module, _, own = collection.partition("/")
    for path in (f"{module}/{own}", module):
        if visitor.get(f"/{path}/add").status == 200 and visitor.get(f"/{path}").status == 200:
            names = [item.get("name") or item.get("title") for item in visitor.all(path)]
            return next((name for name in names if name and names.count(name) == 1), None)
    return None


def has_own_words(control, path):
    """Whether the texts of a control have a form of their own, so that not any words do."""
    last = re.split(r"[.:]", control["name"])[-1]
    return any(key in known for key in (control["name"], last) for known in (OF_FORMS.get(path, {}), WORDS))


def word(control, path, visitor):
    """What a person would type into a control of a form; "" for nothing."""
    name, kind = control["name"], control["type"]
    last = re.split(r"[.:]", name)[-1]
    own = OF_FORMS.get(path, {})
    if control["collection"] and name not in own:
        return name_in(visitor, control["collection"]) or ""
    for known in (own, WORDS):
        for key in (name, ":".join(name.split(":")[-2:]), f":{last}" if ":" in name else name, last):
            if key in known:
                return known[key]
    if name == "on":
        # Of a day there is one.
        return f"2026-{1 + next(numbers) % 9:02}-{1 + next(numbers) % 28:02}"
    if kind == "date":
        return "2026-03-05" if name.startswith("end") else "2026-03-04"
    if kind == "time":
        return "11:30" if name.startswith("end") else "10:30"
    if control["mode"] in ("numeric", "decimal"):
        return "3"
    if control["mode"] == "url" or last == "uri":
        return "https://example.org/there"
    if control["mode"] == "tel" or "phone" in name and last == "value":
        return "+43 1 2345"
    if control["mode"] == "email" or "email" in name and last == "value" or last in ("organizer", "address"):
        return "ada@example.org"
    if "urls" in name and last == "value":
        return "https://example.org/"
    if last in ("tags", "categories", "interests", "types"):
        return "red, green"
    if kind == "textarea":
        return f"Of {last}\nin two lines"
    # Names of calendars, say, stand once.
    return f"Some {last} {next(numbers)}"


def put(tab, control, text):
    """Types a text into a control."""
    found = tab.page.locator(f'{FORM} [name="{control["name"]}"]')
    kind = control["type"]
    if kind == "file":
        found.set_input_files(write("picture.png", PICTURE) if text else [])
    elif kind == "checkbox":
        found.first.set_checked(bool(text), force=True)
    elif kind == "radio":
        found.last.check(force=True) if text else found.first.check(force=True)
    elif kind == "select":
        found.select_option(index=len(control["options"]) - 1 if text else 0)
    else:
        found.fill(text)


# Boxes that say how the rest is read, or are one way of several.
NOT_TICKED = ("utc", "plain", "weekdays")


def fill(tab, path, text_of=None):
    """Fills in every control; `text_of` may give other words for one that takes any text. Gives what was typed."""
    tab.open_all()
    typed, seen = {}, set()
    for control in controls(tab):
        name = control["name"]
        if name in seen or name.endswith(":remove"):
            continue
        # What another choice does not need is out of sight.
        if not tab.page.locator(f'{FORM} [name="{name}"]').first.is_visible():
            continue
        seen.add(name)
        if control["type"] in ("checkbox", "radio", "select", "file"):
            text = "" if name.split(":")[-1] in NOT_TICKED else "yes"
        else:
            text = word(control, path, tab.visitor)
            if text_of and text and takes_any_text(control):
                text = text_of(control)
        if text or control["value"]:
            put(tab, control, text)
        if text:
            typed[name] = text
    return typed


def takes_any_text(control):
    """Whether a control is for words, and not for numbers, days, addresses of records and the like."""
    return control["type"] in ("text", "textarea", "search") and control["mode"] in ("", "text", "url", "email", "tel")


def refused(tab):
    """The fields that the page says are wrong, by the links of its summary."""
    links = tab.page.locator("#errors a[href^='#f-']").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    return [link.removeprefix("#f-") for link in links]


def is_meant(name, wrong):
    """Whether a control is of one of the fields that are wrong, by the ids of those."""
    own = name.replace(":", "-").replace(".", "-")
    return any(own == field or own.startswith(field + "-") for field in wrong)


# What nearly every field takes, in characters.
LONG_FOR_MOST = 900


def add(tab, path, text_of=None, look=None, tries=40):
    """Fills in the form at a path and sends it, without what is refused; gives what was typed and what was left out.

    Each page that refuses it is looked at."""
    tab.go(path)
    typed, left_out = fill(tab, path, text_of), []
    attacked = {control["name"] for control in controls(tab) if text_of and takes_any_text(control)} & typed.keys()
    for _ in range(tries):
        tab.save((200, 400, 404, 409, 422))
        if not tab.page.locator("#errors").count():
            return typed, left_out
        if look:
            look()
        if tab.page.locator("[name^=':pick']").count():
            tab.page.locator("[name^=':pick'][name$='.id']").first.check(force=True)
            continue
        wrong = refused(tab)
        check(wrong, f"{path}: {tab.problem()} (and no field is named); left out {left_out}")
        tab.open_all()
        meant = [control for control in controls(tab) if is_meant(control["name"], wrong)]
        # A text that is too long is cut; if no other text does, the fields get their own; and then none.
        hostile = [control for control in meant if control["name"] in attacked]
        for control in hostile or meant:
            name = control["name"]
            if len(typed.get(name, "")) > LONG_FOR_MOST:
                typed[name] = typed[name][:LONG_FOR_MOST]
            elif name in attacked:
                attacked.remove(name)
                typed[name] = word(control, path, tab.visitor)
            elif typed.pop(name, None):
                left_out.append(name)
            put(tab, control, typed.get(name, ""))
    raise AssertionError(f"{path} is refused {tries} times: {tab.problem()}; left out {left_out}")


def adds(visitor):
    """The paths of all forms that add a record."""
    return re.findall(r'href="(/[^"]*/add)"', visitor.get("/add", wanted=200).body.decode())


def main_adds(visitor):
    """The same, with --quick one of each module."""
    return [path for path in adds(visitor) if not QUICK or path.count("/") == 2]


__all__ = [
    name
    for name in dir()
    if not name.startswith("_") and name not in ("itertools", "re", "HTMLParser", "QUICK", "check", "write")
]
