#!/usr/bin/env python3
"""proxy.py ATRIUM: the examples of docs/examples, and TLS, tried with the programs that they are for.

nginx stands before a server, by the very file that the documentation gives but for ports, paths and the certificate;
systemd looks at the unit; a server of its own speaks TLS."""

import http.client
import json
import re
import shutil
import sqlite3
import subprocess
import tempfile

from nginx import EXAMPLES, Nginx
from server import *


@case
def behind_nginx(home):
    """nginx before the server: log-in, cookies, other sites, addresses"""
    name, token = make_hub(home)
    with Server(home, "--insecure-behind-proxy") as server, Nginx(server.port) as nginx:
        check(nginx.ask("GET", "/health").status == 200, "health")
        moved = ask(nginx.plain, "GET", "/health", host="hub.example.org")
        check(
            moved.status == 301 and moved.headers["Location"] == "https://hub.example.org/health",
            "no way from http to https",
        )
        logged = nginx.ask(
            "POST", "/api/v1/session", {"name": name, "password": PASSWORD}, headers={"X-Forwarded-For": "192.0.2.66"}
        )
        check(logged.status == 200, f"log-in: {logged.status} {logged.body}")
        cookies = logged.cookies()
        check(
            len(cookies) == 2
            and all(c.startswith("__Host-atrium") and "; Secure" in c and "HttpOnly" in c for c in cookies),
            f"cookies: {cookies}",
        )
        check("max-age" in logged.headers["Strict-Transport-Security"], "no HSTS")
        with_cookie = {"Cookie": "; ".join(c.split(";")[0] for c in cookies), "X-Atrium-Client": "script"}
        origin = f"https://hub.example.org:{nginx.port}"
        made = nginx.ask("POST", "/api/v1/connections", {"name": "Ada"}, headers={**with_cookie, "Origin": origin})
        check(made.status == 201, f"from the hub's own page: {made.status} {made.body}")
        other = nginx.ask(
            "POST", "/api/v1/connections", {"name": "Eve"}, headers={**with_cookie, "Origin": "https://evil.example"}
        )
        check(other.status == 403 and other.code == "cross-site", f"from another site's: {other.status}")
        sessions = nginx.ask("GET", "/api/v1/sessions/list", headers=with_cookie).json["items"]
        check(
            [s["address"] for s in sessions] == ["127.0.0.1"],
            f"what the client says of its address is believed: {sessions}",
        )
        tag = nginx.ask("GET", "/api/v1/connections/1", token=token).headers["ETag"]
        again = nginx.ask("GET", "/api/v1/connections/1", token=token, headers={"If-None-Match": tag})
        check(again.status == 304, "entity tags do not pass")


@case
def files_through_nginx(home):
    """nginx before the server: uploads, their limit, exports"""
    _, token = make_hub(home)
    atrium("hub", "set", "upload-megabytes", "12", home=home, expect=0)
    with Server(home, "--insecure-behind-proxy") as server, Nginx(server.port) as nginx:
        with open(write_cards(60_000, "many"), "rb") as file:
            content = file.read()
        check(7e6 < len(content) < 12e6, len(content))
        taken = nginx.ask("POST", "/api/v1/import", body=content, token=token)
        check(taken.status == 202, f"upload: {taken.status} {taken.body[:200]}")
        job = end_of_job(nginx.port, taken.headers["Location"], token=token, **nginx.how)
        check(job["state"] == "done" and job["report"]["files"][0]["items"] == 60_000, job)
        try:
            refused = nginx.ask("POST", "/api/v1/import", body=content + content, token=token)
            check(refused.status == 413 and refused.code == "too-large", f"too large: {refused.status}")
        except (BrokenPipeError, ConnectionResetError):
            pass  # The answer came before all was sent.
        check(
            nginx.ask(
                "POST",
                "/api/v1/connections",
                token=token,
                body=b"x" * 100,
                headers={"Content-Type": "application/json", "X-Long": "x" * (1 << 20)},
            ).status
            in (400, 414, 431),
            "a header of a megabyte",
        )
        export = nginx.ask("GET", "/api/v1/export/connections?format=vcard", token=token)
        check(export.status == 200 and export.body.count(b"BEGIN:VCARD") == 60_000, "export")


@case
def events_through_nginx(home):
    """nginx before the server: events come as they happen"""
    _, token = make_hub(home)
    with Server(home, "--insecure-behind-proxy") as server, Nginx(server.port) as nginx:
        check(nginx.ask("GET", "/api/v1/connections", token=token).status == 200, "reading")
        # The import waits for the vault, which somebody else is writing to.
        holder = sqlite3.connect(f"{home}/vaults/1/vault.sqlite", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        first = nginx.ask("POST", "/api/v1/import", body=card("new").encode(), token=token)
        path = nginx.ask("POST", "/api/v1/import", body=card("newer").encode(), token=token).headers["Location"]
        check(first.status == 202, first.body)
        connection = TLSConnection(nginx.port, nginx.how["tls"], 30)
        connection.request(
            "GET", path + "/events", headers={"Host": nginx.how["host"], "Authorization": f"Bearer {token}"}
        )
        response = connection.getresponse()
        check(response.headers["Content-Type"] == "text/event-stream", "type")
        # Were it buffered, nothing would come before the import has ended, which cannot end while the vault is held.
        line = response.readline()
        check(line == b"event: waiting\n", f"first event: {line}")
        holder.execute("ROLLBACK")
        rest = response.read()
        check(b"event: done\n" in rest, f"the last events: {rest[-200:]}")


@case
def own_tls(_):
    """the server's own TLS: certificate, cookies, versions"""
    home = tempfile.mkdtemp(dir=ROOT) + "/home"
    name, token = make_hub(home)
    certificate, key = make_certificate()
    with Server(home, "--certificate", certificate, "--key", key) as server:
        # It listens on loopback, where only this machine's names count; a client calls it by the certificate's.
        def curl(*arguments):
            done = subprocess.run(
                [
                    "curl",
                    "--silent",
                    "--show-error",
                    "--include",
                    "--max-time",
                    "20",
                    "--cacert",
                    certificate,
                    "--connect-to",
                    f"hub.example.org:443:127.0.0.1:{server.port}",
                    "--header",
                    "Host: localhost",
                    *arguments,
                ],
                capture_output=True,
                text=True,
            )
            return done.returncode, done.stdout + done.stderr

        status, text = curl("https://hub.example.org/health")
        check(status == 0 and " 200 " in text.split("\n")[0], f"health: {text[:300]}")
        status, text = curl(
            "https://hub.example.org/api/v1/session", "--json", json.dumps({"name": name, "password": PASSWORD})
        )
        found = re.findall(r"(?i)^set-cookie: (.*)$", text, re.MULTILINE)
        check(
            len(found) == 2
            and all(
                c.startswith("__Host-atrium") and "Secure" in c and "Path=/" in c and "Domain" not in c for c in found
            ),
            f"cookies: {found} {text[:300]}",
        )
        check("strict-transport-security" in text.lower(), "no HSTS")
        check(curl("--tls-max", "1.1", "https://hub.example.org/health")[0] != 0, "TLS 1.1 is spoken")
        check(
            curl("--cacert", "/dev/null", "https://hub.example.org/health")[0] != 0, "the certificate is not looked at"
        )
        try:
            plain = ask(server.port, "GET", "/health", timeout=5)
            check(False, f"clear text is answered: {plain.status}")
        except (OSError, http.client.HTTPException):
            pass
    bad = subprocess.run(
        [ATRIUM, "--home", home, "serve", "--port", "0", "--certificate", certificate, "--key", certificate],
        capture_output=True,
        timeout=20,
    )
    check(bad.returncode == 65 and bad.stderr.count(b"\n") == 1, f"a key that is none: {bad.returncode} {bad.stderr}")
    public = subprocess.run(
        [ATRIUM, "--home", home, "serve", "--port", "0", "--host", "0.0.0.0"], capture_output=True, timeout=20
    )
    check(public.returncode == 64 and b"TLS" in public.stderr, f"a public address: {public.returncode} {public.stderr}")


@case
def unit_of_systemd(_):
    """the unit of systemd"""
    if not shutil.which("systemd-analyze"):
        raise Skipped("systemd is missing")
    with open(f"{EXAMPLES}/atrium.service", encoding="utf-8") as example:
        unit = example.read()
    check("/usr/local/bin/atrium" in unit, "the example starts another program")
    path = f"{ROOT}/atrium.service"
    with open(path, "w", encoding="utf-8") as output:
        output.write(unit.replace("/usr/local/bin/atrium", ATRIUM))
    done = subprocess.run(["systemd-analyze", "verify", path], capture_output=True, text=True, timeout=60)
    check(done.returncode == 0 and not done.stderr.strip(), done.stderr)
    # What it starts, with what it sets: the program as another user with a home that only that may read.
    line = next(line for line in unit.split("\n") if line.startswith("ExecStart="))
    check(line.split()[1:] == ["--home", "/var/lib/atrium", "serve", "--insecure-behind-proxy"], line)


finish()
