#!/usr/bin/env python3
"""real.py PORT TOKEN FILE: what a server's hub has, by operation and field, as JSON for hooks.py.

The records of each collection are found by the server's own description. By hand stands only what that does not say:
which field means which records, and what words such as a day have to be to mean something."""

import http.client
import json
import sys

PORT, TOKEN, FILE = int(sys.argv[1]), sys.argv[2], sys.argv[3]


def call(method, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
    connection.request(method, path, body=body, headers={"Authorization": f"Bearer {TOKEN}"})
    value = json.loads(connection.getresponse().read())
    connection.close()
    return value


def items(path):
    return call("GET", "/api/v1" + path)["items"]


def ids(path):
    return [str(item["id"]) for item in items(path + "?limit=1000")]


paths = call("GET", "/api/openapi.json")["paths"]
real = {}


def know(operation, **values):
    known = real.setdefault(operation, {})
    for name, value in values.items():
        known.setdefault(name, value)


def only(operation, **values):
    real.setdefault(operation, {}).update(values)


# What is done to a record but once.
ONCE = ("", "/merge", "/cancel", "/complete", "/seal")

# Records: what takes one away, or ends it, has some of its own, so that others find theirs.
for path in paths:
    base, mark, rest = path.partition("/{id}")
    if not mark or "limit" not in [one["name"] for one in paths.get(base, {}).get("get", {}).get("parameters", [])]:
        continue
    found = ids(base)
    if not found:
        # routes.py says then which routes only refused.
        continue
    shares = {one: found[number :: len(ONCE) + 1] or found for number, one in enumerate(ONCE)}
    staying = found[len(ONCE) :: len(ONCE) + 1] or found
    for method in paths[path]:
        share = shares[rest] if rest in ONCE and (rest or method == "delete") else staying
        know(f"{method.upper()} {path}", id=share)
        if rest:
            know(f"{method.upper()} {path}", other=share[1:] + share[:1])

people, events, habits, activities = (
    real[f"PATCH {path}/{{id}}"]["id"] for path in ("/connections", "/calendar", "/habits", "/activities")
)
lifts = [str(item["id"]) for item in items("/exercise?limit=1000") if item["name"].startswith("Lift ")]
FIELDS = {
    "people": people,
    "person": people,
    "with": people,
    "for": people,
    "goodFor": people,
    "addGoodFor": people,
    "removeGoodFor": people,
    "activity": activities,
    "calendar": ids("/calendar/calendars"),
    "exercise": lifts,
    "month": ["2026-01"],
    "sets": [["80x5"]],
    "until": ["2031-01-01", "2031-01-01T09:00"],
    "on": ["2026-01-05", "yesterday"],
    "as": ["sibling", "friend"],
    "module": ["connections", "calendar"],
    "zone": ["Europe/Vienna", "UTC"],
}
for path, operations in paths.items():
    for method, operation in operations.items():
        schemas = {
            one["name"]: one.get("schema", {}) for one in operation.get("parameters", []) if one["in"] == "query"
        }
        for content in operation.get("requestBody", {}).get("content", {}).values():
            schemas.update(content.get("schema", {}).get("properties", {}))
            if not content.get("schema", {}).get("required"):
                know(f"{method.upper()} {path}", **{"*": ["every field may be left out"]})
        for name, schema in schemas.items():
            if name in FIELDS:
                isList = "array" in schema.get("type", [])
                know(f"{method.upper()} {path}", **{name: [[one] for one in FIELDS[name]] if isList else FIELDS[name]})

with open(FILE, "rb") as file:
    content = file.read()
jobs = [call("POST", "/api/v1/import?dryRun=true", content)["id"] for _ in range(4)]
know("/jobs/{id}", id=jobs)
for more in ("events", "items", "columns", "apply"):
    know(f"/jobs/{{id}}/{more}", id=jobs)
know("/imports/show", run=[item["run"] for item in items("/imports/list")])
# Calls that take back come before those that ask: what the others stand on is left out.
know("/imports/undo", run=sorted(item["run"] for item in items("/imports/list"))[-3:])
know("/undo", change=[item["id"] for item in items("/history?limit=1000") if item["command"] == "tags add"][:12])
tagged = {"collection": ["connections/people"], "record": people, "tags": [["tag 1"], ["tag 2", "new"]]}
for path in ("/tags/show", "/tags/add", "/tags/remove", "/links/list"):
    know(path, **tagged)
know(
    "/links/add",
    fromCollection=tagged["collection"],
    fromRecord=people,
    toCollection=tagged["collection"],
    toRecord=people[1:] + people[:1],
)
know(
    "/links/remove",
    id=[
        item["id"]
        for number in range(1, 31)
        for item in items(f"/links/list?collection=connections/people&record={number}")
    ],
)
know("/maps/remove", name=["map 1", "map 2", "map 3"])
know("/modules/enable", id=["connections", "calendar", "habits", "discover"])
# Nothing requires it, and it keeps nothing.
know("/modules/disable", id=["discover"])
know("/modules/erase", id=["discover"], yes=[True])
for module, found in (("connections", people), ("calendar", events), ("habits", habits), ("activities", activities)):
    know(f"/export/{module}", ids=[[one] for one in found])
know("/settings/get", key=["zone", "units"])
know("/settings/set", key=["units"], value=["metric", "imperial"])
entries = [item for item in items("/journal?limit=1000") if item["photos"]]
only(
    "POST /journal/{id}/remove-photo",
    id=[str(item["id"]) for item in entries],
    photo=[item["photos"][0]["id"] for item in entries],
)
decisions = items("/journal/decisions?limit=1000")
still = [str(item["id"]) for item in decisions if item["status"] == "open"]
only("POST /journal/decisions/{id}/seal", id=still[::3])
only("DELETE /journal/decisions/{id}", id=still[1::3])
only("PATCH /journal/decisions/{id}", id=still[2::3])
for act in ("amend", "review"):
    only(
        f"POST /journal/decisions/{{id}}/{act}",
        id=[str(item["id"]) for item in decisions if item["status"] == "decided"],
    )
for path in ("/activities/near", "/discover/near"):
    know(path, at=["48.2,16.37"])
# With a calendar its events go.
only(
    "DELETE /calendar/calendars/{id}",
    id=[str(item["id"]) for item in items("/calendar/calendars?limit=1000") if item["name"].startswith("Calendar ")][
        ::2
    ],
)
# Those that nothing is in, and exercises whose sets have weights.
only(
    "DELETE /mental-models/categories/{id}",
    id=[
        str(item["id"])
        for item in items("/mental-models/categories?limit=1000")
        if item["name"].startswith("Category ")
    ],
)
# What must fit together is given whole.
only(
    "POST /exercise/{id}/log",
    id=lifts,
    body=[{"sets": ["80x5", "82.5 x 3 @8"], "day": "2026-01-05"}, {"weight": "60 kg", "reps": 8}],
)
only(
    "PATCH /calendar/{id}",
    body=[{"summary": "Tea"}, {"location": "Vienna", "priority": 5}, {"status": "tentative", "categories": ["tea"]}],
)
counting = [str(item["id"]) for item in items("/habits?limit=1000") if item["unit"]]
only("POST /habits/{id}/log", id=counting, day=["2026-01-05", "2026-01-06"], amount=[1.5])
done = [str(item["id"]) for item in items("/reminders?limit=1000&status=completed")]
only("POST /reminders/{id}/reopen", id=done)
# Rehearsed again, whatever the vault has become since: what was shown is applied no more then.
only("POST /jobs/{id}/apply", body=[{"onConflict": "keep"}, {}])
tasks = [str(item["id"]) for item in items("/tasks?limit=1000")]
only("PATCH /tasks/{id}", body=[{"title": "Tea"}, {"estimate": 20, "energy": "low"}, {"planned": "2026-03-01"}])
only("POST /tasks/{id}/complete", body=[{}])
only("POST /tasks/{id}/reopen", id=[str(item["id"]) for item in items("/tasks?limit=1000&status=done")])
blocks = [str(item["id"]) for item in items("/tasks/blocks?limit=1000")]
only("PATCH /tasks/blocks/{id}", body=[{"note": "With tea"}, {"locked": True}])
only("POST /tasks/blocks/{id}/move", body=[{"to": f"2031-02-{day:02}T09:00", "push": True} for day in range(1, 29)])
only("POST /tasks/blocks/{id}/resize", body=[{"minutes": 45}, {"minutes": 15}])
only("POST /tasks/blocks/{id}/done", body=[{}])
only("POST /tasks/blocks/{id}/swap", body=[{"other": int(block)} for block in blocks])
only("POST /setup/skip", body=[{"step": "zone"}, {"step": "device"}])
only("POST /tasks/reorder", body=[{"records": [int(task)], "inbox": True} for task in tasks])
photos = [item["photo"]["sha256"] for item in items("/connections/memories") if item["photo"]]
know("/attachments/{sha256}", sha256=photos)
know("POST /session", name=[call("GET", "/api/v1/session")["user"]["name"]], password=["correct horse battery"])
print(json.dumps(real))
