#!/usr/bin/env python3
"""Measures the HTTP interface beside a twin and beside Radicale, in one run.

run_http.py [--atrium PATH] [--twin PATH] [--people 10000] [--seconds 5] [--rounds 5] [--upload 100] [--requests 24000]
[--no-peers] [--write PAGE]

The twin (HTTP/Sources/twin) is three Hummingbird routes, written by hand, which run the same queries on the same vault
and give the same JSON, without accounts; that its answers are the same is checked before anything is measured. Each
round asks ours and the twin one after the other; a ratio is the median of the rounds'. Needs wrk; release builds of
both (make bench-http makes them). Radicale is installed from PyPI into a virtual environment under .build. All input is
made from a seed; --write puts the tables into docs/benchmarks.md."""

import argparse
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from http_client import Client, Load, Server, free_port
from measure import HERE, Table, verdict, write_section

WORD = "marel"
ITEM_SIZE = 570


def make_cards(folder, count, name="people"):
    path = f"{folder}/{name}.vcf"
    subprocess.run([sys.executable, f"{HERE}/make_input.py", "cards", str(count), path], check=True)
    return path


class Hub:
    """A hub in a folder of its own, which the benchmark serves."""

    def __init__(self, atrium, home):
        self.atrium, self.home = atrium, home

    def run(self, *arguments):
        done = subprocess.run([self.atrium, "--home", self.home, *arguments], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"atrium {' '.join(arguments)}: {done.stderr[:500]}")
        return done.stdout

    def token(self, user=None):
        import json

        return json.loads(
            self.run("tokens", "add", "bench", "--access", "write", "--json", *(["--user", user] if user else []))
        )["token"]

    def serve(self):
        port = free_port()
        return Server([self.atrium, "--home", self.home, "serve", "--port", str(port)], port, f"{self.home}.log")


def rate(figure):
    return f"{figure:,.0f}/s"


def milliseconds(figure):
    return f"{figure * 1000:.2f} ms"


# Beside the twin


def require_alike(*programs):
    """Refuses programs of which one holds Swift's libraries and another loads them: that is a seventh of the time."""
    loads = {
        "libswiftCore" in subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
        for program in programs
    }
    if len(loads) > 1:
        sys.exit(
            "ours and the twin are linked differently: build both with --static-swift-stdlib, as make bench-http does"
        )


def measure_twin(hub, twin, folder, people, seconds, rounds, table, latencies):
    hub.run("import", make_cards(folder, people))
    token = hub.token()
    routes = [
        ("list of 20 people", "/api/v1/connections?limit=20", "/people?limit=20"),
        ("one record", f"/api/v1/connections/{people // 2}", f"/people/{people // 2}"),
        ("search", f"/api/v1/search?text={WORD}&limit=20", f"/search?text={WORD}"),
    ]
    twin_port = free_port()
    headers = [f"Authorization: Bearer {token}"]
    vault = f"{hub.home}/vaults/1/vault.sqlite"
    with hub.serve() as ours, Server([twin, vault, str(twin_port)], twin_port, f"{folder}/twin.log") as theirs:
        mine, its = Client(ours.port, token), Client(theirs.port, None)
        for what, path, twin_path in routes:
            if mine.expect(200, "GET", path)[0] != its.expect(200, "GET", twin_path)[0]:
                sys.exit(f"{what}: the twin gives another answer")
        for what, path, twin_path in routes:
            rates = []
            for number in range(rounds + 1):
                pair = (Load(ours.url(path), seconds, headers=headers).rate, Load(theirs.url(twin_path), seconds).rate)
                # The first round fills caches.
                if number:
                    rates.append(pair)
            ratio = statistics.median(a / b for a, b in rates)
            table.add(
                [what] + [rate(statistics.median(column)) for column in zip(*rates)] + [f"{ratio:.2f}", "≥ 0.70"],
                ratio >= 0.7,
            )
        for what, path, _ in routes:
            load = Load(ours.url(path), seconds * 2, connections=4, headers=headers)
            spread = load.p99 / load.median
            latencies.add(
                [what, milliseconds(load.median), milliseconds(load.p99), f"{spread:.1f}", "≤ 10"], spread <= 10
            )


# Memory


def end_of_job(client, path):
    while True:
        job, _ = client.expect(200, "GET", path)
        if job["state"] not in ("waiting", "running"):
            return job
        time.sleep(0.2)


def measure_upload(hub, folder, megabytes, memory):
    path = make_cards(folder, megabytes * 1_000_000 // ITEM_SIZE, "upload")
    size = os.path.getsize(path) / 1e6
    hub.run("modules", "list")
    with hub.serve() as server:
        client = Client(server.port, hub.token(), timeout=600)
        started = time.monotonic()
        with open(path, "rb") as file:
            job, headers = client.expect(202, "POST", "/api/v1/import?fileName=people.vcf", body=file)
        sent = time.monotonic() - started
        job = end_of_job(client, headers["Location"])
        if job["state"] != "done" or job["report"]["files"][0]["added"] == 0:
            sys.exit(f"the upload was not imported: {job}")
        seconds = time.monotonic() - started
        memory.add(
            [
                f"upload of {size:.0f} MB, imported (sent in {sent:.1f} s, done after {seconds:.1f} s)",
                f"{server.status('VmHWM'):.1f} MB",
                "≤ 160 MB",
            ],
            server.status("VmHWM") <= 160,
        )


def measure_streams(hub, streams, memory):
    """Streams of the events of an import that waits behind others, which wait for the vault that another holds."""
    hub.run("modules", "list")
    with hub.serve() as server:
        client = Client(server.port, hub.token())
        client.expect(200, "GET", "/api/v1/connections?limit=1")
        holder = sqlite3.connect(f"{hub.home}/vaults/1/vault.sqlite", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        card = b"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:1\r\nN:A;B;;;\r\nFN:B A\r\nEND:VCARD\r\n"
        for _ in range(4):
            _, headers = client.expect(202, "POST", "/api/v1/import", body=card)
        before = server.status("VmRSS")
        watching = [Client(server.port, client.headers["Authorization"].split()[1]) for _ in range(streams)]
        for watcher in watching:
            watcher.connection.request("GET", headers["Location"] + "/events", headers=watcher.headers)
        answers = [watcher.connection.getresponse() for watcher in watching]
        for answer in answers:
            if answer.status != 200 or not answer.readline().startswith(b"event: waiting"):
                sys.exit(f"a stream of events answers {answer.status}")
        time.sleep(3)
        after = server.status("VmRSS")
        holder.execute("ROLLBACK")
        memory.add(
            [f"{streams} idle streams of events (before them: {before:.1f} MB)", f"{after:.1f} MB", "≤ 100 MB"],
            after <= 100,
        )


# Many users


def measure_users(hub, folder, users, requests, people, table):
    """Requests of many users at once, each user's from one client: lists, records, searches, and writes."""
    cards = make_cards(folder, people, "few")
    tokens = []
    for number in range(users):
        name = f"user{number:02d}"
        hub.run("users", "add", name)
        hub.run("import", cards, "--user", name)
        tokens.append(hub.token(name))
    errors = []

    def client(server, number, token):
        rnd = random.Random(number)
        client = Client(server.port, token)
        for _ in range(requests // users):
            kind = rnd.random()
            path = "/api/v1/connections"
            if kind < 0.4:
                wanted, call = 200, ("GET", f"{path}?limit=20")
            elif kind < 0.7:
                wanted, call = 200, ("GET", f"{path}/{rnd.randint(1, people)}")
            elif kind < 0.85:
                wanted, call = 200, ("GET", f"/api/v1/search?text={WORD}")
            elif kind < 0.95:
                wanted, call = (
                    200,
                    ("PATCH", f"{path}/{rnd.randint(1, people)}", {"metPlace": f"Place {rnd.randint(1, 99)}"}),
                )
            else:
                wanted, call = 201, ("POST", path, {"name": f"New {rnd.randint(1, 999)}"})
            try:
                status, value, _ = client.call(*call)
                if status != wanted:
                    errors.append((status, value))
            except OSError as error:
                errors.append((0, str(error)))
                client = Client(server.port, token)

    with hub.serve() as server:
        threads = [threading.Thread(target=client, args=(server, number, token)) for number, token in enumerate(tokens)]
        started = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.monotonic() - started
        table.add(
            [
                f"{requests // users * users:,} requests of {users} users at once, 15% of them writes",
                rate(requests / seconds),
                f"{len(errors)} errors",
                "0",
            ],
            not errors,
        )
        table.add(["peak memory during these requests", f"{server.status('VmHWM'):.1f} MB", "", ""], None)
    for error in errors[:5]:
        print(error, file=sys.stderr)


# Beside Radicale

RADICALE = """
[server]
hosts = 127.0.0.1:{port}
max_connections = 20
[auth]
type = none
[rights]
type = authenticated
[storage]
filesystem_folder = {folder}/radicale
[logging]
level = error
"""


def install_radicale():
    """Makes the virtual environment with Radicale, once, and gives its Python and its version."""
    environment = os.path.abspath(f"{HERE}/../.build/benchmark-peers")
    python = f"{environment}/bin/python"
    if not os.path.exists(f"{environment}/bin/radicale"):
        if not os.path.exists(python):
            subprocess.run([sys.executable, "-m", "venv", environment], check=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "radicale"], check=True
        )
    version = subprocess.run(
        [python, "-c", "import importlib.metadata as m; print(m.version('radicale'))"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    return python, version


def measure_radicale(hub, folder, people, seconds, table):
    import base64
    import http.client

    python, version = install_radicale()
    port = free_port()
    with open(f"{folder}/radicale.conf", "w", encoding="utf-8") as file:
        file.write(RADICALE.format(port=port, folder=folder))
    authorization = "Basic " + base64.b64encode(b"bench:bench").decode()
    with open(f"{folder}/people.vcf", "rb") as file:
        cards = file.read()
    uid = next(line[4:] for line in cards.decode().split("\r\n") if line.startswith("UID:"))
    with (
        Server(
            [python, "-m", "radicale", "--config", f"{folder}/radicale.conf"], port, f"{folder}/radicale.log"
        ) as theirs,
        hub.serve() as ours,
    ):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        connection.request(
            "PUT", "/bench/people/", body=cards, headers={"Authorization": authorization, "Content-Type": "text/vcard"}
        )
        answer = connection.getresponse()
        if answer.status != 201:
            sys.exit(f"Radicale does not take the cards: {answer.status} {answer.read()[:300]}")
        answer.read()
        connection.request("GET", "/bench/people/", headers={"Authorization": authorization})
        book = connection.getresponse().read()
        if book.count(b"BEGIN:VCARD") != people:
            sys.exit(f"Radicale has {book.count(b'BEGIN:VCARD')} cards")
        found = next(
            name
            for name in os.listdir(f"{folder}/radicale/collection-root/bench/people")
            if name.endswith(".vcf")
            and uid.encode() in open(f"{folder}/radicale/collection-root/bench/people/{name}", "rb").read()
        )
        token = hub.token()
        mine = [f"Authorization: Bearer {token}"]
        its = [f"Authorization: {authorization}"]
        pairs = [
            ("one card (ours: the record as JSON)", "/api/v1/connections/1", f"/bench/people/{found}", 8, seconds),
            (
                "one card (ours: as a vCard)",
                "/api/v1/export/connections?format=vcard&ids=1",
                f"/bench/people/{found}",
                8,
                seconds,
            ),
            (
                "the list: all cards as one file",
                "/api/v1/export/connections?format=vcard",
                "/bench/people/",
                2,
                seconds * 4,
            ),
        ]
        for what, path, their_path, connections, time_ in pairs:
            load = Load(ours.url(path), time_, connections=connections, headers=mine, timeout=120)
            peer = Load(theirs.url(their_path), time_, connections=connections, headers=its, timeout=120)
            table.add(
                [what]
                + [f"{figure:,.1f}/s" for figure in (load.rate, peer.rate)]
                + [f"{load.rate / peer.rate:.1f}" if peer.rate else ""]
            )
    return version


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--atrium", default=f"{HERE}/../.build/release/atrium")
    parser.add_argument("--twin", default=f"{HERE}/HTTP/.build/release/twin")
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--upload", type=int, default=100, metavar="MB")
    parser.add_argument("--requests", type=int, default=24_000)
    parser.add_argument("--only", choices=["twin", "memory", "users", "peers"])
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--write", metavar="PAGE")
    options = parser.parse_args()
    atrium, twin = os.path.abspath(options.atrium), os.path.abspath(options.twin)

    def wanted(part):
        return options.only in (None, part)

    beside = Table(["answers a second, 8 connections", "ours", "the twin", "ratio", "bound"])
    latencies = Table(["latency, 4 connections", "median", "99th percentile", "ratio", "bound"])
    memory = Table(["peak memory of the server", "ours", "bound"])
    users = Table(["many users", "ours", "errors", "bound"])
    peers = Table(["answers a second, beside Radicale", "ours", "Radicale", "ratio"])
    version = "not run"
    with tempfile.TemporaryDirectory(prefix="atrium-benchmark-") as folder:
        hub = Hub(atrium, f"{folder}/hub")
        if wanted("twin"):
            require_alike(atrium, twin)
            measure_twin(hub, twin, folder, options.people, options.seconds, options.rounds, beside, latencies)
        if wanted("memory"):
            measure_upload(Hub(atrium, f"{folder}/upload-hub"), folder, options.upload, memory)
            measure_streams(Hub(atrium, f"{folder}/streams-hub"), 200, memory)
        if wanted("users"):
            measure_users(Hub(atrium, f"{folder}/users-hub"), folder, 20, options.requests, 500, users)
        if wanted("peers") and not options.no_peers:
            if not os.path.exists(f"{folder}/people.vcf"):
                hub.run("import", make_cards(folder, options.people))
            version = measure_radicale(hub, folder, options.people, options.seconds, peers)
    if options.write:
        parts = [
            f"A vault with {options.people:,} people; wrk runs for {options.seconds} seconds per figure; "
            f"medians of {options.rounds} rounds.",
            beside.markdown(),
            latencies.markdown(),
            memory.markdown(),
            users.markdown(),
            f"Radicale {version}:",
            peers.markdown(),
        ]
        write_section(options.write, "http", "make bench-http", parts)
    sys.exit(verdict(beside, latencies, memory, users, peers))


main()
