"""What the benchmark of the HTTP interface needs of the world: servers that it starts, wrk, and a client."""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import time


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server that is started for a while: it is up when its port answers, and is told to stop at the end."""

    def __init__(self, command, port, log, environment=None):
        self.port, self.log = port, log
        with open(log, "wb") as output:
            self.process = subprocess.Popen(
                command, stdout=output, stderr=output, env={**os.environ, **(environment or {})}
            )
        for _ in range(200):
            if self.process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        self.stop()
        with open(log, encoding="utf-8", errors="replace") as output:
            sys.exit(f"{' '.join(command)} does not answer: {output.read()[-500:]}")

    def status(self, name):
        """A figure of the process in MB, such as VmHWM, the peak of its memory, or VmRSS."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as lines:
            return next(int(line.split()[1]) for line in lines if line.startswith(name + ":")) / 1024

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=40)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Load:
    """What wrk has measured: answers a second, and latencies in seconds."""

    UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}

    def __init__(self, url, seconds, connections=8, headers=(), timeout=10):
        command = [
            "wrk",
            "-t",
            "1",
            "-c",
            str(connections),
            "-d",
            f"{seconds}s",
            "--timeout",
            f"{timeout}s",
            "--latency",
        ]
        for header in headers:
            command += ["-H", header]
        text = subprocess.run(command + [url], check=True, capture_output=True, text=True).stdout
        if re.search(r"Non-2xx|Socket errors", text) and not re.search(
            r"Socket errors: connect 0, read 0, write 0, timeout 0", text
        ):
            sys.exit(f"wrk met errors at {url}:\n{text}")
        self.rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
        self.median, self.p99 = (self.latency(text, percent) for percent in ("50%", "99%"))

    @classmethod
    def latency(cls, text, percent):
        number, unit = re.search(rf"\s{percent}\s+([\d.]+)(us|ms|s|m)\b", text).groups()
        return float(number) * cls.UNITS[unit]


class Client:
    """A connection that is kept open, of one user."""

    def __init__(self, port, token, timeout=120):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def call(self, method, path, value=None, body=None):
        """The status, the JSON (None where there is none) and the fields of an answer."""
        headers = dict(self.headers)
        if value is not None:
            body, headers["Content-Type"] = json.dumps(value).encode(), "application/json"
        self.connection.request(method, path, body=body, headers=headers)
        response = self.connection.getresponse()
        content = response.read()
        return response.status, json.loads(content) if content else None, response.headers

    def expect(self, status, method, path, **content):
        """The JSON of an answer that must have a status."""
        got, value, headers = self.call(method, path, **content)
        if got != status:
            sys.exit(f"{method} {path}: {got} instead of {status}: {value}")
        return value, headers
