#!/usr/bin/env python3
"""real.py PORT TOKEN FILE: what a server's hub has, by operation and field, as JSON for hooks.py.

The records of each collection are found by the server's own description. By hand stands only what that does not say: which
field means which records, and what words such as a day have to be to mean something."""
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


# Records: what takes one away has some of its own, so that others find theirs.
for path in paths:
    base, mark, rest = path.partition("/{id}")
    if not mark or "limit" not in [one["name"] for one in paths.get(base, {}).get("get", {}).get("parameters", [])]:
        continue
    found = ids(base)
    if not found:
        # routes.py says then which routes only refused.
        continue
    parting = found[::4] if len(found) > 8 else found
    staying = [one for one in found if one not in parting] or found
    for method in paths[path]:
        goes = method == "delete" or rest in ("/merge", "/cancel")
        know(f"{method.upper()} {path}", id=parting if goes else staying)
        if rest:
            know(f"{method.upper()} {path}", other=parting if goes else staying)

people, events, habits, activities = ids("/connections"), ids("/calendar"), ids("/habits"), ids("/activities")
FIELDS = {
    "people": people, "person": people, "with": people, "for": people, "goodFor": people, "addGoodFor": people,
    "removeGoodFor": people, "activity": activities, "calendar": ids("/calendar/calendars"), "at": ["48.2,16.37"],
    "until": ["2031-01-01", "2031-01-01T09:00"], "on": ["2026-01-05", "yesterday"], "as": ["sibling", "friend"],
    "module": ["connections", "calendar"], "zone": ["Europe/Vienna", "UTC"],
}
for path, operations in paths.items():
    for method, operation in operations.items():
        schemas = {one["name"]: one.get("schema", {}) for one in operation.get("parameters", []) if one["in"] == "query"}
        for content in operation.get("requestBody", {}).get("content", {}).values():
            schemas.update(content.get("schema", {}).get("properties", {}))
        for name, schema in schemas.items():
            if name in FIELDS:
                isList = "array" in schema.get("type", [])
                know(f"{method.upper()} {path}", **{name: [[one] for one in FIELDS[name]] if isList else FIELDS[name]})

with open(FILE, "rb") as file:
    content = file.read()
jobs = [call("POST", "/api/v1/import?dryRun=true", content)["id"] for _ in range(4)]
know("/jobs/{id}", id=jobs)
know("/jobs/{id}/events", id=jobs)
know("/imports/show", run=[item["run"] for item in items("/imports/list")])
# Calls that take back come before those that ask: what the others stand on is left out.
know("/imports/undo", run=sorted(item["run"] for item in items("/imports/list"))[-3:])
know("/undo", change=[item["id"] for item in items("/history?limit=500") if item["command"] == "tags add"])
tagged = {"collection": ["connections/people"], "record": people, "tags": [["tag 1"], ["tag 2", "new"]]}
for path in ("/tags/show", "/tags/add", "/tags/remove", "/links/list"):
    know(path, **tagged)
know("/links/add", fromCollection=tagged["collection"], fromRecord=people, toCollection=tagged["collection"], toRecord=people)
know("/links/remove", id=[item["id"] for number in range(1, 31)
                          for item in items(f"/links/list?collection=connections/people&record={number}")])
know("/maps/remove", name=["map 1", "map 2", "map 3"])
know("/modules/enable", id=["connections", "calendar", "habits", "discover"])
# Nothing requires it, and it keeps nothing.
know("/modules/disable", id=["discover"])
know("/modules/erase", id=["discover"], yes=[True])
for module, found in (("connections", people), ("calendar", events), ("habits", habits), ("activities", activities)):
    know(f"/export/{module}", ids=[[one] for one in found])
know("/settings/get", key=["zone", "units"])
know("/settings/set", key=["units"], value=["metric", "imperial"])
photos = [item["photo"]["sha256"] for item in items("/connections/memories") if item["photo"]]
know("/attachments/{sha256}", sha256=photos)
know("POST /session", name=[call("GET", "/api/v1/session")["user"]["name"]], password=["correct horse battery"])
print(json.dumps(real))
