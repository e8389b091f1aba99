#!/usr/bin/env python3
"""web.py ATRIUM [--short]: requests made to hurt the server, or to get at what belongs to somebody else.

One server with two users, Ada and Bob, for all cases. After each the server must answer, must have answered nothing with
500, must not have grown beyond its bound, and Bob's data must be as they were."""
import gzip
import re
import socket
import threading
from urllib.parse import quote

import injection
from addresses import files_with
from bounds import *

# The client and the server of Scripts/http, found behind the modules of this folder.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "http"))
from server import PASSWORD, Server, ask, end_of_job  # noqa: E402
from common import digest  # noqa: E402
import json  # noqa: E402

MEMORY = 500
SECRET = "private of bob"
MODULES = ("connections", "calendar", "habits", "reminders", "activities", "journal", "exercise")
# What is changed of each record that a file with line breaks brought in, so that it is written anew.
CHANGES = {"connections": {"family": "New", "addNotes": ["more"], "addUrls": [{"value": "http://b.example/"}]},
           "calendar": {"summary": "new", "addAttendees": [{"address": "a@b.example"}]},
           "reminders": {"priority": 1}, "journal": {"mood": "good"}}
HOME = f"{ROOT}/hub/home"
defects = []


def make():
    """A hub with two users; gives their tokens."""
    atrium("users", "add", "ada", home=HOME, expect=0), atrium("users", "add", "bob", home=HOME, expect=0)
    tokens = {}
    for name in ("ada", "bob"):
        atrium("--user", name, "modules", "enable", "--all", home=HOME, expect=0)
        atrium("--user", name, "import", write(f"{name}.vcf", "".join(card(f"{name}-{n}", f"NOTE:private of {name}\r\n") for n in range(20))), home=HOME, expect=0)
        atrium("users", "password", name, home=HOME, expect=0, input=f"{PASSWORD}\n".encode())
        tokens[name] = json.loads(atrium("--user", name, "tokens", "add", "t", "--access", "write", "--json", home=HOME, expect=0).stdout)["token"]
    atrium("--user", "ada", "mental-models", "categories", "add", OUTLINES[-1], "--level", "meta-skills", home=HOME, expect=0)
    picture = write("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0" + b"\0" * 40)
    # Of every module something that Ada must not reach.
    for words in (("connections", "edit", "bob-1", "--photo", picture), ("habits", "add", SECRET), ("journal", "add", SECRET),
                  ("calendar", "add", SECRET, "--start", "2025-03-01"), ("reminders", "add", SECRET),
                  ("activities", "add", SECRET), ("exercise", "add", SECRET, "--category", "strength")):
        atrium("--user", "bob", *words, home=HOME, expect=0)
    return tokens


def call(method, path, value=None, user="ada", wanted=None, **how):
    """A request; any answer from 500 on is a defect, but for those that say what is wrong with the disk or the load."""
    answer = ask(server.port, method, path, value, token=tokens[user] if user else None, **how)
    if answer.status >= 500 and answer.status not in (501, 503, 507):
        defects.append(f"{method} {path[:80]}: {answer.status} {answer.body[:200]}")
    check(wanted is None or answer.status in (wanted if isinstance(wanted, tuple) else (wanted,)), f"{method} {path[:80]}: {answer.status} {answer.body[:200]}")
    if answer.status >= 400 and answer.body and answer.status < 500:
        check(answer.json["error"]["message"], "an error without words")
    return answer


def cookie_of(name):
    """The cookie of a new session: what a password reaches, a token does not."""
    logged = ask(server.port, "POST", "/api/v1/session", {"name": name, "password": PASSWORD})
    return "; ".join(part.split(";")[0] for part in logged.cookies())


def quoted(text):
    """A text for a path or a query; one that has % already is as it is to be sent."""
    return text if "%" in text else quote(text, safe="")


def raw(data, seconds=5, read=True):
    """Bytes on a connection of their own, and what comes back."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=seconds) as connection:
        answer = b""
        try:
            connection.sendall(data)
            while read and (piece := connection.recv(65536)):
                answer += piece
        except OSError:
            pass
    return answer


def head(method, path, *fields, user="ada"):
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Authorization: Bearer {tokens[user]}", *fields]).encode() + b"\r\n\r\n"


def peak():
    """The most memory that the server ever had, in MB."""
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) / 1024


def case(function):
    def body():
        defects.clear()
        note = function()
        check(not defects, defects[:3])
        check(server.process.poll() is None, "the server has ended")
        call("GET", "/health", user=None, wanted=200), call("GET", "/api/v1/connections?limit=1", user="bob", wanted=200)
        check(whole() == untouched, "Bob's data are not as they were")
        check(peak() <= MEMORY, f"the server took {peak():.0f} MB, and {MEMORY} are allowed")
        return f"(peak so far {peak():.0f} MB{'; ' + note if note else ''})"

    tell(function.__doc__, body)
    return function


def whole():
    """All that Bob has."""
    paths = [f"{module}?limit=100" for module in MODULES]
    paths += ["tags/list", "links/list?collection=connections&record=bob-1", "history?limit=5"]
    return [call("GET", f"/api/v1/{path}", user="bob", wanted=200).json for path in paths]


tokens = make()
server = Server(HOME)
untouched = whole()


@case
def bodies():
    """bodies that are cut off, of wrong types, with unknown fields, huge numbers, deep, or no UTF-8"""
    count = call("GET", "/api/v1/connections").json["total"]
    for body, wanted in [(b"", 400), (b"{", 400), (b'{"name":', 400), (b"[]", 400), (b"null", 400), (b'"x"', 400), (b'{"name":1}', (400, 422)), (b'{"name":["x"]}', (400, 422)), (b'{"nmae":"x"}', 400),
                         (b'{"id":7,"name":"x"}', 400), (b'{"uid":"bob-1","name":"x"}', 400), (b'{"name":"x","createdAt":"2020-01-01T00:00:00Z"}', 400), (b'{"name":"x","cadenceDays":' + b"9" * 400 + b"}", (400, 422)),
                         (b'{"name":"x","cadenceDays":1e400}', (400, 422)), (b'{"name":"x","cadenceDays":-1}', 422), (b"[" * 100_000, 400), (b'{"a":' * 100_000, 400), (b'{"name":"\xff\xfe"}', 400),
                         (b'{"name":"\\ud800"}', (400, 422)), (b'{"name":"a","name":"b"}', 400), (b'{"name":"x"} {}', 400), (b'\xef\xbb\xbf{"name":NaN}', 400), (b'{"name":"' + b"x" * (3 << 20) + b'"}', (413, 422)),
                         (b'{"name":"x","emails":' + json.dumps([{"value": "a"}] * 20_000).encode() + b"}", (400, 413, 422))]:
        call("POST", "/api/v1/connections", body=body, headers={"Content-Type": "application/json"},
             wanted=wanted if isinstance(wanted, tuple) else (wanted, 422))
    for media in ("text/plain", "application/xml", "multipart/form-data", "application/json; charset=utf-7", "multipart/form-data; boundary=" + "x" * 5000):
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
    for path in ("/../../../etc/passwd", "/api/v1/../../etc/passwd", "/api/v1/%2e%2e/%2e%2e/etc/passwd", "/api/v1/..%2f..%2fetc%2fpasswd", "/api/v1/%252e%252e%252fetc", "/api/v1\\..\\..\\etc", "//etc/passwd",
                 "/api/v1/attachments/../../hub.sqlite", "/api/v1/attachments/%2e%2e%2fhub.sqlite", "/api/v1/attachments/" + "a" * 64, "/feeds/../../vaults/2/vault.sqlite", "/feeds/x/calendar.ics", "/feeds/" + "A" * 10_000,
                 "/api/v1/export/..%2f..%2fetc", "/api/v1/connections/..%2f..%2f2", "/api/v1/connections/%00", "/api/v1/connections/%ff%fe", "/api/v1/jobs/..%2f1", "/api/openapi.json/../../x"):
        answer = raw(head("GET", path, "Connection: close"))
        check(re.match(rb"HTTP/1.1 (400|404|403|401|421)", answer) and b"root:" not in answer and b"SQLite" not in answer, f"{path[:60]}: {answer[:100]}")
    for target in ("http://evil.example/api/v1/connections", "*", "evil.example:80", "/api/v1/connections HTTP/1.1\r\nX: y"):
        answer = raw(head("GET", target, "Connection: close"))
        check(b"private of" not in answer or target.startswith("/"), f"{target}: {answer[:100]}")


@case
def headers():
    """a header of 1 MB, 20,000 headers, lengths that are none, smuggled requests, forged ones"""
    for data in (head("GET", "/api/v1/connections", "X-A: " + "x" * MEGABYTE), head("GET", "/api/v1/connections", *(f"X-{n}: y" for n in range(20_000))), b"GET /" + b"a" * MEGABYTE,
                 head("POST", "/api/v1/connections", "Content-Length: 10000000000", "Content-Type: application/json"), head("POST", "/api/v1/connections", "Content-Length: -1"),
                 head("POST", "/api/v1/connections", "Content-Length: 5", "Content-Length: 6") + b"{}", head("POST", "/api/v1/connections", "Content-Length: 4", "Transfer-Encoding: chunked") + b"0\r\n\r\nGET /evil HTTP/1.1\r\n\r\n",
                 head("POST", "/api/v1/connections", "Transfer-Encoding: xchunked") + b"0\r\n\r\n", head("POST", "/api/v1/connections", "Transfer-Encoding: chunked", "Content-Type: application/json") + b"ffffffffffffffff\r\nx",
                 head("GET", "/api/v1/connections", "Host: evil.example"), b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", b"\0" * 10_000, head("BREW", "/api/v1/connections")):
        answer = raw(data)
        check(b"private of" not in answer and not re.match(rb"HTTP/1.1 (2|500)", answer), f"{data[:60]}: {answer[:120]}")
        check(answer.count(b"HTTP/1.1 ") <= 1, f"two answers: {answer[:300]}")
    for fields in ({"X-Remote-User": "bob"}, {"X-Forwarded-User": "bob"}, {"X-HTTP-Method-Override": "DELETE"}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Original-URL": "/api/v1/users/list"}):
        answer = call("GET", "/api/v1/connections/1", headers=fields, wanted=200)
        check(b"private of bob" not in answer.body, fields)
        call("GET", "/api/v1/connections/1", user=None, headers=fields, wanted=401)


@case
def others():
    """Bob's records by every route and method that takes one, his photo and his job; and by reference from Ada's own"""
    theirs = {module: call("GET", f"/api/v1/{module}?limit=1", user="bob", wanted=200).json["items"][0]["uid"]
              for module in MODULES}
    paths, tried = call("GET", "/api/openapi.json", wanted=200).json["paths"], 0
    for path, methods in paths.items():
        module = path.split("/")[1]
        if module not in theirs or "{id}" not in path:
            continue
        for method in set(methods) & {"get", "post", "patch", "delete"}:
            # What is looked for is said before what is missing, but for commands that need more to be understood.
            wanted = 404 if method in ("get", "delete") and path.count("/") == 2 else (400, 404, 422)
            answer = call(method.upper(), f"/api/v1{path.replace('{id}', theirs[module])}",
                          None if method in ("get", "delete") else {}, wanted=wanted)
            check(SECRET.encode() not in answer.body, f"{method} {path}: {answer.body[:200]}")
            tried += 1
    check(tried > 50, f"only {tried} routes were tried")
    for module, change in (("connections", {"name": "x"}), ("calendar", {"summary": "x"}), ("habits", {"title": "x"}),
                           ("reminders", {"title": "x"}), ("journal", {"text": "x"})):
        call("PATCH", f"/api/v1/{module}/{theirs[module]}", change, wanted=404)
    photo = call("GET", "/api/v1/connections/bob-1", user="bob", wanted=200).json["photo"]["sha256"]
    call("GET", f"/api/v1/attachments/{photo}", user="bob", wanted=200)
    call("GET", f"/api/v1/attachments/{photo}", wanted=404)
    job = call("POST", "/api/v1/import?fileName=x.txt", body=b"nothing", user="bob", wanted=202).headers["Location"]
    end_of_job(server.port, job, token=tokens["bob"])
    for method, path in (("GET", job), ("DELETE", job), ("GET", f"{job}/events")):
        call(method, path, wanted=404)
    call("POST", "/api/v1/connections/ada-1/merge", {"other": "bob-1"}, wanted=(400, 404, 422))
    call("POST", "/api/v1/links/add", {"fromCollection": "connections", "fromRecord": "ada-1", "toCollection": "connections",
                                       "toRecord": "bob-1"}, wanted=(400, 404, 422))
    call("POST", "/api/v1/calendar", {"summary": "x", "start": "2025-03-01", "attachments": [{"uri": "file:///etc/passwd"}]},
         wanted=(201, 400, 422))
    return f"{tried} routes"


@case
def suggestions():
    """who is no admin learns of no user, nor whether there is one; who is one removes none by a pattern or a path"""
    fields = {"Cookie": cookie_of("bob"), "X-Atrium-Client": "script"}
    refusals = [("GET", path, None) for path in (
        "users/list", "users/show?name=ada", "users/show?name=nobody", "users/show?name=.*", "logins/list?all=true",
        "hub/list", "invitations/list")]
    refusals += [("POST", f"users/{command}", value) for command, value in (
        ("edit", {"name": "ada", "displayName": "x"}), ("password", {"name": "ada", "password": PASSWORD, "current": PASSWORD}),
        ("remove", {"name": "ada", "yes": True}), ("remove", {"name": "nobody", "yes": True}), ("invite", {}))]
    for method, path, value in refusals:
        answer = call(method, f"/api/v1/{path}", value, user=None, headers=fields, wanted=403)
        said = answer.json["error"]["message"]
        check(said == "bob may not manage users", f"{method} {path}: {answer.body}")
        # A token reaches none of it, whoever's it is.
        call(method, f"/api/v1/{path}", value, wanted=403)
    for name in ("../bob", ".*", "b%", "BOB "):
        atrium("users", "remove", name, "--yes", home=HOME, expect=(64, 65, 66))
    names = {user["name"] for user in json.loads(atrium("users", "list", "--json", home=HOME, expect=0).stdout)["items"]}
    check({"ada", "bob"} <= names, f"the admin sees {names}")


@case
def searches():
    """characters of SQL, LIKE, full-text search and Unicode in every search and filter"""
    for text in ("%", "_", "'", '"', "\\", "*", "NEAR(a b)", "a AND", "-a", "(", ";--", "a:b", "^a", "\x01", "\ufffe", "a" * 5000, "\u202e", "' OR 1=1 --", "person*", '"person', "{x}", "🂡" * 500):
        for path in ("search?text=", "connections?text=", "connections?tag=", "journal?text=", "reminders?text=", "calendar?text=", "connections/", "export/connections?search=", "export/connections?ids=", "mental-models?text="):
            answer = call("GET", f"/api/v1/{path}{quote(text, safe='')}", wanted=(200, 400, 404, 409, 414, 422, 431))
            check(b"private of bob" not in answer.body, f"{path}{text}")


def imported(name, body, query="", wanted=("done",)):
    """Imports a file over HTTP, and gives its job when that has ended; nothing where the file was refused."""
    started = call("POST", f"/api/v1/import?fileName={quote(name, safe='')}{query}", body=body, wanted=(202, 400, 413, 422))
    if started.status != 202:
        check("failed" in wanted, f"{name}: {started.status} {started.body[:200]}")
        return None
    job = end_of_job(server.port, started.headers["Location"], token=tokens["ada"])
    check(job["state"] in wanted, job)
    return job


def exports():
    """Every module in every format and version, as it is given out over HTTP."""
    for module, name, version in injection.EXPORTS:
        query = f"format={name}" + (f"&vcardVersion={version}" if version else "")
        answer = call("GET", f"/api/v1/export/{module}?{query}", wanted=200)
        check(answer.headers["Content-Disposition"].startswith("attachment"), f"{module} as {name} is shown")
        yield module, name, version, answer.body


@case
def injected():
    """CR, LF and script in names and other one-line values are refused; in notes they are kept, and are no header or page"""
    text = injection.evil("\r\n")
    for field, value in (("name", "Eve\r\nSet-Cookie: a=b"), ("urls", [{"value": f"http://x/{text}"}]), ("titles", [text]),
                         ("emails", [{"value": text}]), ("customFields", [{"name": "X-A", "value": text}]), ("tags", [text])):
        refused = call("POST", "/api/v1/connections", {"name": "Eve"} | {field: value}, wanted=422)
        check(b"without line breaks" in refused.body, f"{field}: {refused.body}")
    note = f"<script>alert(1)</script>{text}"
    made = call("POST", "/api/v1/connections", {"name": "Eve <script>alert(1)</script>", "notes": [note]}, wanted=201)
    check(injection.plain(made.json["notes"][0]) == injection.plain(note), f"the note is {made.json['notes']}")
    for path in ("connections", f"connections/{made.json['id']}", "export/connections", "search?text=Eve", "today",
                 "dashboard", "connections/Eve%0d%0aSet-Cookie:%20a=b", "export/connections?ids=Eve%0d%0aSet-Cookie:%20a=b"):
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
    for name, text, query in (("breaks.vcf", injection.people(), ""), ("breaks.ics", injection.calendars(), ""),
                              ("breaks.opml", injection.outlines(), f"&category={OUTLINES[-1]}")):
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
    call("POST", "/api/v1/calendar", {"summary": "away", "start": "2025-03-01", "url": at, "attachments": [{"uri": at}]},
         wanted=201)
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
    for _ in range(size(50, 10)):
        tag = call("GET", "/api/v1/connections/ada-5").headers["ETag"]
        answers = []
        writers = [threading.Thread(target=lambda n=n: answers.append(call("PATCH", "/api/v1/connections/ada-5", {"notes": [f"{tag} {n}"]}, headers={"If-Match": tag}).status)) for n in range(4)]
        [writer.start() for writer in writers], [writer.join() for writer in writers]
        check(sorted(answers) == [200, 412, 412, 412], answers)


@case
def uploads():
    """hostile files as uploads: a bomb, an archive that leads out, a long line, a body that is cut off, a wrong length"""
    total = call("GET", "/api/v1/connections").json["total"]
    for name, body in (("bomb.vcf.gz", gzip.compress(b"\0" * (size(512, 64) * MEGABYTE))), ("x.opml", b"<!DOCTYPE opml [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><opml><body><outline text=\"&x;\"/></body></opml>"),
                       ("deep.ics", b"BEGIN:VEVENT\r\n" * size(200_000, 20_000)), ("noise", os.urandom(MEGABYTE)), ("../../x.vcf", b"BEGIN:VCARD\r\nFN:x"), ("n.vcf", b"\0" * MEGABYTE)):
        started = call("POST", f"/api/v1/import?fileName={quote(name, safe='')}", body=body, wanted=(202, 400, 413, 422))
        if started.status == 202:
            job = end_of_job(server.port, started.headers["Location"], token=tokens["ada"])
            check(job["state"] in ("done", "failed"), job)
    raw(head("POST", "/api/v1/import", "Content-Length: 1000000") + b"BEGIN:VCARD\r\n" * 100, read=False)
    raw(head("POST", "/api/v1/import", "Transfer-Encoding: chunked") + b"10\r\nBEGIN:VCARD\r\n", read=False)
    time.sleep(1)
    check(call("GET", "/api/v1/connections").json["total"] in (total, total + 1), "an upload that was cut off came in")
    left = [name for _, _, names in os.walk(HOME) for name in names if name.startswith("atrium-")]
    check(not left, f"left behind: {left}")


@case
def rights_that_end():
    """a token that is revoked, and a session that ends, in the middle of an upload: nothing comes in"""
    cards_ = "".join(card(f"late-{n}") for n in range(2_000)).encode()

    def upload(fields, end):
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
            connection.sendall("\r\n".join(["POST /api/v1/import HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *fields, f"Content-Length: {len(cards_)}", "Connection: close"]).encode() + b"\r\n\r\n" + cards_[:20_000])
            time.sleep(0.5)
            end()
            connection.sendall(cards_[20_000:])
            answer = connection.recv(65536)
        check(re.match(rb"HTTP/1.1 (401|403)", answer), f"an upload without rights: {answer[:200]}")

    made = json.loads(atrium("--user", "ada", "tokens", "add", "short", "--access", "write", "--json", home=HOME, expect=0).stdout)
    upload([f"Authorization: Bearer {made['token']}"], lambda: atrium("--user", "ada", "tokens", "revoke", str(made["id"]), home=HOME, expect=0))
    cookie = cookie_of("ada")
    upload([f"Cookie: {cookie}", "X-Atrium-Client: script"],
           lambda: check(ask(server.port, "DELETE", "/api/v1/session", headers={"Cookie": cookie, "X-Atrium-Client": "script"}).status in (200, 204), "log-out"))
    call("GET", "/api/v1/connections/late-1", wanted=404)


@case
def other_sites():
    """other sites' pages: no writes, no CORS; a cookie is no token and a token no cookie"""
    cookie = cookie_of("ada")
    for fields in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}, {}):
        answer = ask(server.port, "POST", "/api/v1/connections", {"name": "cross"}, headers={"Cookie": cookie} | fields)
        check(answer.status == 403 and "Access-Control-Allow-Origin" not in answer.headers, f"{fields}: {answer.status}")
    secret = cookie.split("=", 1)[1]
    check(ask(server.port, "GET", "/api/v1/connections", token=secret).status == 401, "a cookie was good as a token")
    check(ask(server.port, "GET", "/api/v1/connections", headers={"Cookie": f"{cookie.split('=')[0]}={tokens['ada']}"}).status == 401, "a token was good as a cookie")
    answer = call("OPTIONS", "/api/v1/connections", headers={"Origin": "http://evil.example", "Access-Control-Request-Method": "DELETE"})
    check(not [name for name in answer.headers if name.lower().startswith("access-control")], f"another site is let in: {answer.headers}")


@case
def slow_clients():
    """200 connections that say little: others are served meanwhile"""
    slow = [socket.create_connection(("127.0.0.1", server.port), timeout=5) for _ in range(200)]
    for number, connection in enumerate(slow):
        connection.sendall(b"GET /api/v1/conn" if number % 2 else head("POST", "/api/v1/import", "Content-Length: 1000000") + b"BEGIN")
    began = time.monotonic()
    for _ in range(20):
        call("GET", "/api/v1/connections?limit=1", user="bob", wanted=200)
    took = time.monotonic() - began
    [connection.close() for connection in slow]
    check(took < 20, f"twenty requests took {took:.1f} s")
    return f"20 requests beside them in {took:.1f} s"


@case
def guesses():
    """forty wrong passwords: slowed; names that are patterns, unknown or of another case get the same answer"""
    answers = [ask(server.port, "POST", "/api/v1/session", {"name": name, "password": "wrong wrong wrong"}) for name in ("bob", "nobody-here", "BOB", ".*", "a/../bob", "bob\0", "bob ")]
    bodies_ = {(answer.status, re.sub(rb"\d+", b"N", answer.body)) for answer in answers if answer.status == 401}
    check(len(bodies_) == 1 and {answer.status for answer in answers} <= {400, 401, 422, 429}, [(answer.status, answer.body[:100]) for answer in answers])
    statuses = [ask(server.port, "POST", "/api/v1/session", {"name": "bob", "password": f"wrong wrong {n}"}, timeout=60).status for n in range(40)]
    check(429 in statuses and set(statuses) <= {401, 429}, statuses)
    call("GET", "/api/v1/connections?limit=1", user="bob", wanted=200)
    return f"{statuses.count(429)} of 40 were slowed"


@case
def afterwards():
    """the log names nobody and nothing that was asked for; it stops when it is told to; both vaults are whole"""
    with open(server.log, encoding="utf-8", errors="replace") as file:
        log = file.read()
    found = [word for word in ("private of", "Eve", "bob-1", "evil.example", "etc/passwd", tokens["ada"], PASSWORD) if word in log]
    check(not found, f"the log has {found}")


for user in ("ada", "bob"):
    tell(f"the vault of {user} is whole", lambda user=user: check(atrium("--user", user, "doctor", home=HOME).returncode == 0, "the doctor found something"))
tell("SIGTERM ends the server", lambda: check(server.stop() == 0, "it ends badly"))
finish()
