#!/usr/bin/env python3
"""forms.py PROGRAM [--corpus] [--sample]: every form of every module.

A new record of each collection is added with every control filled, shown, changed, undone, removed and brought back.
Every record of SampleData, with --corpus also of ../shared/corpus, is opened in its form and sent unchanged: that makes
no change, and the exports stay the same byte for byte. With --sample a few records of each collection are tried."""

import glob
import os
import sys

from browser import *
from filling import *
from walk import walk

# How many records of a collection are opened with --sample.
A_FEW = 5
# How many of a collection are opened in the browser; the rest is sent as a browser would.
MOST_IN_BROWSER = 300

hub = Hub()
tab = hub.tab()
for path in adds(hub.visitor):
    tried(f"{path.removesuffix('/add')}: list, add, see, edit, undo, remove, bring back", walk(hub, tab, path))


@case
def every_command():
    """every form and question of a record and of a module is a page that can be opened"""
    shown, forms = 0, 0
    for path, text in crawl(hub, hub.visitor, most=300 if "--sample" in sys.argv else 3000):
        shown += 1
        elements = Markup(text).elements
        forms += any("data-form" in own for _, own in elements)
        names = [own["id"] for _, own in elements if "id" in own]
        twice = {name for name in names if names.count(name) > 1}
        check(not twice, f"{path} has two elements with the id {sorted(twice)[:5]}")
        for name, own in elements:
            if name == "label" and "for" in own:
                check(own["for"] in names, f"{path} has a label for {own['for']}, which is not there")
    check(forms > 20, f"only {forms} forms were reached")
    return f"({shown} pages, {forms} forms)"


tab.close()
hub.stop()
open_hubs.remove(hub)


def undone(hub, before):
    """Takes back what a form changed that was to change nothing."""
    now = hub.changes()
    if now != before:
        hub.visitor.send("/undo", {"change": str(now)}, wanted=303)
    return hub.changes()


def unchanged(hub, tab, place):
    """Opens and sends each record of a collection: in the browser, and of many all but a few as a browser would."""

    def body():
        records = hub.visitor.all(place)
        if "--sample" in sys.argv:
            records = records[:: max(1, len(records) // A_FEW)][:A_FEW]
        by_browser = {record["id"] for record in records[:: 1 + len(records) // MOST_IN_BROWSER]}
        before, wrong = hub.changes(), []
        for record in records:
            form = f"/{place}/{record['id']}/edit"
            if record["id"] in by_browser:
                tab.go(form)
                tab.save((200, 400, 409, 412, 422))
                told, words = tab.path, tab.problem() or tab.message()
            else:
                sent = SentForm(hub.visitor.get(form, wanted=200).body.decode())
                answer = hub.visitor.send(sent.action, sent.fields)
                told, words = answer.headers["Location"] or "", f"status {answer.status}"
            if "told=0" not in told:
                name = str(record.get("name") or record.get("title") or record.get("summary"))[:40]
                wrong.append(f"{record['id']} ({name}): {words}")
                before = undone(hub, before)
        check(not wrong, f"{len(wrong)} of {len(records)} are changed or refused: " + "; ".join(wrong[:8]))
        return f"({len(records)} records, {len(by_browser)} in the browser)"

    return body


def all_unchanged(what, hub):
    # What a browser makes of a form is the same without script, and faster.
    tab = hub.tab(script=False)
    tab.follows_links = False
    before = hub.exports()
    for path in adds(hub.visitor):
        place = path.removeprefix("/").removesuffix("/add")
        tried(f"{what}: each of {place} opened and sent unchanged makes no change", unchanged(hub, tab, place))

    def same():
        after = hub.exports()
        differ = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
        check(not differ, f"other than before: {differ}")
        return f"({len(before)} files)"

    tried(f"{what}: the exports are the same byte for byte", same)
    tab.close()
    hub.stop()
    open_hubs.remove(hub)


all_unchanged("sample data", Hub())
if "--corpus" in sys.argv:
    hub = Hub(samples=False)

    def corpus():
        files = glob.glob(f"{shared('corpus')}/**/*", recursive=True)
        files = sorted(path for path in files if os.path.isfile(path))
        for start in range(0, len(files), 50):
            # Some are broken on purpose.
            atrium("import", *files[start : start + 50], home=hub.home)
        return f"({len(files)} files)"

    if tried("the corpus is imported", corpus) == "passed":
        all_unchanged("corpus", hub)

finish()
