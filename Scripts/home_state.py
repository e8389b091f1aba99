"""What a home holds, and what differs between two: lists, records, and the exports of everything."""

import concurrent.futures
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "faults"))
from common import ROOT, atrium, result  # noqa: E402

COLLECTIONS = [
    "connections",
    "connections interactions",
    "connections memories",
    "calendar",
    "calendar calendars",
    "habits",
    "reminders",
    "activities",
    "activities occasions",
    "journal",
    "journal decisions",
    "mental-models",
    "mental-models categories",
    "mental-models levels",
    "mental-models failure-modes",
    "mental-models observations",
    "exercise",
    "exercise sets",
    "ideas",
    "values",
    "values dreams",
]
# Lists that say less than a record has: where all is compared, each record is asked for, too.
SHORT = ["calendar", "reminders", "journal", "journal decisions", "mental-models observations"]


def listed(*words, home):
    """All pages of a list."""
    found, cursor = [], None
    while True:
        page = result(*words, *(["--cursor", cursor] if cursor else []), home=home)
        found += page["items"]
        cursor = page.get("next")
        if not cursor:
            return found


def state(home, whole=False):
    """All that lists show, by collection and uid; with `whole`, each record too."""
    found = {}
    with concurrent.futures.ThreadPoolExecutor(4) as workers:
        for collection, records in zip(
            COLLECTIONS, workers.map(lambda name: listed(*name.split(), "list", home=home), COLLECTIONS)
        ):
            found |= {(collection, item["uid"]): item for item in records}
        keys = [key for key in found if whole and key[0] in SHORT]
        for key, record in zip(
            keys, workers.map(lambda key: result(*key[0].split(), "show", str(found[key]["id"]), home=home), keys)
        ):
            found[(*key, "whole")] = record
    # Of tags whose spellings differ in case the hub's list shows the one that came first, which is another where the
    # records come in another order; each record keeps its own, and that is compared.
    found |= {("tag", tag["tag"].lower()): tag["records"] for tag in listed("tags", "list", home=home)}
    return found | {("setting", setting["key"]): setting for setting in listed("settings", "list", home=home)}


def without_own(value):
    """A value without what each home gives by itself: ids and times of change."""
    if isinstance(value, dict):
        return {
            name: without_own(part)
            for name, part in value.items()
            if name not in ("id", "createdAt", "updatedAt", "analyzedAt")
            and not (name.endswith(("ID", "Id")) and isinstance(part, int))
            and not (name in ("exercise", "model", "parent", "activity", "category", "level") and isinstance(part, int))
        }
    return [without_own(part) for part in value] if isinstance(value, list) else value


def differences(first, second, own=False):
    """What differs between two states; with `own`, but for what each home gives by itself."""
    strip = without_own if own else (lambda value: value)
    return [
        f"{key}: {first.get(key)} / {second.get(key)}"[:700]
        for key in sorted(first.keys() | second.keys())
        if strip(first.get(key)) != strip(second.get(key))
    ]


def exported(home, name):
    """The folder of `export --all` as file names with bytes; the manifest without its time."""
    folder = f"{ROOT}/{name}"
    atrium("export", "--all", folder, home=home, expect=0)
    found = {}
    for path, _, names in os.walk(folder):
        for file in names:
            with open(f"{path}/{file}", "rb") as content:
                found[os.path.relpath(f"{path}/{file}", folder)] = re.sub(rb'"madeAt":"[^"]*"', b"", content.read())
    return found


def unlike(first, second):
    return sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
