#!/usr/bin/env python3
"""day.py PROGRAM: the day as hours, by what people do on it: a plan in one tap; a free time tapped, how one is, and
what fits put into it; blocks dragged, made longer, moved by keys and by their forms; a time that is taken, which puts a
block back with the times that are free. All that changes something is done with script and without, where it can be."""

import os

from browser import *

hub = Hub(samples=False)
hub.visitor.send("/settings/zone", {"value": "Europe/Berlin"}, wanted=303)
DAY = time.strftime("%Y-%m-%d", time.localtime(time.time() + 2 * 86_400))
HOME = f"/?day={DAY}"

for title, start, end in (("Lecture", "09:00", "10:30"), ("Seminar", "13:30", "15:00")):
    hub.visitor.send(
        "/calendar/add", {"summary": title, "start:raw": f"{DAY}T{start}", "end:raw": f"{DAY}T{end}"}, wanted=303
    )
for title, fields in (
    ("Essay", {"kind": "must-do", "estimate": "90", "planned": DAY}),
    ("Tax", {"kind": "must-do", "estimate": "60", "due:raw": f"{DAY}T12:00"}),
    ("Read <b>slowly</b>", {"kind": "flexible", "estimate": "30", "energy": "low"}),
    ("Prune the roses", {"kind": "flexible", "estimate": "45", "energy": "high"}),
):
    hub.visitor.send("/tasks/add", {"text": title, "plain": "true", **fields}, wanted=303)


hub.keep()


def blocks():
    """Of the day's blocks what they are for, and from when to when."""
    return {
        entry["title"]: (entry["start"][11:16], entry["end"][11:16])
        for entry in hub.visitor.api(f"tasks/day?day={DAY}")["entries"]
        if entry["kind"] == "block"
    }


def until_at(title, times):
    """Waits until a block is saved at the times."""
    until(lambda: blocks().get(title) == times, lambda: f"the blocks are {blocks()}")


def undo(tab):
    tab.follow(".toast button:has-text('Undo')")


def block(tab, title):
    return tab.page.locator(f".blk[data-move]:has-text('{title}')")


def with_and_without(title, body):
    for script in (True, False):
        with hub.tab(script=script) as tab:
            tried(f"{title}, {'with' if script else 'without'} script", lambda: body(tab))


def planned(tab):
    tab.go(HOME)
    check("has no time yet" in tab.text() or "have no time yet" in tab.text(), "nothing says that tasks have no time")
    tab.follow("button:has-text('Plan the day')")
    equal(blocks(), {"Tax": ("08:00", "09:00"), "Essay": ("10:30", "12:00")}, "the blocks")
    check("Essay" in tab.page.locator(".tl").inner_text(), "the timeline has no block")
    undo(tab)
    equal(blocks(), {}, "the blocks, taken back")


with_and_without("a day is planned in one tap, and taken back", planned)


def taken(tab):
    """Three taps: what is free, how one is, what to do."""
    tab.go(HOME)
    tab.follow(".free a >> nth=0")
    check("What fits at" in tab.page.locator("h1").inner_text(), "the page of what fits")
    tab.follow(".seg a:has-text('Low')")
    check("Read <b>slowly</b>" in tab.text() and "needs little energy" in tab.text(), "what fits")
    check("Prune" not in tab.text(), "what asks for more is offered")
    tab.follow("button:has-text('Schedule it') >> nth=0")
    equal(list(blocks()), ["Read <b>slowly</b>"], "the block")
    check("day=" + DAY in tab.page.url, f"it leads to {tab.page.url}")
    undo(tab)
    equal(blocks(), {}, "the block, taken back")
    equal(hub.visitor.all("tasks/check-ins"), [], "the check-in, taken back")


with_and_without("a free time, a feeling and a tap put a task into the day", taken)


def moved_by_form(tab):
    tab.go(HOME)
    tab.follow(".blk.own:has-text('Tax') a")
    tab.follow("a:has-text('Move')")
    form = {part: tab.page.input_value(f"[name='to:{part}']") for part in ("date", "time")}
    equal(form, {"date": DAY, "time": "08:00"}, "what the form begins with")
    tab.page.fill("[name='to:time']", "18:00")
    tab.follow("main form button.btn >> nth=-1")
    equal(blocks()["Tax"], ("18:00", "19:00"), "the block")
    check("day=" + DAY in tab.page.url, f"it leads to {tab.page.url}")
    undo(tab)
    equal(blocks()["Tax"], ("08:00", "09:00"), "the block, taken back")


def removed(tab):
    tab.go(HOME)
    tab.follow(".blk.own:has-text('Tax') a")
    check(tab.page.locator(f"a[href='/?day={DAY}']").count() > 0, "no way back to the day")
    tab.follow("a:has-text('Remove')")
    tab.follow("main form button.btn >> nth=-1")
    check("Tax" not in blocks(), "the block is there")
    check("day=" + DAY in tab.page.url, f"it leads to {tab.page.url}")
    undo(tab)
    check("Tax" in blocks(), "the block, taken back")


def drag(tab, title, rows, grip=False):
    """Presses a block until it is lifted, and moves it by quarters of an hour."""
    it = block(tab, title)
    it.evaluate("it => it.scrollIntoView({ block: 'center' })")
    height = tab.page.evaluate("parseFloat(getComputedStyle(document.querySelector('.tl')).gridAutoRows)")
    box = it.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 8
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    # Another block may be lifted until then.
    until(lambda: it.evaluate("it => it.classList.contains('lift')"), f"{title} is not lifted")
    if grip:
        tab.page.mouse.up()
        handle = it.locator(".size").bounding_box()
        x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
        tab.page.mouse.move(x, y)
        tab.page.mouse.down()
    for step in range(1, 11):
        tab.page.mouse.move(x, y + rows * height * step / 10)
    tab.page.mouse.up()


hub.visitor.send("/tasks/plan", {"day": DAY}, wanted=303)
hub.keep()
with_and_without("a block is moved by its form, which leads back to the day", moved_by_form)
with_and_without("a block is taken off the day, which is where one comes back to", removed)


@case
def dragged():
    """a block that is held is lifted, and dragged to another time"""
    with hub.tab() as tab:
        tab.go(HOME)
        drag(tab, "Essay", 20)
        until_at("Essay", ("15:30", "17:00"))
        tab.page.locator(".toast").wait_for()  # a block shows its time as it is dragged: the answer comes later
        check("15:30–17:00" in tab.page.locator(".tl").inner_text(), "the page shows another time")
        undo(tab)
        equal(blocks()["Essay"], ("10:30", "12:00"), "the block, taken back")


@case
def refused():
    """a time that is taken puts the block back, with the times that are free"""
    with hub.tab() as tab:
        tab.may_get = (409, 422)
        tab.go(HOME)
        drag(tab, "Essay", 12)
        tab.page.wait_for_selector("#stays")
        words = tab.page.locator("#stays").inner_text()
        check("Seminar" in words and "15:00" in words and "12:00" in words, words)
        equal(blocks()["Essay"], ("10:30", "12:00"), "the block")


def moved_offline(tab):
    """Takes the network away, and moves a block to where nothing is."""
    tab.go(HOME)
    tab.cut_off()
    drag(tab, "Essay", 20)
    tab.page.locator("#waits:has-text('Essay is')").wait_for()


@case
def kept_without_network():
    """what cannot be sent stays where it was put, not saved yet, and is sent once there is a network"""
    with hub.tab() as tab:
        moved_offline(tab)
        check("not saved yet" in block(tab, "Essay").inner_text(), block(tab, "Essay").inner_text())
        equal(blocks()["Essay"], ("10:30", "12:00"), "the block")
        tab.cut_off(False)
        until_at("Essay", ("15:30", "17:00"))
        tab.page.locator(".toast:has-text('Undo')").wait_for()
        check("not saved yet" not in tab.page.locator(".tl").inner_text(), "it says that it is not saved")
        undo(tab)
        # Meanwhile somebody else has taken the time.
        tab.may_get = (409, 422)
        moved_offline(tab)
        taken = {"title": "Walk", "start:raw": f"{DAY}T15:30", "minutes": "30"}
        hub.visitor.send("/tasks/blocks/add", taken, wanted=303)
        tab.cut_off(False)
        tab.page.locator("#stays:has-text('Walk')").wait_for()
        hub.visitor.send("/undo", {"change": str(hub.changes())}, wanted=303)
        equal(blocks()["Essay"], ("10:30", "12:00"), "the block")
        # A change that is put back is not sent: changes are sent in their order, and the next one arrives.
        moved_offline(tab)
        tab.page.locator("#waits button:has-text('Put back')").click()
        tab.cut_off(False)
        drag(tab, "Tax", 16)
        until_at("Tax", ("12:00", "13:00"))
        equal(blocks()["Essay"], ("10:30", "12:00"), "the block")
        check("10:30" in block(tab, "Essay").inner_text(), "the block is elsewhere on the page")


@case
def several_without_network():
    """of several that cannot be sent each is kept, moved on and made longer, and all are sent"""
    with hub.tab() as tab:
        tab.may_get = (409, 422)
        moved_offline(tab)
        drag(tab, "Tax", 36)
        tab.page.locator("#waits:has-text('2 blocks are')").wait_for()
        # From where it is meant to be, and longer.
        drag(tab, "Essay", 4)
        block(tab, "Essay").filter(has_text="16:30–18:00 · not saved yet").wait_for()
        drag(tab, "Essay", 2, grip=True)
        block(tab, "Essay").filter(has_text="16:30–18:30 · not saved yet").wait_for()
        # A tap beside it loses nothing.
        block(tab, "Essay").locator("a").focus()
        for key in ("Alt+ArrowDown", "Escape"):
            tab.page.keyboard.press(key)
        check("16:30–18:30" in block(tab, "Essay").inner_text(), block(tab, "Essay").inner_text())
        tab.cut_off(False)
        tab.page.locator("#stays:has-text('Tax stays')").wait_for()
        equal(blocks(), {"Tax": ("08:00", "09:00"), "Essay": ("16:30", "18:30")}, "the blocks")
        check(tab.page.locator("#waits").count() == 0, "something waits")
        for number in (hub.changes(), hub.changes() - 1):
            hub.visitor.send("/undo", {"change": str(number)}, wanted=303)
        equal(blocks(), {"Tax": ("08:00", "09:00"), "Essay": ("10:30", "12:00")}, "the blocks, taken back")


@case
def several_refused():
    """of several that are refused each says why, and the day is shown as it is by then"""
    with hub.tab() as tab:
        tab.may_get = (409, 422)
        moved_offline(tab)
        check(
            "line-through" not in block(tab, "Essay").evaluate("it => getComputedStyle(it).textDecoration"),
            "what is not saved looks as if it were done",
        )
        drag(tab, "Tax", 40)
        tab.page.locator("#waits:has-text('2 blocks are')").wait_for()
        for number, start in enumerate(("15:30", "18:00")):
            taken = {"title": f"Walk {number}", "start:raw": f"{DAY}T{start}", "minutes": "60"}
            hub.visitor.send("/tasks/blocks/add", taken, wanted=303)
        tab.cut_off(False)
        for words in ("Essay stays where it is", "Tax stays where it is"):
            tab.page.locator(f"#stays:has-text('{words}')").wait_for()
        tab.page.locator(".blk:has-text('Walk 1')").wait_for()
        equal(blocks()["Essay"], ("10:30", "12:00"), "the block")
        # One of the times that are offered, a tap away.
        tab.page.locator("#stays div:has-text('Essay') button >> nth=0").click()
        until(lambda: blocks()["Essay"] != ("10:30", "12:00"), lambda: f"the blocks are {blocks()}")
        tab.page.locator(".toast:has-text('Undo')").wait_for()
        check(not tab.page.locator(".toast:has-text('Essay stays')").count(), "what was mended is said")
        last = hub.changes()
        for number in (last, last - 1, last - 2):
            hub.visitor.send("/undo", {"change": str(number)}, wanted=303)
        equal(blocks(), {"Tax": ("08:00", "09:00"), "Essay": ("10:30", "12:00")}, "the blocks, taken back")


@case
def clock_change():
    """a free time over a change of the clock has as many minutes as there are"""
    hub.visitor.send("/settings/set", {"key": "tasks.day-start", "value": "01:00"}, wanted=303)
    with hub.tab() as tab:
        tab.go("/?day=2027-03-28")
        check("20 h free" in tab.page.locator(".tl").inner_text(), tab.page.locator(".tl").inner_text())
    hub.visitor.send("/settings/clear", {"key": "tasks.day-start"}, wanted=303)


def moved_as_shown(tab):
    """The form is sent as it was opened, but that others move on."""
    tab.go(HOME)
    tab.follow(".blk.own:has-text('Essay') a")
    tab.follow("a:has-text('Move')")
    tab.page.check("[name='push']")
    tab.follow("main form button.btn >> nth=-1")
    equal(blocks()["Essay"], ("10:30", "12:00"), "the block")
    check("day=" + DAY in tab.page.url, f"it leads to {tab.page.url}")


with_and_without("a block's form can be sent as it was opened", moved_as_shown)


@case
def elsewhere():
    """a block on another clock is moved by what the user's clock shows"""
    far = {"title": "Call", "start:raw": f"{DAY}T10:00", "zone": "America/New_York", "minutes": "30"}
    hub.visitor.send("/tasks/blocks/add", far, wanted=303)
    with hub.tab() as tab:
        tab.go(HOME)
        start, _ = blocks()["Call"]
        tab.follow(".blk.own:has-text('Call') a")
        tab.follow("a:has-text('Move')")
        equal(tab.page.input_value("[name='to:time']"), start, "the time in the form")
    hub.visitor.send("/undo", {"change": str(hub.changes())}, wanted=303)


@case
def place_of_the_page():
    """a link to a place of the page loads nothing"""
    with hub.tab() as tab:
        tab.go(HOME)
        tab.page.evaluate("window.stays = true")
        tab.page.locator("a.skip").focus()
        tab.page.keyboard.press("Enter")
        tab.page.wait_for_url("**#main")
        # A page that was loaded again would not be the one that gets this answer.
        check(tab.page.evaluate("fetch('/more').then(() => window.stays)"), "the page was loaded again")


@case
def grid():
    """blocks are dragged along the grid that is set"""
    hub.visitor.send("/settings/set", {"key": "tasks.snap", "value": "60"}, wanted=303)
    with hub.tab() as tab:
        tab.go(HOME)
        drag(tab, "Essay", 17)
        until_at("Essay", ("15:00", "16:30"))
        tab.page.locator(".toast:has-text('Undo')").wait_for()
        undo(tab)
    hub.visitor.send("/settings/clear", {"key": "tasks.snap"}, wanted=303)


@case
def other_days():
    """other days come without style and script being loaded again, and the way back leads back"""
    with hub.tab() as tab:
        tab.go(HOME)
        tab.page.evaluate("window.stays = true")
        after = time.strftime("%Y-%m-%d", time.localtime(time.time() + 3 * 86_400))
        tab.page.locator(f".days > a[href='/?day={after}']").click()
        tab.page.wait_for_url(f"**/?day={after}")
        tab.page.locator(f".tl[data-day='{after}']").wait_for()
        check(tab.page.evaluate("window.stays"), "the page was loaded anew")
        check("Essay" not in tab.page.locator(".tl").inner_text(), "the block of the day before")
        tab.page.go_back()
        tab.page.locator(f".tl[data-day='{DAY}']").wait_for()
        check("Essay" in tab.page.locator(".tl").inner_text(), "the block is gone")
        drag(tab, "Essay", 20)
        tab.page.locator(".toast:has-text('Undo')").wait_for()
        undo(tab)
        equal(blocks()["Essay"], ("10:30", "12:00"), "the block, taken back")


@case
def longer():
    """the handle of a lifted block makes it longer, and never shorter than a quarter of an hour"""
    with hub.tab() as tab:
        tab.go(HOME)
        drag(tab, "Essay", 2, grip=True)
        until_at("Essay", ("10:30", "12:30"))
        block(tab, "Essay").filter(has_text="10:30–12:30 ·").wait_for()
        drag(tab, "Essay", -20, grip=True)
        until_at("Essay", ("10:30", "10:45"))
        for number in (hub.changes(), hub.changes() - 1):
            hub.visitor.send("/undo", {"change": str(number)}, wanted=303)
        equal(blocks()["Essay"], ("10:30", "12:00"), "the block, taken back")


@case
def keys():
    """a block that has the focus is moved and made longer by keys, and put back"""
    with hub.tab() as tab:
        tab.go(HOME)
        block(tab, "Essay").locator("a").focus()
        for key in ("Alt+ArrowDown", "ArrowDown", "Shift+ArrowDown"):
            tab.page.keyboard.press(key)
        tab.page.keyboard.press("Escape")
        equal(blocks()["Essay"], ("10:30", "12:00"), "the block after Escape")
        for key in ("Alt+ArrowDown", "ArrowDown"):
            tab.page.keyboard.press(key)
        tab.page.keyboard.press("Enter")
        until_at("Essay", ("11:00", "12:30"))


@case
def pictures():
    """what people see, for whoever wants to look: DAY_PICTURES names a folder"""
    folder = os.environ.get("DAY_PICTURES")
    for name, size, options in (
        ("phone-light", PHONE, {}),
        ("phone-dark", PHONE, {"color_scheme": "dark"}),
        ("desktop-light", DESKTOP, {}),
        ("desktop-dark", DESKTOP, {"color_scheme": "dark"}),
    ):
        with hub.tab(size=size, **options) as tab:
            for page, path in (
                ("day", HOME),
                ("fit", f"/tasks/suggest?at={DAY}T15:00&energy=high"),
                ("block", "/tasks/blocks"),
            ):
                tab.go(path)
                if folder:
                    tab.page.screenshot(path=f"{folder}/{name}-{page}.png", full_page=True)


finish()
