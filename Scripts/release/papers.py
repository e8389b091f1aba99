#!/usr/bin/env python3
"""papers.py VERSION FOLDER: writes what a Debian package says of itself: `changelog`, `copyright`, and in `licences`
the licence and the notice of each package that was linked, as they stand in .build/checkouts.

Changes and the date of the version come from CHANGELOG.md: from the version's section, or else from "Unreleased".
If that has no date, the date is that of the last commit.
Who releases it is asked of DEBFULLNAME and DEBEMAIL, or else of git. ATRIUM_BUILD names the build folder, if it is not
.build."""

import datetime
import glob
import json
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
BUILD = os.environ.get("ATRIUM_BUILD", f"{ROOT}/.build")
APACHE = "Apache-2.0"


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=True).stdout.strip()


def maintainer():
    name = os.environ.get("DEBFULLNAME") or git("log", "-1", "--format=%an")
    return f"{name} <{os.environ.get('DEBEMAIL') or git('log', '-1', '--format=%ae')}>"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def changes(version):
    """Returns the changes of a version and its date; if it has no section, the changes that are unreleased."""
    text = read(f"{ROOT}/CHANGELOG.md")
    for heading in (version, "Unreleased"):
        found = re.search(
            rf"^## {re.escape(heading)}(?: +\(?(\d{{4}}-\d\d-\d\d)\)?)?\n(.*?)(?=^## |\Z)",
            text,
            re.MULTILINE | re.DOTALL,
        )
        if found:
            break
    else:
        sys.exit(f"papers.py: CHANGELOG.md has neither “## {version}” nor “## Unreleased”")
    date = datetime.datetime.fromisoformat(
        found[1] + "T00:00:00+00:00" if found[1] else git("log", "-1", "--format=%cI")
    )
    points = [" ".join(point.split()) for point in re.split(r"^\* ", found[2], flags=re.MULTILINE)[1:]]
    if not points:
        sys.exit(f"papers.py: CHANGELOG.md says nothing of {version}")
    return [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", point).replace("`", "") for point in points], date


def wrapped(point):
    lines, line = [], "  *"
    for word in point.split():
        if len(line) + len(word) > 77:
            lines.append(line)
            line = "   "
        line += " " + word
    return "\n".join(lines + [line])


def changelog(version):
    points, date = changes(version)
    return (
        "\n\n".join(
            [
                f"atrium ({version}) stable; urgency=medium",
                "\n".join(map(wrapped, points)),
                f" -- {maintainer()}  {date:%a, %d %b %Y %H:%M:%S %z}",
            ]
        )
        + "\n"
    )


def kind(text):
    """The short name of a licence, by its text."""
    if "Apache License" in text and "Version 2.0" in text:
        return APACHE + (
            " with the Runtime Library Exception"
            if re.search(r"runtime library exception", text, re.IGNORECASE)
            else ""
        )
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    sys.exit("papers.py: a licence that it does not know:\n" + text[:300])


def linked():
    """Name, version, short name and text of the licence for each package that the build has taken, and for Swift."""
    with open(f"{os.path.dirname(BUILD)}/Package.resolved", encoding="utf-8") as file:
        pins = json.load(file)["pins"]
    for pin in pins:
        name = os.path.basename(pin["location"]).removesuffix(".git")
        checkout = f"{BUILD}/checkouts/{name}"
        licences = sorted(glob.glob(f"{checkout}/LICENSE*"))
        if not licences:
            sys.exit(f"papers.py: {name} has no licence in {checkout}")
        # What stands deeper is of code that a package took from others.
        texts = (
            licences
            + sorted(glob.glob(f"{checkout}/NOTICE*"))
            + sorted(glob.glob(f"{checkout}/Sources/**/LICENSE*", recursive=True))
        )
        yield (
            name,
            pin["state"].get("version", pin["state"]["revision"][:10]),
            kind(read(licences[0])),
            "\n\n".join(map(read, texts)),
        )
    swift = json.loads(
        subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    )
    text = read(f"{swift['paths']['runtimeResourcePath']}/../../share/swift/LICENSE.txt")
    yield "swift", re.search(r"Swift version ([\d.]+)", swift["compilerVersion"])[1], kind(text), text
    # The international part of Swift's Foundation is ICU, whose licence the toolchain does not bring.
    for path in sorted(glob.glob("/usr/share/doc/libicu[0-9]*/copyright"))[-1:]:
        yield "icu", "in Swift's Foundation", "Unicode-3.0", read(path)
        return
    sys.exit("papers.py: ICU's licence is missing: install libicu-dev")


def copyright_(packages, year):
    lines = [
        "Atrium, a personal data hub.",
        "",
        f"Copyright {year} the authors of Atrium",
        f"License: {APACHE}; on Debian systems its text is in",
        " /usr/share/common-licenses/Apache-2.0",
        "",
        "The program is linked with these; the licence and the notice of each, as it came, are in",
        "/usr/share/doc/atrium/licences:",
        "",
    ]
    return "\n".join(lines + [f" {name} {version}: {licence}" for name, version, licence, _ in packages]) + "\n"


def main():
    version, folder = sys.argv[1:3]
    packages, date = list(linked()), changes(version)[1]
    write(f"{folder}/changelog", changelog(version))
    write(f"{folder}/copyright", copyright_(packages, date.year))
    for name, _, _, text in packages:
        write(f"{folder}/licences/{name}.txt", text)
    write(f"{folder}/maintainer", maintainer() + "\n")
    write(f"{folder}/date", f"{date:%Y-%m-%d}\n")


main()
