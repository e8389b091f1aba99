#!/usr/bin/env python3
"""accounts.py ATRIUM [--short]: requests for what belongs to somebody else, and guesses at who and what lets one in."""

import json
import re
import socket
import time

from hub import *


@case
def others():
    """Bob's records by every route and method that takes one, his photo and his job; and by reference from Ada's own"""
    theirs = {
        module: call("GET", f"/api/v1/{module}?limit=1", user="bob", wanted=200).json["items"][0]["uid"]
        for module in MODULES
    }
    paths, tried = call("GET", "/api/openapi.json", wanted=200).json["paths"], 0
    for path, methods in paths.items():
        module = path.split("/")[1]
        if module not in theirs or "{id}" not in path:
            continue
        for method in set(methods) & {"get", "post", "patch", "delete"}:
            # What is looked for is said before what is missing, but for commands that need more to be understood.
            wanted = 404 if method in ("get", "delete") and path.count("/") == 2 else (400, 404, 422)
            answer = call(
                method.upper(),
                f"/api/v1{path.replace('{id}', theirs[module])}",
                None if method in ("get", "delete") else {},
                wanted=wanted,
            )
            check(SECRET.encode() not in answer.body, f"{method} {path}: {answer.body[:200]}")
            tried += 1
    check(tried > 50, f"only {tried} routes were tried")
    for module, change in (
        ("connections", {"name": "x"}),
        ("calendar", {"summary": "x"}),
        ("habits", {"title": "x"}),
        ("reminders", {"title": "x"}),
        ("journal", {"text": "x"}),
    ):
        call("PATCH", f"/api/v1/{module}/{theirs[module]}", change, wanted=404)
    photo = call("GET", "/api/v1/connections/bob-1", user="bob", wanted=200).json["photo"]["sha256"]
    call("GET", f"/api/v1/attachments/{photo}", user="bob", wanted=200)
    call("GET", f"/api/v1/attachments/{photo}", wanted=404)
    job = call("POST", "/api/v1/import?fileName=x.txt", body=b"nothing", user="bob", wanted=202).headers["Location"]
    end_of_job(server.port, job, token=tokens["bob"])
    for method, path in (("GET", job), ("DELETE", job), ("GET", f"{job}/events")):
        call(method, path, wanted=404)
    call("POST", "/api/v1/connections/ada-1/merge", {"other": "bob-1"}, wanted=(400, 404, 422))
    call(
        "POST",
        "/api/v1/links/add",
        {"fromCollection": "connections", "fromRecord": "ada-1", "toCollection": "connections", "toRecord": "bob-1"},
        wanted=(400, 404, 422),
    )
    call(
        "POST",
        "/api/v1/calendar",
        {"summary": "x", "start": "2025-03-01", "attachments": [{"uri": "file:///etc/passwd"}]},
        wanted=(201, 400, 422),
    )
    return f"{tried} routes"


@case
def suggestions():
    """who is no admin learns of no user, nor whether there is one; who is one removes none by a pattern or a path"""
    fields = {"Cookie": cookie_of("bob"), "X-Atrium-Client": "script"}
    refusals = [
        ("GET", path, None)
        for path in (
            "users/list",
            "users/show?name=ada",
            "users/show?name=nobody",
            "users/show?name=.*",
            "logins/list?all=true",
            "hub/list",
            "invitations/list",
        )
    ]
    refusals += [
        ("POST", f"users/{command}", value)
        for command, value in (
            ("edit", {"name": "ada", "displayName": "x"}),
            ("password", {"name": "ada", "password": PASSWORD, "current": PASSWORD}),
            ("remove", {"name": "ada", "yes": True}),
            ("remove", {"name": "nobody", "yes": True}),
            ("invite", {}),
        )
    ]
    for method, path, value in refusals:
        answer = call(method, f"/api/v1/{path}", value, user=None, headers=fields, wanted=403)
        said = answer.json["error"]["message"]
        check(said == "bob may not manage users", f"{method} {path}: {answer.body}")
        # A token reaches none of it, whoever's it is.
        call(method, f"/api/v1/{path}", value, wanted=403)
    for name in ("../bob", ".*", "b%", "BOB "):
        atrium("users", "remove", name, "--yes", home=HOME, expect=(64, 65, 66))
    names = {
        user["name"] for user in json.loads(atrium("users", "list", "--json", home=HOME, expect=0).stdout)["items"]
    }
    check({"ada", "bob"} <= names, f"the admin sees {names}")


@case
def rights_that_end():
    """a token that is revoked, and a session that ends, in the middle of an upload: nothing comes in"""
    cards_ = "".join(card(f"late-{n}") for n in range(2_000)).encode()

    def upload(fields, end):
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
            connection.sendall(
                "\r\n".join(
                    [
                        "POST /api/v1/import HTTP/1.1",
                        f"Host: 127.0.0.1:{server.port}",
                        *fields,
                        f"Content-Length: {len(cards_)}",
                        "Connection: close",
                    ]
                ).encode()
                + b"\r\n\r\n"
                + cards_[:20_000]
            )
            time.sleep(0.5)
            end()
            connection.sendall(cards_[20_000:])
            answer = connection.recv(65536)
        check(re.match(rb"HTTP/1.1 (401|403)", answer), f"an upload without rights: {answer[:200]}")

    made = json.loads(
        atrium("--user", "ada", "tokens", "add", "short", "--access", "write", "--json", home=HOME, expect=0).stdout
    )
    upload(
        [f"Authorization: Bearer {made['token']}"],
        lambda: atrium("--user", "ada", "tokens", "revoke", str(made["id"]), home=HOME, expect=0),
    )
    cookie = cookie_of("ada")
    upload(
        [f"Cookie: {cookie}", "X-Atrium-Client: script"],
        lambda: check(
            ask(
                server.port, "DELETE", "/api/v1/session", headers={"Cookie": cookie, "X-Atrium-Client": "script"}
            ).status
            in (200, 204),
            "log-out",
        ),
    )
    call("GET", "/api/v1/connections/late-1", wanted=404)


@case
def other_sites():
    """other sites' pages: no writes, no CORS; a cookie is no token and a token no cookie"""
    cookie = cookie_of("ada")
    for fields in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}, {}):
        answer = ask(server.port, "POST", "/api/v1/connections", {"name": "cross"}, headers={"Cookie": cookie} | fields)
        check(
            answer.status == 403 and "Access-Control-Allow-Origin" not in answer.headers, f"{fields}: {answer.status}"
        )
    secret = cookie.split("=", 1)[1]
    check(ask(server.port, "GET", "/api/v1/connections", token=secret).status == 401, "a cookie was good as a token")
    check(
        ask(
            server.port, "GET", "/api/v1/connections", headers={"Cookie": f"{cookie.split('=')[0]}={tokens['ada']}"}
        ).status
        == 401,
        "a token was good as a cookie",
    )
    answer = call(
        "OPTIONS",
        "/api/v1/connections",
        headers={"Origin": "http://evil.example", "Access-Control-Request-Method": "DELETE"},
    )
    check(
        not [name for name in answer.headers if name.lower().startswith("access-control")],
        f"another site is let in: {answer.headers}",
    )


@case
def guesses():
    """forty wrong passwords: slowed; names that are patterns, unknown or of another case get the same answer"""
    answers = [
        ask(server.port, "POST", "/api/v1/session", {"name": name, "password": "wrong wrong wrong"})
        for name in ("bob", "nobody-here", "BOB", ".*", "a/../bob", "bob\0", "bob ")
    ]
    bodies_ = {(answer.status, re.sub(rb"\d+", b"N", answer.body)) for answer in answers if answer.status == 401}
    check(
        len(bodies_) == 1 and {answer.status for answer in answers} <= {400, 401, 422, 429},
        [(answer.status, answer.body[:100]) for answer in answers],
    )
    statuses = [
        ask(server.port, "POST", "/api/v1/session", {"name": "bob", "password": f"wrong wrong {n}"}, timeout=60).status
        for n in range(40)
    ]
    check(429 in statuses and set(statuses) <= {401, 429}, statuses)
    call("GET", "/api/v1/connections?limit=1", user="bob", wanted=200)
    return f"{statuses.count(429)} of 40 were slowed"


end()
