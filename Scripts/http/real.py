#!/usr/bin/env python3
"""real.py PORT TOKEN FILE: what a server's hub has, by operation and field, as JSON for hooks.py."""
import http.client
import json
import sys

PORT, TOKEN, FILE = int(sys.argv[1]), sys.argv[2], sys.argv[3]


def call(method, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
    connection.request(method, "/api/v1" + path, body=body, headers={"Authorization": f"Bearer {TOKEN}"})
    value = json.loads(connection.getresponse().read())
    connection.close()
    return value


def ids(path):
    return [str(item["id"]) for item in call("GET", path + "?limit=1000")["items"]]


with open(FILE, "rb") as file:
    content = file.read()
jobs = [call("POST", "/import?dryRun=true", content)["id"] for _ in range(4)]
people, events, habits = ids("/connections"), ids("/calendar"), ids("/habits")
activities, occasions, reminders = ids("/activities"), ids("/activities/occasions"), ids("/reminders")
interactions, memories = ids("/connections/interactions"), ids("/connections/memories")
calendars = ids("/calendar/calendars")
runs = [item["run"] for item in call("GET", "/imports/list")["items"]]
links = [item["id"] for number in range(1, 31)
         for item in call("GET", f"/links/list?collection=connections/people&record={number}")["items"]]
changes = [item["id"] for item in call("GET", "/history?limit=100")["items"]]
collection = ["connections/people"]
tagged = {"collection": collection, "record": people, "tags": [["tag 1"], ["tag 2", "new"]]}
print(json.dumps({
    "/connections/{id}": {"id": people}, "/connections/{id}/merge": {"id": people, "other": people},
    "/connections/{id}/dismiss": {"id": people, "other": people}, "/calendar/{id}": {"id": events},
    "/calendar/calendars/{id}": {"id": calendars}, "/habits/{id}": {"id": habits}, "/habits/{id}/toggle": {"id": habits},
    "/habits/{id}/progress": {"id": habits}, "/habits/{id}/log": {"id": habits}, "/habits/{id}/month": {"id": habits},
    "/habits/{id}/year": {"id": habits}, "/jobs/{id}": {"id": jobs}, "/jobs/{id}/events": {"id": jobs},
    "/imports/show": {"run": runs}, "/imports/undo": {"run": runs}, "/undo": {"change": changes},
    "/activities/{id}": {"id": activities}, "/activities/{id}/done": {"id": activities},
    "/activities/{id}/undone": {"id": activities}, "/activities/occasions/{id}": {"id": occasions},
    "/activities": {"goodFor": people}, "/activities/suggest": {"for": [[one] for one in people]},
    "/reminders/{id}": {"id": reminders}, "/reminders/{id}/complete": {"id": reminders},
    "/reminders/{id}/reopen": {"id": reminders}, "/reminders/{id}/snooze": {"id": reminders},
    "/reminders/{id}/cancel": {"id": reminders}, "/reminders": {"person": people},
    "/connections/interactions/{id}": {"id": interactions}, "/connections/memories/{id}": {"id": memories},
    "/connections/{id}/timeline": {"id": people}, "/connections/{id}/relations": {"id": people},
    "/connections/{id}/relate": {"id": people, "other": people},
    "/tags/show": tagged, "/tags/add": tagged, "/tags/remove": tagged,
    "/links/list": {"collection": collection, "record": people},
    "/links/add": {"fromCollection": collection, "fromRecord": people, "toCollection": collection, "toRecord": people},
    "/links/remove": {"id": links}, "/maps/remove": {"name": ["map 1", "map 2", "map 3"]},
    "/modules/enable": {"id": ["connections", "calendar", "habits"]}, "/modules/disable": {"id": ["habits"]},
    "/export/connections": {"ids": [[one] for one in people]}, "/export/calendar": {"ids": [[one] for one in events]},
    "/export/habits": {"ids": [[one] for one in habits]},
    "/settings/get": {"key": ["zone", "units"]}, "/settings/set": {"key": ["units"], "value": ["metric", "imperial"]},
    "/search": {"module": ["connections", "calendar"]}, "/calendar": {"calendar": calendars},
}))
