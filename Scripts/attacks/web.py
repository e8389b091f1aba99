#!/usr/bin/env python3
"""web.py ATRIUM [--short]: requests made to hurt the server."""

import gzip
import json
import os
import re
import socket
import threading
import time
from urllib.parse import quote

import injection
from addresses import files_with
from hub import *

# What is changed of each record that a file with line breaks brought in, so that it is written anew.
CHANGES = {
    "connections": {"family": "New", "addNotes": ["more"], "addUrls": [{"value": "http://b.example/"}]},
    "calendar": {"summary": "new", "addAttendees": [{"address": "a@b.example"}]},
    "reminders": {"priority": 1},
    "journal": {"mood": "good"},
}


@case
def bodies():
    """bodies that are cut off, of wrong types, with unknown fields, huge numbers, deep, or no UTF-8"""
    count = call("GET", "/api/v1/connections").json["total"]
    for body, wanted in [
        (b"", 400),
        (b"{", 400),
        (b'{"name":', 400),
        (b"[]", 400),
        (b"null", 400),
        (b'"x"', 400),
        (b'{"name":1}', (400, 422)),
        (b'{"name":["x"]}', (400, 422)),
        (b'{"nmae":"x"}', 400),
        (b'{"id":7,"name":"x"}', 400),
        (b'{"uid":"bob-1","name":"x"}', 400),
        (b'{"name":"x","createdAt":"2020-01-01T00:00:00Z"}', 400),
        (b'{"name":"x","cadenceDays":' + b"9" * 400 + b"}", (400, 422)),
        (b'{"name":"x","cadenceDays":1e400}', (400, 422)),
        (b'{"name":"x","cadenceDays":-1}', 422),
        (b"[" * 100_000, 400),
        (b'{"a":' * 100_000, 400),
        (b'{"name":"\xff\xfe"}', 400),
        (b'{"name":"\\ud800"}', (400, 422)),
        (b'{"name":"a","name":"b"}', 400),
        (b'{"name":"x"} {}', 400),
        (b'\xef\xbb\xbf{"name":NaN}', 400),
        (b'{"name":"' + b"x" * (3 << 20) + b'"}', (413, 422)),
        (b'{"name":"x","emails":' + json.dumps([{"value": "a"}] * 20_000).encode() + b"}", (400, 413, 422)),
    ]:
        call(
            "POST",
            "/api/v1/connections",
            body=body,
            headers={"Content-Type": "application/json"},
            wanted=wanted if isinstance(wanted, tuple) else (wanted, 422),
        )
    for media in (
        "text/plain",
        "application/xml",
        "multipart/form-data",
        "application/json; charset=utf-7",
        "multipart/form-data; boundary=" + "x" * 5000,
    ):
        call("POST", "/api/v1/connections", body=b'{"name":"x"}', headers={"Content-Type": media}, wanted=(400, 415))
    check(call("GET", "/api/v1/connections").json["total"] == count, "something of these was kept")


@case
def numbers():
    """huge and odd numbers in paths and queries"""
    for number in ("0", "-1", "1e9", "9" * 30, "NaN", "0x1", "1;2", "%00", "1%0a", "١"):
        call("GET", f"/api/v1/connections/{quoted(number)}", wanted=(400, 404))
        call("GET", f"/api/v1/connections?limit={quoted(number)}", wanted=(400, 422))
        call("GET", f"/api/v1/history?before={quoted(number)}", wanted=(200, 400, 422))
    call("GET", "/api/v1/calendar/agenda?from=0001-01-01&to=9999-12-31", wanted=(200, 400, 422))


@case
def paths():
    """path tricks: dots, encoded and double encoded, backslashes, NUL, absolute targets"""
    for path in (
        "/../../../etc/passwd",
        "/api/v1/../../etc/passwd",
        "/api/v1/%2e%2e/%2e%2e/etc/passwd",
        "/api/v1/..%2f..%2fetc%2fpasswd",
        "/api/v1/%252e%252e%252fetc",
        "/api/v1\\..\\..\\etc",
        "//etc/passwd",
        "/api/v1/attachments/../../hub.sqlite",
        "/api/v1/attachments/%2e%2e%2fhub.sqlite",
        "/api/v1/attachments/" + "a" * 64,
        "/feeds/../../vaults/2/vault.sqlite",
        "/feeds/x/calendar.ics",
        "/feeds/" + "A" * 10_000,
        "/api/v1/export/..%2f..%2fetc",
        "/api/v1/connections/..%2f..%2f2",
        "/api/v1/connections/%00",
        "/api/v1/connections/%ff%fe",
        "/api/v1/jobs/..%2f1",
        "/api/openapi.json/../../x",
    ):
        answer = raw(head("GET", path, "Connection: close"))
        # A page, if there is one or not, leads nobody but to the log-in.
        is_page = not path.startswith("/api")
        to_log_in = is_page and re.match(rb"HTTP/1.1 303 .*\r\nlocation: /login(\?next=|\r)", answer, re.S | re.I)
        check(
            (to_log_in or re.match(rb"HTTP/1.1 (400|404|403|401|421)", answer))
            and b"root:" not in answer
            and b"SQLite" not in answer,
            f"{path[:60]}: {answer[:100]}",
        )
    for target in (
        "http://evil.example/api/v1/connections",
        "*",
        "evil.example:80",
        "/api/v1/connections HTTP/1.1\r\nX: y",
    ):
        answer = raw(head("GET", target, "Connection: close"))
        check(b"private of" not in answer or target.startswith("/"), f"{target}: {answer[:100]}")


@case
def headers():
    """a header of 1 MB, 20,000 headers, lengths that are none, smuggled requests, forged ones"""
    for data in (
        head("GET", "/api/v1/connections", "X-A: " + "x" * MEGABYTE),
        head("GET", "/api/v1/connections", *(f"X-{n}: y" for n in range(20_000))),
        b"GET /" + b"a" * MEGABYTE,
        head("POST", "/api/v1/connections", "Content-Length: 10000000000", "Content-Type: application/json"),
        head("POST", "/api/v1/connections", "Content-Length: -1"),
        head("POST", "/api/v1/connections", "Content-Length: 5", "Content-Length: 6") + b"{}",
        head("POST", "/api/v1/connections", "Content-Length: 4", "Transfer-Encoding: chunked")
        + b"0\r\n\r\nGET /evil HTTP/1.1\r\n\r\n",
        head("POST", "/api/v1/connections", "Transfer-Encoding: xchunked") + b"0\r\n\r\n",
        head("POST", "/api/v1/connections", "Transfer-Encoding: chunked", "Content-Type: application/json")
        + b"ffffffffffffffff\r\nx",
        head("GET", "/api/v1/connections", "Host: evil.example"),
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",
        b"\0" * 10_000,
        head("BREW", "/api/v1/connections"),
    ):
        answer = raw(data)
        check(
            b"private of" not in answer and not re.match(rb"HTTP/1.1 (2|500)", answer), f"{data[:60]}: {answer[:120]}"
        )
        check(answer.count(b"HTTP/1.1 ") <= 1, f"two answers: {answer[:300]}")
    for fields in (
        {"X-Remote-User": "bob"},
        {"X-Forwarded-User": "bob"},
        {"X-HTTP-Method-Override": "DELETE"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Original-URL": "/api/v1/users/list"},
    ):
        answer = call("GET", "/api/v1/connections/1", headers=fields, wanted=200)
        check(b"private of bob" not in answer.body, fields)
        call("GET", "/api/v1/connections/1", user=None, headers=fields, wanted=401)


@case
def searches():
    """characters of SQL, LIKE, full-text search and Unicode in every search and filter"""
    for text in (
        "%",
        "_",
        "'",
        '"',
        "\\",
        "*",
        "NEAR(a b)",
        "a AND",
        "-a",
        "(",
        ";--",
        "a:b",
        "^a",
        "\x01",
        "\ufffe",
        "a" * 5000,
        "\u202e",
        "' OR 1=1 --",
        "person*",
        '"person',
        "{x}",
        "🂡" * 500,
    ):
        for path in (
            "search?text=",
            "connections?text=",
            "connections?tag=",
            "journal?text=",
            "reminders?text=",
            "calendar?text=",
            "connections/",
            "export/connections?search=",
            "export/connections?ids=",
            "mental-models?text=",
        ):
            answer = call("GET", f"/api/v1/{path}{quote(text, safe='')}", wanted=(200, 400, 404, 409, 414, 422, 431))
            check(b"private of bob" not in answer.body, f"{path}{text}")


def exports():
    """Every module in every format and version, as it is given out over HTTP."""
    for module, name, version in injection.EXPORTS:
        query = f"format={name}" + (f"&vcardVersion={version}" if version else "")
        answer = call("GET", f"/api/v1/export/{module}?{query}", wanted=200)
        check(answer.headers["Content-Disposition"].startswith("attachment"), f"{module} as {name} is shown")
        yield module, name, version, answer.body


@case
def injected():
    """CR, LF and script: refused in names and values of one line, kept in notes, and no header or page"""
    text = injection.evil("\r\n")
    for field, value in (
        ("name", "Eve\r\nSet-Cookie: a=b"),
        ("urls", [{"value": f"http://x/{text}"}]),
        ("titles", [text]),
        ("emails", [{"value": text}]),
        ("customFields", [{"name": "X-A", "value": text}]),
        ("tags", [text]),
    ):
        refused = call("POST", "/api/v1/connections", {"name": "Eve"} | {field: value}, wanted=422)
        check(b"without line breaks" in refused.body, f"{field}: {refused.body}")
    note = f"<script>alert(1)</script>{text}"
    made = call("POST", "/api/v1/connections", {"name": "Eve <script>alert(1)</script>", "notes": [note]}, wanted=201)
    check(injection.plain(made.json["notes"][0]) == injection.plain(note), f"the note is {made.json['notes']}")
    for path in (
        "connections",
        f"connections/{made.json['id']}",
        "export/connections",
        "search?text=Eve",
        "today",
        "dashboard",
        "connections/Eve%0d%0aSet-Cookie:%20a=b",
        "export/connections?ids=Eve%0d%0aSet-Cookie:%20a=b",
    ):
        answer = call("GET", f"/api/v1/{path}")
        check("Set-Cookie" not in answer.headers and injection.MARK not in answer.headers, f"{path}: {answer.headers}")
        check(answer.headers["X-Content-Type-Options"] == "nosniff", f"{path}: {answer.headers}")
        check("html" not in answer.headers["Content-Type"], f"{path} is a page")
    injection.expect_whole(exports(), least=0)
    call("DELETE", f"/api/v1/connections/{made.json['id']}", wanted=(200, 204))


@case
def injected_files():
    """line breaks that come in by files, changed and given out in every version and format, begin no line"""
    injection.self_test()
    for name, text, query in (
        ("breaks.vcf", injection.people(), ""),
        ("breaks.ics", injection.calendars(), ""),
        ("breaks.opml", injection.outlines(), f"&category={OUTLINES[-1]}"),
    ):
        imported(name, text.encode(), query)
    for changes in (None, CHANGES):
        for module, change in (changes or {}).items():
            items = call("GET", f"/api/v1/{module}?limit=100").json["items"]
            came = [item for item in items if "breaks-" in item["uid"]]
            check(len(came) == len(injection.BREAKS), f"{module}: {len(came)} came in")
            for item in came:
                call("PATCH", f"/api/v1/{module}/{item['id']}", change, wanted=200)
        injection.expect_whole(exports(), least=len(injection.BREAKS))


@case
def followed_addresses():
    """addresses of this machine's network in every property of an upload and of a request: none is followed"""
    listener = Listener()
    for name, text in files_with(listener.addresses()):
        imported(name, text.encode(), f"&category={OUTLINES[-1]}" if name.endswith(".opml") else "")
    at = listener.addresses()[-1]
    call("POST", "/api/v1/connections", {"name": "Away", "urls": [{"value": at}]}, wanted=201)
    call(
        "POST",
        "/api/v1/calendar",
        {"summary": "away", "start": "2025-03-01", "url": at, "attachments": [{"uri": at}]},
        wanted=201,
    )
    call("POST", f"/api/v1/import?fileName={quote(at, safe='')}", body=at.encode(), wanted=(202, 400, 422))
    shown = b""
    for module in ("connections", "calendar", "reminders", "journal", "mental-models"):
        for item in call("GET", f"/api/v1/{module}?limit=1000", wanted=200).json["items"]:
            shown += call("GET", f"/api/v1/{module}/{item['id']}", wanted=200).body
    check(shown.count(f":{listener.port}/".encode()) > 20, "the addresses did not come in")
    for path in ("today?day=2025-03-03", "dashboard", "search?text=away", "reminders/due", "export"):
        call("GET", f"/api/v1/{path}", wanted=200)
    for _, _, _, data in exports():
        check(data, "an export is empty")
    listener.expect_nobody()


@case
def two_writers():
    """two writers with the same ETag: one wins, the other is told"""
    path = "/api/v1/connections/ada-5"

    def edit(tag, number, answers):
        answers.append(call("PATCH", path, {"notes": [f"{tag} {number}"]}, headers={"If-Match": tag}).status)

    for _ in range(size(50, 10)):
        tag, answers = call("GET", path).headers["ETag"], []
        writers = [threading.Thread(target=edit, args=(tag, number, answers)) for number in range(4)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        check(sorted(answers) == [200, 412, 412, 412], answers)


@case
def uploads():
    """hostile files as uploads: a bomb, a name that leads out, noise, a body that is cut off, a wrong length"""
    total = call("GET", "/api/v1/connections").json["total"]
    for name, body in (
        ("bomb.vcf.gz", gzip.compress(b"\0" * (size(512, 64) * MEGABYTE))),
        (
            "x.opml",
            b'<!DOCTYPE opml [<!ENTITY x SYSTEM "file:///etc/passwd">]><opml><body><outline text="&x;"/></body></opml>',
        ),
        ("deep.ics", b"BEGIN:VEVENT\r\n" * size(200_000, 20_000)),
        ("noise", os.urandom(MEGABYTE)),
        ("../../x.vcf", b"BEGIN:VCARD\r\nFN:x"),
        ("n.vcf", b"\0" * MEGABYTE),
    ):
        imported(name, body, wanted=("done", "failed"))
    raw(head("POST", "/api/v1/import", "Content-Length: 1000000") + b"BEGIN:VCARD\r\n" * 100, read=False)
    raw(head("POST", "/api/v1/import", "Transfer-Encoding: chunked") + b"10\r\nBEGIN:VCARD\r\n", read=False)
    time.sleep(1)
    check(call("GET", "/api/v1/connections").json["total"] in (total, total + 1), "an upload that was cut off came in")
    left = [name for _, _, names in os.walk(HOME) for name in names if name.startswith("atrium-")]
    check(not left, f"left behind: {left}")


@case
def slow_clients():
    """200 connections that say little: others are served meanwhile"""
    slow = [socket.create_connection(("127.0.0.1", server.port), timeout=5) for _ in range(200)]
    for number, connection in enumerate(slow):
        connection.sendall(
            b"GET /api/v1/conn" if number % 2 else head("POST", "/api/v1/import", "Content-Length: 1000000") + b"BEGIN"
        )
    began = time.monotonic()
    for _ in range(20):
        call("GET", "/api/v1/connections?limit=1", user="bob", wanted=200)
    took = time.monotonic() - began
    [connection.close() for connection in slow]
    check(took < 20, f"twenty requests took {took:.1f} s")
    return f"20 requests beside them in {took:.1f} s"


end()
