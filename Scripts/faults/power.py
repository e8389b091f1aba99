#!/usr/bin/env python3
"""power.py ATRIUM [--points 50] [--tool ../shared/tools/powerloss.py]: power cuts over commands, imports and undo.

Records every write and fsync of a series of commands with strace, rebuilds the disk as it would be had the power gone
at POINTS moments, with what was not yet durable dropped, kept or torn, and asks SQLite: nothing is corrupt, and every
change that was acknowledged is there."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile

from common import *

TOOL = os.path.abspath(sys.argv[sys.argv.index("--tool") + 1]) if "--tool" in sys.argv else None
POINTS = option("--points", 50)
DRIVER = """
import json, subprocess, sys
atrium, home, folder = sys.argv[1:4]
def run(*words):
    subprocess.run([atrium, "--home", home, *words], check=True, stdout=subprocess.DEVNULL)
    history = [atrium, "--home", home, "history", "--limit", "1", "--json"]
    history = subprocess.run(history, check=True, capture_output=True)
    newest = json.loads(history.stdout)["items"][0]["id"]
    sys.stdout.write("ack change-%d\\n" % newest)
    sys.stdout.flush()
run("connections", "add", "Hand Made", "--email", "hand@example.com")
run("import", folder + "/first.vcf", folder + "/first.ics")
run("connections", "edit", "p3", "--note", "changed")
run("tags", "add", "connections", "p4", "Friends")
run("links", "add", "connections", "p1", "calendar", "first")
run("import", folder + "/second.vcf")
run("undo")
run("connections", "remove", "p5")
run("undo")
run("import", folder + "/third.vcf")
run("imports", "undo", "3")
run("connections", "add", "Second Person")
"""


def cuts():
    tool = TOOL or shared("tools/powerloss.py")
    for program in ("strace", "sqlite3"):
        if not shutil.which(program):
            raise Skipped(f"{program} is missing")
    specification = importlib.util.spec_from_file_location("powerloss", tool)
    powerloss = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(powerloss)
    home = tempfile.mkdtemp(dir=ROOT) + "/home"
    write("first.vcf", cards("p", 40))
    write("first.ics", event("first"))
    write("second.vcf", cards("q", 40))
    write("third.vcf", cards("r", 40))
    log = f"{ROOT}/strace.log"
    # The vault is made before: an empty disk that loses its first file has lost nothing.
    atrium("modules", "list", home=home, expect=0)
    kept = {}
    for folder, _, files in os.walk(home):
        for file in files:
            with open(f"{folder}/{file}", "rb") as content:
                kept[f"{folder}/{file}"] = content.read()
    driver = [sys.executable, "-c", DRIVER, ATRIUM, home, ROOT]
    if powerloss.record(log, driver, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL):
        raise AssertionError("the commands did not run under strace")
    fine, bad = powerloss.replay(
        log, home, "vault.sqlite", POINTS, "SELECT 'change-' || id FROM host_change_set", init=kept
    )
    assert fine + bad >= 3 * POINTS, f"only {fine + bad} cuts"
    count("tried", fine + bad)
    count("survived", fine)
    assert not bad, f"{bad} of {fine + bad} cuts lost or broke something"
    return f"({fine} cuts)"


print("Cuts the power at moments of a series of commands, imports and undos.")
tell("power cuts", cuts)
finish()
