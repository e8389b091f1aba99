#!/usr/bin/env python3
"""disk.py ATRIUM: disks that are full or may only be read, under a server that goes on.

A full disk: writes get 507 in words that name no file, reads go on, and with space again writes work, without a
restart. A disk that may only be read: writes get 503. The accounts and the vaults stand on disks of their own, so that
each is tried. It mounts small file systems, which root may."""

import os
import subprocess
import tempfile

from server import *

READS = [
    "/api/v1/connections?limit=20",
    "/api/v1/connections/1",
    "/api/v1/search?text=person",
    "/api/v1/export/connections?format=vcard",
    "/api/v1/session",
    "/api/openapi.json",
    "/health",
    "/ready",
]


class Disks:
    """A hub whose accounts and whose vaults stand on two small disks."""

    def __init__(self):
        self.hub = SmallDisk(16)
        self.home = self.hub.path + "/home"
        os.makedirs(self.home, mode=0o700)
        self.vaults = SmallDisk(48)
        os.symlink(self.vaults.path, self.home + "/vaults")
        self.name, self.token = make_hub(self.home)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for disk in (self.vaults, self.hub):
            subprocess.run(["umount", "-l", disk.path])


class Caller:
    def __init__(self, disks, server):
        self.disks, self.port = disks, server.port
        logged = self.log_in()
        check(logged.status == 200, f"log-in: {logged.body}")
        self.cookie = {"Cookie": "; ".join(c.split(";")[0] for c in logged.cookies()), "X-Atrium-Client": "script"}

    def log_in(self):
        return ask(self.port, "POST", "/api/v1/session", {"name": self.disks.name, "password": PASSWORD})

    def reads(self):
        for path in READS:
            answer = ask(self.port, "GET", path, token=self.disks.token)
            check(answer.status == 200, f"{path}: {answer.status} {answer.body[:200]}")

    def refused(self, answer, status, code, what):
        check(answer.status == status and answer.code == code, f"{what}: {answer.status} {answer.body[:200]}")
        check(
            self.disks.home not in answer.body.decode() and "/" not in answer.json["error"]["message"],
            f"{what} names files: {answer.body}",
        )

    def vault_writes(self):
        note = "x" * 200_000
        return {
            "add": ask(
                self.port, "POST", "/api/v1/connections", {"name": "New", "notes": [note]}, token=self.disks.token
            ),
            "edit": ask(self.port, "PATCH", "/api/v1/connections/1", {"notes": [note]}, token=self.disks.token),
            "photo": self.form("POST", "/api/v1/connections/memories", note="Snow", people="1"),
            "photo of a person": self.form("PATCH", "/api/v1/connections/1"),
            "upload": ask(
                self.port, "POST", "/api/v1/import", body=(card("n") * 20_000).encode(), token=self.disks.token
            ),
        }

    def form(self, method, path, **fields):
        parts = [
            f'--X\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in fields.items()
        ]
        photo = b"\x89PNG\r\n\x1a\n" + os.urandom(100_000)
        parts.append(
            b'--X\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\n' + photo + b"\r\n--X--\r\n"
        )
        return ask(
            self.port,
            method,
            path,
            body=b"".join(parts),
            token=self.disks.token,
            headers={"Content-Type": "multipart/form-data; boundary=X"},
        )

    def account_write(self, bytes_=100):
        return ask(
            self.port,
            "POST",
            "/api/v1/feeds/add",
            {"name": "n" * bytes_, "module": "connections", "current": PASSWORD},
            headers=self.cookie,
        )


@case
def full_vaults(_):
    """a full disk under the vaults"""
    with Disks() as disks, Server(disks.home) as server:
        caller = Caller(disks, server)
        for leave in [0, 8, 64]:
            disks.vaults.fill(leave)
            for what, answer in caller.vault_writes().items():
                caller.refused(answer, 507, "disk-full", f"{what} with {leave} KiB left")
            caller.reads()
            check(caller.account_write().status in (200, 201), "the accounts have room")
            disks.vaults.free()
            made = ask(server.port, "POST", "/api/v1/connections", {"name": "New"}, token=disks.token)
            check(made.status == 201, f"with room again: {made.status} {made.body}")
            taken = ask(server.port, "POST", "/api/v1/import", body=card(f"again{leave}").encode(), token=disks.token)
            check(
                end_of_job(server.port, taken.headers["Location"], token=disks.token)["state"] == "done",
                "import with room again",
            )
        check(
            ask(server.port, "GET", "/api/v1/connections", token=disks.token).json["total"] == 56,
            "what was refused stands in the vault",
        )
        check(server.stop() == 0, "the server ends badly")
    return "(three sizes)"


@case
def full_accounts(_):
    """a full disk under the accounts"""
    with Disks() as disks, Server(disks.home) as server:
        caller = Caller(disks, server)
        disks.hub.fill(0)
        answers = [caller.account_write() for _ in range(30)]
        refused = [answer for answer in answers if answer.status == 507]
        check(
            refused and all(answer.status in (201, 200, 507) for answer in answers),
            [answer.status for answer in answers],
        )
        caller.refused(refused[-1], 507, "disk-full", "a feed")
        caller.refused(caller.log_in(), 507, "disk-full", "log-in")
        caller.reads()
        made = ask(server.port, "POST", "/api/v1/connections", {"name": "New"}, token=disks.token)
        check(made.status == 201, f"the vaults have room: {made.status}")
        disks.hub.free()
        check(caller.log_in().status == 200, "log-in with room again")
        check(caller.account_write().status in (200, 201), "a feed with room again")


@case
def read_only_from_the_beginning(_):
    """disks that may only be read, from before the start"""
    with Disks() as disks:
        with Server(disks.home) as server:
            cookie = Caller(disks, server).cookie
        for disk in (disks.vaults, disks.hub):
            done = subprocess.run(["mount", "-o", "remount,ro", disk.path], capture_output=True, text=True)
            if done.returncode:
                raise Skipped(f"it cannot be mounted so: {done.stderr}")
        with Server(disks.home) as server:
            caller = Caller.__new__(Caller)
            caller.disks, caller.port, caller.cookie = disks, server.port, cookie
            caller.reads()
            for what, answer in caller.vault_writes().items():
                check(answer.status in (500, 503), f"{what}: {answer.status} {answer.body[:200]}")
                if what != "upload":
                    caller.refused(answer, 503, "read-only", what)
            caller.refused(caller.account_write(), 503, "read-only", "a feed")
            caller.refused(caller.log_in(), 503, "read-only", "log-in")
            for disk in (disks.hub, disks.vaults):
                subprocess.run(["mount", "-o", "remount,rw", disk.path], check=True)
            made = ask(server.port, "POST", "/api/v1/connections", {"name": "New"}, token=disks.token)
            check(made.status == 201, f"writable again: {made.status} {made.body}")
            check(caller.log_in().status == 200, "log-in, writable again")


class Device:
    """A file system of its own that can fail while files of it are open: ext4 may only be read after an error."""

    def __init__(self):
        self.image, self.path, self.device = f"{ROOT}/image", tempfile.mkdtemp(dir=ROOT), ""
        with open(self.image, "wb") as image:
            image.truncate(64 << 20)
        if subprocess.run(["mkfs.ext4", "-q", self.image], capture_output=True).returncode:
            raise Skipped("no file system can be made")
        made = subprocess.run(["losetup", "--find", "--show", self.image], capture_output=True, text=True)
        self.device = made.stdout.strip()
        if made.returncode or self.mount().returncode:
            self.__exit__()
            raise Skipped("no device can be mounted")

    def mount(self):
        return subprocess.run(["mount", "-o", "errors=remount-ro", self.device, self.path], capture_output=True)

    def fail(self):
        """What the kernel does when it finds an error of the disk."""
        try:
            with open(f"/sys/fs/ext4/{os.path.basename(self.device)}/trigger_fs_error", "w") as trigger:
                trigger.write("a trial")
        except OSError as error:
            raise Skipped(f"the kernel does not let a file system fail: {error}") from error

    def mend(self):
        """What a person does then: nothing may have files of it open."""
        subprocess.run(["umount", self.path], check=True)
        # It says by 1 that it mended something.
        check(subprocess.run(["fsck.ext4", "-p", self.device], capture_output=True).returncode in (0, 1), "fsck")
        check(self.mount().returncode == 0, "mounted again")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "-l", self.path], capture_output=True)
        if self.device:
            subprocess.run(["losetup", "--detach", self.device], capture_output=True)


def named(port, token, name):
    """Writes a person, and gives the answer."""
    return ask(port, "POST", "/api/v1/connections", {"name": name}, token=token)


@case
def read_only_in_the_midst(_):
    """a disk that fails while the server runs, so that it may only be read"""
    with Device() as device:
        home = device.path + "/home"
        _, token = make_hub(home, password=False)
        with Server(home) as server:
            before = ask(server.port, "GET", "/api/v1/connections", token=token).json["total"]
            check(named(server.port, token, "New").status == 201, "at first")
            device.fail()
            answer = named(server.port, token, "Newer")
            check(answer.status == 503 and answer.code == "read-only", f"a write: {answer.status} {answer.body}")
            for path in READS[:4]:
                read = ask(server.port, "GET", path, token=token)
                check(read.status == 200, f"{path}: {read.status} {read.body[:200]}")
        device.mend()
        with Server(home) as server:
            made = named(server.port, token, "Newest")
            check(made.status == 201, f"afterwards: {made.status} {made.body}")
            total = ask(server.port, "GET", "/api/v1/connections", token=token).json["total"]
            check(total == before + 2, f"of {before} and two more are there: {total}")


finish()
