#!/usr/bin/env python3
"""routes.py LOG: how often each route gave which status, from a server's log; names those that never succeeded."""
import collections
import re
import sys

counts = collections.defaultdict(collections.Counter)
with open(sys.argv[1], encoding="utf-8", errors="replace") as log:
    for line in log:
        found = re.search(r"\bmethod=(\S+) .*?route=(.*?) status=(\d+)", line) or re.search(r"route=(.*?) status=(\d+)", line)
        if found:
            *_, route, status = found.groups()
            counts[route.strip('"')][status] += 1
never = [route for route, statuses in counts.items() if route != "none" and not any(s.startswith(("2", "3")) for s in statuses)]
print(f"{len(counts)} routes were asked; {len(never)} of them never with success")
for route in sorted(never):
    print(f"  {route}: " + ", ".join(f"{status} {number} times" for status, number in sorted(counts[route].items())))
