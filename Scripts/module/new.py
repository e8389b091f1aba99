#!/usr/bin/env python3
"""new.py NAME [RECORD]: makes the module NAME after the template beside this script, as `make module NAME=Plants`.

NAME is one word that begins with a capital, the name of the folder under Plugins; RECORD is what one record is called,
the name without its s if it is not given. The module is added to Package.swift, to the list of installed modules and to
Plugins/README.md."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEMPLATE = pathlib.Path(__file__).resolve().parent / "template"


def fail(message):
    sys.exit(f"module: {message}")


def insert(path, start, end, pattern, line, key):
    """Puts a line into the list between two texts of a file, in front of the first with a later key."""
    text = path.read_text()
    begin = text.find(start)
    close = text.find(end, begin)
    if begin < 0 or close < 0:
        fail(f"{path.relative_to(ROOT)} has no list that begins with “{start}”")
    found = re.compile(pattern, re.MULTILINE).finditer(text, begin, close)
    later = next((match for match in found if match[1].lower() > key.lower()), None)
    place = later.start() if later else close + 1
    path.write_text(text[:place] + line + "\n" + text[place:])


def main():
    if not 2 <= len(sys.argv) <= 3 or not sys.argv[1]:
        sys.exit(__doc__)
    name = sys.argv[1]
    if not re.fullmatch("[A-Z][a-z]+", name):
        fail(f"“{name}” is no word that begins with a capital, such as Plants")
    record = sys.argv[2] if len(sys.argv) == 3 and sys.argv[2] else name.removesuffix("s").lower()
    if not re.fullmatch("[a-z]+", record):
        fail(f"“{record}” is no word in small letters, such as plant")
    folder = ROOT / "Plugins" / name
    if folder.exists():
        fail(f"there is a folder Plugins/{name} already")
    words = {"Plants": name, "plants": name.lower(), "Plant": record.capitalize(), "plant": record}
    for source in sorted(TEMPLATE.rglob("*.*")):

        def replaced(text):
            return re.sub("[Pp]lants?", lambda match: words[match[0]], text)

        target = folder / replaced(str(source.relative_to(TEMPLATE)))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(replaced(source.read_text()))
    package, installed = ROOT / "Package.swift", ROOT / "Sources/atrium/InstalledModules.swift"
    line = f'    ("{name}", ["RecordKit"]),'
    insert(package, "let modules:", "\n]", r'^    \("(\w+)", .*$', line, name)
    insert(installed, "import ", "\n\n", r"^import (\w+)$", f"import {name}", name)
    insert(installed, "let installedModules", "\n]", r"^    ()never$", f"    {name.lower()}Module,", name)
    modules = ROOT / "Plugins/README.md"
    row = f"| [{name}]({name}) | say in one sentence what it keeps |"
    insert(modules, "| module |", "\n\n", r"^\| \[(\w[\w ]*)\].*$", row, name)
    print(f"Plugins/{name} is there, and in the list of modules. `swift test --filter {name}Tests` runs its tests,")
    print(f"`swift run atrium modules enable {name.lower()}` switches it on, `make reference` writes its pages.")


main()
