"""What the scripts of this folder share: a server, a client, certificates; cases and disks come from Scripts/faults."""

import http.client
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "faults"))
from common import ATRIUM, ROOT, Skipped, SmallDisk, atrium, card, case, cards, count, finish, tell  # noqa: E402,F401

PASSWORD = "correct horse battery"
HERE = os.path.dirname(os.path.abspath(__file__))


def check(condition, words):
    if not condition:
        raise AssertionError(words)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def await_port(port, process, log):
    """Waits until a port answers, ten seconds at most."""
    for _ in range(100):
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    with open(log, encoding="utf-8", errors="replace") as output:
        raise AssertionError(f"nothing answers at port {port}: {output.read()[-500:]}")


def make_hub(home, password=True):
    """A hub with one user, some people and a token that may write."""
    atrium("import", write_cards(50), home=home, expect=0)
    name = json.loads(atrium("users", "list", "--json", home=home, expect=0).stdout)["items"][0]["name"]
    if password:
        atrium("users", "password", name, home=home, expect=0, input=f"{PASSWORD}\n".encode())
    made = atrium("tokens", "add", "script", "--access", "write", "--json", home=home, expect=0)
    return name, json.loads(made.stdout)["token"]


def write_cards(number, name="people"):
    path = f"{ROOT}/{name}.vcf"
    with open(path, "w", encoding="utf-8", newline="") as output:
        output.write(cards("p", number))
    return path


class Server:
    """`atrium serve`, stopped at the end."""

    def __init__(self, home, *options, port=None):
        self.port, self.log = port or free_port(), f"{ROOT}/server.log"
        with open(self.log, "wb") as output:
            self.process = subprocess.Popen(
                [ATRIUM, "--home", home, "serve", "--port", str(self.port), *options], stdout=output, stderr=output
            )
        try:
            await_port(self.port, self.process, self.log)
        except AssertionError:
            self.stop()
            raise

    def stop(self):
        """Tells it to stop and gives its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=40)
        except subprocess.TimeoutExpired as error:
            self.process.kill()
            raise AssertionError("the server does not stop") from error

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()


class Answer:
    def __init__(self, response, body):
        self.status, self.headers, self.body = response.status, response.headers, body

    @property
    def json(self):
        return json.loads(self.body) if self.body else None

    @property
    def code(self):
        return self.json["error"]["code"]

    def cookies(self):
        return self.headers.get_all("Set-Cookie") or []


def ask(port, method, path, value=None, *, token=None, body=None, headers=None, host=None, tls=None, timeout=30):
    """One request on a connection of its own."""
    fields = dict(headers or {})
    if token:
        fields["Authorization"] = f"Bearer {token}"
    if value is not None:
        body, fields["Content-Type"] = json.dumps(value).encode(), "application/json"
    if host:
        fields["Host"] = host
    if tls:
        connection = TLSConnection(port, tls, timeout)
    else:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path, body=body, headers=fields)
        response = connection.getresponse()
        return Answer(response, response.read())
    finally:
        connection.close()


class TLSConnection(http.client.HTTPConnection):
    """A connection to this machine whose certificate must be a host's."""

    def __init__(self, port, certificate, timeout):
        super().__init__("127.0.0.1", port, timeout=timeout)
        self.context = ssl.create_default_context(cafile=certificate)

    def connect(self):
        super().connect()
        self.sock = self.context.wrap_socket(self.sock, server_hostname="hub.example.org")


def make_certificate():
    """A certificate for hub.example.org, and its key."""
    certificate, key = f"{ROOT}/chain.pem", f"{ROOT}/key.pem"
    if not os.path.exists(certificate):
        subprocess.run(
            [
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-keyout",
                key,
                "-out",
                certificate,
                "-subj",
                "/CN=hub.example.org",
                "-addext",
                "subjectAltName=DNS:hub.example.org",
            ],
            check=True,
            capture_output=True,
        )
    return certificate, key


def end_of_job(port, path, **how):
    """The import once it has ended; a minute at most."""
    for _ in range(600):
        job = ask(port, "GET", path, **how).json
        if job["state"] not in ("waiting", "running"):
            return job
        time.sleep(0.1)
    raise AssertionError("the import does not end")
