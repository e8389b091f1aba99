#!/usr/bin/env python3
"""routes.py LOG: how often each route gave which status, from a server's log; fails where one never succeeded.

A route that only refuses shows nothing of what it answers otherwise."""

import collections
import re
import sys

# What generated calls with a token cannot do, and what tries it instead.
ELSEWHERE = {
    "DELETE /session": "a token is not a session; AccessTests",
    "POST /sign-up": "it is closed; AccessTests",
    "POST /journal/{id}/add-photo": "its content must be a picture, which nothing generates; EntryCommandTests",
    "DELETE /jobs/{id}": "the job must be at work at that very moment; stop.py",
}

counts = collections.defaultdict(collections.Counter)
with open(sys.argv[1], encoding="utf-8", errors="replace") as log:
    for line in log:
        found = re.search(r"\bmethod=(\S+) .*?route=(.*?) status=(\d+)", line) or re.search(
            r"route=(.*?) status=(\d+)", line
        )
        if found:
            *_, route, status = found.groups()
            counts[route.strip('"')][status] += 1
never = [
    route
    for route, statuses in counts.items()
    if route != "none" and route not in ELSEWHERE and not any(s.startswith(("2", "3")) for s in statuses)
]
print(
    f"{len(counts)} routes were asked; {len(never)} of them never with success, beside {len(ELSEWHERE)} that cannot be"
)
for route in sorted(never):
    print(f"  {route}: " + ", ".join(f"{status} {number} times" for status, number in sorted(counts[route].items())))
sys.exit(1 if never else 0)
