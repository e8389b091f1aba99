"""The way of a record through the page: listed, added, shown, changed, taken back, removed and brought back."""

from browser import check, equal
from filling import SentForm, add, controls, has_own_words, said

# What a form shows in other words than those that were typed: it says how a value is kept.
KEPT_OTHERWISE = (
    "cost",
    "weight",
    "distance",
    "duration",
    "repeat",
    "text:lines",
    "recurrenceRules:lines",
    "phones",
    "types",
)


def is_kept(name, typed, shown):
    """Whether a form shows what was typed, but for capitals, order and spelling of what has a form of its own."""
    parts = name.replace(":", ".").split(".")
    if any(word in parts or word == name for word in KEPT_OTHERWISE):
        return True
    if typed.isdecimal() and shown.isdecimal():
        return int(typed) == int(shown)
    return sorted(shown.lower().replace(",", " ").split()) == sorted(typed.lower().replace(",", " ").split())


def walk(hub, tab, path):
    """The way of a new record of the form at a path."""

    def body():
        place = path.removesuffix("/add")
        tab.go(place)
        typed, left_out = add(tab, path)
        check("added" in tab.message(), f"the message is {tab.message()!r}")
        record = tab.path.partition("?")[0]
        number = record.rpartition("/")[2]
        check(number.isdecimal(), f"{path} leads to {record}")
        kept = look_at(record, typed)
        changed, before = change(record)
        look_at(record, {})
        check(said(tab).get(changed) == before, f"{changed} is {said(tab).get(changed)!r} after Undo, not {before!r}")
        remove(place, record)
        return f"({kept} of {len(typed)} fields" + (f"; not with {', '.join(left_out)})" if left_out else ")")

    def look_at(record, typed):
        """The record's page and form, in which what was typed stands; gives how many fields the form shows."""
        tab.go(record)
        tab.go(f"{record}/edit")
        shown, names = said(tab), {control["name"] for control in controls(tab)}
        types = {control["name"]: control["type"] for control in controls(tab)}
        lost = [
            f"{name}: {text!r} is {shown.get(name)!r}"
            for name, text in typed.items()
            if name in names
            and types[name] not in ("checkbox", "radio", "select", "file")
            and not is_kept(name, text, shown.get(name, ""))
        ]
        check(not lost, f"the form of {record} lost: " + "; ".join(lost[:6]))
        return len([name for name in typed if name in names])

    def change(record):
        """Changes the first text of the record and takes that back; gives the field and what stood in it."""
        for control in controls(tab):
            is_text = control["type"] in ("text", "textarea") and control["mode"] in ("", "text")
            if is_text and not control["collection"] and not has_own_words(control, path):
                break
        else:
            raise AssertionError(f"{record}/edit has no field for words")
        name, before = control["name"], said(tab).get(control["name"])
        tab.page.locator(f'main form[data-form] [name="{name}"]').first.fill("Changed here")
        tab.save()
        check("changed" in tab.message(), f"the message is {tab.message()!r}")
        equal(tab.path.partition("?")[0], record, "where the change leads")
        # Not by this tab, which would leave the message with its Undo.
        sent = dict(SentForm(hub.visitor.get(f"{record}/edit", wanted=200).body.decode()).fields)
        check(is_kept(name, "Changed here", sent.get(name, "")), f"{name} is {sent.get(name)!r}")
        tab.follow(".toasts form button")
        check("aken back" in tab.message(), f"the message is {tab.message()!r}")
        return name, before

    def remove(place, record):
        """Removes the record by its own page, and brings it back by “Recently removed”."""
        tab.go(record).follow("main a[href$='/remove']")
        tab.save()
        check("removed" in tab.message(), f"the message is {tab.message()!r}")
        tab.go(record, 404)
        tab.go(place).follow("main a[href*='removed=true']")
        row = tab.page.locator("main li.row", has=tab.page.locator("form button")).first
        tab.follow(row.locator("button"))
        check("aken back" in tab.message(), f"the message is {tab.message()!r}")
        tab.go(record)

    return body
