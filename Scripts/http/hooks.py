"""Has schemathesis use what is there, in two of three generated calls: records, imports, tags and links of the hub.

What there is stands in the environment (ATRIUM_REAL), as real.py has found it."""

import http.client
import itertools
import json
import os
import time

import schemathesis

REAL = json.loads(os.environ["ATRIUM_REAL"])
# What takes back, or away, whatever the others stand on: it gets what is meant for it every time.
ALWAYS = {"/imports/undo", "/undo", "/modules/disable", "/modules/erase"}

calls = itertools.count()


def replaced(values, known, number):
    """Puts values that are known by name in the place of those that were generated."""
    if isinstance(values, dict):
        for name in values:
            if known.get(name):
                values[name] = known[name][number // 3 % len(known[name])]


@schemathesis.hook
def before_call(context, case, kwargs):
    # Only parts that were made to fit: what was made wrong is sent as it is, and must be refused. A record that is
    # there in the path lets a wrong body be looked at at all, which is what it was made for.
    wrong = (
        {location.container_name for location, part in case.meta.components.items() if part.mode.is_negative}
        if case.meta
        else set()
    )
    # In a form a number is text, and right: what was made wrong by its type alone gets a field that there is not.
    if "body" in wrong and case.media_type == "multipart/form-data" and isinstance(case.body, dict):
        if any(isinstance(value, int | float) for value in case.body.values()):
            case.body["noSuchField"] = "x"
    operation, number = case.operation, next(calls)
    if number % 3 == 2 and operation.path not in ALWAYS:
        return
    known = {**REAL.get(operation.path, {}), **REAL.get(f"{operation.method.upper()} {operation.path}", {})}
    for name in ("path_parameters", "query", "body"):
        if name not in wrong:
            replaced(getattr(case, name), known, number)
    # A whole body that is right, where chance never makes one: without conditions that chance has made either.
    if known.get("body") and not wrong and number % 3 == 0:
        case.body = known["body"][number // 3 % len(known["body"])]
        for name in [name for name in case.headers or {} if name.lower() in ("if-match", "if-none-match")]:
            del case.headers[name]
        return
    # Of fields that may all be left out, some speak against each other: then one alone.
    body = case.body
    if "*" in known and "body" not in wrong and isinstance(body, dict) and number % 3 == 1:
        for name in sorted(body, key=lambda name: name != sorted(body)[number // 3 % len(body)])[1:]:
            del body[name]


def ask(response, method, path, value=None):
    """Another call to the same server by the same user."""
    request = response.request
    connection = http.client.HTTPConnection(request.url.split("/")[2], timeout=60)
    connection.request(
        method,
        path,
        body=value and json.dumps(value),
        headers={"Authorization": os.environ["ATRIUM_BEARER"], "Content-Type": "application/json"},
    )
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return answer


@schemathesis.hook
def after_call(context, case, response):
    # While an import is at work, other writes are told to come later; a module that is off is not there. Both are tried
    # by tests; here they would say nothing about the calls that happen to come next.
    if response.status_code == 202 and case.operation.path in ("/import", "/jobs/{id}/apply"):
        path = json.loads(response.content)["id"]
        while ask(response, "GET", f"/api/v1/jobs/{path}")["state"] in ("waiting", "running"):
            time.sleep(0.02)
    if response.status_code == 200 and case.operation.path in ("/modules/disable", "/modules/erase"):
        for module in ask(response, "GET", "/api/v1/modules/list")["items"]:
            if not module["enabled"]:
                ask(response, "POST", "/api/v1/modules/enable", {"id": module["id"]})
