#!/usr/bin/env python3
"""noscript.py PROGRAM [--quick]: every module with JavaScript off: one record of each is listed, added, shown, changed,
taken back, removed and brought back, by the page's own links, forms and buttons."""

from browser import *
from filling import *
from walk import walk

hub = Hub()
tab = hub.tab(script=False)
hub.keep()


@case
def log_in():
    """log-in, search and settings work without script"""
    with hub.tab(Visitor(hub), script=False) as own:
        own.go("/login?next=/habits")
        own.page.fill("[name=username]", USER)
        own.page.fill("[name=password]", PASSWORD)
        own.follow("form button.btn")
        equal(own.path, "/habits", "where it leads")
        own.go("/search")
        own.page.fill("main [name=q]", "Kaufmann")
        own.follow("main [role=search] button")
        own.follow("main #results a.go")
        check("Kaufmann" in own.heading(), own.heading())
        own.go("/settings/theme")
        own.page.locator("label:has([value=dark])").click()
        own.save()
        equal(own.page.locator("html").get_attribute("data-theme"), "dark", "the theme")


@case
def another_row():
    """“Add another” adds a row to a list and keeps what was typed"""
    tab.go("/connections/add")
    tab.page.fill("[name=name]", "Rows")
    tab.open_all()
    tab.page.fill("[name='emails.0.value']", "one@example.org")
    tab.follow("button[name=':more'][value=emails], button[name=more][value=emails]")
    equal(tab.page.input_value("[name=name]"), "Rows", "what was typed")
    equal(tab.page.input_value("[name='emails.0.value']"), "one@example.org", "the first row")
    tab.page.fill("[name='emails.1.value']", "two@example.org")
    tab.save()
    record = hub.visitor.api(tab.path.partition("?")[0].strip("/"))
    equal([mail["value"] for mail in record["emails"]], ["one@example.org", "two@example.org"], "the addresses")
    tab.follow("main a.btn.tint")
    tab.page.check("[name='emails.0.value:remove'], [name='emails.0:remove']")
    tab.save()
    record = hub.visitor.api(tab.path.partition("?")[0].strip("/"))
    equal([mail["value"] for mail in record["emails"]], ["two@example.org"], "the addresses after “Remove”")


for path in main_adds(hub.visitor):
    tried(f"{path.removesuffix('/add')}: list, add, see, edit, undo, remove, bring back", walk(hub, tab, path))

finish()
