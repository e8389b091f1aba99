#!/usr/bin/env python3
"""tasks.py PROGRAM: the pages of tasks, projects and ideas, by what people do on them: a task added in words, with what
is understood; ticked; put into another order by dragging and by buttons; what was left over, moved in one tap; a
project's board; votes for an idea and against it. All that changes something is done with script and without."""

from browser import *

hub = Hub()
# The days of SampleData are long over.
hub.visitor.send("/settings/zone", {"value": "Europe/Berlin"}, wanted=303)
TODAY = time.strftime("%Y-%m-%d")
YESTERDAY = time.strftime("%Y-%m-%d", time.localtime(time.time() - 86_400))
hub.keep()


def titles(path):
    return [item["title"] for item in hub.visitor.api(path)["items"]]


def task(title):
    return next(item for item in hub.visitor.all("tasks?status=all") if item["title"] == title)


def leave_four():
    """Plans four tasks for yesterday: they are left over today."""
    for title in ("Sand the hull", "Ask Ben about the mast", "Water the plants", "Borrow benches"):
        hub.visitor.send(f"/tasks/{task(title)['id']}/plan-for", {"day": YESTERDAY}, wanted=303)


def section(tab, heading):
    return tab.page.locator("main section, .aside section").filter(
        has=tab.page.locator("h2", has_text=re.compile(f"^{heading}"))
    )


def rows(tab, heading):
    return section(tab, heading).locator(".tt").all_inner_texts()


def undo(tab):
    tab.follow(".toast button:has-text('Undo')")


@case
def preview():
    """what is understood of words stands below them as they are typed, and nothing is added"""
    before = hub.changes()
    with hub.tab() as tab:
        tab.go("/tasks")
        tab.page.fill(".say input[type=text]", "Draft the essay by 2031-03-07 18:00, 2h, must-do #uni !! <b>x</b>")
        tab.page.wait_for_selector(".said .tag")
        said = " ".join(tab.page.locator(".said").inner_text().split())
        for words in ("Draft the essay", "2031", "18:00", "120", "Must do", "uni", "<b>x</b>"):
            check(words in said, f"{words!r} is not in {said!r}")
        # Two days for one field are refused, in words.
        tab.page.fill(".say input[type=text]", "Essay tomorrow next friday 5pm 6pm")
        tab.page.wait_for_selector(".said .bad")
        tab.page.fill(".say input[type=text]", "")
        tab.page.wait_for_selector(".said p", state="detached")
    with hub.tab(script=False) as tab:
        tab.go("/tasks?say=Essay%20tomorrow")
        check("Essay" in tab.page.locator(".said").inner_text(), "without script")
        check("Essay" not in " ".join(titles("tasks")), "it was added")
    equal(hub.changes(), before, "changes")


def with_and_without(title, body):
    for script in (True, False):
        with hub.tab(script=script) as tab:
            tried(f"{title}, {'with' if script else 'without'} script", lambda: body(tab))


def added(tab):
    tab.go("/tasks")
    tab.page.fill(".say input[type=text]", "Call the harbour tomorrow at 9, 20 min @phone")
    tab.follow(".say button")
    found = task("Call the harbour")
    equal((found["estimate"], found["tags"]), (20, ["phone"]), "what was understood")
    check("harbour" in " ".join(rows(tab, "Upcoming")), "it does not stand below Upcoming")
    check("Call the harbour" in tab.message(), tab.message())
    undo(tab)
    check("Call the harbour" not in titles("tasks"), "it is still there")


with_and_without("a task is added in words, and taken back", added)


def ticked(tab):
    tab.go("/tasks")
    tab.follow("button.tick[aria-label='Done: Read about tides']")
    equal(task("Read about tides")["status"], "done", "the task")
    check("Read about tides" not in rows(tab, "Inbox"), "it is still in the inbox")
    undo(tab)
    equal(task("Read about tides")["status"], "open", "the task, taken back")


with_and_without("a task is done at a tap, and taken back", ticked)


def moved_on(tab):
    leave_four()
    tab.go("/tasks")
    left = rows(tab, "Left over")
    check(len(left) >= 4, f"left over are {left}")
    tab.follow(section(tab, "Left over").locator("button:has-text('Move to today')"))
    equal(rows(tab, "Left over"), [], "what is left over")
    equal(sorted(rows(tab, "Today")), sorted(left), "what is planned for today")
    check(all(task(title)["planned"] == TODAY for title in left), "the days")


def ordered(tab):
    """By the buttons of a row; with script by its handle too."""
    moved_on(tab)
    before = rows(tab, "Today")
    tab.follow(section(tab, "Today").locator(f"button[aria-label='Move down: {before[0]}']"))
    equal(rows(tab, "Today"), [before[1], before[0], *before[2:]], "the order")
    undo(tab)
    equal(rows(tab, "Today"), before, "the order, taken back")
    if not tab.script:
        return
    grips = section(tab, "Today").locator(".grip")
    # Away from the bar at the bottom.
    grips.last.evaluate("it => it.scrollIntoView({ block: 'center' })")
    grips.first.hover()
    tab.page.mouse.down()
    wanted = [*before[1:], before[0]]

    def dragged():
        """Moves below the last row, wherever the page shows it by now."""
        last = grips.last.bounding_box()
        tab.page.mouse.move(last["x"] + 8, last["y"] + last["height"] + 4, steps=10)
        return rows(tab, "Today") == wanted

    until(dragged, lambda: f"the order while dragging: {rows(tab, 'Today')}")
    with tab.page.expect_navigation():
        tab.page.mouse.up()
    equal(rows(tab, "Today"), wanted, "the order after dragging")
    undo(tab)
    equal(rows(tab, "Today"), before, "the order, taken back")


@case
def leftover():
    """what was left over is planned for today in one tap"""
    with hub.tab(script=False) as tab:
        moved_on(tab)


with_and_without("tasks of a day are put into another order", ordered)


def three(tab):
    """The fourth of a day is refused, in words."""
    moved_on(tab)
    day = hub.visitor.api(f"tasks/today?day={TODAY}")["items"]
    while sum(item["topThree"] for item in day) < 3:
        rest = next(item for item in day if not item["topThree"])
        hub.visitor.send(f"/tasks/{rest['id']}/top", {}, wanted=303)
        day = hub.visitor.api(f"tasks/today?day={TODAY}")["items"]
    tab.go("/tasks")
    equal(len(rows(tab, "Today’s top three")), 3, "the three")
    check("0 of 3 done" in section(tab, "Today’s top three").inner_text(), "the count of those that are done")
    fourth = next(item for item in day if not item["topThree"])
    answer = hub.visitor.send(f"/tasks/{fourth['id']}/top", {})
    check(answer.status in (409, 422) and "already has three" in answer.body.decode(), f"{answer.status}")


@case
def days_three():
    """today's three are three"""
    with hub.tab() as tab:
        three(tab)


def board(tab):
    project = next(p for p in hub.visitor.all("tasks/projects") if p["title"] == "Refit the boat")
    tab.go(f"/tasks/projects/{project['id']}")
    text = tab.page.locator("main").inner_text()
    for words in ("Hull", "Rig", "Sand the hull", "New halyard", "20"):
        check(words in text, f"{words!r} does not stand on the page of the project")
    tab.follow("button.tick[aria-label='Done: New halyard']")
    equal(hub.visitor.api(f"tasks/projects/{project['id']}")["tasksDone"], 2, "the tasks that are done")
    undo(tab)


with_and_without("a project shows its board, where tasks are done at a tap", board)


def votes(tab):
    def of_bread():
        return next(i for i in hub.visitor.all("ideas") if i["title"].startswith("Bread club"))["votes"]

    before = of_bread()
    tab.go("/ideas")
    tab.follow("button[aria-label^='Vote: Bread club']")
    equal(of_bread(), before + 1, "the votes after one for it")
    tab.follow("button[aria-label^='Against it: Bread club']")
    tab.follow("button[aria-label^='Against it: Bread club']")
    equal(of_bread(), before - 1, "the votes after two against it")
    undo(tab)
    equal(of_bread(), before, "the votes, one taken back")


with_and_without("an idea is voted for and against", votes)


@case
def first_page():
    """the first page shows the project that comes first, the ideas with the most votes and the dreams that come next"""
    with hub.tab(size=DESKTOP) as tab:
        tab.go("/")
        for words in ("Refit the boat", "Podcast on tides", "Sail round Ireland"):
            check(words in tab.text(), f"{words!r} does not stand on the first page")


finish()
