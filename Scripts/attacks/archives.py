#!/usr/bin/env python3
"""archives.py ATRIUM [--short]: archives, exported folders and backups that somebody made to hurt whoever takes them.

Nothing may be written outside of the home, nothing of this machine may come in, and a backup that is refused leaves the
vault as it was."""

import gzip
import hashlib
import io
import json
import os
import shutil
import sqlite3
import stat
import struct
import tarfile
import zipfile
import zlib

from bounds import *
from common import NOBODY, digest

GOOD = card("good").encode()


def imported(home, path, *words, status=(0, 65, 66), **bounds):
    done = attempt("import", path, "--json", *words, home=home, status=status, **bounds)
    for name in os.listdir("/tmp"):
        check(not name.startswith("atrium-attack-escaped"), f"an entry was written to /tmp/{name}")
    return done


def tar(name, *entries, mode="w"):
    """A tar of (name, content) or of TarInfo."""
    path = f"{ROOT}/{name}"
    with tarfile.open(path, mode) as archive:
        for entry in entries:
            if isinstance(entry, tarfile.TarInfo):
                archive.addfile(entry)
            else:
                info = tarfile.TarInfo(entry[0])
                info.size = len(entry[1])
                archive.addfile(info, io.BytesIO(entry[1]))
    return path


def special(name, kind, target=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def zipped(name, *entries):
    path = f"{ROOT}/{name}"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, content in entries:
            archive.writestr(entry, content)
    return path


# Archives that are imported


@attack
def bombs(home):
    """zip and gzip of a gigabyte of zeros, gzip in gzip, many members"""
    many = size(1024, 64)
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(squeeze.compress(b"\0" * MEGABYTE) for _ in range(many)) + squeeze.flush()
    (
        write("bomb.vcf.gz", bomb),
        write("twice.vcf.gz.gz", gzip.compress(bomb)),
        write("members.vcf.gz", gzip.compress(GOOD) * size(100_000, 5_000)),
    )
    with (
        zipfile.ZipFile(f"{ROOT}/bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("a.vcf", "w", force_zip64=True) as entry,
    ):
        for _ in range(many):
            entry.write(b"\0" * MEGABYTE)
    for name in ("bomb.vcf.gz", "twice.vcf.gz.gz", "bomb.zip"):
        done = imported(home, f"{ROOT}/{name}", status=(65,))
        check(done.said.strip(), f"{name}: nothing is said")
    imported(home, f"{ROOT}/members.vcf.gz", seconds=120)


@attack
def overlapping(home):
    """zip: 10,000 entries that are one and the same megabyte"""
    name, content = b"a.vcf", zlib.compress(b"\0" * MEGABYTE, 9)[2:-4]
    local = (
        struct.pack(
            "<IHHHHHIIIHH",
            0x04034B50,
            20,
            0,
            8,
            0,
            0,
            zlib.crc32(b"\0" * MEGABYTE),
            len(content),
            MEGABYTE,
            len(name),
            0,
        )
        + name
        + content
    )
    many = 10_000
    central = b"".join(
        struct.pack(
            "<IHHHHHHIIIHHHHHII",
            0x02014B50,
            20,
            20,
            0,
            8,
            0,
            0,
            zlib.crc32(b"\0" * MEGABYTE),
            len(content),
            MEGABYTE,
            9,
            0,
            0,
            0,
            0,
            0,
            0,
        )
        + b"%05d.vcf" % n
        for n in range(many)
    )
    imported(
        home,
        write(
            "overlap.zip",
            local + central + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, many, many, len(central), len(local), 0),
        ),
        seconds=120,
    )


@attack
def nested(home):
    """archives 20 deep, and one in which each holds ten"""
    content = GOOD
    for depth in range(20):
        content = open(zipped("inner.zip", ("inner.vcf" if not depth else "inner.zip", content)), "rb").read()
    done = imported(home, write("deep.zip", content), status=(65,))
    check("deep" in done.said + done.output.decode(), done.said)
    content = b"\0" * MEGABYTE
    for _ in range(4):
        content = open(
            zipped("wide.zip", *((f"{n}.zip" if _ else f"{n}.vcf", content) for n in range(10))), "rb"
        ).read()
    imported(home, write("wide-all.zip", content), seconds=120)


@attack
def many_entries(home):
    """60,000 entries, in zip and in tar; a name of 60,000 characters; the same name 1,000 times"""
    many = size(60_000, 12_000)
    zipped("many.zip", *((f"{n}.txt", b"") for n in range(many)))
    imported(home, f"{ROOT}/many.zip", seconds=180)
    imported(home, tar("many.tar", *((f"{n}.txt", b"") for n in range(many))), seconds=180)
    imported(home, zipped("name.zip", ("n" * 60_000 + ".vcf", GOOD)))
    imported(home, tar("name.tar", ("d/" * 30_000 + "a.vcf", GOOD)))
    imported(home, tar("same.tar", *[("a.vcf", GOOD)] * 1_000), seconds=120)


@attack
def paths(home):
    """entries that lead out: .., absolute, backslashes, NUL, links, devices, pipes"""
    secret = write("secret.vcf", card("secret-of-this-machine"))
    up = "../" * 12 + "tmp/atrium-attack-escaped"
    names = [
        up,
        "/tmp/atrium-attack-escaped",
        "..\\..\\tmp\\atrium-attack-escaped",
        "a/../../../tmp/atrium-attack-escaped",
        "C:\\atrium-attack-escaped",
        "a\nb",
        "-rf",
        "~/x",
        "$(id)",
    ]
    imported(home, tar("names.tar", *((f"{name}.vcf", card(f"t{n}").encode()) for n, name in enumerate(names))))
    imported(home, zipped("names.zip", *((f"{name}.vcf", card(f"z{n}").encode()) for n, name in enumerate(names))))
    kinds = [
        special("link.vcf", tarfile.SYMTYPE, secret),
        special("hard.vcf", tarfile.LNKTYPE, secret),
        special("up.vcf", tarfile.SYMTYPE, up),
        special("pipe.vcf", tarfile.FIFOTYPE),
        special("zero.vcf", tarfile.CHRTYPE),
        special("folder.vcf", tarfile.DIRTYPE),
        special("d", tarfile.SYMTYPE, "/tmp"),
    ]
    imported(home, tar("kinds.tar", *kinds, ("d/atrium-attack-escaped.vcf", GOOD)))
    check(
        atrium("connections", "show", "secret-of-this-machine", home=home).returncode == 66,
        "a link in an archive was followed",
    )


@attack
def damaged(home):
    """archives that break off, lie about their sizes, or are noise behind a right beginning"""
    whole = open(zipped("whole.zip", *((f"{n}.vcf", card(f"d{n}").encode()) for n in range(50))), "rb").read()
    packed = gzip.compress(whole)
    tarred = open(tar("whole.tar.gz", ("a.vcf", GOOD * 100), mode="w:gz"), "rb").read()
    for number, content in enumerate(
        [
            whole[:-30],
            whole[:200],
            whole[:4] + os.urandom(5000),
            whole.replace(struct.pack("<I", len(card("d1"))), b"\xff\xff\xff\x7f"),
            packed[:-8] + b"\xff" * 8,
            packed[:60],
            tarred[:-20],
            b"\x1f\x8b" + os.urandom(5000),
            b"PK\x05\x06" + b"\0" * 18,
            b"\xfd7zXZ\0" + os.urandom(500),
            b"Rar!\x1a\x07\0" + os.urandom(500),
        ]
    ):
        imported(home, write(f"damaged{number}.zip", content))
        imported(home, write(f"damaged{number}.vcf", content))


# Folders of `export --all`


@attack
def folders(home):
    """a folder of export --all whose manifest, lists and attachments lie"""
    atrium("tags", "add", "connections", "bystander-0", "here", home=home, expect=0)
    folder = f"{home}-all"
    atrium("export", "--all", folder, home=home, expect=0)
    atrium("tags", "remove", "connections", "bystander-0", "here", home=home, expect=0)
    with open(f"{folder}/manifest.json", encoding="utf-8") as file:
        manifest = json.load(file)
    secret = write("secret.txt", card("secret-of-this-machine"))

    def variants():
        for place in (
            "../secret.txt",
            secret,
            "../../../../etc/passwd",
            "",
            ".",
            "a\0b",
            "contacts.vcf/../../secret.txt",
        ):
            yield (
                "manifest.json",
                json.dumps(manifest | {"files": [dict(file, file=place) for file in manifest["files"][:1]]}),
            )
        yield (
            "manifest.json",
            json.dumps(
                manifest | {"files": [dict(file, bytes=-1, sha256="x" * 100_000) for file in manifest["files"]]}
            ),
        )
        yield (
            "manifest.json",
            json.dumps(manifest | {"modules": [{"id": "../x", "version": "9", "enabled": True}] * 10_000}),
        )
        yield "manifest.json", json.dumps(manifest | {"version": 10**30, "settings": {"zone": ["x"], "../": "y"}})
        yield "manifest.json", "[" * 200_000
        yield (
            "manifest.json",
            '{"format":"atrium-export","version":1,"files":' + " " * (size(40, 20) * MEGABYTE) + "[]}",
        )
        yield "manifest.json", ""
        tag = '{"collection":"host/users","record":"1","tags":["x"]}\n'
        yield "tags.jsonl", tag + "{" * 100_000 + "\n" + '{"a":' * 50_000 + "\n\0\n"
        yield "links.jsonl", "\xff\n" + json.dumps({"from": {"collection": "x"}}) + "\n"
        yield (
            "attachments.jsonl",
            json.dumps(
                {
                    "sha256": "../../secret.txt",
                    "collection": "connections/people",
                    "record": "bystander-0",
                    "name": "../../x",
                }
            )
            + "\n",
        )

    for number, (name, text) in enumerate(variants()):
        copy = f"{ROOT}/lies{number}"
        shutil.copytree(folder, copy)
        write(f"lies{number}/{name}", text)
        other = f"{home}-{number}"
        done = attempt("import", copy, "--json", home=other, status=(0, 64, 65, 66))
        everything = b"".join(
            open(f"{path}/{file}", "rb").read() for path, _, files in os.walk(other) for file in files
        )
        check(
            b"secret-of-this-machine" not in everything,
            f"variant {number}: a file beside the folder came in: {done.said[-200:]}",
        )
        if os.path.exists(f"{other}/vaults/1"):
            assert_healthy(other)
        shutil.rmtree(copy), shutil.rmtree(other, ignore_errors=True)
    linked = f"{ROOT}/linked"
    shutil.copytree(folder, linked)
    os.remove(f"{linked}/contacts.vcf"), os.symlink(secret, f"{linked}/contacts.vcf")
    other = f"{home}-linked"
    attempt("import", linked, "--json", home=other, status=(0, 65, 66))
    check(
        atrium("connections", "show", "secret-of-this-machine", home=other).returncode == 66,
        "a link that replaces a listed file was followed",
    )


# Backups that are restored


def unpacked(path):
    with tarfile.open(path) as archive:
        return [(member.name, archive.extractfile(member).read()) for member in archive if member.isfile()]


def repacked(name, entries, *more, rehash=True):
    """A backup of entries; with `rehash` the manifest says the right sums of what was changed."""
    contents = dict(entries)
    if rehash:
        manifest = json.loads(contents["manifest.json"])
        manifest["files"] = [
            {"name": file, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for file, content in entries
            if file != "manifest.json"
        ]
        contents["manifest.json"] = json.dumps(manifest).encode()
    return tar(name, *contents.items(), *more, mode="w:gz")


def changed_vault(content, *statements):
    path = write("changed.sqlite", content)
    database = sqlite3.connect(path)
    for statement in statements:
        database.executescript(statement)
    database.commit(), database.close()
    with open(path, "rb") as file:
        return file.read()


def below(folder):
    """All that is no folder, or a link to one."""
    return [
        f"{path}/{name}"
        for path, folders, names in os.walk(folder)
        for name in [*names, *(found for found in folders if os.path.islink(f"{path}/{found}"))]
    ]


@attack
def backups(home):
    """backups that lead out, break off, blow up, lie, or hold a vault with triggers, views or others' tables"""
    result("calendar", "add", "Here", "--start", "2025-03-01", home=home)
    path = f"{ROOT}/good.atrium"
    atrium("backup", path, home=home, expect=0)
    good = unpacked(path)
    vault = dict(good)["vault.sqlite"]
    before = digest(home, exact=True)
    with open(path, "rb") as file:
        packed = file.read()
    secret = write("secret.txt", "secret")
    evil = {
        name: [
            (file, changed_vault(vault, *statements) if file == "vault.sqlite" else content) for file, content in good
        ]
        for name, statements in {
            "trigger": [
                "CREATE TRIGGER evil AFTER INSERT ON connections_person BEGIN DELETE FROM connections_person; END"
            ],
            "view": ["CREATE VIEW evil AS SELECT load_extension('x')"],
            "foreign": ["CREATE TABLE other (a)"],
            "version": ["PRAGMA user_version = 99999"],
            "application": ["PRAGMA application_id = 1"],
            "schema": [
                "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = 'CREATE TABLE ' || name || ' (x' "
                "WHERE type = 'table' AND name LIKE 'connections%'"
            ],
            "ledger": ["UPDATE host_migration SET checksum = 'x'"],
            "no ledger": ["DELETE FROM host_migration"],
        }.items()
    }
    torn = bytearray(vault)
    torn[len(torn) // 2 : len(torn) // 2 + 40_000] = os.urandom(40_000)
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(squeeze.compress(b"\0" * MEGABYTE) for _ in range(size(2048, 256))) + squeeze.flush()
    many = [(f"files/{n:064x}", b"") for n in range(size(60_000, 5_000))]
    files = {
        "up": repacked("up.atrium", good + [("../../../../../../tmp/atrium-attack-escaped", b"x")]),
        "absolute": repacked("abs.atrium", good + [("/tmp/atrium-attack-escaped", b"x")]),
        "files-up": repacked("files.atrium", good + [("files/../../atrium-attack-escaped", b"x")]),
        "name": repacked("name.atrium", good + [("files/not-a-sum", b"x")]),
        "link": repacked("link.atrium", good, special("files/" + "a" * 64, tarfile.SYMTYPE, secret)),
        "hard": repacked("hard.atrium", good, special("files/" + "b" * 64, tarfile.LNKTYPE, secret)),
        "vault-link": tar(
            "vl.atrium",
            ("manifest.json", dict(good)["manifest.json"]),
            special("vault.sqlite", tarfile.SYMTYPE, "/etc/passwd"),
            mode="w:gz",
        ),
        "fifo": repacked("fifo.atrium", good, special("pipe", tarfile.FIFOTYPE)),
        "twice": tar("twice.atrium", *good, ("vault.sqlite", b"x"), mode="w:gz"),
        "cut": write("cut.atrium", packed[: len(packed) // 2]),
        "sum": repacked("sum.atrium", [(n, b"x" + c if n == "vault.sqlite" else c) for n, c in good], rehash=False),
        "noise": write("noise.atrium", os.urandom(MEGABYTE)),
        "nothing": write("nothing.atrium", b""),
        "bomb": write("bomb.atrium", bomb),
        "no vault": tar("nv.atrium", good[0], mode="w:gz"),
        "no manifest": tar("nm.atrium", *good[1:], mode="w:gz"),
        "torn": repacked("torn.atrium", [(n, bytes(torn) if n == "vault.sqlite" else c) for n, c in good]),
        "deep": tar("deep.atrium", ("manifest.json", b"[" * 200_000), *good[1:], mode="w:gz"),
        "large": tar("large.atrium", ("manifest.json", b" " * (80 * MEGABYTE)), *good[1:], mode="w:gz"),
        "newer": tar(
            "newer.atrium",
            ("manifest.json", json.dumps(json.loads(dict(good)["manifest.json"]) | {"version": 99}).encode()),
            *good[1:],
            mode="w:gz",
        ),
        "many": repacked("many.atrium", good + many),
        "text": write("text.atrium", card("a")),
    } | {name: repacked(f"{name}.atrium", entries) for name, entries in evil.items()}
    taken = []
    for name, file in files.items():
        other = f"{home}-{name.replace(' ', '')}"
        for target, words in ((home, ["--replace"]), (other, [])):
            if target == home and name in taken:
                continue
            done = attempt("restore", file, *words, home=target, status=(0, 64, 65, 66, 73, 74, 77), seconds=120)
            check(
                not [found for found in os.listdir("/tmp") if found.startswith("atrium-attack-escaped")],
                f"{name}: written outside",
            )
            check(done.status == 0 or done.said.startswith("atrium: "), f"{name}: {done.said[:200]}")
            if done.status == 0:
                taken.append(name)
                check(
                    atrium("doctor", home=target).returncode == 0, f"“{name}” was restored, and the doctor finds it ill"
                )
                odd = [
                    path
                    for path in below(target)
                    if not stat.S_ISREG(os.lstat(path).st_mode) or os.lstat(path).st_nlink > 1
                ]
                check(not odd, f"“{name}” was restored, and has links: {odd}")
                attempt("connections", "list", home=target)
                atrium("restore", path, "--replace", home=home, expect=0)
            elif target == home:
                check(digest(home, exact=True) == before, f"“{name}” was refused, and the vault is another one")
        shutil.rmtree(other, ignore_errors=True)
    # What a later version may have added is taken; all else is refused.
    check(set(taken) <= {"foreign", "many", "version"}, f"restored: {sorted(set(taken))}")
    return f"{len(files)} backups, taken: {', '.join(sorted(set(taken))) or 'none'}"


@attack
def as_somebody_else(home):
    """an ordinary user gets nothing of another's home, and says so"""
    outer = os.path.dirname(os.path.dirname(home))
    os.chmod(outer, 0o755), os.chmod(os.path.dirname(home), 0o755)
    check(oct(os.stat(home).st_mode & 0o777) == "0o700", f"the home's mode is {oct(os.stat(home).st_mode)}")
    if os.getuid():
        raise Skipped("only root may become somebody else")
    for words in [
        ("connections", "list"),
        ("connections", "add", "x"),
        ("backup", "/tmp/atrium-attack-escaped"),
        ("restore", f"{ROOT}/none"),
        ("users", "list"),
        ("serve", "--port", "0"),
    ]:
        done = attempt(*words, home=home, prefix=NOBODY, status=(66, 73, 74, 77))
        check(done.said.startswith("atrium: ") and len(done.said.splitlines()) == 1, done.said)
    for folder, _, names in os.walk(home):
        for name in names:
            mode = os.stat(f"{folder}/{name}").st_mode & 0o077
            check(not mode or os.stat(home).st_mode & 0o077 == 0, f"{name} may be read by others")


finish()
