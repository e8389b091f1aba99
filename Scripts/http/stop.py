#!/usr/bin/env python3
"""stop.py ATRIUM: SIGTERM while clients are at work.

Requests that were begun are answered, imports are stopped and have changed nothing, streams end, and the server ends
with status 0 within the time that it promises. SIGKILL leaves no file behind that the next one does not remove."""

import http.client
import json
import os
import threading
import time

from server import *


def quietly(port, token):
    try:
        ask(port, "GET", "/api/v1/export", token=token, timeout=60)
    except (OSError, http.client.HTTPException):
        pass


@case
def under_load(home):
    """SIGTERM under load: who was let in gets an answer, and what was acknowledged is there"""
    _, token = make_hub(home, password=False)
    server = Server(home)
    stopping, refused, broken, added = threading.Event(), [], [], []

    def client(number):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        for turn in range(100_000):
            try:
                connection.request(
                    "POST",
                    "/api/v1/connections",
                    json.dumps({"name": f"Load {number} {turn}"}),
                    {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
                )
                response = connection.getresponse()
                content = response.read()
                if response.status == 201:
                    added.append(json.loads(content)["id"])
                elif response.status != 503:
                    broken.append((response.status, content))
            except (OSError, http.client.HTTPException) as error:
                # A connection that is idle when the server stops is closed; a client may have begun to send then.
                if not stopping.is_set():
                    broken.append((0, str(error)))
                refused.append(number)
                return

    threads = [threading.Thread(target=client, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for _ in range(300):
        if len(added) > 200:
            break
        time.sleep(0.1)
    stopping.set()
    began = time.monotonic()
    status = server.stop()
    took = time.monotonic() - began
    for thread in threads:
        thread.join(timeout=60)
    check(status == 0 and took < 22, f"status {status} after {took:.1f} s")
    check(not broken, broken[:3])
    found = json.loads(atrium("connections", "list", "--limit", "1", "--json", home=home, expect=0).stdout)["total"]
    check(found >= 50 + len(added), f"{len(added)} were acknowledged, {found - 50} are there")
    check(atrium("doctor", home=home).returncode == 0, "the doctor finds something")
    return f"({len(added)} writes acknowledged, stopped after {took:.1f} s)"


@case
def with_an_import(home):
    """SIGTERM during an import and a stream of its events"""
    _, token = make_hub(home, password=False)
    server = Server(home)
    with open(write_cards(100_000, "many"), "rb") as file:
        taken = ask(server.port, "POST", "/api/v1/import", body=file.read(), token=token)
    check(taken.status == 202, taken.body)
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", taken.headers["Location"] + "/events", headers={"Authorization": f"Bearer {token}"})
    stream = connection.getresponse()
    for _ in range(1000):
        if b"event: running" in stream.readline():
            break
    began = time.monotonic()
    status = server.stop()
    took = time.monotonic() - began
    try:
        stream.read()
    except (OSError, http.client.HTTPException):
        pass
    check(status == 0 and took < 22, f"status {status} after {took:.1f} s")
    found = json.loads(atrium("connections", "list", "--limit", "1", "--json", home=home, expect=0).stdout)["total"]
    check(found == 50, f"{found} people")
    check(atrium("doctor", home=home).returncode == 0, "the doctor finds something")
    return f"(after {took:.1f} s)"


@case
def cancelled_imports(home):
    """an import is stopped at whatever stage it is, and changes nothing"""
    _, token = make_hub(home, password=False)
    with open(write_cards(60_000, "many"), "rb") as file:
        content = file.read()
    stages = []
    with Server(home) as server:
        for wanted in ["running", "finishing"]:
            path = ask(server.port, "POST", "/api/v1/import", body=content, token=token).headers["Location"]
            for _ in range(3000):
                job = ask(server.port, "GET", path, token=token).json
                if (
                    job["state"] not in ("waiting", "running")
                    or (job["progress"] or {}).get("finishing")
                    or (wanted == "running" and job["progress"])
                ):
                    break
                time.sleep(0.005)
            stages.append("finishing" if (job["progress"] or {}).get("finishing") else job["state"])
            began = time.monotonic()
            stopped = ask(server.port, "DELETE", path, token=token)
            job = end_of_job(server.port, path, token=token)
            check(stopped.status == 202 and job["state"] == "cancelled", f"{stopped.status} {job}")
            stages[-1] += f" {time.monotonic() - began:.2f} s"
            total = ask(server.port, "GET", "/api/v1/connections?limit=1", token=token).json["total"]
            check(total == 50, f"{total} people")
    return f"({', '.join(stages)})"


@case
def killed_downloads(home):
    """SIGKILL during a download of everything: the next one removes what is left"""
    _, token = make_hub(home, password=False)
    folder = f"{home}/vaults/1"
    atrium("import", write_cards(60_000, "many"), home=home, expect=0)
    before = set(os.listdir(folder))
    left = set()
    for pause in [0.05, 0.2, 0.4, 0.8]:
        server = Server(home)
        thread = threading.Thread(target=quietly, args=(server.port, token))
        thread.start()
        time.sleep(pause)
        server.process.kill()
        server.process.wait()
        thread.join(timeout=60)
        left |= set(os.listdir(folder)) - before - {"vault.sqlite-wal", "vault.sqlite-shm"}
    with Server(home) as server:
        answer = ask(server.port, "GET", "/api/v1/export", token=token, timeout=120)
        check(answer.status == 200, answer.status)
    after = set(os.listdir(folder)) - before
    check(not after - {"vault.sqlite-wal", "vault.sqlite-shm"}, f"there remain {sorted(after)}")
    return f"({len(left)} leftovers were removed)"


finish()
