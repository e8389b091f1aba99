#!/usr/bin/env python3
"""series.py PROGRAM: a weekly class on the calendar's pages, by what people do with it: one day skipped, moved and
cancelled, the rest moved to Tuesdays, another room from June on, the class ended; each taken back. All of it with
script and without."""

from browser import *

hub = Hub(samples=False)
hub.visitor.send("/settings/zone", {"value": "Europe/Berlin"}, wanted=303)
atrium(
    "calendar", "add", "Yoga", "--start", "2031-03-03T18:00", "--end", "2031-03-03T19:00", "--location", "Hall",
    "--rrule", "FREQ=WEEKLY;COUNT=20", "--plain", home=hub.home, expect=0,
)  # fmt: skip
hub.keep()


def days(first="2031-03-01", last="2031-03-31"):
    """Day, time, place and status of each class."""
    items = hub.visitor.api(f"calendar/agenda?from={first}&to={last}")["items"]
    return [
        " ".join([item["start"][5:16], item["location"] or "-", *([item["status"]] if item["status"] else [])])
        for item in items
    ]


MARCH = [f"03-{day:02}T18:00 Hall" for day in (3, 10, 17, 24, 31)]


def opened(tab, day):
    """Opens a class from the month, as a person does."""
    tab.go(f"/calendar?view=month&day={day}")
    tab.follow(tab.page.locator(".rows .row a.go", has_text="Yoga"))
    check(f"occurrence={day}" in tab.path, f"the month leads to {tab.path}")
    check("One day of a series" in tab.text(), "the page does not say that it is one day")
    return tab


def asked(tab, title, part=None):
    """Follows the page's link to a form, which asks for the part, and answers."""
    tab.follow(tab.page.locator("main a", has_text=re.compile(f"^{title}$")))
    chosen = tab.page.locator("input[name=':part']:checked").get_attribute("value")
    equal(chosen, "occurrence", "the part that is chosen already")
    if part:
        tab.page.locator(f"label:has(input[name=':part'][value='{part}'])").click()
    return tab


def undo(tab):
    tab.follow(".toast button:has-text('Undo')")
    equal(days(), MARCH, "the class after the undo")


def said(tab, *words):
    for word in words:
        check(word in tab.message(), f"{word!r} is not in {tab.message()!r}")


def with_and_without(title, body):
    for script in (True, False):
        with hub.tab(script=script) as tab:
            tried(f"{title}, {'with' if script else 'without'} script", lambda: body(tab))


def skipped(tab):
    asked(opened(tab, "2031-03-10"), "Remove").save()
    equal(days(), [day for day in MARCH if "03-10" not in day], "the class")
    said(tab, "Yoga", "only this one")
    undo(tab)


with_and_without("one day is skipped, and taken back", skipped)


def moved(tab):
    asked(opened(tab, "2031-03-10"), "Edit")
    tab.page.fill("[name='start:date']", "2031-03-12")
    tab.page.fill("[name='end:date']", "2031-03-12")
    tab.save()
    equal(days()[1], "03-12T18:00 Hall", "the moved day")
    said(tab, "only this one")
    check("Different on this day" in tab.text(), "the page does not say what differs")
    undo(tab)


with_and_without("one day is moved, and taken back", moved)


def rest_moved(tab):
    asked(opened(tab, "2031-03-17"), "Edit", "following")
    tab.page.fill("[name='start:date']", "2031-03-18")
    tab.page.fill("[name='end:date']", "2031-03-18")
    tab.save()
    equal(days(), [*MARCH[:2], "03-18T18:00 Hall", "03-25T18:00 Hall"], "the class")
    said(tab, "this one and all later ones")
    check("The series before" in tab.text(), "no way to the series before")
    undo(tab)


with_and_without("the rest is moved to Tuesdays, and taken back", rest_moved)


def room(tab):
    asked(opened(tab, "2031-06-02"), "Edit", "following")
    tab.page.fill("[name='location']", "Garden")
    tab.save()
    equal(days("2031-05-26", "2031-06-09"), ["05-26T18:00 Hall", "06-02T18:00 Garden", "06-09T18:00 Garden"], "rooms")
    undo(tab)


with_and_without("another room from June on, and taken back", room)


def cancelled(tab):
    asked(opened(tab, "2031-03-24"), "Cancel event").save()
    equal(days()[3], "03-24T18:00 Hall cancelled", "the cancelled day")
    said(tab, "cancelled, only this one")
    undo(tab)


with_and_without("one day is cancelled, and taken back", cancelled)


def ended(tab):
    asked(opened(tab, "2031-03-24"), "Remove", "following").save()
    equal(days(), MARCH[:3], "the class")
    said(tab, "this one and all later ones")
    undo(tab)


with_and_without("the class ends, and goes on after all", ended)


def all_of_it(tab):
    asked(opened(tab, "2031-03-17"), "Edit", "all")
    tab.page.fill("[name='location']", "Park")
    tab.save()
    equal(days(), [day.replace("Hall", "Park") for day in MARCH], "the class")
    said(tab, "all of the series")
    undo(tab)


with_and_without("all of the series changes from one of its days, which moves nothing", all_of_it)


@case
def pages():
    """the pages of a day, of a form that asks for the part and of the series fit a phone and a desktop"""
    folder = os.environ.get("PICTURES")
    for size in (PHONE, DESKTOP):
        for scheme in ("light", "dark"):
            with hub.tab(size=size, color_scheme=scheme) as tab:
                for name, path in (
                    ("day", "/calendar/1?occurrence=2031-03-10T18%3A00%3A00"),
                    ("edit", "/calendar/1/edit?occurrence=2031-03-10T18%3A00%3A00"),
                    ("remove", "/calendar/1/remove?occurrence=2031-03-10T18%3A00%3A00"),
                    ("series", "/calendar/1"),
                    ("series-edit", "/calendar/1/edit"),
                ):
                    tab.go(path)
                    wide = tab.page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    check(wide <= 0, f"{path} is {wide} pixels wider than {size[0]}")
                    if folder:
                        tab.page.screenshot(path=f"{folder}/{name}-{size[0]}-{scheme}.png", full_page=True)
                if folder:
                    asked(opened(tab, "2031-03-17"), "Edit", "following")
                    tab.page.fill("[name='start:date']", "2031-03-18")
                    tab.page.fill("[name='end:date']", "2031-03-18")
                    tab.save()
                    tab.page.screenshot(path=f"{folder}/told-{size[0]}-{scheme}.png", full_page=True)
                    undo(tab)
                    asked(opened(tab, "2031-03-17"), "Edit")
                    tab.page.fill("[name='start:date']", "2031-03-18")
                    tab.page.fill("[name='end:date']", "2031-03-18")
                    tab.page.fill("[name='location']", "Garden")
                    tab.save()
                    tab.page.screenshot(path=f"{folder}/moved-{size[0]}-{scheme}.png", full_page=True)
                    undo(tab)


finish()
