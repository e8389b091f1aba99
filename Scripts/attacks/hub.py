"""A server with two users, Ada and Bob, and what every case over HTTP has to leave behind.

After each case the server must answer, must have answered nothing with 500, must not have grown beyond its bound, and
Bob's data must be as they were."""

import json
import os
import re
import socket
import sys
from urllib.parse import quote

from bounds import *

# The client and the server of Scripts/http, found behind the modules of this folder.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "http"))
from server import PASSWORD, Server, ask, end_of_job  # noqa: E402

MEMORY = 500
SECRET = "private of bob"
MODULES = ("connections", "calendar", "habits", "reminders", "activities", "journal", "exercise")
HOME = f"{ROOT}/hub/home"
defects = []


def make():
    """A hub with two users; gives their tokens."""
    atrium("users", "add", "ada", home=HOME, expect=0)
    atrium("users", "add", "bob", home=HOME, expect=0)
    tokens = {}
    for name in ("ada", "bob"):
        atrium("--user", name, "modules", "enable", "--all", home=HOME, expect=0)
        atrium(
            "--user",
            name,
            "import",
            write(f"{name}.vcf", "".join(card(f"{name}-{n}", f"NOTE:private of {name}\r\n") for n in range(20))),
            home=HOME,
            expect=0,
        )
        atrium("users", "password", name, home=HOME, expect=0, input=f"{PASSWORD}\n".encode())
        tokens[name] = json.loads(
            atrium("--user", name, "tokens", "add", "t", "--access", "write", "--json", home=HOME, expect=0).stdout
        )["token"]
    atrium(
        "--user",
        "ada",
        "mental-models",
        "categories",
        "add",
        OUTLINES[-1],
        "--level",
        "meta-skills",
        home=HOME,
        expect=0,
    )
    picture = write("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0" + b"\0" * 40)
    # Of every module something that Ada must not reach.
    for words in (
        ("connections", "edit", "bob-1", "--photo", picture),
        ("habits", "add", SECRET),
        ("journal", "add", SECRET),
        ("calendar", "add", SECRET, "--start", "2025-03-01"),
        ("reminders", "add", SECRET),
        ("activities", "add", SECRET),
        ("exercise", "add", SECRET, "--category", "strength"),
    ):
        atrium("--user", "bob", *words, home=HOME, expect=0)
    return tokens


def call(method, path, value=None, user="ada", wanted=None, **how):
    """A request; any answer from 500 on is a defect, but for those that say what is wrong with the disk or the load."""
    answer = ask(server.port, method, path, value, token=tokens[user] if user else None, **how)
    if answer.status >= 500 and answer.status not in (501, 503, 507):
        defects.append(f"{method} {path[:80]}: {answer.status} {answer.body[:200]}")
    check(
        wanted is None or answer.status in (wanted if isinstance(wanted, tuple) else (wanted,)),
        f"{method} {path[:80]}: {answer.status} {answer.body[:200]}",
    )
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
    return (
        "\r\n".join(
            [
                f"{method} {path} HTTP/1.1",
                f"Host: 127.0.0.1:{server.port}",
                f"Authorization: Bearer {tokens[user]}",
                *fields,
            ]
        ).encode()
        + b"\r\n\r\n"
    )


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
        (
            call("GET", "/health", user=None, wanted=200),
            call("GET", "/api/v1/connections?limit=1", user="bob", wanted=200),
        )
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


def imported(name, body, query="", wanted=("done",)):
    """Imports a file over HTTP, and gives its job when that has ended; nothing where the file was refused."""
    started = call(
        "POST", f"/api/v1/import?fileName={quote(name, safe='')}{query}", body=body, wanted=(202, 400, 413, 422)
    )
    if started.status != 202:
        check("failed" in wanted, f"{name}: {started.status} {started.body[:200]}")
        return None
    job = end_of_job(server.port, started.headers["Location"], token=tokens["ada"])
    check(job["state"] in wanted, job)
    return job


def afterwards():
    """the log names nobody and nothing that was asked for; it stops when it is told to; both vaults are whole"""
    with open(server.log, encoding="utf-8", errors="replace") as file:
        log = file.read()
    found = [
        word
        for word in ("private of", "Eve", "bob-1", "evil.example", "etc/passwd", tokens["ada"], PASSWORD)
        if word in log
    ]
    check(not found, f"the log has {found}")


def end():
    """Looks at the log and at both vaults, stops the server, and prints the count."""
    case(afterwards)
    for user in ("ada", "bob"):
        tell(
            f"the vault of {user} is whole",
            lambda user=user: check(
                atrium("--user", user, "doctor", home=HOME).returncode == 0, "the doctor found something"
            ),
        )
    tell("SIGTERM ends the server", lambda: check(server.stop() == 0, "it ends badly"))
    finish()
